/// A word that may come next.
package struct Candidate: Equatable, Sendable {
  /// The word itself, or an option up to its `=`.
  package var word: String
  /// What it does or is, in a sentence.
  package var summary: String
}

/// Finds what may come next at a cursor, from the declarations and the names of the file.
package struct Completion {
  private let vocabulary: Vocabulary
  private let text: SourceText
  private let symbols: SymbolTable
  private var words: [Word] = []
  private var partial = ""

  /// Reads the file for its names; mistakes in it do not matter.
  package init(_ bytes: [UInt8], cursor: Int, _ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    var limits = ReaderLimits()
    limits.variants = 1
    var source = Unfolded(name: "", bytes: bytes, vocabulary: vocabulary, limits: limits)
    symbols = source.script(of: source.firstVariant, vocabulary).symbols
    let end = min(max(0, cursor), bytes.count)
    let start = bytes[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    var line = SourceText()
    let file = line.add(file: "", bytes: Array(bytes[start..<end]))
    var mistakes = MistakeList(limit: 1)
    let syntax = Scanner.scan(file: file, of: line, limits: limits, into: &mistakes)
    text = line
    words = syntax.words
    if let last = words.last, Int(last.range.end) == end - start {
      partial = line.string(last.range)
      words.removeLast()
    }
  }

  /// The words that fit, in the order of their declarations.
  package func candidates() -> [Candidate] {
    all().filter { $0.word.hasPrefix(partial) && $0.word != partial }
  }

  private func all() -> [Candidate] {
    guard let first = words.first else { return openings() }
    if let number = vocabulary.word(first.range, text), let form = vocabulary.header(number) {
      let isExpectation = vocabulary.forms[form].role == .expectation
      if isExpectation, text.says(first.range, "expect") { return expectations(from: 1) }
      return slots(form, from: 1)
    }
    if text.says(first.range, "expect") { return expectations(from: 1) }
    var at = 0
    let byte = text[first.range.start]
    if isDigit(byte) || byte == UInt8(ascii: "+") {
      at = 1
    } else if text.says(first.range, "day") {
      at = 3
    }
    if at < words.count, text.says(words[at].range, "repeat") { at += 4 }
    if at < words.count, text.says(words[at].range, "expect") {
      return expectations(from: at + 1)
    }
    return statement(from: at)
  }

  private func openings() -> [Candidate] {
    vocabulary.forms.filter { $0.role != .verb && $0.role != .expectation || $0.word != "expect" }
      .filter { $0.role != .verb }
      .map { Candidate(word: $0.word, summary: $0.summary) }
      + [
        Candidate(word: "expect", summary: "What must be true."),
        Candidate(word: "repeat", summary: repeatSummary),
      ] + subjects()
  }

  private func subjects() -> [Candidate] {
    vocabulary.subjects.flatMap { subject in
      if case .names(let space) = subject.meaning {
        return names(space)
      }
      return [Candidate(word: subject.word, summary: subject.summary)]
    }
  }

  private func names(_ space: Namespace) -> [Candidate] {
    symbols.known(in: space.index).map { Candidate(word: $0, summary: space.name) }
  }

  private func statement(from start: Int) -> [Candidate] {
    guard start < words.count else {
      return start == words.count
        ? subjects() + [Candidate(word: "expect", summary: "What must be true.")] : []
    }
    guard let subject = subject(words[start]) else { return [] }
    var at = start + 1
    var kind = subject.kind
    if let qualifier = subject.qualifier {
      if at == words.count { return verbs(kind) + values(qualifier.kind) }
      if vocabulary.word(words[at].range, text).map({ vocabulary.verbs($0).isEmpty }) ?? true {
        kind = subject.qualifiedKind
        at += 1
      }
    }
    guard at < words.count else { return verbs(kind) }
    let forms = vocabulary.word(words[at].range, text).map { vocabulary.verbs($0) } ?? []
    guard let form = forms.first(where: { vocabulary.forms[Int($0)].subjects & kind != 0 }) else {
      return []
    }
    return slots(Int(form), from: at + 1)
  }

  private func subject(_ word: Word) -> Subject? {
    if let number = vocabulary.word(word.range, text), let index = vocabulary.subject(number) {
      return vocabulary.subjects[index]
    }
    let name = text.string(word.range)
    return vocabulary.subjects.first { subject in
      guard case .names(let space) = subject.meaning else { return false }
      return symbols.known(in: space.index).contains(name)
    }
  }

  private func verbs(_ kind: UInt32) -> [Candidate] {
    vocabulary.forms.filter { $0.role == .verb && $0.subjects & kind != 0 }
      .map { Candidate(word: $0.word, summary: $0.summary) }
  }

  private func expectations(from start: Int) -> [Candidate] {
    var start = start
    var result: [Candidate] = []
    if start < words.count, text.says(words[start].range, "never") {
      start += 1
    } else if start == words.count {
      result.append(Candidate(word: "never", summary: "Must not come true from here on."))
    }
    for (index, form) in vocabulary.forms.enumerated()
    where form.role == .expectation && form.word == "expect" {
      if fits(form, from: start) { result += slots(index, from: start) }
    }
    var seen: [String] = []
    return result.filter { candidate in
      defer { seen.append(candidate.word) }
      return !seen.contains(candidate.word)
    }
  }

  /// Whether the fixed words of a form stand where the line has words.
  private func fits(_ form: Form, from start: Int) -> Bool {
    for (offset, slot) in form.slots.enumerated() where slot.isLiteral {
      let at = start + offset
      if at < words.count, text.string(words[at].range) != slot.name { return false }
    }
    return true
  }

  private func slots(_ form: Int, from start: Int) -> [Candidate] {
    let slots = vocabulary.slots(of: form)
    if let equals = partial.firstIndex(of: "=") {
      let key = partial[..<equals]
      guard let slot = slots.first(where: { $0.style == .option && $0.name == key }) else {
        return []
      }
      return values(slot.kind).map {
        Candidate(word: "\(key)=\($0.word)", summary: $0.summary)
      }
    }
    if let last = words.last, words.count > start,
      let slot = slots.first(where: {
        $0.style == .phrase && text.string(last.range) == $0.name
      })
    {
      return values(slot.kind)
    }
    return next(slots, from: start)
  }

  private func next(_ slots: [Slot], from start: Int) -> [Candidate] {
    let plain = words.dropFirst(start).count { !$0.isOption }
    let positional = slots.filter { $0.style == .word }
    var result: [Candidate] = []
    if plain < positional.count {
      result += values(positional[plain].kind)
      if positional[plain].need == .required { return result }
    } else if let last = positional.last, last.need == .many {
      result += values(last.kind)
    }
    let given = words.filter(\.isOption).map { text.string($0.key) }
    for slot in slots where slot.style != .word && !given.contains(slot.name) {
      let mark = slot.style == .option ? "=" : ""
      result.append(Candidate(word: slot.name + mark, summary: slot.summary))
    }
    return result
  }

  private func values(_ kind: ValueKind) -> [Candidate] {
    switch kind {
    case .literal(let word): [Candidate(word: word, summary: "")]
    case .reference(let space), .life(let space): names(space)
    case .choice(let list), .choiceOrPath(let list), .shares(let list):
      list.choices.map { Candidate(word: $0.word, summary: $0.summary) }
    case .list(let element): values(element)
    case .link(let space, let ends):
      names(space).flatMap { name in
        ends.choices.map { Candidate(word: "\(name.word)-\($0.word)", summary: "") }
      }
    default: []
    }
  }
}
