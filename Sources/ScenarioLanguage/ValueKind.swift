/// A closed list of words, such as the fates.
package struct ChoiceList: Sendable {
  /// One word of the list.
  package struct Choice: Equatable, Sendable {
    /// The word itself.
    package var word: String
    /// What it means, in a sentence.
    package var summary: String
    /// Where its meaning comes from; empty where the sentence says all.
    package var source: String
    /// Words that it is made of, as a design is of defences.
    package var parts: [String]

    package init(
      _ word: String, _ summary: String = "", source: String = "", parts: [String] = []
    ) {
      self.word = word
      self.summary = summary
      self.source = source
      self.parts = parts
    }
  }

  /// What one of the words is called in a sentence: `fate`.
  package let name: String
  /// The words, in order; a value is the index of one.
  package let choices: [Choice]
  /// The mistake of a word that is not in the list.
  package let code: MistakeCode
  /// How many of the words the reference prints.
  package let printed: Int
  /// What the reference says in place of the others.
  package let others: String
  private let table: WordTable

  package init(
    _ name: String, _ choices: [Choice], code: MistakeCode = .unknownWord, printed: Int = .max,
    others: String = ""
  ) {
    self.name = name
    self.choices = choices
    self.code = code
    self.printed = printed
    self.others = others
    var table = WordTable()
    for choice in choices { _ = table.enter(choice.word) }
    precondition(table.count == choices.count, "a word stands once in its list")
    self.table = table
  }

  package init(_ name: String, _ words: [String], code: MistakeCode = .unknownWord) {
    self.init(name, words.map { Choice($0) }, code: code)
  }

  /// The index of a word, or nil.
  package func find(_ range: SourceRange, in text: SourceText) -> Int? {
    table.find(range, in: text)
  }

  /// The index of a word, or nil.
  package func find(_ word: String) -> Int? { table.find(word) }

  /// `on` and `off`; `on` is number 1.
  package static let onOff = ChoiceList("switch", ["off", "on"])
}

/// A kind of thing that has names: devices, users, messages.
package struct Namespace: Equatable, Sendable {
  /// Its place in the vocabulary's list.
  package let index: Int
  /// What one of them is called in a sentence: `device`.
  package let name: String
  /// The mistake of a name that nothing introduced.
  package let code: MistakeCode
  /// Whether the first use of a name introduces it, as with topics.
  package let isOpen: Bool

  package init(index: Int, name: String, code: MistakeCode = .unknownName, isOpen: Bool = false) {
    self.index = index
    self.name = name
    self.code = code
    self.isOpen = isOpen
  }
}

/// How one word is read, printed, completed and invented.
package indirect enum ValueKind: Sendable {
  /// This very word; it carries no value.
  case literal(String)
  /// A name that this statement introduces; with `#` in a population or a repeat, a series of names.
  case new(Namespace)
  /// A name that was introduced.
  case reference(Namespace)
  /// A name that is followed by `/2` for the second of its lives.
  case life(Namespace)
  /// A word of a closed list.
  case choice(ChoiceList)
  /// A word of a closed list, or a path of a file.
  case choiceOrPath(ChoiceList)
  /// A bare number.
  case count(ClosedRange<Int64>)
  /// `3`, `3..`, `..3` or `2..5`.
  case bound
  /// `30s`.
  case duration
  /// `+5m` or `-5m`.
  case offset
  /// `2s..30s`, `..30s` or `2s..`.
  case window
  /// `4096B`.
  case size
  /// `25%`, exact to a hundredth.
  case percent
  /// `22:00`.
  case clock
  /// `2026-03-27`.
  case date
  /// `Europe/Berlin`.
  case zone
  /// `15` or `12.1`.
  case version
  /// A number with or without a unit, or a word: what a rule's value may be.
  case quantity
  /// Free text: a word, or anything in quotes.
  case text
  /// Values separated by commas.
  case list(ValueKind)
  /// Words of a closed list with their shares: `stock:70%,aggressive:30%`; one word alone is everybody.
  case shares(ChoiceList)
  /// Two ends of a connection: `pixel-fcm`.
  case link(Namespace, ends: ChoiceList)

  /// What a person reads where a word of this kind may stand.
  package var placeholder: String {
    switch self {
    case .literal(let word): word
    case .new(let space): "a new \(space.name) name"
    case .reference(let space), .life(let space): article(space.name)
    case .choice(let list): list.choices.count <= 6 ? words(of: list) : article(list.name)
    case .choiceOrPath(let list): "\(words(of: list)) or a file"
    case .count(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .bound: "a number, or 2..5, 3.., ..3"
    case .duration: "a duration such as 30s or 1h30m"
    case .offset: "a shift such as +5m or -2h"
    case .window: "at most, such as 30s, or a span such as 2s..30s or 2s.."
    case .size: "a size such as 4096B or 4KB"
    case .percent: "a share such as 25%"
    case .clock: "a time of day such as 22:00"
    case .date: "a date such as 2026-03-27"
    case .zone: "a time zone such as Europe/Berlin"
    case .version: "a version such as 15"
    case .quantity: "a number, with or without a unit, or a word"
    case .text: "a word, or text in quotes"
    case .list(let kind): "\(kind.placeholder), or several with commas"
    case .shares(let list): "\(words(of: list)), or shares such as \(list.choices[0].word):70%"
    case .link(_, let ends):
      "two ends such as pixel-\(ends.choices.first?.word ?? "server")"
    }
  }

  private func words(of list: ChoiceList) -> String {
    let shown = list.choices.prefix(12).map(\.word).joined(separator: ", ")
    return list.choices.count > 12 ? shown + ", …" : shown
  }
}

/// A named thing, or a run of them: resolved, a name is a number.
package struct Symbol: Equatable, BitwiseCopyable, Sendable {
  /// The first of the run.
  package var first: Int32
  /// How many there are.
  package var count: Int32
  /// Which life of a device: 0 is the current one.
  package var life: Int16 = 0
  /// The kind of thing, as the index of its namespace.
  package var namespace: UInt8
  /// Whether the statement's counter picks one of the run.
  package var isCounted = false

  package init(_ first: Int, count: Int, namespace: Int, isCounted: Bool = false) {
    self.first = Int32(first)
    self.count = Int32(count)
    self.namespace = UInt8(namespace)
    self.isCounted = isCounted
  }

  /// The one thing that is meant in the given repetition.
  package func member(_ repetition: Int) -> Int {
    isCounted ? Int(first) + repetition : Int(first)
  }

  /// Every number of the run.
  package var all: Range<Int> { Int(first)..<Int(first + count) }
}

/// What a word means.
package enum Value: Equatable, BitwiseCopyable, Sendable {
  case absent
  /// A count, a version (major × 100 + minor), a size in bytes, a second of the day, the index of a choice.
  case number(Int64)
  /// The counter of the statement.
  case counter
  /// Microseconds.
  case duration(Int64)
  /// Bounds, both ends included.
  case range(Int64, Int64)
  /// Parts of a million.
  case share(Int64)
  case symbol(Symbol)
  /// Elements in the script's `elements`.
  case list(first: Int32, count: Int32)
}
