import PushDomain
import Rulebook
import SimKernel

extension PushServer {
  /// What the checks before a send say.
  private enum Gate {
    case open
    case closed(Unsent, Outcome)
    case until(SimTime)
  }

  /// Tries to send a job now: checks again what can have changed, then sends or waits.
  func attempt(_ job: UInt32, _ state: inout ServerState, in context: inout StepContext) {
    switch gate(job, &state, at: context.now) {
    case .closed(let reason, let outcome):
      end(job, reason, outcome, &state, in: &context)
    case .until(let instant):
      noteHeld(job, by: rules.guide.quietAction.key, &state, in: &context)
      hold(job, until: instant, &state, in: &context)
    case .open:
      guard !joinsBackoff(job, &state, in: &context),
        !sendsBySocket(job, &state, in: &context)
      else { return }
      guard tokenIsReady(for: job, &state, in: &context) else { return }
      send(job, &state, in: &context)
    }
  }

  /// What stands between a job and its send.
  private func gate(_ job: UInt32, _ state: inout ServerState, at now: SimTime) -> Gate {
    let order = state.orders[state.jobs[job].order]
    if order.isRetracted { return .closed(.retracted, .retracted) }
    if order.isExpired || isTooLate(state.jobs[job], order, at: now) {
      return .closed(.expired, .expired)
    }
    let design = state.nodes[Int(state.jobs[job].node)].design
    if state.jobs[job].row != .max {
      if let closed = rowGate(job, order, design, &state) { return closed }
      if state.jobs[job].tries == 0, let wait = quietGate(job, order, &state, at: now) {
        return wait
      }
    }
    if case .address = order.order.audience, state.jobs[job].address.isNone {
      return .closed(.noAddress, .noRow)
    }
    return .open
  }

  /// Whether the life of a message is over before it left; a message that lives for no time has
  /// one try.
  private func isTooLate(_ job: SendJob, _ order: PendingOrder, at now: SimTime) -> Bool {
    let ttl = order.order.ttlMilliseconds
    guard ttl != FCMRequest.unset, ttl >= 0 else { return false }
    if ttl == 0 { return job.tries > 0 }
    return now > order.dueAt + .milliseconds(ttl)
  }

  /// What the row says, read again or as the worker remembers it.
  private func rowGate(
    _ job: UInt32, _ order: PendingOrder, _ design: Design, _ state: inout ServerState
  ) -> Gate? {
    let handle = state.jobs[job].row
    let isThere =
      state.rows.contains(handle) && state.rows[handle].installKey == state.jobs[job].rowKey
    if design.has(.readRowAtSend) || rules.guide.rowRead.answer == .fresh {
      guard isThere, state.rows[handle].user == state.jobs[job].user else {
        return .closed(.noRow, .noRow)
      }
      state.jobs[job].address = state.rows[handle].address
      state.jobs[job].rowRecord = state.rows[handle].record
      state.jobs[job].isEnabled = state.rows[handle].isEnabled
    }
    if state.jobs[job].address.isNone { return .closed(.noAddress, .noRow) }
    if isThere {
      if design.has(.optOutAtSend), hasOptedOut(state.topics(of: handle), order.order) {
        return .closed(.optedOut, .optedOut)
      }
      if design.has(.enabledCheckAtSend), !state.rows[handle].isEnabled,
        rules.guide.disabledAction.answer == .notSent, !order.order.payload.flags.contains(.silent)
      {
        return .closed(.disabled, .disabled)
      }
    }
    if !order.isRemoval, wasReadElsewhere(job, &state) {
      return .closed(.seenElsewhere, .retracted)
    }
    return nil
  }

  /// Whether a row does not want a topic's message (any more).
  private func hasOptedOut(_ topics: TopicSet, _ order: SendOrder) -> Bool {
    switch order.audience {
    case .topic(let topic): !topics.contains(TopicSet(topic))
    case .everyone, .user:
      !order.payload.topic.isNone && !topics.contains(TopicSet(order.payload.topic))
    case .fcmTopic, .condition, .group, .slot, .address: false
    }
  }

  /// Whether the person read the message on another device before it was sent to this one.
  private func wasReadElsewhere(_ job: UInt32, _ state: inout ServerState) -> Bool {
    let message = state.jobs[job].message
    guard state.log.has(message) else { return false }
    if state.log[message].flags.contains(.isRead) { return true }
    guard !state.readers.isEmpty else { return false }
    let user = state.jobs[job].user
    return state.readers.contains { $0.message == message && $0.user == user }
  }

