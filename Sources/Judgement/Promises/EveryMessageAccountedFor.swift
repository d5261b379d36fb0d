import PushDomain
import SimKernel

/// The server's own record names an outcome for every message that it took, crashes or not.
///
/// Exercised when the server takes a message; falls due at rest.
struct EveryMessageAccountedFor {
  /// Finds the messages that the server forgot.
  func finish(_ ending: borrowing Ending, ledger: borrowing Ledger, into found: inout Violations) {
    var next = ledger.messages.firstHandle(from: 0)
    while let handle = next {
      let row = ledger.messages[handle]
      if row.isTaken && !row.isSettled {
        found.add(
          Violation(
            .everyMessageAccountedFor, at: ending.time, message: row.message, user: row.user,
            record: row.taken))
      }
      next = ledger.messages.firstHandle(from: handle + 1)
    }
  }
}
