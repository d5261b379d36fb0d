import PushDomain
import SimKernel

/// How far the process of an app is alive.
package enum ProcessState: UInt8, BitwiseCopyable, Hashable, Sendable {
  case none, cached, foreground
}

/// Yes-or-no properties of an install.
package struct PackageFlags: OptionSet, BitwiseCopyable, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  static let installed = PackageFlags(rawValue: 1 << 0)
  static let stopped = PackageFlags(rawValue: 1 << 1)
  static let hibernated = PackageFlags(rawValue: 1 << 2)
  /// The right to notify is granted (from Android 13).
  static let granted = PackageFlags(rawValue: 1 << 3)
  /// An upgrade of the system granted it for now; a request still shows the dialog.
  static let grantedForNow = PackageFlags(rawValue: 1 << 4)
  /// The person switched notifications of the app off.
  static let switchedOff = PackageFlags(rawValue: 1 << 5)
  static let dialogOpen = PackageFlags(rawValue: 1 << 6)
  /// The system, not the app, opened the dialog.
  static let dialogIsSystems = PackageFlags(rawValue: 1 << 7)
  /// The library made play services its delegate.
  static let delegate = PackageFlags(rawValue: 1 << 8)
  /// Its jobs are gone from the scheduler until the process starts.
  static let jobsDropped = PackageFlags(rawValue: 1 << 9)
  static let suspended = PackageFlags(rawValue: 1 << 10)
  /// Play services forgot the registrations of this install.
  static let forgotten = PackageFlags(rawValue: 1 << 11)
  /// A person used the app at least once.
  static let used = PackageFlags(rawValue: 1 << 12)
  /// Its pass came from a lowered message and permits no foreground service.
  static let passIsPlain = PackageFlags(rawValue: 1 << 13)
}

/// One install: 44 bytes.
package struct PackageRow: BitwiseCopyable, Sendable {
  var device: DeviceID
  var slot: SlotID
  /// When a person used it last, in seconds of the run.
  var lastUsed: UInt32 = 0
  /// The screen time of the device at the last use.
  var screenAtUse: UInt32 = 0
  /// When the process did something last, in seconds of the run.
  var idleSince: UInt32 = 0
  /// The newest entry in the tray.
  var tray = UInt32.max
  var channels = UInt32.max
  /// Jobs, messages in hand, quotas and a pass, where there are any.
  var work = UInt32.max
  /// The record that last changed its right to notify.
  var permissionBy = RecordID.none
  var flags: PackageFlags = []
  var process = ProcessState.none
  var denials: UInt8 = 0
  var trayCount: UInt8 = 0
  var prompts: UInt8 = 0
  var battery = BatteryMode.optimised
  /// A bucket that a story set, until the next use; else 255.
  var forcedBucket = UInt8.max

  init(device: DeviceID, slot: SlotID) {
    self.device = device
    self.slot = slot
  }

  var isInstalled: Bool { flags.contains(.installed) }
  var isAlive: Bool { process != .none }
}
