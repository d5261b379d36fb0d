import PushDomain
import SimKernel

/// No message stands in front of a person twice on one device.
///
/// Alerting again counts, from whatever path; an update in place does not, and neither does a copy
/// that takes the place of the same message's entry. An install that replaced another one on the device inherits what that one showed.
/// Exercised when a message reaches an install a second time: by another copy, a repeated
/// hand-over, or the inbox after the push.
struct NoDuplicateDisplay {
  /// The entry that a newer one took the place of last.
  private var replaced = (
    message: MessageID.none, install: InstallID.none, time: SimTime.distantFuture
  )

  /// An entry left the tray.
  @inline(__always)
  mutating func observeRemoved(_ record: Record) {
    guard record.detail == TrayEnd.replaced.rawValue else { return }
    replaced = (record.message, record.install, record.time)
  }

  /// Content is about to become visible; the ledger and the tray do not know it yet.
  func observe(
    _ record: Record, id: RecordID, ledger: inout Ledger, truth: inout Truth,
    into found: inout Violations
  ) {
    let isTray =
      record.detail == Surface.tray.rawValue || record.detail == Surface.banner.rawValue
    if record.message.isNone || !isTray { return }
    let before = firstDisplay(record.message, on: record.install, ledger: ledger, truth: truth)
    guard let before else { return }
    found.exercise(.noDuplicateDisplay)
    let standing = truth.entry(of: record.message, on: record.install)
    let isQuietUpdate = record.fact == .shown && record.operand == 0 && standing != nil
    let isInPlace =
      replaced.message == record.message && replaced.install == record.install
      && replaced.time == record.time
    if isQuietUpdate || isInPlace { return }
    found.add(Violation(.noDuplicateDisplay, record, id, second: standing?.record ?? before))
  }

  /// The record that showed a message on an install or on one that was there before.
  @inline(__always)
  private func firstDisplay(
    _ message: MessageID, on install: InstallID, ledger: borrowing Ledger, truth: borrowing Truth
  ) -> RecordID? {
    if let row = ledger.row(message, install), ledger.rows[row].flags.contains(.stood) {
      return ledger.rows[row].decided
    }
    var place = install
    while let note = truth.firstNote(.predecessor, of: place) {
      place = InstallID(rawValue: truth.notes[note].value)
      guard truth.rest(of: place).flags.contains(.uninstalled) else { continue }
      if let row = ledger.row(message, place), ledger.rows[row].flags.contains(.stood) {
        return ledger.rows[row].decided
      }
    }
    return nil
  }

  /// Forgets everything.
  mutating func removeAll() { self = NoDuplicateDisplay() }
}
