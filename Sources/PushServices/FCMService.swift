package import PushDomain
package import Rulebook
import SimKernel

/// Firebase Cloud Messaging: accepts, refuses, keeps, releases and forgets.
package struct FCMService: Sendable {
  /// One word from function to function, for what is in it never changes.
  private let setup: Setup

  /// The book, and its answers that every send asks for, which are read once.
  private final class Setup: Sendable {
    let rules: Rulebook
    let overDeviceRate: RateRules.OverDeviceRate
    let overDeviceRateInFanout: RateRules.OverDeviceRate
    let takesThrottledAlong: Bool
    let ignoresNotificationKey: Bool

    init(rules: Rulebook) {
      self.rules = rules
      overDeviceRate = rules.rates.deviceOver.answer
      overDeviceRateInFanout =
        rules.rates.fanoutDeviceOver.answer == .delayed ? .delayed : .dropped
      takesThrottledAlong = rules.rates.piggyback.answer == .flushed
      ignoresNotificationKey = rules.store.collapseNotificationKey.answer == .ignored
    }
  }

  /// Makes a provider that keeps some rules.
  package init(rules: Rulebook) { setup = Setup(rules: rules) }

  /// The rules in force.
  @inline(__always)
  package var rules: Rulebook { setup.rules }

  /// What becomes of a message over the rate of its device.
  @inline(__always)
  var overDeviceRate: RateRules.OverDeviceRate { setup.overDeviceRate }

  /// What becomes of a copy of a fan-out over the rate of its device: nobody can be refused then.
  @inline(__always)
  var overDeviceRateInFanout: RateRules.OverDeviceRate { setup.overDeviceRateInFanout }

  /// A message that is not throttled takes throttled ones along.
  @inline(__always)
  var takesThrottledAlong: Bool { setup.takesThrottledAlong }

  /// A notification message collapses under the package, whatever key it names.
  @inline(__always)
  var ignoresNotificationKey: Bool { setup.ignoresNotificationKey }

  /// Advances by one input.
  package func step(
    _ state: inout FCMState, _ input: ProviderInput, in context: inout StepContext
  ) {
    state.clock = context.now
    switch input {
    case .arrived(let packet): arrived(&state, packet, in: &context)
    case .wakefulness(let device, let isDozing):
      hearWakefulness(&state, device, isDozing: isDozing, in: &context)
    default: stepRarely(&state, input, in: &context)
    }
  }

  /// Advances by what is seldom told.
  @inline(never)
  private func stepRarely(
    _ state: inout FCMState, _ input: ProviderInput, in context: inout StepContext
  ) {
    switch input {
    case .arrived, .wakefulness: break
    case .link(let device, let link): connect(&state, device, link, in: &context)
    case .ready(let install): ready(&state, install, in: &context)
    case .timer(let timer): due(&state, timer, in: &context)
    case .operate(let action): operate(&state, action, in: &context)
    case .standby(let install, let bucket, let isCharging):
      noteBucket(&state, install, bucket, isCharging: isCharging)
    case .servicesCleared(let device): clearServices(&state, device, in: &context)
    case .deviceErased(let device): forget(&state, device, at: context.now)
    }
  }

  @inline(never)
  private func arrived(
    _ state: inout FCMState, _ packet: PacketID, in context: inout StepContext
  ) {
    let from = context.packets[packet.rawValue].from
    switch context.body(of: packet) {
    case .send(let job, let request):
      send(&state, request, job: job, from: from, in: &context)
    case .deliveryReport(let copy, let address, let report):
      reported(&state, report, copy: copy, address: address, in: &context)
    case .register(let request):
      register(&state, request, from: from, in: &context)
    case .unregister(let address, let install):
      unregister(&state, address, install: install, from: from, in: &context)
    case .topic(let address, let install, let topic, let subscribe):
      let status = changeTopic(
        &state, address, topic, isSubscribed: subscribe, in: &context)
      context.transmit(
        from: .fcm, to: from, .topicAnswer(install: install, topic: topic, status: status))
    case .tokenExchange(let node, let assertionTime):
      exchange(node: node, assertionTime: assertionTime, from: from, in: &context)
    case .socket, .socketPush, .socketConfirmation, .sendAnswer, .sendFailed, .deliver,
      .deletedMessages, .registerAnswer, .unregisterAnswer,
      .topicAnswer, .upload, .uploadAnswer, .erase, .eraseAnswer, .events, .eventsAnswer, .sync,
      .syncAnswer, .tokenAnswer:
      preconditionFailure("nobody sends FCM what is meant for others")
    }
  }

  @inline(__always)
  private func due(_ state: inout FCMState, _ timer: Timer, in context: inout StepContext) {
    let address = AddressID(rawValue: timer.index)
    switch timer.kind {
    case .fcmExpiry: expire(&state, address, in: &context)
    case .fcmThrottle:
      state.registrations[address.rawValue].marks.remove(.throttled)
      pump(&state, address, in: &context)
    case .fcmRetry: retryStopped(&state, address, in: &context)
    case .fcmLearn, .fcmUnregister: learn(&state, address, in: &context)
    case .fcmAnswer:
      let late = state.lateAnswers.remove(timer.index)
      context.transmit(
        from: .fcm, to: late.to, .sendAnswer(job: late.job, late.answer), cause: late.cause)
    case .fcmFanOut: advanceFanOut(&state, timer.index, in: &context)
    default: preconditionFailure("FCM is woken by its own timers only")
    }
  }

  // MARK: One send

  @inline(__always)
  private func send(
    _ state: inout FCMState, _ request: FCMRequest, job: UInt32, from: Place,
    in context: inout StepContext
  ) {
    var answer: FCMAnswer
    if state.trouble.answers.isEmpty {
      answer = judge(&state, request, in: &context)
    } else {
      answer = answerWrongly(&state, request, in: &context)
    }
    guard state.trouble.slowLeft > 0 else {
      context.transmit(from: .fcm, to: from, .sendAnswer(job: job, answer))
      return
    }
    Trouble.countDown(&state.trouble.slowLeft)
    context.note(
      .faultHit, message: request.payload.message, operand: state.trouble.slowLine)
    let handle = state.lateAnswers.insert(
      LateAnswer(to: from, job: job, answer: answer, cause: context.cause))
    context.arm(Timer(.fcmAnswer, index: handle, at: context.now + state.trouble.slow))
  }

  /// Answers as a story wants it, whatever the request deserves.
  private func answerWrongly(
    _ state: inout FCMState, _ request: FCMRequest, in context: inout StepContext
  ) -> FCMAnswer {
    guard let wrong = state.trouble.nextAnswer() else {
      return judge(&state, request, in: &context)
    }
    let install = state.install(of: request.address)
    let fault = context.note(
      .faultHit, message: request.payload.message, install: install, user: request.payload.user,
      operand: wrong.line, detail: wrong.code.rawValue)
    var answer: FCMAnswer
    if wrong.code == .ok || isAcceptedAllTheSame(wrong) {
      let accepted = judge(&state, request, in: &context)
      guard accepted.code == .ok, wrong.code != .ok else { return accepted }
      answer = FCMAnswer(wrong.code, detail: .fcmError, copy: accepted.copy)
    } else {
      answer = FCMAnswer(wrong.code, detail: .fcmError)
      noteRefusal(
        &state, request, rule(of: wrong.code).rawValue, wrong.code, because: fault,
        in: &context)
    }
    switch wrong.code {
    case .unauthenticated, .permissionDenied, .html: answer.detail = .none
    default: break
    }
    answer.rule = rule(of: wrong.code).rawValue
    answer.retryAfterSeconds = wrong.retryAfterSeconds
    answer.retryAfterIsDate = rules.rates.retryAfter.answer == .httpDate
    return answer
  }

  /// Checks a request and takes it, or says why not.
  private func judge(
    _ state: inout FCMState, _ request: FCMRequest, in context: inout StepContext
  ) -> FCMAnswer {
    if var refusal = refusal(&state, of: request, in: &context) {
      if refusal.code == .quotaExceeded { tellWhenToRetry(&refusal) }
      noteRefusal(&state, request, refusal.rule, refusal.code, in: &context)
      return refusal
    }
    if request.validateOnly { return FCMAnswer(.ok) }
    if request.audienceKind == .none {
      let copy = accept(&state, request, for: request.address, in: &context)
      return FCMAnswer(.ok, copy: copy)
    }
    beginFanOut(&state, request, in: &context)
    return FCMAnswer(.ok)
  }

  /// Notes a refusal: of a message for many also on each phone that it would have gone to.
  @inline(never)
  private func noteRefusal(
    _ state: inout FCMState, _ request: FCMRequest, _ rule: UInt32, _ code: FCMCode,
    because: RecordID = .none, in context: inout StepContext
  ) {
    let record = context.note(
      .refused, message: request.payload.message,
      copy: CopyID(rawValue: request.address.rawValue),
      install: state.install(of: request.address), user: request.payload.user, operand: rule,
      detail: code.rawValue, because: because)
    // The answer goes back because of this, and whatever the server does then.
    context.cause = record
    guard request.audienceKind != .none else { return }
    forEachMember(&state, of: request, at: context.now) { state, address in
      context.note(
        .refused, message: request.payload.message, install: state.install(of: address),
        user: request.payload.user, operand: rule, detail: code.rawValue, because: because)
    }
  }

  /// Numbers a copy and sends it on, or keeps it.
  @discardableResult
  func accept(
    _ state: inout FCMState, _ request: FCMRequest, for address: AddressID,
    in context: inout StepContext
  ) -> CopyID {
    let copy = CopyID(rawValue: state.copyCount)
    state.copyCount &+= 1
    let install = state.registrations[address.rawValue].install
    let accepted = context.note(
      .accepted, message: request.payload.message, copy: copy, install: install,
      user: request.payload.user, operand: address.rawValue)
    let original = request.priority ?? usualPriority(of: request.payload.kind)
    let life = lifespan(of: request)
    var kept = KeptCopy(
      payload: request.payload, expires: context.now + life, copy: copy, cause: accepted,
      original: original, delivered: original, isUrgent: original == .high,
      isNowOrNever: life == .zero)
    kept.payload.collapseKey = collapseKey(of: request)
    if original == .high { lowerIfNeeded(&state, &kept, address, in: &context) }
    let overRate = request.audienceKind == .none ? overDeviceRate : overDeviceRateInFanout
    place(&state, &kept, at: address, overRate: overRate, in: &context)
    return copy
  }

  /// The key in force: the one that was named, or the package where a message collapses by itself.
  @inline(__always)
  private func collapseKey(of request: FCMRequest) -> NameID {
    let named = request.payload.collapseKey
    if request.payload.kind != .data, ignoresNotificationKey { return KeptCopy.packageKey }
    guard named.isNone else { return named }
    if request.payload.kind != .data { return KeptCopy.packageKey }
    switch request.audienceKind {
    case .topic, .condition: return request.bytes == 0 ? KeptCopy.packageKey : .none
    case .none, .group: return .none
    }
  }
}
