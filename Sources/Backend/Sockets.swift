import PushDomain
import Rulebook
import SimKernel

/// The sockets that apps in the foreground keep to the server, beside the way over FCM.
extension PushServer {
  /// A client opened or closed its socket.
  func hearSocket(
    of install: InstallID, as session: UserID, at place: Place, _ state: inout ServerState
  ) {
    while state.sockets.count <= install.index { state.sockets.append(Socket()) }
    state.sockets[install.index] = Socket(user: session, place: place)
  }

  /// Sends a message over the socket of its target; says whether FCM waits for a confirmation.
  func sendsBySocket(
    _ job: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) -> Bool {
    let entry = state.jobs[job]
    guard !entry.wentBySocket, !entry.user.isNone, entry.install.index < state.sockets.count,
      state.sockets[entry.install.index].user == entry.user
    else { return false }
    state.jobs[job].wentBySocket = true
    let payload = payload(of: state.orders[entry.order].order, state.nodes[Int(entry.node)])
    context.transmit(
      from: .server, to: state.sockets[entry.install.index].place,
      .socketPush(install: entry.install, payload), cause: entry.record)
    guard rules.guide.socketPush.answer == .unconfirmed else { return false }
    hold(job, until: context.now + rules.design.socketConfirm.duration, &state, in: &context)
    return true
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
