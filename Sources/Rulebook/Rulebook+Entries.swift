/// One rule and the value that a run gives it.
public struct Override: BitwiseCopyable, Hashable, Sendable {
  /// Which rule.
  public let key: RuleKey
  /// The value in the unit of the rule.
  public let value: Int64

  /// Gives a rule a value.
  public init(_ key: RuleKey, _ value: Int64) {
    self.key = key
    self.value = value
  }
}

/// Which values a book starts from.
public enum Preset: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The values of the sources.
  case documented
  /// Values for exploration, where edges are near.
  case small

  /// The preset as the command line spells it.
  public var word: StaticString {
    switch self {
    case .documented: "documented"
    case .small: "small"
    }
  }
}

extension Rulebook {
  /// Builds the book of a run; the values were checked when the file was read.
  public convenience init(preset: Preset, overriding overrides: [Override] = []) {
    var chapters = Self.declaredChapters
    Self.withEntries(of: &chapters) { entries in
      if preset == .small {
        for index in entries.indices { entries[index].value = entries[index].small }
      }
      for override in overrides {
        guard let position = Self.position(of: override.key) else {
          preconditionFailure("an override names a rule of the book")
        }
        precondition(entries[position].accepts(override.value), "an override fits its rule")
        entries[position].value = override.value
      }
    }
    self.init(chapters)
  }

  /// Every entry of the book, in the order of declaration.
  public var entries: [Rule] { Self.declared.indices.map(entry(at:)) }

  /// The entry at a place of the book.
  private func entry(at position: Int) -> Rule {
    var entry = Self.declared[position]
    entry.value = values[position]
    return entry
  }

  /// The entries as declared, made once because building a chapter costs more than copying it.
  private static let declared: [Rule] = {
    var chapters = declaredChapters
    return withEntries(of: &chapters) { Array($0) }
  }()

  /// The chapters as declared.
  static let declaredChapters = Chapters()

  /// The entries whose value differs from what the sources give.
  public var changed: [Rule] { entries.filter { $0.value != $0.documented } }

  /// Lends the chapters as one array, for printing and for overriding values.
  public static func withEntries<Result>(
    of chapters: inout Chapters, _ body: (UnsafeMutableBufferPointer<Rule>) -> Result
  ) -> Result {
    withUnsafeMutableBytes(of: &chapters) { bytes in
      body(bytes.assumingMemoryBound(to: Rule.self))
    }
  }
}

extension Rulebook {
  /// How many entries the book has.
  public static var count: Int { MemoryLayout<Chapters>.size / MemoryLayout<Rule>.stride }

  /// Where a rule stands in the book, counted from zero.
  public static func position(of key: RuleKey) -> Int? {
    var low = 0
    var high = index.count
    while low < high {
      let middle = (low + high) / 2
      if index[middle].key < key.rawValue { low = middle + 1 } else { high = middle }
    }
    guard low < index.count, index[low].key == key.rawValue else { return nil }
    return Int(index[low].position)
  }

  /// The entry that a record cites.
  public func entry(for key: RuleKey) -> Rule? {
    Self.position(of: key).map(entry(at:))
  }

  /// The entry with the id that a user wrote.
  public func entry(named id: some StringProtocol) -> Rule? {
    guard let entry = entry(for: RuleKey(text: id)), entry.idText == id else { return nil }
    return entry
  }

  /// The keys in rising order, each with its place in the book.
  private static let index: [(key: UInt32, position: Int32)] = declared.enumerated()
    .map { (key: $0.element.key.rawValue, position: Int32($0.offset)) }
    .sorted { $0.key < $1.key }
}
