extension Binder {
  // MARK: Names

  /// Introduces a name; nil when it cannot be one.
  mutating func define(
    _ space: Namespace, _ range: SourceRange, _ place: SourceRange, count: Int
  ) -> Symbol? {
    guard isNameShape(range) else {
      badName(string(range), place)
      return nil
    }
    if vocabulary.isReserved(range, source.text) {
      mistake(
        .reservedName, place, "\(string(range)) is a word of the language.",
        expected: "another name")
      return nil
    }
    let total = script.symbols.spaces[space.index].total
    guard Int(total) + count <= source.limits.members else {
      mistake(
        .tooManySteps, place, "A story has at most \(source.limits.members) of a kind.")
      return nil
    }
    guard
      var symbol = script.symbols.define(
        range, in: source.text, namespace: space.index, count: count, place: place)
    else {
      let known = script.symbols.place(of: range, in: source.text, namespace: space.index)
      let line = known.map { " in line \(source.text.location(of: $0).line)" } ?? ""
      mistake(.nameTaken, place, "There is a \(space.name) \(string(range)) already\(line).")
      return nil
    }
    symbol.isCounted = counterEnd > 0 && count > 1
    return symbol
  }

  mutating func badName(_ word: BoundWord) { badName(string(word.range), word.place) }

  private mutating func badName(_ name: String, _ place: SourceRange) {
    mistake(
      .badName, place, "\(name) cannot be a name.",
      expected: "a letter, then letters, digits, dots, hyphens and underscores")
  }

