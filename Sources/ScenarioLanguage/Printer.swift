/// Lays a file out in the one canonical way: columns by paragraph, two blanks between them, no other change.
///
/// Words are printed as they stand, so reading the result gives the same words; printing it again gives the same bytes.
package struct Printer {
  private let text: SourceText
  private let syntax: Syntax
  private let vocabulary: Vocabulary

  /// A line as columns.
  private struct Row {
    /// Lines of a kind share their columns.
    var kind: RowKind
    var cells: [[UInt8]]
    var comment: [UInt8]
  }

  private enum RowKind: Equatable {
    case comment
    case plain
    case declared(word: [UInt8])
    case story
    case repeated
    case expectation
    case violation
    case timedExpectation
  }

  /// Formats a file; nil when it holds bytes that cannot be read.
  package static func format(
    name: String, bytes: [UInt8], _ vocabulary: Vocabulary, limits: ReaderLimits = ReaderLimits()
  ) -> (bytes: [UInt8]?, text: SourceText, mistakes: MistakeList) {
    var text = SourceText()
    var mistakes = MistakeList(limit: limits.mistakes)
    let file = text.add(file: name, bytes: bytes)
    let syntax = Scanner.scan(file: file, of: text, limits: limits, into: &mistakes)
    guard mistakes.isEmpty else { return (nil, text, mistakes) }
    let printer = Printer(text: text, syntax: syntax, vocabulary: vocabulary)
    return (printer.print(), text, mistakes)
  }

  private func print() -> [UInt8] {
    var result: [UInt8] = []
    var paragraph: [Row] = []
    var isFirst = true
    for line in syntax.lines {
      if line.kind == .blank {
        flush(&paragraph, &result, &isFirst)
      } else {
        paragraph.append(row(line))
      }
    }
    flush(&paragraph, &result, &isFirst)
    return result
  }

  private func flush(_ paragraph: inout [Row], _ result: inout [UInt8], _ isFirst: inout Bool) {
    guard !paragraph.isEmpty else { return }
    if !isFirst { result.append(0x0A) }
    isFirst = false
    let conditionStart = conditionStart(of: paragraph)
    for row in paragraph {
      var widths = widths(of: row.kind, in: paragraph)
      if row.kind == .expectation || row.kind == .violation {
        widths[2] = max(widths[2], conditionStart - widths[0] - widths[1])
      }
      var line: [UInt8] = []
      for (index, cell) in row.cells.enumerated() {
        if cell.isEmpty, index > 0 { continue }
        let start = widths[..<index].reduce(0, +)
        pad(&line, to: start)
        line += cell
      }
      if !row.comment.isEmpty {
        if !line.isEmpty { line += [0x20, 0x20] }
        line += row.comment
      }
      result += line
      result.append(0x0A)
    }
    paragraph.removeAll()
  }

  private func pad(_ line: inout [UInt8], to width: Int) {
    guard width > 0 else { return }
    let missing = width - characters(line)
    line += [UInt8](repeating: 0x20, count: max(line.isEmpty ? 0 : 1, missing))
  }

  /// Where conditions begin: at the same column for what is expected and what is violated.
  private func conditionStart(of rows: [Row]) -> Int {
    let kinds: [RowKind] = [.expectation, .violation]
    return kinds.map { widths(of: $0, in: rows).prefix(3).reduce(0, +) }.max() ?? 0
  }

  /// The width of each column over the rows of a kind, gaps included.
  private func widths(of kind: RowKind, in rows: [Row]) -> [Int] {
    var widths: [Int] = []
    for row in rows where row.kind == kind || isTimed(row.kind) && isTimed(kind) {
      let shared = row.kind == kind ? row.cells[...] : row.cells.prefix(1)
      for (index, cell) in shared.enumerated() {
        if widths.count <= index { widths.append(index == 0 ? 10 : 0) }
        if !cell.isEmpty { widths[index] = max(widths[index], characters(cell) + 2) }
      }
    }
    if kind == .story, widths.count > 1, hasOneSubject(rows) { widths[1] -= 1 }
    return widths
  }

  /// Lines that begin with a time share its column.
  private func isTimed(_ kind: RowKind) -> Bool {
    kind == .story || kind == .repeated || kind == .timedExpectation
  }

  /// Whether all story lines begin with words of one length: then a column needs no wide gap.
  private func hasOneSubject(_ rows: [Row]) -> Bool {
    let subjects = rows.filter { $0.kind == .story }.map(\.cells[1])
    return subjects.allSatisfy { $0 == subjects[0] }
  }

  private func characters(_ bytes: [UInt8]) -> Int { bytes.count { $0 & 0xC0 != 0x80 } }

  // MARK: Rows

  private func row(_ line: Line) -> Row {
    let comment = bytes(line.comment)
    let words = syntax.words[line.words]
    guard let first = words.first else { return Row(kind: .comment, cells: [], comment: comment) }
    let head = vocabulary.word(first.range, text).flatMap { vocabulary.header($0) }
    if text.says(first.range, "expect") || head.map({ isExpectation($0) }) ?? false {
      let cells = expectation(words.dropFirst())
      let kind: RowKind = text.says(first.range, "expect") ? .expectation : .violation
      return Row(kind: kind, cells: [bytes(first.range)] + cells, comment: comment)
    }
    let (kind, cells) = head.map { declaration($0, words) } ?? story(words)
    return Row(kind: kind, cells: cells, comment: comment)
  }

  private func isExpectation(_ form: Int) -> Bool { vocabulary.forms[form].role == .expectation }

  private func declaration(_ head: Int, _ words: ArraySlice<Word>) -> (RowKind, [[UInt8]]) {
    let keyword = bytes(words[words.startIndex].range)
    let rest = words.dropFirst()
    let form = vocabulary.forms[head]
    if let slot = form.slots.first, case .new = slot.kind, slot.need == .required {
      return (.declared(word: []), [keyword, joined(rest.prefix(1)), joined(rest.dropFirst())])
    }
    return (.plain, [keyword, joined(rest)])
  }

  private func story(_ words: ArraySlice<Word>) -> (RowKind, [[UInt8]]) {
    var words = words
    var time: [UInt8] = []
    if let first = words.first {
      let byte = text[first.range.start]
      if isDigit(byte) || byte == UInt8(ascii: "+") {
        time = joined(words.prefix(1))
        words = words.dropFirst()
      } else if text.says(first.range, "day"), words.count >= 3 {
        time = joined(words.prefix(3))
        words = words.dropFirst(3)
      }
    }
    var repetition: [UInt8] = []
    if let first = words.first, text.says(first.range, "repeat"), words.count > 4 {
      repetition = joined(words.prefix(4)) + [0x20, 0x20]
      words = words.dropFirst(4)
    }
    if let first = words.first, isExpectationWord(first) {
      let cells = expectation(words.dropFirst())
      return (.timedExpectation, [time, repetition + bytes(first.range)] + cells)
    }
    let head = words.prefix(hasQualifier(words) ? 2 : 1)
    let rest = joined(words.dropFirst(head.count))
    if !repetition.isEmpty {
      let gap: [UInt8] = rest.isEmpty ? [] : [0x20]
      return (.repeated, [time, repetition + joined(head) + gap + rest])
    }
    return (.story, [time, joined(head), rest])
  }

  private func isExpectationWord(_ word: Word) -> Bool {
    if text.says(word.range, "expect") { return true }
    return vocabulary.word(word.range, text).flatMap { vocabulary.header($0) }
      .map { isExpectation($0) } ?? false
  }

  private func hasQualifier(_ words: ArraySlice<Word>) -> Bool {
    guard words.count > 2, let number = vocabulary.word(words[words.startIndex].range, text),
      let subject = vocabulary.subject(number), vocabulary.subjects[subject].qualifier != nil
    else { return false }
    let next = vocabulary.word(words[words.startIndex + 1].range, text)
    return next.map { vocabulary.verbs($0).isEmpty } ?? true
  }

  /// Subject, predicate and condition of an expectation.
  private func expectation(_ words: ArraySlice<Word>) -> [[UInt8]] {
    var words = words
    var condition: [UInt8] = []
    if let when = words.firstIndex(where: { text.says($0.range, "when") }), when > words.startIndex
    {
      condition = joined(words[when...])
      words = words[..<when]
    }
    var left = 1
    var body = words
    if let first = words.first, text.says(first.range, "never") {
      body = words.dropFirst()
      left += 1
    }
    if let form = vocabulary.expectation(body, text) {
      left += vocabulary.forms[form].leftWords - 1
    }
    return [joined(words.prefix(left)), joined(words.dropFirst(left)), condition]
  }

  private func bytes(_ range: SourceRange) -> [UInt8] { Array(text.bytes[range.bounds]) }

  private func joined(_ words: ArraySlice<Word>) -> [UInt8] {
    var result: [UInt8] = []
    for word in words {
      if !result.isEmpty { result.append(0x20) }
      result += text.bytes[word.range.bounds]
    }
    return result
  }
}
