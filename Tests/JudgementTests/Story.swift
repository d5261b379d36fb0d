import Judgement
import PushDomain
import SimKernel

/// Writes records by hand, as machines would, and lets a judge read them.
struct Story: ~Copyable {
  /// The judge.
  var judge: Judge
  /// The present.
  private(set) var now = SimTime.zero
  /// What was observed.
  private var history = History(isKept: false)

  /// A story that has not begun.
  init(foldingAfter grace: SimDuration? = nil) { judge = Judge(foldingAfter: grace) }

  /// Lets time pass.
  mutating func wait(_ span: SimDuration = .seconds(1)) { now += span }

  /// Notes something at the present instant.
  @discardableResult
  mutating func note(
    _ fact: Fact, message: UInt32? = nil, copy: UInt32? = nil, install: UInt32? = nil,
    user: UInt32? = nil, operand: UInt32 = 0, detail: UInt8 = 0, because: RecordID = .none,
    cause: RecordID = .none
  ) -> RecordID {
    var record = Record(fact)
    record.time = now
    record.message = message.map { MessageID(rawValue: $0) } ?? .none
    record.copy = copy.map { CopyID(rawValue: $0) } ?? .none
    record.install = install.map { InstallID(rawValue: $0) } ?? .none
    record.user = user.map { UserID(rawValue: $0) } ?? .none
    record.operand = operand
    record.detail = detail
    record.because = because
    record.cause = cause
    let id = history.append(record)
    judge.observe(history)
    history.markObserved()
    return id
  }

  /// A person signs in on an install of the device with the same number.
  @discardableResult
  mutating func signIn(_ user: UInt32, on install: UInt32 = 0) -> RecordID {
    note(.signedIn, install: install, user: user)
  }

  /// The server takes a message and asks FCM, which accepts it as a copy of the same number.
  mutating func send(
    _ message: UInt32, to user: UInt32? = 0, copy: UInt32? = nil, install: UInt32 = 0,
    topic: UInt32 = 0, link: UInt32? = nil
  ) {
    note(.messageTaken, message: message, copy: link, user: user, operand: topic)
    note(.requestSent, message: message, install: install, user: user)
    note(.accepted, message: message, copy: copy ?? message, install: install)
    note(.messageSettled, message: message, detail: Outcome.accepted.rawValue)
  }

  /// A copy reaches the app's code.
  mutating func deliver(_ message: UInt32, copy: UInt32? = nil, install: UInt32 = 0) {
    let copy = copy ?? message
    note(.released, message: message, copy: copy, install: install)
    note(.delivered, message: message, copy: copy, install: install)
    note(
      .handed, message: message, copy: copy, install: install,
      detail: HandOver.callback.rawValue)
  }

  /// A copy is shown in the tray, with a sound.
  @discardableResult
  mutating func show(
    _ message: UInt32, of user: UInt32? = 0, copy: UInt32? = nil, install: UInt32 = 0,
    alerts: Bool = true
  ) -> RecordID {
    note(
      .shown, message: message, copy: copy, install: install, user: user,
      operand: alerts ? 1 : 0, detail: Surface.tray.rawValue)
  }

  /// The fate of a message on an install, in words.
  func fate(_ message: UInt32, on install: UInt32 = 0) -> FateEntry? {
    judge.ledger.entry(MessageID(rawValue: message), on: InstallID(rawValue: install))
  }

  /// The promises that were broken, in the order of the list.
  var broken: [Promise] {
    Promise.allCases.filter { judge.verdict($0) == .violated }
  }

  /// Ends the story at rest.
  mutating func settle(_ ending: Ending = Ending()) {
    wait()
    var ending = ending
    ending.isSettled = true
    ending.time = now
    judge.finish(ending)
  }

  /// The violations of a promise.
  func violations(_ promise: Promise) -> [Violation] { judge.violations.all(promise) }
}
