import PushDomain
import SimKernel

/// The server does not throw away the live address of an install where its row's user is logged in.
///
/// What a person asked for (erasure) and what the operator did (a lost database) is not judged; a
/// row that gives its address to another row in the same instant keeps it. Nor is the loss of what
/// nobody could reach anyway, like ``EveryInstallReachable``: an install that is off, offline,
/// stopped or hibernated then and for the reaper's whole window, or to the end of the run.
/// Exercised when a send is refused or the server removes a row by its own decision.
struct LiveAddressesKept {
  /// One bit for each address that FCM issued and has not ended.
  private var live: [UInt64] = []
  /// Which installs are out of reach.
  var reach: Reach
  /// Removals while the install was out of reach, until it is back.
  private var absent: [DueCheck] = []

  /// No record was read.
  init(reach: Reach) { self.reach = reach }

  /// How many bytes it takes.
  var byteCount: Int { live.capacity * MemoryLayout<UInt64>.stride + reach.byteCount }

  /// FCM issued or ended an address.
  mutating func observeAddress(_ record: Record) {
    let word = Int(record.operand >> 6)
    let bit: UInt64 = 1 << UInt64(record.operand & 63)
    while live.count <= word { live.append(0) }
    if record.fact == .addressIssued { live[word] |= bit } else { live[word] &= ~bit }
  }

  /// A row is about to go; gives the check that falls due at the end of the instant.
  func observeRemoval(
    _ record: Record, id: RecordID, row: ServerBook.Row, truth: inout Truth,
    into found: inout Violations
  ) -> DueCheck? {
    if record.fact == .rowRemoved {
      let end = RowEnd(rawValue: record.detail)
      if end == .erased || end == .forgotten { return nil }
      found.exercise(.liveAddressesKept)
    }
    let word = Int(row.address.rawValue >> 6)
    guard !row.address.isNone, word < live.count,
      live[word] & 1 << UInt64(row.address.rawValue & 63) != 0,
      truth.isIn(row.user, on: row.install)
    else { return nil }
    return DueCheck(
      kind: .address, time: record.time, install: row.install, user: row.user, record: id,
      address: row.address, second: row.record)
  }

  /// The instant of a removal is over: some row must hold the address.
  mutating func fallDue(
    _ check: DueCheck, truth: borrowing Truth, server: borrowing ServerBook,
    into found: inout Violations
  ) {
    if server.holds(check.address) || !truth.isIn(check.user, on: check.install) { return }
    if reach.absence(of: check.install) == nil {
      violate(check, into: &found)
    } else {
      absent.append(check)
    }
  }

  /// A device or an install went out of reach or came back, perhaps sooner than the reaper thought.
  mutating func observeReach(_ record: Record, into found: inout Violations) {
    let waiting = absent.map { (check: $0, since: reach.absence(of: $0.install)) }
    reach.observe(record)
    if waiting.isEmpty { return }
    absent.removeAll { reach.absence(of: $0.install) == nil }
    for (check, since) in waiting where reach.absence(of: check.install) == nil {
      if let since, record.time - since < reach.rules.window { violate(check, into: &found) }
    }
  }

  private func violate(_ check: DueCheck, into found: inout Violations) {
    found.add(
      Violation(
        .liveAddressesKept, at: check.time, install: check.install, user: check.user,
        record: check.record, second: check.second))
  }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() {
    live.removeAll(keepingCapacity: true)
    reach.removeAll()
    absent.removeAll()
  }
}
