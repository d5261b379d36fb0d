/// Cuts the bytes of one file into lines and words.
///
/// The scanner looks at bytes only and builds no strings, so that reading costs little beside running. Whatever is unreadable
/// becomes a mistake with its place; the scan goes on with the next line.
struct Scanner {
  private let text: SourceText
  private let limits: ReaderLimits
  private let end: Int
  private var at: Int
  private(set) var syntax: Syntax
  private(set) var mistakes: MistakeList

  init(file: Int, of text: SourceText, limits: ReaderLimits) {
    self.text = text
    self.limits = limits
    self.end = text.files[file].end
    self.at = text.files[file].start
    self.syntax = Syntax(file: file)
    self.mistakes = MistakeList(limit: limits.mistakes)
    let size = end - at
    syntax.lines.reserveCapacity(size / 24 + 4)
    syntax.words.reserveCapacity(size / 5 + 8)
  }

  /// Reads the whole file.
  static func scan(
    file: Int, of text: SourceText, limits: ReaderLimits, into mistakes: inout MistakeList
  ) -> Syntax {
    var scanner = Scanner(file: file, of: text, limits: limits)
    scanner.scanFile()
    for mistake in scanner.mistakes.all { mistakes.add(mistake) }
    return scanner.syntax
  }

  private mutating func scanFile() {
    if end - at > limits.fileBytes {
      return mistakes.add(
        Mistake(
          .fileTooLarge, at: SourceRange(at, at),
          "This file has \(end - at) bytes; a scenario has at most \(limits.fileBytes)."))
    }
    if text.bytes[at..<end].starts(with: byteOrderMark) { at += byteOrderMark.count }
    while at < end {
      if syntax.lines.count >= limits.lines {
        return mistakes.add(
          Mistake(
            .tooManyLines, at: SourceRange(at, at), "A file has at most \(limits.lines) lines."))
      }
      if !scanLine() || mistakes.isFull { return }
    }
  }

  /// Reads one line; false when the file is no text at all.
  private mutating func scanLine() -> Bool {
    let start = at
    var next = at
    var isPlain = true
    while next < end, text.bytes[next] != 0x0A {
      let byte = text.bytes[next]
      if byte < 0x20 || byte >= 0x7F { isPlain = isPlain && byte == 0x09 }
      next += 1
    }
    var stop = next
    if stop > start, text.bytes[stop - 1] == 0x0D { stop -= 1 }
    at = next + 1
    var line = Line(
      kind: .blank, firstWord: Int32(syntax.words.count), wordCount: 0,
      range: SourceRange(start, stop), comment: .none)
    if stop - start > limits.lineBytes {
      mistakes.add(
        Mistake(
          .lineTooLong, at: SourceRange(start, start),
          "This line has \(stop - start) bytes; a line has at most \(limits.lineBytes)."))
      line.kind = .broken
      syntax.lines.append(line)
      return !text.bytes[start..<stop].contains(0)
    }
    if !isPlain, let mistake = byteMistake(start, stop) {
      mistakes.add(mistake)
      line.kind = .broken
      syntax.lines.append(line)
      return mistake.code != .notText
    }
    cut(&line, from: start, to: stop)
    syntax.lines.append(line)
    return true
  }

  /// Fills a readable line with its words.
  private mutating func cut(_ line: inout Line, from start: Int, to stop: Int) {
    var position = start
    while true {
      while position < stop, isBlank(text.bytes[position]) { position += 1 }
      guard position < stop else { return }
      if text.bytes[position] == UInt8(ascii: "#") {
        line.comment = SourceRange(position, trimmed(position, stop))
        if line.kind == .blank { line.kind = .comment }
        return
      }
      guard let word = scanWord(from: position, to: stop) else {
        line.kind = .broken
        return
      }
      syntax.words.append(word)
      position = Int(word.range.end)
      line.wordCount += 1
      if line.kind == .blank {
        line.kind = .words
        if isTextWord(word.range) {
          line.kind = .text
          return cutText(&line, from: position, to: stop)
        }
      }
    }
  }

  /// Takes the rest of a text line as one word.
  private mutating func cutText(_ line: inout Line, from start: Int, to stop: Int) {
    var position = start
    while position < stop, isBlank(text.bytes[position]) { position += 1 }
    var last = position
    while last < stop {
      if text.bytes[last] == UInt8(ascii: "#"), isBlank(text.bytes[last - 1]) {
        line.comment = SourceRange(last, trimmed(last, stop))
        break
      }
      last += 1
    }
    let textEnd = trimmed(position, last)
    guard textEnd > position else { return }
    var word = Word(range: SourceRange(position, textEnd))
    word.isQuoted = true
    word.hasVariable = text.bytes[position..<textEnd].contains(UInt8(ascii: "$"))
    syntax.words.append(word)
    line.wordCount += 1
  }

