import PushDomain

/// Once the provider has called an address dead, nothing more is sent to it, and no row goes on
/// holding it.
///
/// Exercised when the provider says so of an address. Rows are looked at when the world is at rest.
/// A send counts where the sender had heard of it, and no row holds the address any more: what was
/// under way already was in order, and a row that still holds it is looked at later.
struct DeadAddressesForgotten {
  /// An address that was called dead.
  private struct Told {
    var address: AddressID
    /// The record of it.
    var record: RecordID
    /// The sender's record of the message that was refused; none while it waits for others.
    var heard = RecordID.none
  }

  /// The addresses that were called dead.
  private var told: [Told] = []
  /// The messages by which the sender has not heard of it yet, with the places above.
  private var unheard: [(message: MessageID, place: Int)] = []

  /// The provider refused a send.
  mutating func observe(
    _ record: Record, id: RecordID, server: borrowing ServerBook, ledger: borrowing Ledger,
    into found: inout Violations
  ) {
    guard record.detail == FCMCode.unregistered.rawValue, !record.copy.isNone else { return }
    found.exercise(.deadAddressesForgotten)
    let address = AddressID(rawValue: record.copy.rawValue)
    let earlier = told.first {
      $0.address == address && !$0.heard.isNone && $0.heard < record.cause
    }
    // Another sender, of whom nothing is taken, was told nothing.
    if let earlier, !server.holds(address), ledger.messageRow(record.message)?.isTaken == true {
      found.add(Violation(.deadAddressesForgotten, record, id, second: earlier.record))
    }
    unheard.append((record.message, told.count))
    told.append(Told(address: address, record: id))
  }

  /// The sender's own record names the outcome of a message.
  @inline(__always)
  mutating func observeSettled(_ record: Record, id: RecordID) {
    if !unheard.isEmpty { hear(record, id: id) }
  }

  /// The sender has heard what the provider said of a message, unless it gave up waiting.
  @inline(never)
  private mutating func hear(_ record: Record, id: RecordID) {
    let hasHeard = record.detail != Outcome.gaveUp.rawValue
    for entry in unheard where entry.message == record.message && hasHeard {
      told[entry.place].heard = id
    }
    unheard.removeAll { $0.message == record.message }
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
  mutating func removeAll() {
    told.removeAll(keepingCapacity: true)
    unheard.removeAll(keepingCapacity: true)
  }
}
