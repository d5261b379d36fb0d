package import Judgement
package import PushDomain
package import PushWorld
package import Rulebook
package import SimKernel

/// How a scenario is to be run.
package struct RunOptions: Sendable {
  /// The seed of the random streams.
  package var seed: UInt64 = 1
  /// Which values the rules start from.
  package var preset = Preset.documented
  /// Answers for the choices, in place of the seed.
  package var tape: ChoiceTape?
  /// Write the choices down.
  package var isRecording = false
  /// After how many events a story counts as one that does not end.
  ///
  /// The largest story that ships has 4,000; ten million take some ten seconds and two gigabytes
  /// of history. Whoever has more phones and days than that asks `pushsim population`.
  package var eventLimit: UInt64 = 10_000_000
  /// Keep the history, for causes; without it a run is a digest and verdicts.
  package var keepsHistory = true

  /// A run by the documented rules with the first seed.
  package init() {}
}

/// One variant of a scenario, run to its end.
package struct ScenarioRun: ~Copyable {
  /// What was run.
  package let scenario: CompiledScenario
  /// How it was run.
  package let options: RunOptions
  /// The world at the end.
  package var world: World
  /// How each expectation was judged, in the order of the file.
  package private(set) var judged: [JudgedExpectation] = []
  /// Faults that found nothing to act on.
  package private(set) var idleFaults: [IdleFault] = []
  /// Where the run was stopped because it would not end.
  package private(set) var cut: Cut?
  /// Expectations that are watched from their line on.
  private var watched: [Int] = []
  /// How many records they have seen.
  private var watchedRecords: UInt32 = 0
  /// The expectations whose instant has come.
  private var isMet: [Bool] = []
  /// The line that took effect last.
  private var lastLine: UInt32 = 0
  private var tally = Tally()

  /// A fault that found nothing to act on.
  package struct IdleFault: BitwiseCopyable, Sendable {
    /// Its line.
    package var line: UInt32
    /// `settle` ended it in the instant in which it began.
    package var isEndedBySettle: Bool
  }

  /// Where a run was stopped.
  package struct Cut: BitwiseCopyable, Sendable {
    /// When.
    package var time: SimTime
    /// The line of the story that took effect last.
    package var line: UInt32
    /// How many events had happened.
    package var events: UInt64
  }

  /// Runs a scenario.
  package init(_ scenario: CompiledScenario, options: RunOptions) {
    self.scenario = scenario
    self.options = options
    let rules =
      options.preset == .documented && scenario.overrides.isEmpty
      ? Rulebook.documented : Rulebook(preset: options.preset, overriding: scenario.overrides)
    let mode: Choices.Mode =
      if let tape = options.tape { .tape(tape.answers) } else { .seeded(options.seed) }
    world = World(
      scenario.setup, rules: rules, design: scenario.design,
      choices: Choices(mode, isRecording: options.isRecording),
      keepsHistory: options.keepsHistory)
    judged = scenario.expectations.map { JudgedExpectation($0) }
    run()
  }

  private mutating func run() {
    isMet = scenario.expectations.map { _ in false }
    var next = 0
    let timed = scenario.expectations.indices.filter { scenario.expectations[$0].time != nil }
      .sorted { earlier($0, $1) }
    for step in scenario.steps where cut == nil {
      while next < timed.count, isDue(timed[next], before: step) {
        let index = timed[next]
        advance(through: scenario.expectations[index].time ?? .zero)
        meet(index)
        next += 1
      }
      advance(through: step.time)
      if cut != nil { break }
      world.perform(step.command, line: step.line)
      lastLine = step.line
      watch()
    }
    while cut == nil, next < timed.count {
      advance(through: scenario.expectations[timed[next]].time ?? .zero)
      meet(timed[next])
      next += 1
    }
    advance(through: scenario.end)
    if cut == nil, let settle = scenario.settle {
      world.heal()
      advance(through: scenario.end + settle)
    }
    world.finish(isSettled: isSettled)
    for index in scenario.expectations.indices where !isMet[index] || watched.contains(index) {
      conclude(index)
    }
    if cut == nil { findIdleFaults() }
  }

  /// Whether the world came to the rest that the file waits for.
  private var isSettled: Bool { scenario.settle != nil && cut == nil }

  private func earlier(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (scenario.expectations[left], scenario.expectations[right])
    let (at, bt) = (a.time ?? .zero, b.time ?? .zero)
    return at == bt ? a.order < b.order : at < bt
  }

  /// Whether an expectation stands before a step of the story.
  private func isDue(_ index: Int, before step: Step) -> Bool {
    let expectation = scenario.expectations[index]
    let time = expectation.time ?? .zero
    return time < step.time || (time == step.time && expectation.order < step.order)
  }

  /// Lets time pass; while something must never be true, every event is looked at.
  private mutating func advance(through instant: SimTime) {
    guard cut == nil else { return }
    if !watched.isEmpty {
      while world.eventCount < options.eventLimit, world.step(through: instant) { watch() }
    }
    world.run(through: instant, eventLimit: options.eventLimit)
    if world.eventCount >= options.eventLimit {
      cut = Cut(time: world.now, line: lastLine, events: world.eventCount)
    }
  }

  /// Judges an expectation at its instant, or begins to watch it.
  private mutating func meet(_ index: Int) {
    guard cut == nil else { return }
    isMet[index] = true
    judge(index)
    guard scenario.expectations[index].isNever, judged[index].verdict != .violated else { return }
    if scenario.expectations[index].isJudged { watched.append(index) }
  }

  /// Looks whether something happened that must never happen.
  private mutating func watch() {
    guard !watched.isEmpty else { return }
    let new = world.context.history.positions(from: watchedRecords)
    watchedRecords = world.context.history.count
    for index in watched where judged[index].verdict != .violated {
      let subject = scenario.expectations[index].subject
      guard case .fate(let whole) = subject else {
        judge(index, subject, isSilent: true)
        continue
      }
      // The fate of a message changes only when something is observed of that message.
      for position in new where judged[index].verdict != .violated {
        let record = world.context.history[position]
        if let part = part(of: whole, about: record) { judge(index, .fate(part), isSilent: true) }
      }
    }
  }

  /// The part of an expectation that a record may change; nil where it changes nothing.
  private func part(of whole: FateExpectation, about record: Record) -> FateExpectation? {
    let message = record.message.rawValue &- whole.messages.first.rawValue
    guard !record.message.isNone, message < whole.messages.count else { return nil }
    var part = whole
    part.messages = MessageRun(first: record.message, count: 1)
    guard !record.install.isNone else { return part }
    let device = world.device(of: record.install)
    guard device.rawValue &- whole.devices.first.rawValue < whole.devices.count else { return nil }
    part.devices.first = device
    part.devices.count = 1
    return part
  }

  /// Judges an expectation when the run is over; one that was watched may have nothing to judge.
  private mutating func conclude(_ index: Int) {
    guard judged[index].verdict != .violated else { return }
    if cut != nil {
      judged[index].verdict = .inconclusive
      judged[index].finding = Finding(.inconclusive, "the run was stopped before its end")
      judged[index].time = world.now
    } else {
      judge(index)
    }
  }

  private mutating func judge(_ index: Int) {
    judge(index, scenario.expectations[index].subject)
  }

  private mutating func judge(
    _ index: Int, _ subject: Expectation.Subject, isSilent: Bool = false
  ) {
    guard scenario.expectations[index].isJudged else { return }
    if subject.isCounted { tally.read(world.context.history) }
    let isNever = scenario.expectations[index].isNever
    let observer = Observer(
      names: scenario.names, tally: tally, isAnyEnough: isNever, isSilent: isSilent)
    let finding = observer.find(subject, in: world)
    if isSilent, finding.verdict == .held { return judge(index, subject) }
    judged[index].finding = finding
    judged[index].time = world.now
    switch finding.verdict {
    case .held: judged[index].verdict = isNever ? .violated : .held
    case .violated: judged[index].verdict = isNever ? .held : .violated
    case .inconclusive: judged[index].verdict = .inconclusive
    }
  }

  /// What the run says as a whole.
  package var judgement: ScenarioJudgement {
    ScenarioJudgement(
      world.judge,
      declared: scenario.violations.filter(\.isJudged).map {
        DeclaredViolation(
          $0.promise, message: $0.message ?? .none, device: $0.device ?? .none, line: $0.line)
      },
      subjects: scenario.promises.map(\.promise),
      expectations: zip(scenario.expectations, judged).filter { $0.0.isJudged }.map(\.1.verdict),
      idleFaults: idleFaults.count, mistakes: world.judge.storyMistakes.count,
      isCut: cut != nil, ending: world.ending(isSettled: isSettled))
  }

  /// A fault that touched nothing tells the story's author that the story is not what they think.
  private mutating func findIdleFaults() {
    for step in scenario.steps where !world.judge.linesHit.contains(step.line) {
      switch step.command {
      case .network(.fault), .provider(.answer), .provider(.slow), .provider(.registration),
        .provider(.condemn):
        let isLast = scenario.settle != nil && step.time == scenario.end
        idleFaults.append(IdleFault(line: step.line, isEndedBySettle: isLast))
      case .server(.crash):
        idleFaults.append(IdleFault(line: step.line, isEndedBySettle: false))
      default: break
      }
    }
  }
}

/// What became of one expectation.
package struct JudgedExpectation: Sendable {
  /// The line of the file.
  package var line: UInt32
  /// Whether it was met.
  package var verdict: ExpectationVerdict
  /// What was found.
  package var finding = Finding(.held, "")
  /// When it was judged.
  package var time = SimTime.zero

  init(_ expectation: Expectation) {
    line = expectation.line
    verdict = .held
  }
}

/// What an observer found where an expectation looked.
package struct Finding: Sendable {
  /// Whether it is what was expected.
  package var verdict: ExpectationVerdict
  /// What there is, in words.
  package var actual: String
  /// The record that explains it best.
  package var record: RecordID
  /// The fate that it is about, if it is about one.
  package var entry: FateEntry?

  /// Describes a finding.
  package init(
    _ verdict: ExpectationVerdict, _ actual: String, record: RecordID = .none,
    entry: FateEntry? = nil
  ) {
    self.verdict = verdict
    self.actual = actual
    self.record = record
    self.entry = entry
  }
}
