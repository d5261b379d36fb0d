package import Rulebook

/// The printed book: chapters, or the entries that a word picks.
package struct RulesPage {
  private let sections: [(title: String, rules: [Rule])]
  private let showsAdmissions: Bool
  /// Entries whose text has the word, where chapters and ids that have it are shown.
  private let others: [String]
  /// What was typed.
  private let word: String
  /// The file of a scenario that shows a rule, by the rule's id.
  package var showcases: [String: String] = [:]

  /// Picks entries: by the name of a chapter, else by the beginning of an id, else by words of
  /// their text.
  package init(book: Rulebook, word: String, unverifiedFirst: Bool) {
    var chapters: [(chapter: Chapter, rules: [Rule])] = []
    var start = 0
    let entries = book.entries
    for chapter in Chapter.all {
      chapters.append((chapter, Array(entries[start..<(start + chapter.count)])))
      start += chapter.count
    }
    self.word = word
    let search = RuleSearch(word)
    var picked = chapters.map { part in
      (
        title: part.chapter.title.description,
        rules: search.names(part.chapter)
          ? part.rules : part.rules.filter { search.names($0) }
      )
    }
    let told = chapters.flatMap(\.rules).filter { search.finds($0) }.map(\.idText)
    if picked.allSatisfy(\.rules.isEmpty) {
      others = []
      picked = chapters.map { part in
        (part.chapter.title.description, part.rules.filter { search.finds($0) })
      }
    } else {
      let shown = picked.flatMap(\.rules).map(\.idText)
      others = word.isEmpty ? [] : told.filter { !shown.contains($0) }
    }
    var sections = picked.filter { !$0.rules.isEmpty }
    showsAdmissions = unverifiedFirst
    if unverifiedFirst {
      let open = sections.flatMap(\.rules).filter { $0.evidence == .unverified }
      sections = open.isEmpty ? [] : [("What no source states", open)]
    }
    self.sections = sections
  }

  /// Whether nothing was picked.
  package var isEmpty: Bool { sections.isEmpty }

  /// The page for a terminal.
  package func text(terminal: TerminalText) -> String {
    var text = showsAdmissions ? admissions(terminal) : ""
    for section in sections {
      text += terminal.style(section.title, .strong) + "\n"
      for rule in section.rules { text += "\n" + entry(rule, terminal) }
      text += "\n"
    }
    if !others.isEmpty {
      let more = others.count > 12 ? ", …" : ""
      text += terminal.wrapped(
        "Also told of in: " + others.prefix(12).joined(separator: ", ") + more + ".")
      text += "\n"
    }
    return text + narrower(terminal)
  }

  /// What to type for less, where a page is longer than one reads.
  private func narrower(_ terminal: TerminalText) -> String {
    let ids = sections.flatMap(\.rules).map(\.idText)
    guard ids.count > 30 else { return "" }
    let depth = word.split(separator: ".").count + 1
    var groups: [(name: String, count: Int)] = []
    for id in ids {
      let name = id.split(separator: ".").prefix(depth).joined(separator: ".")
      if let known = groups.firstIndex(where: { $0.name == name }) {
        groups[known].count += 1
      } else {
        groups.append((name, 1))
      }
    }
    let several = groups.filter { $0.count > 1 }.map { "\($0.name) (\($0.count))" }
    guard several.count > 1 else { return "" }
    return "\n"
      + terminal.wrapped(
        "These were \(ids.count) rules. pushsim rules takes also: "
          + several.joined(separator: ", ") + ".") + "\n"
  }

  /// The documents that rules cite, for a terminal.
  package static func sources(terminal: TerminalText) -> String {
    var text = terminal.style("The documents that rules cite", .strong) + "\n"
    for source in CitedSource.all {
      text += "\n  \(source.cited)\n"
      text += terminal.wrapped(source.what.description, first: "    ", rest: "    ") + "\n"
      if source.address.utf8CodeUnitCount > 0 { text += "    \(source.address)\n" }
    }
    return text
  }

  /// The documents that rules cite, as Markdown.
  package static var sourcesMarkdown: String {
    var text = "## The documents that rules cite\n\n"
    text += "| cited as | what it is | where |\n|---|---|---|\n"
    for source in CitedSource.all {
      text += "| \(source.cited) | \(MarkdownText.escaped(source.what.description))"
      text += " | \(source.address) |\n"
    }
    return text + "\n"
  }

  /// What the articles themselves call unchecked, and what was found.
  private func admissions(_ terminal: TerminalText) -> String {
    var text = terminal.style("What the sources themselves call unverified", .strong) + "\n"
    for admission in Admission.all {
      text += "\n" + terminal.wrapped(admission.admits.description, first: "  ", rest: "  ")
      text +=
        "\n"
        + terminal.wrapped(
          admission.article.description, first: "    source    ", rest: "              ")
      text +=
        "\n"
        + terminal.wrapped(
          admission.found.description, first: "    found     ", rest: "              ")
      text += "\n"
      if !admission.ids.isEmpty {
        text += terminal.wrapped(
          admission.ids.joined(separator: ", "), first: "    rules     ", rest: "              ")
        text += "\n"
      }
    }
    return text + "\n"
  }

  private func entry(_ rule: Rule, _ terminal: TerminalText) -> String {
    let value = rule.valueText
    var text = "  " + terminal.style(rule.idText, .strong) + (value.isEmpty ? "" : " = \(value)")
    text += "\n" + terminal.wrapped(rule.says.description, first: "    ", rest: "    ") + "\n"
    if rule.isReading {
      let answers = rule.answerWords.joined(separator: ", ")
      text += terminal.wrapped(answers, first: "    answers   ", rest: "              ") + "\n"
    }
    let source = "\(rule.source) (\(Self.word(for: rule.evidence)))"
    text += terminal.wrapped(source, first: "    source    ", rest: "              ") + "\n"
    if let address = CitedSource.named(in: rule.source)?.address, address.utf8CodeUnitCount > 0 {
      text += "    at        \(address)\n"
    }
    if rule.note.utf8CodeUnitCount > 0 {
      text += terminal.wrapped(
        rule.note.description, first: "    but       ", rest: "              ")
      text += "\n"
    }
    switch rule.relation {
    case .enforced:
      text += "    model     \(rule.isReading ? "answers it as above" : "enforces it")\n"
      if let setting = rule.settingText(for: rule.value) {
        text += "    override  \(setting)\n"
      }
    case .constructed:
      text += terminal.wrapped(
        "true by construction: " + rule.reason.description, first: "    model     ",
        rest: "              ")
      text += "\n"
    case .notModelled:
      text += terminal.wrapped(
        "leaves it out: " + rule.reason.description, first: "    model     ", rest: "              "
      )
      text += "\n"
    }
    return text
  }

  /// The page as Markdown tables.
  package var markdown: String {
    var text = ""
    for section in sections {
      text += "## \(MarkdownText.escaped(section.title))\n\n"
      text += "| rule | value | what it says | source | evidence | in the model |\n"
      text += "|---|---|---|---|---|---|\n"
      for rule in section.rules {
        let note = rule.note.description
        let says = rule.says.description + (note.isEmpty ? "" : " But: " + note)
        let answers = rule.answerWords.map { "`\($0)`" }.joined(separator: ", ")
        let value = rule.isReading ? "`\(rule.valueText)` of \(answers)" : rule.valueText
        let model: String
        switch rule.relation {
        case .enforced:
          model = rule.isReading ? "reading" : "enforced"
        case .constructed: model = "by construction: " + rule.reason.description
        case .notModelled: model = "left out: " + rule.reason.description
        }
        text += "| `\(rule.idText)` | \(value) | \(MarkdownText.escaped(says))"
        text += " | \(MarkdownText.escaped(rule.source.description))"
        text += " | \(Self.word(for: rule.evidence)) | \(MarkdownText.escaped(model))"
        text += showcase(of: rule) + " |\n"
      }
      text += "\n"
    }
    return text
  }

  /// A link to a scenario that shows an enforced rule.
  private func showcase(of rule: Rule) -> String {
    guard rule.relation == .enforced, let file = showcases[rule.idText] else { return "" }
    let name = file.hasPrefix("scenarios/") ? String(file.dropFirst(10)) : file
    return ", see [\(MarkdownText.escaped(name))](../\(file))"
  }

  /// How sure a source is, as a word.
  package static func word(for evidence: Rule.Evidence) -> String {
    switch evidence {
    case .documented: "documented"
    case .sourceCode: "read in source code"
    case .reported: "reported"
    case .unverified: "unverified"
    case .design: "our choice"
    }
  }
}

/// Text that is safe inside Markdown.
package enum MarkdownText {
  /// Escapes what Markdown or HTML in it would interpret; line breaks become blanks.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in TerminalText.escaped(text.replacingLines).unicodeScalars {
      switch scalar {
      case "|", "*", "_", "`", "[", "]", "#", "\\": result += "\\" + String(scalar)
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension String {
  fileprivate var replacingLines: String { String(map { $0.isNewline ? " " : $0 }) }
}
