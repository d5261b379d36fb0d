/// The report as JUnit XML, as the readers of GitHub, GitLab and Jenkins take it.
///
/// One suite a file, one case a variant. The message stands in the attribute and in the body,
/// because some readers show only one of them; the place is repeated in the body.
package enum JUnitReport {
  /// Prints a report.
  package static func text(_ report: RunReport) -> String {
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml += "<testsuites name=\"pushsim\"\(totals(report.scenarios))>\n"
    var index = 0
    while index < report.scenarios.count {
      let file = report.scenarios[index].file
      let cases = report.scenarios[index...].prefix { $0.file == file }
      xml += "  <testsuite name=\"\(XMLText.attribute(file))\"\(totals(cases))>\n"
      for scenario in cases { xml += testCase(scenario) }
      xml += "  </testsuite>\n"
      index += cases.count
    }
    return xml + "</testsuites>\n"
  }

  private static func totals(_ cases: some Collection<ScenarioReport>) -> String {
    let failures = cases.count { $0.verdict == .violated }
    let errors = cases.count { $0.verdict == .mistaken || $0.verdict == .unsound }
    let skipped = cases.count { $0.verdict == .inconclusive }
    return " tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
      + " skipped=\"\(skipped)\" time=\"0\""
  }

  private static func testCase(_ scenario: ScenarioReport) -> String {
    var name = scenario.name.isEmpty ? scenario.file : scenario.name
    if !scenario.variant.isEmpty {
      name += " [" + scenario.variant.map { "\($0.name)=\($0.value)" }.joined(separator: " ") + "]"
    }
    if scenario.seed != 1 { name += " seed=\(scenario.seed)" }
    let findings = scenario.findings
    let line = findings.first?.line ?? 1
    var xml = "    <testcase name=\"\(XMLText.attribute(name))\""
    xml += " classname=\"\(XMLText.attribute(className(scenario.file)))\""
    xml += " file=\"\(XMLText.attribute(scenario.file))\" line=\"\(max(1, line))\" time=\"0\""
    guard scenario.verdict != .held else { return xml + "/>\n" }
    let message = findings.first?.text ?? scenario.verdict.rawValue
    let element: String
    switch scenario.verdict {
    case .mistaken, .unsound: element = "error"
    case .inconclusive: element = "skipped"
    default: element = "failure"
    }
    xml += ">\n      <\(element) message=\"\(XMLText.attribute(message))\""
    if element != "skipped" { xml += " type=\"\(scenario.verdict.rawValue)\"" }
    xml += ">"
    for finding in findings {
      xml += XMLText.content("\(scenario.file):\(max(1, finding.line)): \(finding.text)\n")
    }
    for breach in scenario.unexpectedBreaches {
      for cause in breach.causes {
        xml += XMLText.content(
          "  \(cause.time)\(cause.line > 0 ? " line \(cause.line)" : "")  \(cause.what)\n")
      }
    }
    return xml + "</\(element)>\n    </testcase>\n"
  }

  /// Readers cut a class name at its dots, so the ending goes and slashes become dots.
  private static func className(_ file: String) -> String {
    var name = file
    if name.hasSuffix(".push") { name.removeLast(5) }
    return String(name.map { $0 == "/" ? "." : $0 })
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

extension ScenarioReport {
  /// What a person must know first: mistakes, breaches, failed expectations, remarks.
  package var findings: [RemarkReport] {
    var findings: [RemarkReport] = []
    for promise in promises where promise.verdict == .violated && !promise.isExpected {
      for breach in promise.breaches.prefix(1) {
        findings.append(
          RemarkReport(line: breach.line, text: "\(promise.name) violated: \(breach.what)"))
      }
    }
    for expectation in expectations where expectation.verdict != .held {
      findings.append(
        RemarkReport(
          line: expectation.line, text: "expected \(expectation.text): found \(expectation.actual)")
      )
    }
    return findings + remarks
  }

  /// The first breach of every promise that the file does not declare broken.
  package var unexpectedBreaches: [PromiseReport.Breach] {
    promises.filter { $0.verdict == .violated && !$0.isExpected }.compactMap(\.breaches.first)
  }
}
