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

  package var kind: Kind
  package var firstWord: Int32
  package var wordCount: Int32
  package var range: SourceRange
  /// From the `#` to the end of the line; empty when there is none.
  package var comment: SourceRange

  package var words: Range<Int> { Int(firstWord)..<Int(firstWord + wordCount) }
}

/// One word of a line.
package struct Word: Equatable, BitwiseCopyable, Sendable {
  package var range: SourceRange
  /// Offset of the first `=` outside quotes, or 0: such a word is an option.
  package var equals: Int32 = 0
  package var isQuoted = false
  package var hasVariable = false
  package var hasCounter = false

  package var isOption: Bool { equals > range.start }
  /// What stands before the `=`.
  package var key: SourceRange { SourceRange(Int(range.start), Int(equals)) }
  /// What stands after the `=`.
  package var optionValue: SourceRange { SourceRange(Int(equals) + 1, Int(range.end)) }
}

/// One file cut into lines and words, before any meaning.
package struct Syntax: Equatable, Sendable {
  package var file: Int
  package var lines: [Line] = []
  package var words: [Word] = []
}
