import PushDomain
import SimKernel

/// A person who opened the app with a network after the last message for them has them all.
///
/// Having means seen, handled or in the inbox. What the server rightly kept back is not owed: opted
/// out, expired, taken back, read elsewhere, a dry run, rolled back.
/// Exercised when such an install exists and a message was taken for its user; falls due at rest.
struct NothingLost {
  /// Finds the messages that never reached an install which caught up.
  func finish(
    _ ending: borrowing Ending, ledger: borrowing Ledger, truth: borrowing Truth,
    into found: inout Violations
  ) {
    for standing in ending.installs where isDue(standing, truth) {
      found.exercise(.nothingLost)
    }
    var next = ledger.rows.firstHandle(from: 0)
    while let handle = next {
      next = ledger.rows.firstHandle(from: handle + 1)
      let row = ledger.rows[handle]
      guard row.isTargeted, row.best < .handled, row.install.index < ending.installs.count
      else { continue }
      guard isDue(ending.installs[row.install.index], truth) else { continue }
      let entry = ledger.entry(ofRow: handle)
      if ledger.messageRow(row.message)?.isUndone == true { continue }
      guard !entry.user.isNone, truth.isIn(entry.user, on: row.install), isOwed(entry)
      else { continue }
      found.add(
        Violation(
          .nothingLost, at: ending.time, message: row.message, install: row.install,
          user: entry.user, record: row.decided, second: entry.taken))
    }
  }

  /// Whether an install has caught up with messages that were sent to its user.
  private func isDue(_ standing: InstallStanding, _ truth: borrowing Truth) -> Bool {
    let rest = truth.rest(of: standing.install)
    return standing.isInstalled && rest.flags.contains([.caughtUp, .awaits])
      && !truth.presence(on: standing.install).user.isNone
  }

  /// Whether the server had no good reason to keep a message back.
  private func isOwed(_ entry: FateEntry) -> Bool {
    guard case .unsent(let reason) = entry.because else { return true }
    switch reason {
    case .optedOut, .expired, .retracted, .dryRun, .seenElsewhere, .rolledBack: return false
    case .noRow, .disabled, .capped, .quietHours, .noAddress, .nodeStopped, .gaveUp,
      .noSubscription:
      return true
    }
  }
}
