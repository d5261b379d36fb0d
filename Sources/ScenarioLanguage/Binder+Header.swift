extension Binder {
  /// Reads a line that begins with a declaration word.
  mutating func bindHeader(_ index: Int) {
    let form = vocabulary.forms[index]
    switch form.role {
    case .title: bindTitle()
    case .tags:
      for word in words.dropFirst() { script.tags.append(word.range) }
      if words.count == 1 {
        mistake(.missingWord, words[0].place, "tags needs at least one word.", expected: "a word")
      }
    case .remark: bindRemark()
    case .define: bindDefinition()
    case .start: bindStart()
    case .settle: bindSettle()
    case .vary, .condition, .include: break
    case .pairwise:
      if words.count > 1 {
        mistake(.tooManyWords, words[1].place, "pairwise stands alone.")
      }
    case .expectation:
      var sentence = Sentence(form: index, place: wholeLine)
      sentence.time = lastEnd
      if form.word == "expect" {
        bindExpectation(from: 1, sentence)
      } else {
        bindExpectation(index, from: 1, sentence)
      }
    case .declaration: bindDeclaration(index)
    case .verb: preconditionFailure("verbs do not begin lines")
    }
  }

  private mutating func bindTitle() {
    guard words.count > 1 else {
      return mistake(
        .missingWord, words[0].place, "scenario needs a sentence.",
        expected: "scenario  A sentence that the file shows")
    }
    guard scope == 0 else { return }
    if !script.title.isEmpty {
      mistake(.declaredAgain, words[0].place, "This file has a scenario line already.")
    }
    script.title = words[1].range
  }

  private mutating func bindRemark() {
    let kind: Remark.Kind =
      source.text.says(words[0].range, "note")
      ? .note : source.text.says(words[0].range, "ask") ? .question : .answer
    guard words.count > 1 else {
      return mistake(
        .missingWord, words[0].place, "\(string(words[0].range)) needs a sentence.",
        expected: "a sentence")
    }
    script.remarks.append(
      Remark(
        kind: kind, text: words[1].range, time: lastEnd, line: file == 0 ? lineNumber : 0,
        isAtEnd: isSettled))
  }

  private mutating func bindDefinition() {
    guard words.count == 3 else {
      return words.count < 3
        ? mistake(
          .missingWord, words[words.count - 1].place, "let needs a name and a value.",
          expected: "let NAME VALUE")
        : mistake(
          .tooManyWords, words[3].place, "The value of a variable is one word, or text in quotes.",
          expected: "let NAME VALUE")
    }
    let name = words[1].range
    guard source.text.isName(name) else {
      return badName(words[1])
    }
    if source.scopes[scope].names.contains(where: { source.text.same($0, name) }) { return }
    if variables.contains(where: { source.text.same($0.name, name) })
      || source.axes.contains(where: { !$0.isImplicit && source.text.same($0.name, name) })
    {
      return mistake(
        .variableAgain, words[1].place, "$\(string(name)) has a value already.")
    }
    variables.append((scope, name, words[2].range))
  }

  private mutating func bindStart() {
    defer { lacksStart = script.start == nil }
    guard words.count >= 4 else {
      return mistake(
        .missingWord, words[words.count - 1].place, "start needs a date, a time and a zone.",
        expected: "start 2026-03-27 21:30 Europe/Berlin")
    }
    if script.start != nil {
      return mistake(.declaredAgain, words[0].place, "The calendar is pinned already.")
    }
    if words.count > 4 {
      return mistake(.tooManyWords, words[4].place, "start has a date, a time and a zone.")
    }
    guard let day = source.text.date(words[1].range) else {
      return mistake(
        .badValue, words[1].place, "\(string(words[1].range)) is no date.",
        expected: ValueKind.date.placeholder)
    }
    guard let second = source.text.clock(words[2].range) else {
      return mistake(
        .badValue, words[2].place, "\(string(words[2].range)) is no time of day.",
        expected: ValueKind.clock.placeholder)
    }
    guard let zone = zone(words[3].range, place: words[3].place, around: day) else { return }
    guard let instant = zone.instant(ofLocal: day * 86_400 + second) else {
      return mistake(
        .noSuchInstant, words[2].place, "Clocks in \(zone.name) skip this time on that day.")
    }
    script.start = CalendarStart(instant: instant, day: day, zone: zone)
  }

  /// Finds a zone, and lists a mistake when there is none.
  mutating func zone(_ range: SourceRange, place: SourceRange, around day: Int64) -> Zone? {
    let name = source.text.plainText(of: range)
    let year = year(ofDay: day)
    if let zone = zones.resolve(name, (year - 1)...(year + 3)) { return zone }
    mistake(
      .unknownZone, place, "No time zone is called \(name).", expected: ValueKind.zone.placeholder)
    return nil
  }

  private mutating func bindSettle() {
    guard words.count == 2 else {
      return words.count < 2
        ? mistake(
          .missingWord, words[0].place, "settle needs the longest wait.", expected: "settle 1d")
        : mistake(.tooManyWords, words[2].place, "settle has one duration.")
    }
    if isSettled {
      return mistake(.declaredAgain, words[0].place, "The story is settled already.")
    }
    guard case .duration(let limit)? = value(.duration, words[1].range, words[1].place) else {
      return
    }
    isSettled = true
    script.settle = limit
  }

  /// Reads a declaration of the vocabulary, with the axes that vary it.
  private mutating func bindDeclaration(_ index: Int) {
    var sentence = Sentence(form: index, place: wholeLine)
    sentence.time = lastEnd
    if words.count > 1 { applyAxes() }
    openSentence(&sentence)
    let isComplete = bindSlots(of: index, from: 1, to: words.count, head: words[0].place)
    close(&sentence, isComplete)
  }

  /// Puts the values of axes such as `pixel.os` in place of the words of this declaration.
  private mutating func applyAxes() {
    for (index, axis) in source.axes.enumerated() {
      let owner = words[1].range.count
      guard axis.name.count > owner + 1,
        source.text[axis.name.start + Int32(owner)] == UInt8(ascii: "."),
        source.text.same(
          SourceRange(Int(axis.name.start), Int(axis.name.start) + owner), words[1].range)
      else { continue }
      usedAxes[index] = true
      let key = SourceRange(Int(axis.name.start) + owner + 1, Int(axis.name.end))
      let chosen = axis.values[variant.values[index]]
      if source.text.says(key, "os") {
        let made = chosen.map {
          BoundWord(
            range: $0.range, place: $0.range, equals: 0, isQuoted: $0.isQuoted, hasCounter: false)
        }
        words.replaceSubrange(min(2, words.count)..<min(4, words.count), with: made)
      } else if let word = chosen.first {
        setOption(key, to: word)
      }
    }
  }

  private mutating func setOption(_ key: SourceRange, to word: Word) {
    let bytes =
      source.text.bytes[key.bounds] + [UInt8(ascii: "=")] + source.text.bytes[word.range.bounds]
    let range = source.text.add(word: Array(bytes))
    let made = BoundWord(
      range: range, place: word.range, equals: range.start + Int32(key.count),
      isQuoted: word.isQuoted, hasCounter: false)
    for index in words.indices.dropFirst(2)
    where words[index].isOption && source.text.same(words[index].key, key) {
      words[index] = made
      return
    }
    words.append(made)
  }
}
