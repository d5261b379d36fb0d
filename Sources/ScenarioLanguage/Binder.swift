/// A word of a line with its variables filled in.
struct BoundWord: BitwiseCopyable {
  /// What it says.
  var range: SourceRange
  /// Where it stands in the file.
  var place: SourceRange
  var equals: Int32
  var isQuoted: Bool
  var hasCounter: Bool

  var isOption: Bool { equals > range.start }
  var key: SourceRange { SourceRange(Int(range.start), Int(equals)) }
  var optionValue: SourceRange { SourceRange(Int(equals) + 1, Int(range.end)) }
  /// Where the key stands; the whole word when a variable made it.
  var keyPlace: SourceRange { range == place ? key : place }
  /// Where the value stands; the whole word when a variable made it.
  var valuePlace: SourceRange { range == place ? optionValue : place }
}

/// Binds the lines of one variant to the forms of a vocabulary.
///
/// One pass over the lines; names that are used before they are introduced are settled at the end. Every mistake is listed
/// and the pass goes on.
struct Binder {
  let vocabulary: Vocabulary
  let variant: Variant
  let zones: ZoneResolver
  var source: Unfolded
  var script: Script
  /// The words of the line at hand.
  var words: [BoundWord] = []
  /// Include lines that led to the line at hand.
  var scope = 0
  /// How far the counter `#` of the statement at hand runs; 0 when it has none.
  var counterEnd = 0
  /// The line at hand lets something happen, which is about one member of a series at a time.
  var isStory = false
  /// When the last timed line began, and when its last repetition was.
  var lastTime: Int64 = 0
  var lastEnd: Int64 = 0
  var isSettled = false
  /// Words of lines whose subject or verb is wrong: what they introduce is no mistake elsewhere.
  var lostWords: [SourceRange] = []
  /// That the calendar is missing or mistaken was said already.
  var lacksStart = false
  var file: Int32 = 0
  var lineNumber: Int32 = 0
  var variables: [(scope: Int, name: SourceRange, value: SourceRange)] = []
  var pending: [PendingName] = []
  var usedAxes: [Bool]

  /// A name that was not known yet when it was read.
  struct PendingName {
    enum Target {
      case given(Int)
      case element(Int)
      case who(Int)
    }

    var target: Target
    var namespace: Int
    /// Nil stands for all there are.
    var name: SourceRange?
    var place: SourceRange
    var counterEnd: Int
    var isStory: Bool
    var life: Int16
    var scope: Int
  }

  init(_ source: Unfolded, _ variant: Variant, _ vocabulary: Vocabulary, zones: ZoneResolver) {
    self.source = source
    self.variant = variant
    self.vocabulary = vocabulary
    self.zones = zones
    script = Script(symbols: SymbolTable(namespaces: vocabulary.namespaces.count))
    script.sentences.reserveCapacity(source.lines.count)
    script.given.reserveCapacity(source.lines.count * 4)
    usedAxes = source.axes.map { !source.text.bytes[$0.name.bounds].contains(UInt8(ascii: ".")) }
  }

  /// Reads all lines.
  mutating func bindAll() {
    for index in source.lines.indices {
      if source.mistakes.isFull { break }
      let line = source.line(index)
      scope = Int(source.lines[index].scope)
      loadWords(source.words(index), isText: line.kind == .text)
      counterEnd = 0
      isStory = false
      lineNumber = source.lines[index].line + 1
      file = Int32(source.syntaxes[Int(source.lines[index].syntax)].file)
      if !words.isEmpty { bindLine() }
    }
    settleNames()
    finish()
  }

  /// Lists a mistake with the includes that led here.
  mutating func mistake(
    _ code: MistakeCode, _ place: SourceRange, _ sentence: String, expected: String = "",
    nearest: String? = nil
  ) {
    source.mistakes.add(
      Mistake(
        code, at: place, sentence, expected: expected, nearest: nearest,
        chain: source.chain(to: scope)))
  }

  func string(_ range: SourceRange) -> String { source.text.string(range) }

  /// From the first to the last word of the line at hand.
  var wholeLine: SourceRange {
    SourceRange(Int(words[0].place.start), Int(words[words.count - 1].place.end))
  }

  /// Decides what kind of line this is.
  private mutating func bindLine() {
    if let word = vocabulary.word(words[0].range, source.text),
      let form = vocabulary.header(word)
    {
      return bindHeader(form)
    }
    var at = 0
    guard readTime(&at) else { return }
    var sentence = Sentence(form: 0, place: wholeLine)
    guard at < words.count else {
      return mistake(
        .missingWord, words[at - 1].place, "After the time stands what happens.",
        expected: "SUBJECT VERB")
    }
    if source.text.says(words[at].range, "repeat") {
      guard readRepeat(&at, &sentence) else { return }
    }
    lastEnd = lastTime + Int64(sentence.repetitions - 1) * sentence.every
    script.end = max(script.end, lastEnd)
    sentence.time = lastTime
    if sentence.repetitions > 1 || counterEnd > 0, isExpectation(words[at]) {
      return mistake(
        .badRepeat, words[at].place, "Expectations are not repeated.",
        expected: "m# in the expectation for each of a series")
    }
    if source.text.says(words[at].range, "expect") {
      bindExpectation(from: at + 1, sentence)
    } else if let word = vocabulary.word(words[at].range, source.text),
      let form = vocabulary.header(word), vocabulary.forms[form].role == .expectation
    {
      bindExpectation(form, from: at + 1, sentence)
    } else {
      bindStory(from: at, sentence)
    }
  }

