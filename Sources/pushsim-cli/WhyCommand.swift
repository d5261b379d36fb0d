import PushDomain
import PushWorld
import Reports
import Rulebook
import ScenarioLanguage
import Scenarios

/// `pushsim why`: one message's story and cause.
enum WhyCommand {
  static let command = Command(
    name: "why", usage: "FILE MESSAGE [DEVICE]",
    summary: "what became of one message on each install, and why",
    options: [
      Option(name: "--seed", value: "N", help: "the seed of everything drawn (default 1)"),
      Option(name: "--design", value: "NAME|FILE", help: "test this design instead of the file's"),
      Option(name: "--with", value: "DEFENCE", help: "add a defence", isRepeated: true),
      Option(name: "--without", value: "DEFENCE", help: "take a defence away", isRepeated: true),
      Option(
        name: "--reading", value: "ID=ANSWER", help: "answer an open question", isRepeated: true),
      Option(
        name: "--only", value: "AXIS=VALUE", help: "only the variants with this value",
        isRepeated: true),
      Option(name: "--rules", value: "documented|small", help: "the values of the rules"),
      Option(name: "--json", value: nil, help: "print fates and chains of causes as JSON"),
      Option(name: "--mermaid", value: nil, help: "print a Mermaid sequence diagram of one run"),
    ],
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    guard (2...3).contains(arguments.words.count) else {
      throw Arguments.Trouble(sentence: "why takes a file, a message and perhaps a device")
    }
    let file = arguments.words[0]
    guard Files.kind(file) == .file else {
      throw Arguments.Trouble(sentence: "there is no file \(file.shown)")
    }
    guard !arguments.has("--json") || !arguments.has("--mermaid") else {
      throw Arguments.Trouble(sentence: "give --json or --mermaid, not both")
    }
    let call = try RunCall(arguments, files: [file])
    let plan = try call.plan([Library.compile(file, call.compile)])
    for item in plan {
      guard let scenario = item.scenario else {
        Console.tell(item.trouble)
        return ExitStatus.mistake
      }
      try check(arguments.words, scenario)
    }
    if arguments.has("--mermaid") { return try draw(plan, call, arguments.words) }
    let runs = plan.map { item in
      let report = call.perform(item, explainsFates: true).reports[0]
      return (report: report, fates: fates(of: report, arguments.words))
    }
    guard runs.contains(where: { !$0.fates.isEmpty }) else {
      throw Arguments.Trouble(sentence: neverMeant(arguments.words))
    }
    if arguments.has("--json") {
      Console.print(WhyJSON.text(runs))
    } else {
      let pages = runs.map {
        WhyPage(report: $0.report, fates: $0.fates, terminal: Console.layout()).text
      }
      Console.print(pages.joined(separator: "\n"))
    }
    return 0
  }

  /// Prints the life of the message as a diagram.
  private static func draw(_ plan: [RunCall.Item], _ call: RunCall, _ words: [String]) throws
    -> Int32
  {
    guard plan.count == 1, let scenario = plan[0].scenario,
      let message = scenario.names.message(named: words[1])
    else {
      throw Arguments.Trouble(
        sentence: "a diagram shows a single run; this call has \(plan.count): pick one with --only")
    }
    let device = words.count > 2 ? scenario.names.device(named: words[2]) : nil
    let diagram = MermaidDiagram(
      ScenarioRun(scenario, options: call.options(of: plan[0])), message: message, device: device)
    guard !diagram.isEmpty else { throw Arguments.Trouble(sentence: neverMeant(words)) }
    Console.print(diagram.text)
    return 0
  }

  private static func neverMeant(_ words: [String]) -> String {
    "\(words[1]) was never meant for " + (words.count > 2 ? words[2] : "any install")
  }

  private static func check(_ words: [String], _ scenario: CompiledScenario) throws {
    let messages = (0..<scenario.names.messageCount).map {
      scenario.names.text(of: MessageID($0))
    }
    guard messages.contains(words[1]) else {
      let near = nearest(words[1], messages).map { "; did you mean \($0)?" } ?? ""
      throw Arguments.Trouble(sentence: "\(words[0]) sends no message \(words[1])\(near)")
    }
    guard words.count > 2 else { return }
    let devices = scenario.devices.indices.map { scenario.names.text(of: DeviceID($0)) }
    guard devices.contains(words[2]) else {
      let near = nearest(words[2], devices).map { "; did you mean \($0)?" } ?? ""
      throw Arguments.Trouble(sentence: "\(words[0]) has no device \(words[2])\(near)")
    }
  }

  /// The fates that the call asks for.
  private static func fates(of report: ScenarioReport, _ words: [String]) -> [FateReport] {
    report.fates.filter { $0.message == words[1] && (words.count < 3 || $0.device == words[2]) }
  }
}
