import PushDomain
import SimKernel

/// A second way for messages: a socket to the server while the app is in the foreground.
extension PushClient {
  /// Opens a socket as whoever is logged in.
  func openSocket(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    let session = session(who, &state, at: context.now)
    guard state.rows[who].flags.contains(.isForeground), !session.isNone else { return }
    tellSocket(who, session, &state, &context)
  }

  /// Closes the socket, as far as the server hears of it.
  func closeSocket(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    tellSocket(who, .none, &state, &context)
  }

  private func tellSocket(
    _ who: InstallID, _ session: Session, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    guard state[hostOf: state.rows[who].slot].usesSocket else { return }
    keepSocket(!session.isNone, on: who, &state)
    transmit(.socket(install: who, session: session), to: .server, on: who, &context)
  }

  private func keepSocket(_ stands: Bool, on who: InstallID, _ state: inout ClientState) {
    guard stands || state.rows[who].side != .max else { return }
    state.sides[state.side(of: who)].hasSocket = stands
    state.tidySide(of: who)
  }

  /// A network that was lost takes the socket along; with the next one the app opens another.
  func hearNetwork(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    keepSocket(false, on: who, &state)
    if state.rows[who].flags.contains(.hasNetwork) { openSocket(who, &state, &context) }
  }

  /// The server closed the socket, for it does not believe the session.
  func hearSocketClosed(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    keepSocket(false, on: who, &state)
    hearSessionIsOver(of: state.rows[who].person, on: who, &state, &context)
  }

  /// The socket brings a message, which goes through the same filters as a push.
  ///
  /// What comes over one that the app has lost is answered like anything to a closed port.
  func receive(
    bySocket payload: PushPayload, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let side = state.rows[who].side
    guard side != .max, state.sides[side].hasSocket else {
      closeSocket(who, &state, &context)
      return
    }
    context.cause = context.note(
      .handed, message: payload.message, install: who, user: payload.user,
      detail: HandOver.socket.rawValue)
    transmit(
      .socketConfirmation(install: who, message: payload.message), to: .server, on: who, &context)
    dispatch(payload, copy: .none, isLocked: false, on: who, &state, &context)
  }
}
