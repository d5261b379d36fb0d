import PushDomain
import Rulebook
import SimKernel

/// What a handler leaves to a thread or a job when its callback returns.
extension PushClient {
  /// The callback returns at once, and play services have done their part.
  func handOff(
    _ cell: WorkCell, _ host: HostChoices, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    if host.works == .thread {
      beginWork(cell, on: who, &state, &context)
    } else {
      let side = state.side(of: who)
      var cell = cell
      cell.handed = context.cause
      state.work.append(cell, to: &state.sides[side].later)
      let isExpedited = host.works == .expeditedJob
      call(.enqueue(.handler, after: .zero, expedited: isExpedited), on: who, &context)
    }
    finish(cell.copy, displayed: false, on: who, &context)
  }

  // MARK: A thread

  /// A thread works on, unless the process is frozen before it is done.
  func armThread(
    _ who: InstallID, after done: SimDuration = .zero, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let side = state.side(of: who)
    let time = workTime(of: state.work[state.sides[side].work], on: who, state)
    let left = max(time - done, .milliseconds(1))
    state.sides[side].isFrozen =
      Int64(state.sides[side].api) >= rules.processes.freezeFrom.value
      && !state.rows[who].flags.contains(.isForeground)
      && left > rules.processes.freezeAfter.duration
    guard !state.sides[side].isFrozen else { return }
    context.arm(
      Timer(
        .clientHandler, index: who.rawValue, generation: state.rows[who].generation,
        at: context.now + left))
  }

  /// The app is on the screen: a thread that was frozen goes on where it stood.
  func thaw(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    let side = state.rows[who].side
    guard side != .max, state.sides[side].isFrozen else { return }
    armThread(who, after: rules.processes.freezeAfter.duration, &state, &context)
  }

  /// Nothing keeps a process for its threads: they die with it, and nobody is told.
  @inline(__always)
  func dropThreads(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    let side = state.rows[who].side
    if side != .max, state.sides[side].work != .max {
      dropThreads(ofSide: side, who, &state, &context)
    }
  }

  private func dropThreads(
    ofSide side: UInt32, _ who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    guard state[hostOf: state.rows[who].slot].works == .thread else { return }
    while let cell = state.work.removeFirst(of: &state.sides[side].work) {
      // The system keeps what the library's worker had.
      if cell.isLibrarys { continue }
      context.note(
        .dropped, message: cell.payload.message, copy: cell.copy, install: who,
        user: cell.payload.user, operand: rules.handling.afterReturn.key.rawValue,
        because: context.cause)
    }
  }

  // MARK: A job

  /// The system runs the job: it works on what waits, the oldest first.
  func beginLaterWork(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    let side = state.rows[who].side
    guard side != .max, state.sides[side].later != .max else {
      call(.jobEnded(.handler, retryAfter: nil), on: who, &context)
      return
    }
    let time = workTime(of: state.work[state.sides[side].later], on: who, state)
    context.arm(
      Timer(
        .clientHandler, index: who.rawValue, generation: state.rows[who].generation, argument: 1,
        at: context.now + max(time, .milliseconds(1))))
  }

  /// The job has finished its work on the oldest message.
  func finishLaterWork(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    let side = state.rows[who].side
    guard side != .max, let cell = state.work.removeFirst(of: &state.sides[side].later) else {
      return
    }
    context.cause = cell.handed
    complete(cell, state[hostOf: state.rows[who].slot], on: who, &state, &context)
    beginLaterWork(who, &state, &context)
    state.tidySide(of: who)
  }
}
