import PushDomain
import SimKernel

/// Nothing is kept of a person who left, no payload reaches a log, and erasure erases.
///
/// Exercised when somebody signs out or asks for erasure, or when one of the facts themselves is
/// observed.
struct Privacy {
  /// A payload was logged, or something was kept.
  func observeLeft(_ record: Record, id: RecordID, into found: inout Violations) {
    found.add(Violation(.privacy, record, id, second: record.because))
  }

  /// A row was written: not by an install that was erased and not signed in since.
  func observeWritten(
    _ record: Record, id: RecordID, truth: inout Truth, into found: inout Violations
  ) {
    if truth.state(of: record.install).notes == .max { return }
    guard let note = truth.firstNote(.erased, of: record.install) else { return }
    found.add(Violation(.privacy, record, id, second: truth.notes[note].record))
  }

  /// Finds rows that outlived a request for erasure.
  func finish(
    _ ending: borrowing Ending, truth: borrowing Truth, server: borrowing ServerBook,
    into found: inout Violations
  ) {
    for row in ending.rows {
      if truth.state(of: row.install).notes == .max { continue }
      guard let note = truth.firstNote(.erasureAsked, of: row.install) else { continue }
      found.add(
        Violation(
          .privacy, at: ending.time, install: row.install,
          user: UserID(rawValue: truth.notes[note].value), record: truth.notes[note].record,
          second: server.record(of: row.row)))
    }
  }
}