  /// Whether the target's quiet hours last.
  private func quietGate(
    _ job: UInt32, _ order: PendingOrder, _ state: inout ServerState, at now: SimTime
  ) -> Gate? {
    let user = state.jobs[job].user
    guard order.order.respectsQuietHours, !user.isNone else { return nil }
    let history = state.users[user.index].history
    let from = state.histories[history].quietFrom
    let to = state.histories[history].quietTo
    guard from != to else { return nil }
    let row = state.jobs[job].row
    guard state.rows.contains(row) else { return nil }
    let design = state.nodes[Int(state.jobs[job].node)].design
    var zone = state.rows[row].zoneMinutes
    let isByName = design.has(.quietHoursByZoneName) || rules.guide.quietZone.answer == .name
    if isByName {
      zone = state.calendar.offset(zone, asOf: state.rows[row].uploadedAt, at: now)
    }
    guard
      let rest = state.calendar.remaining(from: from, to: to, zoneMinutes: zone, at: now)
    else { return nil }
    guard rules.guide.quietAction.answer == .held else { return .closed(.quietHours, .disabled) }
    guard isByName else { return .until(now + rest) }
    return .until(state.calendar.end(of: rest, zoneMinutes: zone, from: now))
  }

  /// Notes that a rule keeps a job waiting, which its request will go back to.
  func noteHeld(
    _ job: UInt32, by rule: RuleKey, because: RecordID = .none, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    let entry = state.jobs[job]
    guard !state.orders[entry.order].isRemoval else { return }
    state.jobs[job].record = context.note(
      .held, message: entry.message, install: entry.install, user: entry.user,
      operand: rule.rawValue, because: because, cause: entry.record)
  }

  /// Lets a job wait for an instant that has nothing to do with failures.
  func hold(
    _ job: UInt32, until instant: SimTime, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    state.jobs[job].step = .held
    state.jobs[job].dueAt = instant
    state.jobs[job].generation = state.nextArming()
    context.arm(
      Timer(.serverQuiet, index: job, generation: state.jobs[job].generation, at: instant))
  }

  /// Puts a job's request on the way.
  func send(_ job: UInt32, _ state: inout ServerState, in context: inout StepContext) {
    let node = Int(state.jobs[job].node)
    let request = request(for: job, &state, at: context.now)
    guard !libraryRefuses(request, job, &state, in: &context) else { return }
    noteRetry(job, &state, in: &context)
    state.jobs[job].tries += state.jobs[job].tries == .max ? 0 : 1
    if state.nodes[node].token.isKnownBad {
      context.note(
        .tokenMisused, message: state.jobs[job].message, operand: UInt32(node),
        cause: state.jobs[job].record)
    }
    let record = context.note(
      .requestSent, message: state.jobs[job].message, install: state.jobs[job].install,
      user: state.jobs[job].user, operand: request.address.rawValue,
      detail: state.jobs[job].tries, because: state.jobs[job].rowRecord,
      cause: state.jobs[job].record)
    state.jobs[job].record = record
    state.jobs[job].step = .sent
    state.jobs[job].sentAt = context.now
    state.jobs[job].sentOnClock = clock(of: node, state, at: context.now)
    state.jobs[job].generation = state.nextArming()
    state.requestCount += 1
    let tag = JobTag.make(handle: job, serial: state.jobs[job].serial)
    context.transmit(from: .server, to: .fcm, .send(job: tag, request), cause: record)
    context.arm(
      Timer(
        .serverTimeout, index: job, generation: state.jobs[job].generation,
        at: context.now + patience(library(state))))
    _ = dies(node, at: .sentAccepted, &state, in: &context)
  }

  /// How long the sender waits for an answer.
  func patience(_ sdk: AdminSDK) -> SimDuration {
    switch sdk {
    case .plain: rules.design.providerTimeout.duration
    case .python, .pythonAsync: rules.admin.pyTimeout.duration
    case .node: rules.admin.nodeTimeout.duration
    }
  }

  /// The request that a job stands for, as its node's design writes it.
  private func request(
    for job: UInt32, _ state: inout ServerState, at now: SimTime
  ) -> FCMRequest {
    let entry = state.jobs[job]
    let order = state.orders[entry.order].order
    let node = state.nodes[Int(entry.node)]
    var request = FCMRequest(
      payload: payload(of: order, node), address: entry.address)
    switch order.audience {
    case .fcmTopic(let name): (request.audience, request.audienceKind) = (name, .topic)
    case .condition(let name): (request.audience, request.audienceKind) = (name, .condition)
    case .group(let name): (request.audience, request.audienceKind) = (name, .group)
    case .user, .topic, .slot, .address, .everyone: break
    }
    request.priority = priority(of: order, for: entry, node.design, state, at: now)
    request.ttlMilliseconds = order.ttlMilliseconds
    if let bytes = order.bytes { request.bytes = bytes }
    request.defect = order.defect
    request.validateOnly = order.dryRun
    request.sender = UInt16(state.project.rawValue)
    request.credential = credential(of: Int(entry.node), state, at: now)
    return request
  }

