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
    for subject in vocabulary.subjects {
      if case .everything = subject.meaning { continue }
      let forms = vocabulary.forms.filter {
        $0.role == .verb && $0.subjects & (subject.kind | subject.qualifiedKind) != 0
      }
      result += "\n" + section("Verbs of \(subject.word)", forms)
    }
    result += "\nExpectations\n"
    for form in vocabulary.forms where form.role == .expectation {
      result += entry(form.word == "expect" ? "expect \(form.usage)" : form.word, form.summary)
    }
    return result
  }

  /// Everything about one word; nil when the language does not have it.
  package func page(_ word: String) -> String? {
    var pages = vocabulary.forms.indices.filter { answers(vocabulary.forms[$0], to: word) }
      .map { page(of: $0) }
    if word == "repeat" { pages.append(wrapped(repeatSummary, width: width, indent: "")) }
    if pages.isEmpty {
      for index in vocabulary.forms.indices {
        for slot in vocabulary.slots(of: index) where slot.name == word && slot.style != .word {
          return optionPage(slot, vocabulary.forms[index])
        }
      }
      if let list = list(named: word) { return listPage(list) }
    }
    return pages.isEmpty ? nil : pages.joined(separator: "\n")
  }

  /// Words that a person may have meant.
  package func nearest(to word: String) -> String? {
    nearestWord(to: word, among: vocabulary.forms.map(\.word) + ["repeat"])
  }

  private func answers(_ form: Form, to word: String) -> Bool {
    form.word == word
      || form.role == .expectation && form.slots.first(where: \.isLiteral)?.name == word
  }

  private func section(_ title: String, _ forms: [Form]) -> String {
    forms.isEmpty ? "" : title + "\n" + forms.map { entry($0.word, $0.summary) }.joined()
  }

  private func entry(_ word: String, _ summary: String) -> String {
    let gap = String(repeating: " ", count: max(2, 20 - word.count))
    if word.count > 20 {
      return "  \(word)\n" + wrapped("      " + summary, width: width, indent: "      ")
    }
    return wrapped(
      "  \(word)\(gap)\(summary)", width: width, indent: String(repeating: " ", count: 22))
  }

  private func page(of index: Int) -> String {
    let form = vocabulary.forms[index]
    var result = wrapped("\(head(form)) \(form.usage)", width: width, indent: "    ")
    result += wrapped(form.summary, width: width, indent: "")
    result += "\n  \(form.example)\n"
    let slots = vocabulary.slots(of: index)
    let words = slots.filter { $0.style == .word && !$0.isLiteral }
    if !words.isEmpty { result += "\nWords\n" }
    for slot in words {
      let summary = slot.summary.isEmpty ? slot.kind.placeholder : slot.summary
      let more = summary == slot.kind.placeholder ? "" : ": \(slot.kind.placeholder)"
      result += entry(slot.name.uppercased(), summary + more)
    }
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
      let subjects = vocabulary.subjects.filter {
        ($0.kind | $0.qualifiedKind) & form.subjects != 0
      }
      return "[TIME] " + subjects.map(\.word).joined(separator: "|")
    case .expectation: return form.word
    default: return ""
    }
  }

  private func optionText(_ slot: Slot) -> String {
    var text = "\(slot.summary) Takes \(slot.kind.placeholder)"
    if let standard = slot.standard { text += "; else \(standard)" }
    if slot.need == .required { text += "; must be given" }
    if let group = slot.oneOf { text += "; one \(group) must be given" }
    return text + "."
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
    "\(list.name)\n" + list.choices.map { entry($0.word, $0.summary) }.joined()
  }

  private func list(named name: String) -> ChoiceList? {
    for index in vocabulary.forms.indices {
      for slot in vocabulary.slots(of: index) {
        if let list = choices(slot.kind), list.name == name { return list }
      }
    }
    return nil
  }

  private func choices(_ kind: ValueKind) -> ChoiceList? {
    switch kind {
    case .choice(let list), .choiceOrPath(let list), .shares(let list): list
    case .list(let element): choices(element)
    default: nil
    }
  }
}
