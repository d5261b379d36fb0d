import PushDomain
import SimKernel

/// The server does not throw away the live address of an install where its row's user is logged in.
///
/// What a person asked for (erasure) and what the operator did (a lost database) is not judged; a
/// row that gives its address to another row in the same instant keeps it.
/// Exercised when a send is refused or the server removes a row by its own decision.
struct LiveAddressesKept {
  /// One bit for each address that FCM issued and has not ended.
  private var live: [UInt64] = []

  /// How many bytes it takes.
  var byteCount: Int { live.capacity * MemoryLayout<UInt64>.stride }

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
  func fallDue(
    _ check: DueCheck, truth: borrowing Truth, server: borrowing ServerBook,
    into found: inout Violations
  ) {
    if server.holds(check.address) || !truth.isIn(check.user, on: check.install) { return }
    found.add(
      Violation(
        .liveAddressesKept, at: check.time, install: check.install, user: check.user,
        record: check.record, second: check.second))
  }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { live.removeAll(keepingCapacity: true) }
}
