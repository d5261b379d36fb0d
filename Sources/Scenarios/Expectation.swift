package import PushDomain
package import SimKernel

/// What must be true at an instant of the story, or at its end.
package struct Expectation: Sendable {
  /// Its line; see `origin(ofLine:)`.
  package var line: UInt32
  /// Its place among all statements, those of included files where the include stands.
  package var order: UInt32
  /// The line as written, without comment.
  package var text: String
  /// When it is judged; nil at the end, behind `settle`.
  package var time: SimTime?
  /// From here on it must never be true.
  package var isNever = false
  /// Whether its `when` holds in this variant.
  package var isJudged = true
  /// What it is about.
  package var subject: Subject

  /// What an expectation is about.
  package enum Subject: Sendable {
    case fate(FateExpectation)
    case fates(FateCounts)
    case tray(DeviceRun, TrayExpectation)
    case inbox(DeviceRun, ListExpectation)
    case row(DeviceRun, RowExpectation)
    case rows(UserID?, Bounds)
    case sdk(DeviceRun, SDKExpectation)
    case permission(DeviceRun, PermissionWord)
    case prompts(DeviceRun, Bounds)
    case process(DeviceRun, ProcessWord)
    case doze(DeviceRun, DozePhase)
    case bucket(DeviceRun, StandbyBucket)
    case recorded(MessageRun, Outcome)
    case requests(MessageRun, Bounds)
    case events(MessageRun, EventExpectation)
    case answers(FCMCode, Bounds)
    case stored(DeviceRun, Bounds)
    case tap(MessageRun, DeviceRun, TapExpectation)
  }
}

extension Expectation.Subject {
  /// Whether it asks how often something was observed, or which tap was the last.
  var isCounted: Bool {
    switch self {
    case .fate(let fate): fate.times != nil
    case .sdk(_, let sdk): sdk.syncs != nil
    case .requests, .events, .tap: true
    default: false
    }
  }
}

/// Bounds of a count, both included.
package struct Bounds: BitwiseCopyable, Hashable, Sendable {
  /// The least that fits.
  package var least: Int64
  /// The most that fits.
  package var most: Int64

  package init(least: Int64, most: Int64) {
    self.least = least
    self.most = most
  }

  /// Whether a value fits.
  package func contains(_ value: Int64) -> Bool { least <= value && value <= most }
}

/// Devices that an expectation speaks of: every one of them must fulfil it.
package struct DeviceRun: BitwiseCopyable, Sendable {
  /// The first device.
  package var first: DeviceID
  /// How many devices.
  package var count: UInt32
  /// Which install: 1 is the first, 0 the current one.
  package var install: UInt16 = 0
  /// The profile of the app.
  package var profile: UInt8 = 0
  /// Which app.
  package var app: UInt8 = 0

  /// Whether a device is one of them.
  package func contains(_ device: DeviceID) -> Bool {
    device.rawValue >= first.rawValue && device.rawValue - first.rawValue < count
  }
}

/// Messages that an expectation speaks of: every one of them must fulfil it.
package struct MessageRun: BitwiseCopyable, Sendable {
  /// The first message.
  package var first: MessageID
  /// How many messages.
  package var count: UInt32

  /// Whether a message is one of them.
  package func contains(_ message: MessageID) -> Bool {
    message.rawValue >= first.rawValue && message.rawValue - first.rawValue < count
  }
}

/// How messages ended on devices.
package struct FateExpectation: BitwiseCopyable, Sendable {
  /// Which messages.
  package var messages: MessageRun
  /// On which devices.
  package var devices: DeviceRun
  /// How they ended.
  package var fate: Fate
  /// The cause that the fate must have; `nothing` where the line names none.
  package var because: CauseWord = .any
  /// What became of the push of a message that came by sync.
  package var push: Fate?
  /// Where they were seen, where the line says so.
  package var surface: Surface?
  /// How long after its send the fate may come out; microseconds.
  package var within: Bounds?
  /// The latest instant of the fate.
  package var by: SimTime?
  /// How often it was shown.
  package var times: Bounds?
}

/// The cause of a fate as a file can name it.
package enum CauseWord: BitwiseCopyable, Hashable, Sendable {
  case any
  /// The raw value of a rule's key.
  case rule(UInt32)
  case defence(Defence)
  case code(FCMCode)
  case unsent(Unsent)
  /// Any injected fault.
  case fault
  case surface(Surface)
  case waiting(WaitingPlace)
}

/// How many messages on how many devices ended in each way.
package struct FateCounts: Sendable {
  /// Which messages.
  package var messages: MessageRun
  /// On which devices.
  package var devices: DeviceRun
  /// How many of each fate.
  package var counts: [(fate: Fate, bounds: Bounds)]
}

/// What the notification tray holds.
package struct TrayExpectation: BitwiseCopyable, Sendable {
  /// Notifications that are not summaries.
  package var entries: Bounds?
  /// Groups with a header.
  package var groups: Bounds?
  /// Summary notifications.
  package var summaries: Bounds?
  /// The number on the icon.
  package var badge: Bounds?
  /// Messages that are there.
  package var has: MessageRun?
  /// Messages that are not there.
  package var lacks: MessageRun?
}

/// What a list of messages holds.
package struct ListExpectation: BitwiseCopyable, Sendable {
  /// Messages in the list.
  package var entries: Bounds?
  /// Messages that were not read.
  package var unread: Bounds?
  /// Messages that are there.
  package var has: MessageRun?
  /// Messages that are not there.
  package var lacks: MessageRun?
}

/// What the server's row of an install says.
package struct RowExpectation: BitwiseCopyable, Sendable {
  /// Whether there is a row at all.
  package var exists: Bool?
  /// `.none` asks for a row that belongs to nobody.
  package var user: UserID?
  /// What the server believes of the right to notify.
  package var isEnabled: Bool?
  /// What the address of the row is worth.
  package var address: AddressWord?
  /// Rows that lead to the install.
  package var count: Bounds?
}

/// What an address is worth.
package enum AddressWord: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// It reaches the current install.
  case current
  /// FCM would refuse it, or it reaches another install.
  case stale
  case none
}

/// What the SDK on a device holds.
package struct SDKExpectation: BitwiseCopyable, Sendable {
  /// `.none` asks that nobody is logged in.
  package var user: UserID?
  /// What the address in the SDK's record is worth.
  package var address: AddressWord?
  /// Whether the SDK believes that the server knows all.
  package var isUploaded: Bool?
  /// Uploads and unlinks that wait.
  package var outbox: Bounds?
  /// How often the client was told that messages were deleted.
  package var deletedTold: Bounds?
  /// Fetches of the inbox.
  package var syncs: Bounds?
}

/// The right to notify.
package enum PermissionWord: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case allowed, denied, undecided
}

/// The state of an app's process.
package enum ProcessWord: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case absent, stopped, cold, cached, foreground
}

/// How often the server counted events of messages.
package struct EventExpectation: BitwiseCopyable, Sendable {
  /// Deliveries counted.
  package var delivered: Bounds?
  /// Opens counted.
  package var opened: Bounds?
  /// Dismissals counted.
  package var dismissed: Bounds?
  /// Replies counted.
  package var replied: Bounds?
  /// Reads counted.
  package var read: Bounds?
}

/// Where a tap led.
package struct TapExpectation: BitwiseCopyable, Sendable {
  /// Where it led.
  package var place: NameID?
  /// Whose session it opened.
  package var user: UserID?
  /// Whether the app had to start.
  package var isCold: Bool?
  /// Whether it led nowhere.
  package var failed: Bool?
  /// How often it was handled.
  package var times: Bounds?
}
