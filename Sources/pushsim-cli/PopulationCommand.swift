import Judgement
import PushDomain
import PushWorld
import Reports
import Rulebook
import Scenarios
import SimKernel

/// `pushsim population`: a million phones for a month, on the same world as every story.
enum PopulationCommand {
  static let command = Command(
    name: "population", usage: "[FILE.push]",
    summary: "runs many phones for many days and tells what became of their messages",
    options: options,
    more: [
      "FILE gives the design, the rules and the phones; each device it declares stands for an equal part of them.",
      "The same plan and seed give the same bytes with any number of workers; only --timing differs.",
    ],
    run: run)

  private static let options = [
    Option(name: "--phones", value: "N", help: "how many phones (default 10,000)"),
    Option(name: "--days", value: "N", help: "how many virtual days (default 30)"),
    Option(name: "--pushes", value: "N", help: "messages for each person and day (default 5)"),
    Option(name: "--opens", value: "N", help: "how often a day the app is opened (default 2)"),
    Option(name: "--uses", value: "N", help: "other uses of the phone a day (default 3)"),
    Option(name: "--seed", value: "N", help: "the seed of everything drawn (default 1)"),
    Option(name: "--design", value: "published|hardened", help: "the design under test"),
    Option(name: "--jobs", value: "N", help: "how many workers (default: all cores)"),
    Option(name: "--json", value: "FILE", help: "write the whole outcome as JSON"),
    Option(name: "--csv", value: "FOLDER", help: "write tables into a folder"),
    Option(name: "--svg", value: "FOLDER", help: "write plots into a folder"),
    Option(
      name: "--why", value: "SHARD/MESSAGE", help: "tell why one message ended as it did, only"),
    Option(name: "--timing", value: nil, help: "tell what the run cost"),
  ]

  private static func run(_ arguments: Arguments) throws -> Int32 {
    let call = try Call(arguments)
    if let place = arguments.value("--why") { return try tell(place, call) }
    let cost = Cost()
    let shards = call.plan.shardCount
    let progress = Progress(total: shards, isShown: shards > 1)
    let results = Workers.map(count: shards, workers: call.jobs) {
      [plan = call.plan, rules = call.rules] shard in
      let result = PopulationShard(shard, of: plan, rules: rules).run()
      progress.step()
      return result
    }
    progress.end()
    var whole = PopulationResult()
    for result in results { whole.add(result) }
    var report = PopulationReport(plan: call.plan, result: whole, rules: call.rules)
    report.designName = call.designName
    report.notes = call.notes
    if arguments.has("--timing") { report.timing = cost.timing(workers: call.jobs) }
    try call.write(report)
    return report.exitStatus
  }
}

extension PopulationCommand {
  /// Runs one shard again and tells the story of one message.
  private static func tell(_ place: String, _ call: Call) throws -> Int32 {
    let parts = place.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let shard = parts[0], let number = parts[1],
      let raw = UInt32(exactly: number), raw != .max
    else {
      throw Arguments.Trouble(
        sentence: "--why takes a shard and a message such as 0/4383, not \(place)")
    }
    let message = MessageID(rawValue: raw)
    guard
      let story = PopulationStory(of: message, inShard: shard, of: call.plan, rules: call.rules)
    else {
      throw Arguments.Trouble(
        sentence: "shard \(shard) of \(call.plan.shardCount) sends no message \(number) to a phone")
    }
    Console.print(story.text(Console.layout()))
    return 0
  }
}

/// What one call of `population` asks for, checked.
private struct Call {
  var plan = PopulationPlan()
  var rules: Rulebook
  var designName = "published"
  /// What of a file was not used.
  var notes: [String] = []
  var jobs = Workers.available
  private let jsonFile: String?
  private let tableFolder: String?
  private let plotFolder: String?

