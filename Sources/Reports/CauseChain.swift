package import PushDomain
import SimKernel

/// Walks causes back: why something came out as it did.
package struct CauseChain {
  /// The history of the run.
  package var history: History
  /// Who puts records into words.
  package var narrator: Narrator

  /// Prepares to explain one run.
  package init(history: History, narrator: Narrator) {
    self.history = history
    self.narrator = narrator
  }

  /// The chain that led to a record, the first cause first.
  ///
  /// The spine follows the cause of each record back to the story. Beside it stand the records
  /// that made a step come out this way, each with the statement that it goes back to. Steps that
  /// only pass things on are left out.
  package func causes(of id: RecordID, and other: RecordID = .none) -> [Cause] {
    var chosen: [RecordID] = []
    follow(id, into: &chosen, depth: 0)
    if !other.isNone { follow(other, into: &chosen, depth: 0) }
    chosen.sort()
    var causes: [Cause] = []
    var previous = RecordID.none
    for id in chosen where id != previous {
      previous = id
      if let record = history.record(id) { causes.append(cause(record)) }
    }
    return causes
  }

  /// The line of the story that a record goes back to; zero where it goes back to none.
  package func line(of id: RecordID) -> Int {
    var next = id
    while let record = history.record(next) {
      if record.fact == .statement { return Int(record.line) }
      guard !record.cause.isNone, record.cause < next else { break }
      next = record.cause
    }
    return 0
  }

  /// One record as a step of a chain.
  package func cause(_ record: Record) -> Cause {
    Cause(
      time: record.time.description, line: record.fact == .statement ? Int(record.line) : 0,
      what: narrator.sentence(record), rule: narrator.ruleID(record))
  }

  private func follow(_ id: RecordID, into chosen: inout [RecordID], depth: Int) {
    var next = id
    var isLast = true
    while let record = history.record(next), !chosen.contains(next) {
      if isLast || !Self.passesOn(record.fact) || !record.because.isNone {
        chosen.append(next)
      }
      isLast = false
      // Reasons of reasons are rarely what a reader asks for; two levels name the story's lines.
      if !record.because.isNone, record.because < next, depth < 2 {
        follow(record.because, into: &chosen, depth: depth + 1)
      }
      guard !record.cause.isNone, record.cause < next else { break }
      next = record.cause
    }
  }

  /// Steps that hand something on and decide nothing.
  private static func passesOn(_ fact: Fact) -> Bool {
    switch fact {
    case .requestSent, .accepted, .released, .delivered, .handed, .uploadSent, .messageTaken,
      .processStarted, .syncAsked, .addressAsked, .eventQueued:
      true
    default: false
    }
  }
}