  /// Reads one word; nil when its quote never ends.
  private mutating func scanWord(from start: Int, to stop: Int) -> Word? {
    var word = Word(range: SourceRange(start, start))
    var position = start
    while position < stop {
      let byte = text.bytes[position]
      switch byte {
      case 0x20, 0x09:
        word.range = SourceRange(start, position)
        return word
      case UInt8(ascii: "\""):
        word.isQuoted = true
        guard let after = scanQuoted(from: position, to: stop) else { return nil }
        position = after
        continue
      case UInt8(ascii: "="):
        if word.equals == 0, position > start, !word.isQuoted { word.equals = Int32(position) }
      case UInt8(ascii: "$"): word.hasVariable = true
      case UInt8(ascii: "#"): word.hasCounter = true
      default: break
      }
      position += 1
    }
    word.range = SourceRange(start, position)
    return word
  }

  /// Returns the place behind the closing quote.
  private mutating func scanQuoted(from open: Int, to stop: Int) -> Int? {
    var position = open + 1
    while position < stop {
      switch text.bytes[position] {
      case UInt8(ascii: "\""):
        return position + 1
      case UInt8(ascii: "\\"):
        let next = position + 1 < stop ? text.bytes[position + 1] : 0
        if next != UInt8(ascii: "\""), next != UInt8(ascii: "\\") {
          mistakes.add(
            Mistake(
              .badEscape, at: SourceRange(position, min(position + 2, stop)),
              "A backslash in quotes stands before \" or \\ only.", expected: "\\\" or \\\\"))
          return nil
        }
        position += 2
      default:
        position += 1
      }
    }
    mistakes.add(
      Mistake(
        .openQuote, at: SourceRange(open, stop), "This quote does not end on its line.",
        expected: "a closing \""))
    return nil
  }

  /// What makes the bytes of a line unreadable.
  private func byteMistake(_ start: Int, _ stop: Int) -> Mistake? {
    var position = start
    while position < stop {
      let byte = text.bytes[position]
      let place = SourceRange(position, position + 1)
      if byte == 0 {
        return Mistake(
          .notText, at: place, "This is not a text file: it holds a zero byte.",
          expected: "UTF-8 text")
      }
      if byte < 0x20 && byte != 0x09 || byte == 0x7F {
        return Mistake(
          .controlCharacter, at: place, "A control character cannot stand in a scenario.")
      }
      guard byte >= 0x80 else {
        position += 1
        continue
      }
      guard let (scalar, length) = decodeScalar(text.bytes, at: position, end: stop) else {
        return Mistake(.notUTF8, at: place, "This byte is not UTF-8.", expected: "UTF-8 text")
      }
      if isTreacherous(scalar) {
        return Mistake(
          .controlCharacter, at: SourceRange(position, position + length),
          "A character that controls or turns the text around cannot stand in a scenario.")
      }
      position += length
    }
    return nil
  }

  private func trimmed(_ start: Int, _ stop: Int) -> Int {
    var last = stop
    while last > start, isBlank(text.bytes[last - 1]) { last -= 1 }
    return last
  }

  private func isTextWord(_ range: SourceRange) -> Bool {
    switch range.count {
    case 8: text.says(range, "scenario")
    case 4: text.says(range, "note")
    case 3: text.says(range, "ask")
    case 6: text.says(range, "answer")
    default: false
    }
  }
}

@inline(__always)
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

/// Decodes one scalar of more than one byte, strictly; nil for anything that is not UTF-8.
func decodeScalar(_ bytes: [UInt8], at start: Int, end: Int) -> (scalar: UInt32, length: Int)? {
  let first = bytes[start]
  let length: Int
  var scalar: UInt32
  switch first {
  case 0xC2...0xDF: (length, scalar) = (2, UInt32(first & 0x1F))
  case 0xE0...0xEF: (length, scalar) = (3, UInt32(first & 0x0F))
  case 0xF0...0xF4: (length, scalar) = (4, UInt32(first & 0x07))
  default: return nil
  }
  guard start + length <= end else { return nil }
  for offset in 1..<length {
    let byte = bytes[start + offset]
    guard byte & 0xC0 == 0x80 else { return nil }
    scalar = scalar << 6 | UInt32(byte & 0x3F)
  }
  let smallest: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
  guard scalar >= smallest, scalar <= 0x10FFFF, !(0xD800...0xDFFF).contains(scalar) else {
    return nil
  }
  return (scalar, length)
}

/// Characters that steer a terminal or reorder what a reviewer sees.
func isTreacherous(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF,
    0xE0000...0xE007F:
    true
  default: false
  }
}
