import PushDomain
import SimKernel

/// Yes-or-no properties of a device; none set is a phone in ordinary use.
package struct DeviceFlags: OptionSet, BitwiseCopyable, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  static let off = DeviceFlags(rawValue: 1 << 0)
  static let offline = DeviceFlags(rawValue: 1 << 1)
  static let metered = DeviceFlags(rawValue: 1 << 2)
  static let screenOff = DeviceFlags(rawValue: 1 << 3)
  /// The keyguard is up.
  static let locked = DeviceFlags(rawValue: 1 << 4)
  /// The user has not unlocked the device since it booted.
  static let storageLocked = DeviceFlags(rawValue: 1 << 5)
  static let charging = DeviceFlags(rawValue: 1 << 6)
  static let batterySaver = DeviceFlags(rawValue: 1 << 7)
  static let dataSaver = DeviceFlags(rawValue: 1 << 8)
  static let servicesDisabled = DeviceFlags(rawValue: 1 << 9)
  static let noMotionSensor = DeviceFlags(rawValue: 1 << 10)
  static let diskFull = DeviceFlags(rawValue: 1 << 11)
  static let aggressive = DeviceFlags(rawValue: 1 << 12)
  /// Play services hold a connection to FCM.
  static let linked = DeviceFlags(rawValue: 1 << 13)
  /// FCM believes that the connection stands.
  static let believed = DeviceFlags(rawValue: 1 << 14)
  /// The conditions of Doze hold, so its chains run.
  static let still = DeviceFlags(rawValue: 1 << 15)
  /// Doze has begun and no window is open.
  static let dozing = DeviceFlags(rawValue: 1 << 16)
  static let windowOpen = DeviceFlags(rawValue: 1 << 17)
  static let windowIsDeep = DeviceFlags(rawValue: 1 << 18)
  /// A timer for the next window is armed.
  static let windowArmed = DeviceFlags(rawValue: 1 << 19)
  /// Deep Doze was entered the quick way, which motion does not end.
  static let quick = DeviceFlags(rawValue: 1 << 20)
  /// Light Doze already waited once for work that was under way.
  static let preIdled = DeviceFlags(rawValue: 1 << 21)
  /// Nothing passes between it and FCM, though it has a network.
  static let cutOff = DeviceFlags(rawValue: 1 << 22)
  /// There are no play services on it.
  static let noServices = DeviceFlags(rawValue: 1 << 23)
  /// Jobs, alarms or messages may wait here: set with the first, taken away by who finds none.
  static let busy = DeviceFlags(rawValue: 1 << 24)
}

/// One phone: 52 bytes, so that a million of them stay small.
package struct DeviceRow: BitwiseCopyable, Sendable {
  /// When the light idle period of `lightRound` begins; while a light window is open, its start.
  var lightFrom: SimTime {
    @inline(__always) get { light.time }
    @inline(__always) set { light = RowTime(newValue) }
  }
  /// When the deep idle period of `deepRound` begins; while a deep window is open, its start.
  var deepFrom: SimTime {
    @inline(__always) get { deep.time }
    @inline(__always) set { deep = RowTime(newValue) }
  }
  private var light = RowTime(.distantFuture)
  private var deep = RowTime(.distantFuture)
  /// What few phones have; zero where a phone has nothing of it.
  var oddity: UInt32 = 0
  /// The last place for an app; the others stand before it.
  var lastSlot = SlotID.none
  /// How long the screen was on up to `screenSince`, in seconds.
  var screenSeconds: UInt32 = 0
  /// When the screen changed last, in seconds of the run.
  var screenSince: UInt32 = 0
  /// The record that let the device lie still, from which Doze follows.
  var stillBy = RecordID.none
  var flags: DeviceFlags = []
  /// Counts up to cancel the timers of Doze.
  var dozeGeneration: UInt16 = 0
  /// Counts up to cancel the timers of the connection.
  var linkGeneration: UInt16 = 0
  var zone: ZoneID
  /// The budget of the next light window in seconds, with what was carried over.
  var lightBudget: UInt16 = 0
  var lightRound: UInt8 = 0
  var deepRound: UInt8 = 0
  var api: UInt8
  /// The API level that apps target when they come anew.
  var target: UInt8

  init(zone: ZoneID, api: UInt8, target: UInt8) {
    self.zone = zone
    self.api = api
    self.target = target
  }

  var isOn: Bool { !flags.contains(.off) }
  /// The device is on and has a network.
  var isOnline: Bool { flags.isDisjoint(with: [.off, .offline]) }
  /// The screen is on and the keyguard is down.
  var isInUse: Bool { flags.isDisjoint(with: [.off, .screenOff, .locked]) }
  var hasServices: Bool { flags.isDisjoint(with: [.noServices, .servicesDisabled]) }
  /// Doze keeps the network from ordinary apps right now.
  var holdsBack: Bool { flags.contains(.dozing) }
}

