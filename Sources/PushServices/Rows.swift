import PushDomain
import SimKernel

/// What FCM knows of one address: 36 bytes.
struct Registration: BitwiseCopyable, Sendable {
  /// The install that it leads to.
  var install: InstallID
  /// The device that its package is on; none after the device was erased.
  var device: DeviceID
  /// The package on the device.
  var slot: SlotID
  /// The installation id that it was made with.
  var fid: UInt32
  /// The next registration of the same device.
  var next: AddressID = .none
  /// The newest copy that waits; the copies form a ring, so its successor is the oldest.
  var lastCopy: UInt32 = .max
  /// When the app instance last registered or took a message.
  var lastActive: CoarseTime
  /// Where its habits are kept; zero where it has none.
  var habits: UInt32 = 0
  /// The project that may send to it.
  var sender: UInt16
  /// Yes-or-no properties.
  var marks: Marks

  /// Yes-or-no properties of a registration.
  struct Marks: OptionSet, BitwiseCopyable, Sendable {
    let rawValue: UInt16
    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Nothing leads here any more, and that was noted.
    static let ended = Marks(rawValue: 1 << 0)
    /// It ended because nobody used it.
    static let expired = Marks(rawValue: 1 << 1)
    /// It ended because the app asked for it.
    static let unregistered = Marks(rawValue: 1 << 2)
    /// The store overflowed since the device was last connected.
    static let overflowed = Marks(rawValue: 1 << 3)
    /// Another address took its place: the next delivery fails and ends it.
    static let superseded = Marks(rawValue: 1 << 4)
    /// The device was not told of this address yet.
    static let untold = Marks(rawValue: 1 << 5)
    /// A timer for throttled copies is armed.
    static let throttled = Marks(rawValue: 1 << 6)
    /// A timer for the next try of a stopped app is armed.
    static let retrying = Marks(rawValue: 1 << 7)
    /// High priority stays lowered until something is displayed.
    static let inDisfavour = Marks(rawValue: 1 << 8)
    /// It was made by the intents of Play services.
    static let byIntent = Marks(rawValue: 1 << 9)
    /// It is a FID and not a token.
    static let isFID = Marks(rawValue: 1 << 10)
    /// Deleted-messages signals are due.
    static let owesSignal = Marks(rawValue: 1 << 11)
  }

  /// Describes a new one.
  init(_ request: RegisterRequest, on device: DeviceID, at now: SimTime) {
    install = request.install
    self.device = device
    slot = request.slot
    fid = request.fid
    lastActive = CoarseTime(now)
    sender = request.sender
    marks = request.kind == .fid ? .isFID : []
    if request.path == .c2dm { marks.insert(.byIntent) }
  }

  /// FID or token.
  var kind: AddressKind { marks.contains(.isFID) ? .fid : .token }
}

/// What FCM knows of one device: 20 bytes.
struct DeviceRow: BitwiseCopyable, Sendable {
  /// The first registration of the device.
  var first: AddressID = .none
  /// When the connection last stood.
  var lastSeen: CoarseTime = .zero
  /// The record that changed the connection last.
  var cause: RecordID = .none
  /// Where its messages are counted; the largest number where none was.
  var rates: UInt32 = .max
  /// The connection as the device told it.
  var link = LinkState(isConnected: false, isDozing: false)
  /// The device knows that something waits for its next window.
  var knowsOfMail = false

  /// Takes what the device says about its connection.
  @inline(__always)
  mutating func hear(_ link: LinkState, at now: SimTime, because cause: RecordID) {
    if link.isConnected || self.link.isConnected { lastSeen = CoarseTime(now) }
    self.link = link
    self.cause = cause
    knowsOfMail = false
  }

  /// Takes what the device says about its wakefulness over a connection that stands.
  @inline(__always)
  mutating func hear(isDozing: Bool, because cause: RecordID) {
    link.isDozing = isDozing
    self.cause = cause
    knowsOfMail = false
  }
}

/// How many messages a device got of late.
struct DeviceRates: BitwiseCopyable, Sendable {
  /// When the current hour of counting began.
  var hourStart = SimTime(microseconds: .min)
  /// How far into that hour the current minute began, in microseconds.
  var minuteOffset: UInt32 = 0
  /// Messages in this hour.
  var hourCount: UInt16 = 0
  /// Messages in this minute.
  var minuteCount: UInt16 = 0
}

