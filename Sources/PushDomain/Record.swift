package import Rulebook
package import SimKernel

/// One observation of a run, as plain bits.
package struct Record: BitwiseCopyable, Sendable {
  /// When it happened.
  package var time: SimTime
  /// The record that led to it.
  package var cause: RecordID
  /// A second record that made it come out this way.
  package var because: RecordID
  /// The line of the story that it belongs to; zero where none does.
  package var line: UInt32
  /// The install it is about.
  package var install: InstallID
  /// The message it is about.
  package var message: MessageID
  /// The copy it is about.
  package var copy: CopyID
  /// The person it is about.
  package var user: UserID
  /// See the fact: a rule, a defence, an address, a row, a device, a status, a line.
  package var operand: UInt32
  /// What was observed.
  package var fact: Fact
  /// See the fact.
  package var detail: UInt8

  /// An observation with everything left open but the fact.
  @inlinable package init(_ fact: Fact) {
    time = .zero
    cause = .none
    because = .none
    line = 0
    install = .none
    message = .none
    copy = .none
    user = .none
    operand = 0
    self.fact = fact
    detail = 0
  }

  /// The operand as the key of a rule.
  package var rule: RuleKey { RuleKey(rawValue: operand) }
}

/// The observations of a run: kept whole, or only passed on to those who fold them.
package struct History: Sendable {
  /// What was observed since the observers last looked (all of it where the history is kept).
  package private(set) var records: [Record] = []
  /// How many records were made before the first one in `records`.
  private var forgotten: UInt32 = 0
  /// Whether records stay after the observers saw them.
  package let isKept: Bool
  /// The position of the first record that the observers have not seen.
  package private(set) var observed = 0

  /// An empty history.
  package init(isKept: Bool) { self.isKept = isKept }

  /// How many observations were made.
  package var count: UInt32 { forgotten &+ UInt32(truncatingIfNeeded: records.count) }

  /// Adds an observation and numbers it.
  @inline(__always)
  package mutating func append(_ record: Record) -> RecordID {
    let id = RecordID(rawValue: count)
    records.append(record)
    return id
  }

  /// Says that the observers have seen everything; forgets it unless the history is kept.
  package mutating func markObserved() {
    if isKept {
      observed = records.count
    } else {
      forgotten &+= UInt32(truncatingIfNeeded: records.count)
      records.removeAll(keepingCapacity: true)
      observed = 0
    }
  }

  /// The record with a number, where it is still there.
  package func record(_ id: RecordID) -> Record? {
    guard !id.isNone, id.rawValue >= forgotten else { return nil }
    let index = Int(id.rawValue - forgotten)
    return index < records.count ? records[index] : nil
  }
}
