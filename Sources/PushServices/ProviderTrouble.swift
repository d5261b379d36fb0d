import PushDomain
import Rulebook
import SimKernel

/// Unusual behaviour of FCM that a story set.
struct Trouble: Sendable {
  /// Answers to give, first come first served.
  var answers: [WrongAnswer] = []
  /// How late answers are.
  var slow = SimDuration.zero
  /// For how many answers more.
  var slowLeft: UInt32 = 0
  /// The line that made them late.
  var slowLine: UInt32 = 0
  /// How late FCM learns of dead addresses; negative where the reading decides.
  var tellDeadAfter = SimDuration.microseconds(-1)
  /// What registrations are answered.
  var registrationError = RegistrationError.none
  /// For how many requests more.
  var registrationLeft: UInt32 = 0
  /// They are not answered at all.
  var registrationIsSilent = false
  /// The line that said so.
  var registrationLine: UInt32 = 0
  /// Addresses that are called dead though they are alive.
  var condemned: [Condemned] = []

  /// An answer that a story set.
  struct WrongAnswer: BitwiseCopyable, Sendable {
    var code: FCMCode
    var retryAfterSeconds: Int32
    var left: UInt32
    var delivers: Bool
    var line: UInt32
  }

  /// An address that is called dead.
  struct Condemned: BitwiseCopyable, Sendable {
    var address: AddressID
    var left: UInt32
    var line: UInt32
  }

  /// Takes the next wrong answer, if a story set one.
  mutating func nextAnswer() -> WrongAnswer? {
    guard let first = answers.first else { return nil }
    Self.countDown(&answers[0].left)
    if answers[0].left == 0 { answers.removeFirst() }
    return first
  }

  /// The line that calls an address dead this time, if any does.
  mutating func condemns(_ address: AddressID) -> UInt32? {
    guard let index = condemned.firstIndex(where: { $0.address == address }) else { return nil }
    let line = condemned[index].line
    Self.countDown(&condemned[index].left)
    if condemned[index].left == 0 { condemned.remove(at: index) }
    return line
  }

  /// Counts down, unless it goes on until it is ended.
  static func countDown(_ left: inout UInt32) {
    if left != .max { left -= 1 }
  }
}

/// An answer to a send that waits because answers are slow.
struct LateAnswer: BitwiseCopyable, Sendable {
  var to: Place
  var job: UInt32
  var answer: FCMAnswer
  var cause: RecordID
}

extension FCMService {
  /// Takes what a story says about FCM.
  func operate(
    _ state: inout FCMState, _ action: ProviderAction, in context: inout StepContext
  ) {
    switch action {
    case .answer(let code, let retryAfterSeconds, let next, let delivers, let line):
      guard next > 0 else { return }
      state.trouble.answers.append(
        Trouble.WrongAnswer(
          code: code, retryAfterSeconds: retryAfterSeconds, left: next, delivers: delivers,
          line: line))
    case .recover: state.trouble = Trouble()
    case .slow(let span, let next):
      state.trouble.slow = span
      state.trouble.slowLeft = next
      state.trouble.slowLine = context.line
    case .tellDeadAfter(let span): state.trouble.tellDeadAfter = span
    case .registration(let error, let next, let silent):
      state.trouble.registrationError = error
      state.trouble.registrationLeft = next
      state.trouble.registrationIsSilent = silent
      state.trouble.registrationLine = context.line
    case .rotate(let slot): rotate(&state, slot, in: &context)
    case .condemn(let slot, let next):
      let address = namedAddress(&state, slot, in: &context)
      guard !address.isNone, next > 0 else { return }
      state.trouble.condemned.append(
        Trouble.Condemned(address: address, left: next, line: context.line))
    case .lower(let slot):
      let address = namedAddress(&state, slot, in: &context)
      if !address.isNone { fallIntoDisfavour(&state, address, at: context.now) }
    case .member(let group, let slot, let change):
      let address = namedAddress(&state, slot, in: &context)
      guard !address.isNone else { return }
      self.change(&state, group, change, address, in: &context)
    }
  }

  /// The live address of a slot; that there is none is the story's mistake.
  func namedAddress(
    _ state: inout FCMState, _ slot: SlotID, in context: inout StepContext
  ) -> AddressID {
    let address = state.address(of: slot)
    if address.isNone {
      context.note(.storyMistake, detail: StoryMistake.noAddress.rawValue)
    }
    return address
  }

  /// The rule that an error code rests on.
  func rule(of code: FCMCode) -> RuleKey {
    switch code {
    case .ok: .none
    case .invalidArgument: rules.errors.invalidArgument.key
    case .unregistered: rules.errors.unregistered.key
    case .senderIDMismatch: rules.errors.senderMismatch.key
    case .permissionDenied: rules.errors.permission.key
    case .quotaExceeded: rules.rates.overload.key
    case .unavailable: rules.errors.unavailable.key
    case .internal: rules.errors.serverError.key
    case .thirdPartyAuth: rules.errors.thirdPartyAuth.key
    case .unauthenticated: rules.errors.oauth.key
    case .unspecified: rules.errors.unspecified.key
    case .html: rules.errors.html.key
    }
  }

  /// Whether a message that is answered wrongly is accepted all the same.
  func isAcceptedAllTheSame(_ wrong: Trouble.WrongAnswer) -> Bool {
    if wrong.delivers { return true }
    switch wrong.code {
    case .internal, .unavailable: return rules.errors.serverErrorAccepted.answer == .accepted
    default: return false
    }
  }
}
