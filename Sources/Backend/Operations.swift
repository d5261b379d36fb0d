import PushDomain
import SimKernel

extension PushServer {
  /// Does what the operator wants.
  func operate(
    _ action: ServerAction, _ state: inout ServerState, in context: inout StepContext
  ) {
    switch action {
    case .stop(let node):
      for node in nodes(node, state) { stop(node, &state, in: &context) }
    case .start(let node):
      for node in nodes(node, state) { start(node, &state, in: &context) }
    case .crash(let node, let point):
      for node in nodes(node, state) {
        state.nodes[node].crashAt = point
        state.nodes[node].crashLine = context.line
        state.nodes[node].crashOrder = context.cause
      }
    case .deploy(let design, let share): deploy(design, share, &state, in: &context)
    case .deployPayload(let renamed):
      for node in state.nodes.indices { state.nodes[node].renamesKeys = renamed }
    case .erase(let user): erase(user, &state, in: &context)
    case .revokeSession(let user): revokeSessions(of: user, &state, in: &context)
    case .forget(let user): removeRows(of: user, .forgotten, &state, in: &context)
    case .quietHours(let user, let from, let to):
      state.meet(user)
      let handle = state.historyHandle(of: user)
      state.histories[handle].quietFrom = from
      state.histories[handle].quietTo = to
    case .cap(let count, let span):
      state.capCount = count
      state.capSpan = span
    case .retract(let message): retract(message, &state, in: &context)
    case .expireMessage(let message): expire(message, &state)
    case .readElsewhere(let user, let message):
      markRead(message, by: user, on: .none, &state, in: &context)
    case .optIn(let user, let topic, let isIn):
      context.cause = context.note(
        isIn ? .optedIn : .optedOut, user: user, operand: topic.rawValue)
      changeTopic(topic, isIn, of: user, &state, in: &context)
    case .reap: reap(&state, in: &context)
    case .rekey: state.rekey()
    case .credential(let action): change(action, &state, in: &context)
    case .clockOffset(let node, let offset):
      for node in nodes(node, state) {
        state.nodes[node].clockOffset = offset
        state.nodes[node].clockSetBy = context.cause
      }
    case .project(let project): state.project = project
    case .adminSDK(let sdk):
      state.adminSDK = sdk
      if state.hearsEveryAnswer { expectNoTrouble(&state) }
    case .nodes(let count): setNodes(Int(count), &state, in: &context)
    }
  }

  /// The nodes that an order names: one of them, or all where it speaks of the server.
  private func nodes(_ node: UInt8, _ state: borrowing ServerState) -> Range<Int> {
    let index = Int(node)
    if node == .max { return 0..<state.nodes.count }
    return index < state.nodes.count ? index..<index + 1 : 0..<0
  }

  /// Stops a node in order: it hears the answers that are due, and takes nothing new.
  private func stop(_ node: Int, _ state: inout ServerState, in context: inout StepContext) {
    guard state.nodes[node].isUp else { return }
    takeDown(node, because: context.cause, hearsAnswers: true, &state)
    state.nodes[node].isStopped = true
    armAdoption(of: node, &state, in: &context)
  }

  private func start(_ node: Int, _ state: inout ServerState, in context: inout StepContext) {
    guard !state.nodes[node].isUp else { return }
    bringUp(node, &state, in: &context)
  }

  /// Puts another design on a share of the nodes, rounded up.
  private func deploy(
    _ design: Design, _ share: UInt8, _ state: inout ServerState, in context: inout StepContext
  ) {
    let count = (state.nodes.count * Int(min(share, 100)) + 99) / 100
    for node in 0..<count { state.nodes[node].design = design }
    let isUnique = state.anyNodeHas(.addressUniqueness)
    if isUnique, !state.indexesAddresses { indexAddresses(&state, in: &context) }
    state.indexesAddresses = isUnique
    if !isUnique { state.rowOfAddress.removeAll() }
    if design.has(.reaper) { armReaper(on: 0, &state, in: &context) }
  }

  /// Makes addresses unique where they were not: of two rows the one written later keeps its own.
  private func indexAddresses(_ state: inout ServerState, in context: inout StepContext) {
    state.rowOfAddress.removeAll()
    var next = state.rows.firstHandle(from: 0)
    while let handle = next {
      next = state.rows.firstHandle(from: handle + 1)
      let address = state.rows[handle].address
      guard !address.isNone else { continue }
      if let other = state.rowOfAddress.value(of: address.rawValue) {
        let isOlder = state.rows[handle].record < state.rows[other].record
        removeRow(isOlder ? handle : other, .claimed, &state, in: &context)
        if isOlder { continue }
      }
      state.rowOfAddress.set(address.rawValue, to: handle)
    }
  }

