import Rulebook

/// Why a message ended as it did: a sentence, the chain of causes, the rules with their sources.
package struct WhyPage {
  private let report: ScenarioReport
  private let fates: [FateReport]
  private let terminal: TerminalText

  /// Prepares the page for some fates of one run.
  package init(report: ScenarioReport, fates: [FateReport], terminal: TerminalText) {
    self.report = report
    self.fates = fates
    self.terminal = terminal
  }

  /// The page for a terminal.
  package var text: String {
    var text = ""
    if !report.choices.isEmpty {
      text += terminal.style(TerminalText.escaped(report.choiceText), .strong) + "\n"
    }
    for fate in fates { text += story(fate) }
    return text
  }

  private func story(_ fate: FateReport) -> String {
    let place = fate.install > 1 ? "\(fate.device)/\(fate.install)" : fate.device
    let whose = fate.user.isEmpty ? "" : " of \(fate.user)"
    let whereTo = place.isEmpty ? ", due on no install" : " on \(place)"
    var sentence = "\"\(fate.message)\"\(whose)\(whereTo): \(fate.fate) at \(fate.time)"
    if !fate.delay.isEmpty { sentence += ", \(fate.delay) after the server took it" }
    if !fate.because.isEmpty, fate.because != fate.surface {
      sentence += ", because of \(fate.because)"
    }
    if !fate.surface.isEmpty { sentence += ", seen in the \(fate.surface)" }
    var text = terminal.style(
      terminal.wrapped(TerminalText.escaped(sentence) + "."), .strong)
    text += "\n"
    text += turns(fate)
    if !fate.fcm.isEmpty {
      text += "FCM's delivery data would count the push as \(fate.fcm).\n"
    }
    text += "\n" + TextReport.chain(fate.causes, label: "", terminal: terminal)
    text += rules(fate)
    return text + "\n"
  }

  /// What made the difference, each thing once.
  private func turns(_ fate: FateReport) -> String {
    var turns: [Cause] = []
    for cause in fate.causes where cause.isTurn {
      let isKnown = turns.contains { $0.line > 0 ? $0.line == cause.line : $0 == cause }
      if !isKnown { turns.append(cause) }
    }
    return turns.map { cause in
      let place = cause.line > 0 ? "line \(cause.line): " : ""
      let rule = cause.rule.isEmpty ? "" : " [\(cause.rule)]"
      return terminal.wrapped(
        TerminalText.escaped(cause.what) + rule, first: "It turns on \(place)", rest: "  ") + "\n"
    }.joined()
  }

  /// The sentences and sources of the rules that the chain names.
  private func rules(_ fate: FateReport) -> String {
    var ids: [String] = []
    for id in fate.causes.map(\.rule) + [fate.because] where !id.isEmpty && !ids.contains(id) {
      ids.append(id)
    }
    var text = ""
    for rule in ids.compactMap({ Rulebook.documented.entry(named: $0) }) {
      text +=
        "\n"
        + terminal.wrapped(
          "\(rule.idText): \(rule.says)", first: "  rule    ", rest: "          ")
      if rule.isReading {
        let answer = report.readings.first { $0.id == rule.idText }?.answer ?? rule.valueText
        let others = rule.answerWords.filter { $0 != answer }.joined(separator: ", ")
        text +=
          "\n"
          + terminal.wrapped(
            "\(answer); it could also be \(others)", first: "  answer  ", rest: "          ")
      }
      text +=
        "\n"
        + terminal.wrapped(
          "\(rule.source) (\(RulesPage.word(for: rule.evidence)))", first: "  source  ",
          rest: "          ")
      text += "\n"
    }
    return text
  }
}
