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
    ],
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    guard (2...3).contains(arguments.words.count) else {
      throw Arguments.Trouble(sentence: "why takes a file, a message and perhaps a device")
    }
    let file = arguments.words[0]
    guard Files.kind(file) == .file else {
      throw Arguments.Trouble(sentence: "there is no file \(file)")
    }
    let call = try RunCall(arguments, files: [file])
    let plan = try call.plan([Library.compile(file, call.compile)])
    var isFound = false
    for (index, item) in plan.enumerated() {
      guard let scenario = item.scenario else {
        Console.tell(item.trouble)
        return ExitStatus.mistake
      }
      if index > 0 { Console.print("\n") }
      let report = call.perform(item, explainsFates: true).reports[0]
      try check(arguments.words, scenario)
      isFound = tell(report, arguments.words) || isFound
    }
    guard isFound else {
      throw Arguments.Trouble(
        sentence: "\(arguments.words[1]) was never meant for "
          + (arguments.words.count > 2 ? arguments.words[2] : "any install"))
    }
    return 0
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

  /// Prints the fates of the message; says whether there were any.
  private static func tell(_ report: ScenarioReport, _ words: [String]) -> Bool {
    let fates = report.fates.filter {
      $0.message == words[1] && (words.count < 3 || $0.device == words[2])
    }
    let page = WhyPage(report: report, fates: fates, terminal: Console.layout())
    Console.print(page.text)
    return !fates.isEmpty
  }
}
