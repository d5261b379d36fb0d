import PushDomain
import Rulebook
import SimKernel

/// What an answer tells the sender to do.
private enum Instruction {
  /// The address is dead, or not ours.
  case dead(RowEnd)
  /// Nothing would change it.
  case refused
  /// A new access token may.
  case renew
  /// Later, and not before the wait has passed.
  case again(wait: SimDuration, rule: RuleKey, isInner: Bool)
}

extension PushServer {
  private static let jitter = Label("server.retry.jitter")

  /// Reads FCM's answer to a job.
  func conclude(
    _ tag: UInt32, with answer: FCMAnswer, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    state.answers[Int(answer.code.rawValue)] += 1
    let job = JobTag.handle(tag)
    guard state.jobs.contains(job), JobTag.matches(tag, serial: state.jobs[job].serial) else {
      return
    }
    let step = state.jobs[job].step
    // An answer after its time-out still tells of an acceptance; a dead worker hears nothing.
    guard step == .sent || step == .waiting && answer.code == .ok else { return }
    state.jobs[job].record = context.cause
    if answer.code == .ok {
      accept(job, &state, in: &context)
      return
    }
    let instruction = asRead(instruction(for: answer, job, &state, in: &context))
    watchForMassDeath(instruction, &state, in: &context)
    switch instruction {
    case .dead(let end):
      if state.nodes[Int(state.jobs[job].node)].design.has(.pruneUnregistered) {
        bury(job, end, &state, in: &context)
      }
      finish(job, .refused, context.cause, &state, in: &context)
    case .refused: finish(job, .refused, context.cause, &state, in: &context)
    case .renew: renewToken(for: job, &state, in: &context)
    case .again(let wait, let rule, let isInner):
      fail(job, wait: wait, rule: rule, isInner: isInner, &state, in: &context)
    }
  }

  /// What the server makes of an instruction: it may take more answers for a dead address.
  private func asRead(_ instruction: Instruction) -> Instruction {
    switch (rules.guide.deadAnswers.answer, instruction) {
    case (_, .dead), (.asTold, _), (.anyRefusal, .renew), (.anyRefusal, .again): instruction
    case (.anyRefusal, .refused), (.anyError, _): .dead(.misread)
    }
  }

  /// FCM has it: the worker writes that down, unless it dies first.
  @inline(__always)
  private func accept(
    _ job: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    if state.anyNodeHas(.massDeletionGuard) { state.guardWindow.answers += 1 }
    let node = Int(state.jobs[job].node)
    guard !dies(node, at: .acceptedRecorded, &state, in: &context) else { return }
    if rules.guide.rowSave.answer == .asRead { saveRow(of: job, &state, in: &context) }
    let row = state.jobs[job].row
    if !state.condemned.isEmpty, row != .max, state.rows.contains(row),
      state.rows[row].isCondemned
    {
      state.rows[row].isCondemned = false
      state.condemned.removeAll { $0.row == row }
    }
    finish(job, .accepted, context.cause, &state, in: &context)
  }

  /// The table of errors: each one is an instruction.
  private func instruction(
    for answer: FCMAnswer, _ job: UInt32, _ state: inout ServerState,
    in context: inout StepContext
  ) -> Instruction {
    let design = state.nodes[Int(state.jobs[job].node)].design
    switch answer.code {
    case .ok: preconditionFailure("an acceptance needs no instruction")
    case .unregistered: return .dead(.unregistered)
    case .senderIDMismatch: return .dead(.senderMismatch)
    case .invalidArgument:
      // One status for a bad address and a bad message: only the detail tells them apart.
      guard design.has(.errorScope), answer.detail != .fcmError else { return .dead(.badAddress) }
      return .refused
    case .html:
      // A wrong path answers 404 too. Who reads the status alone takes it for a dead address.
      let isRead = library(state) == .node || !design.has(.errorScope)
      return isRead && library(state) != .python && library(state) != .pythonAsync
        ? .dead(.unregistered) : .refused
    case .unauthenticated:
      // Node calls it an APNs error and keeps the token.
      if library(state) == .node {
        state.nodes[Int(state.jobs[job].node)].token.isKnownBad = true
        return .refused
      }
      return .renew
    case .permissionDenied, .thirdPartyAuth: return .refused
    case .quotaExceeded: return overQuota(answer, job, &state, in: &context)
    case .unavailable, .internal, .unspecified:
      return serverError(answer, job, &state, in: &context)
    }
  }

