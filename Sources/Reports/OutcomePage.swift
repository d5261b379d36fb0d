/// The outcomes of a scenario library as a Markdown page: an index that a person reads on a code host.
package enum OutcomePage {
  /// Prints the page of a report; `root` leads from the page's folder to the files.
  package static func markdown(_ report: RunReport, root: String = "../") -> String {
    var text = """
      # What the shipped scenarios show

      Printed by `pushsim pages`; a test keeps it fresh. A run that *shows a breach* is one whose file declares that this design breaks the promise, and it does.

      | verdict | runs |
      |---|---:|

      """
    for verdict in ScenarioReport.Verdict.allCases where report.count(verdict) > 0 {
      text += "| \(verdict.rawValue) | \(report.count(verdict)) |\n"
    }
    let breaches = report.scenarios.count { $0.hasExpectedBreach }
    text += "| of these show a declared breach | \(breaches) |\n"
    var chapter = ""
    for scenario in report.scenarios {
      let parts = scenario.file.split(separator: "/")
      let name = parts.count > 1 ? String(parts[parts.count - 2]) : ""
      if name != chapter {
        chapter = name
        text +=
          "\n## \(MarkdownText.escaped(name))\n\n| scenario | variant | outcome |\n|---|---|---|\n"
      }
      text += row(scenario, root: root)
    }
    return text + breachStories(report, root: root)
  }

  private static func row(_ scenario: ScenarioReport, root: String) -> String {
    let variant = scenario.variant.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    var outcome = scenario.verdict.rawValue
    let broken = scenario.promises.filter { $0.isExpected && $0.verdict == .violated }
    if !broken.isEmpty {
      outcome += ", shows a breach of " + broken.map(\.name).joined(separator: ", ")
    }
    return "| [\(MarkdownText.escaped(scenario.name))](\(link(scenario.file, root))) "
      + "| \(MarkdownText.escaped(variant)) | \(outcome) |\n"
  }

  /// How each declared breach came about.
  private static func breachStories(_ report: RunReport, root: String) -> String {
    var text = "\n## How the declared breaches come about\n"
    for scenario in report.scenarios {
      for promise in scenario.promises where promise.isExpected && promise.verdict == .violated {
        guard let breach = promise.breach else { continue }
        text += "\n### \(promise.name): \(MarkdownText.escaped(scenario.name))\n\n"
        text += "\(MarkdownText.escaped(breach.what)), at \(breach.time)"
        text += " ([\(MarkdownText.escaped(scenario.file))](\(link(scenario.file, root))))\n\n"
        for cause in breach.causes {
          let line = cause.line > 0 ? " (line \(cause.line))" : ""
          let rule = cause.rule.isEmpty ? "" : " `\(cause.rule)`"
          text += "* \(cause.time)\(line): \(MarkdownText.escaped(cause.what))\(rule)\n"
        }
      }
    }
    return text
  }

  /// A relative link; what Markdown would interpret is percent-encoded.
  private static func link(_ file: String, _ root: String) -> String {
    var result = root
    for byte in file.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }
}
