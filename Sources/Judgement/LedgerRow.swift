package import PushDomain
package import SimKernel

/// What one message came to on one targeted install, as tight bits: 48 bytes.
package struct LedgerRow: BitwiseCopyable, Sendable {
  /// The message.
  package var message: MessageID
  /// The install.
  package var install: InstallID
  /// The newest copy that FCM accepted.
  package var copy: CopyID = .none
  /// The chain of older copies that are still open.
  var olderCopies: UInt32 = .max
  /// The next row of the message, or of the queue of rows to fold.
  var link: UInt32 = .max
  /// What the cause counts: a rule, a fault's line, or a small number, as its kind says.
  var operand: UInt32 = 0
  /// When the fate was decided.
  package var time: SimTime
  /// The record that decided the fate.
  package var decided: RecordID
  /// The record that stopped the push, where something else made the fate.
  package var stopped: RecordID = .none
  /// The best that the person got so far.
  var best = Fate.pending
  /// What kind of cause the operand is.
  var kind = CauseKind.nothing
  /// The error code of a refusal; else a small cause (defence, reason of the server).
  var code: UInt8 = 0
  /// What became of the push.
  package var push = PushOutcome.none
  /// Where it was seen, as a raw value of `Surface`, plus one; zero for nowhere.
  var seenAt: UInt8 = 0
  /// What delayed it.
  package var delays: PushDelays = []
  /// What else is known.
  var flags: LedgerFlags = []

  /// A row about which nothing is known but its place.
  init(message: MessageID, install: InstallID, time: SimTime, record: RecordID) {
    self.message = message
    self.install = install
    self.time = time
    decided = record
  }

  /// Some accepted copy has neither been handed over nor ended.
  package var isOpen: Bool { flags.contains(.copyOpen) || olderCopies != .max }

  /// The install was truly the user's, or somebody sent to it.
  package var isTargeted: Bool { flags.contains(.targeted) }

  /// Where it was seen.
  var surface: Surface? { seenAt == 0 ? nil : Surface(rawValue: seenAt - 1) }
}

/// What kind of cause a row holds.
enum CauseKind: UInt8, BitwiseCopyable, Sendable {
  case nothing, rule, defence, code, unsent, fault
}

/// What else a row knows.
struct LedgerFlags: OptionSet, BitwiseCopyable, Sendable {
  let rawValue: UInt16
  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The newest copy is open.
  static let copyOpen = LedgerFlags(rawValue: 1 << 0)
  /// The install was truly the user's, or somebody sent to it.
  static let targeted = LedgerFlags(rawValue: 1 << 1)
  /// It came through the inbox sync.
  static let synced = LedgerFlags(rawValue: 1 << 2)
  /// The push reached code that took it without showing it.
  static let handled = LedgerFlags(rawValue: 1 << 3)
  /// A fault ate its last passage.
  static let lost = LedgerFlags(rawValue: 1 << 4)
  /// A copy reached code.
  static let handed = LedgerFlags(rawValue: 1 << 5)
  /// It stood in the tray or on a banner once.
  static let stood = LedgerFlags(rawValue: 1 << 6)
  /// It alerted once.
  static let alerted = LedgerFlags(rawValue: 1 << 7)
  /// The person tapped it.
  static let tapped = LedgerFlags(rawValue: 1 << 8)
  /// The server counted the opening.
  static let opened = LedgerFlags(rawValue: 1 << 9)
  /// The person replied to it.
  static let replied = LedgerFlags(rawValue: 1 << 10)
  /// The server counted the reply.
  static let replyCounted = LedgerFlags(rawValue: 1 << 11)
  /// The row waits in the queue of rows to fold.
  static let queued = LedgerFlags(rawValue: 1 << 12)
}

/// What the ledger knows of a message as a whole.
package struct MessageRow: BitwiseCopyable, Sendable {
  /// The message.
  package var message: MessageID
  /// Whose content it is; nobody's for a topic.
  package var user: UserID = .none
  /// The topic that it belongs to.
  package var topic: NameID = .none
  /// Where a tap leads.
  package var link: NameID = .none
  /// When the server took it.
  package var takenAt: SimTime
  /// The record of that.
  package var taken: RecordID
  /// The last record by which the sender spoke of it without sending to anybody.
  var senderSaid = RecordID.none
  /// The first row of the message; only kept where rows are kept.
  var head: UInt32 = .max
  /// The line of the fault that ate a request for it, if any.
  var lostLine: UInt32 = 0
  /// The rule of a refusal that named no install.
  var refusalRule: UInt32 = 0
  /// How many rows it has.
  var rows: UInt32 = 0
  /// The server took it.
  var isTaken = false
  /// A request for it named no install: FCM knows whom it is for.
  var isForMany = false
  /// Its transaction was rolled back: there is no such message.
  var isUndone = false
  /// What the server's own record says, as a raw value of `Outcome`, plus one; zero for nothing.
  var outcome: UInt8 = 0
  /// Why the server sent to nobody, as a raw value of `Unsent`, plus one; zero for no reason.
  var unsent: UInt8 = 0

  /// The code of a refusal that named no install, as a raw value of `FCMCode`; zero for none.
  var refusal: UInt8 = 0

  /// A message about which nothing is known.
  init(message: MessageID, time: SimTime, record: RecordID) {
    self.message = message
    takenAt = time
    taken = record
  }

  /// A request for it named no install, and there was nobody whom FCM knew it to be for.
  package var reachedNobody: Bool { isForMany && rows == 0 }

  /// The server's own record names an outcome.
  package var isSettled: Bool { outcome != 0 }

  /// The outcome that the server's own record names.
  package var serverOutcome: Outcome? { outcome == 0 ? nil : Outcome(rawValue: outcome - 1) }
}
