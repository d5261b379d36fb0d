import PushDomain
import SimKernel

/// Nothing of a topic is shown to a person who does not want it.
///
/// That is who said so, and who uses an install after somebody else asked for it there: an opt-in
/// is the choice of a person and ends with their session.
///
/// Exercised when a message is taken of a topic that somebody opted out of, or that a person left
/// behind on an install where another one signed in.
struct OptOutHonoured {
  /// The topics that somebody who may still get them does not want.
  private var topics: TopicSet = []
  /// There are such topics.
  private var isUsed = false

  /// A person does not want a topic any more.
  mutating func observeOptOut(_ record: Record) {
    isUsed = true
    topics.formUnion(TopicSet(NameID(rawValue: record.operand)))
  }

  /// A person is in where others may have left their wishes.
  mutating func observeSignIn(_ record: Record, truth: borrowing Truth) {
    var place = truth.rest(of: record.install).notes
    while place != .max {
      let note = truth.notes[place]
      if note.kind == .optedIn, note.owner != record.user {
        isUsed = true
        topics.formUnion(TopicSet(NameID(rawValue: note.value)))
      }
      place = note.next
    }
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

  /// Finds the opt-out that should have kept a message away, or the wish of another person.
  private func judge(
    _ record: Record, id: RecordID, ledger: inout Ledger, truth: inout Truth,
    into found: inout Violations
  ) {
    guard let row = ledger.messageRow(record.message), !row.topic.isNone else { return }
    let topic = row.topic.rawValue
    if let note = truth.note(.optedOut, value: topic, of: record.install) {
      found.add(Violation(.optOutHonoured, record, id, second: truth.notes[note].record))
    } else if let wish = truth.foreignWish(for: topic, on: record.install) {
      found.add(Violation(.optOutHonoured, record, id, second: wish.record))
    }
  }

  /// Forgets everything.
  mutating func removeAll() { self = OptOutHonoured() }
}
