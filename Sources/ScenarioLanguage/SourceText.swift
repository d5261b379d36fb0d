/// A stretch of bytes in the buffer of a `SourceText`.
package struct SourceRange: Equatable, BitwiseCopyable, Sendable {
  /// The first byte.
  package var start: Int32
  /// The byte behind the last.
  package var end: Int32

  package init(_ start: Int, _ end: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
  }

  /// Whether nothing stands here.
  package var isEmpty: Bool { start >= end }
  /// How many bytes it has.
  package var count: Int { Int(end - start) }
  /// The same as a range of array indices.
  package var bounds: Range<Int> { Int(start)..<Int(end) }

  /// No place at all: what a mistake of the call, not of a line, points at.
  package static let none = SourceRange(0, 0)
}

/// Where a stretch of bytes stands for a person: file, line and column count from one.
package struct SourceLocation: Equatable, Sendable {
  /// The file's name.
  package var file: String
  /// The line, from one.
  package var line: Int
  /// The column in characters, from one.
  package var column: Int
}

/// Every file that one scenario reads, in one buffer, so that a word is two integers.
///
/// Words that are made while reading (a variable filled in, a quoted string without its escapes) are added behind the files:
/// they read like any other word, and mistakes about them point at the place that asked for them.
package struct SourceText: Sendable {
  /// One file in the buffer.
  package struct File: Equatable, Sendable {
    /// The name that mistakes show.
    package var name: String
    /// Its first byte in the buffer.
    package var start: Int
    /// The byte behind its last.
    package var end: Int
  }

  /// The buffer: files first, made words behind them.
  package private(set) var bytes: [UInt8] = []
  /// The files, in the order in which they were read.
  package private(set) var files: [File] = []

  package init() {}

  /// Adds a file and returns its index.
  package mutating func add(file name: String, bytes added: [UInt8]) -> Int {
    precondition(bytes.count + added.count < Int(Int32.max), "the reader bounds what it loads")
    files.append(File(name: name, start: bytes.count, end: bytes.count + added.count))
    if bytes.isEmpty { bytes = added } else { bytes.append(contentsOf: added) }
    return files.count - 1
  }

  /// Adds a word that stands in no file.
  package mutating func add(word: [UInt8]) -> SourceRange {
    let start = bytes.count
    bytes.append(contentsOf: word)
    return SourceRange(start, bytes.count)
  }

  /// Forgets every made word behind `count` bytes; files are never forgotten.
  package mutating func forget(behind count: Int) {
    precondition(count >= (files.last?.end ?? 0), "only made words can be forgotten")
    bytes.removeLast(bytes.count - count)
  }

  package subscript(offset: Int32) -> UInt8 {
    bytes[Int(offset)]
  }

  /// The text of a stretch, repaired where it is not UTF-8.
  package func string(_ range: SourceRange) -> String {
    String(decoding: bytes[range.bounds], as: UTF8.self)
  }

  /// Whether a stretch says exactly this word.
  package func says(_ range: SourceRange, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { buffer in
      for index in 0..<buffer.count where buffer[index] != bytes[Int(range.start) + index] {
        return false
      }
      return true
    }
  }

  /// Whether two stretches say the same.
  package func same(_ left: SourceRange, _ right: SourceRange) -> Bool {
    guard left.count == right.count else { return false }
    var at = Int(left.start)
    var other = Int(right.start)
    while at < Int(left.end) {
      if bytes[at] != bytes[other] { return false }
      at += 1
      other += 1
    }
    return true
  }

  /// The file a place stands in; nil for a made word.
  package func file(at offset: Int32) -> Int? {
    files.lastIndex { $0.start <= Int(offset) && Int(offset) <= $0.end }
  }

  /// The name of the file a place stands in; empty for a made word.
  package func fileName(at place: SourceRange) -> String {
    file(at: place.start).map { files[$0].name } ?? ""
  }

  /// The line around a place, without its line end.
  package func line(around range: SourceRange) -> SourceRange {
    guard let file = file(at: range.start) else { return range }
    var start = Int(range.start)
    while start > files[file].start, bytes[start - 1] != 0x0A { start -= 1 }
    var end = Int(range.start)
    while end < files[file].end, bytes[end] != 0x0A { end += 1 }
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return SourceRange(start, end)
  }

  /// File, line and column of a place; the column counts characters, not bytes.
  package func location(of range: SourceRange) -> SourceLocation {
    guard let index = file(at: range.start) else {
      return SourceLocation(file: files.first?.name ?? "", line: 1, column: 1)
    }
    let file = files[index]
    var line = 1
    var lineStart = file.start
    var at = file.start
    while at < Int(range.start) {
      if bytes[at] == 0x0A {
        line += 1
        lineStart = at + 1
      }
      at += 1
    }
    if lineStart == file.start, bytes[lineStart..<file.end].starts(with: byteOrderMark) {
      lineStart += byteOrderMark.count
    }
    let before = String(
      decoding: bytes[min(lineStart, Int(range.start))..<Int(range.start)], as: UTF8.self)
    return SourceLocation(file: file.name, line: line, column: before.count + 1)
  }
}

/// The mark some editors put in front of UTF-8 text; it is skipped.
let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