  /// After 429: as Retry-After says, or a minute, growing.
  private func overQuota(
    _ answer: FCMAnswer, _ job: UInt32, _ state: inout ServerState,
    in context: inout StepContext
  ) -> Instruction {
    let rule = rules.errors.retry429Wait
    let header = headerWait(answer, job, state)
    let least = header ?? rule.duration
    state.jobs[job].demandedWait = demandedWait(answer) ?? rule.duration
    if library(state) == .python, header != nil,
      state.jobs[job].innerTries < UInt8(clamping: rules.admin.pySyncRetries.count)
    {
      return .again(
        wait: min(least, rules.admin.pyRetryAfterCap.duration), rule: rules.admin.pySync429.key,
        isInner: true)
    }
    let wait = backoff(
      from: max(least, rule.duration), job, atLeast: least, &state, in: &context)
    return .again(
      wait: header ?? wait, rule: rule.key, isInner: false)
  }

  /// After a server error: as Retry-After says, or backoff; the libraries first try by themselves.
  private func serverError(
    _ answer: FCMAnswer, _ job: UInt32, _ state: inout ServerState,
    in context: inout StepContext
  ) -> Instruction {
    let header = headerWait(answer, job, state)
    let rule = rules.errors.retry5xxFirst
    state.jobs[job].demandedWait = demandedWait(answer) ?? rule.duration
    if let wait = innerWait(answer, job, state) {
      return .again(wait: wait, rule: innerRule(state), isInner: true)
    }
    let wait = backoff(
      from: rules.design.sendRetryFirst.duration, job, atLeast: header ?? .zero, &state,
      in: &context)
    return .again(wait: header ?? wait, rule: rule.key, isInner: false)
  }

  /// How long FCM truly asks a sender to wait, where it says so.
  private func demandedWait(_ answer: FCMAnswer) -> SimDuration? {
    answer.retryAfterSeconds >= 0 ? .seconds(Int64(answer.retryAfterSeconds)) : nil
  }

  /// How long a sender reads it to wait: a date is compared with the clock of the node.
  private func headerWait(
    _ answer: FCMAnswer, _ job: UInt32, _ state: borrowing ServerState
  ) -> SimDuration? {
    guard let wait = demandedWait(answer) else { return nil }
    guard answer.retryAfterIsDate else { return wait }
    return max(wait - state.nodes[Int(state.jobs[job].node)].clockOffset, .zero)
  }

  /// The library that the server sends with.
  @inline(__always)
  func library(_ state: borrowing ServerState) -> AdminSDK {
    state.adminSDK ?? AdminSDK(rawValue: rules.admin.library.answer.rawValue) ?? .plain
  }

  /// The rule by which the library repeats by itself.
  private func innerRule(_ state: borrowing ServerState) -> RuleKey {
    switch library(state) {
    case .plain, .python: rules.admin.pySyncRetries.key
    case .pythonAsync: rules.admin.pyAsyncRetries.key
    case .node: rules.admin.nodeRetries.key
    }
  }

  /// How long a library of Firebase waits before it repeats by itself; nothing where it does not.
  private func innerWait(
    _ answer: FCMAnswer, _ job: UInt32, _ state: borrowing ServerState
  ) -> SimDuration? {
    let tries = state.jobs[job].innerTries
    let step = tries == 0 ? .zero : rules.admin.pySyncWait.duration * (1 << Int64(tries - 1))
    let header = headerWait(answer, job, state)
    switch library(state) {
    case .plain: return nil
    case .python:
      guard tries < rules.admin.pySyncRetries.count else { return nil }
      return header.map { min($0, rules.admin.pyRetryAfterCap.duration) } ?? step
    case .pythonAsync: return tries < rules.admin.pyAsyncRetries.count ? step : nil
    case .node:
      guard answer.code == .unavailable, tries < rules.admin.nodeRetries.count else { return nil }
      let wait = header ?? step
      return wait > rules.admin.nodeRetryAfterMax.duration ? nil : wait
    }
  }

  /// Exponential backoff with jitter drawn for this message and target.
  func backoff(
    from first: SimDuration, _ job: UInt32, atLeast least: SimDuration,
    _ state: inout ServerState, in context: inout StepContext
  ) -> SimDuration {
    let entry = state.jobs[job]
    var wait = max(first, least)
    for _ in 0..<min(entry.failures, 16) {
      wait = wait * rules.design.sendRetryFactor.value
    }
    wait = max(min(wait, rules.design.sendRetryMax.duration), max(first, least))
    var counter = UInt32(entry.tries)
    let subject = UInt64(entry.message.rawValue) << 32 | UInt64(entry.install.rawValue)
    let part = context.choices.choose(
      Self.jitter.of(subject), counter: &counter, among: 16)
    return wait + .microseconds(wait.microseconds / 64 * Int64(part))
  }

