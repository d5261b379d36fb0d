/// A line of a file, as ranges into the words of its `Syntax`.
package struct Line: Equatable, BitwiseCopyable, Sendable {
  /// What the reader makes of a line before it knows any verb.
  package enum Kind: UInt8, BitwiseCopyable, Sendable {
    case blank
    /// Nothing but a comment.
    case comment
    /// Words.
    case words
    /// A word and then text up to the end of the line.
    case text
    /// The line holds bytes that make it unreadable; its mistake is already listed.
    case broken
  }

  /// What the reader makes of it.
  package var kind: Kind
  /// The index of its first word.
  package var firstWord: Int32
  /// How many words it has.
  package var wordCount: Int32
  /// All of its bytes, without the line end.
  package var range: SourceRange
  /// From the `#` to the end of the line; empty when there is none.
  package var comment: SourceRange

  /// The indices of its words.
  package var words: Range<Int> { Int(firstWord)..<Int(firstWord + wordCount) }
}

/// One word of a line.
package struct Word: Equatable, BitwiseCopyable, Sendable {
  /// Where it stands.
  package var range: SourceRange
  /// Offset of the first `=` outside quotes, or 0: such a word is an option.
  package var equals: Int32 = 0
  /// Whether a part of it stands in quotes.
  package var isQuoted = false
  /// Whether it holds a `$`.
  package var hasVariable = false
  /// Whether it holds a `#`.
  package var hasCounter = false

  /// Whether it is `key=value`.
  package var isOption: Bool { equals > range.start }
  /// What stands before the `=`.
  package var key: SourceRange { SourceRange(Int(range.start), Int(equals)) }
  /// What stands after the `=`.
  package var optionValue: SourceRange { SourceRange(Int(equals) + 1, Int(range.end)) }
}

/// One file cut into lines and words, before any meaning.
package struct Syntax: Equatable, Sendable {
  /// The index of the file in its text.
  package var file: Int
  /// Its lines, in order.
  package var lines: [Line] = []
  /// The words of all lines.
  package var words: [Word] = []
}
