extension Binder {
  // MARK: Time

  /// Reads the time in front of a statement, if there is one; false when it is no time.
  mutating func readTime(_ at: inout Int) -> Bool {
    let word = words[0]
    let first = source.text[word.range.start]
    if isDigit(first) {
      guard let time = durationValue(word.range, word.place, code: .badTime) else { return false }
      at = 1
      return moveTo(time, word.place)
    }
    if first == UInt8(ascii: "+") {
      let range = SourceRange(Int(word.range.start) + 1, Int(word.range.end))
      guard let span = durationValue(range, word.place, code: .badTime) else { return false }
      at = 1
      return moveTo(lastEnd + span, word.place)
    }
    if source.text.says(word.range, "day") {
      guard let time = calendarTime() else { return false }
      at = 3
      return moveTo(time, word.place)
    }
    lastTime = lastEnd
    return true
  }

  private mutating func moveTo(_ time: Int64, _ place: SourceRange) -> Bool {
    if time > longestDuration {
      mistake(.timeTooLarge, place, "This lies more than a thousand years after the start.")
      return false
    }
    if time < lastTime {
      mistake(
        .timeGoesBack, place, "The line before happens later, at \(durationText(lastTime)).",
        expected: "a time from \(durationText(lastTime)) on, or +5m")
      return false
    }
    lastTime = time
    return true
  }

  /// `day 2 09:00` in microseconds from the start.
  private mutating func calendarTime() -> Int64? {
    guard words.count >= 3, case .value(let number) = source.text.count(words[1].range),
      number >= 1, number <= 400_000, let second = source.text.clock(words[2].range)
    else {
      mistake(
        .badTime, words[min(1, words.count - 1)].place, "A calendar time has a day and a time.",
        expected: "day 2 09:00")
      return nil
    }
    guard let start = script.start else {
      if !lacksStart {
        mistake(
          .dayWithoutStart, words[0].place, "Days have no meaning before a start line.",
          expected: "start 2026-03-27 21:30 Europe/Berlin")
      }
      lacksStart = true
      // The rest of the line is read all the same, so that its names are known.
      return lastTime
    }
    let local = (start.day + number - 1) * 86_400 + second
    guard let instant = start.zone.instant(ofLocal: local) else {
      mistake(
        .noSuchInstant, words[2].place, "Clocks in \(start.zone.name) skip this time on that day.")
      return nil
    }
    guard instant >= start.instant else {
      mistake(.timeGoesBack, words[0].place, "This lies before the start.")
      return nil
    }
    return (instant - start.instant) * 1_000_000
  }

  // MARK: Repetition

  /// Reads `repeat COUNT every DURATION`.
  mutating func readRepeat(_ at: inout Int, _ sentence: inout Sentence) -> Bool {
    let place = words[at].place
    guard at + 4 < words.count, source.text.says(words[at + 2].range, "every") else {
      mistake(
        .badRepeat, place, "A repeat has a count, a span and a statement.",
        expected: "repeat 101 every 1s SUBJECT VERB")
      return false
    }
    let most = Int64(source.limits.repetitions)
    let reading = source.text.count(words[at + 1].range)
    var isTooMany = reading == .tooLarge
    if case .value(let number) = reading { isTooMany = number > most }
    if isTooMany {
      mistake(
        .tooManyRepetitions, words[at + 1].place, "A statement is repeated at most \(most) times.")
      return false
    }
    guard
      case .number(let count)? = value(.count(1...most), words[at + 1].range, words[at + 1].place)
    else { return false }
    guard let every = durationValue(words[at + 3].range, words[at + 3].place, code: .badValue)
    else {
      return false
    }
    let (span, overflows) = every.multipliedReportingOverflow(by: count)
    if overflows || lastTime + span > longestDuration {
      mistake(.timeTooLarge, words[at + 3].place, "The last repetition lies too far away.")
      return false
    }
    sentence.repetitions = Int(count)
    sentence.every = every
    counterEnd = Int(count)
    at += 4
    if source.text.says(words[at].range, "repeat") {
      mistake(.badRepeat, words[at].place, "A repeat does not stand in a repeat.")
      return false
    }
    return true
  }

  // MARK: Statements