  /// A request failed for now: the job waits, or the sender gives it up.
  func fail(
    _ job: UInt32, wait: SimDuration, rule: RuleKey, isInner: Bool,
    _ state: inout ServerState, in context: inout StepContext
  ) {
    if state.jobs[job].failingSince == .distantFuture {
      state.jobs[job].failingSince = context.now
    }
    state.jobs[job].failedAt = context.now
    state.jobs[job].demandingRule = rule.rawValue
    if isInner {
      state.jobs[job].innerTries += 1
    } else {
      state.jobs[job].innerTries = 0
      state.jobs[job].failures += state.jobs[job].failures == .max ? 0 : 1
    }
    let due = context.now + wait
    let repeats = isInner || state.nodes[Int(state.jobs[job].node)].design.has(.serverRetry)
    guard repeats, due <= state.jobs[job].failingSince + rules.design.sendGiveUp.duration else {
      end(job, .gaveUp, .gaveUp, &state, in: &context)
      return
    }
    armRetry(of: job, at: due, &state, in: &context)
  }

  /// Arms a job's next try, which is also the next try of its target.
  private func armRetry(
    of job: UInt32, at due: SimTime, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    state.jobs[job].step = .waiting
    state.jobs[job].dueAt = due
    state.jobs[job].generation = state.nextArming()
    let row = state.jobs[job].row
    if row != .max { state.backoff.set(row, to: job) }
    context.arm(
      Timer(.serverRetry, index: job, generation: state.jobs[job].generation, at: due))
  }

  /// A new event for a target that is failing joins its planned retry instead of waking the sender.
  @inline(__always)
  func joinsBackoff(
    _ job: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) -> Bool {
    !state.backoff.isEmpty && joinsRetry(job, &state, in: &context)
  }

  private func joinsRetry(
    _ job: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) -> Bool {
    let row = state.jobs[job].row
    guard row != .max, state.jobs[job].tries == 0, let other = state.backoff.value(of: row),
      other != job, state.jobs[other].step == .waiting, concerns(job, theTroubleOf: other, state)
    else { return false }
    state.jobs[other].hasJoined = true
    noteHeld(
      job, by: RuleKey(rawValue: state.jobs[other].demandingRule),
      because: state.jobs[other].record, &state, in: &context)
    state.jobs[job].step = .held
    state.jobs[job].dueAt = state.jobs[other].dueAt
    state.jobs[job].generation = state.jobs[other].generation
    return true
  }

  /// Whether what fails one job would fail another one to its target: a credential is its node's.
  private func concerns(
    _ job: UInt32, theTroubleOf other: UInt32, _ state: borrowing ServerState
  ) -> Bool {
    state.jobs[other].demandingRule != rules.oauth.invalidGrant.key.rawValue
      || state.jobs[other].node == state.jobs[job].node
  }

  /// A job's time has come again, and that of those that joined it.
  func resume(_ timer: Timer, _ state: inout ServerState, in context: inout StepContext) {
    guard state.jobs.contains(timer.index),
      state.jobs[timer.index].generation == timer.generation,
      state.jobs[timer.index].step == .waiting || state.jobs[timer.index].step == .held
    else { return }
    guard state.nodes[Int(state.jobs[timer.index].node)].isUp else { return }
    let row = state.jobs[timer.index].row
    state.scratch.removeAll(keepingCapacity: true)
    if state.jobs[timer.index].step == .waiting, row != .max {
      state.backoff.remove(row, ifValue: timer.index)
      if state.jobs[timer.index].hasJoined {
        state.jobs[timer.index].hasJoined = false
        collectJobs(&state) {
          $0.step == .held && $0.row == row && $0.generation == timer.generation
        }
      }
    }
    let isWhole =
      rules.guide.retryScope.answer == .message && state.jobs[timer.index].step == .waiting
      && state.jobs[timer.index].innerTries == 0
    state.scratch.insert(timer.index, at: 0)
    if isWhole { planAgain(timer.index, &state, in: &context) }
    runScratch(&state, in: &context)
  }

  /// The whole job of a message begins again: who waits comes along, and who was served is sent to.
  private func planAgain(
    _ job: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    let handle = state.jobs[job].order
    var open: [UInt32] = []
    var next = state.jobs.firstHandle(from: 0)
    while let other = next {
      next = state.jobs.firstHandle(from: other + 1)
      guard state.jobs[other].order == handle else { continue }
      open.append(state.jobs[other].row)
      guard other != job, state.jobs[other].step == .waiting else { continue }
      state.backoff.remove(state.jobs[other].row, ifValue: other)
      state.scratch.append(other)
    }
    let audience = state.orders[handle].order.audience
    next = state.rows.firstHandle(from: 0)
    while let row = next {
      next = state.rows.firstHandle(from: row + 1)
      let isMeant =
        switch audience {
        case .user(let user): state.rows[row].user == user
        case .topic(let topic): state.topics(of: row).contains(TopicSet(topic))
        default: false
        }
      guard isMeant, !open.contains(row) else { continue }
      planRow(row, handle, isCapped: false, &state, in: &context)
      if let made = state.scratch.last { state.jobs[made].record = state.jobs[job].record }
    }
  }