  private func isExpectation(_ word: BoundWord) -> Bool {
    guard let number = vocabulary.word(word.range, source.text),
      let form = vocabulary.header(number)
    else { return source.text.says(word.range, "expect") }
    return vocabulary.forms[form].role == .expectation
  }

  /// Checks what can only be seen at the end of the file.
  private mutating func finish() {
    scope = 0
    countSteps()
    if script.title.isEmpty, source.mistakes.isEmpty {
      let end = source.text.files[0].start
      mistake(
        .noScenario, SourceRange(end, end), "This file has no scenario line.",
        expected: "scenario  A sentence that the file shows")
    }
    for (index, axis) in source.axes.enumerated() where !usedAxes[index] && !axis.isFixed {
      let name = string(axis.name)
      let owner = String(name.prefix { $0 != "." })
      let isReading = vocabulary.answers(name) != nil
      if !isReading {
        mistake(.unknownName, axis.name, "\(owner) is not declared, so \(name) cannot vary.")
      }
    }
  }

  /// Counts what happens in the story: a subject that stands for many acts once for each.
  private mutating func countSteps() {
    var steps = 0
    for sentence in script.sentences where vocabulary.role(of: sentence.form) == .verb {
      let actors = sentence.who.isCounted ? 1 : max(1, Int(sentence.who.count))
      steps += sentence.repetitions * actors
      guard steps > source.limits.steps else { continue }
      return mistake(
        .tooManySteps, sentence.place,
        "A story has at most \(source.limits.steps) steps, each device of all counted.")
    }
  }

  // MARK: Variables

  /// Fills the variables of a line in.
  private mutating func loadWords(_ slice: ArraySlice<Word>, isText: Bool) {
    words.removeAll(keepingCapacity: true)
    for word in slice {
      var range = word.range
      var equals = word.equals
      var isQuoted = word.isQuoted
      var hasCounter = word.hasCounter
      if word.hasVariable {
        guard let filled = fill(word.range, isText: isText) else {
          words.removeAll(keepingCapacity: true)
          return
        }
        range = filled
        (equals, isQuoted, hasCounter) = look(at: filled)
      }
      words.append(
        BoundWord(
          range: range, place: word.range, equals: equals, isQuoted: isQuoted,
          hasCounter: hasCounter))
    }
  }

  /// What the scanner would have said of a word.
  private func look(at range: SourceRange) -> (equals: Int32, isQuoted: Bool, hasCounter: Bool) {
    var equals: Int32 = 0
    var isQuoted = false
    var hasCounter = false
    for index in range.bounds {
      switch source.text.bytes[index] {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: "="):
        if equals == 0, !isQuoted, index > Int(range.start) { equals = Int32(index) }
      case UInt8(ascii: "#"): hasCounter = true
      default: break
      }
    }
    return (equals, isQuoted, hasCounter)
  }

  /// Replaces `$name` by what it stands for; nil when there is no such variable.
  private mutating func fill(_ range: SourceRange, isText: Bool) -> SourceRange? {
    var bytes: [UInt8] = []
    var at = Int(range.start)
    let end = Int(range.end)
    while at < end {
      let byte = source.text.bytes[at]
      guard byte == UInt8(ascii: "$") else {
        bytes.append(byte)
        at += 1
        continue
      }
      var last = at + 1
      while last < end, isVariableByte(source.text.bytes[last]) { last += 1 }
      let name = SourceRange(at + 1, last)
      if let value = variable(name) {
        bytes.append(contentsOf: source.text.bytes[value.bounds])
      } else if isText {
        bytes.append(contentsOf: source.text.bytes[at..<last])
      } else {
        let known = knownVariables()
        mistake(
          .unknownVariable, SourceRange(at, last),
          "Nothing gives $\(string(name)) a value.",
          expected: known.isEmpty
            ? "let \(string(name)) VALUE" : known.map { "$\($0)" }.joined(separator: ", "),
          nearest: nearestWord(to: string(name), among: known).map { "$\($0)" })
        return nil
      }
      at = last
    }
    if bytes.count > source.limits.lineBytes {
      mistake(.lineTooLong, range, "With its variables filled in, this word is too long.")
      return nil
    }
    return source.text.add(word: bytes)
  }

  private func isVariableByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private func variable(_ name: SourceRange) -> SourceRange? {
    var at = scope
    while at >= 0 {
      for (index, known) in source.scopes[at].names.enumerated()
      where source.text.same(known, name) {
        return source.scopes[at].values[index]
      }
      at = source.scopes[at].parent
    }
    for known in variables where source.text.same(known.name, name) { return known.value }
    for (index, axis) in source.axes.enumerated() where source.text.same(axis.name, name) {
      return axis.values[variant.values[index]].first?.range
    }
    return nil
  }

  private func knownVariables() -> [String] {
    var result: [String] = []
    var at = scope
    while at >= 0 {
      result += source.scopes[at].names.map { string($0) }
      at = source.scopes[at].parent
    }
    result += variables.map { string($0.name) }
    return result + source.axes.map { string($0.name) }
  }
}
