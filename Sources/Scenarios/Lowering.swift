import PushDomain
import Rulebook
import ScenarioLanguage
import SimKernel

/// Turns the sentences of one variant into a compiled scenario.
///
/// Words ask it for their values by the names of their places, and emit what they mean.
struct Lowering {
  let script: Script
  let seed: UInt64
  var result: CompiledScenario
  var mistakes: [Mistake] = []
  /// The sentence at hand, and the names of its places.
  var sentence: Sentence
  var slots: [Slot] = []
  private var keys: [SlotKey] = []
  private(set) var needsMore = false
  var line: UInt32 = 0
  /// The place of the sentence among all, from one.
  var order: UInt32 = 0
  /// Which repetition, and when it happens.
  var repetition = 0
  var time: SimTime = .zero
  /// Who acts in it.
  var device: DeviceID = .none
  var node: UInt8 = .max
  /// Numbers of texts that are names of the world; -1 where not entered yet.
  private var textNames: [Int32] = []
  /// The design that a line names.
  var design: DesignName?
  /// The rules and readings that lines have set.
  var settled: [RuleKey] = []

  init(_ script: Script, file: String, seed: UInt64) {
    self.script = script
    self.seed = seed
    result = CompiledScenario()
    result.file = file
    result.names = StoryNames(symbols: script.symbols)
    sentence = Sentence(form: 0, place: .none)
  }

  /// Lowers all sentences: what is declared first, then the story.
  mutating func lowerAll(_ vocabulary: Vocabulary, _ words: [Word]) {
    lowerHead()
    for pass in [FormRole.declaration, .verb, .expectation] {
      for (index, sentence) in script.sentences.enumerated()
      where vocabulary.role(of: sentence.form) == pass {
        open(sentence, vocabulary)
        order = UInt32(index) + 1
        if pass == .verb {
          lowerStory(words[sentence.form].lower)
        } else {
          words[sentence.form].lower(&self)
        }
      }
    }
    result.steps.sortByTime()
  }

  private mutating func open(_ sentence: Sentence, _ vocabulary: Vocabulary) {
    self.sentence = sentence
    slots = vocabulary.slots(of: sentence.form)
    keys = vocabulary.slotKeys(of: sentence.form)
    needsMore = vocabulary.needsMore(sentence.form)
    time = SimTime(microseconds: sentence.time)
    repetition = 0
    line =
      sentence.file == 0
      ? UInt32(sentence.lineNumber)
      : result.includedLines.number(
        Int(sentence.lineNumber), file: script.text.files[Int(sentence.file)].name)
  }

  /// Lowers every repetition of a statement, for everybody it is about.
  private mutating func lowerStory(_ lower: (inout Lowering) -> Void) {
    let share = value("share")
    let over = duration("over")
    // The key reads the sentence's text, which only several repetitions can need.
    let spread = Spread(
      count: sentence.repetitions, key: sentence.repetitions > 1 ? drawKey : 0)
    var limit = sentence.repetitions
    if case .share(let parts) = share { limit = spread.members(ofShare: parts) }
    let isDrawn = limit < sentence.repetitions || over != nil
    for number in 0..<sentence.repetitions {
      repetition = number
      var offset = Int64(number) * sentence.every
      if isDrawn {
        let rank = spread.rank(of: number)
        if rank >= limit { continue }
        if let over { offset += over.microseconds / Int64(limit) * Int64(rank) }
      }
      time = SimTime(microseconds: sentence.time + offset)
      lowerOnce(lower)
    }
  }

  /// By what this sentence draws: its words, its time and whom it is about, not its line, so that a
  /// comment shifts no draw.
  var drawKey: UInt64 {
    var hash = StableHash()
    hash.combine(seed)
    hash.combine(UInt64(bitPattern: sentence.time))
    hash.combine(UInt64(sentence.who.first))
    for word in script.text.string(sentence.place).split(whereSeparator: { $0 == " " || $0 == "\t" }
    ) {
      hash.combine(word)
      hash.combine(0x20 as UInt8)
    }
    return hash.value
  }

  private mutating func lowerOnce(_ lower: (inout Lowering) -> Void) {
    device = .none
    node = .max
    guard sentence.who.count > 0 else { return lower(&self) }
    if Int(sentence.who.namespace) == Spaces.node.index {
      node = UInt8(truncatingIfNeeded: sentence.who.member(repetition))
      return lower(&self)
    }
    guard !sentence.who.isCounted else {
      device = DeviceID(sentence.who.member(repetition))
      return lower(&self)
    }
    for index in sentence.who.all {
      device = DeviceID(index)
      lower(&self)
    }
  }

  mutating func emit(_ command: Command) {
    result.steps.append(Step(time: time, line: line, order: order, command: command))
  }

  // MARK: Values

  /// The value of a place by its name.
  func value(_ name: StaticString) -> Value { value(SlotKey(name)) }

  func value(_ key: SlotKey) -> Value { given(key)?.value ?? .absent }

  func given(_ key: SlotKey) -> Given? {
    for index in sentence.firstGiven..<(sentence.firstGiven + sentence.givenCount) {
      let given = script.given[index]
      if Int(given.slot) < keys.count, keys[Int(given.slot)] == key { return given }
    }
    return nil
  }

