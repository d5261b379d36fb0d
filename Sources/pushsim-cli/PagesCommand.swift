import Reports
import Rulebook
import ScenarioLanguage
import Scenarios

/// `pushsim pages`: the pages of `reports/`, which are the program's own output.
enum PagesCommand {
  static let command = Command(
    name: "pages", usage: "[FOLDER] [--check]",
    summary: "prints the pages of reports/: outcomes of the scenarios, rules, words",
    options: [
      Option(name: "--check", value: nil, help: "write nothing; exit 1 where a page is not fresh")
    ],
    words: 0...1, run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    let folder = arguments.words.first ?? "reports"
    guard Files.kind(folder) == .folder else {
      throw Arguments.Trouble(sentence: "there is no folder \(folder)")
    }
    var status: Int32 = 0
    let (report, scenarios) = try outcomes()
    let wrong = report.scenarios.filter { $0.verdict == .mistaken || $0.verdict == .unsound }
    guard wrong.isEmpty else {
      for remark in wrong.flatMap(\.remarks) { Console.tell(remark.text) }
      throw Arguments.Trouble(sentence: "no page is written while a scenario cannot run")
    }
    for page in pages(report, scenarios) {
      let path = "\(folder)/\(page.name)"
      if arguments.has("--check") {
        let old = try? Files.read(path, limit: 64 << 20)
        guard old != Array(page.text.utf8) else { continue }
        Console.print("\(TerminalText.escaped(path)) is not fresh: run pushsim pages\n")
        status = 1
      } else {
        try Files.write(page.text, to: path)
        Console.print("wrote \(TerminalText.escaped(path))\n")
      }
    }
    return status
  }

  private static func outcomes() throws -> (RunReport, [CompiledScenario]) {
    let call = try RunCall(Arguments([], options: [], command: "pages"))
    let compiled = Workers.map(count: call.files.count, workers: call.jobs) { [call] in
      Library.compile(call.files[$0], call.compile)
    }
    let plan = try call.plan(compiled)
    let results = Workers.map(count: plan.count, workers: call.jobs) { [call, plan] in
      call.perform(plan[$0])
    }
    var report = RunReport()
    report.scenarios = results.flatMap(\.reports)
    return (report, plan.compactMap(\.scenario))
  }

  /// Which scenario shows each enforced rule.
  private static func showcases(_ scenarios: [CompiledScenario]) -> [String: String] {
    let trials = RuleTrials(scenarios)
    let rules = Rulebook.documented.entries.filter { $0.relation == .enforced }
    let files = Workers.map(count: rules.count, workers: Workers.available) {
      [trials, rules] in trials.showcase(of: rules[$0])?.file
    }
    var showcases: [String: String] = [:]
    for (rule, file) in zip(rules, files) { showcases[rule.idText] = file }
    return showcases
  }

  private static func pages(
    _ report: RunReport, _ scenarios: [CompiledScenario]
  ) -> [(name: String, text: String)] {
    var rules = RulesPage(book: .documented, word: "", unverifiedFirst: false)
    rules.showcases = showcases(scenarios)
    return [
      ("README.md", OutcomePage.markdown(report)),
      (
        "rules.md",
        "# The rulebook\n\nPrinted by `pushsim pages`.\n\n" + RulesPage.sourcesMarkdown
          + rules.markdown
      ),
      (
        "words.md",
        "# The words of the language\n\nPrinted by `pushsim pages`; `pushsim words WORD` says more.\n\n```\n"
          + Reference(Language.vocabulary).index() + "```\n"
      ),
    ]
  }
}
