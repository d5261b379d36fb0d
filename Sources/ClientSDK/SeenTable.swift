import PushDomain
import Rulebook
import SimKernel

/// The ids that the SDK has shown, the newest first.
///
/// They outlive the process and the logout; only so many are kept.
extension PushClient {
  /// What push and sync share.
  @inline(__always)
  private var scope: ClientDesignRules.SeenScope {
    design.has(.sharedSeenTable) ? .shared : rules.client.seenScope.answer
  }

  /// Whether a push is a repeat.
  @inline(__always)
  func hasSeen(
    _ message: MessageID, on who: InstallID, _ state: borrowing ClientState
  ) -> Bool {
    isListed(message, on: who, state)
  }

  /// Whether a sync need not announce an item: the table knows it, or a sync has brought it.
  @inline(__always)
  func syncKnows(
    _ message: MessageID, on who: InstallID, _ state: borrowing ClientState
  ) -> Bool {
    guard design.has(.seenTable) else { return false }
    if scope == .pushOnly {
      let item = state.items.find(message.rawValue, in: state.memory(of: who).inbox)
      return item != .max && state.items[item].isSynced
    }
    return isListed(message, on: who, state)
  }

  /// Enters an item that a sync brought and that was not known, where the table is shared.
  @inline(__always)
  func rememberSynced(_ message: MessageID, on who: InstallID, _ state: inout ClientState) {
    if scope != .pushOnly { enterUnseen(message, on: who, &state) }
  }

  @inline(__always)
  private func isListed(
    _ message: MessageID, on who: InstallID, _ state: borrowing ClientState
  ) -> Bool {
    state.ids.find(message.rawValue, in: state.memory(of: who).seen) != .max
  }

  /// Enters an id; the oldest falls out where there are too many.
  func insertSeen(_ message: MessageID, on who: InstallID, _ state: inout ClientState) {
    if !isListed(message, on: who, state) { enterUnseen(message, on: who, &state) }
  }

  /// Enters an id that is not there yet.
  func enterUnseen(_ message: MessageID, on who: InstallID, _ state: inout ClientState) {
    let limit = rules.client.seenKept.count
    guard design.has(.seenTable), limit > 0 else { return }
    let memory = state.memoryHandle(of: who)
    state.ids.remember(
      IDCell(id: message.rawValue), in: &state.memories[memory].seen, atMost: limit)
  }

  /// The person dismissed a message: some tables forget it with that.
  func forgetDismissed(_ message: MessageID, on who: InstallID, _ state: inout ClientState) {
    guard scope == .forgetsDismissed else { return }
    let memory = state.memoryHandle(of: who)
    state.ids.forget(in: &state.memories[memory].seen) { $0.id == message.rawValue }
  }
}