/// One accepted copy that FCM still keeps.
struct KeptCopy: BitwiseCopyable, Sendable {
  /// What the message says.
  var payload: PushPayload
  /// When FCM gives it up.
  var expires: SimTime
  /// Not before this instant, because of a rate.
  var readyAt: SimTime = .zero
  /// Which copy.
  var copy: CopyID
  /// The next newer copy of the registration, or the oldest after the newest.
  var next: UInt32 = .max
  /// The record of its acceptance, or of what makes it wait.
  var cause: RecordID
  /// How often it left for the device.
  var releases: UInt8 = 0
  /// How often the device found the app stopped.
  var tries: UInt8 = 0
  /// The priority the sender asked for.
  var original: Priority
  /// The priority it travels with.
  var delivered: Priority
  /// Why it is still here.
  var hold: Hold = .offline
  /// It goes to a dozing device all the same.
  var isUrgent: Bool
  /// Its life was zero: now or never.
  var isNowOrNever: Bool

  /// Why FCM keeps a copy.
  enum Hold: UInt8, BitwiseCopyable, Sendable {
    /// It left and was not acknowledged yet.
    case inFlight
    /// The device is out of reach, or dozes.
    case offline, dozing
    /// A rate delays it.
    case throttled, deviceRate
    /// The device cannot start the app.
    case stopped, userStopped, locked
  }

  /// The name that stands for the package, under which a message collapses by itself.
  static let packageKey = NameID(rawValue: .max - 1)

  /// The key by which a newer copy replaces this one; none for one that does not collapse.
  var collapseKey: NameID { payload.collapseKey }

  /// Whether it counts towards the limit of the store.
  var countsToLimit: Bool {
    switch hold {
    case .offline, .dozing, .deviceRate: collapseKey.isNone
    case .inFlight, .throttled, .stopped, .userStopped, .locked: false
    }
  }
}

/// How an app instance uses its pushes: kept only where a rate, a priority, the store or the end of
/// the registration depends on it.
struct Habits: BitwiseCopyable, Sendable {
  /// When the allowance for collapsible messages will be full again.
  var allowanceFull = SimTime(microseconds: .min)
  /// High messages that arrived, by slice of the window.
  var high = SIMD8<UInt8>()
  /// Those of them that were displayed.
  var displayed = SIMD8<UInt8>()
  /// From when on the behaviour is old enough to be judged.
  var judgedFrom: CoarseTime = .zero
  /// The newest slice that was counted.
  var slice: UInt16 = 0
  /// The day of `highToday`.
  var day: UInt16 = 0
  /// When something was last dropped because the device was inactive.
  var lastInactiveDrop: CoarseTime = .zero
  /// From when on sends are refused.
  var deadFrom: CoarseTime = .never
  /// When the armed timer of the store is due; zero where none is armed.
  var expiryDue: CoarseTime = .zero
  /// How many copies wait that count towards the limit.
  var waiting: UInt16 = 0
  /// How many deleted-messages signals are due.
  var notices: UInt8 = 0
  /// High messages of this day, for the quota by bucket.
  var highToday: UInt8 = 0
  /// The standby bucket, where the device told it.
  var bucket: StandbyBucket = .exempt
  /// The device charges, so that no bucket counts.
  var isCharging = false
}

/// One waiting change of a subscription.
struct PendingSubscription: BitwiseCopyable, Sendable {
  /// When it counts.
  var at: SimTime
  /// Whose.
  var address: AddressID
  /// Which topic.
  var topic: NameID
  /// On or off.
  var isSubscribed: Bool
}

/// A message on its way to the members of a topic, condition or group.
struct FanOut: BitwiseCopyable, Sendable {
  /// What was sent.
  var request: FCMRequest
  /// The next registration to look at.
  var cursor: AddressID
  /// The record that led to it.
  var cause: RecordID
  /// It waits for another one to end.
  var isDeferred: Bool
  /// Somebody was in its audience.
  var hasReached = false
}

/// One member of a device group.
struct GroupMember: BitwiseCopyable, Sendable {
  /// The group.
  var group: NameID
  /// The member.
  var address: AddressID
}
