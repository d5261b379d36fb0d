/// One fact about a platform or a design: its number, its sentence, its source and its place in the model.
///
/// A rule is plain bits, so that a book of rules is copied without reference counting and a rule
/// is read on the hot path by one load. The strings are literals of the program.
public struct Rule: BitwiseCopyable, Sendable {
  /// Plain lower-case words with dots and hyphens; one id for one number.
  public let id: StaticString
  /// The fact as one sentence.
  public let says: StaticString
  /// Where the fact is stated, and when that was read.
  public let source: StaticString
  /// What other sources say instead, or what the sources themselves call unverified; else empty.
  public let note: StaticString
  /// The answers of a reading, separated by bars; empty for a plain rule.
  public let answers: StaticString
  /// Why the rule is true by construction or not modelled; empty when a machine enforces it.
  public let reason: StaticString
  /// The hash of the id, by which histories cite the rule.
  public let key: RuleKey
  /// What the value counts.
  public let unit: Unit
  /// How sure the source is.
  public let evidence: Evidence
  /// How the model treats the rule.
  public let relation: Relation
  /// The value that the sources give.
  public let documented: Int64
  /// The value of the preset for exploration, where edges are near.
  public let small: Int64
  /// The least value that a run may give the rule.
  public let least: Int64
  /// The largest value that a run may give the rule, where its unit does not say enough.
  let greatest: Int64
  /// The value in force: a count, microseconds, bytes, 0 or 1, or the number of an answer.
  ///
  /// It stands last, so that size and stride are equal and a chapter is laid out like an array.
  public var value: Int64

  /// What a rule's value counts.
  public enum Unit: UInt8, BitwiseCopyable, Sendable {
    case none, count, duration, bytes, flag, answer
  }

  /// How a rule is known.
  public enum Evidence: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case documented, sourceCode, reported, unverified, design
  }

  /// What the model does with a rule.
  public enum Relation: UInt8, BitwiseCopyable, Sendable {
    /// A machine enforces it, and runs cite it.
    case enforced
    /// The shape of the model makes it true; the reason says how.
    case constructed
    /// Deliberately left out; the reason says why.
    case notModelled
  }

  /// Declares an entry; the other initialisers choose the unit.
  ///
  /// Inlined, six hundred declarations would be a megabyte of code.
  @inline(never)
  init(
    _ id: StaticString, value: Int64, small: Int64, least: Int64, greatest: Int64 = .max,
    unit: Unit,
    says: StaticString, source: StaticString, evidence: Evidence, note: StaticString,
    answers: StaticString, relation: Relation, reason: StaticString
  ) {
    self.value = value
    self.small = small
    self.least = least
    self.greatest = greatest
    documented = value
    self.id = id
    self.says = says
    self.source = source
    self.note = note
    self.answers = answers
    self.reason = reason
    key = RuleKey(id)
    self.unit = unit
    self.evidence = evidence
    self.relation = relation
  }
}
