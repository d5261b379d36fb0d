import Reports
import ScenarioLanguage
import Scenarios

/// `pushsim walk`: a story told as it happens.
enum WalkCommand {
  static let command = Command(
    name: "walk", usage: "FILE [--step] [--markdown]",
    summary: "tells a story as it happens, with its notes, questions and answers",
    options: [
      Option(name: "--step", value: nil, help: "wait for Enter behind each question"),
      Option(name: "--markdown", value: nil, help: "print a Markdown page"),
      Option(
        name: "--only", value: "AXIS=VALUE", help: "the variant with this value, else the first",
        isRepeated: true),
      Option(name: "--seed", value: "N", help: "the seed of everything drawn (default 1)"),
      Option(name: "--design", value: "NAME|FILE", help: "this design instead of the file's"),
      Option(name: "--with", value: "DEFENCE", help: "add a defence", isRepeated: true),
      Option(name: "--without", value: "DEFENCE", help: "take a defence away", isRepeated: true),
      Option(
        name: "--reading", value: "ID=ANSWER", help: "answer an open question", isRepeated: true),
    ],
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    guard arguments.words.count == 1, let file = arguments.words.first,
      Files.kind(file) == .file
    else {
      throw Arguments.Trouble(sentence: "walk takes one scenario file")
    }
    let call = try RunCall(arguments, files: [file])
    let plan = try call.plan([Library.compile(file, call.compile)])
    guard let item = plan.first, let scenario = item.scenario else {
      Console.tell(plan.first?.trouble ?? "")
      return ExitStatus.mistake
    }
    let walk = Walkthrough(ScenarioRun(scenario, options: call.options(of: item)))
    if arguments.has("--markdown") {
      Console.print(walk.markdown)
      return 0
    }
    let terminal = Console.layout()
    let title = terminal.wrapped(TerminalText.escaped(walk.title))
    Console.print(terminal.style(title, .strong) + "\n")
    if plan.count > 1 {
      let values = scenario.variant.map { "\($0.axis)=\($0.value)" }.joined(separator: " ")
      let which = "the first of \(plan.count) variants, \(values); --only picks another"
      Console.print(terminal.wrapped(TerminalText.escaped(which)) + "\n")
    }
    for part in walk.parts {
      Console.print(walk.text(part, terminal: terminal))
      if case .question = part, arguments.has("--step") { _ = readLine() }
    }
    return 0
  }
}
