package import PushDomain
import Rulebook
import SimKernel

extension PushServer {
  /// Takes an order: from here on the server owes an outcome.
  ///
  /// An order is no input of a step, because it is large and would be copied on the way to here.
  package func take(
    _ order: SendOrder, _ state: inout ServerState, in context: inout StepContext
  ) {
    state.now = context.now
    guard !order.isDirect else {
      sendDirectly(order, &state, in: &context)
      return
    }
    guard let node = node(for: order, &state) else {
      leaveUnsent(order, .nodeStopped, &state, in: &context)
      return
    }
    let isEarly = !state.nodes[node].design.has(.sendAfterCommit)
    guard isEarly || !order.rollsBack else {
      leaveUnsent(order, .rolledBack, &state, in: &context)
      return
    }
    forgetOldMessages(&state, at: context.now)
    let handle = enter(order, takenBy: node, &state, in: &context)
    let message = state.orders[handle].order.payload.message
    if state.log.take(state.orders[handle].order.payload, order: handle, at: context.now) {
      if !state.orders[handle].order.dryRun { keepInInbox(message, handle, &state) }
      if isEarly {
        let isDoomed = state.orders[handle].order.rollsBack
        beginTransaction(of: message, isDoomed: isDoomed, &state, in: &context)
      }
    }
    guard !dies(node, at: .takenPlanned, &state, in: &context) else { return }
    plan(handle, &state, in: &context)
  }

  /// Writes an order down that a node has taken.
  @inline(__always)
  private func enter(
    _ order: SendOrder, takenBy node: Int, _ state: inout ServerState,
    in context: inout StepContext
  ) -> UInt32 {
    var pending = PendingOrder(
      order: order, record: .none, takenAt: context.now, dueAt: context.now + order.delay,
      node: UInt8(node))
    if case .user(let user) = order.audience { pending.order.payload.user = user }
    pending.order.payload.sentAt = pending.dueAt
    let topic = pending.order.payload.topic
    pending.record = context.note(
      .messageTaken, message: pending.order.payload.message,
      copy: CopyID(rawValue: pending.order.payload.link.rawValue),
      user: pending.order.payload.user, operand: topic.isNone ? 0 : topic.rawValue)
    return state.orders.insert(pending)
  }

  /// The node that takes an order: the asked one while it runs, else one in turn.
  @inline(__always)
  private func node(for order: SendOrder, _ state: inout ServerState) -> Int? {
    let asked = Int(order.node)
    guard asked < state.nodes.count else { return state.nextNode() }
    return state.nodes[asked].isUp ? asked : nil
  }

  /// The push leaves before its message is committed.
  private func beginTransaction(
    of message: MessageID, isDoomed: Bool, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    state.log[message].flags.insert(.isUncommitted)
    if isDoomed { state.log[message].flags.insert(.isDoomed) }
    context.arm(
      Timer(
        .serverExpiry, index: message.rawValue,
        at: context.now + rules.design.commitAfter.duration))
  }

  /// The message is there from now on, or there never was one.
  func endTransaction(
    of message: MessageID, _ state: inout ServerState, in context: inout StepContext
  ) {
    guard state.log.has(message) else { return }
    state.log[message].flags.remove(.isUncommitted)
    guard state.log[message].flags.contains(.isDoomed) else { return }
    state.log[message].flags.insert(.isGone)
    context.note(.undone, message: message, user: state.log[message].payload.user)
  }

  /// An order is not taken; whoever gave it is told so.
  private func leaveUnsent(
    _ order: SendOrder, _ reason: Unsent, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    var wasNoted = false
    if case .user(let user) = order.audience, user.index < state.users.count {
      var handle = state.users[user.index].firstRow
      while handle != .max {
        context.note(
          .notSent, message: order.payload.message, install: state.rows[handle].install,
          user: user, operand: handle, detail: reason.rawValue)
        wasNoted = true
        handle = state.rows[handle].next
      }
    }
    guard !wasNoted else { return }
    context.note(
      .notSent, message: order.payload.message, user: order.payload.user, operand: .max,
      detail: reason.rawValue)
  }