/// What few phones have: other play services than usual, a wrong clock, an alarm clock, further
/// profiles.
struct OddityRow: BitwiseCopyable, Sendable {
  /// The version code of play services; zero where there are none.
  var playServices = DeviceProfile().playServices
  /// The wall clock minus true time, in seconds.
  var clockOffsetSeconds: Int32 = 0
  /// When an alarm clock rings, in whole seconds of the run; the largest number where none is set.
  private var alarmSeconds = UInt32.max
  /// Profiles beside the main one that are stopped, one bit each.
  var stoppedProfiles: UInt8 = 0
  /// Profiles beside the main one that exist, one bit each.
  var profiles: UInt8 = 0

  /// When an alarm clock rings.
  var alarmAt: SimTime {
    get {
      alarmSeconds == .max
        ? .distantFuture : .zero + .seconds(Int64(alarmSeconds))
    }
    set { alarmSeconds = newValue == .distantFuture ? .max : newValue.rowSeconds }
  }

  @inline(__always)
  func isRunning(profile: UInt8) -> Bool { stoppedProfiles >> profile & 1 == 0 }
}

/// A place for one app in one profile of a device, through all its reinstalls: 12 bytes.
package struct SlotRow: BitwiseCopyable, Sendable {
  var device: DeviceID
  /// The newest install, on the device or not any more; none before the first.
  private(set) var newest = InstallID.none
  var profile: UInt8
  /// The API level that the app targets.
  var target: UInt8
  /// The profile that belongs to an employer.
  static let workProfile: UInt8 = 1
  /// The number of a second user.
  static let secondUser: UInt8 = 2
  /// The profile that Android 15 calls the private space.
  static let privateSpace: UInt8 = 3

  var choices: SlotChoices = [.receiver, .receiverPermission]
  /// What a tap starts first where the SDK or the host drew the notification.
  var tapPath = TapPath.activity

  /// The current install; none where the app is not on the device.
  var install: InstallID {
    get { choices.contains(.vacant) ? .none : newest }
    set {
      choices.set(.vacant, newValue.isNone)
      if !newValue.isNone { newest = newValue }
    }
  }
}

/// Choices of a host app that the system enforces; they outlive a reinstall.
package struct SlotChoices: OptionSet, BitwiseCopyable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  static let receiver = SlotChoices(rawValue: 1 << 0)
  static let receiverPermission = SlotChoices(rawValue: 1 << 1)
  static let directBoot = SlotChoices(rawValue: 1 << 2)
  /// Play services must not draw for this app.
  static let noDelegate = SlotChoices(rawValue: 1 << 3)
  /// The app keeps a socket to its server while it is on the screen.
  static let socket = SlotChoices(rawValue: 1 << 4)

  // Not a choice, but it fits here.
  /// Nothing is installed here any more.
  static let vacant = SlotChoices(rawValue: 1 << 5)
  /// The first place of its device.
  static let first = SlotChoices(rawValue: 1 << 6)
}
