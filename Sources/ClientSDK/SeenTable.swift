import PushDomain
import Rulebook
import SimKernel

/// The ids that the SDK has shown: those behind the sync cursor by the cursor, the rest in a list.
extension PushClient {
  /// What push and sync share.
  private var scope: ClientDesignScope {
    if design.has(.sharedSeenTable) { return .shared }
    return switch rules.client.seenScope.answer {
    case .shared: .shared
    case .forgetsDismissed: .forgetsDismissed
    case .pushOnly: .pushOnly
    }
  }

  private enum ClientDesignScope { case shared, forgetsDismissed, pushOnly }

  /// Whether a push is a repeat.
  func hasSeen(
    _ payload: PushPayload, on who: InstallID, _ state: borrowing ClientState
  ) -> Bool {
    // A sync has covered everything of the user up to the cursor; a topic's messages have no inbox.
    let row = state.rows[who]
    if scope != .pushOnly, !payload.user.isNone, payload.user == row.record.user,
      !row.cursor.isNone, payload.message <= row.cursor
    {
      return true
    }
    return isListed(payload.message, on: who, state)
  }

  /// Whether a sync need not announce an item: push has shown it.
  func syncKnows(
    _ message: MessageID, on who: InstallID, _ state: borrowing ClientState
  ) -> Bool {
    design.has(.seenTable) && scope != .pushOnly && isListed(message, on: who, state)
  }

  private func isListed(
    _ message: MessageID, on who: InstallID, _ state: borrowing ClientState
  ) -> Bool {
    var handle = state.rows[who].seen
    while handle != .max {
      if state.ids[handle].id == message.rawValue { return true }
      handle = state.ids[handle].next
    }
    return false
  }

  /// Enters a message that is about to be shown.
  func remember(_ payload: PushPayload, on who: InstallID, _ state: inout ClientState) {
    insertSeen(payload.message, on: who, &state)
  }

  /// Enters an id; the oldest falls out where there are too many.
  func insertSeen(_ message: MessageID, on who: InstallID, _ state: inout ClientState) {
    guard design.has(.seenTable), !isListed(message, on: who, state) else { return }
    state.ids.prepend(IDCell(id: message.rawValue), to: &state.rows[who].seen)
    _ = state.ids.cut(&state.rows[who].seen, after: rules.client.seenKept.count)
  }

  /// The person dismissed a message: some tables forget it with that.
  func forgetDismissed(_ message: MessageID, on who: InstallID, _ state: inout ClientState) {
    guard scope == .forgetsDismissed else { return }
    _ = state.ids.removeAll(of: &state.rows[who].seen) { $0.id == message.rawValue }
  }

  /// A sync covers everything up to a cursor: the list keeps only what lies beyond.
  func pruneSeen(through cursor: MessageID, on who: InstallID, _ state: inout ClientState) {
    guard scope == .shared, state.rows[who].seen != .max else { return }
    _ = state.ids.removeAll(of: &state.rows[who].seen) { $0.id <= cursor.rawValue }
  }
}
