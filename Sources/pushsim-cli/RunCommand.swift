import PushDomain
import Reports
import Rulebook
import ScenarioLanguage
import Scenarios
import SimKernel

/// `pushsim run`: the main job.
enum RunCommand {
  static let command = Command(
    name: "run", usage: "[PATH ...]",
    summary: "runs scenario files, or every .push file below a folder, and judges them",
    options: options,
    more: [
      "Without PATH it runs the folder scenarios. FILE - is standard output; the text for people then goes to standard error.",
      "A design FILE has lines `base NAME`, `with DEFENCE`, `without DEFENCE`.",
      "--digests compares with FILE, and writes it where it does not exist or PUSHSIM_RECORD is 1.",
    ],
    run: run)

  private static let options = [
    Option(name: "--json", value: "FILE", help: "write the whole outcome as JSON"),
    Option(name: "--junit", value: "FILE", help: "write the outcome as JUnit XML"),
    Option(name: "--seed", value: "N", help: "the seed of everything drawn (default 1)"),
    Option(name: "--seeds", value: "A..B", help: "run once for each seed of a range"),
    Option(name: "--jobs", value: "N", help: "how many run at once (default: all cores)"),
    Option(name: "--tag", value: "T", help: "only scenarios with this tag"),
    Option(name: "--design", value: "NAME|FILE", help: "test this design instead of the file's"),
    Option(name: "--with", value: "DEFENCE", help: "add a defence to the design", isRepeated: true),
    Option(
      name: "--without", value: "DEFENCE", help: "take a defence from the design",
      isRepeated: true),
    Option(
      name: "--readings", value: "default|all",
      help: "also run every other answer to the open questions that mattered"),
    Option(
      name: "--reading", value: "ID=ANSWER", help: "answer an open question for this call",
      isRepeated: true),
    Option(
      name: "--only", value: "AXIS=VALUE", help: "only the variants with this value",
      isRepeated: true),
    Option(
      name: "--rules", value: "documented|small", help: "the values of the rules to start from"),
    Option(name: "--record", value: "FILE", help: "write down every choice of a single run"),
    Option(name: "--tape", value: "FILE", help: "replay the choices of a recorded run"),
    Option(
      name: "--trace", value: "FILE",
      help: "write a single run as a trace that ui.perfetto.dev shows"),
    Option(name: "--digests", value: "FILE", help: "compare each run's digest with a file"),
    Option(
      name: "--verify", value: nil, help: "run everything twice and compare: a mismatch is a bug"),
  ]

  private static func run(_ arguments: Arguments) throws -> Int32 {
    let call = try RunCall(arguments)
    let compiled = Workers.map(count: call.files.count, workers: call.jobs) { [call] in
      Library.compile(call.files[$0], call.compile)
    }
    let plan = try call.plan(compiled)
    let results = Workers.map(count: plan.count, workers: call.jobs) { [call, plan] in
      call.perform(plan[$0])
    }
    var report = RunReport()
    report.scenarios = results.flatMap(\.reports)
    if plan.contains(where: \.usesCalendar) { report.zoneData = SystemZones.version }
    report.remarks = call.remarks(report)
    var status = report.exitStatus
    if let record = call.recordFile, let tape = results.first?.tape {
      try Files.write(tape, to: record)
    }
    if let file = call.traceFile, let trace = results.first?.trace {
      try Files.write(trace, to: file)
    }
    if let digests = call.digestFile {
      let differs = try Digests.compare(report, with: digests)
      // A change of behaviour weighs more than an inconclusive run and less than a mistake.
      if status == 0 || status == 2, differs != 0 { status = differs }
    }
    try output(report, call)
    return status
  }

  /// Writes what was asked for; people get text unless a file goes to their place.
  private static func output(_ report: RunReport, _ call: RunCall) throws {
    var usesOutput = false
    for (file, text) in [
      (call.jsonFile, JSONReport.text), (call.junitFile, JUnitReport.text),
    ] {
      guard let file else { continue }
      if file == "-" {
        usesOutput = true
        Console.print(text(report))
      } else {
        try Files.write(text(report), to: file)
      }
    }
    var text = TextReport()
    text.terminal = Console.layout(usesOutput ? 2 : 1)
    text.isDetailed = call.isSingle
    text.replayOptions = call.replayOptions
    let lines = text.text(report)
    if usesOutput { Console.tell(lines) } else { Console.print(lines) }
  }
}
