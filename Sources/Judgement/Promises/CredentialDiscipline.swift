import PushDomain
import SimKernel

/// Access tokens are reused, renewed in time, and not minted too often.
///
/// Exercised when a token is minted or misused.
struct CredentialDiscipline {
  /// When each node minted last, and the record of it.
  private var minted: [(time: SimTime, record: RecordID)] = []

  /// A second token of one node within this span wastes the first: half the life of a token.
  static let reuse = SimDuration.minutes(30)

  /// A token was minted.
  mutating func observeMinted(_ record: Record, id: RecordID, into found: inout Violations) {
    found.exercise(.credentialDiscipline)
    let node = Int(record.operand & 0xFF)
    while minted.count <= node { minted.append((.zero, .none)) }
    let last = minted[node]
    minted[node] = (record.time, id)
    if last.record.isNone || !record.because.isNone { return }
    if record.time - last.time >= Self.reuse { return }
    found.add(Violation(.credentialDiscipline, record, id, second: last.record))
  }

  /// A send went out with a token that was known to be bad.
  func observeMisused(_ record: Record, id: RecordID, into found: inout Violations) {
    found.add(Violation(.credentialDiscipline, record, id, second: record.because))
  }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { minted.removeAll(keepingCapacity: true) }
}
