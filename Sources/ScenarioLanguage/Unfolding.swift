/// What a loader found under a path.
package enum LoadedSource: Sendable {
  /// The bytes, and the one name of the file by which a circle of includes is seen.
  case found(name: String, bytes: [UInt8])
  /// Why there is nothing to read.
  case missing(reason: String)
}

/// Where included files come from: the edge of the program reads disks, the language stays pure.
package struct SourceLoader: Sendable {
  /// Loads `path` as written in the file `from`; reads no more than `limit` bytes and one.
  package let load: @Sendable (_ path: String, _ from: String, _ limit: Int) -> LoadedSource

  package init(load: @escaping @Sendable (String, String, Int) -> LoadedSource) {
    self.load = load
  }

  /// Finds nothing.
  package static let none = SourceLoader { _, _, _ in .missing(reason: "no files can be included") }
}

/// One line of the unfolded file.
struct UnfoldedLine: BitwiseCopyable {
  var syntax: Int32
  var line: Int32
  var scope: Int32
}

/// A file as it was included: its variables, and the line that asked for it.
struct Scope: Sendable {
  var parent: Int
  var site: SourceRange
  var names: [SourceRange] = []
  var values: [SourceRange] = []
}

/// A scenario with its includes in place, before variants and meaning.
package struct Unfolded: Sendable {
  /// The text of all files.
  package internal(set) var text: SourceText
  /// The files as lines and words.
  package internal(set) var syntaxes: [Syntax] = []
  /// What was wrong so far.
  package internal(set) var mistakes: MistakeList
  var lines: [UnfoldedLine] = []
  var scopes: [Scope] = [Scope(parent: -1, site: .none)]
  var axes: [Axis] = []
  var conditions: [ConditionLine] = []
  var isPairwise = false
  let limits: ReaderLimits

  /// Cuts the main file into lines and puts the included files in place.
  package init(
    name: String, bytes: [UInt8], vocabulary: Vocabulary, loader: SourceLoader = .none,
    limits: ReaderLimits = ReaderLimits()
  ) {
    text = SourceText()
    mistakes = MistakeList(limit: limits.mistakes)
    self.limits = limits
    let isTooLarge = bytes.count > limits.fileBytes
    let file = text.add(file: name, bytes: isTooLarge ? Array(bytes.prefix(512)) : bytes)
    if isTooLarge {
      mistakes.add(
        Mistake(
          .fileTooLarge, at: SourceRange(0, 0),
          "This file has more than \(limits.fileBytes) bytes, the most that a scenario has."))
      return
    }
    var unfolding = Unfolding(loader: loader, path: [name])
    unfolding.unfold(file, scope: 0, into: &self)
    collectAxes(vocabulary)
  }

  /// How many lines the main file has.
  package var mainLineCount: Int { syntaxes.first?.lines.count ?? 0 }

  /// The first value of every axis, for finding mistakes in a file whose variants are broken.
  package var firstVariant: Variant { Variant(values: axes.map { _ in 0 }) }

  /// Adds a mistake that the meaning of the words brought up.
  package mutating func add(_ mistake: Mistake) { mistakes.add(mistake) }

  /// The include lines that led to a scope, outermost first.
  func chain(to scope: Int) -> [SourceRange] {
    var result: [SourceRange] = []
    var at = scope
    while at > 0 {
      result.append(scopes[at].site)
      at = scopes[at].parent
    }
    return result.reversed()
  }

  func line(_ index: Int) -> Line {
    syntaxes[Int(lines[index].syntax)].lines[Int(lines[index].line)]
  }

  func words(_ index: Int) -> ArraySlice<Word> {
    let syntax = Int(lines[index].syntax)
    return syntaxes[syntax].words[syntaxes[syntax].lines[Int(lines[index].line)].words]
  }
}

/// Walks through the includes.
private struct Unfolding {
  let loader: SourceLoader
  var path: [String]
  var includes = 0

  mutating func unfold(_ file: Int, scope: Int, into result: inout Unfolded) {
    let syntax = Scanner.scan(
      file: file, of: result.text, limits: result.limits, into: &result.mistakes)
    let index = result.syntaxes.count
    result.syntaxes.append(syntax)
    for (number, line) in syntax.lines.enumerated() where line.kind == .words || line.kind == .text
    {
      let words = syntax.words[line.words]
      if line.kind == .words, let first = words.first, result.text.says(first.range, "include") {
        include(words, scope: scope, into: &result)
        if result.mistakes.isFull { return }
      } else {
        result.lines.append(
          UnfoldedLine(syntax: Int32(index), line: Int32(number), scope: Int32(scope)))
      }
    }
  }