  /// Where a place stands, for mistakes.
  func place(_ name: StaticString) -> SourceRange {
    given(SlotKey(name))?.place ?? sentence.place
  }

  func number(_ name: StaticString) -> Int64? {
    switch value(name) {
    case .number(let number): number
    case .counter: Int64(repetition + 1)
    default: nil
    }
  }

  func duration(_ name: StaticString) -> SimDuration? {
    guard case .duration(let span) = value(name) else { return nil }
    return SimDuration(microseconds: span)
  }

  func flag(_ name: StaticString) -> Bool { number(name) == 1 }

  func bounds(_ name: StaticString) -> Bounds? { bounds(SlotKey(name)) }

  func bounds(_ key: SlotKey) -> Bounds? {
    guard case .range(let least, let most) = value(key) else { return nil }
    return Bounds(least: least, most: most)
  }

  /// A choice whose list was made from the cases of a type.
  func choice<Case: CaseIterable>(_ name: StaticString) -> Case?
  where Case.AllCases == [Case] {
    guard let index = number(name) else { return nil }
    return Case.allCases[Int(index)]
  }

  func symbol(_ name: StaticString) -> Symbol? {
    guard case .symbol(let symbol) = value(name) else { return nil }
    return symbol
  }

  func user(_ name: StaticString) -> UserID {
    symbol(name).map { UserID($0.member(repetition)) } ?? .none
  }

  func message(_ name: StaticString) -> MessageID {
    symbol(name).map { MessageID($0.member(repetition)) } ?? .none
  }

  func otherDevice(_ name: StaticString) -> DeviceID {
    symbol(name).map { DeviceID($0.member(repetition)) } ?? .none
  }

  /// The text of a place.
  func text(_ name: StaticString) -> String? {
    symbol(name).map {
      script.symbols.name(
        of: $0.member(repetition),
        in: Int($0.namespace) == Spaces.topic.index ? Spaces.topic : Spaces.text)
    }
  }

  /// The number of a word of the world: a channel, a group, a key, a topic.
  mutating func name(_ name: StaticString) -> NameID {
    guard let symbol = symbol(name) else { return .none }
    let index = symbol.member(repetition)
    if Int(symbol.namespace) == Spaces.topic.index {
      return NameID(result.names.words.enter(script.symbols.name(of: index, in: Spaces.topic)))
    }
    if textNames.count <= index {
      textNames.append(contentsOf: repeatElement(-1, count: index + 1 - textNames.count))
    }
    if textNames[index] < 0 {
      let word = script.symbols.name(of: index, in: Spaces.text)
      textNames[index] = Int32(result.names.words.enter(word))
    }
    return NameID(Int(textNames[index]))
  }

  // MARK: Places

  /// The app's place that the statement is about.
  var slot: SlotID? {
    mutating get { slot(of: device) }
  }

  /// The app's place on a device, by the options `profile=` and `app=`.
  mutating func slot(of device: DeviceID) -> SlotID? {
    guard result.devices.indices.contains(device.index) else { return nil }
    let declared = result.devices[device.index]
    let profile = number("profile") ?? 0
    let app = number("app") ?? 0
    if profile >= Int64(declared.profiles) {
      mistake(
        .contradiction, place("profile"),
        "\(result.names.text(of: device)) has no such profile.",
        expected: "profiles=\(Lists.profile.choices[Int(profile)].word) where it is declared")
      return nil
    }
    if app >= Int64(declared.apps) {
      mistake(
        .contradiction, place("app"), "\(result.names.text(of: device)) has no other app.",
        expected: "apps=2 where it is declared")
      return nil
    }
    return SlotID(Int(declared.firstSlot) + Int(profile) * Int(declared.apps) + Int(app))
  }

  /// The ends of the connection that the subject names.
  var link: (Place, Place)? {
    for given in script.given(of: sentence) where Int(given.slot) == qualifierSlot {
      guard case .list(let first, let count) = given.value, count == 2 else { return nil }
      let ends = Array(script.elements(first: first, count: count))
      return (end(ends[0]), end(ends[1]))
    }
    return nil
  }

  private func end(_ value: Value) -> Place {
    switch value {
    case .number(0): .server
    case .symbol(let symbol): .device(DeviceID(symbol.member(repetition)))
    default: .fcm
    }
  }

  mutating func mistake(
    _ code: MistakeCode, _ place: SourceRange, _ sentence: String, expected: String = "",
    nearest: String? = nil
  ) {
    mistakes.append(Mistake(code, at: place, sentence, expected: expected, nearest: nearest))
  }
}

extension [Step] {
  /// Sorts by time and keeps the order of the file among equals.
  fileprivate mutating func sortByTime() {
    var isSorted = true
    for index in indices.dropFirst() where self[index].time < self[index - 1].time {
      isSorted = false
      break
    }
    if isSorted { return }
    let times = map(\.time)
    let order = indices.sorted { left, right in
      times[left] == times[right] ? left < right : times[left] < times[right]
    }
    self = order.map { self[$0] }
  }
}
