import PushDomain
import Rulebook
import SimKernel

/// Taps: cold and warm reach the same place, once, as the right user.
extension PushClient {
  /// A tap on the notification of a message started or resumed the app.
  func tap(
    _ notification: MessageID, _ payload: PushPayload, isCold: Bool, on who: InstallID,
    _ state: inout ClientState, _ context: inout StepContext
  ) {
    let host = state[hostOf: state.rows[who].slot]
    var cell = workCell(payload, copy: .none, on: who, state)
    cell.notification = notification
    cell.isCold = isCold
    guard isCold, host.routerAfter > .zero else {
      route(cell, on: who, &state, &context)
      return
    }
    guard rules.client.tapPending.answer == .kept else {
      context.note(
        .tapFailed, message: notification, install: who, user: payload.user,
        operand: rules.client.tapPending.key.rawValue, detail: 1)
      return
    }
    // One response is kept until the router takes it; a newer tap takes its place.
    let side = state.side(of: who)
    state.work.removeAll(of: &state.sides[side].taps)
    state.work.append(cell, to: &state.sides[side].taps)
    context.arm(
      Timer(
        .clientTap, index: who.rawValue, generation: state.rows[who].generation,
        at: context.now + host.routerAfter))
  }

  /// The router listens: what was kept for it goes to it, once.
  func routeTaps(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    let side = state.rows[who].side
    guard side != .max else { return }
    while let cell = state.work.removeFirst(of: &state.sides[side].taps) {
      route(cell, on: who, &state, &context)
    }
    state.tidySide(of: who)
  }

  /// The activity was made anew, with the intent that started it.
  func handleLaunchAgain(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    let side = state.rows[who].side
    guard side != .max, state.sides[side].launch != .max else { return }
    route(state.work[state.sides[side].launch], on: who, &state, &context)
  }

  /// The task is gone, and with it the intent that started it.
  func forgetLaunch(_ who: InstallID, _ state: inout ClientState) {
    guard state.rows[who].side != .max else { return }
    state.work.removeAll(of: &state.sides[state.rows[who].side].launch)
    state.sides[state.rows[who].side].task = .none
    state.tidySide(of: who)
  }

  /// Whether a task keeps the intent that began it, and the app handles it with each new activity.
  var keepsLaunch: Bool {
    !design.has(.tapHandledOnce) && rules.client.launchMode.answer == .singleTop
  }

  /// The app is in front, in the task that it had, or in one that begins now.
  func enterTask(_ who: InstallID, by reason: StartReason, _ state: inout ClientState) {
    let side = state.side(of: who)
    let isNew = state.sides[side].task == .none && reason == .tap
    state.sides[side].task = isNew ? .new : .old
  }

  /// Opens what the tap leads to, in the session of whoever is logged in.
  private func route(
    _ cell: WorkCell, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let payload = cell.payload
    let isAgain = !cell.tappedBy.isNone
    let isForeign = !payload.user.isNone && !isCurrent(payload.user, on: who, &state)
    let isRefused = isForeign && design.has(.tapChecksUser)
    let user = isCurrent(payload.user, on: who, &state) ? payload.user : state.rows[who].record.user
    context.cause = context.note(
      .tapped, message: cell.notification, install: who, user: user,
      operand: isRefused ? NameID.none.rawValue : payload.link.rawValue,
      detail: isAgain ? 2 : cell.isCold ? 1 : 0,
      because: isAgain ? cell.tappedBy : isForeign ? state.rows[who].signedBy : .none)
    if !design.has(.tapHandledOnce), !isAgain {
      rememberLaunch(cell, on: who, &state, by: context.cause)
    }
    // Somebody else's message leads to the first screen, and nobody has opened it.
    guard !isRefused else { return }
    queueEvent(.opened, message: payload.message, user: user, on: who, &state, &context)
  }

  /// The intent of a tap stays with the activity that it started, which may read it again.
  private func rememberLaunch(
    _ cell: WorkCell, on who: InstallID, _ state: inout ClientState, by tap: RecordID
  ) {
    let side = state.side(of: who)
    if keepsLaunch, state.sides[side].task != .new { return }
    if keepsLaunch { state.sides[side].task = .old }
    state.work.removeAll(of: &state.sides[side].launch)
    var launch = cell
    launch.tappedBy = tap
    state.work.append(launch, to: &state.sides[side].launch)
  }

  /// The person answered in a notification, which waits until code takes it away.
  func reply(
    to payload: PushPayload, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    call(.cancel(payload.message), on: who, &context)
    let isForeign = !payload.user.isNone && !isCurrent(payload.user, on: who, &state)
    guard !isForeign || !design.has(.tapChecksUser) else { return }
    queueEvent(.replied, payload, on: who, &state, &context)
  }

  /// A notification was dismissed.
  @inline(never)
  func dismiss(
    _ loan: Loan<PushPayload>, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let message = context.payloads[loan].message
    let user = state.rows[who].record.user
    forgetDismissed(message, on: who, &state)
    queueEvent(.dismissed, message: message, user: user, on: who, &state, &context)
  }
}