  /// Lets those go on that joined the retry of a job that is over.
  func releaseJoined(
    _ gone: SendJob, _ state: inout ServerState, in context: inout StepContext
  ) {
    var next = state.jobs.firstHandle(from: 0)
    while let job = next {
      next = state.jobs.firstHandle(from: job + 1)
      let entry = state.jobs[job]
      if entry.step == .held, entry.row == gone.row, entry.generation == gone.generation {
        hold(job, until: context.now, &state, in: &context)
      }
    }
  }

  /// No answer came: FCM may have the message or not.
  func timeOut(_ timer: Timer, _ state: inout ServerState, in context: inout StepContext) {
    let job = timer.index
    guard state.jobs.contains(job), state.jobs[job].generation == timer.generation,
      state.jobs[job].step == .sent
    else { return }
    miss(job, rule: rules.admin.pyReadRetry.key, isClosed: false, &state, in: &context)
  }

  /// The connection took no request: FCM does not have the message.
  func loseConnection(
    _ tag: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    let job = JobTag.handle(tag)
    guard state.jobs.contains(job), JobTag.matches(tag, serial: state.jobs[job].serial),
      state.jobs[job].step == .sent
    else { return }
    miss(job, rule: rules.admin.pySyncConnect.key, isClosed: true, &state, in: &context)
  }

  /// A request has no answer: the library repeats at once, or the job waits.
  private func miss(
    _ job: UInt32, rule python: RuleKey, isClosed: Bool, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    let entry = state.jobs[job]
    let record = context.note(
      .answerMissing, message: entry.message, install: entry.install, user: entry.user,
      operand: entry.address.rawValue, detail: isClosed ? 1 : 0, cause: entry.record)
    state.jobs[job].record = record
    context.cause = record
    let repeatsAtOnce =
      switch library(state) {
      case .plain, .pythonAsync: false
      case .python: entry.innerTries < rules.admin.pySyncConnect.count
      case .node: entry.innerTries < rules.admin.nodeRetries.count
      }
    // Who was never asked has asked for no wait.
    state.jobs[job].demandedWait = isClosed ? .zero : rules.errors.retry5xxFirst.duration
    if repeatsAtOnce {
      let rule = library(state) == .python ? python : rules.admin.nodeRetries.key
      fail(job, wait: .zero, rule: rule, isInner: true, &state, in: &context)
    } else {
      let wait = backoff(
        from: rules.design.sendRetryFirst.duration, job, atLeast: .zero, &state, in: &context)
      fail(
        job, wait: wait, rule: rules.errors.retry5xxFirst.key, isInner: false, &state,
        in: &context)
    }
  }

  /// Notes a request that repeats an earlier one, and whether it kept the wait it had to keep.
  func noteRetry(_ job: UInt32, _ state: inout ServerState, in context: inout StepContext) {
    let entry = state.jobs[job]
    let rule: UInt32
    let kept: Bool
    var because = entry.record
    if entry.failingSince != .distantFuture {
      rule = entry.demandingRule
      kept = context.now - entry.failedAt >= entry.demandedWait
    } else {
      // After a crash or a renewed token nothing failed that would demand a wait.
      rule =
        entry.renewals > 0 ? rules.oauth.on401.key.rawValue : rules.errors.ambiguous.key.rawValue
      kept = true
      if entry.renewals == 0 { because = state.lastDown }
    }
    state.jobs[job].record = context.note(
      .retried, message: entry.message, install: entry.install, user: entry.user,
      operand: rule, detail: kept ? 1 : 0, because: because, cause: entry.record)
  }

  /// Collects jobs, in the order of their making.
  func collectJobs(_ state: inout ServerState, where isWanted: (SendJob) -> Bool) {
    state.scratch.removeAll(keepingCapacity: true)
    var next = state.jobs.firstHandle(from: 0)
    while let job = next {
      next = state.jobs.firstHandle(from: job + 1)
      if isWanted(state.jobs[job]) { state.scratch.append(job) }
    }
    guard state.scratch.count > 1 else { return }
    var found = state.scratch
    found.sort { state.jobs[$0].serial < state.jobs[$1].serial }
    state.scratch = found
  }

  /// Counts whether answers speak of dead addresses, for the guard.
  private func watchForMassDeath(
    _ instruction: Instruction, _ state: inout ServerState, in context: inout StepContext
  ) {
    guard state.anyNodeHas(.massDeletionGuard) else { return }
    switch instruction {
    case .dead:
      state.guardWindow.answers += 1
      state.guardWindow.dead += 1
    case .refused, .renew, .again: break
    }
  }
}
