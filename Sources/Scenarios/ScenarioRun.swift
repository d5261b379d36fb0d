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
  /// The lines of faults that found nothing to act on.
  package private(set) var idleFaults: [UInt32] = []
  /// Expectations that are watched from their line on.
  private var watched: [Int] = []

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
    var next = 0
    let timed = scenario.expectations.indices.filter { scenario.expectations[$0].time != nil }
      .sorted { earlier($0, $1) }
    for step in scenario.steps {
      while next < timed.count, isDue(timed[next], before: step) {
        let index = timed[next]
        advance(through: scenario.expectations[index].time ?? .zero)
        meet(index)
        next += 1
      }
      advance(through: step.time)
      world.perform(step.command, line: step.line)
      watch()
    }
    while next < timed.count {
      advance(through: scenario.expectations[timed[next]].time ?? .zero)
      meet(timed[next])
      next += 1
    }
    advance(through: scenario.end)
    if let settle = scenario.settle {
      world.heal()
      advance(through: scenario.end + settle)
    }
    world.finish(isSettled: scenario.settle != nil)
    for index in scenario.expectations.indices where scenario.expectations[index].time == nil {
      judge(index)
    }
    findIdleFaults()
  }

  private func earlier(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (scenario.expectations[left], scenario.expectations[right])
    let (at, bt) = (a.time ?? .zero, b.time ?? .zero)
    return at == bt ? a.line < b.line : at < bt
  }

  /// Whether an expectation stands before a step of the story.
  private func isDue(_ index: Int, before step: Step) -> Bool {
    let expectation = scenario.expectations[index]
    let time = expectation.time ?? .zero
    return time < step.time || (time == step.time && expectation.line < step.line)
  }

  /// Lets time pass; while something must never be true, every event is looked at.
  private mutating func advance(through instant: SimTime) {
    if watched.isEmpty {
      world.run(through: instant)
      return
    }
    while world.step(through: instant) { watch() }
    world.run(through: instant)
  }

  /// Judges an expectation at its instant, or begins to watch it.
  private mutating func meet(_ index: Int) {
    guard scenario.expectations[index].isNever else {
      judge(index)
      return
    }
    guard scenario.expectations[index].isJudged else { return }
    watched.append(index)
    watch()
  }

  /// Looks whether something happened that must never happen.
  private mutating func watch() {
    for index in watched where judged[index].verdict == .held {
      let finding = find(scenario.expectations[index])
      if finding.verdict == .held {
        judged[index].verdict = .violated
        judged[index].finding = finding
        judged[index].time = world.now
      }
    }
  }

  private mutating func judge(_ index: Int) {
    guard scenario.expectations[index].isJudged else { return }
    let finding = find(scenario.expectations[index])
    judged[index].finding = finding
    judged[index].time = world.now
    if scenario.expectations[index].isNever {
      judged[index].verdict = finding.verdict == .held ? .violated : .held
    } else {
      judged[index].verdict = finding.verdict
    }
  }

  private func find(_ expectation: Expectation) -> Finding {
    Observer(names: scenario.names).find(expectation.subject, in: world)
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
      idleFaults: idleFaults.count, mistakes: world.storyMistakes.count,
      ending: world.ending(isSettled: scenario.settle != nil))
  }

  /// A fault that touched nothing tells the story's author that the story is not what they think.
  private mutating func findIdleFaults() {
    for step in scenario.steps where !world.linesHit.contains(step.line) {
      switch step.command {
      case .network(.fault), .provider(.answer): idleFaults.append(step.line)
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
