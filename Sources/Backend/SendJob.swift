import PushDomain
import SimKernel

/// One send to one target, as the server's durable record has it.
///
/// Steps: taken, planned, sent, accepted, recorded. The first is the order's, the last one removes
/// the job. A worker that dies loses what lies behind the last durable step: an answer that it
/// did not write down, or a request that it does not remember.
struct SendJob: BitwiseCopyable, Sendable {
  /// The message and the order it belongs to.
  var message: MessageID
  var order: UInt32
  /// The row, or `.max` where the target is none of ours.
  var row: UInt32 = .max
  /// The row as the worker read it: its key, its last writing, its address and user.
  var rowKey: UInt32 = .max
  var rowRecord: RecordID = .none
  var address: AddressID = .none
  var install: InstallID = .none
  var user: UserID = .none
  /// The latest thing known of it.
  var record: RecordID = .none
  /// The next job that waits for the same access token.
  var nextWaiting: UInt32 = .max
  /// When the last request left, by the clock of its node, and by true time.
  var sentOnClock: SimTime = .zero
  var sentAt: SimTime = .zero
  /// When a waiting or held job goes on.
  var dueAt: SimTime = .zero
  /// The first failure; `.distantFuture` before it.
  var failingSince: SimTime = .distantFuture
  /// The last failure, and the wait that it demands.
  var failedAt: SimTime = .zero
  var demandedWait: SimDuration = .zero
  /// The rule that demands the wait.
  var demandingRule: UInt32 = 0
  /// Counts creations, so that orders of several jobs keep their order.
  var serial: UInt32 = 0
  /// The present arming of its timer.
  var generation: UInt16 = 0
  var step = Step.planned
  var node: UInt8 = 0
  /// Requests so far; failures that the server saw; repeats of the library; renewals after 401.
  var tries: UInt8 = 0
  var failures: UInt8 = 0
  var innerTries: UInt8 = 0
  var renewals: UInt8 = 0
  /// The worker's copy of the row.
  var isEnabled = true
  /// Others wait for this one's retry.
  var hasJoined = false
  /// It went over the socket of its target.
  var wentBySocket = false

  /// Where a job stands.
  enum Step: UInt8, BitwiseCopyable {
    /// Written down, nothing sent.
    case planned
    /// Waits for quiet hours or a cap to end, or for a confirmation.
    case held
    /// Waits for an access token.
    case awaitingToken
    /// A request is out.
    case sent
    /// Waits for its next try.
    case waiting
    /// The worker that had it is dead.
    case orphaned
  }

  init(message: MessageID, order: UInt32) {
    self.message = message
    self.order = order
  }

  /// Takes what a worker needs to know of a row.
  @inline(__always)
  mutating func read(_ seen: DeviceRow, at handle: UInt32) {
    row = handle
    rowKey = seen.installKey
    rowRecord = seen.record
    address = seen.address
    install = seen.install
    user = seen.user
    isEnabled = seen.isEnabled
  }

  /// Its request left: an answer, or the end of the patience armed with it, is the next thing.
  @inline(__always)
  mutating func leave(
    at now: SimTime, onClock clock: SimTime, arming: UInt16, _ request: RecordID
  ) {
    record = request
    step = .sent
    sentAt = now
    sentOnClock = clock
    generation = arming
  }
}

/// An order that is not settled yet.
struct PendingOrder: BitwiseCopyable, Sendable {
  var order: SendOrder
  /// The record that it was taken.
  var record: RecordID
  /// The latest record of an outcome.
  var lastRecord: RecordID = .none
  var takenAt: SimTime
  var dueAt: SimTime
  /// Jobs that are not recorded.
  var open: UInt32 = 0
  /// The best outcome so far.
  var outcome: Outcome?
  var node: UInt8
  /// Its targets are written down.
  var isPlanned = false
  /// Batches are still to come.
  var isCampaign = false
  /// It removes an earlier message from the screens and has no outcome of its own.
  var isRemoval = false
  var isRetracted = false
  var isExpired = false
}

/// A message to everybody that goes out in batches.
struct Campaign: Sendable {
  /// The order it belongs to.
  var order: UInt32
  /// One bit for each row that was eligible when it was planned.
  var eligible: [UInt64]
  /// The first row that has not been looked at.
  var next: UInt32 = 0
  /// The present arming of its next batch.
  var generation: UInt16

  init(order: UInt32, eligible: [UInt64], generation: UInt16) {
    self.order = order
    self.eligible = eligible
    self.generation = generation
  }
}

/// The number under which a job's requests and answers travel: handle and part of its serial.
struct JobTag {
  static let handleBits: UInt32 = 22
  static func make(handle: UInt32, serial: UInt32) -> UInt32 {
    precondition(handle < 1 << handleBits, "at most four million sends are under way")
    return handle | serial << handleBits
  }
  static func handle(_ tag: UInt32) -> UInt32 { tag & (1 << handleBits - 1) }
  static func matches(_ tag: UInt32, serial: UInt32) -> Bool {
    tag >> handleBits == serial & (1 << (32 - handleBits) - 1)
  }
}
