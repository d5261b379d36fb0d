import PushDomain
import SimKernel

extension Ledger {
  /// Puts a row into the queue of rows to fold, if nothing is likely to change it any more.
  @inline(__always)
  mutating func enqueueIfDone(_ row: UInt32) {
    if isFolding { enqueue(row) }
  }

  /// Puts a row into the queue, if it is done and not there yet.
  @inline(never)
  private mutating func enqueue(_ row: UInt32) {
    guard let grace, rows[row].best >= .handled, !rows[row].isOpen else { return }
    if rows[row].flags.contains(.queued) { return }
    rows[row].flags.insert(.queued)
    rows[row].link = .max
    if foldLast == .max {
      foldFirst = row
      foldDue = rows[row].time + grace
    } else {
      rows[foldLast].link = row
    }
    foldLast = row
  }

  /// Folds the rows whose grace is over.
  @inline(never)
  mutating func foldDueRows(_ now: SimTime) {
    guard let grace else { return }
    while foldFirst != .max, rows[foldFirst].time + grace <= now {
      let row = foldFirst
      foldFirst = rows[row].link
      if foldFirst == .max { foldLast = .max }
      rows[row].flags.remove(.queued)
      if rows[row].isOpen { continue }  // A new copy came; it is queued again when that ends.
      fold(row)
    }
    foldDue = foldFirst == .max ? .distantFuture : rows[foldFirst].time + grace
  }

  /// Counts a row and uses its place again.
  private mutating func fold(_ row: UInt32) {
    let (message, install) = (rows[row].message, rows[row].install)
    let whole = findMessage(message)
    folded.add(rows[row], end(ofRow: row, whole), link: link(of: whole))
    rowIndex.remove(PairIndex.key(message.rawValue, install.rawValue))
    rows.remove(row)
    lastKey = .max
    if whole == .max { return }
    messages[whole].rows -= 1
    forgetMessageIfDone(whole)
  }

  /// Where a tap on a message leads.
  @inline(__always)
  private borrowing func link(of whole: UInt32) -> NameID {
    whole == .max ? .none : messages[whole].link
  }

  /// Uses the place of a message again, if nothing is owed for it any more.
  @inline(__always)
  mutating func forgetMessageIfDone(_ whole: UInt32) {
    guard isFolding, messages[whole].rows == 0 else { return }
    let isOwed = messages[whole].isTaken && !messages[whole].isSettled
    // A topic goes on reaching installs after the server's record is closed.
    if isOwed || messages[whole].user.isNone { return }
    messagePlaces[messages[whole].message.index] = .max
    messages.remove(whole)
  }

  /// The fates in numbers: what was folded, and what is still in rows.
  package borrowing func tables() -> FateTables {
    var result = folded
    for row in rows.handles {
      let whole = findMessage(rows[row].message)
      result.add(rows[row], end(ofRow: row, whole), link: link(of: whole))
    }
    return result
  }

  /// The fates in numbers, of all sorts together.
  package borrowing func statistics() -> FateStatistics { tables().whole }
}
