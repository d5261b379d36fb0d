/// Something that differs between the variants of a file.
struct Axis: Sendable {
  /// The name as written: `kind`, `design`, `pixel.os`.
  var name: SourceRange
  /// The words of each value.
  var values: [[Word]]
  /// One text for each value, words joined by a blank.
  var labels: [SourceRange]
  /// Whether the file says nothing of it: it is not told apart in reports.
  var isImplicit = false
  /// The words that such an axis knows; what else a condition names is a path.
  var knownWords: [String] = []
  /// Whether the call, not the file, fixed its value.
  var isFixed = false
}

/// `key=value` of a `where` or `when`; several alternatives are separated by commas.
struct Condition: Sendable {
  var key: SourceRange
  var alternatives: [SourceRange]
  var isNegated: Bool
  var place: SourceRange
}

/// A `where` line.
struct ConditionLine: Sendable {
  var conditions: [Condition]
  /// Whether matching variants are left out.
  var leavesOut: Bool
}

extension Unfolded {
  /// Finds what varies, and the conditions that leave variants out.
  mutating func collectAxes(_ vocabulary: Vocabulary) {
    for index in lines.indices where line(index).kind == .words {
      let words = words(index)
      guard let first = words.first else { continue }
      switch first.range.count {
      case 4 where text.says(first.range, "vary"):
        addAxis(words.dropFirst(), from: first, scope: Int(lines[index].scope))
      case 8 where text.says(first.range, "pairwise"):
        isPairwise = true
      case 7 where text.says(first.range, "reading"):
        addReadingAxis(words.dropFirst(), vocabulary)
      default: break
      }
    }
    for axis in vocabulary.implicitAxes { addImplicit(axis) }
    for index in lines.indices where line(index).kind == .words {
      let words = words(index)
      guard let first = words.first, text.says(first.range, "where") else { continue }
      addCondition(words.dropFirst(), from: first, scope: Int(lines[index].scope))
    }
  }

  private mutating func addAxis(_ words: ArraySlice<Word>, from first: Word, scope: Int) {
    func bad(_ place: SourceRange, _ sentence: String, _ expected: String = "") {
      mistakes.add(
        Mistake(.badAxis, at: place, sentence, expected: expected, chain: chain(to: scope)))
    }
    guard let name = words.first, text.isName(name.range) else {
      return bad(
        (words.first ?? first).range, "vary needs the name of what varies.",
        "vary kind data notification")
    }
    if axes.contains(where: { text.same($0.name, name.range) }) {
      return bad(name.range, "\(text.string(name.range)) varies already.")
    }
    let isPair = text.string(name.range).hasSuffix(".os")
    var axis = Axis(name: name.range, values: [], labels: [])
    var rest = words.dropFirst()
    while !rest.isEmpty {
      let group = Array(rest.prefix(isPair ? 2 : 1))
      rest = rest.dropFirst(group.count)
      for word in group where word.hasVariable {
        return bad(word.range, "The values of an axis are written out.", "plain words")
      }
      if isPair, group.count < 2 || isDigit(text[group[0].range.start]) {
        let example = text.string(name.range) + " android 11 android 12"
        return bad(
          group[0].range, "A system is two words, its name and its version.", "vary \(example)")
      }
      let label = label(of: group)
      if axis.labels.contains(where: { text.same($0, label) }) {
        return bad(group[0].range, "\(text.string(label)) stands twice.")
      }
      axis.values.append(group)
      axis.labels.append(label)
    }
    if axis.values.count < 2 {
      let example =
        isPair ? text.string(name.range) + " android 11 android 12" : "NAME VALUE VALUE …"
      return bad(name.range, "An axis has at least two values.", "vary \(example)")
    }
    if axis.values.count > limits.axisValues {
      mistakes.add(
        Mistake(
          .tooManyVariants, at: name.range, "An axis has at most \(limits.axisValues) values."))
      return
    }
    add(axis)
  }

  private mutating func add(_ axis: Axis) {
    guard axes.count < limits.axes else {
      return mistakes.add(
        Mistake(
          .tooManyVariants, at: axis.name, "At most \(limits.axes) things vary in a file."))
    }
    axes.append(axis)
  }

  private mutating func addReadingAxis(_ words: ArraySlice<Word>, _ vocabulary: Vocabulary) {
    guard words.count == 2, let name = words.first, let all = words.last,
      text.says(all.range, "all"), let answers = vocabulary.answers(text.string(name.range)),
      answers.count > 1
    else { return }
    var axis = Axis(name: name.range, values: [], labels: [])
    for answer in answers {
      let range = text.add(word: Array(answer.utf8))
      axis.values.append([Word(range: range)])
      axis.labels.append(range)
    }
    add(axis)
  }

