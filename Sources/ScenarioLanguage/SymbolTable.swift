/// The names of one reading: every name is a number in its kind, in the order in which things were introduced.
package struct SymbolTable: Sendable {
  /// A name, or a series of names such as `m#`.
  struct Entry: BitwiseCopyable, Sendable {
    var name: Int32
    var first: Int32
    var count: Int32
    var place: SourceRange
  }

  struct Space: Sendable {
    /// Entry of a name, or -1.
    var byName: [Int32] = []
    var entries: [Entry] = []
    var total: Int32 = 0
  }

  private(set) var names = WordTable()
  private(set) var spaces: [Space]

  init(namespaces: Int) {
    spaces = [Space](repeating: Space(), count: namespaces)
  }

  /// How many things of a kind there are.
  package func count(in namespace: Namespace) -> Int { Int(spaces[namespace.index].total) }

  /// What a thing is called: members of a series bear their number.
  package func name(of index: Int, in namespace: Namespace) -> String {
    let entries = spaces[namespace.index].entries
    var low = 0
    var high = entries.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(entries[middle].first) <= index { low = middle } else { high = middle }
    }
    guard low < entries.count else { return "?" }
    let word = names.word(Int(entries[low].name))
    guard let hash = word.utf8.firstIndex(of: UInt8(ascii: "#")), isSeries(entries[low], word)
    else { return word }
    let number = index - Int(entries[low].first) + 1
    return "\(word[..<hash])\(number)\(word[word.utf8.index(after: hash)...])"
  }

  private func isSeries(_ entry: Entry, _ word: String) -> Bool { entry.count > 0 }

  /// The names of a kind, for showing what is known.
  func known(in namespace: Int) -> [String] {
    spaces[namespace].entries.prefix(200).map { names.word(Int($0.name)) }
  }

  /// The series of a length, by their names.
  func series(of count: Int, in namespace: Int) -> [String] {
    spaces[namespace].entries.filter { Int($0.count) == count }.map { names.word(Int($0.name)) }
      .filter { $0.contains("#") }
  }

  /// Introduces a name with as many members as its series has; nil when the name is taken.
  mutating func define(
    _ range: SourceRange, in text: SourceText, namespace: Int, count: Int, place: SourceRange
  ) -> Symbol? {
    let name = names.enter(range, in: text)
    guard entry(name, namespace) == nil, member(range, in: text, namespace: namespace) == nil
    else { return nil }
    if spaces[namespace].byName.count <= name {
      let missing = name + 1 - spaces[namespace].byName.count
      spaces[namespace].byName.append(contentsOf: repeatElement(-1, count: missing))
    }
    spaces[namespace].byName[name] = Int32(spaces[namespace].entries.count)
    let first = spaces[namespace].total
    spaces[namespace].entries.append(
      Entry(name: Int32(name), first: first, count: Int32(count), place: place))
    spaces[namespace].total += Int32(count)
    return Symbol(Int(first), count: count, namespace: namespace)
  }

  /// What a name stands for: one thing, a series, or a member of a series.
  func find(_ range: SourceRange, in text: SourceText, namespace: Int) -> Symbol? {
    if let name = names.find(range, in: text), let entry = entry(name, namespace) {
      return Symbol(Int(entry.first), count: Int(entry.count), namespace: namespace)
    }
    return member(range, in: text, namespace: namespace)
  }

  /// Where a name was introduced.
  func place(of range: SourceRange, in text: SourceText, namespace: Int) -> SourceRange? {
    guard let name = names.find(range, in: text) else { return nil }
    return entry(name, namespace)?.place
  }

  private func entry(_ name: Int, _ namespace: Int) -> Entry? {
    let space = spaces[namespace]
    guard name < space.byName.count, space.byName[name] >= 0 else { return nil }
    return space.entries[Int(space.byName[name])]
  }

  /// Reads `m7` as the seventh of `m#`.
  private func member(_ range: SourceRange, in text: SourceText, namespace: Int) -> Symbol? {
    guard spaces[namespace].total > spaces[namespace].entries.count else { return nil }
    var at = Int(range.end)
    while at > Int(range.start) {
      let end = at
      while at > Int(range.start), isDigit(text.bytes[at - 1]) { at -= 1 }
      guard at < end else {
        at -= 1
        continue
      }
      guard text.bytes[at] != 0x30, case .value(let number) = text.count(SourceRange(at, end))
      else {
        continue
      }
      let template = Array(text.bytes[Int(range.start)..<at]) + [UInt8(ascii: "#")]
      let word = String(decoding: template + text.bytes[end..<Int(range.end)], as: UTF8.self)
      if let name = names.find(word), let entry = entry(name, namespace), number >= 1,
        number <= Int64(entry.count)
      {
        return Symbol(Int(entry.first) + Int(number) - 1, count: 1, namespace: namespace)
      }
    }
    return nil
  }
}
