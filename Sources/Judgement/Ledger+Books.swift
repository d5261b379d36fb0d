import PushDomain
import SimKernel

extension Ledger {
  /// Says in one sentence where the books do not balance, which is a bug of this program.
  ///
  /// Every accepted copy must have been handed over, dropped, replaced or ended, or be open; every
  /// targeted row must have exactly one fate; and nothing may happen to a copy that nobody accepted.
  package borrowing func checkBooks() -> String? {
    if books.stray > 0 {
      return "copy \(books.firstStray.rawValue) ended but was never accepted"
        + " (\(books.stray) such records)"
    }
    var open: UInt64 = 0
    for row in rows.handles { open += count(ofRow: row) }
    let ends = books.handed + books.dropped + books.replaced + books.ended
    if books.accepted != ends + open {
      return "\(books.accepted) copies were accepted, but \(ends) ended and \(open) are open"
    }
    let fates = statistics().total
    if fates != books.targeted {
      return "\(books.targeted) messages were due on installs, but \(fates) have a fate"
    }
    return nil
  }

  /// How many copies of a row are open.
  private borrowing func count(ofRow row: UInt32) -> UInt64 {
    var count: UInt64 = rows[row].flags.contains(.copyOpen) ? 1 : 0
    var place = rows[row].olderCopies
    while place != .max {
      count += 1
      place = older[place].next
    }
    return count
  }
}
