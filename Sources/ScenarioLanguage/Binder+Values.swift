extension Binder {
  // MARK: Slots

  /// Begins a sentence: what is given from here on is its own.
  mutating func openSentence(_ sentence: inout Sentence) {
    sentence.firstGiven = script.given.count
    sentence.file = file
    sentence.lineNumber = lineNumber
  }

  /// Keeps a sentence unless it has a mistake.
  mutating func close(_ sentence: inout Sentence, _ isComplete: Bool) {
    guard isComplete else { return }
    sentence.givenCount = script.given.count - sentence.firstGiven
    script.sentences.append(sentence)
  }

  /// Binds words to the places of a form; false when there was a mistake.
  mutating func bindSlots(of index: Int, from start: Int, to end: Int, head: SourceRange) -> Bool {
    let shapes = vocabulary.shapes(of: index)
    let own = vocabulary.forms[index].slots.count
    var seen: UInt128 = 0
    var position = 0
    var isComplete = true
    var at = start
    while at < end {
      let word = words[at]
      if word.isOption, !isText(word) || position >= own {
        isComplete = bindOption(word, of: index, &seen) && isComplete
        at += 1
        continue
      }
      if let phrase = vocabulary.phrase(word.range, source.text, of: index) {
        isComplete = bindPhrase(phrase, at, end, index, &seen) && isComplete
        at += 2
        continue
      }
      while position < own, shapes[position].style != .word { position += 1 }
      guard position < own else {
        tooManyWords(word, vocabulary.forms[index])
        return false
      }
      if shapes[position].need == .many {
        isComplete = bindMany(position, &at, end, index) && isComplete
      } else {
        isComplete = bindWord(position, index, &at) && isComplete
      }
      seen |= 1 << UInt128(position)
      position += 1
    }
    let last = end > start ? words[end - 1].place : head
    return noneMissing(index, shapes, seen, head: last) && isComplete
  }

  /// Whether a word is a quoted text, although an `=` stands in it.
  private func isText(_ word: BoundWord) -> Bool {
    word.isQuoted && source.text[word.range.start] == UInt8(ascii: "\"")
  }

  private mutating func bindWord(_ position: Int, _ index: Int, _ at: inout Int) -> Bool {
    let word = words[at]
    let kind = vocabulary.forms[index].slots[position].kind
    at += 1
    if case .literal(let literal) = kind {
      if string(word.range) == literal { return true }
      mistake(
        .unknownWord, word.place, "Here stands \(literal), not \(string(word.range)).",
        expected: vocabulary.forms[index].usage, nearest: literal)
      return false
    }
    if case .new(let space) = kind, word.hasCounter, counterEnd == 0,
      vocabulary.role(of: index) == .declaration
    {
      return bindSeries(position, space, word, &at)
    }
    return give(position, kind, word.range, word.place)
  }

  /// Reads `p# 1000`: a name that stands for many.
  private mutating func bindSeries(
    _ position: Int, _ space: Namespace, _ word: BoundWord, _ at: inout Int
  ) -> Bool {
    guard let symbol = series(space, word, &at) else { return false }
    script.given.append(
      Given(slot: UInt8(position), value: .symbol(symbol), place: word.place))
    return true
  }

  private mutating func series(
    _ space: Namespace, _ word: BoundWord, _ at: inout Int
  ) -> Symbol? {
    guard at < words.count,
      case .number(let count)? = value(
        .count(1...Int64(source.limits.members)), words[at].range, words[at].place)
    else {
      if at >= words.count {
        mistake(
          .missingWord, word.place, "After \(string(word.range)) stands how many there are.",
          expected: "a number")
      }
      // The name is known all the same, and what follows is read: one mistake is told once.
      at += 1
      _ = define(space, word.range, word.place, count: 1)
      return nil
    }
    at += 1
    return define(space, word.range, word.place, count: Int(count))
  }

  private mutating func bindMany(
    _ position: Int, _ at: inout Int, _ end: Int, _ index: Int
  ) -> Bool {
    let kind = vocabulary.forms[index].slots[position].kind
    var values: [Value] = []
    var names: [(PendingName, Int)] = []
    let place = words[at].place
    while at < end, !words[at].isOption,
      vocabulary.phrase(words[at].range, source.text, of: index) == nil
    {
      let word = words[at]
      at += 1
      if case .new(let space) = kind, word.hasCounter, counterEnd == 0 {
        guard let symbol = series(space, word, &at) else { return false }
        values.append(.symbol(symbol))
        continue
      }
      let before = pending.count
      guard let value = value(kind, word.range, word.place, target: .element(0)) else {
        return false
      }
      if pending.count > before { names.append((pending.removeLast(), values.count)) }
      values.append(value)
    }
    keep(values, names, at: position, place: place)
    return true
  }

  /// Stores the elements of a list in one piece.
  private mutating func keep(
    _ values: [Value], _ names: [(PendingName, Int)], at position: Int, place: SourceRange
  ) {
    let list = store(values, names)
    script.given.append(Given(slot: UInt8(position), value: list, place: place))
  }

  private mutating func store(_ values: [Value], _ names: [(PendingName, Int)]) -> Value {
    let first = script.elements.count
    script.elements.append(contentsOf: values)
    for (name, offset) in names {
      var name = name
      name.target = .element(first + offset)
      pending.append(name)
    }
    return .list(first: Int32(first), count: Int32(values.count))
  }

  private mutating func bindOption(
    _ word: BoundWord, of index: Int, _ seen: inout UInt128
  ) -> Bool {
    guard let slot = vocabulary.option(word.key, source.text, of: index) else {
      let slots = vocabulary.slots(of: index)
      let known = slots.filter { $0.style == .option }.map(\.name)
      let phrases = slots.filter { $0.style == .phrase }.map(\.name)
      let more = phrases.isEmpty ? "" : "; or, without =, " + phrases.joined(separator: ", ")
      mistake(
        .unknownOption, word.keyPlace,
        "\(vocabulary.forms[index].word) has no option \(string(word.key)).",
        expected: (known.isEmpty ? "no options" : known.joined(separator: ", ")) + more,
        nearest: nearestWord(to: string(word.key), among: known))
      return false
    }
    if seen & (1 << UInt128(slot)) != 0 {
      mistake(.optionAgain, word.keyPlace, "\(string(word.key)) stands twice.")
      return false
    }
    seen |= 1 << UInt128(slot)
    if word.optionValue.isEmpty {
      mistake(
        .emptyOption, word.keyPlace, "\(string(word.key))= has no value.",
        expected: vocabulary.slots(of: index)[slot].kind.placeholder)
      return false
    }
    return give(
      slot, vocabulary.slots(of: index)[slot].kind, word.optionValue, word.valuePlace)
  }

  private mutating func bindPhrase(
    _ slot: Int, _ at: Int, _ end: Int, _ index: Int, _ seen: inout UInt128
  ) -> Bool {
    let form = vocabulary.forms[index]
    if seen & (1 << UInt128(slot)) != 0 {
      mistake(.optionAgain, words[at].place, "\(form.slots[slot].name) stands twice.")
      return false
    }
    seen |= 1 << UInt128(slot)
    guard at + 1 < end else {
      mistake(
        .missingWord, words[at].place, "After \(form.slots[slot].name) stands a value.",
        expected: form.slots[slot].kind.placeholder)
      return false
    }
    return give(slot, form.slots[slot].kind, words[at + 1].range, words[at + 1].place)
  }

  private mutating func tooManyWords(_ word: BoundWord, _ form: Form) {
    if source.text.says(word.range, "when"), form.role != .expectation {
      mistake(
        .conditionOnStory, word.place, "The story is the same in every variant.",
        expected: "when behind expect or violates, or a variable such as $kind")
    } else {
      mistake(
        .tooManyWords, word.place, "\(form.word) is complete before \(string(word.range)).",
        expected: form.usage)
    }
  }

  private mutating func noneMissing(
    _ index: Int, _ shapes: [SlotShape], _ seen: UInt128, head: SourceRange
  ) -> Bool {
    var hasGroup = false
    for (number, shape) in shapes.enumerated() {
      hasGroup = hasGroup || shape.isGrouped
      guard shape.style == .word ? shape.need != .optional : shape.need == .required,
        seen & (1 << UInt128(number)) == 0
      else { continue }
      let form = vocabulary.forms[index]
      let slot = form.slots[number]
      if shape.style == .word {
        mistake(
          .missingWord, head,
          "\(form.word) needs \(slot.isLiteral ? slot.name : slot.kind.placeholder).",
          expected: form.usage)
      } else {
        mistake(
          .missingOption, head, "\(form.word) needs \(slot.name)=….",
          expected: "\(slot.name)= and \(slot.kind.placeholder)")
      }
      return false
    }
    return !hasGroup || standsOnce(vocabulary.forms[index], seen, head: head)
  }

  /// Of the options of a group, exactly one stands.
  private mutating func standsOnce(_ form: Form, _ seen: UInt128, head: SourceRange) -> Bool {
    var group: String?
    var chosen: String?
    for (index, slot) in form.slots.enumerated() where slot.oneOf != nil {
      group = slot.oneOf
      guard seen & (1 << UInt128(index)) != 0 else { continue }
      if let chosen {
        mistake(
          .contradiction, head, "\(form.word) has one \(group ?? "").",
          expected: "either \(chosen)= or \(slot.name)=")
        return false
      }
      chosen = slot.name
    }
    guard let group, chosen == nil else { return true }
    let known = form.slots.filter { $0.oneOf == group }.map { "\($0.name)=" }
    mistake(
      .missingOption, head, "\(form.word) needs a \(group).",
      expected: known.joined(separator: ", "))
    return false
  }

  // MARK: Values

  /// Reads a word for a place; false when it does not fit.
  mutating func give(
    _ slot: Int, _ kind: ValueKind, _ range: SourceRange, _ place: SourceRange
  ) -> Bool {
    let target = PendingName.Target.given(script.given.count)
    guard let value = value(kind, range, place, target: target) else { return false }
    script.given.append(Given(slot: UInt8(slot), value: value, place: place))
    return true
  }

  /// Reads one word; nil when it does not fit, which is listed.
  mutating func value(
    _ kind: ValueKind, _ range: SourceRange, _ place: SourceRange,
    target: PendingName.Target = .given(0)
  ) -> Value? {
    switch kind {
    case .literal: return .absent
    case .new(let space): return newName(space, range, place)
    case .reference(let space):
      return reference(space, range, place, target, life: 0)
    case .life(let space):
      return life(space, range, place, target)
    case .choice(let list):
      return choice(list, range, place)
    case .choiceOrPath(let list):
      let content = source.text.content(of: range)
      if let index = list.find(content, in: source.text) { return .number(Int64(index)) }
      return source.text.isPath(content) ? text(content, place) : choice(list, content, place)
    case .text:
      let content = source.text.content(of: range)
      return text(content, place)
    case .list(let element):
      return list(element, range, place)
    case .shares(let choices):
      return shares(choices, range, place)
    case .link(let space, let ends):
      return link(space, ends, range, place)
    case .zone:
      guard let zone = zone(range, place: place, around: script.start?.day ?? 20_454) else {
        return nil
      }
      script.zones.append(zone)
      return .number(Int64(script.zones.count - 1))
    default:
      return quantity(kind, range, place)
    }
  }

  private mutating func newName(
    _ space: Namespace, _ range: SourceRange, _ place: SourceRange
  ) -> Value? {
    let isSeries = hasCounter(range)
    if isSeries, counterEnd == 0 {
      mistake(
        .counterOutsideRepeat, place, "Nothing counts here, so \(string(range)) has no members.",
        expected: "repeat COUNT every DURATION in front of the statement")
      return nil
    }
    return define(space, range, place, count: isSeries ? counterEnd : 1).map { .symbol($0) }
  }

  private func hasCounter(_ range: SourceRange) -> Bool {
    source.text.bytes[range.bounds].contains(UInt8(ascii: "#"))
  }

  private mutating func choice(
    _ list: ChoiceList, _ range: SourceRange, _ place: SourceRange
  ) -> Value? {
    if let index = list.find(range, in: source.text) { return .number(Int64(index)) }
    let word = string(range)
    let words = list.choices.map(\.word)
    if let index = vocabulary.notModelled.find(range, in: source.text) {
      let choice = vocabulary.notModelled.choices[index]
      mistake(
        .notModelled, place, "\(choice.word) is not modelled yet in this version.",
        expected: choice.summary)
      return nil
    }
    mistake(
      list.code, place, "\(word) is no \(list.name).",
      expected: ValueKind.choice(list).placeholder == article(list.name)
        ? words.prefix(12).joined(separator: ", ") + ", …" : words.joined(separator: ", "),
      nearest: nearestWord(to: word, among: words))
    return nil
  }

  private mutating func list(
    _ kind: ValueKind, _ range: SourceRange, _ place: SourceRange
  ) -> Value? {
    var values: [Value] = []
    var names: [(PendingName, Int)] = []
    for piece in source.text.split(range, at: UInt8(ascii: ",")) {
      let before = pending.count
      let piecePlace = range == place ? piece : place
      guard let value = value(kind, piece, piecePlace, target: .element(0)) else { return nil }
      if pending.count > before { names.append((pending.removeLast(), values.count)) }
      values.append(value)
    }
    return store(values, names)
  }

  private mutating func shares(
    _ list: ChoiceList, _ range: SourceRange, _ place: SourceRange
  ) -> Value? {
    var values: [Value] = []
    var total: Int64 = 0
    for piece in source.text.split(range, at: UInt8(ascii: ",")) {
      let parts = source.text.split(piece, at: UInt8(ascii: ":"))
      guard let chosen = choice(list, parts[0], place) else { return nil }
      var share: Int64 = 1_000_000
      if parts.count == 2 {
        guard case .share(let read)? = quantity(.percent, parts[1], place) else { return nil }
        share = read
      }
      values.append(chosen)
      values.append(.share(share))
      total += share
    }
    if total != 1_000_000 {
      mistake(
        .contradiction, place, "These shares add up to \(percentText(total)), not to 100%.",
        expected: "shares that add up to 100%")
      return nil
    }
    return store(values, [])
  }

  private mutating func link(
    _ space: Namespace, _ ends: ChoiceList, _ range: SourceRange, _ place: SourceRange
  ) -> Value? {
    var at = Int(range.start)
    while at < Int(range.end) {
      if source.text.bytes[at] == UInt8(ascii: "-") {
        let left = SourceRange(Int(range.start), at)
        let right = SourceRange(at + 1, Int(range.end))
        if let first = end(space, ends, left), let second = end(space, ends, right) {
          guard let first = counted(first, left, place), let second = counted(second, right, place)
          else { return nil }
          return store([first, second], [])
        }
      }
      at += 1
    }
    mistake(
      .badValue, place, "\(string(range)) does not name two ends of a connection.",
      expected: ValueKind.link(space, ends: ends).placeholder)
    return nil
  }

  /// Lets the counter of the statement pick the phone at an end.
  private mutating func counted(
    _ end: Value, _ range: SourceRange, _ place: SourceRange
  ) -> Value? {
    guard case .symbol(let symbol) = end else { return end }
    return counted(symbol, range, place)
  }

  private func end(_ space: Namespace, _ ends: ChoiceList, _ range: SourceRange) -> Value? {
    if let index = ends.find(range, in: source.text) { return .number(Int64(index)) }
    return script.symbols.find(range, in: source.text, namespace: space.index).map {
      .symbol($0)
    }
  }
}

/// Parts of a million as a person writes them.
package func percentText(_ share: Int64) -> String {
  let whole = share / 10_000
  let rest = share % 10_000 / 100
  return rest == 0
    ? "\(whole)%"
    : rest % 10 == 0 ? "\(whole).\(rest / 10)%" : "\(whole).\(rest < 10 ? "0" : "")\(rest)%"
}
