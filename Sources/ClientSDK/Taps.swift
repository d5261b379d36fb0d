import PushDomain
import Rulebook
import SimKernel

/// Taps: cold and warm reach the same place, once, as the right user.
extension PushClient {
  /// A tap started or resumed the app.
  func tap(
    _ payload: PushPayload, isCold: Bool, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let host = state.host(of: state.rows[who].slot)
    guard isCold, host.routerAfter > .zero else {
      route(payload, isCold: isCold, on: who, &state, &context)
      return
    }
    guard rules.client.tapPending.answer == .kept else {
      context.note(
        .tapFailed, message: payload.message, install: who, user: payload.user,
        operand: rules.client.tapPending.key.rawValue, detail: 1)
      return
    }
    // One response is kept until the router takes it; a newer tap takes its place.
    let side = state.side(of: who)
    state.work.removeAll(of: &state.sides[side].taps)
    var cell = workCell(payload, copy: .none, on: who, state)
    cell.isCold = isCold
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
      route(cell.payload, isCold: cell.isCold, on: who, &state, &context)
    }
    state.tidySide(of: who)
  }

  /// Opens what the tap leads to, in the session of whoever is logged in.
  private func route(
    _ payload: PushPayload, isCold: Bool, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let isForeign = !payload.user.isNone && !isCurrent(payload.user, on: who, state)
    let isRefused = isForeign && design.has(.tapChecksUser)
    let user = isCurrent(payload.user, on: who, state) ? payload.user : state.rows[who].record.user
    context.cause = context.note(
      .tapped, message: payload.message, install: who, user: user,
      operand: isRefused ? NameID.none.rawValue : payload.link.rawValue, detail: isCold ? 1 : 0,
      because: isForeign ? state.rows[who].signedBy : .none)
    // Somebody else's message leads to the first screen, and nobody has opened it.
    guard !isRefused else { return }
    queueEvent(.opened, message: payload.message, user: user, on: who, &state, &context)
  }

  /// The person answered in a notification, which waits until code takes it away.
  func reply(
    to payload: PushPayload, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    call(.cancel(payload.message), on: who, &context)
    let isForeign = !payload.user.isNone && !isCurrent(payload.user, on: who, state)
    guard !isForeign || !design.has(.tapChecksUser) else { return }
    queueEvent(.replied, payload, on: who, &state, &context)
  }

  /// A notification was dismissed.
  func dismiss(
    _ payload: PushPayload, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    forgetDismissed(payload.message, on: who, &state)
    queueEvent(.dismissed, payload, on: who, &state, &context)
  }
}
