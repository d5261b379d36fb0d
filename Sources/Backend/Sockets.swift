import PushDomain
import Rulebook
import SimKernel

/// The sockets that apps in the foreground keep to the server, beside the way over FCM.
extension PushServer {
  /// A client opened or closed its socket; one of a session that is over is closed at once.
  func hearSocket(
    of install: InstallID, as session: Session, at place: Place, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    while state.sockets.count <= install.index { state.sockets.append(Socket()) }
    state.sockets[install.index] = Socket(user: session.user, place: place)
    if state.isRevoked(session) { closeSocket(of: install, &state, in: &context) }
  }

  private func closeSocket(
    of install: InstallID, _ state: inout ServerState, in context: inout StepContext
  ) {
    state.sockets[install.index].user = .none
    context.transmit(
      from: .server, to: state.sockets[install.index].place,
      .socket(install: install, session: .none))
  }

  /// Closes every socket of a person.
  func closeSockets(
    of user: UserID, _ state: inout ServerState, in context: inout StepContext
  ) {
    for index in state.sockets.indices where state.sockets[index].user == user {
      closeSocket(of: InstallID(index), &state, in: &context)
    }
  }

  /// Sends a message over the socket of its target; says whether FCM waits for a confirmation.
  @inline(__always)
  func sendsBySocket(
    _ job: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) -> Bool {
    !state.sockets.isEmpty && sendsOverOpenSocket(job, &state, in: &context)
  }

  private func sendsOverOpenSocket(
    _ job: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) -> Bool {
    let entry = state.jobs[job]
    guard !entry.wentBySocket, !entry.user.isNone, entry.install.index < state.sockets.count,
      state.sockets[entry.install.index].user == entry.user
    else { return false }
    state.jobs[job].wentBySocket = true
    let payload = payload(of: entry.order, on: Int(entry.node), state)
    context.transmit(
      from: .server, to: state.sockets[entry.install.index].place,
      .socketPush(install: entry.install, payload), cause: entry.record)
    guard rules.guide.socketPush.answer == .unconfirmed else { return false }
    hold(job, until: context.now + rules.design.socketConfirm.duration, &state, in: &context)
    return true
  }

  /// Sends a message over the sockets of a person whose install no row of theirs stands for.
  ///
  /// A socket asks for no row: it was opened with a session and belongs to its person.
  func sendToSockets(
    of user: UserID, order: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    for index in state.sockets.indices where state.sockets[index].user == user {
      let install = InstallID(index)
      if state.row(of: install)?.user == user { continue }
      let node = Int(state.orders[order].node)
      context.transmit(
        from: .server, to: state.sockets[index].place,
        .socketPush(install: install, payload(of: order, on: node, state)),
        cause: state.orders[order].record)
    }
  }

  /// A client confirms what its socket brought: FCM is not needed any more.
  func hearConfirmation(
    of message: MessageID, from install: InstallID, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    var next = state.jobs.firstHandle(from: 0)
    while let job = next {
      next = state.jobs.firstHandle(from: job + 1)
      let entry = state.jobs[job]
      guard entry.message == message, entry.install == install, entry.wentBySocket,
        entry.step == .held
      else { continue }
      finish(job, .accepted, context.cause, &state, in: &context)
    }
  }
}

/// One socket: whose session opened it, and where it leads.
struct Socket: BitwiseCopyable {
  var user = UserID.none
  var place = Place.server
}