  private mutating func include(
    _ words: ArraySlice<Word>, scope: Int, into result: inout Unfolded
  ) {
    let site = words[words.startIndex].range
    let chain = result.chain(to: scope)
    func mistake(
      _ code: MistakeCode, _ place: SourceRange, _ sentence: String, _ expected: String = "",
      chain: [SourceRange] = chain
    ) {
      result.mistakes.add(Mistake(code, at: place, sentence, expected: expected, chain: chain))
    }
    guard let target = words.dropFirst().first, !target.isOption || target.isQuoted else {
      return mistake(.missingWord, site, "include needs a file.", "include \"file.push\"")
    }
    var inner = Scope(parent: scope, site: site)
    for word in words.dropFirst(2) {
      guard word.isOption, result.text.isName(word.key) else {
        return mistake(
          .tooManyWords, word.range, "After the file of an include stand variables only.",
          "name=value")
      }
      inner.names.append(word.key)
      inner.values.append(word.optionValue)
    }
    let written = result.text.plainText(of: target.range)
    if path.count > result.limits.includeDepth {
      return mistake(
        .includeTooDeep, target.range,
        "Includes are nested at most \(result.limits.includeDepth) deep.", chain: chain + [site])
    }
    includes += 1
    if includes > result.limits.includedFiles {
      if includes == result.limits.includedFiles + 1 {
        mistake(
          .tooManyIncludes, target.range,
          "A scenario includes at most \(result.limits.includedFiles) files.")
      }
      return
    }
    let room = min(result.limits.fileBytes, result.limits.totalBytes - result.text.bytes.count)
    switch loader.load(written, path.last ?? "", room) {
    case .missing(let reason):
      mistake(.includeNotFound, target.range, "\(written) cannot be read: \(reason).")
    case .found(let name, _) where path.contains(name):
      mistake(
        .includeCycle, target.range,
        "This include closes a circle: \((path + [name]).joined(separator: " includes ")).")
    case .found(_, let bytes) where bytes.count > room:
      mistake(
        .fileTooLarge, target.range, "\(written) is larger than what a scenario may read.")
    case .found(let name, let bytes):
      let file = result.text.add(file: name, bytes: bytes)
      path.append(name)
      result.scopes.append(inner)
      unfold(file, scope: result.scopes.count - 1, into: &result)
      path.removeLast()
    }
  }
}

extension SourceText {
  /// Whether a stretch may be a name: a letter, then letters, digits, dots, hyphens and underscores.
  func isName(_ range: SourceRange) -> Bool {
    guard range.count >= 1, range.count <= 64 else { return false }
    let first = bytes[Int(range.start)]
    guard isLetter(first) || first >= 0x80 else { return false }
    for index in range.bounds {
      let byte = bytes[index]
      if isLetter(byte) || isDigit(byte) || byte >= 0x80 { continue }
      if byte != UInt8(ascii: "-"), byte != UInt8(ascii: "_"), byte != UInt8(ascii: ".") {
        return false
      }
    }
    return true
  }

  /// Whether a word is a path rather than a word of a list.
  func isPath(_ range: SourceRange) -> Bool {
    bytes[range.bounds].contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }
  }

  /// What a word says without its quotes and escapes.
  func plainText(of range: SourceRange) -> String { String(decoding: plain(range), as: UTF8.self) }

  /// A word without its quotes and escapes, as a place of the buffer; it may add to the buffer.
  ///
  /// Name the place before the buffer is read again: an expression that reads the buffer around
  /// this call reads it as it was before. Who wants the text itself asks `plainText(of:)`.
  mutating func content(of range: SourceRange) -> SourceRange {
    guard bytes[range.bounds].contains(UInt8(ascii: "\"")) else { return range }
    let inner = SourceRange(Int(range.start) + 1, Int(range.end) - 1)
    if range.count >= 2, bytes[Int(range.start)] == UInt8(ascii: "\""),
      !bytes[inner.bounds].contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
    {
      return inner
    }
    return add(word: plain(range))
  }

  /// The bytes of a word without its quotes and escapes.
  private func plain(_ range: SourceRange) -> [UInt8] {
    var plain: [UInt8] = []
    var isEscaped = false
    for byte in bytes[range.bounds] {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if isEscaped || byte != UInt8(ascii: "\"") {
        plain.append(byte)
        isEscaped = false
      }
    }
    return plain
  }
}
