/// What a device is, as the story declares it.
public struct DeviceProfile: BitwiseCopyable, Hashable, Sendable {
  /// The Android API level: 35 is Android 15.
  public var api: UInt8 = 35
  /// The API level that the app targets.
  public var target: UInt8 = 35
  /// How the vendor treats apps.
  public var oem: OEM = .stock
  /// The version code of play services; zero where there are none.
  public var playServices: UInt32 = 261_200_000
  /// The version of firebase-messaging in the app: major times 10,000 plus minor times 100.
  public var library: UInt32 = 25_0100
  /// The version of firebase-installations, packed the same way.
  public var installations: UInt32 = 19_0100
  /// The generation of our SDK in the app.
  public var sdk: UInt8 = 1
  /// Where its clock hangs.
  public var zone = ZoneID.universal
  /// The wall clock minus true time, in seconds.
  public var clockOffsetSeconds: Int32 = 0
  /// The device has a motion sensor, so that deep Doze can start.
  public var hasMotionSensor = true

  /// A stock phone of the newest modelled version.
  public init() {}

  /// How a vendor treats apps in the background.
  public enum OEM: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case stock, aggressive
  }
}
