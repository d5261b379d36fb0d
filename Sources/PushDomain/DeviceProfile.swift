/// What a device is, as the story declares it.
package struct DeviceProfile: BitwiseCopyable, Hashable, Sendable {
  /// The Android API level: 35 is Android 15.
  package var api: UInt8 = 35
  /// The API level that the app targets.
  package var target: UInt8 = 35
  /// How the vendor treats apps.
  package var oem: OEM = .stock
  /// The version code of play services; zero where there are none.
  package var playServices: UInt32 = 261_200_000
  /// The version of firebase-messaging in the app: major times 10,000 plus minor times 100.
  package var library: UInt32 = 25_0100
  /// The version of firebase-installations, packed the same way.
  package var installations: UInt32 = 19_0100
  /// The generation of our SDK in the app.
  package var sdk: UInt8 = 1
  /// Minutes east of UTC.
  package var zoneMinutes: Int16 = 0
  /// The wall clock minus true time, in seconds.
  package var clockOffsetSeconds: Int32 = 0
  /// The device has a motion sensor, so that deep Doze can start.
  package var hasMotionSensor = true

  /// A stock phone of the newest modelled version.
  package init() {}

  /// How a vendor treats apps in the background.
  package enum OEM: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case stock, aggressive
  }
}