  /// Writes down who shall get a message, and starts what is due.
  func plan(_ handle: UInt32, _ state: inout ServerState, in context: inout StepContext) {
    state.scratch.clear()
    switch state.orders[handle].order.audience {
    case .user(let user):
      planUser(user, handle, &state, in: &context)
      if state.nodes.count > 1 { planOnOthers(handle, &state, in: &context) }
    case .topic(let topic):
      planTopic(topic, handle, &state, in: &context)
      if state.nodes.count > 1 { planOnOthers(handle, &state, in: &context) }
    case .everyone(let batch, _):
      planCampaign(handle, batch: batch, &state, in: &context)
      return
    case .fcmTopic, .condition, .group:
      state.scratch.append(enter(newJob(handle, &state), &state))
    case .slot: break
    case .address(let address, let install):
      var job = newJob(handle, &state)
      job.address = address
      job.install = install
      if let row = state.rowHandle(of: install), state.rows[row].address == address {
        job.read(state.rows[row], at: row)
      }
      state.scratch.append(enter(job, &state))
    }
    state.orders[handle].isPlanned = true
    guard !state.scratch.isEmpty else {
      settleIfDone(handle, &state, in: &context)
      return
    }
    start(handle, &state, in: &context)
  }

  /// One job for each row that a message is for.
  private func planRows(
    _ handle: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    switch state.orders[handle].order.audience {
    case .user(let user): planUser(user, handle, &state, in: &context)
    case .topic(let topic): planTopic(topic, handle, &state, in: &context)
    default: break
    }
  }

  /// The other nodes make the same jobs where each carries out what was planned for later.
  private func planOnOthers(
    _ handle: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    let order = state.orders[handle].order
    let first = state.orders[handle].node
    guard order.delay > .zero, Int(order.node) >= state.nodes.count,
      rules.guide.planRunner.answer == .eachNode, state.orders[handle].open > 0
    else { return }
    for node in state.nodes.indices where node != Int(first) && state.nodes[node].isUp {
      state.orders[handle].node = UInt8(node)
      planRows(handle, &state, in: &context)
    }
    state.orders[handle].node = first
  }

  /// Starts the jobs that a step has just planned, or waits until they are due.
  @inline(__always)
  private func start(
    _ handle: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    let node = Int(state.orders[handle].node)
    guard !dies(node, at: .plannedSent, &state, in: &context) else { return }
    if state.orders[handle].dueAt > context.now {
      context.arm(
        Timer(.serverSchedule, index: handle, at: state.orders[handle].dueAt))
      return
    }
    runScratch(&state, in: &context)
  }

  /// Tries every job that a step has collected.
  @inline(__always)
  func runScratch(_ state: inout ServerState, in context: inout StepContext) {
    var position = 0
    while position < state.scratch.count {
      let job = state.scratch[position]
      position += 1
      if state.jobs.contains(job), state.nodes[Int(state.jobs[job].node)].isUp {
        attempt(job, &state, in: &context)
      }
    }
    state.scratch.clear()
  }

  /// The jobs of an order whose time has come start in the order of their making.
  func releaseScheduled(
    _ handle: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    guard state.orders.contains(handle), state.orders[handle].dueAt <= context.now else { return }
    let node = Int(state.orders[handle].node)
    guard state.nodes[node].isUp else { return }
    collectJobs(&state) { $0.order == handle && $0.step == .planned }
    runScratch(&state, in: &context)
  }

  /// One job for each row of a user.
  private func planUser(
    _ user: UserID, _ handle: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    state.meet(user)
    let isCapped = capIsReached(user, by: handle, &state, at: context.now)
    let node = state.orders[handle].node
    let trustsCopies = keepsCopies(node, state)
    var row = state.users[user.index].firstRow
    var wasSeen = false
    while row != .max {
      if !trustsCopies || !isUnknown(row, to: node, user: user, &state, at: context.now) {
        wasSeen = true
        planRow(row, handle, isCapped: isCapped, &state, in: &context)
      }
      row = state.rows[row].next
    }
    if trustsCopies, planStaleRows(of: user, handle, isCapped: isCapped, &state, in: &context) {
      wasSeen = true
    }
    if !state.sockets.isEmpty {
      sendToSockets(of: user, order: handle, &state, in: &context)
    }
    guard !wasSeen else { return }
    let history = state.users[user.index].history
    noteNobody(
      handle, user: user, install: state.histories[history].lastInstall,
      because: state.histories[history].lastUnlink, &state, in: &context)
  }

  /// One job for each row that opted into a topic.
  private func planTopic(
    _ topic: NameID, _ handle: UInt32, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    var next = state.rows.firstHandle(from: 0)
    while let row = next {
      next = state.rows.firstHandle(from: row + 1)
      guard state.topics(of: row).contains(TopicSet(topic)) else { continue }
      let isCapped = capIsReached(state.rows[row].user, by: handle, &state, at: context.now)
      planRow(row, handle, isCapped: isCapped, &state, in: &context)
    }
    guard state.orders[handle].open == 0 else { return }
    noteNobody(handle, &state, in: &context)
  }

