import PushDomain
import SimKernel

/// Nothing is kept of a person who left, no payload reaches a log, and erasure erases.
///
/// What a person did is told under no other person's name, and waits for none. Exercised when
/// somebody signs out or asks for erasure, or when one of the facts themselves is observed.
struct Privacy {
  /// A payload was logged, or something was kept.
  func observeLeft(_ record: Record, id: RecordID, into found: inout Violations) {
    found.add(Violation(.privacy, record, id, second: record.because))
  }

  /// The server counts an event: not of a person who left, signed by whoever came after.
  @inline(__always)
  func observeCounted(
    _ record: Record, id: RecordID, truth: inout Truth, into found: inout Violations
  ) {
    guard record.operand == 1, !truth.isIn(record.user, on: record.install) else { return }
    found.add(
      Violation(.privacy, record, id, second: truth.presence(on: record.install).record))
  }

  /// A row was written: not by an install that was erased and not signed in since.
  func observeWritten(
    _ record: Record, id: RecordID, truth: inout Truth, into found: inout Violations
  ) {
    if truth.rest(of: record.install).notes == .max { return }
    guard let note = truth.firstNote(.erased, of: record.install) else { return }
    found.add(Violation(.privacy, record, id, second: truth.notes[note].record))
  }

  /// Finds rows that outlived a request for erasure, and events of people who left.
  func finish(
    _ ending: borrowing Ending, truth: borrowing Truth, server: borrowing ServerBook,
    into found: inout Violations
  ) {
    for standing in ending.installs where !standing.oldestEventOf.isNone {
      let user = standing.oldestEventOf
      guard let note = truth.note(.departed, value: user.rawValue, of: standing.install) else {
        continue
      }
      found.add(
        Violation(
          .privacy, at: ending.time, install: standing.install, user: user,
          record: truth.notes[note].record))
    }
    for row in ending.rows {
      if truth.rest(of: row.install).notes == .max { continue }
      guard let note = truth.firstNote(.erasureAsked, of: row.install) else { continue }
      found.add(
        Violation(
          .privacy, at: ending.time, install: row.install,
          user: UserID(rawValue: truth.notes[note].value), record: truth.notes[note].record,
          second: server.record(of: row.row)))
    }
  }
}
