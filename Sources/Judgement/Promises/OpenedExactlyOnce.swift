import PushDomain
import SimKernel

/// Each message that a person opened or answered is counted once, and for them.
///
/// Exercised when somebody taps a notification or replies to one. What was never counted shows at
/// rest, where the install can still report.
struct OpenedExactlyOnce {
  /// The server is about to count something.
  @inline(__always)
  func observeCounted(
    _ record: Record, id: RecordID, ledger: inout Ledger, into found: inout Violations
  ) {
    let isOpening = record.detail == ClientEvent.opened.rawValue
    guard isOpening || record.detail == ClientEvent.replied.rawValue,
      let row = ledger.row(record.message, record.install)
    else { return }
    found.exercise(.openedExactlyOnce)
    let flags = ledger.rows[row].flags
    let owner = ledger.messageUser(of: row)
    let isRepeated = flags.contains(isOpening ? .opened : .replyCounted)
    let isInvented = !flags.contains(isOpening ? .tapped : .replied)
    let isMistaken = !owner.isNone && record.user != owner
    guard isRepeated || isInvented || isMistaken else { return }
    found.add(
      Violation(.openedExactlyOnce, record, id, second: ledger.rows[row].decided))
  }

  /// Finds what was opened or answered and never counted.
  func finish(
    _ ending: borrowing Ending, ledger: borrowing Ledger, truth: borrowing Truth,
    into found: inout Violations
  ) {
    var next = ledger.rows.firstHandle(from: 0)
    while let handle = next {
      next = ledger.rows.firstHandle(from: handle + 1)
      let row = ledger.rows[handle]
      let isOpenedInVain =
        row.flags.contains(.tapped) && !ledger.isCounted(.opened, of: row.message, on: handle)
      let isAnsweredInVain =
        row.flags.contains(.replied)
        && !ledger.isCounted(.replyCounted, of: row.message, on: handle)
      guard isOpenedInVain || isAnsweredInVain, row.install.index < ending.installs.count,
        ending.installs[row.install.index].isAtRest
      else { continue }
      let owner = ledger.messageUser(of: handle)
      let present = truth.presence(on: row.install)
      guard !present.user.isNone, owner.isNone || truth.isIn(owner, on: row.install) else {
        continue
      }
      // A session that is younger than the display: the queue went with the data before it.
      if present.record > row.decided { continue }
      found.add(
        Violation(
          .openedExactlyOnce, at: ending.time, message: row.message, install: row.install,
          user: owner, record: row.decided))
    }
  }
}

extension Ledger {
  /// Whether an event of a message was counted, on this install or on another one of its person:
  /// the server counts once for each message and person, whichever phone reports first.
  fileprivate borrowing func isCounted(
    _ flag: LedgerFlags, of message: MessageID, on handle: UInt32
  ) -> Bool {
    if rows[handle].flags.contains(flag) { return true }
    // A ledger that folds has given up the links between the rows of a message.
    guard !isFolding, !messageUser(of: handle).isNone else { return false }
    var row = messageRow(message)?.head ?? .max
    while row != .max {
      if rows[row].flags.contains(flag) { return true }
      row = rows[row].link
    }
    return false
  }
}