  /// Reads `SUBJECT VERB …`.
  mutating func bindStory(from start: Int, _ sentence: Sentence) {
    var sentence = sentence
    var at = start
    if isSettled {
      return mistake(
        .afterSettle, words[start].place, "Nothing happens after settle.",
        expected: "expect or violates")
    }
    guard let subject = readSubject(at, &sentence) else { return lose(from: at) }
    let meaning = vocabulary.subjects[subject]
    at += 1
    openSentence(&sentence)
    isStory = true
    var isComplete = true
    var kind = meaning.kind
    if let qualifier = meaning.qualifier, at >= words.count || !isVerb(words[at]) {
      kind = meaning.qualifiedKind
      guard at < words.count else {
        return mistake(
          .missingWord, words[start].place,
          "After \(meaning.word) stands \(qualifier.kind.placeholder).",
          expected: qualifier.kind.placeholder)
      }
      isComplete = give(qualifierSlot, qualifier.kind, words[at].range, words[at].place)
      at += 1
    }
    guard at < words.count else {
      return mistake(
        .missingWord, words[start].place,
        "After \(string(words[start].range)) stands what it does.",
        expected: verbWords(of: kind))
    }
    guard let form = verb(at, for: meaning, kind) else { return lose(from: at) }
    sentence.form = form
    let slots = bindSlots(of: form, from: at + 1, to: words.count, head: words[at].place)
    close(&sentence, isComplete && slots)
  }

  private mutating func lose(from at: Int) { lostWords += words[at...].map(\.range) }

  private func verbWords(of kind: UInt32) -> String {
    let known = vocabulary.forms.filter { $0.role == .verb && $0.subjects & kind != 0 }.map(\.word)
    return known.prefix(12).joined(separator: ", ") + (known.count > 12 ? ", …" : "")
  }

  /// Finds who acts; nil when nobody of this name is known.
  private mutating func readSubject(_ at: Int, _ sentence: inout Sentence) -> Int? {
    let word = words[at]
    if let number = vocabulary.word(word.range, source.text),
      let subject = vocabulary.subject(number)
    {
      sentence.subject = subject
      if case .everything(let space) = vocabulary.subjects[subject].meaning {
        pendAll(space, word.place)
      }
      return subject
    }
    for (index, subject) in vocabulary.subjects.enumerated() {
      guard case .names(let space) = subject.meaning,
        var symbol = script.symbols.find(word.range, in: source.text, namespace: space.index)
      else { continue }
      if word.hasCounter {
        if counterEnd == 0 {
          counterEnd = Int(symbol.count)
          sentence.repetitions = counterEnd
        } else if Int(symbol.count) < counterEnd {
          shortSeries(word.place, symbol)
          return nil
        }
        symbol.isCounted = true
      }
      sentence.subject = index
      sentence.who = symbol
      return index
    }
    unknownSubject(at)
    return nil
  }

  /// Lists words of the field that this version has no model for.
  mutating func isNotModelled(_ word: BoundWord) -> Bool {
    guard let index = vocabulary.notModelled.find(word.range, in: source.text) else { return false }
    let choice = vocabulary.notModelled.choices[index]
    mistake(
      .notModelled, word.place, "\(choice.word) is not modelled yet in this version.",
      expected: choice.summary)
    return true
  }

  /// Says what could have been meant by a word that is nobody's name.
  private mutating func unknownSubject(_ at: Int) {
    if isNotModelled(words[at]) { return }
    let word = string(words[at].range)
    var names: [String] = []
    for subject in vocabulary.subjects {
      if case .names(let space) = subject.meaning {
        names += script.symbols.known(in: space.index)
      } else {
        names.append(subject.word)
      }
    }
    let isVerbNext = at + 1 < words.count && isVerb(words[at + 1])
    let opening = at == 0 && !isVerbNext ? vocabulary.openingWords + names : names
    let nearest = nearestWord(to: word, among: opening)
    if at == 0, !isVerbNext {
      mistake(
        .unknownStatement, words[at].place, "\(word) begins no statement.",
        expected: "a time, a subject (\(names.prefix(8).joined(separator: ", "))) or a declaration",
        nearest: nearest)
    } else {
      mistake(
        .unknownDevice, words[at].place, "Nothing called \(word) is declared.",
        expected: names.prefix(8).joined(separator: ", "), nearest: nearest)
    }
  }

  private func isVerb(_ word: BoundWord) -> Bool {
    guard let number = vocabulary.word(word.range, source.text) else { return false }
    return !vocabulary.verbs(number).isEmpty
  }

