import PushDomain
import Rulebook
import SimKernel

/// Client events: queued, sent in batches under a key, repeated until confirmed.
extension PushClient {
  /// Queues an event about a message, counted for whoever the record names.
  func queueEvent(
    _ type: ClientEvent, _ payload: PushPayload, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let user = state.rows[who].record.user
    queueEvent(type, message: payload.message, user: user, on: who, &state, &context)
  }

  /// Queues an event; the oldest is lost where too many wait.
  func queueEvent(
    _ type: ClientEvent, message: MessageID, user: UserID, on who: InstallID,
    _ state: inout ClientState, _ context: inout StepContext
  ) {
    let side = state.side(of: who)
    context.note(
      .eventQueued, message: message, install: who, user: user, detail: type.rawValue)
    if Int(state.sides[side].eventCount) >= rules.client.eventsKept.count,
      state.events.removeFirst(of: &state.sides[side].events) != nil
    {
      state.sides[side].eventCount -= 1
      if state.sides[side].batchCount > 0 { state.sides[side].batchCount -= 1 }
    }
    state.events.append(
      EventCell(message: message, user: user, type: type), to: &state.sides[side].events)
    state.sides[side].eventCount += 1
    queueEvents(who, &state, &context)
  }

  /// Enqueues the unique job that reports, unless it is enqueued.
  func queueEvents(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    guard !state.rows[who].flags.contains(.queuedEventsJob) else { return }
    state.rows[who].flags.insert(.queuedEventsJob)
    call(
      .enqueue(.events, after: rules.client.eventsDelay.duration, expedited: false), on: who,
      &context)
  }

  /// The system runs the job.
  func runEvents(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    state.rows[who].flags.insert(.runsEventsJob)
    guard !state.rows[who].flags.contains(.isReporting) else { return }
    if !sendBatch(who, &state, &context) { endEventsJob(who, &state, &context, after: nil) }
  }

  /// Sends the oldest events as one batch; says whether there were any.
  @inline(__always)
  private func sendBatch(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) -> Bool {
    let side = state.rows[who].side
    guard side != .max, state.sides[side].events != .max else { return false }
    sendBatch(ofSide: side, who, &state, &context)
    return true
  }

  private func sendBatch(
    ofSide side: UInt32, _ who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    if state.sides[side].batchCount == 0 || !design.has(.eventBatchKey) {
      // Without the key every try is a new batch to the server.
      state.nextBatch &+= 1
      state.sides[side].batch = state.nextBatch
    }
    if state.sides[side].batchCount == 0 {
      let most = rules.design.eventBatch.count
      state.sides[side].batchCount = UInt8(min(Int(state.sides[side].eventCount), most))
    }
    var batch = EventBatch(
      install: who, session: session(who, &state, at: context.now), number: state.sides[side].batch)
    var handle = state.sides[side].events
    while handle != .max, batch.count < state.sides[side].batchCount {
      let cell = state.events[handle]
      let position = Int(batch.count)
      batch.messages[position] = cell.message.rawValue
      batch.users[position] = cell.user.rawValue
      batch.types[position] = cell.type.rawValue
      batch.count += 1
      handle = cell.next
    }
    state.rows[who].flags.insert(.isReporting)
    transmit(.events(batch), to: .server, on: who, &context)
  }

  /// The answer to a batch; status zero where none came.
  func hearEvents(
    _ number: UInt32, _ answer: APIAnswer, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let side = state.rows[who].side
    guard side != .max, state.sides[side].batch == number else { return }
    state.rows[who].flags.remove(.isReporting)
    guard answer.status / 100 == 2 || !retries(answer) else {
      dropForeignEvents(who, &state)
      let wait = SimDuration.seconds(Int64(max(answer.retryAfterSeconds, 0)))
      endEventsJob(who, &state, &context, after: wait)
      return
    }
    // Confirmed, or refused for good: either way the batch is done.
    for _ in 0..<state.sides[side].batchCount {
      _ = state.events.removeFirst(of: &state.sides[side].events)
      state.sides[side].eventCount -= 1
    }
    state.sides[side].batchCount = 0
    if answer.status == 404 { hearUnknown(who, &state, &context) }
    if answer.status == 401 {
      hearSessionIsOver(of: state.rows[who].person, on: who, &state, &context)
    }
    if session(who, &state, at: context.now).isNone { dropForeignEvents(who, &state) }
    if !sendBatch(who, &state, &context) { endEventsJob(who, &state, &context, after: nil) }
  }

  /// A logout sends what it can of the person's events, under the session that is about to end.
  func flushEvents(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    guard !state.rows[who].flags.contains(.isReporting),
      state.rows[who].flags.contains(.hasNetwork)
    else { return }
    _ = sendBatch(who, &state, &context)
  }

  /// With the defence, events of people who are gone do not wait for the session of another.
  func dropForeignEvents(_ who: InstallID, _ state: inout ClientState) {
    let side = state.rows[who].side
    guard design.has(.flushEventsOnLogout), side != .max,
      !state.rows[who].flags.contains(.isReporting)
    else { return }
    var events = state.sides[side].events
    state.sides[side].events = .max
    state.sides[side].eventCount = 0
    state.sides[side].batchCount = 0
    while let cell = state.events.removeFirst(of: &events) {
      guard cell.user.isNone || isCurrent(cell.user, on: who, &state) else { continue }
      state.events.append(
        EventCell(message: cell.message, user: cell.user, type: cell.type),
        to: &state.sides[side].events)
      state.sides[side].eventCount += 1
    }
    state.tidySide(of: who)
  }

  private func endEventsJob(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext,
    after wait: SimDuration?
  ) {
    if state.rows[who].flags.contains(.runsEventsJob) {
      state.rows[who].flags.remove(.runsEventsJob)
      call(.jobEnded(.events, retryAfter: wait), on: who, &context)
    }
    if wait == nil {
      state.rows[who].flags.remove(.queuedEventsJob)
      state.tidySide(of: who)
    }
  }
}
