package import SimKernel

/// How things stand at an instant, for promises that fall due then.
///
/// Judges see nothing else of the machines.
package struct Ending: Sendable {
  /// Every install that ever was, in order.
  package var installs: [InstallStanding] = []
  /// The server's rows.
  package var rows: [RowStanding] = []
  /// When.
  package var time: SimTime = .zero
  /// The faults have ended and the run went on until quiet: what must hold at rest falls due.
  package var isSettled = false

  /// An empty world.
  package init() {}
}

/// How one install stands.
package struct InstallStanding: BitwiseCopyable, Sendable {
  /// Which.
  package var install: InstallID
  /// The device that it is on.
  package var device: DeviceID = .none
  /// Its place on it.
  package var slot: SlotID = .none
  /// It is still on the device.
  package var isInstalled = false
  /// The person stopped it, or it never ran.
  package var isStopped = false
  /// The person or system restricted or hibernated it.
  package var isRestricted = false
  /// The device is on, with a network and working play services.
  package var isOnline = false
  /// The system would show its notifications.
  package var canNotify = false
  /// The user that the SDK's record names.
  package var sdkUser: UserID = .none
  /// The address that the SDK's record holds.
  package var sdkAddress: AddressID = .none
  /// The key that the SDK uploads under.
  package var installKey: UInt32 = .max
  /// The SDK believes that the server knows its record.
  package var isUploaded = false
  /// The live address that FCM has for it.
  package var liveAddress: AddressID = .none
  /// Copies for it that FCM, a link or the device still holds unhanded; negative where not counted.
  package var waitingCopies: Int32 = -1

  /// Describes an install.
  package init(install: InstallID) { self.install = install }
}

/// How one row of the server stands.
package struct RowStanding: BitwiseCopyable, Sendable {
  /// Which.
  package var row: RowID
  /// The key of the row.
  package var installKey: UInt32 = .max
  /// The install that truly wrote it last.
  package var install: InstallID = .none
  /// The user it names.
  package var user: UserID = .none
  /// The address it holds.
  package var address: AddressID = .none
  /// FCM would accept the address.
  package var addressIsLive = false
  /// The install that the address truly leads to.
  package var addressInstall: InstallID = .none
  /// The server believes that notifications are on.
  package var isEnabled = false
  /// When it was last uploaded, on the server's clock.
  package var uploadedAt: SimTime = .zero

  /// Describes a row.
  package init(row: RowID) { self.row = row }
}
