import PushDomain
import SimKernel

/// Access tokens are reused, renewed in time, and not minted too often.
///
/// Exercised when a token is minted or misused.
struct CredentialDiscipline {
  /// The record of each node's last minting.
  private var minted: [RecordID] = []

  /// A token was minted.
  mutating func observeMinted(_ record: Record, id: RecordID, into found: inout Violations) {
    found.exercise(.credentialDiscipline)
    let node = Int(record.operand & 0xFF)
    while minted.count <= node { minted.append(.none) }
    let last = minted[node]
    minted[node] = id
    guard record.detail == 1 else { return }
    found.add(Violation(.credentialDiscipline, record, id, second: last))
  }

  /// A send went out with a token that was known to be bad.
  func observeMisused(_ record: Record, id: RecordID, into found: inout Violations) {
    found.add(Violation(.credentialDiscipline, record, id, second: record.because))
  }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { minted.removeAll(keepingCapacity: true) }
}
