import PushDomain
import SimKernel

/// Nothing of a topic is shown on an install after the person there said that they do not want it.
///
/// Exercised when a message of a topic is taken that somebody opted out of, or is shown there.
struct OptOutHonoured {
  /// The topics that somebody ever opted out of.
  private var topics: TopicSet = []
  /// Somebody opted out of something.
  private var isUsed = false

  /// A person does not want a topic any more.
  mutating func observeOptOut(_ record: Record) {
    isUsed = true
    topics.formUnion(TopicSet(NameID(rawValue: record.operand)))
  }

  /// The server took a message.
  @inline(__always)
  func observeTaken(_ record: Record, into found: inout Violations) {
    guard isUsed, record.operand != 0 else { return }
    let topic = TopicSet(NameID(rawValue: record.operand))
    if !topics.isDisjoint(with: topic) { found.exercise(.optOutHonoured) }
  }

  /// Content became visible.
  @inline(__always)
  func observeVisible(
    _ record: Record, id: RecordID, ledger: inout Ledger, truth: inout Truth,
    into found: inout Violations
  ) {
    guard isUsed else { return }
    judge(record, id: id, ledger: &ledger, truth: &truth, into: &found)
  }

  /// Finds the opt-out that should have kept a message away.
  private func judge(
    _ record: Record, id: RecordID, ledger: inout Ledger, truth: inout Truth,
    into found: inout Violations
  ) {
    guard let row = ledger.messageRow(record.message), !row.topic.isNone,
      let note = truth.note(.optedOut, value: row.topic.rawValue, of: record.install)
    else { return }
    found.add(Violation(.optOutHonoured, record, id, second: truth.notes[note].record))
  }

  /// Forgets everything.
  mutating func removeAll() { self = OptOutHonoured() }
}
