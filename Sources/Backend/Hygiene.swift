import PushDomain
import Rulebook
import SimKernel

extension PushServer {
  /// FCM called a job's address dead: its row goes, if the row still means what was sent to.
  func bury(
    _ job: UInt32, _ end: RowEnd, _ state: inout ServerState, in context: inout StepContext
  ) {
    let entry = state.jobs[job]
    guard entry.row != .max, state.rows.contains(entry.row),
      state.rows[entry.row].installKey == entry.rowKey
    else { return }
    let design = state.nodes[Int(entry.node)].design
    let row = state.rows[entry.row]
    if design.has(.compare410ByRowVersion) {
      // The row was written again after the worker read it: the answer is about an earlier life.
      guard row.record == entry.rowRecord, row.address == entry.address else { return }
    } else if design.has(.compare410Time) {
      guard row.uploadedAt <= entry.sentOnClock else { return }
    }
    if design.has(.massDeletionGuard) {
      condemn(entry.row, end, &state, in: &context)
    } else {
      letGo(of: entry.row, end, &state, in: &context)
    }
  }

  /// Deletes a dead row, or only its address.
  private func letGo(
    of handle: UInt32, _ end: RowEnd, _ state: inout ServerState,
    in context: inout StepContext, because: RecordID = .none
  ) {
    guard rules.guide.deadAction.answer == .addressCleared else {
      removeRow(handle, end, &state, in: &context, because: because)
      return
    }
    if state.indexesAddresses {
      state.rowOfAddress.remove(state.rows[handle].address.rawValue, ifValue: handle)
    }
    state.rows[handle].address = .none
    state.rows[handle].record = noteRow(handle, state, in: &context)
  }

  // MARK: The guard against mass deletion

  /// Marks a row instead of deleting it; the window's end decides.
  private func condemn(
    _ handle: UInt32, _ end: RowEnd, _ state: inout ServerState, in context: inout StepContext
  ) {
    guard !state.rows[handle].isCondemned else { return }
    state.rows[handle].isCondemned = true
    state.condemned.append(
      Condemned(
        row: handle, record: state.rows[handle].record, cause: context.cause, end: end))
    guard !state.guardWindow.isArmed else { return }
    state.guardWindow.isArmed = true
    state.guardWindow.generation = state.nextArming()
    context.arm(
      Timer(
        .serverReaper, index: 0, generation: state.guardWindow.generation, argument: 1,
        at: context.now + rules.design.massDeletionDelay.duration))
  }

  /// Deletes what was marked, unless so many answers said dead that the fault must be elsewhere.
  func endGuardWindow(
    _ timer: Timer, _ state: inout ServerState, in context: inout StepContext
  ) {
    guard state.guardWindow.isArmed, state.guardWindow.generation == timer.generation else {
      return
    }
    let dead = UInt64(state.guardWindow.dead)
    let answers = UInt64(state.guardWindow.answers)
    let isSuspicious =
      dead >= UInt64(max(1, rules.design.massDeletionSample.count))
      && dead * 100 >= answers * UInt64(rules.design.massDeletion.count)
    state.guardWindow = GuardWindow()
    let marked = state.condemned
    state.condemned.removeAll()
    for entry in marked where state.rows.contains(entry.row) {
      state.rows[entry.row].isCondemned = false
      guard !isSuspicious, state.rows[entry.row].record == entry.record else { continue }
      context.cause = entry.cause
      letGo(of: entry.row, entry.end, &state, in: &context)
    }
  }

  // MARK: The reaper

  /// Arms the reaper's next run that can find something, if none is armed.
  func armReaper(on node: Int, _ state: inout ServerState, in context: inout StepContext) {
    guard state.reaperAt == .distantFuture, state.nodes[node].design.has(.reaper) else { return }
    arm(reaperFor: context.now, &state, in: &context)
  }

  /// Arms the daily run at which a row of this age is stale.
  private func arm(
    reaperFor oldest: SimTime, _ state: inout ServerState, in context: inout StepContext
  ) {
    let every = max(1, rules.design.reaperEvery.duration.microseconds)
    let stale = (oldest + rules.design.reaperWindow.duration).microseconds
    let due = max(stale, context.now.microseconds + 1)
    state.reaperAt = SimTime(microseconds: (due + every - 1) / every * every)
    state.reaperGeneration = state.nextArming()
    context.arm(
      Timer(
        .serverReaper, index: 0, generation: state.reaperGeneration, at: state.reaperAt))
  }

  /// The daily run.
  func reapIfDue(_ timer: Timer, _ state: inout ServerState, in context: inout StepContext) {
    guard timer.generation == state.reaperGeneration, state.reaperAt != .distantFuture else {
      return
    }
    state.reaperAt = .distantFuture
    guard state.anyNodeHas(.reaper) else { return }
    reap(&state, in: &context)
  }

  /// Removes every stale row, and arms the run that finds the next one.
  func reap(_ state: inout ServerState, in context: inout StepContext) {
    let horizon = context.now - rules.design.reaperWindow.duration
    var oldest = SimTime.distantFuture
    var next = state.rows.firstHandle(from: 0)
    while let handle = next {
      next = state.rows.firstHandle(from: handle + 1)
      let uploadedAt = state.rows[handle].uploadedAt
      if uploadedAt <= horizon {
        removeRow(handle, .reaped, &state, in: &context)
      } else if uploadedAt < oldest {
        oldest = uploadedAt
      }
    }
    if oldest != .distantFuture, state.reaperAt == .distantFuture, state.anyNodeHas(.reaper) {
      arm(reaperFor: oldest, &state, in: &context)
    }
  }

  /// A sign of life from an install keeps its row fresh, where the design counts it.
  func refresh(
    _ handle: UInt32, on node: Int, _ state: inout ServerState, in context: inout StepContext
  ) {
    guard state.nodes[node].design.has(.refreshOnReceive) else { return }
    state.rows[handle].uploadedAt = clock(of: node, state, at: context.now)
  }
}
