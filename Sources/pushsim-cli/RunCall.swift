import PushDomain
import PushWorld
import Reports
import Rulebook
import ScenarioLanguage
import Scenarios
import SimKernel

/// What one call of `run` asks for, checked.
struct RunCall: Sendable {
  var files: [String]
  var compile = CompileOptions()
  var seeds: ClosedRange<UInt64> = 1...1
  var jobs = Workers.available
  var tag: String?
  var preset = Preset.documented
  var allReadings = false
  var tape: ChoiceTape?
  var isVerifying = false
  var jsonFile: String?
  var junitFile: String?
  var recordFile: String?
  var digestFile: String?
  /// One file was named: its report is told in full.
  var isSingle = false
  /// What one types behind the file and seed to see the same again.
  var replayOptions = ""
  private var design: Design?

  /// Reads the options of a call.
  ///
  /// - Parameter files: The files, where the words of the call mean something else.
  init(_ arguments: Arguments, files named: [String]? = nil) throws {
    files = try named ?? Library.files(arguments.words)
    isSingle = files.count == 1 && arguments.words.count == 1
    jsonFile = arguments.value("--json")
    junitFile = arguments.value("--junit")
    if jsonFile == "-", junitFile == "-" {
      throw Arguments.Trouble(sentence: "only one of --json and --junit can go to standard output")
    }
    recordFile = arguments.value("--record")
    digestFile = arguments.value("--digests")
    tag = arguments.value("--tag")
    isVerifying = arguments.has("--verify")
    try readSeeds(arguments)
    if let text = arguments.value("--jobs") {
      guard let count = Int(text), (1...1_024).contains(count) else {
        throw Arguments.Trouble(sentence: "--jobs takes a number from 1 to 1024, not \(text)")
      }
      jobs = count
    }
    try readDesign(arguments)
    preset = try Self.word(
      arguments, "--rules", [("documented", .documented), ("small", .small)], usual: .documented)
    allReadings = try Self.word(
      arguments, "--readings", [("default", false), ("all", true)], usual: false)
    if let file = arguments.value("--tape") { tape = try Self.readTape(file) }
    compile.seed = seeds.lowerBound
  }

  private mutating func readSeeds(_ arguments: Arguments) throws {
    if let text = arguments.value("--seed") {
      guard arguments.value("--seeds") == nil else {
        throw Arguments.Trouble(sentence: "give --seed or --seeds, not both")
      }
      guard let seed = UInt64(text) else {
        throw Arguments.Trouble(sentence: "--seed takes a whole number, not \(text)")
      }
      seeds = seed...seed
    }
    if let text = arguments.value("--seeds") {
      let parts = text.split(separator: ".", omittingEmptySubsequences: true)
      guard parts.count == 2, text.contains(".."), let low = UInt64(parts[0]),
        let high = UInt64(parts[1]), low <= high, high - low < 1_000_000
      else {
        throw Arguments.Trouble(
          sentence: "--seeds takes a range such as 1..100, of at most a million, not \(text)")
      }
      seeds = low...high
    }
  }

  private mutating func readDesign(_ arguments: Arguments) throws {
    if let name = arguments.value("--design") {
      compile.design = name
      replayOptions += " --design \(name)"
      if name != "published", name != "hardened" {
        guard Files.kind(name) == .file else {
          let near = nearest(name, ["published", "hardened"]).map { "did you mean \($0)? " } ?? ""
          throw Arguments.Trouble(
            sentence: "there is no design \(name); \(near)a design is published, hardened or a file"
          )
        }
        design = try Library.design(name)
      }
    }
    compile.with = try arguments.all("--with").map { try defence($0, "--with") }
    compile.without = try arguments.all("--without").map { try defence($0, "--without") }
  }

  private mutating func defence(_ name: String, _ option: String) throws -> Defence {
    guard let found = Defence.allCases.first(where: { $0.word.description == name }) else {
      let near = nearest(name, Defence.allCases.map { $0.word.description })
      let hint = near.map { "; did you mean \($0)?" } ?? "; pushsim words defence lists them"
      throw Arguments.Trouble(sentence: "there is no defence \(name)\(hint)")
    }
    replayOptions += " \(option) \(name)"
    return found
  }

  private static func word<Value>(
    _ arguments: Arguments, _ option: String, _ words: [(String, Value)], usual: Value
  ) throws -> Value {
    guard let text = arguments.value(option) else { return usual }
    guard let found = words.first(where: { $0.0 == text }) else {
      let known = words.map(\.0).joined(separator: " or ")
      throw Arguments.Trouble(sentence: "\(option) takes \(known), not \(text)")
    }
    return found.1
  }

