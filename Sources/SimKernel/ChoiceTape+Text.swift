/// What is wrong with the text of a tape, and in which line.
public struct ChoiceTapeMistake: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Code: Equatable, Sendable {
    /// The first line is not `tape 1`.
    case missingHeading
    /// A line is not `ANSWER of COUNT LABEL`.
    case badEntry
    /// An answer is not below the number of alternatives, or there are fewer than two.
    case answerOutOfRange
    /// There are more entries than the reader was allowed to take.
    case tooLong(limit: Int)
  }

  /// What is wrong.
  public var code: Code
  /// The line, counted from one.
  public var line: Int

  /// Makes a mistake.
  public init(code: Code, line: Int) {
    self.code = code
    self.line = line
  }

  /// The mistake as a sentence that says what would be right.
  public var description: String {
    switch code {
    case .missingHeading: "line \(line): a tape begins with the line 'tape 1'"
    case .badEntry:
      "line \(line): an entry reads 'ANSWER of COUNT LABEL', such as '3 of 64 89abcdef:7'"
    case .answerOutOfRange:
      "line \(line): an answer is below its count, and a count is at least 2"
    case .tooLong(let limit): "line \(line): a tape has at most \(limit) entries"
    }
  }
}

extension ChoiceTape {
  /// How many entries a reader takes unless told otherwise.
  public static let entryCountMax = 1_000_000

  /// The tape as text, one line for each entry; ``init(text:entryLimit:)`` reads it back.
  ///
  /// - Parameter name: Names a label for the reader, or nothing. Names are printed as comments.
  public func text(naming name: (Label) -> String? = { _ in nil }) -> String {
    var text = "tape 1\n"
    for entry in entries {
      text += "\(entry.answer) of \(entry.count) \(entry.label)"
      if let name = name(entry.label) { text += "  # \(Self.singleLine(name))" }
      text += "\n"
    }
    return text
  }

  /// Reads a tape from its text; empty lines and everything after `#` are skipped.
  ///
  /// - Parameters:
  ///   - text: What ``text(naming:)`` printed, or what a person wrote in its form.
  ///   - entryLimit: How many entries are accepted, so that a hostile file costs bounded memory.
  /// - Complexity: Linear in the text up to the first mistake.
  public init(
    text: String, entryLimit: Int = ChoiceTape.entryCountMax
  ) throws(ChoiceTapeMistake) {
    self.init()
    var line = 0
    var hasHeading = false
    var reader = LineReader(text.utf8)
    while let words = reader.nextLine() {
      line += 1
      guard !words.isEmpty else { continue }
      guard hasHeading else {
        guard words == ["tape", "1"] else {
          throw ChoiceTapeMistake(code: .missingHeading, line: line)
        }
        hasHeading = true
        continue
      }
      guard entries.count < entryLimit else {
        throw ChoiceTapeMistake(code: .tooLong(limit: entryLimit), line: line)
      }
      entries.append(try Self.entry(words, line: line))
    }
    guard hasHeading else { throw ChoiceTapeMistake(code: .missingHeading, line: max(line, 1)) }
  }

  /// Reads the words of one entry.
  private static func entry(
    _ words: [Substring], line: Int
  ) throws(ChoiceTapeMistake) -> Entry {
    guard words.count == 4, words[1] == "of", let answer = decimal(words[0]),
      let count = decimal(words[2]), let label = Label(parsing: words[3])
    else { throw ChoiceTapeMistake(code: .badEntry, line: line) }
    guard count > 1, answer < count else {
      throw ChoiceTapeMistake(code: .answerOutOfRange, line: line)
    }
    return Entry(label: label, answer: answer, count: count)
  }

  /// Reads digits alone: no sign, no separators.
  fileprivate static func decimal(_ word: Substring) -> UInt32? {
    word.utf8.first == UInt8(ascii: "+") ? nil : UInt32(word)
  }

  /// Keeps a name from ending its line, whatever is in it.
  private static func singleLine(_ name: String) -> String {
    String(name.map { $0.isNewline ? " " : $0 })
  }
}

/// Hands out the words of one line after the other, without comments.
private struct LineReader {
  private let bytes: String.UTF8View
  private var position: String.Index
  private var isAtEnd: Bool
  /// More words than any entry has; the rest of a line need not be kept.
  private static let wordCountMax = 5

  init(_ bytes: String.UTF8View) {
    self.bytes = bytes
    position = bytes.startIndex
    isAtEnd = bytes.isEmpty
  }

  mutating func nextLine() -> [Substring]? {
    guard !isAtEnd else { return nil }
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n"))
    let line = bytes[position..<(end ?? bytes.endIndex)].prefix { $0 != UInt8(ascii: "#") }
    if let end, bytes.index(after: end) != bytes.endIndex {
      position = bytes.index(after: end)
    } else {
      isAtEnd = true
    }
    let words = line.split(maxSplits: Self.wordCountMax) { Self.isBlank($0) }
    return words.map { Substring($0) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}

extension Label {
  /// Reads a label as ``description`` prints it: eight hexadecimal digits, a colon, a number.
  public init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 8, parts[0].utf8.first != UInt8(ascii: "+"),
      let purpose = UInt32(parts[0], radix: 16),
      let subject = ChoiceTape.decimal(Substring(parts[1]))
    else { return nil }
    self.init(bits: UInt64(purpose) << 32 | UInt64(subject))
  }
}