  init(_ arguments: Arguments) throws {
    guard arguments.words.count <= 1 else {
      throw Arguments.Trouble(sentence: "population takes one file at most")
    }
    jsonFile = arguments.value("--json")
    tableFolder = arguments.value("--csv")
    plotFolder = arguments.value("--svg")
    var overrides: [Override] = []
    if let file = arguments.words.first {
      overrides = try Self.read(file, arguments.value("--design"), &plan, &designName)
      try RunCall.keepApart(writing: ["--json"], arguments, reading: [file])
      notes.append(
        "\(file) gives the design, the rules and the phones; its story and expectations"
          + " are not run")
    }
    rules = PopulationPlan.rules(overriding: overrides)
    plan.phones = try Self.number(arguments, "--phones", 1...50_000_000) ?? plan.phones
    plan.days = try Self.number(arguments, "--days", 1...400) ?? plan.days
    plan.pushesPerDay =
      try Self.number(arguments, "--pushes", 0...PopulationPlan.pushesMax) ?? plan.pushesPerDay
    plan.opensPerDay =
      try Self.number(arguments, "--opens", 0...PopulationPlan.usesMax) ?? plan.opensPerDay
    plan.pickupsPerDay =
      try Self.number(arguments, "--uses", 0...PopulationPlan.usesMax) ?? plan.pickupsPerDay
    jobs = try Self.number(arguments, "--jobs", 1...1_024) ?? jobs
    if let text = arguments.value("--seed") {
      guard let seed = UInt64(text) else {
        throw Arguments.Trouble(sentence: "--seed takes a whole number, not \(text)")
      }
      plan.seed = seed
    }
    if let name = arguments.value("--design") {
      guard name == "published" || name == "hardened" else {
        throw Arguments.Trouble(
          sentence: "there is no design \(name); population takes published or hardened")
      }
      designName = name
      plan.design = name == "published" ? .published : .hardened
    }
  }

  private static func number(
    _ arguments: Arguments, _ name: String, _ range: ClosedRange<Int>
  ) throws -> Int? {
    guard let text = arguments.value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Arguments.Trouble(
        sentence: "\(name) takes a number from \(range.lowerBound) to \(range.upperBound),"
          + " not \(text)")
    }
    return number
  }

  /// Takes design, rules and phones from a file with one variant.
  private static func read(
    _ file: String, _ design: String?, _ plan: inout PopulationPlan, _ designName: inout String
  ) throws -> [Override] {
    var options = CompileOptions()
    options.design = design
    let compiled = Library.compile(file, options)
    guard let scenario = compiled.compilation?.scenarios.first else {
      Console.tell(compiled.mistakeText)
      throw Arguments.Trouble(sentence: "\(file) cannot be used as a plan")
    }
    if let count = compiled.compilation?.scenarios.count, count > 1 {
      throw Arguments.Trouble(
        sentence: "\(file) has \(count) variants, a population has one; take its vary lines out"
          + (scenario.variant.contains { $0.axis == "design" } ? ", or give --design" : ""))
    }
    plan.name = file
    plan.design = scenario.design
    designName = scenario.designText
    let profiles = scenario.devices.map(\.profile)
    if !profiles.isEmpty {
      plan.phoneMix = profiles.map { ($0, 1_000_000 / Int64(profiles.count)) }
      plan.aggressive = 0
    }
    return scenario.overrides
  }

  /// Writes what was asked for; people get the page unless JSON goes to their place.
  func write(_ report: PopulationReport) throws {
    if let tableFolder { try Self.write(report.tables, into: tableFolder) }
    if let plotFolder { try Self.write(report.plots, into: plotFolder) }
    if let jsonFile, jsonFile != "-" { try Files.write(report.json, to: jsonFile) }
    if jsonFile == "-" {
      Console.print(report.json)
      Console.tell(report.text(Console.layout(2)))
    } else {
      Console.print(report.text(Console.layout()))
    }
  }

  private static func write(_ files: [(file: String, text: String)], into folder: String) throws {
    try Files.makeFolder(folder)
    for (file, text) in files { try Files.write(text, to: folder + "/" + file) }
  }
}
