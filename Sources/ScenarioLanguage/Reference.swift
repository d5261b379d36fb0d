/// What the declarations say about the language, for a person: `pushsim words [WORD]`.
package struct Reference {
  private let vocabulary: Vocabulary
  private let width: Int

  package init(_ vocabulary: Vocabulary, width: Int = 80) {
    self.vocabulary = vocabulary
    self.width = width
  }

  /// All words with their summaries, by chapter.
  package func index() -> String {
    var result = "A line is: [time] subject verb [words] [key=value …]\n\n"
    result += section(
      "Declarations", vocabulary.forms.filter { $0.role != .verb && $0.role != .expectation })
    result += "Time\n"
    result += entry("1h30m", "From the start of the story.")
    result += entry("+5m", "After the timed line before; after a repeat, after its last time.")
    result += entry("day 2 09:00", "On the calendar that a start line pins.")
    result += entry("repeat", repeatSummary)
    result += "\nSubjects\n"
    for subject in vocabulary.subjects { result += entry(subject.word, subject.summary) }
    for subject in vocabulary.subjects { result += verbs(of: subject) }
    result += "\nExpectations\n"
    result += entry("expect never", neverSummary)
    for form in vocabulary.forms where form.role == .expectation {
      result += entry(form.word == "expect" ? "expect \(form.usage)" : form.word, form.summary)
    }
    return result + "\n" + lists()
  }

  /// The closed lists whose words are explained.
  private func lists() -> String {
    let names = allLists.filter { list in
      !list.choices.isEmpty && list.choices.allSatisfy { !$0.summary.isEmpty }
    }.map(\.name)
    return "Lists that pushsim words prints, as in: pushsim words fate\n"
      + wrapped("  " + names.joined(separator: ", "), width: width, indent: "  ")
  }

  /// The verbs of a subject, and those that it has with its qualifier.
  private func verbs(of subject: Subject) -> String {
    if case .everything = subject.meaning { return "" }
    let verbs = vocabulary.forms.filter { $0.role == .verb }
    var result = ""
    let own = section("Verbs of \(subject.word)", verbs.filter { $0.subjects & subject.kind != 0 })
    if !own.isEmpty { result += "\n" + own }
    if let qualifier = subject.qualifier {
      result +=
        "\n"
        + section(
          "Verbs of \(subject.word) \(qualifier.name.uppercased()), as in"
            + " \(subject.word) \(qualifier.summary)",
          verbs.filter { $0.subjects & subject.qualifiedKind != 0 })
    }
    return result
  }

  /// Everything about one word; nil when the language does not have it.
  package func page(_ word: String) -> String? {
    var pages = vocabulary.forms.indices.filter { answers(vocabulary.forms[$0], to: word) }
      .map { page(of: $0) }
    pages += vocabulary.subjects.filter { $0.word == word }.map(subjectPage)
    if word == "never" { pages.append(wrapped(neverSummary, width: width, indent: "")) }
    if word == "repeat" { pages.append(wrapped(repeatSummary, width: width, indent: "")) }
    if ["subject", "party"].contains(word) {
      pages.append("Subjects\n" + vocabulary.subjects.map { entry($0.word, $0.summary) }.joined())
    }
    pages += choicePages(word)
    if vocabulary.forms.allSatisfy({ !answers($0, to: word) }), let page = optionPage(word) {
      pages.append(page)
    } else if let list = allLists.first(where: { $0.name == word }) {
      pages.append(listPage(list))
    }
    return pages.isEmpty ? nil : pages.joined(separator: "\n")
  }

  /// Words that a person may have meant.
  package func nearest(to word: String) -> String? {
    nearestWord(
      to: word,
      among: vocabulary.forms.map(\.word) + ["repeat", "never"] + vocabulary.subjects.map(\.word)
        + allLists.flatMap { $0.choices.map(\.word) })
  }

  private func subjectPage(_ subject: Subject) -> String {
    var result = "\(subject.word)\n" + wrapped(subject.summary, width: width, indent: "")
    if let qualifier = subject.qualifier {
      result += wrapped(
        "\(qualifier.name.uppercased()) is \(qualifier.kind.placeholder).", width: width,
        indent: "")
    }
    return result + verbs(of: subject)
  }

  private func optionPage(_ name: String) -> String? {
    for index in vocabulary.forms.indices {
      for slot in vocabulary.slots(of: index) where slot.name == name && slot.style != .word {
        return optionPage(slot, vocabulary.forms[index])
      }
    }
    return nil
  }

  /// What a word means in the closed lists that have it; those that explain it come first.
  private func choicePages(_ word: String) -> [String] {
    var found: [(list: ChoiceList, choice: ChoiceList.Choice)] = []
    for list in allLists {
      guard let choice = list.choices.first(where: { $0.word == word }) else { continue }
      found.append((list, choice))
    }
    // The list of causes repeats words of other lists.
    let own = found.filter { $0.list.name != "cause" }
    return (own.isEmpty ? found : own).map { choicePage($0.choice, of: $0.list) }
  }

  private func choicePage(_ choice: ChoiceList.Choice, of list: ChoiceList) -> String {
    var result = "\(choice.word), \(article(list.name))\n"
    if !choice.summary.isEmpty { result += wrapped(choice.summary, width: width, indent: "") }
    if !choice.source.isEmpty {
      result += wrapped("  source  \(choice.source)", width: width, indent: "          ")
    }
    guard !choice.parts.isEmpty else { return result }
    result += "\nHas\n"
    let known = allLists.flatMap(\.choices)
    for part in choice.parts {
      result += entry(part, known.first { $0.word == part }?.summary ?? "")
    }
    return result
  }

  private func answers(_ form: Form, to word: String) -> Bool {
    form.word == word
      || form.role == .expectation && form.slots.first(where: \.isLiteral)?.name == word
  }

  private func section(_ title: String, _ forms: [Form]) -> String {
    forms.isEmpty ? "" : title + "\n" + forms.map { entry($0.word, $0.summary) }.joined()
  }

  private func entry(_ word: String, _ summary: String) -> String {
    if summary.isEmpty { return "  \(word)\n" }
    let gap = String(repeating: " ", count: max(2, 20 - word.count))
    if word.count > 18 {
      return "  \(word)\n" + wrapped("      " + summary, width: width, indent: "      ")
    }
    return wrapped(
      "  \(word)\(gap)\(summary)", width: width, indent: String(repeating: " ", count: 22))
  }

  private func page(of index: Int) -> String {
    let form = vocabulary.forms[index]
    let head = head(form)
    var result = wrapped(
      head.isEmpty ? form.usage : "\(head) \(form.usage)", width: width, indent: "    ")
    result += wrapped(form.summary, width: width, indent: "")
    if form.role == .expectation, form.word == "expect" {
      result += wrapped(
        "In the story it is judged at its instant, behind settle at the end; with never it must"
          + " not come true from its instant on.", width: width, indent: "")
    }
    result += "\n  \(form.example)\n"
    let slots = vocabulary.slots(of: index)
    let words = slots.filter { $0.style == .word && !$0.isLiteral }
    let qualifiers = vocabulary.subjects.filter {
      form.role == .verb && $0.qualifiedKind & form.subjects != 0
    }.compactMap(\.qualifier)
    if !words.isEmpty || !qualifiers.isEmpty { result += "\nWords\n" }
    for slot in qualifiers { result += entry(slot.name.uppercased(), slot.kind.placeholder) }
    for slot in words {
      let parts = [slot.summary, values(of: slot.kind)].filter { !$0.isEmpty }
      result += entry(
        slot.name.uppercased(), Set(parts).count == 1 ? parts[0] : parts.joined(separator: ": "))
    }
    if form.role == .verb { result += meanings(of: words) }
    let options = slots.filter { $0.style == .option }
    if !options.isEmpty { result += "\nOptions\n" }
    for slot in options { result += entry("\(slot.name)=", optionText(slot)) }
    let phrases = slots.filter { $0.style == .phrase }
    if !phrases.isEmpty { result += "\nPhrases\n" }
    for slot in phrases { result += entry(slot.name, "\(slot.summary) \(slot.kind.placeholder)") }
    return result
  }

  private func head(_ form: Form) -> String {
    switch form.role {
    case .verb:
      let subjects = vocabulary.subjects.compactMap { $0.text(for: form) }
      return "[TIME] " + subjects.joined(separator: "|")
    case .expectation: return form.word == "expect" ? "[TIME] expect [never]" : form.word
    default: return ""
    }
  }

  private func optionText(_ slot: Slot) -> String {
    let values = values(of: slot.kind)
    var parts = values.isEmpty ? [] : ["Takes \(values)"]
    if let standard = slot.standard { parts.append("else \(standard)") }
    if slot.need == .required { parts.append("must be given") }
    if let group = slot.oneOf { parts.append("one \(group) must be given") }
    return parts.isEmpty ? slot.summary : "\(slot.summary) \(parts.joined(separator: "; "))."
  }

  /// What may stand in a place; empty where only the place's own sentence can say it.
  private func values(of kind: ValueKind) -> String {
    switch kind {
    case .quantity: ""
    case .choice(let list) where list.printed == 0: kind.placeholder
    case .choice(let list) where list.choices.count <= 12:
      list.choices.map(\.word).joined(separator: ", ")
    case .choice(let list):
      list.name.contains(" ")
        ? "\(article(list.name)): pushsim words \"\(list.name)\""
        : "\(article(list.name)): pushsim words \(list.name)"
    default: kind.placeholder
    }
  }

  /// What the words of short lists mean, where the lists say it.
  private func meanings(of slots: [Slot]) -> String {
    var result = ""
    for slot in slots {
      guard let list = choices(slot.kind), list.choices.count <= 12,
        list.choices.contains(where: { !$0.summary.isEmpty })
      else { continue }
      result += "\n" + listPage(list)
    }
    return result
  }

  private func optionPage(_ slot: Slot, _ form: Form) -> String {
    let mark = slot.style == .option ? "=" : ""
    var result = wrapped(
      "\(slot.name)\(mark), as in: \(form.example)", width: width, indent: "    ")
    result += wrapped(optionText(slot), width: width, indent: "")
    if let list = choices(slot.kind) { result += "\n" + listPage(list) }
    return result
  }

  private func listPage(_ list: ChoiceList) -> String {
    var result = "\(list.name)\n"
    for choice in list.choices.prefix(list.printed) { result += entry(choice.word, choice.summary) }
    if !list.others.isEmpty { result += wrapped("  " + list.others, width: width, indent: "  ") }
    return result
  }

  /// Every closed list once, in the order in which forms use them.
  private var allLists: [ChoiceList] {
    var lists: [ChoiceList] = []
    for index in vocabulary.forms.indices {
      for slot in vocabulary.slots(of: index) {
        guard let list = choices(slot.kind), !lists.contains(where: { $0.name == list.name })
        else { continue }
        lists.append(list)
      }
    }
    return lists
  }

  private func choices(_ kind: ValueKind) -> ChoiceList? {
    switch kind {
    case .choice(let list), .choiceOrPath(let list), .shares(let list): list
    case .list(let element): choices(element)
    default: nil
    }
  }
}