  /// Notes that no row is there to send to, and what took the last one away.
  private func noteNobody(
    _ handle: UInt32, user: UserID = .none, install: InstallID = .none,
    because: RecordID = .none, _ state: inout ServerState, in context: inout StepContext
  ) {
    let order = state.orders[handle]
    state.orders[handle].lastRecord = context.note(
      .notSent, message: order.order.payload.message, install: install, user: user,
      operand: .max, detail: Unsent.noRow.rawValue, because: because, cause: order.record)
    improve(handle, .noRow, &state)
  }

  /// Writes down one job, or why there is none.
  @inline(__always)
  func planRow(
    _ row: UInt32, _ handle: UInt32, isCapped: Bool, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    planRow(row, as: state.rows[row], handle, isCapped: isCapped, &state, in: &context)
  }

  /// Writes down one job for a row as a worker reads it, or why there is none.
  @inline(__always)
  private func planRow(
    _ row: UInt32, as seen: DeviceRow, _ handle: UInt32, isCapped: Bool,
    _ state: inout ServerState, in context: inout StepContext
  ) {
    var planned = newJob(handle, &state)
    planned.read(seen, at: row)
    let job = enter(planned, &state)
    if isCapped {
      holdBack(job, of: row, &state, in: &context)
    } else {
      state.scratch.append(job)
    }
  }

  /// Lets a job wait until the cap of its user has room again, or ends it.
  private func holdBack(
    _ job: UInt32, of row: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    if rules.guide.capAction.answer == .nextDay {
      let user = state.rows[row].user
      noteHeld(job, by: rules.guide.capAction.key, &state, in: &context)
      let end =
        (user.isNone ? context.now : state.histories[state.users[user.index].history].capStart)
        + state.capSpan
      hold(job, until: max(end, context.now), &state, in: &context)
    } else {
      end(job, .capped, .capped, &state, in: &context)
    }
  }

  /// A job of an order, which knows no target yet.
  @inline(__always)
  private func newJob(_ handle: UInt32, _ state: inout ServerState) -> SendJob {
    var job = SendJob(message: state.orders[handle].order.payload.message, order: handle)
    job.node = state.orders[handle].node
    job.record = state.orders[handle].record
    job.serial = state.jobSerial
    state.jobSerial &+= 1
    return job
  }

  /// Writes a job down.
  @inline(__always)
  private func enter(_ job: SendJob, _ state: inout ServerState) -> UInt32 {
    state.orders[job.order].open += 1
    return state.jobs.insert(job)
  }

  // MARK: Copies of rows on several nodes

  /// Whether nodes trust copies of rows that they read some time ago.
  @inline(__always)
  private func keepsCopies(_ node: UInt8, _ state: borrowing ServerState) -> Bool {
    state.nodes.count > 1 && rules.guide.rowRead.answer == .copy
      && !state.nodes[Int(node)].design.has(.readRowAtSend)
  }

  /// Remembers what a row was, for nodes that have not seen the change.
  func rememberChange(of handle: UInt32, on node: Int, _ state: inout ServerState) {
    guard state.nodes.count > 1, rules.guide.rowRead.answer == .copy else { return }
    let horizon = state.now - rules.design.rowCacheAge.duration
    state.changes.removeAll { $0.at < horizon }
    state.changes.append(
      RowChange(row: handle, node: UInt8(node), at: state.now, before: state.rows[handle]))
  }

  /// Whether a node's copies do not show yet that a row belongs to a user.
  private func isUnknown(
    _ row: UInt32, to node: UInt8, user: UserID, _ state: inout ServerState, at now: SimTime
  ) -> Bool {
    guard let before = staleCopy(row, node, state, at: now) else { return false }
    return before.user != user
  }

  /// Plans rows that a node's copies still show for a user who has lost them.
  private func planStaleRows(
    of user: UserID, _ handle: UInt32, isCapped: Bool, _ state: inout ServerState,
    in context: inout StepContext
  ) -> Bool {
    let node = state.orders[handle].node
    var wasSeen = false
    for index in state.changes.indices {
      let change = state.changes[index]
      guard change.before.user == user, state.rows[change.row].user != user,
        let before = staleCopy(change.row, node, state, at: context.now), before.user == user,
        before.record == change.before.record
      else { continue }
      wasSeen = true
      planRow(change.row, as: before, handle, isCapped: isCapped, &state, in: &context)
    }
    return wasSeen
  }

  /// What a node still believes of a row that another node changed a short while ago.
  private func staleCopy(
    _ row: UInt32, _ node: UInt8, _ state: borrowing ServerState, at now: SimTime
  ) -> DeviceRow? {
    let horizon = now - rules.design.rowCacheAge.duration
    for change in state.changes
    where change.row == row && change.node != node && change.at >= horizon {
      return change.before.record.isNone ? nil : change.before
    }
    return nil
  }
}
