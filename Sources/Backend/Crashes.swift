import PushDomain
import Rulebook
import SimKernel

extension PushServer {
  /// Whether a node dies at this point, as a story asked; what it had in hand is lost with it.
  @inline(__always)
  func dies(
    _ node: Int, at point: CrashPoint, _ state: inout ServerState, in context: inout StepContext
  ) -> Bool {
    guard state.nodes[node].crashAt == point else { return false }
    die(node, at: point, &state, in: &context)
    return true
  }

  private func die(
    _ node: Int, at point: CrashPoint, _ state: inout ServerState, in context: inout StepContext
  ) {
    state.nodes[node].crashAt = nil
    var death = Record(.workerDied)
    death.operand = UInt32(node)
    death.detail = point.rawValue
    death.line = state.nodes[node].crashLine
    death.because = state.nodes[node].crashOrder
    takeDown(node, because: context.note(death), hearsAnswers: false, &state)
    armReturn(of: node, &state, in: &context)
  }

  /// Ends a node's life; who stops in order still hears the answers that are due.
  func takeDown(
    _ node: Int, because: RecordID, hearsAnswers: Bool, _ state: inout ServerState
  ) {
    state.nodes[node].isUp = false
    state.nodes[node].tokenEnd = because
    state.nodes[node].downBy = because
    state.nodes[node].life &+= 1
    state.nodes[node].token = AccessToken()
    state.nodes[node].firstWaiting = .max
    state.nodes[node].lastWaiting = .max
    var next = state.jobs.firstHandle(from: 0)
    while let job = next {
      next = state.jobs.firstHandle(from: job + 1)
      guard state.jobs[job].node == node else { continue }
      switch state.jobs[job].step {
      case .awaitingToken: state.jobs[job].step = .orphaned
      case .sent where !hearsAnswers: state.jobs[job].step = .orphaned
      case .sent, .planned, .held, .waiting, .orphaned: break
      }
    }
  }

  /// A dead node starts again by itself; others take its work when its lease has run out.
  private func armReturn(
    of node: Int, _ state: inout ServerState, in context: inout StepContext
  ) {
    let life = state.nodes[node].life
    context.arm(
      Timer(
        .serverRestart, index: UInt32(node), generation: life,
        at: context.now + rules.design.workerRestart.duration))
    armAdoption(of: node, &state, in: &context)
  }

  /// Arms the end of a node's lease, where there is somebody to take over.
  func armAdoption(
    of node: Int, _ state: inout ServerState, in context: inout StepContext
  ) {
    guard state.nodes.count > 1 else { return }
    context.arm(
      Timer(
        .serverRestart, index: UInt32(node), generation: state.nodes[node].life, argument: 1,
        at: context.now + rules.design.workerLease.duration))
  }

  /// A crashed node comes back.
  func restart(_ timer: Timer, _ state: inout ServerState, in context: inout StepContext) {
    let node = Int(timer.index)
    guard state.nodes[node].life == timer.generation, !state.nodes[node].isUp,
      !state.nodes[node].isStopped
    else { return }
    bringUp(node, &state, in: &context)
  }

  /// Starts a node, which goes on with what the durable record says is open.
  func bringUp(_ node: Int, _ state: inout ServerState, in context: inout StepContext) {
    state.nodes[node].isUp = true
    state.nodes[node].isStopped = false
    state.nodes[node].life &+= 1
    goOn(node, &state, in: &context)
  }

  /// Another node takes over what a node that stays away had.
  func adopt(_ timer: Timer, _ state: inout ServerState, in context: inout StepContext) {
    let gone = Int(timer.index)
    guard gone < state.nodes.count, state.nodes[gone].life == timer.generation,
      !state.nodes[gone].isUp, let heir = state.nextNode()
    else { return }
    inherit(from: gone, to: heir, &state)
    goOn(heir, &state, in: &context)
  }

  /// Hands the durable work of one node to another.
  private func inherit(from gone: Int, to heir: Int, _ state: inout ServerState) {
    var next = state.jobs.firstHandle(from: 0)
    while let job = next {
      next = state.jobs.firstHandle(from: job + 1)
      guard state.jobs[job].node == gone else { continue }
      state.jobs[job].node = UInt8(heir)
      if state.jobs[job].step == .sent { state.jobs[job].step = .orphaned }
    }
    next = state.orders.firstHandle(from: 0)
    while let order = next {
      next = state.orders.firstHandle(from: order + 1)
      if state.orders[order].node == gone { state.orders[order].node = UInt8(heir) }
    }
  }

  /// Goes on with every open piece of work of a node, oldest first.
  private func goOn(_ node: Int, _ state: inout ServerState, in context: inout StepContext) {
    let now = context.now
    collectOpen(node, &state, at: now)
    for position in state.scratch.indices {
      state.jobs[state.scratch[position]].step = .planned
    }
    runScratch(&state, in: &context)
    guard state.nodes[node].isUp else { return }
    var next = state.orders.firstHandle(from: 0)
    while let order = next {
      next = state.orders.firstHandle(from: order + 1)
      guard state.orders[order].node == node, !state.orders[order].isPlanned else { continue }
      context.cause = state.orders[order].record
      plan(order, &state, in: &context)
      guard state.nodes[node].isUp else { return }
    }
    for place in state.campaigns.indices.reversed()
    where Int(state.orders[state.campaigns[place].order].node) == node {
      armBatch(
        place, at: max(now, state.orders[state.campaigns[place].order].dueAt), &state,
        in: &context)
    }
  }

  /// Collects the jobs of a node that nothing else will wake.
  private func collectOpen(_ node: Int, _ state: inout ServerState, at now: SimTime) {
    state.scratch.removeAll(keepingCapacity: true)
    var next = state.jobs.firstHandle(from: 0)
    while let job = next {
      next = state.jobs.firstHandle(from: job + 1)
      let entry = state.jobs[job]
      guard entry.node == node else { continue }
      let isOpen =
        switch entry.step {
        case .orphaned: true
        case .planned: state.orders[entry.order].dueAt <= now
        case .waiting, .held: entry.dueAt <= now
        case .sent, .awaitingToken: false
        }
      if isOpen { state.scratch.append(job) }
    }
    var found = state.scratch
    found.sort { state.jobs[$0].serial < state.jobs[$1].serial }
    state.scratch = found
  }
}