  /// Finds the verb for a subject.
  private mutating func verb(_ at: Int, for subject: Subject, _ kind: UInt32) -> Int? {
    let word = words[at]
    let forms =
      vocabulary.word(word.range, source.text).map { vocabulary.verbs($0) } ?? []
    for form in forms where vocabulary.forms[Int(form)].subjects & kind != 0 {
      return Int(form)
    }
    let known = vocabulary.forms.filter { $0.role == .verb && $0.subjects & kind != 0 }
    let nearest = nearestWord(to: string(word.range), among: known.map(\.word))
    if forms.isEmpty, isNotModelled(word) { return nil }
    if let other = forms.first {
      let form = vocabulary.forms[Int(other)]
      let verb = string(word.range)
      let owners = vocabulary.subjects.compactMap { $0.text(for: form) }
      var expected = owners.map { "\($0) \(verb)" }.joined(separator: " or ")
      var sentence = "\(verb) is nothing that \(article(subject.word)) does."
      if form.subjects & subject.qualifiedKind != 0, let qualifier = subject.qualifier {
        sentence = "\(verb) is about one \(qualifier.name) of the \(subject.word)."
        expected += ", as in \(subject.word) \(qualifier.summary) \(verb)"
      }
      mistake(.wrongSubject, word.place, sentence, expected: expected, nearest: nearest)
    } else {
      mistake(
        .unknownVerb, word.place, "\(string(word.range)) is no verb of \(article(subject.word)).",
        expected: verbWords(of: kind), nearest: nearest)
    }
    return nil
  }

  // MARK: Expectations

  /// Reads the words behind `expect`.
  mutating func bindExpectation(from start: Int, _ sentence: Sentence) {
    var sentence = sentence
    var at = start
    if at < words.count, source.text.says(words[at].range, "never") {
      sentence.isNever = true
      at += 1
    }
    guard at < words.count else {
      return mistake(
        .missingWord, words[start - 1].place, "expect needs something to expect.",
        expected: "MESSAGE on DEVICE FATE")
    }
    var plain: [Word] = []
    for word in words[at...] { plain.append(Word(range: word.range)) }
    guard let form = vocabulary.expectation(plain[...], source.text) else {
      let shapes = vocabulary.forms.filter { $0.role == .expectation && $0.word == "expect" }
      let heads = shapes.flatMap(\.slots).filter(\.isLiteral).map(\.name)
      let written = words[at...].prefix(3).map { string($0.range) }
      let nearest = written.compactMap { nearestWord(to: $0, among: heads) }.first
      return mistake(
        .unknownExpectation, words[at].place, "This is no shape of an expectation.",
        expected: shapes.prefix(4).map(\.usage).joined(separator: "; "), nearest: nearest)
    }
    bindExpectation(form, from: at, sentence)
  }

  /// Reads an expectation whose shape is known.
  mutating func bindExpectation(_ form: Int, from start: Int, _ sentence: Sentence) {
    var sentence = sentence
    sentence.form = form
    sentence.isAtEnd = isSettled
    var end = words.count
    if let when = words[start...].firstIndex(where: { source.text.says($0.range, "when") }) {
      end = when
      sentence.isConditional = true
      readWhen(from: when, &sentence)
    }
    openSentence(&sentence)
    let isComplete = bindSlots(of: form, from: start, to: end, head: words[start - 1].place)
    close(&sentence, isComplete)
  }

  private mutating func readWhen(from when: Int, _ sentence: inout Sentence) {
    guard when + 1 < words.count else {
      return mistake(
        .missingWord, words[when].place, "when needs a condition.", expected: "when kind=data")
    }
    let tail = words[(when + 1)...].map { Word(range: $0.range, equals: $0.equals) }
    let conditions = source.readConditions(tail[...], chain: source.chain(to: scope))
    for condition in conditions where !source.holds(condition, variant.values) {
      sentence.isJudged = false
    }
    sentence.dependsOnCall = conditions.contains { condition in
      source.axes.contains { $0.isFixed && source.text.same($0.name, condition.key) }
    }
  }
}

/// The slot number of the word between a subject and its verb.
package let qualifierSlot = 200

func article(_ word: String) -> String {
  let vowels: [Character] = ["a", "e", "i", "o", "u"]
  return word.first.map { vowels.contains($0) } ?? false ? "an \(word)" : "a \(word)"
}

/// Microseconds as the language writes them.
package func durationText(_ microseconds: Int64) -> String {
  if microseconds == 0 { return "0s" }
  let units: [(String, Int64)] = [
    ("d", 86_400_000_000), ("h", 3_600_000_000), ("m", 60_000_000), ("s", 1_000_000), ("ms", 1000),
    ("us", 1),
  ]
  var rest = microseconds
  var result = ""
  for (unit, length) in units where rest >= length {
    result += "\(rest / length)\(unit)"
    rest %= length
  }
  return result
}
