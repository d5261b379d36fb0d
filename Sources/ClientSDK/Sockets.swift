import PushDomain

/// A second way for messages: a socket to the server while the app is in the foreground.
extension PushClient {
  /// Opens a socket as whoever is logged in.
  func openSocket(
    _ who: InstallID, _ state: borrowing ClientState, _ context: inout StepContext
  ) {
    let row = state.rows[who]
    guard row.flags.contains(.isForeground), !row.session.isNone else { return }
    tellSocket(who, session: row.session, state, &context)
  }

  /// Closes the socket, as far as the server hears of it.
  func closeSocket(
    _ who: InstallID, _ state: borrowing ClientState, _ context: inout StepContext
  ) {
    tellSocket(who, session: .none, state, &context)
  }

  private func tellSocket(
    _ who: InstallID, session: UserID, _ state: borrowing ClientState,
    _ context: inout StepContext
  ) {
    guard state.host(of: state.rows[who].slot).usesSocket else { return }
    call(.transmit(.server, .socket(install: who, session: session)), on: who, &context)
  }

  /// The socket brings a message, which goes through the same filters as a push.
  func receive(
    bySocket payload: PushPayload, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    context.cause = context.note(
      .handed, message: payload.message, install: who, user: payload.user,
      detail: HandOver.socket.rawValue)
    call(
      .transmit(.server, .socketConfirmation(install: who, message: payload.message)), on: who,
      &context)
    dispatch(payload, copy: .none, isLocked: false, on: who, &state, &context)
  }
}
