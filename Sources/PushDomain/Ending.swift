public import SimKernel

/// How things stand at an instant, for promises that fall due then.
///
/// Judges see nothing else of the machines.
public struct Ending: Sendable {
  /// Every install that ever was, in order.
  public var installs: [InstallStanding] = []
  /// The server's rows.
  public var rows: [RowStanding] = []
  /// When.
  public var time: SimTime = .zero
  /// The faults have ended and the run went on until quiet: what must hold at rest falls due.
  public var isSettled = false

  /// An empty world.
  public init() {}
}

/// How one install stands.
public struct InstallStanding: BitwiseCopyable, Sendable {
  /// Which.
  public var install: InstallID
  /// The device that it is on.
  public var device: DeviceID = .none
  /// Its place on it.
  public var slot: SlotID = .none
  /// It is still on the device.
  public var isInstalled = false
  /// The person stopped it, or it never ran.
  public var isStopped = false
  /// The person or system restricted or hibernated it.
  public var isRestricted = false
  /// The device is on, with a network and working play services.
  public var isOnline = false
  /// The system would show its notifications.
  public var canNotify = false
  /// The user that the SDK's record names.
  public var sdkUser: UserID = .none
  /// The address that the SDK's record holds.
  public var sdkAddress: AddressID = .none
  /// The key that the SDK uploads under.
  public var installKey: UInt32 = .max
  /// The SDK believes that the server knows its record.
  public var isUploaded = false
  /// Whose the oldest event is that the server has not confirmed.
  public var oldestEventOf: UserID = .none
  /// The live address that FCM has for it.
  public var liveAddress: AddressID = .none

  /// Describes an install.
  public init(install: InstallID) { self.install = install }
}

/// How one row of the server stands.
public struct RowStanding: BitwiseCopyable, Sendable {
  /// Which.
  public var row: RowID
  /// The key of the row.
  public var installKey: UInt32 = .max
  /// The install that truly wrote it last.
  public var install: InstallID = .none
  /// The user it names.
  public var user: UserID = .none
  /// The address it holds.
  public var address: AddressID = .none
  /// FCM would accept the address.
  public var addressIsLive = false
  /// The install that the address truly leads to.
  public var addressInstall: InstallID = .none
  /// The server believes that notifications are on.
  public var isEnabled = false
  /// When it was last uploaded, on the server's clock.
  public var uploadedAt: SimTime = .zero

  /// Describes a row.
  public init(row: RowID) { self.row = row }
}
