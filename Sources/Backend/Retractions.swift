import PushDomain
import SimKernel

extension PushServer {
  /// Sends the removal of a message to every row that the message was for: data that nobody draws,
  /// under the message's own id, at normal priority and without a retry.
  func sendRetraction(
    of message: MessageID, _ state: inout ServerState, in context: inout StepContext
  ) {
    let entry = state.log[message]
    var payload = entry.payload
    payload.flags = [.retraction, .silent]
    payload.refersTo = message
    payload.kind = .data
    payload.sentAt = context.now
    payload.tag = .none
    payload.collapseKey = .none
    guard let node = state.nextNode(), state.nodes[node].token.isThere else { return }
    if entry.flags.contains(.isBroadcast) {
      var next = state.rows.firstHandle(from: 0)
      while let handle = next {
        next = state.rows.firstHandle(from: handle + 1)
        let isMeant =
          payload.topic.isNone || state.rows[handle].topics.contains(TopicSet(payload.topic))
        if isMeant { sendRetraction(payload, to: handle, on: node, &state, in: &context) }
      }
    } else if !payload.user.isNone {
      var handle = state.users[payload.user.index].firstRow
      while handle != .max {
        sendRetraction(payload, to: handle, on: node, &state, in: &context)
        handle = state.rows[handle].next
      }
    }
  }

  private func sendRetraction(
    _ payload: PushPayload, to handle: UInt32, on node: Int, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    let row = state.rows[handle]
    guard !row.address.isNone else { return }
    var request = FCMRequest(payload: payload, address: row.address)
    request.priority = .normal
    request.credential = credential(of: node, state, at: context.now)
    request.sender = state.usesWrongProject ? 1 : 0
    let record = context.note(
      .requestSent, message: payload.message, install: row.install, user: row.user,
      operand: row.address.rawValue, detail: 1, because: row.record)
    context.transmit(from: .server, to: .fcm, .send(job: .max, request), cause: record)
  }
}
