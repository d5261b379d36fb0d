package import PushDomain
package import Rulebook
import SimKernel

/// The app's own server: takes registrations, orders and events, and sends through FCM.
///
/// Several nodes share one database. What a node alone has, and loses when it dies, is its clock,
/// its access token and the answers it has not written down.
package struct PushServer: Sendable {
  /// The facts in force.
  package let rules: Rulebook

  /// Makes a server that keeps some rules; each of its nodes has a design of its own.
  package init(rules: Rulebook) { self.rules = rules }

  /// Advances the server by one input.
  package func step(
    _ state: inout ServerState, _ input: ServerInput, in context: inout StepContext
  ) {
    state.now = context.now
    switch input {
    case .operate(let action): operate(action, &state, in: &context)
    case .arrived(let packet): receive(packet, &state, in: &context)
    case .timer(let timer): fire(timer, &state, in: &context)
    }
  }

  /// Handles what came over the network.
  @inline(__always)
  private func receive(
    _ packet: PacketID, _ state: inout ServerState, in context: inout StepContext
  ) {
    let from = context.packets[packet.rawValue].from
    switch context.body(of: packet) {
    case .sendAnswer(let job, let answer): conclude(job, with: answer, &state, in: &context)
    case .socket(let install, let session):
      hearSocket(of: install, as: session, at: from, &state, in: &context)
    case .socketConfirmation(let install, let message):
      hearConfirmation(of: message, from: install, &state, in: &context)
    case .sendFailed(let job): loseConnection(job, &state, in: &context)
    case .tokenAnswer(let node, let status, let expires):
      takeToken(Int(node), status: status, expires: expires, &state, in: &context)
    case .upload, .erase, .events, .sync: serve(packet, from, &state, in: &context)
    case .send, .deliver, .deletedMessages, .deliveryReport, .register, .registerAnswer,
      .unregister, .unregisterAnswer, .topic, .topicAnswer, .uploadAnswer, .eraseAnswer,
      .eventsAnswer, .syncAnswer, .socketPush, .tokenExchange:
      break
    }
  }

  /// Serves one of the four calls of the published interface, on the node that the load balancer
  /// picks.
  @inline(__always)
  private func serve(
    _ packet: PacketID, _ from: Place, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    guard let node = state.nextNode() else {
      refuse(
        context.body(of: packet), of: from, status: 503, because: state.lastDown,
        in: &context)
      return
    }
    switch context.body(of: packet) {
    case .upload(let body):
      upload(body, to: from, on: node, &state, in: &context)
    case .erase(let key, let install, let session):
      erase(
        key, install: install, session: session, to: from, on: node, &state, in: &context)
    case .events(let batch):
      count(batch, to: from, on: node, &state, in: &context)
    case .sync(let install, let session, let cursor, let purpose):
      let question = InboxQuestion(
        install: install, session: session, cursor: cursor, purpose: purpose)
      sync(question, to: from, on: node, &state, in: &context)
    default: break
    }
  }

  /// Answers a call with a refusal, whatever it was.
  func refuse(
    _ call: Packet.Body, of place: Place, status: UInt16, because: RecordID = .none,
    in context: inout StepContext
  ) {
    func note(_ call: APICall, _ install: InstallID, _ user: UserID) -> RecordID {
      context.note(
        .callRefused, install: install, user: user, operand: UInt32(status),
        detail: call.rawValue, because: because)
    }
    let answer = APIAnswer(status)
    let cause: RecordID
    switch call {
    case .upload(let body):
      cause = note(.upload, body.install, body.user)
      context.transmit(
        from: .server, to: place,
        .uploadAnswer(install: body.install, version: body.version, answer), cause: cause)
    case .erase(_, let install, let session):
      cause = note(.erase, install, session.user)
      context.transmit(
        from: .server, to: place, .eraseAnswer(install: install, answer), cause: cause)
    case .events(let batch):
      cause = note(.events, batch.install, batch.session.user)
      context.transmit(
        from: .server, to: place,
        .eventsAnswer(install: batch.install, batch: batch.number, answer), cause: cause)
    case .sync(let install, let session, let cursor, let purpose):
      cause = note(.sync, install, session.user)
      let answer = SyncAnswer(
        install: install, user: session.user, after: cursor, through: .none, answer: answer,
        purpose: purpose)
      context.transmit(from: .server, to: place, .syncAnswer(answer), cause: cause)
    default: break
    }
  }

  /// Handles a timer that is due.
  @inline(__always)
  private func fire(
    _ timer: Timer, _ state: inout ServerState, in context: inout StepContext
  ) {
    switch timer.kind {
    case .serverTimeout where timer.argument == 0: timeOut(timer, &state, in: &context)
    case .serverTimeout: exchangeTimedOut(timer, &state, in: &context)
    case .serverRetry where timer.argument == 0: resume(timer, &state, in: &context)
    case .serverRetry: exchangeAgain(timer, &state, in: &context)
    case .serverQuiet: resume(timer, &state, in: &context)
    case .serverExpiry: endTransaction(of: MessageID(rawValue: timer.index), &state, in: &context)
    case .serverSchedule: releaseScheduled(timer.index, &state, in: &context)
    case .serverBatch: batchIsDue(timer, &state, in: &context)
    case .serverReaper where timer.argument == 0: reapIfDue(timer, &state, in: &context)
    case .serverReaper: endGuardWindow(timer, &state, in: &context)
    case .serverRestart where timer.argument == 0: restart(timer, &state, in: &context)
    case .serverRestart: adopt(timer, &state, in: &context)
    default: break
    }
  }
}