  /// A name in which one `#` may stand behind the first letter.
  private func isNameShape(_ range: SourceRange) -> Bool {
    guard let hash = source.text.bytes[range.bounds].firstIndex(of: UInt8(ascii: "#")) else {
      return source.text.isName(range)
    }
    guard hash > Int(range.start) else { return false }
    let before = SourceRange(Int(range.start), hash)
    for index in (hash + 1)..<Int(range.end) {
      let byte = source.text.bytes[index]
      let isFine = isLetter(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      if !isFine { return false }
    }
    return source.text.isName(before)
  }

  /// Finds a name, now or at the end of the file.
  mutating func reference(
    _ space: Namespace, _ range: SourceRange, _ place: SourceRange, _ target: PendingName.Target,
    life: Int16
  ) -> Value? {
    if var symbol = script.symbols.find(range, in: source.text, namespace: space.index) {
      symbol.life = life
      return counted(symbol, range, place)
    }
    guard isNameShape(range) else {
      badName(string(range), place)
      return nil
    }
    if space.isOpen {
      let count = source.text.bytes[range.bounds].contains(UInt8(ascii: "#")) ? counterEnd : 1
      return define(space, range, place, count: max(1, count)).map { .symbol($0) }
    }
    pending.append(
      PendingName(
        target: target, namespace: space.index, name: range, place: place, counterEnd: counterEnd,
        isStory: isStory, life: life, scope: scope))
    return .symbol(Symbol(0, count: 0, namespace: space.index))
  }

  /// Lets the counter of the statement pick from a series.
  mutating func counted(
    _ symbol: Symbol, _ range: SourceRange, _ place: SourceRange
  ) -> Value? {
    guard source.text.bytes[range.bounds].contains(UInt8(ascii: "#")) else {
      return .symbol(symbol)
    }
    guard counterEnd > 0 else {
      guard isStory, symbol.count > 1 else { return .symbol(symbol) }
      uncounted(range, place, symbol)
      return nil
    }
    if Int(symbol.count) < counterEnd {
      shortSeries(place, symbol)
      return nil
    }
    var symbol = symbol
    symbol.isCounted = true
    return .symbol(symbol)
  }

  /// Says that a statement does not tell which member of a series it is about.
  private mutating func uncounted(_ range: SourceRange, _ place: SourceRange, _ symbol: Symbol) {
    let space =
      Int(symbol.namespace) == vocabulary.texts.index
      ? vocabulary.texts : vocabulary.namespaces[Int(symbol.namespace)]
    let name = string(range)
    var subjects: [String] = []
    for subject in vocabulary.subjects {
      guard case .names(let actors) = subject.meaning else { continue }
      subjects += script.symbols.series(of: Int(symbol.count), in: actors.index)
    }
    let subject = subjects.first.map { "\($0) as the subject of \(name)" } ?? "a series as subject"
    mistake(
      .counterOutsideRepeat, place, "Nothing counts here, so \(name) does not say which one.",
      expected:
        "\(subject), repeat COUNT every DURATION in front of the statement, or one of them, "
        + "such as \(script.symbols.name(of: Int(symbol.first), in: space))")
  }

  mutating func shortSeries(_ place: SourceRange, _ symbol: Symbol) {
    mistake(
      .shortSeries, place,
      "This series has \(symbol.count) members; the counter runs to \(counterEnd).")
  }

  /// Reads `pixel` or `pixel/2`.
  mutating func life(
    _ space: Namespace, _ range: SourceRange, _ place: SourceRange, _ target: PendingName.Target
  ) -> Value? {
    let pieces = source.text.split(range, at: UInt8(ascii: "/"))
    guard pieces.count == 2 else { return reference(space, range, place, target, life: 0) }
    guard case .value(let number) = source.text.count(pieces[1]), (1...999).contains(number) else {
      mistake(
        .badValue, place, "Behind the / stands which install is meant.", expected: "pixel/1")
      return nil
    }
    return reference(space, pieces[0], place, target, life: Int16(number))
  }

  /// Texts are numbered like names, so that a counter works in them too.
  mutating func text(_ range: SourceRange, _ place: SourceRange) -> Value? {
    let space = vocabulary.texts
    if let symbol = script.symbols.find(range, in: source.text, namespace: space.index) {
      return counted(symbol, range, place)
    }
    let hasCounter = source.text.bytes[range.bounds].contains(UInt8(ascii: "#"))
    let count = hasCounter ? max(1, counterEnd) : 1
    guard
      var symbol = script.symbols.define(
        range, in: source.text, namespace: space.index, count: count, place: place)
    else { return nil }
    symbol.isCounted = hasCounter && counterEnd > 0
    return .symbol(symbol)
  }

  /// Remembers that a subject stands for all there are.
  mutating func pendAll(_ space: Namespace, _ place: SourceRange) {
    pending.append(
      PendingName(
        target: .who(script.sentences.count), namespace: space.index, name: nil, place: place,
        counterEnd: 0, isStory: false, life: 0, scope: scope))
  }

  /// Settles the names that were used before they were introduced.
  mutating func settleNames() {
    for name in pending {
      scope = name.scope
      counterEnd = name.counterEnd
      isStory = name.isStory
      guard let range = name.name else {
        let total = script.symbols.spaces[name.namespace].total
        put(Symbol(0, count: Int(total), namespace: name.namespace), into: name.target)
        continue
      }
      guard var symbol = script.symbols.find(range, in: source.text, namespace: name.namespace)
      else {
        unknownName(range, name)
        continue
      }
      symbol.life = name.life
      if case .symbol(let counted)? = counted(symbol, range, name.place) {
        put(counted, into: name.target)
      }
    }
    pending.removeAll()
  }

  private mutating func put(_ symbol: Symbol, into target: PendingName.Target) {
    switch target {
    case .given(let index):
      if index < script.given.count { script.given[index].value = .symbol(symbol) }
    case .element(let index):
      if index < script.elements.count { script.elements[index] = .symbol(symbol) }
    case .who(let index):
      if index < script.sentences.count { script.sentences[index].who = symbol }
    }
  }

  private mutating func unknownName(_ range: SourceRange, _ name: PendingName) {
    if lostWords.contains(where: { source.text.same($0, range) }) { return }
    let space = vocabulary.namespaces[name.namespace]
    let known = script.symbols.known(in: name.namespace)
    let word = string(range)
    mistake(
      space.code, name.place, "There is no \(space.name) \(word) in this file.",
      expected: known.isEmpty
        ? "\(article(space.name)) that the file introduces"
        : known.prefix(12).joined(separator: ", "),
      nearest: nearestWord(to: word, among: known))
  }
}
