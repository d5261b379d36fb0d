/// Makes up files from the declarations, for tests that need many different good ones.
///
/// The same seed gives the same file. Places whose value must fit other words take it from the example of their form.
package struct Invention {
  private let vocabulary: Vocabulary
  private var state: UInt64
  private var made = 0
  /// Names that lines may use, by kind.
  private var names: [[String]]

  package init(_ vocabulary: Vocabulary, seed: UInt64) {
    self.vocabulary = vocabulary
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    names = vocabulary.namespaces.map { _ in [] }
  }

  /// A file: the given preamble, which introduces the given names, then lines of verbs and expectations.
  package mutating func file(
    preamble: String, names known: [(namespace: Namespace, names: [String])], lines: Int,
    expectations: Int
  ) -> String {
    for (space, words) in known { names[space.index] = words }
    var result = preamble
    for _ in 0..<lines {
      if let line = verbLine() { result += line + "\n" }
    }
    result += "settle \(draw(5) + 1)d\n"
    for _ in 0..<expectations {
      if let line = expectationLine() { result += line + "\n" }
    }
    return result
  }

  /// One line for every verb and every expectation, so that none is forgotten.
  package mutating func everyLine(
    names known: [(namespace: Namespace, names: [String])]
  ) -> (story: [String], expectations: [String]) {
    for (space, words) in known { names[space.index] = words }
    var story: [String] = []
    var expectations: [String] = []
    for index in vocabulary.forms.indices {
      switch vocabulary.forms[index].role {
      case .verb: story += line(ofVerb: index).map { [$0] } ?? []
      case .expectation: expectations += line(ofExpectation: index).map { [$0] } ?? []
      default: break
      }
    }
    return (story, expectations)
  }

  private mutating func verbLine() -> String? {
    let verbs = vocabulary.forms.indices.filter { vocabulary.forms[$0].role == .verb }
    guard let line = line(ofVerb: verbs[draw(verbs.count)]) else { return nil }
    let gap = String(repeating: " ", count: draw(4) + 1)
    switch draw(6) {
    case 0: return line
    case 1: return "+\(draw(50) + 1)s\(gap)repeat \(draw(3) + 1) every \(draw(9) + 1)m \(line)"
    case 2: return "+\(draw(3))h\(draw(60))m\(gap)\(line)\t# comment \(draw(100))"
    default: return "+\(draw(90))m\(gap)\(line)"
    }
  }

  private mutating func line(ofVerb index: Int) -> String? {
    let form = vocabulary.forms[index]
    let subjects = vocabulary.subjects.filter {
      ($0.kind | $0.qualifiedKind) & form.subjects != 0
    }
    guard !subjects.isEmpty else { return nil }
    let subject = subjects[draw(subjects.count)]
    var head = subject.word
    if case .names(let space) = subject.meaning {
      guard let name = pick(names[space.index]) else { return nil }
      head = name
    }
    if form.subjects & subject.kind == 0, let qualifier = subject.qualifier {
      guard let word = invent(qualifier, form) else { return nil }
      head += " " + word
    }
    guard let tail = tail(index) else { return nil }
    return "\(head) \(form.word)\(tail)"
  }

  private mutating func expectationLine() -> String? {
    let all = vocabulary.forms.indices.filter { vocabulary.forms[$0].role == .expectation }
    return line(ofExpectation: all[draw(all.count)])
  }

  private mutating func line(ofExpectation index: Int) -> String? {
    let form = vocabulary.forms[index]
    guard let tail = tail(index) else { return nil }
    let never = form.word == "expect" && draw(8) == 0 ? " never" : ""
    return "\(form.word)\(never)\(tail)"
  }

  /// The words behind the verb; when a word must fit others, those of the example.
  private mutating func tail(_ index: Int) -> String? {
    let form = vocabulary.forms[index]
    let slots = vocabulary.slots(of: index)
    if slots.contains(where: { $0.isDependent && $0.need != .optional }) {
      return exampleTail(form)
    }
    var result = ""
    for slot in slots where slot.style == .word {
      if slot.need == .optional, draw(2) == 0 { continue }
      for _ in 0..<(slot.need == .many ? draw(2) + 1 : 1) {
        guard let word = invent(slot, form) else { return nil }
        result += " " + word
      }
    }
    let group = slots.filter { $0.oneOf != nil && !$0.isDependent }
    var options = group.isEmpty ? [] : [group[draw(group.count)]]
    options += slots.filter { $0.style == .option && $0.need == .required }
    let free = slots.filter { $0.style == .option && $0.need == .optional && $0.oneOf == nil }
      .filter { !$0.isDependent }
    let isBare = options.isEmpty && form.role == .expectation
    for (offset, slot) in free.enumerated() where draw(4) == 0 || isBare && offset == 0 {
      options.append(slot)
    }
    for slot in options {
      if let word = invent(slot, form) { result += " \(slot.name)=\(word)" }
    }
    for slot in slots where slot.style == .phrase && draw(3) == 0 {
      if let word = invent(slot, form) { result += " \(slot.name) \(word)" }
    }
    return result
  }

  /// What stands in the example behind the verb; new names are made new.
  private mutating func exampleTail(_ form: Form) -> String? {
    let words = form.example.split(separator: " ").map(String.init)
    guard let verb = words.firstIndex(of: form.word) else { return nil }
    return words[(verb + 1)...].reduce("") { $0 + " " + $1 }
  }

  private mutating func invent(_ slot: Slot, _ form: Form) -> String? {
    switch slot.kind {
    case .literal(let word): word
    case .new(let space): newName(space)
    case .reference(let space), .life(let space): pick(names[space.index])
    case .choice(let list), .choiceOrPath(let list), .shares(let list):
      list.choices[draw(list.choices.count)].word
    case .list(let element):
      invent(Slot.word(slot.name, element), form)
    case .link(let space, let ends):
      pick(names[space.index]).map { "\($0)-\(ends.choices[draw(ends.choices.count)].word)" }
    default: inventQuantity(slot.kind)
    }
  }

  private mutating func inventQuantity(_ kind: ValueKind) -> String {
    switch kind {
    case .count(let bounds):
      "\(bounds.lowerBound + Int64(draw(Int(clamping: min(50, bounds.upperBound - bounds.lowerBound) + 1))))"
    case .bound:
      ["\(draw(9))", "\(draw(4))..\(draw(9) + 4)", "..\(draw(9))", "\(draw(9) + 1).."][draw(4)]
    case .window: ["..\(draw(9) + 1)s", "\(draw(4))s..\(draw(9) + 4)m"][draw(2)]
    case .duration: ["\(draw(90) + 1)s", "\(draw(9) + 1)h\(draw(59) + 1)m", "1.5s"][draw(3)]
    case .offset: "\(draw(2) == 0 ? "+" : "-")\(draw(300) + 1)s"
    case .size: ["\(draw(4096))B", "\(draw(5))KB"][draw(2)]
    case .percent: ["\(draw(99) + 1)%", "12.5%"][draw(2)]
    case .clock: "\(10 + draw(14)):\(10 + draw(50))"
    case .date: "2026-0\(draw(9) + 1)-1\(draw(10))"
    case .zone: "UTC"
    case .version: "\(draw(9) + 1)"
    case .text: ["word\(draw(9))", "\"two words\"", "\"a \\\"quoted\\\" # word\""][draw(3)]
    default: "\(draw(100))"
    }
  }

  private mutating func newName(_ space: Namespace) -> String {
    made += 1
    let name = "\(space.name.prefix(1))new-\(made)x"
    names[space.index].append(name)
    return name
  }

  private mutating func pick(_ words: [String]) -> String? {
    words.isEmpty ? nil : words[draw(words.count)]
  }

  /// A number below a bound.
  private mutating func draw(_ bound: Int) -> Int {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(max(1, bound)))
  }
}