  private mutating func addImplicit(_ implicit: Vocabulary.ImplicitAxis) {
    var written: Word?
    for index in lines.indices where line(index).kind == .words {
      let words = words(index)
      if let first = words.first, words.count >= 2,
        first.range.count == implicit.word.utf8.count, text.string(first.range) == implicit.word
      {
        written = words[words.startIndex + 1]
      }
    }
    let name = Array(implicit.word.utf8)
    if let known = axes.first(where: { text.string($0.name) == implicit.word }) {
      if let written {
        mistakes.add(
          Mistake(
            .contradiction, at: written.range,
            "\(implicit.word) varies in this file; its line says otherwise.",
            expected: "either \(implicit.word) or vary \(implicit.word)"))
      }
      precondition(known.values.count > 1, "an axis has at least two values")
      return
    }
    let range = written?.range ?? text.add(word: Array(implicit.standard.utf8))
    let label = text.content(of: range)
    axes.append(
      Axis(
        name: text.add(word: name), values: [[Word(range: range)]], labels: [label],
        isImplicit: true, knownWords: implicit.values))
  }

  private mutating func addCondition(_ words: ArraySlice<Word>, from first: Word, scope: Int) {
    var words = words
    let leavesOut = words.first.map { text.says($0.range, "not") } ?? false
    if leavesOut { words = words.dropFirst() }
    if words.isEmpty {
      mistakes.add(
        Mistake(
          .missingWord, at: first.range, "where needs a condition.", expected: "where kind=data",
          chain: chain(to: scope)))
    }
    let conditions = readConditions(words, chain: chain(to: scope))
    self.conditions.append(ConditionLine(conditions: conditions, leavesOut: leavesOut))
  }

  /// Reads `key=value` words, and checks that they speak of something that varies.
  mutating func readConditions(_ words: ArraySlice<Word>, chain: [SourceRange]) -> [Condition] {
    var result: [Condition] = []
    for word in words {
      guard word.isOption, word.key.count > 0 else {
        mistakes.add(
          Mistake(
            .badValue, at: word.range, "A condition is written AXIS=VALUE.",
            expected: "a condition such as kind=data", chain: chain))
        continue
      }
      var key = word.key
      let isNegated = text[key.end - 1] == UInt8(ascii: "!")
      if isNegated { key.end -= 1 }
      guard let axis = axes.firstIndex(where: { text.same($0.name, key) }) else {
        let known = axes.map { text.string($0.name) }
        mistakes.add(
          Mistake(
            .unknownAxis, at: key, "Nothing called \(text.string(key)) varies in this file.",
            expected: known.joined(separator: ", "),
            nearest: nearestWord(to: text.string(key), among: known), chain: chain))
        continue
      }
      let content = text.content(of: word.optionValue)
      let alternatives = text.split(content, at: UInt8(ascii: ","))
      for alternative in alternatives { check(alternative, on: axes[axis], chain) }
      result.append(
        Condition(key: key, alternatives: alternatives, isNegated: isNegated, place: word.range))
    }
    return result
  }

  private mutating func check(_ value: SourceRange, on axis: Axis, _ chain: [SourceRange]) {
    if axis.isFixed || axis.labels.contains(where: { saysSame($0, value) }) { return }
    let known = axis.isImplicit ? axis.knownWords : axis.labels.map { text.string($0) }
    if axis.isImplicit, known.contains(text.string(value)) || text.isPath(value) { return }
    mistakes.add(
      Mistake(
        .notAnAxisValue, at: value, "\(text.string(axis.name)) is never \(text.string(value)).",
        expected: known.joined(separator: ", "),
        nearest: nearestWord(to: text.string(value), among: known), chain: chain))
  }

  /// Compares an axis value with a condition; a hyphen may stand for the blank of `android 12`.
  func saysSame(_ label: SourceRange, _ value: SourceRange) -> Bool {
    guard label.count == value.count else { return false }
    for offset in 0..<Int32(label.count) {
      let left = text[label.start + offset]
      let right = text[value.start + offset]
      if left != right, !(left == 0x20 && right == UInt8(ascii: "-")) { return false }
    }
    return true
  }

  private mutating func label(of words: [Word]) -> SourceRange {
    if words.count > 1 {
      return text.add(
        word: Array(words.map { text.plainText(of: $0.range) }.joined(separator: " ").utf8))
    }
    let content = text.content(of: words[0].range)
    return content
  }
}
