import PushDomain
import Scenarios

/// The report for people: one line a scenario, and the whole story where something is to be said.
package struct TextReport {
  /// How text is laid out.
  package var terminal = TerminalText()
  /// Show fates and expectations even of what held: for a call on one file.
  package var isDetailed = false
  /// What one types to see a scenario again, behind its file, seed and variant.
  package var replayOptions: [String] = []

  /// A plain report.
  package init() {}

  /// Prints a report.
  package func text(_ report: RunReport) -> String {
    var text = ""
    for (index, scenario) in report.scenarios.enumerated() {
      if isDetailed, index > 0 { text += "\n" }
      text += self.scenario(scenario)
    }
    for remark in report.remarks {
      text += terminal.wrapped(Self.safe(remark), first: "note: ", rest: "      ") + "\n"
    }
    return text + summary(report)
  }

  /// The last line: how many ended how.
  private func summary(_ report: RunReport) -> String {
    var parts: [String] = []
    for verdict in ScenarioReport.Verdict.allCases {
      let count = report.count(verdict)
      if count > 0 { parts.append("\(count) \(verdict.rawValue)") }
    }
    let runs = report.scenarios.count
    let declared = report.scenarios.count { $0.verdict == .held && $0.hasExpectedBreach }
    var line = "\(runs) run\(runs == 1 ? "" : "s"): " + parts.joined(separator: ", ")
    if declared > 0 {
      line += " (\(declared) of them show a breach that their file declares)"
    }
    return "\n" + terminal.wrapped(line) + "\n" + legend(report)
  }

  /// What the verdicts mean, and what to type next.
  private func legend(_ report: RunReport) -> String {
    guard report.scenarios.contains(where: { $0.verdict != .mistaken }) else { return "" }
    let meanings = ScenarioReport.Verdict.allCases.filter { report.count($0) > 0 }.map {
      terminal.wrapped("\($0.rawValue): \($0.meaning)", first: "", rest: "  ") + "\n"
    }
    let hint =
      isDetailed
      ? "pushsim why FILE MESSAGE tells how a message came to its end."
      : "pushsim run FILE tells one file in full, pushsim why FILE MESSAGE how one message ended."
    return failures(report) + meanings.joined() + terminal.wrapped(hint) + "\n"
  }

  /// What did not hold once more, where a list of many hides it.
  private func failures(_ report: RunReport) -> String {
    let failed = report.scenarios.filter { $0.verdict != .held }
    guard !isDetailed, failed.count < report.scenarios.count else { return "" }
    let more = failed.count - 20
    return failed.prefix(20).map(headline).joined()
      + (more > 0 ? "and \(more) more; --json FILE has all of them\n" : "")
  }

  /// One scenario: its line, and below it what a reader must know.
  private func scenario(_ scenario: ScenarioReport) -> String {
    var text = headline(scenario)
    if isDetailed, scenario.verdict != .mistaken || !scenario.digest.isEmpty {
      text += terminal.wrapped(Self.safe(scenario.name), first: "  ", rest: "  ") + "\n"
      let facts =
        "design \(Self.safe(scenario.design)) · seed \(scenario.seed) · \(scenario.simulated)"
        + " simulated · \(scenario.events) events · digest \(scenario.digest)"
      text += terminal.style(terminal.wrapped(facts, first: "  ", rest: "  "), .faint) + "\n"
    }
    for promise in scenario.promises where promise.verdict == .violated {
      if isDetailed || !promise.isExpected { text += breach(promise, of: scenario) }
    }
    if !isDetailed { text += expectedBreaches(scenario) }
    // A story that could not go on explains what was not as expected.
    let mistakes = scenario.remarks.filter { $0.verdict == .mistaken }
    for remark in mistakes { text += self.remark(remark, of: scenario) }
    for expectation in scenario.expectations where expectation.verdict != .held {
      text += self.expectation(expectation, of: scenario)
    }
    for remark in scenario.remarks where remark.verdict != .mistaken {
      text += self.remark(remark, of: scenario)
    }
    if isDetailed { text += details(scenario) }
    text += readings(scenario)
    if scenario.verdict != .held, scenario.verdict != .mistaken { text += replay(scenario) }
    return text
  }

  private func headline(_ scenario: ScenarioReport) -> String {
    let style: TerminalText.Style
    switch scenario.verdict {
    case .held: style = .good
    case .inconclusive: style = .doubtful
    default: style = .bad
    }
    let verdict = TerminalText.padded(scenario.verdict.rawValue, 13)
    var title = Self.safe(scenario.file)
    if !scenario.choices.isEmpty { title += " " + scenario.choiceText }
    let lines = terminal.wrapped(title, first: verdict, rest: "               ")
    return terminal.style(verdict, style) + lines.dropFirst(verdict.count) + "\n"
  }

  /// The declared breaches in few lines, so that a reader of the list sees what the design leaks.
  private func expectedBreaches(_ scenario: ScenarioReport) -> String {
    let broken = scenario.promises.filter { $0.isExpected && $0.verdict == .violated }
    guard let breach = broken.first?.breach else { return "" }
    let names = broken.map(\.name).joined(separator: ", ")
    return terminal.wrapped(
      "as declared, breaks \(names): \(Self.safe(breach.what))",
      first: "             ", rest: "               ") + "\n"
  }

  private func breach(_ promise: PromiseReport, of scenario: ScenarioReport) -> String {
    guard let breach = promise.breach else { return "" }
    let word = promise.isExpected ? "breaks, as declared," : "violates"
    var text = "\n  \(terminal.style("\(word) \(promise.name)", .strong))\n"
    text += labelled("promised", Promise.named(promise.name)?.sentence ?? promise.name)
    text += labelled("happened", "\(breach.time)  \(Self.safe(breach.what))")
    text += Self.chain(breach.causes, label: "because", terminal: terminal)
    let told = promise.isExpected ? promise.count : promise.undeclared
    if told > 1 { text += labelled("", "and \(told - 1) more like it") }
    let declared = promise.count - told
    if declared > 0 { text += labelled("", "and \(declared) that the file declares") }
    if !promise.remedies.isEmpty {
      text += labelled("avoided", promise.remedies.joined(separator: ", or "))
    }
    return text
  }

  private func expectation(
    _ expectation: ExpectationReport, of scenario: ScenarioReport
  ) -> String {
    let place = "\(Self.safe(scenario.file)):\(expectation.line)"
    var text = "\n  \(terminal.style("not as expected at \(place)", .strong))\n"
    text += labelled("expected", Self.safe(expectation.text))
    text += labelled("found", Self.safe(expectation.actual))
    return text + Self.chain(expectation.causes, label: "because", terminal: terminal)
  }

  private func remark(_ remark: RemarkReport, of scenario: ScenarioReport) -> String {
    let place = remark.line > 0 ? "\(Self.safe(scenario.file)):\(remark.line): " : ""
    // A rendered mistake has its own layout of lines and carets.
    if remark.text.utf8.contains(0x0A) { return remark.text }
    return terminal.wrapped(place + Self.safe(remark.text), first: "  ", rest: "    ") + "\n"
  }

  /// What one types to see exactly this run again.
  private func replay(_ scenario: ScenarioReport) -> String {
    var words = ["pushsim", "run", scenario.file, "--seed", "\(scenario.seed)"]
    for pair in scenario.variant { words += ["--only", "\(pair.name)=\(pair.value)"] }
    for pair in scenario.answers { words += ["--reading", "\(pair.name)=\(pair.value)"] }
    words += replayOptions
    return "\n" + terminal.command(words, first: "  replay  ", rest: "          ") + "\n"
  }

  /// The open questions on whose answers the outcome rests.
  private func readings(_ scenario: ScenarioReport) -> String {
    let decisive = scenario.readings.filter { $0.changes.contains { !$0.flips.isEmpty } }
    let others = scenario.readings.filter { $0.mattered && !decisive.contains($0) }
    var text = ""
    if !decisive.isEmpty {
      text +=
        "\n"
        + terminal.wrapped(
          "\(terminal.style("rests on", .strong)) the answers to questions that no document settles",
          first: "  ", rest: "  ")
      text += "\n"
    }
    for reading in decisive {
      text += terminal.wrapped("\(reading.id) = \(reading.answer)", first: "    ") + "\n"
      for change in reading.changes where !change.flips.isEmpty {
        text += terminal.wrapped(
          "if \(change.answer): " + change.flips.joined(separator: ", "), first: "      ",
          rest: "        ")
        text += "\n"
      }
    }
    if !others.isEmpty {
      text += "\n"
      text += terminal.wrapped(
        "other answers than these change fates, and no verdict: "
          + others.map { "\($0.id)=\($0.answer)" }.joined(separator: ", "),
        first: "  ", rest: "    ")
      text += "\n"
    }
    return text
  }

  /// The fates and expectations of one scenario as tables.
  private func details(_ scenario: ScenarioReport) -> String {
    var text = ""
    text += FateTable(scenario.fates, terminal: terminal).text
    let held = scenario.expectations.count { $0.verdict == .held }
    if held > 0 {
      text += "\n  \(terminal.style("expectations", .strong))\n"
      for expectation in scenario.expectations where expectation.verdict == .held {
        text +=
          terminal.wrapped(
            Self.safe(expectation.text), first: "    held  line \(expectation.line)  ",
            rest: "            ") + "\n"
      }
    }
    let exercised = scenario.promises.filter { $0.verdict == .held }.map(\.name)
    if !exercised.isEmpty {
      text +=
        "\n"
        + terminal.wrapped(
          exercised.joined(separator: ", "), first: "  promises held  ", rest: "                 ")
      text += "\n"
    }
    return text
  }

  /// A chain of causes: time, place in the story, what happened, the rule.
  static func chain(_ causes: [Cause], label: String, terminal: TerminalText) -> String {
    var text = ""
    let width = causes.reduce(11) { max($0, $1.time.count) } + 1
    // A population has no lines.
    let lineWidth = causes.contains { $0.line > 0 } ? 9 : 0
    for (index, cause) in causes.enumerated() {
      let line = cause.line > 0 ? "line \(cause.line)" : ""
      let prefix =
        "    " + TerminalText.padded(index == 0 ? label : "", 10)
        + TerminalText.padded(cause.time, width) + TerminalText.padded(line, lineWidth)
      var what = safe(cause.what)
      if !cause.rule.isEmpty { what += " [\(cause.rule)]" }
      text +=
        terminal.wrapped(
          what, first: prefix, rest: String(repeating: " ", count: prefix.count)) + "\n"
    }
    return text
  }

  private func labelled(_ label: String, _ sentence: String) -> String {
    terminal.wrapped(
      sentence, first: "    " + TerminalText.padded(label, 10), rest: "              ") + "\n"
  }

  private static func safe(_ text: String) -> String { TerminalText.escaped(text) }
}

extension ScenarioReport {
  /// Whether a promise is broken as the file declares.
  package var hasExpectedBreach: Bool {
    promises.contains { $0.isExpected && $0.verdict == .violated }
  }
}
