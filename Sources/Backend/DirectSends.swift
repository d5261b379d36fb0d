import PushDomain
import SimKernel

extension PushServer {
  /// Another server sends a message, without a record, a check or a retry of ours.
  func sendDirectly(
    _ order: SendOrder, _ state: inout ServerState, in context: inout StepContext
  ) {
    var request = FCMRequest(payload: order.payload, address: .none)
    request.payload.sentAt = context.now
    request.priority = order.priority
    request.ttlMilliseconds = order.ttlMilliseconds
    if let bytes = order.bytes { request.bytes = bytes }
    request.defect = order.defect
    request.validateOnly = order.dryRun
    if order.usesStolenToken {
      request.payload.flags.insert(.forged)
      request.credential = context.now < state.stolenExpiry ? .stolen : .expired
    }
    switch order.audience {
    case .address(let address, let install):
      request.address = address
      sendDirectly(request, to: install, in: &context)
    case .user(let user): sendDirectly(request, toRowsOf: user, &state, in: &context)
    case .fcmTopic(let name): (request.audience, request.audienceKind) = (name, .topic)
    case .condition(let name): (request.audience, request.audienceKind) = (name, .condition)
    case .group(let name): (request.audience, request.audienceKind) = (name, .group)
    case .topic, .slot, .everyone: break
    }
    if request.audienceKind != .none { sendDirectly(request, to: .none, in: &context) }
  }

  /// Sends to every row of a user, as a service does that reads our table for itself.
  private func sendDirectly(
    _ request: FCMRequest, toRowsOf user: UserID, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    guard user.index < state.users.count else { return }
    var request = request
    request.payload.user = user
    var handle = state.users[user.index].firstRow
    while handle != .max {
      request.address = state.rows[handle].address
      sendDirectly(request, to: state.rows[handle].install, in: &context)
      handle = state.rows[handle].next
    }
  }

  private func sendDirectly(
    _ request: FCMRequest, to install: InstallID, in context: inout StepContext
  ) {
    let record = context.note(
      .requestSent, message: request.payload.message, install: install,
      user: request.payload.user, operand: request.address.rawValue, detail: 1)
    context.transmit(from: .server, to: .fcm, .send(job: .max, request), cause: record)
  }
}
