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
  @inline(__always)
  private func gate(_ job: UInt32, _ state: inout ServerState, at now: SimTime) -> Gate {
    let order = state.jobs[job].order
    if state.orders[order].isRetracted { return .closed(.retracted, .retracted) }
    if state.orders[order].isExpired || isTooLate(job, order, state, at: now) {
      return .closed(.expired, .expired)
    }
    if state.jobs[job].row != .max {
      if let closed = rowGate(job, order, &state) { return closed }
      if state.orders[order].order.respectsQuietHours, state.jobs[job].tries == 0,
        let wait = quietGate(job, &state, at: now)
      {
        return wait
      }
    }
    if case .address = state.orders[order].order.audience, state.jobs[job].address.isNone {
      return .closed(.noAddress, .noRow)
    }
    return .open
  }

  /// Whether the life of a message is over before it left; a message that lives for no time has
  /// one try.
  @inline(__always)
  private func isTooLate(
    _ job: UInt32, _ order: UInt32, _ state: borrowing ServerState, at now: SimTime
  ) -> Bool {
    let ttl = state.orders[order].order.ttlMilliseconds
    guard ttl != FCMRequest.unset, ttl >= 0 else { return false }
    if ttl == 0 { return state.jobs[job].tries > 0 }
    return now > state.orders[order].dueAt + .milliseconds(ttl)
  }

  /// What the row says, read again or as the worker remembers it.
  @inline(__always)
  private func rowGate(_ job: UInt32, _ order: UInt32, _ state: inout ServerState) -> Gate? {
    let handle = state.jobs[job].row
    let design = state.nodes[Int(state.jobs[job].node)].design
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
      if design.has(.optOutAtSend), hasOptedOut(handle, from: order, state) {
        return .closed(.optedOut, .optedOut)
      }
      if design.has(.enabledCheckAtSend), !state.rows[handle].isEnabled,
        rules.guide.disabledAction.answer == .notSent,
        !state.orders[order].order.payload.flags.contains(.silent)
      {
        return .closed(.disabled, .disabled)
      }
    }
    if !state.orders[order].isRemoval, wasReadElsewhere(job, state) {
      return .closed(.seenElsewhere, .retracted)
    }
    return nil
  }

  /// Whether a row does not want a topic's message (any more).
  @inline(__always)
  private func hasOptedOut(
    _ row: UInt32, from order: UInt32, _ state: borrowing ServerState
  ) -> Bool {
    let topic: NameID
    switch state.orders[order].order.audience {
    case .topic(let name): topic = name
    case .everyone, .user: topic = state.orders[order].order.payload.topic
    case .fcmTopic, .condition, .group, .slot, .address: return false
    }
    return !topic.isNone && !state.topics(of: row).contains(TopicSet(topic))
  }

  /// Whether the person read the message on another device before it was sent to this one.
  @inline(__always)
  private func wasReadElsewhere(_ job: UInt32, _ state: borrowing ServerState) -> Bool {
    let message = state.jobs[job].message
    guard state.log.has(message) else { return false }
    return state.log[message].flags.contains(.isRead)
      || isReader(state.jobs[job].user, of: message, state)
  }

  /// Whether the target's quiet hours last.
  @inline(__always)
  private func quietGate(
    _ job: UInt32, _ state: inout ServerState, at now: SimTime
  ) -> Gate? {
    let user = state.jobs[job].user
    guard !user.isNone else { return nil }
    let history = state.users[user.index].history
    let from = state.histories[history].quietFrom
    let to = state.histories[history].quietTo
    return from == to ? nil : quietGate(job, from: from, to: to, &state, at: now)
  }

  /// What quiet hours mean for a job at an instant.
  @inline(never)
  private func quietGate(
    _ job: UInt32, from: UInt16, to: UInt16, _ state: inout ServerState, at now: SimTime
  ) -> Gate? {
    let row = state.jobs[job].row
    guard state.rows.contains(row) else { return nil }
    let design = state.nodes[Int(state.jobs[job].node)].design
    let told = state.rows[row].era
    let zone = state.calendar.zone(of: told)
    let isByName = design.has(.quietHoursByZoneName) || rules.guide.quietZone.answer == .name
    let era = isByName ? state.calendar.era(of: zone, at: now) : told
    guard let rest = state.calendar.remaining(from: from, to: to, era: era, at: now) else {
      return nil
    }
    guard rules.guide.quietAction.answer == .held else { return .closed(.quietHours, .disabled) }
    return .until(isByName ? state.calendar.end(of: rest, in: zone, from: now) : now + rest)
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
    if library(state) != .plain, libraryRefuses(job, &state, in: &context) { return }
    if state.jobs[job].tries > 0 { noteRetry(job, &state, in: &context) }
    state.jobs[job].tries += state.jobs[job].tries == .max ? 0 : 1
    if state.nodes[node].token.isKnownBad {
      context.note(
        .tokenMisused, message: state.jobs[job].message, operand: UInt32(node),
        cause: state.jobs[job].record)
    }
    let record = context.note(
      .requestSent, message: state.jobs[job].message, install: state.jobs[job].install,
      user: state.jobs[job].user, operand: state.jobs[job].address.rawValue,
      detail: state.jobs[job].tries, because: state.jobs[job].rowRecord,
      cause: state.jobs[job].record)
    let clock = clock(of: node, state, at: context.now)
    let arming = state.nextArming()
    state.jobs[job].leave(at: context.now, onClock: clock, arming: arming, record)
    state.requestCount += 1
    let tag = JobTag.make(handle: job, serial: state.jobs[job].serial)
    context.transmit(
      from: .server, to: .fcm,
      .send(job: tag, request(for: job, &state, at: context.now)), cause: record)
    if !state.hearsEveryAnswer {
      context.arm(
        Timer(
          .serverTimeout, index: job, generation: arming,
          at: context.now + patience(library(state))))
    }
    _ = dies(node, at: .sentAccepted, &state, in: &context)
  }

  /// Is told that nobody will disturb FCM or the links to it in this run.
  ///
  /// Then requests need no time-outs, unless the ways are longer than the sender's patience.
  package func expectNoTrouble(_ state: inout ServerState) {
    state.hearsEveryAnswer =
      patience(library(state)) > rules.design.providerLatency.duration * 2
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
  @inline(__always)
  private func request(
    for job: UInt32, _ state: inout ServerState, at now: SimTime
  ) -> FCMRequest {
    let handle = state.jobs[job].order
    let node = Int(state.jobs[job].node)
    var request = FCMRequest(
      payload: payload(of: handle, on: node, state), address: state.jobs[job].address)
    switch state.orders[handle].order.audience {
    case .fcmTopic(let name): (request.audience, request.audienceKind) = (name, .topic)
    case .condition(let name): (request.audience, request.audienceKind) = (name, .condition)
    case .group(let name): (request.audience, request.audienceKind) = (name, .group)
    case .user, .topic, .slot, .address, .everyone: break
    }
    request.priority = priority(of: job, state, at: now)
    request.ttlMilliseconds = lifeLeft(of: handle, on: node, state, at: now)
    if let bytes = state.orders[handle].order.bytes { request.bytes = bytes }
    request.defect = state.orders[handle].order.defect
    request.validateOnly = state.orders[handle].order.dryRun
    request.sender = UInt16(state.project.rawValue)
    request.credential = credential(of: node, state, at: now)
    return request
  }

  /// How long FCM shall keep a message: its life, or what is left of it where the design counts.
  @inline(__always)
  private func lifeLeft(
    of order: UInt32, on node: Int, _ state: borrowing ServerState, at now: SimTime
  ) -> Int64 {
    let life = state.orders[order].order.ttlMilliseconds
    guard life != FCMRequest.unset, life > 0, state.nodes[node].design.has(.ttlCountsDown) else {
      return life
    }
    let lived = (now - state.orders[order].dueAt).microseconds / 1_000
    return max(0, life - max(0, lived))
  }

  /// What the message of an order says: data or notification, content or hint.
  @inline(__always)
  func payload(of order: UInt32, on node: Int, _ state: borrowing ServerState) -> PushPayload {
    let design = state.nodes[node].design
    var payload = state.orders[order].order.payload
    if !state.orders[order].order.kindIsSet {
      payload.kind = design.has(.sdkDraws) ? .data : .notification
    }
    let isRemoval = payload.flags.contains(.retraction)
    if design.has(.hintPayload), !payload.user.isNone, !isRemoval {
      payload.flags.insert(.hint)
      payload.user = .none
      if design.has(.sdkDraws) { payload.kind = .data }
    }
    if design.has(.collapseByMessageID), payload.tag.isNone, !isRemoval {
      payload.tag = .ofMessage(payload.message)
    }
    if state.nodes[node].renamesKeys, !design.has(.addOnlyKeys) {
      payload.flags.insert(.renamedKeys)
    }
    return payload
  }

  /// The asked priority, lowered where nobody would see the message.
  @inline(__always)
  private func priority(
    of job: UInt32, _ state: borrowing ServerState, at now: SimTime
  ) -> Priority? {
    let asked = state.orders[state.jobs[job].order].order.priority
    let row = state.jobs[job].row
    guard asked == .high, row != .max else { return asked }
    let design = state.nodes[Int(state.jobs[job].node)].design
    if design.has(.enabledCheckAtSend), !state.jobs[job].isEnabled { return .normal }
    guard design.has(.demoteSilentInstalls), Int(row) < state.lastSign.count else {
      return .high
    }
    let sign = SimTime.zero + .seconds(Int64(state.lastSign[Int(row)]))
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
  @inline(__always)
  func finish(
    _ job: UInt32, _ outcome: Outcome, _ record: RecordID, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    let order = state.jobs[job].order
    let row = state.jobs[job].row
    if !state.backoff.isEmpty, row != .max { state.backoff.remove(row, ifValue: job) }
    if state.jobs[job].hasJoined {
      releaseJoined(state.jobs.remove(job), &state, in: &context)
    } else {
      state.jobs.remove(job)
    }
    state.orders[order].open -= 1
    state.orders[order].lastRecord = record
    improve(order, outcome, &state)
    settleIfDone(order, &state, in: &context)
  }

  /// Lets an outcome count for the message: an acceptance beats everything, else the first stands.
  @inline(__always)
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
    guard state.orders[handle].open == 0, state.orders[handle].isPlanned,
      !state.orders[handle].isCampaign
    else { return }
    guard !state.orders[handle].isRemoval else {
      state.orders.remove(handle)
      return
    }
    var outcome = state.orders[handle].outcome ?? .noRow
    if outcome == .accepted, state.orders[handle].order.dryRun { outcome = .dryRun }
    let message = state.orders[handle].order.payload.message
    context.note(
      .messageSettled, message: message, user: state.orders[handle].order.payload.user,
      detail: outcome.rawValue, because: state.orders[handle].lastRecord,
      cause: state.orders[handle].record)
    if state.log.has(message) { state.log[message].order = .max }
    state.orders.remove(handle)
  }
}
