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
    if !fate.because.isEmpty, fate.because != fate.surface {
      sentence += ", because of \(fate.because)"
    }
    if !fate.surface.isEmpty { sentence += ", seen in the \(fate.surface)" }
    var text = terminal.style(
      terminal.wrapped(TerminalText.escaped(sentence) + "."), .strong)
    text += "\n"
    if !fate.fcm.isEmpty {
      text += "FCM's delivery data would count the push as \(fate.fcm).\n"
    }
    text += "\n" + TextReport.chain(fate.causes, label: "", terminal: terminal)
    text += rules(fate)
    return text + "\n"
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
