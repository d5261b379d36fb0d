/// All words of a language: its forms, its subjects and its kinds of names, with the tables to find them fast.
package struct Vocabulary: Sendable {
  /// All forms: those of the vocabulary first, then those of the language.
  package let forms: [Form]
  /// Who can act.
  package let subjects: [Subject]
  /// The kinds of names, in the order of their indices.
  package let namespaces: [Namespace]
  /// Where the texts of the language are numbered.
  package let texts: Namespace
  /// Options that every verb of the common subjects takes.
  package let commonSlots: [Slot]
  /// Bits of the subjects whose verbs take the common options.
  package let commonSubjects: UInt32
  /// Words of the field that this version has no model for.
  package let notModelled: ChoiceList
  /// What conditions may speak of although it does not vary, such as the design.
  package let implicitAxes: [ImplicitAxis]
  /// The answers of a reading, for `reading ID all`; nil when there is no such reading.
  package let answers: @Sendable (String) -> [String]?

  private let words = WordList()
  private let table: WordTable
  private let headers: [Int32]
  private let verbs: [[Int32]]
  private let subjectOf: [Int32]
  /// For each position, by word: the expectation that has its first fixed word there.
  private let expectations: [[Int32]]
  private let reserved: [Bool]
  /// For each form, the numbers of its slots' names, common slots included.
  private let slotWords: [[Int32]]
  /// For each form, its slots, common slots included.
  private let allSlots: [[Slot]]
  /// For each form, how its slots are written, as plain bits for the reader's loop.
  private let allShapes: [[SlotShape]]
  private let roles: [FormRole]
  private let hasPhrases: [Bool]
  /// Whether a form says nothing that could be false without an option or phrase.
  private let needsMore: [Bool]
  /// For each form, a hash of the name of each slot.
  private let allKeys: [[SlotKey]]

  /// Names of the words that the reader itself looks for.
  struct WordList: Sendable {
    let structural = [
      "day", "repeat", "every", "when", "never", "expect", "violates", "all", "not", "none",
    ]
  }

  /// A declaration that counts as an axis with one value where it does not vary.
  package struct ImplicitAxis: Sendable {
    /// The word of the declaration.
    package let word: String
    /// Its value where the file says nothing.
    package let standard: String
    /// The values that are words; every other value is a path.
    package let values: [String]

    package init(word: String, standard: String, values: [String]) {
      self.word = word
      self.standard = standard
      self.values = values
    }
  }

  package init(
    forms own: [Form], subjects: [Subject], namespaces: [Namespace], texts: Namespace,
    commonSlots: [Slot] = [], commonSubjects: UInt32 = 0,
    notModelled: ChoiceList = ChoiceList("word", [String]()), implicitAxes: [ImplicitAxis] = [],
    answers: @escaping @Sendable (String) -> [String]? = { _ in nil }
  ) {
    forms = own + languageForms
    self.subjects = subjects
    self.namespaces = namespaces
    self.texts = texts
    self.commonSlots = commonSlots
    self.commonSubjects = commonSubjects
    self.notModelled = notModelled
    self.implicitAxes = implicitAxes
    self.answers = answers
    precondition(namespaces.indices.allSatisfy { namespaces[$0].index == $0 }, "in order")
    var table = WordTable()
    for form in forms { _ = table.enter(form.word) }
    for subject in subjects { _ = table.enter(subject.word) }
    for word in words.structural { _ = table.enter(word) }
    for form in forms where form.role == .expectation {
      for slot in form.slots where slot.isLiteral || slot.style == .phrase {
        _ = table.enter(slot.name)
      }
    }
    for form in forms {
      for slot in form.slots { _ = table.enter(slot.name) }
    }
    for slot in commonSlots { _ = table.enter(slot.name) }
    self.table = table
    allSlots = forms.map { $0.slots + ($0.subjects & commonSubjects != 0 ? commonSlots : []) }
    allShapes = allSlots.map { $0.map(SlotShape.init) }
    roles = forms.map(\.role)
    allKeys = allSlots.map { $0.map { SlotKey($0.name) } }
    assert(
      allKeys.allSatisfy { keys in
        keys.indices.allSatisfy { index in !keys[..<index].contains(keys[index]) }
      }, "the places of a form have different names")
    hasPhrases = forms.map { $0.slots.contains { $0.style == .phrase } }
    needsMore = forms.map { form in
      form.role == .expectation && form.slots.count { $0.style == .word } <= form.leftWords
    }
    slotWords = allSlots.map { $0.map { Int32(table.find($0.name) ?? -1) } }
    (headers, verbs, expectations) = Self.index(forms, table)
    var subjectOf = [Int32](repeating: -1, count: table.count)
    var reserved = [Bool](repeating: false, count: table.count)
    for (index, subject) in subjects.enumerated() {
      if case .names = subject.meaning { continue }
      if let word = table.find(subject.word) {
        subjectOf[word] = Int32(index)
        reserved[word] = true
      }
    }
    for form in forms where form.role != .verb && form.role != .expectation {
      if let word = table.find(form.word) { reserved[word] = true }
    }
    for word in words.structural {
      if let index = table.find(word) { reserved[index] = true }
    }
    for form in forms where form.role == .expectation {
      for slot in form.slots where slot.isLiteral || slot.style == .phrase {
        if let index = table.find(slot.name) { reserved[index] = true }
      }
    }
    self.subjectOf = subjectOf
    self.reserved = reserved
  }

  private static func index(
    _ forms: [Form], _ table: WordTable
  ) -> (headers: [Int32], verbs: [[Int32]], expectations: [[Int32]]) {
    var headers = [Int32](repeating: -1, count: table.count)
    var verbs = [[Int32]](repeating: [], count: table.count)
    var expectations: [[Int32]] = []
    for (index, form) in forms.enumerated() {
      guard let word = table.find(form.word) else { continue }
      switch form.role {
      case .verb: verbs[word].append(Int32(index))
      case .expectation:
        guard form.word == "expect", let position = form.slots.firstIndex(where: \.isLiteral),
          let key = table.find(form.slots[position].name)
        else {
          headers[word] = Int32(index)
          continue
        }
        while expectations.count <= position {
          expectations.append([Int32](repeating: -1, count: table.count))
        }
        precondition(expectations[position][key] < 0, "two expectations begin alike")
        expectations[position][key] = Int32(index)
      default: headers[word] = Int32(index)
      }
    }
    return (headers, verbs, expectations)
  }

  /// The number of a word of the language, by which the other tables are asked.
  func word(_ range: SourceRange, _ text: SourceText) -> Int? { table.find(range, in: text) }

  func header(_ word: Int) -> Int? { headers[word] >= 0 ? Int(headers[word]) : nil }

  func verbs(_ word: Int) -> [Int32] { verbs[word] }

  func subject(_ word: Int) -> Int? { subjectOf[word] >= 0 ? Int(subjectOf[word]) : nil }

  func isReserved(_ range: SourceRange, _ text: SourceText) -> Bool {
    guard let word = table.find(range, in: text) else { return false }
    return reserved[word]
  }

  /// The expectation whose first fixed word stands where the words have it.
  func expectation(_ words: ArraySlice<Word>, _ text: SourceText) -> Int? {
    for (position, byWord) in expectations.enumerated() {
      guard position < words.count else { return nil }
      let word = words[words.startIndex + position]
      if let number = table.find(word.range, in: text), byWord[number] >= 0 {
        return Int(byWord[number])
      }
    }
    return nil
  }

  /// The places of a form; verbs of common subjects have the common options behind their own.
  package func slots(of form: Int) -> [Slot] { allSlots[form] }

  /// The names of those places as numbers.
  package func slotKeys(of form: Int) -> [SlotKey] { allKeys[form] }

  /// Whether an expectation says nothing that could be false unless an option or phrase stands.
  package func needsMore(_ form: Int) -> Bool { needsMore[form] }

  func shapes(of form: Int) -> [SlotShape] { allShapes[form] }

  /// What a form is to the language.
  package func role(of form: Int) -> FormRole { roles[form] }

  /// The option of a form with this key.
  func option(_ key: SourceRange, _ text: SourceText, of form: Int) -> Int? {
    slot(key, text, of: form, .option)
  }

  /// The phrase of a form that begins with this word.
  func phrase(_ word: SourceRange, _ text: SourceText, of form: Int) -> Int? {
    hasPhrases[form] ? slot(word, text, of: form, .phrase) : nil
  }

  private func slot(
    _ word: SourceRange, _ text: SourceText, of form: Int, _ style: Slot.Style
  ) -> Int? {
    guard let number = table.find(word, in: text) else { return nil }
    for (index, slot) in slotWords[form].enumerated()
    where slot == Int32(number) && allShapes[form][index].style == style {
      return index
    }
    return nil
  }

  /// The subject that a declared name of the kind is.
  func subject(of namespace: Int) -> Int? {
    subjects.firstIndex {
      if case .names(let space) = $0.meaning { space.index == namespace } else { false }
    }
  }

  /// Words that may begin a line, except names.
  package var openingWords: [String] {
    forms.filter { $0.role != .verb && ($0.role != .expectation || $0.word != "expect") }.map(
      \.word)
      + ["expect", "repeat"]
      + subjects.compactMap { if case .names = $0.meaning { nil } else { $0.word } }
  }
}
