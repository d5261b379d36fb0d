/// The report for people: one line a scenario, and the whole story where something is to be said.
package struct TextReport {
  /// How text is laid out.
  package var terminal = TerminalText()
  /// Show fates and expectations even of what held: for a call on one file.
  package var isDetailed = false
  /// What one types to see a scenario again, without its file.
  package var replayOptions = ""

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
    return "\n" + terminal.wrapped(line) + "\n"
  }

  /// One scenario: its line, and below it what a reader must know.
  private func scenario(_ scenario: ScenarioReport) -> String {
    var text = headline(scenario)
    if isDetailed, scenario.verdict != .mistaken || !scenario.digest.isEmpty {
      text += "  \(Self.safe(scenario.name))\n"
      text += terminal.style(
        "  design \(Self.safe(scenario.design)) · seed \(scenario.seed) · \(scenario.simulated)"
          + " simulated · \(scenario.events) events · digest \(scenario.digest)\n", .faint)
    }
    for promise in scenario.promises where promise.verdict == .violated {
      if isDetailed || !promise.isExpected { text += breach(promise, of: scenario) }
    }
    if !isDetailed { text += expectedBreaches(scenario) }
    for expectation in scenario.expectations where expectation.verdict != .held {
      text += self.expectation(expectation, of: scenario)
    }
    for remark in scenario.remarks { text += self.remark(remark, of: scenario) }
    if isDetailed { text += details(scenario) }
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
    if !scenario.variant.isEmpty {
      title += " [" + scenario.variant.map { "\($0.name)=\($0.value)" }.joined(separator: " ") + "]"
    }
    return terminal.style(verdict, style) + title + "\n"
  }

  /// The declared breaches in few lines, so that a reader of the list sees what the design leaks.
  private func expectedBreaches(_ scenario: ScenarioReport) -> String {
    let broken = scenario.promises.filter { $0.isExpected && $0.verdict == .violated }
    guard let breach = broken.first?.breaches.first else { return "" }
    let names = broken.map(\.name).joined(separator: ", ")
    return terminal.wrapped(
      "as declared, breaks \(names): \(Self.safe(breach.what))",
      first: "             ", rest: "               ") + "\n"
  }

  private func breach(_ promise: PromiseReport, of scenario: ScenarioReport) -> String {
    guard let breach = promise.breaches.first else { return "" }
    let word = promise.isExpected ? "breaks, as declared," : "violates"
    var text = "\n  \(terminal.style("\(word) \(promise.name)", .strong))\n"
    text += labelled("promised", PromiseText.sentence(promise.name))
    text += labelled("happened", "\(breach.time)  \(Self.safe(breach.what))")
    text += Self.chain(breach.causes, label: "because", terminal: terminal)
    let more = promise.breaches.count - 1
    if more > 0 { text += labelled("", "and \(more) more like it") }
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

  private func replay(_ scenario: ScenarioReport) -> String {
    labelled(
      "replay", "pushsim run \(Self.safe(scenario.file)) --seed \(scenario.seed)\(replayOptions)")
  }

  /// The fates and expectations of one scenario as tables.
  private func details(_ scenario: ScenarioReport) -> String {
    var text = ""
    if !scenario.fates.isEmpty {
      text += "\n  \(terminal.style("fates", .strong))\n"
      for fate in scenario.fates.prefix(Self.fatesShown) { text += self.fate(fate) }
      let more = scenario.fates.count - Self.fatesShown
      if more > 0 { text += "    and \(more) more; --json has all of them\n" }
    }
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
    let readings = scenario.readings.filter(\.mattered).map { "\($0.id)=\($0.answer)" }
    if !readings.isEmpty {
      text += terminal.wrapped(
        readings.joined(separator: ", "), first: "  rests on readings  ",
        rest: "                     ")
      text += "\n"
    }
    return text
  }

  private static let fatesShown = 20

  private func fate(_ fate: FateReport) -> String {
    var place = fate.install > 1 ? "\(fate.device)/\(fate.install)" : fate.device
    if place.isEmpty { place = "nowhere" }
    var line = TerminalText.padded(Self.safe(fate.message), 10) + " "
    line += TerminalText.padded(Self.safe(place), 10) + " "
    line += TerminalText.padded(fate.fate, 13) + " "
    line += TerminalText.padded(fate.time, 12) + " "
    if !fate.because.isEmpty, fate.because != fate.surface {
      line += "because \(fate.because)"
    }
    if !fate.surface.isEmpty { line += " on \(fate.surface)" }
    while line.last == " " { line.removeLast() }
    return terminal.wrapped(line.preservingBlanks, first: "    ", rest: "      ")
      .restoringBlanks + "\n"
  }

  /// A chain of causes: time, place in the story, what happened, the rule.
  static func chain(_ causes: [Cause], label: String, terminal: TerminalText) -> String {
    var text = ""
    for (index, cause) in causes.enumerated() {
      let line = cause.line > 0 ? "line \(cause.line)" : ""
      let prefix =
        "    " + TerminalText.padded(index == 0 ? label : "", 10)
        + TerminalText.padded(cause.time, 11) + " " + TerminalText.padded(line, 9)
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

extension String {
  /// Columns of a table survive wrapping by blanks that do not break.
  fileprivate var preservingBlanks: String {
    String(map { $0 == " " ? "\u{A0}" : $0 })
  }

  fileprivate var restoringBlanks: String {
    String(map { $0 == "\u{A0}" ? " " : $0 })
  }
}

extension ScenarioReport {
  /// Whether a promise is broken as the file declares.
  package var hasExpectedBreach: Bool {
    promises.contains { $0.isExpected && $0.verdict == .violated }
  }
}