  private static func readTape(_ file: String) throws -> ChoiceTape {
    let bytes = try Files.read(file, limit: 64 << 20)
    do {
      return try ChoiceTape(text: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Arguments.Trouble(sentence: "\(file) is no tape: \(error)")
    }
  }

  // MARK: The plan

  /// One thing to run, or a file that cannot run.
  struct Item: Sendable {
    var file: String
    var scenario: CompiledScenario?
    var seed: UInt64
    var trouble = ""
    var usesCalendar: Bool { scenario?.calendar != nil }
  }

  /// Every variant with every seed, in the order of the files.
  func plan(_ compiled: [Library.Compiled]) throws -> [Item] {
    var plan: [Item] = []
    for file in compiled {
      let trouble = file.mistakeText
      guard trouble.isEmpty, let compilation = file.compilation else {
        plan.append(Item(file: file.file, scenario: nil, seed: seeds.lowerBound, trouble: trouble))
        continue
      }
      for var scenario in compilation.scenarios {
        if let tag, !scenario.tags.contains(tag) { continue }
        if let path = scenario.designFile {
          scenario.settle(design: try self.design ?? Library.design(path))
        }
        for seed in seeds { plan.append(Item(file: file.file, scenario: scenario, seed: seed)) }
      }
    }
    guard recordFile == nil && tape == nil || plan.count <= 1 else {
      throw Arguments.Trouble(
        sentence: "--record and --tape are for a single run; this call has \(plan.count)")
    }
    return plan
  }

  // MARK: Running

  /// The reports of one thing that was run, and its tape where it was recorded.
  struct Result: Sendable {
    var reports: [ScenarioReport]
    var tape: String?
  }

  /// Runs one thing.
  func perform(_ item: Item, explainsFates: Bool = false) -> Result {
    guard let scenario = item.scenario else {
      var report = ScenarioReport()
      report.file = item.file
      report.verdict = .mistaken
      report.remarks = [RemarkReport(line: 0, text: item.trouble)]
      return Result(reports: [report], tape: nil)
    }
    var options = RunOptions()
    options.seed = item.seed
    options.preset = preset
    options.tape = tape
    options.isRecording = isVerifying || recordFile != nil
    let run = ScenarioRun(scenario, options: options)
    var report = ScenarioReport(run, explainsFates: explainsFates)
    let recording = options.isRecording ? run.world.context.choices.recording : nil
    if isVerifying, let recording { verify(scenario, options, recording, &report) }
    var reports = [report]
    if allReadings { reports += otherAnswers(scenario, options, report) }
    return Result(reports: reports, tape: recordFile == nil ? nil : recording?.text())
  }

  /// Runs again, once with the same streams and once from the tape: all three must agree.
  private func verify(
    _ scenario: CompiledScenario, _ options: RunOptions, _ recording: ChoiceTape,
    _ report: inout ScenarioReport
  ) {
    var again = options
    again.keepsHistory = false
    var replay = again
    replay.tape = recording
    for (how, repeated) in [("a second time", again), ("from its tape", replay)] {
      let digest = ScenarioRun(scenario, options: repeated).world.digest.description
      guard digest != report.digest else { continue }
      report.verdict = .unsound
      report.remarks.append(
        RemarkReport(
          line: 0, text: "run \(how) the digest is \(digest), a bug of pushsim"))
    }
  }

  /// Runs every other answer to each reading that mattered, one at a time.
  private func otherAnswers(
    _ scenario: CompiledScenario, _ options: RunOptions, _ report: ScenarioReport
  ) -> [ScenarioReport] {
    var reports: [ScenarioReport] = []
    for reading in report.readings where reading.mattered {
      guard let rule = Rulebook.documented.entry(named: reading.id) else { continue }
      for (number, answer) in rule.answerWords.enumerated() where answer != reading.answer {
        var other = scenario
        other.overrides.removeAll { $0.key == rule.key }
        other.overrides.append(Override(rule.key, Int64(number)))
        var report = ScenarioReport(ScenarioRun(other, options: options))
        report.variant.append(Pair(name: reading.id, value: answer))
        reports.append(report)
      }
    }
    return reports
  }

  /// What the reader of the whole must know.
  func remarks(_ report: RunReport) -> [String] {
    var remarks: [String] = []
    if compile.choosesDesign {
      remarks.append(
        "the call chose the design: design variants are run once, and violates lines without a"
          + " matching when are not judged")
    }
    if !isSingle {
      let idle = PromiseText.sentences.map(\.word).filter { word in
        !report.scenarios.contains { scenario in
          scenario.promises.contains { $0.name == word && $0.verdict != .notExercised }
        }
      }
      if !idle.isEmpty, report.scenarios.contains(where: { !$0.promises.isEmpty }) {
        remarks.append("no scenario exercises " + idle.joined(separator: ", "))
      }
    }
    return remarks
  }
}
