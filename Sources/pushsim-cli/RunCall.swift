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
  /// Whether to look which open questions matter to a run: every other answer is tried.
  var triesReadings = false
  /// The open questions that the call answers.
  var answers: [Answer] = []
  /// The variants that are wanted: all of these axes must have these values.
  var only: [Pair] = []
  var tape: ChoiceTape?
  var isVerifying = false
  var jsonFile: String?
  var junitFile: String?
  var recordFile: String?
  var traceFile: String?
  var digestFile: String?
  /// One file was named: its report is told in full.
  var isSingle = false
  /// What one types behind the file and seed to see the same again.
  var replayOptions: [String] = []

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
    traceFile = arguments.value("--trace")
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
    triesReadings = allReadings || (isSingle && named == nil)
    answers = try arguments.all("--reading").map(Answer.init)
    only = try arguments.all("--only").map { try Self.pair($0, "--only") }
    if let file = arguments.value("--tape") { tape = try Self.readTape(file) }
    compile.seed = seeds.lowerBound
    if preset == .small { replayOptions += ["--rules", "small"] }
    try Self.keepApart(
      writing: ["--json", "--junit", "--record", "--digests", "--trace"], arguments, reading: files)
  }

  /// Refuses to write two things into one file, or into one that is read.
  static func keepApart(
    writing options: [String], _ arguments: Arguments, reading files: [String]
  ) throws {
    var targets: [(option: String, file: String)] = []
    for option in options {
      guard let file = arguments.value(option), file != "-" else { continue }
      if let other = targets.first(where: { Files.isSame($0.file, file) }) {
        throw Arguments.Trouble(
          sentence: "\(other.option) and \(option) would write the same file \(file)")
      }
      let read = files + ["--tape", "--design"].compactMap { arguments.value($0) }
      if read.contains(where: { Files.isSame($0, file) }) {
        throw Arguments.Trouble(
          sentence: "\(option) would overwrite \(file), which this call reads")
      }
      targets.append((option, file))
    }
  }

  /// An answer that the call gives to an open question.
  struct Answer: Sendable {
    var key: RuleKey
    var number: Int64
    var pair: Pair

    /// Reads `ID=ANSWER`.
    init(_ text: String) throws {
      pair = try RunCall.pair(text, "--reading")
      let known = Rulebook.documented.entries.filter { $0.isReading && $0.relation == .enforced }
      guard let reading = known.first(where: { [pair] in $0.idText == pair.name }) else {
        let near = nearest(pair.name, known.map(\.idText)).map { "did you mean \($0)? " } ?? ""
        throw Arguments.Trouble(
          sentence: "there is no reading \(pair.name); \(near)pushsim words reading lists them")
      }
      guard let number = try? reading.value(from: pair.value) else {
        throw Arguments.Trouble(
          sentence: "\(pair.value) is no answer to \(pair.name); its answers are "
            + reading.answerWords.joined(separator: ", "))
      }
      key = reading.key
      self.number = number
    }
  }

  private static func pair(_ text: String, _ option: String) throws -> Pair {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw Arguments.Trouble(sentence: "\(option) takes NAME=VALUE, not \(text)")
    }
    return Pair(
      name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
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
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1].isEmpty, let low = UInt64(parts[0]),
        let high = UInt64(parts[2]), low <= high, high - low < 1_000_000
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
      replayOptions += ["--design", name]
      if name != "published", name != "hardened" {
        guard Files.kind(name) == .file else {
          let near = nearest(name, ["published", "hardened"]).map { "did you mean \($0)? " } ?? ""
          throw Arguments.Trouble(
            sentence: "there is no design \(name); \(near)a design is published, hardened or a file"
          )
        }
        compile.designContent = try Library.design(name)
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
    replayOptions += [option, name]
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

  /// Says where a run asked other questions than its tape answers.
  private func compare(_ recording: ChoiceTape, with tape: ChoiceTape) -> String? {
    let (asked, answered) = (recording.entries, tape.entries)
    for (index, (one, other)) in zip(asked, answered).enumerated()
    where one.label != other.label || one.count != other.count {
      return "the tape is not of this run: its question \(index + 1) is \(other.label) with"
        + " \(other.count) answers, but the run asks \(one.label) with \(one.count)"
    }
    guard asked.count != answered.count else { return nil }
    return "the tape is not of this run: it answers \(answered.count) questions, but the run asks"
      + " \(asked.count)"
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
        guard isWanted(scenario) else { continue }
        for answer in answers {
          guard !scenario.variant.contains(where: { $0.axis == answer.pair.name }) else {
            throw Arguments.Trouble(
              sentence: "\(file.file) runs through the answers to \(answer.pair.name) itself;"
                + " pick one with --only")
          }
          scenario.answer(answer.key, with: answer.number)
        }
        for seed in seeds { plan.append(Item(file: file.file, scenario: scenario, seed: seed)) }
      }
    }
    guard !plan.isEmpty else { throw Arguments.Trouble(sentence: nothingLeft) }
    guard recordFile == nil && tape == nil && traceFile == nil || plan.count <= 1 else {
      throw Arguments.Trouble(
        sentence: "--record, --tape and --trace are for a single run; this call has"
          + " \(plan.count): pick one with --only and --seed")
    }
    return plan
  }

  private func isWanted(_ scenario: CompiledScenario) -> Bool {
    only.allSatisfy { wanted in
      scenario.variant.contains { $0.axis == wanted.name && $0.value == wanted.value }
    }
  }

  private var nothingLeft: String {
    let values = only.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    let variant = values.isEmpty ? "" : "no variant with \(values)"
    guard let tag else {
      return variant.isEmpty ? "there is nothing to run" : "there is \(variant)"
    }
    return "no scenario has the tag \(tag.shown)" + (variant.isEmpty ? "" : " and \(variant)")
  }

  // MARK: Running

  /// The reports of one thing that was run, and its tape where it was recorded.
  struct Result: Sendable {
    var reports: [ScenarioReport]
    var tape: String?
    var trace: String?
  }

  /// Runs one thing.
  func perform(_ item: Item, explainsFates: Bool = false) -> Result {
    guard let scenario = item.scenario else {
      var report = ScenarioReport()
      report.file = item.file
      report.verdict = .mistaken
      report.remarks = [RemarkReport(line: 0, text: item.trouble, verdict: .mistaken)]
      return Result(reports: [report], tape: nil)
    }
    let options = options(of: item)
    let run = ScenarioRun(scenario, options: options)
    var report = ScenarioReport(run, explainsFates: explainsFates)
    report.answers = answers.map(\.pair)
    if isSingle { report.findRemedies(of: run) }
    let recording = options.isRecording ? run.world.context.choices.recording : nil
    if isVerifying, let recording { verify(scenario, options, recording, &report) }
    if let tape, let recording, let sentence = compare(recording, with: tape) {
      report.verdict = .mistaken
      report.remarks.append(RemarkReport(line: 0, text: sentence, verdict: .mistaken))
    }
    var reports = [report]
    if !triesReadings {
      reports[0].note(nil, of: scenario)
    } else if !allReadings, run.world.eventCount > Self.trialEvents {
      reports[0].note(nil, of: scenario)
      reports[0].remarks.append(
        RemarkReport(
          line: 0,
          text: "a story of this size is run with other answers to the open questions only"
            + " where --readings all asks for it"))
    } else {
      let trials = run.readingTrials()
      reports[0].note(trials, of: scenario)
      if allReadings { reports += trials.compactMap { other(scenario, $0, options, report) } }
    }
    return Result(
      reports: reports, tape: recordFile == nil ? nil : recording?.text(),
      trace: traceFile == nil ? nil : TraceReport.text(run))
  }

  /// A story with more events than this is not run a hundred times more unless somebody asks.
  private static let trialEvents: UInt64 = 20_000

  /// How a thing is to be run.
  func options(of item: Item) -> RunOptions {
    var options = RunOptions()
    options.seed = item.seed
    options.preset = preset
    options.tape = tape
    options.isRecording = isVerifying || recordFile != nil || tape != nil
    return options
  }

  /// The whole run with another answer to a question that the file leaves open.
  private func other(
    _ scenario: CompiledScenario, _ trial: ReadingTrial, _ options: RunOptions,
    _ usual: ScenarioReport
  ) -> ScenarioReport? {
    guard !scenario.settles(trial.reading.key) else { return nil }
    var scenario = scenario
    scenario.answer(trial.reading.key, with: trial.answer)
    var report = ScenarioReport(ScenarioRun(scenario, options: options))
    // The file is no mistake because its story cannot go on in a world that it was not written for.
    if report.verdict == .mistaken, usual.verdict != .mistaken { report.verdict = .inconclusive }
    report.answers = usual.answers
    report.answers.append(
      Pair(name: trial.reading.idText, value: trial.reading.text(of: trial.answer)))
    return report
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
          line: 0, text: "run \(how) the digest is \(digest), a bug of pushsim",
          verdict: .unsound))
    }
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
      let idle = Promise.allCases.map { "\($0.word)" }.filter { word in
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
