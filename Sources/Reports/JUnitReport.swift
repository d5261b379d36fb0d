/// The report as JUnit XML, as the readers of GitHub, GitLab and Jenkins take it.
///
/// One suite a run of a file; one case for its story, one for each expectation and one for each
/// promise that came into play, so that each stands at its own line with its own chain of causes.
/// The message stands in the attribute and in the body, because some readers show only one of
/// them; the place is repeated in the body.
package enum JUnitReport {
  /// One case of a suite.
  private struct Case {
    var name: String
    var line: Int
    var verdict = ScenarioReport.Verdict.held
    /// What went wrong, the first sentence first, with the lines of the story.
    var findings: [RemarkReport] = []
    var causes: [Cause] = []
  }

  /// Prints a report.
  package static func text(_ report: RunReport) -> String {
    let suites = report.scenarios.map { (scenario: $0, cases: cases($0)) }
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml += "<testsuites name=\"pushsim\"\(totals(suites.flatMap(\.cases)))>\n"
    for suite in suites {
      xml += "  <testsuite name=\"\(XMLText.attribute(name(suite.scenario)))\""
      xml += "\(totals(suite.cases))>\n"
      for item in suite.cases { xml += element(item, of: suite.scenario) }
      xml += "  </testsuite>\n"
    }
    return xml + "</testsuites>\n"
  }

  private static func name(_ scenario: ScenarioReport) -> String {
    var name = scenario.file
    if !scenario.choices.isEmpty { name += " " + scenario.choiceText }
    return scenario.seed == 1 ? name : name + " seed=\(scenario.seed)"
  }

  private static func totals(_ cases: [Case]) -> String {
    let failures = cases.count { $0.verdict == .violated }
    let errors = cases.count { $0.verdict == .mistaken || $0.verdict == .unsound }
    let skipped = cases.count { $0.verdict == .inconclusive }
    return " tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
      + " skipped=\"\(skipped)\" time=\"0\""
  }

  private static func cases(_ scenario: ScenarioReport) -> [Case] {
    var story = Case(
      name: scenario.name.isEmpty ? "the story" : scenario.name, line: 1,
      findings: scenario.remarks.filter { $0.verdict != .held })
    for verdict in [ScenarioReport.Verdict.inconclusive, .violated, .mistaken, .unsound]
    where story.findings.contains(where: { $0.verdict == verdict }) {
      story.verdict = verdict
    }
    story.line = story.findings.first?.line ?? 1
    var cases = [story]
    for expectation in scenario.expectations {
      var item = Case(name: "expect " + expectation.text, line: expectation.line)
      if expectation.verdict != .held {
        item.verdict = expectation.verdict
        item.findings = [
          RemarkReport(
            line: expectation.line,
            text: "expected \(expectation.text): found \(expectation.actual)")
        ]
        item.causes = expectation.causes
      }
      cases.append(item)
    }
    for promise in scenario.promises where promise.verdict != .notExercised {
      cases.append(self.promise(promise))
    }
    return cases
  }

  private static func promise(_ promise: PromiseReport) -> Case {
    var item = Case(name: promise.name, line: 1)
    guard promise.verdict == .violated, let breach = promise.breach else { return item }
    item.line = breach.line
    guard !promise.isExpected else {
      item.name += ", broken as declared"
      return item
    }
    item.verdict = .violated
    item.findings = [
      RemarkReport(line: breach.line, text: "\(promise.name) violated: \(breach.what)")
    ]
    item.causes = breach.causes
    return item
  }

  private static func element(_ item: Case, of scenario: ScenarioReport) -> String {
    var xml = "    <testcase name=\"\(XMLText.attribute(item.name))\""
    xml += " classname=\"\(XMLText.attribute(className(scenario)))\""
    xml += " file=\"\(XMLText.attribute(scenario.file))\" line=\"\(max(1, item.line))\" time=\"0\""
    guard item.verdict != .held else { return xml + "/>\n" }
    let element: String
    switch item.verdict {
    case .mistaken, .unsound: element = "error"
    case .inconclusive: element = "skipped"
    default: element = "failure"
    }
    let message = item.findings.first?.text ?? item.verdict.rawValue
    xml += ">\n      <\(element) message=\"\(XMLText.attribute(message))\""
    if element != "skipped" { xml += " type=\"\(item.verdict.rawValue)\"" }
    xml += ">"
    for finding in item.findings {
      // A rendered mistake begins with its own place.
      let isPlaced = finding.text.utf8.contains(0x0A)
      let place = isPlaced ? "" : "\(scenario.file):\(max(1, finding.line)): "
      xml += XMLText.content("\(place)\(finding.text)\n")
    }
    for cause in item.causes {
      let place = cause.line > 0 ? " line \(cause.line)" : ""
      let rule = cause.rule.isEmpty ? "" : " [\(cause.rule)]"
      xml += XMLText.content("  \(cause.time)\(place)  \(cause.what)\(rule)\n")
    }
    return xml + "</\(element)>\n    </testcase>\n"
  }

  /// Readers cut a class name at its dots, so the ending goes and slashes become dots.
  private static func className(_ scenario: ScenarioReport) -> String {
    var name = scenario.file
    if name.hasSuffix(".push") { name.removeLast(5) }
    name = String(name.map { $0 == "/" ? "." : $0 })
    // Two cases of one class and name would be one to a reader.
    return scenario.choices.isEmpty ? name : name + " " + scenario.choiceText
  }
}

/// Text that is safe inside XML.
package enum XMLText {
  /// Escapes for an attribute in double quotes.
  package static func attribute(_ text: String) -> String { escape(text, isAttribute: true) }

  /// Escapes for the content of an element.
  package static func content(_ text: String) -> String { escape(text, isAttribute: false) }

  /// Characters that XML 1.0 cannot carry become the replacement character.
  private static func escape(_ text: String, isAttribute: Bool) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where isAttribute: result += "&quot;"
      case "\n" where isAttribute: result += "&#10;"
      case "\t" where isAttribute: result += "&#9;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