  /// What the message says: data or notification, content or hint.
  func payload(of order: SendOrder, _ node: ServerNode) -> PushPayload {
    var payload = order.payload
    if !order.kindIsSet { payload.kind = node.design.has(.sdkDraws) ? .data : .notification }
    let isRemoval = payload.flags.contains(.retraction)
    if node.design.has(.hintPayload), !payload.user.isNone, !isRemoval {
      payload.flags.insert(.hint)
      payload.user = .none
      if node.design.has(.sdkDraws) { payload.kind = .data }
    }
    if node.design.has(.collapseByMessageID), payload.tag.isNone, !isRemoval {
      payload.tag = .ofMessage(payload.message)
    }
    if node.renamesKeys, !node.design.has(.addOnlyKeys) { payload.flags.insert(.renamedKeys) }
    return payload
  }

  /// The asked priority, lowered where nobody would see the message.
  private func priority(
    of order: SendOrder, for job: SendJob, _ design: Design, _ state: borrowing ServerState,
    at now: SimTime
  ) -> Priority? {
    guard order.priority == .high, job.row != .max else { return order.priority }
    if design.has(.enabledCheckAtSend), !job.isEnabled { return .normal }
    guard design.has(.demoteSilentInstalls), Int(job.row) < state.lastSign.count else {
      return .high
    }
    let sign = SimTime.zero + .seconds(Int64(state.lastSign[Int(job.row)]))
    return now - sign > rules.design.silentAfter.duration ? .normal : .high
  }

  /// Ends a job without another request, and says why.
  func end(
    _ job: UInt32, _ reason: Unsent, _ outcome: Outcome, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    let entry = state.jobs[job]
    guard !state.orders[entry.order].isRemoval else {
      // What becomes of a removal is no outcome of the message that it removes.
      finish(job, outcome, entry.record, &state, in: &context)
      return
    }
    var because = entry.rowRecord
    if entry.row != .max, state.rows.contains(entry.row),
      state.rows[entry.row].installKey == entry.rowKey
    {
      because = state.rows[entry.row].record
    } else if !entry.user.isNone {
      because = state.histories[state.users[entry.user.index].history].lastUnlink
    }
    let record = context.note(
      .notSent, message: entry.message, install: entry.install, user: entry.user,
      operand: entry.row, detail: reason.rawValue, because: because, cause: entry.record)
    finish(job, outcome, record, &state, in: &context)
  }

  /// Writes a job's outcome down, which removes it; the last one settles the message.
  func finish(
    _ job: UInt32, _ outcome: Outcome, _ record: RecordID, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    let order = state.jobs[job].order
    let entry = state.jobs.remove(job)
    if entry.row != .max { state.backoff.remove(entry.row, ifValue: job) }
    if entry.hasJoined { releaseJoined(entry, &state, in: &context) }
    state.orders[order].open -= 1
    state.orders[order].lastRecord = record
    improve(order, outcome, &state)
    settleIfDone(order, &state, in: &context)
  }

  /// Lets an outcome count for the message: an acceptance beats everything, else the first stands.
  func improve(_ order: UInt32, _ outcome: Outcome, _ state: inout ServerState) {
    guard let present = state.orders[order].outcome else {
      state.orders[order].outcome = outcome
      return
    }
    if outcome == .accepted || present == .noRow { state.orders[order].outcome = outcome }
  }

  /// Names the outcome of a message once nothing of it is open.
  func settleIfDone(
    _ handle: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    let order = state.orders[handle]
    guard order.isPlanned, !order.isCampaign, order.open == 0 else { return }
    guard !order.isRemoval else {
      state.orders.remove(handle)
      return
    }
    let outcome =
      order.order.dryRun && order.outcome == .accepted ? .dryRun : order.outcome ?? .noRow
    context.note(
      .messageSettled, message: order.order.payload.message, user: order.order.payload.user,
      detail: outcome.rawValue, because: order.lastRecord, cause: order.record)
    let message = order.order.payload.message
    if state.log.has(message) { state.log[message].order = .max }
    state.orders.remove(handle)
  }
}