  /// Removes every row of a user.
  private func removeRows(
    of user: UserID, _ end: RowEnd, _ state: inout ServerState, in context: inout StepContext
  ) {
    guard user.index < state.users.count else { return }
    while state.users[user.index].firstRow != .max {
      let handle = state.users[user.index].firstRow
      if end == .erased, state.anyNodeHas(.erasureTombstone) {
        state.bury(state.rows[handle].installKey, of: user)
      }
      removeRow(handle, end, &state, in: &context)
    }
  }

  /// Erases a user: rows, inbox, and with tombstones the right to come back.
  private func erase(
    _ user: UserID, _ state: inout ServerState, in context: inout StepContext
  ) {
    state.meet(user)
    removeRows(of: user, .erased, &state, in: &context)
    var message = state.histories[state.users[user.index].history].firstMessage
    while message != .max {
      let id = MessageID(rawValue: message)
      state.log[id].flags.insert(.isGone)
      if state.log[id].order != .max { state.orders[state.log[id].order].isRetracted = true }
      message = state.log[id].next
    }
    let handle = state.historyHandle(of: user)
    state.histories[handle].isErased = state.anyNodeHas(.erasureTombstone)
  }

  /// Ends every session that a user has now, and tells nobody.
  private func revokeSessions(
    of user: UserID, _ state: inout ServerState, in context: inout StepContext
  ) {
    state.meet(user)
    let end = context.note(.signedOut, user: user)
    let history = state.historyHandle(of: user)
    state.histories[history].revokedBy = end
    context.cause = end
    if state.anyNodeHas(.sessionEndClosesSocket) { closeSockets(of: user, &state, in: &context) }
    guard state.anyNodeHas(.sessionEndUnlinksRow) else { return }
    while state.users[user.index].firstRow != .max {
      let handle = state.users[user.index].firstRow
      unlinkRow(handle, &state, in: &context)
    }
  }

  /// Opts every row of a user in or out, as a settings page elsewhere does.
  private func changeTopic(
    _ topic: NameID, _ isIn: Bool, of user: UserID, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    guard user.index < state.users.count else { return }
    var handle = state.users[user.index].firstRow
    while handle != .max {
      context.note(
        isIn ? .optedIn : .optedOut, install: state.rows[handle].install, user: user,
        operand: topic.rawValue)
      let topics = state.topics(of: handle)
      state.setTopics(
        of: handle,
        isIn ? topics.union(TopicSet(topic)) : topics.subtracting(TopicSet(topic)))
      state.rows[handle].record = noteRow(handle, state, in: &context)
      handle = state.rows[handle].next
    }
  }

  /// Takes a message out of the inbox and ends what was not sent yet, at its next step.
  private func expire(_ message: MessageID, _ state: inout ServerState) {
    guard state.log.has(message) else { return }
    state.log[message].flags.insert(.isGone)
    if state.log[message].order != .max {
      state.orders[state.log[message].order].isExpired = true
    }
  }

  /// Takes a message back: out of the inbox, out of what waits, and by a push from the screens.
  private func retract(
    _ message: MessageID, _ state: inout ServerState, in context: inout StepContext
  ) {
    guard state.log.has(message) else { return }
    state.log[message].flags.insert(.isGone)
    if state.log[message].order != .max {
      state.orders[state.log[message].order].isRetracted = true
    }
    remove(message, from: .none, butNot: .none, &state, in: &context)
  }

  /// Changes how many nodes there are; new ones have the design of the first.
  private func setNodes(
    _ count: Int, _ state: inout ServerState, in context: inout StepContext
  ) {
    let count = max(1, count)
    while state.nodes.count < count {
      state.nodes.append(ServerNode(design: state.nodes[0].design))
    }
    for node in state.nodes.indices where node >= count && state.nodes[node].isUp {
      takeDown(node, because: context.cause, hearsAnswers: true, &state)
      state.nodes[node].isStopped = true
      armAdoption(of: node, &state, in: &context)
    }
  }

  /// Whether a user's cap is used up; each message counts once for a user.
  @inline(__always)
  func capIsReached(
    _ user: UserID, by order: UInt32, _ state: inout ServerState, at now: SimTime
  ) -> Bool {
    state.capCount > 0 && takeFromCap(user, by: order, &state, at: now)
  }

  /// Counts an order's message for a user, unless the cap is used up.
  private func takeFromCap(
    _ user: UserID, by order: UInt32, _ state: inout ServerState, at now: SimTime
  ) -> Bool {
    guard !user.isNone, state.anyNodeHas(.capsOnServer),
      !state.orders[order].order.payload.flags.contains(.retraction)
    else { return false }
    let message = state.orders[order].order.payload.message
    let handle = state.historyHandle(of: user)
    var record = state.histories[handle]
    if record.capMessage == message { return record.capWasReached }
    if record.capUsed == 0 || now >= record.capStart + state.capSpan {
      record.capStart = now
      record.capUsed = 0
    }
    record.capWasReached = record.capUsed >= state.capCount
    if !record.capWasReached { record.capUsed += 1 }
    record.capMessage = message
    state.histories[handle] = record
    return record.capWasReached
  }
}
