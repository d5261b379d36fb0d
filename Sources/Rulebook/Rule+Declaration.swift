public import SimKernel

extension Rule {
  /// Declares a count.
  public init(
    _ id: StaticString, _ value: Int64, small: Int64? = nil, least: Int64 = 0,
    greatest: Int64 = .max, says: StaticString,
    source: StaticString, evidence: Evidence, note: StaticString = "",
    relation: Relation = .enforced, reason: StaticString = ""
  ) {
    self.init(
      id, value: value, small: small ?? value, least: least, greatest: greatest, unit: .count,
      says: says,
      source: source,
      evidence: evidence, note: note, answers: "", relation: relation, reason: reason)
  }

  /// Declares a span of time.
  public init(
    _ id: StaticString, _ value: SimDuration, small: SimDuration? = nil,
    least: SimDuration = .zero, says: StaticString,
    source: StaticString, evidence: Evidence, note: StaticString = "",
    relation: Relation = .enforced, reason: StaticString = ""
  ) {
    self.init(
      id, value: value.microseconds, small: (small ?? value).microseconds,
      least: least.microseconds, unit: .duration,
      says: says, source: source, evidence: evidence, note: note, answers: "",
      relation: relation, reason: reason)
  }

  /// Declares a size in bytes.
  public init(
    _ id: StaticString, bytes: Int64, small: Int64? = nil, least: Int64 = 0, says: StaticString,
    source: StaticString, evidence: Evidence, note: StaticString = "",
    relation: Relation = .enforced, reason: StaticString = ""
  ) {
    self.init(
      id, value: bytes, small: small ?? bytes, least: least, unit: .bytes, says: says,
      source: source,
      evidence: evidence, note: note, answers: "", relation: relation, reason: reason)
  }

  /// Declares a habit of a platform that is on or off, and can be switched for one file.
  public init(
    _ id: StaticString, on: Bool, says: StaticString, source: StaticString, evidence: Evidence,
    note: StaticString = "", relation: Relation = .enforced, reason: StaticString = ""
  ) {
    self.init(
      id, value: on ? 1 : 0, small: on ? 1 : 0, least: 0, unit: .flag, says: says, source: source,
      evidence: evidence, note: note, answers: "", relation: relation, reason: reason)
  }

  /// Declares a mechanism that has no number.
  public init(
    _ id: StaticString, says: StaticString, source: StaticString, evidence: Evidence,
    note: StaticString = "", relation: Relation = .enforced, reason: StaticString = ""
  ) {
    self.init(
      id, value: 0, small: 0, least: 0, unit: .none, says: says, source: source, evidence: evidence,
      note: note, answers: "", relation: relation, reason: reason)
  }

  /// The value as a span of time.
  @inlinable @inline(__always)
  public var duration: SimDuration { .microseconds(value) }

  /// The value as a count.
  @inlinable @inline(__always)
  public var count: Int { Int(value) }

  /// Whether a switchable habit is on.
  @inlinable @inline(__always)
  public var isOn: Bool { value != 0 }
}

/// The possible answers to a question that the documents leave open.
///
/// Raw values count from zero; zero is the usual answer. The words are those of the scenario
/// language, in the order of the raw values.
public protocol ReadingAnswer: RawRepresentable, CaseIterable, BitwiseCopyable, Sendable
where RawValue == UInt8 {
  /// The answers as words, separated by bars, in the order of the raw values.
  static var words: StaticString { get }
}

/// A question that the documents leave open, answered once for a run.
///
/// It has the layout of a rule, so that a chapter stays an array of rules.
public struct Reading<Answer: ReadingAnswer>: BitwiseCopyable, Sendable {
  /// The question, its source and the number of its answer.
  public var rule: Rule

  /// Declares the question; `usually` is the answer unless a file says otherwise.
  public init(
    _ id: StaticString, usually: Answer, asks: StaticString, source: StaticString,
    evidence: Rule.Evidence = .unverified, note: StaticString = "",
    relation: Rule.Relation = .enforced, reason: StaticString = ""
  ) {
    rule = Rule(
      id, value: Int64(usually.rawValue), small: Int64(usually.rawValue), least: 0, unit: .answer,
      says: asks, source: source, evidence: evidence, note: note, answers: Answer.words,
      relation: relation, reason: reason)
  }

  /// The answer in force.
  @inlinable @inline(__always)
  public var answer: Answer {
    guard let answer = Answer(rawValue: UInt8(truncatingIfNeeded: rule.value)) else {
      preconditionFailure("a reading holds the number of one of its answers")
    }
    return answer
  }

  /// The key by which a record cites the question.
  @inlinable @inline(__always)
  public var key: RuleKey { rule.key }
}
