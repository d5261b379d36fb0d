/// What one run asked and was answered, in order; replays the run and prints as text.
public struct ChoiceTape: Equatable, Sendable {
  /// One question and its answer.
  public struct Entry: BitwiseCopyable, Equatable, Sendable {
    /// Names the decision.
    public var label: Label
    /// The alternative taken, numbered from zero.
    public var answer: UInt32
    /// How many alternatives there were.
    public var count: UInt32

    /// Makes an entry.
    public init(label: Label, answer: UInt32, count: UInt32) {
      self.label = label
      self.answer = answer
      self.count = count
    }
  }

  /// Questions with more than one alternative, in order of asking.
  public var entries: [Entry]

  /// Makes a tape.
  public init(entries: [Entry] = []) {
    self.entries = entries
  }

  /// The answers alone, as `Choices.Mode.tape` takes them.
  public var answers: [UInt32] { entries.map(\.answer) }
}
