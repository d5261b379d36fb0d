import PushDomain
import Rulebook
import SimKernel

/// What one message costs the worker that shows it, and the library's own turns of that worker.
extension PushClient {
  /// How long the work on a message takes before anything is shown.
  func workTime(
    of cell: WorkCell, on who: InstallID, _ state: borrowing ClientState
  ) -> SimDuration {
    let image = imageTime(of: cell, on: who, state)
    guard !cell.isLibrarys else { return image }
    let slot = state.rows[who].slot
    let fetch = state[hostOf: slot].fetches ? rules.client.fetchTime.duration : .zero
    return state[hostOf: slot].handlerTime + fetch + image
  }

  /// How long the image of a message is waited for; without a network its download fails at once.
  private func imageTime(
    of cell: WorkCell, on who: InstallID, _ state: borrowing ClientState
  ) -> SimDuration {
    let flags = cell.payload.flags
    guard flags.contains(.image), !flags.contains(.silent),
      state.rows[who].flags.contains(.hasNetwork)
    else { return .zero }
    guard flags.contains(.imageStalls) else { return rules.client.fetchTime.duration }
    let isLimited = cell.isLibrarys || rules.client.imageLimit.answer == .asLibrary
    return (isLimited ? rules.handling.imageWait : rules.client.imageTimeout).duration
  }

  /// Whether the library's one worker is at another message, as it is while a callback runs.
  @inline(__always)
  func isWorkerBusy(_ who: InstallID, _ state: borrowing ClientState) -> Bool {
    let side = state.rows[who].side
    guard side != .max, state.sides[side].work != .max else { return false }
    return state[hostOf: state.rows[who].slot].works == .itself
      || state.work[state.sides[side].work].isLibrarys
  }

  /// The library draws a message that has an image, or that has to wait for its turn.
  @inline(never)
  func drawInTurn(
    _ payload: PushPayload, copy: CopyID, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    var cell = workCell(payload, copy: copy, on: who, state)
    cell.isLibrarys = true
    guard isWorkerBusy(who, state) || workTime(of: cell, on: who, state) > .zero else {
      return post(payload, copy: copy, by: .library, isLast: true, on: who, &state, &context)
    }
    beginWork(cell, on: who, &state, &context)
  }

  /// Puts a message behind those that the worker has, and begins where it has none.
  func beginWork(
    _ cell: WorkCell, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let side = state.side(of: who)
    let isFirst = state.sides[side].work == .max
    var cell = cell
    cell.handed = context.cause
    state.work.append(cell, to: &state.sides[side].work)
    if isFirst { workOnNext(who, &state, &context) }
  }

  /// The worker, or a thread of the handler, takes the oldest message up.
  func workOnNext(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    let side = state.rows[who].side
    guard side != .max, state.sides[side].work != .max else { return }
    let cell = state.work[state.sides[side].work]
    if !cell.isLibrarys, state[hostOf: state.rows[who].slot].works == .thread {
      armThread(who, &state, &context)
    } else {
      armHandler(cell, on: who, state, &context)
    }
  }
}
