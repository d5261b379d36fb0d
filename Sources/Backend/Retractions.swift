import PushDomain
import Rulebook
import SimKernel

extension PushServer {
  /// Sends the removal of a message to every row that got it, or to one user's rows.
  ///
  /// It is data that nobody draws, under the message's own id, and goes out like any other send:
  /// with a token, a time-out and retries. It has no outcome of its own.
  func remove(
    _ message: MessageID, from user: UserID, butNot install: InstallID,
    _ state: inout ServerState, in context: inout StepContext
  ) {
    guard let node = state.nextNode() else { return }
    let entry = state.log[message]
    var payload = entry.payload
    payload.flags = [.retraction, .silent]
    payload.refersTo = message
    payload.kind = .data
    payload.sentAt = context.now
    payload.tag = .none
    payload.collapseKey = .none
    let receiver = user.isNone ? entry.payload.user : user
    var order = SendOrder(payload: payload, audience: .user(receiver))
    order.kindIsSet = true
    let isUrgent = rules.guide.removalPriority.answer == .high
    order.priority = isUrgent ? .high : .normal
    order.respectsQuietHours = false
    var pending = PendingOrder(
      order: order, record: context.cause, takenAt: context.now, dueAt: context.now,
      node: UInt8(node))
    pending.isRemoval = true
    pending.isPlanned = true
    let handle = state.orders.insert(pending)
    state.scratch.removeAll(keepingCapacity: true)
    if receiver.isNone, entry.flags.contains(.isBroadcast) {
      planRemovals(of: payload, handle, &state, in: &context)
    } else if !receiver.isNone, receiver.index < state.users.count {
      var row = state.users[receiver.index].firstRow
      while row != .max {
        if install.isNone || state.rows[row].install != install {
          planRow(row, handle, isCapped: false, &state, in: &context)
        }
        row = state.rows[row].next
      }
    }
    guard !state.scratch.isEmpty else {
      state.orders.remove(handle)
      return
    }
    runScratch(&state, in: &context)
  }

  /// One removal for each row that a message for many was for.
  private func planRemovals(
    of payload: PushPayload, _ handle: UInt32, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    var next = state.rows.firstHandle(from: 0)
    while let row = next {
      next = state.rows.firstHandle(from: row + 1)
      guard
        payload.topic.isNone || state.topics(of: row).contains(TopicSet(payload.topic))
      else { continue }
      planRow(row, handle, isCapped: false, &state, in: &context)
    }
  }
}
