import PushDomain

/// No address stands in two rows.
///
/// Exercised when a row holds an address; falls due at rest.
struct OneOwnerPerAddress {
  /// Finds the addresses that two rows hold.
  func finish(
    _ ending: borrowing Ending, server: borrowing ServerBook, into found: inout Violations
  ) {
    let rows = ending.rows.filter { !$0.address.isNone }.sorted {
      ($0.address, $0.row) < ($1.address, $1.row)
    }
    if !rows.isEmpty { found.exercise(.oneOwnerPerAddress) }
    for place in rows.indices.dropFirst() where rows[place].address == rows[place - 1].address {
      found.add(
        Violation(
          .oneOwnerPerAddress, at: ending.time, install: rows[place].install,
          user: rows[place].user, record: server.record(of: rows[place].row),
          second: server.record(of: rows[place - 1].row)))
    }
  }
}
