import PushDomain

/// Once the provider has called a dead address dead, no row goes on holding it.
///
/// Exercised when the provider says so of an address; falls due at rest.
struct DeadAddressesForgotten {
  /// The addresses that were called dead, with the record of it.
  private var told: [(address: AddressID, record: RecordID)] = []

  /// The provider refused a send.
  mutating func observe(_ record: Record, id: RecordID, into found: inout Violations) {
    guard record.detail == FCMCode.unregistered.rawValue, !record.copy.isNone else { return }
    told.append((AddressID(rawValue: record.copy.rawValue), id))
    found.exercise(.deadAddressesForgotten)
  }

  /// Finds the rows that still hold such an address.
  func finish(
    _ ending: borrowing Ending, server: borrowing ServerBook, into found: inout Violations
  ) {
    let known = told.sorted { ($0.address, $0.record) < ($1.address, $1.record) }
    for row in ending.rows where !row.address.isNone && !row.addressIsLive {
      let place = known.firstPlace { $0.address >= row.address }
      guard place < known.count, known[place].address == row.address else { continue }
      found.add(
        Violation(
          .deadAddressesForgotten, at: ending.time, install: row.install, user: row.user,
          record: known[place].record, second: server.record(of: row.row)))
    }
  }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { told.removeAll(keepingCapacity: true) }
}
