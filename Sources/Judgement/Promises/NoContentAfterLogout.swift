import PushDomain
import SimKernel

/// Once a person has signed out, nothing of theirs becomes visible there or stays so.
///
/// Exercised when somebody signs out.
struct NoContentAfterLogout {
  /// Content became visible in the tray, on a banner or in the app.
  @inline(__always)
  func observeVisible(
    _ record: Record, id: RecordID, truth: inout Truth, into found: inout Violations
  ) {
    if record.user.isNone { return }
    judge(record, id: id, owner: record.user, truth: &truth, into: &found)
  }

  /// A tap led to content.
  func observeTap(
    _ record: Record, id: RecordID, owner: UserID, truth: inout Truth,
    into found: inout Violations
  ) {
    if owner.isNone || record.operand == .max { return }
    judge(record, id: id, owner: owner, truth: &truth, into: &found)
  }

  /// The app says that it still keeps something of a person who is out.
  func observeKept(_ record: Record, id: RecordID, into found: inout Violations) {
    guard record.detail == StorageItem.inbox.rawValue else { return }
    found.add(Violation(.noContentAfterLogout, record, id, second: record.because))
  }

  /// An instant in which somebody signed out is over: nothing of theirs may still be in the tray.
  func fallDue(_ check: DueCheck, truth: borrowing Truth, into found: inout Violations) {
    if truth.isIn(check.user, on: check.install) { return }
    var place = truth.rest(of: check.install).tray
    while place != .max {
      let entry = truth.entries[place]
      if entry.user == check.user {
        found.add(
          Violation(
            .noContentAfterLogout, at: check.time, message: entry.message,
            install: check.install, user: entry.user, record: check.record,
            second: entry.record))
      }
      place = entry.next
    }
  }

  /// Finds the sign-out that should have kept content away.
  @inline(__always)
  private func judge(
    _ record: Record, id: RecordID, owner: UserID, truth: inout Truth,
    into found: inout Violations
  ) {
    if truth.rest(of: record.install).notes == .max { return }
    guard let note = truth.note(.departed, value: owner.rawValue, of: record.install) else {
      return
    }
    var violation = Violation(
      .noContentAfterLogout, record, id, second: truth.notes[note].record)
    violation.user = owner
    found.add(violation)
  }
}
