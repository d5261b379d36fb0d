import PushDomain
import SimKernel

/// No content of one person becomes visible, or stays so, while another person is logged in there.
///
/// Exercised when a person signs in where another one is or was, or when content becomes visible
/// where its owner is not logged in but somebody else is.
struct NoCrossUserContent {
  /// Content became visible in the tray, on a banner or in the app.
  @inline(__always)
  func observeVisible(
    _ record: Record, id: RecordID, truth: inout Truth, into found: inout Violations
  ) {
    if record.user.isNone || truth.isIn(record.user, on: record.install) { return }
    let present = truth.presence(on: record.install)
    if present.user.isNone { return }
    found.add(Violation(.noCrossUserContent, record, id, second: present.record))
  }

  /// A tap led to content.
  func observeTap(
    _ record: Record, id: RecordID, owner: UserID, truth: inout Truth,
    into found: inout Violations
  ) {
    if owner.isNone || record.operand == .max || truth.isIn(owner, on: record.install) { return }
    let present = truth.presence(on: record.install)
    if present.user.isNone { return }
    var violation = Violation(.noCrossUserContent, record, id, second: present.record)
    violation.user = owner
    found.add(violation)
  }

  /// A person is about to be in; what is in the tray is judged at the end of this instant.
  func observeSignIn(_ record: Record, truth: inout Truth, into found: inout Violations) {
    let state = truth.state(of: record.install)
    var isShared = !state.user.isNone && state.user != record.user
    var place = truth.rest(of: record.install).notes
    while place != .max && !isShared {
      let note = truth.notes[place]
      let isPerson = note.kind == .departed || note.kind == .former || note.kind == .account
      isShared = isPerson && note.value != record.user.rawValue
      place = note.next
    }
    if isShared { found.exercise(.noCrossUserContent) }
  }

  /// An instant in which somebody signed in is over: nothing of others may still be in the tray.
  func fallDue(_ check: DueCheck, truth: borrowing Truth, into found: inout Violations) {
    if truth.presence(on: check.install).user.isNone { return }
    var place = truth.rest(of: check.install).tray
    while place != .max {
      let entry = truth.entries[place]
      if !entry.user.isNone && !truth.isIn(entry.user, on: check.install) {
        found.add(
          Violation(
            .noCrossUserContent, at: check.time, message: entry.message, install: check.install,
            user: entry.user, record: check.record, second: entry.record))
      }
      place = entry.next
    }
  }
}
