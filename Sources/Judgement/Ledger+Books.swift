package import PushDomain
import SimKernel

extension Ledger {
  /// Says in one sentence where the books do not balance, which is a bug of this program.
  ///
  /// Every accepted copy must have been handed over, dropped, replaced or ended, or be open; every
  /// open copy must be held by some machine, where the ending counts them; every targeted row must
  /// have exactly one fate; and nothing may happen to a copy that nobody accepted.
  package borrowing func checkBooks(_ ending: Ending? = nil) -> String? {
    if books.stray > 0 {
      return "copy \(books.firstStray.rawValue) ended but was never accepted"
        + " (\(books.stray) such records)"
    }
    var open = OpenCopies()
    for row in rows.handles { open.add(count(ofRow: row), to: rows[row].install) }
    let ends = books.handed + books.dropped + books.replaced + books.ended
    if books.accepted != ends + open.total {
      return "\(books.accepted) copies were accepted, but \(ends) ended and \(open.total) are open"
    }
    let fates = statistics().total
    if fates != books.targeted {
      return "\(books.targeted) messages were due on installs, but \(fates) have a fate"
    }
    guard let ending else { return nil }
    for standing in ending.installs where standing.waitingCopies >= 0 {
      let held = UInt64(standing.waitingCopies)
      let here = open.count(on: standing.install)
      if here != held {
        return "install \(standing.install.rawValue) has \(here) open copies,"
          + " but the machines hold \(held)"
      }
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

/// The open copies of each install.
private struct OpenCopies {
  private var counts: [UInt64] = []
  private(set) var total: UInt64 = 0

  /// Adds copies of an install.
  mutating func add(_ number: UInt64, to install: InstallID) {
    guard number > 0 else { return }
    while counts.count <= install.index { counts.append(0) }
    counts[install.index] += number
    total += number
  }

  /// The open copies of one install.
  func count(on install: InstallID) -> UInt64 {
    install.index < counts.count ? counts[install.index] : 0
  }
}
