/// What one call of `run` found: the one model that every format prints.
///
/// Everything in it is text and numbers that a person or a machine may see; formats escape it for
/// where they print it.
package struct RunReport: Sendable {
  /// Each variant of each scenario, in the order of files, variants and seeds.
  package var scenarios: [ScenarioReport] = []
  /// The version of the time zone data that calendars were resolved with; empty where none were.
  package var zoneData = ""
  /// What concerns the call as a whole: promises that no file exercised, variants collapsed.
  package var remarks: [String] = []

  /// An empty report.
  package init() {}

  /// How many scenarios came out as a verdict.
  package func count(_ verdict: ScenarioReport.Verdict) -> Int {
    scenarios.count { $0.verdict == verdict }
  }

  /// The exit status: the strongest of what the scenarios deserve.
  package var exitStatus: Int32 {
    if scenarios.contains(where: { $0.verdict == .unsound }) { return 4 }
    if scenarios.contains(where: { $0.verdict == .mistaken }) { return 3 }
    if scenarios.contains(where: { $0.verdict == .violated }) { return 1 }
    return scenarios.contains { $0.verdict == .inconclusive } ? 2 : 0
  }
}

/// What one variant of one scenario came to.
package struct ScenarioReport: Sendable {
  /// How a scenario ends.
  package enum Verdict: String, Sendable, CaseIterable {
    case held, violated, inconclusive, mistaken
    /// The program itself is wrong: books that do not balance, a run that does not repeat.
    case unsound

    /// What it says of a run, as a sentence.
    package var meaning: String {
      switch self {
      case .held:
        "every expectation was met, and no promise broke but those that the file declares"
          + " for this design."
      case .violated:
        "an expectation was not met, or a promise broke that the file does not declare."
      case .inconclusive: "nothing failed, but the run proves nothing; it says why."
      case .mistaken: "the file says something wrong, or something that cannot happen then."
      case .unsound: "pushsim itself is wrong."
      }
    }
  }

  /// The file, as the caller named it.
  package var file = ""
  /// What the scenario says it shows.
  package var name = ""
  /// The values that this variant has, in the order of the file.
  package var variant: [Pair] = []
  /// The open questions that the call, not the file, answered.
  package var answers: [Pair] = []
  /// The seed of the random streams.
  package var seed: UInt64 = 1
  /// The design under test, as words.
  package var design = "published"
  /// How it ended.
  package var verdict = Verdict.held
  /// Why the verdict is not `held`, or what the reader should know: one sentence each.
  package var remarks: [RemarkReport] = []
  /// Every promise, in the order of the contract.
  package var promises: [PromiseReport] = []
  /// Every expectation, in the order of the file.
  package var expectations: [ExpectationReport] = []
  /// How every message ended for every targeted install.
  package var fates: [FateReport] = []
  /// What stands on the devices and at the server at the end.
  package var counts = CountsReport()
  /// The digest of the run.
  package var digest = ""
  /// How many events happened.
  package var events: UInt64 = 0
  /// How much time passed in the world.
  package var simulated = ""
  /// The open questions that the file answers, and those whose other answers change something.
  package var readings: [ReadingReport] = []
  /// The ids of rules that are reported or unverified and that the run cited.
  package var leansOn: [String] = []

  /// An empty report.
  package init() {}
}

/// A name and its value.
package struct Pair: Sendable, Equatable {
  /// The name.
  package var name: String
  /// The value.
  package var value: String

  /// Makes a pair.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// A sentence that belongs to a line of the file, or to none.
package struct RemarkReport: Sendable, Equatable {
  /// The line; zero where it belongs to the whole file.
  package var line: Int
  /// The sentence.
  package var text: String
  /// The verdict that it asks for; `held` where it only informs.
  package var verdict: ScenarioReport.Verdict

  /// Makes a remark.
  package init(line: Int, text: String, verdict: ScenarioReport.Verdict = .held) {
    self.line = line
    self.text = text
    self.verdict = verdict
  }
}

/// One step of a chain of causes.
package struct Cause: Sendable, Equatable {
  /// When, as text.
  package var time: String
  /// The line of the story; zero where the step is a consequence.
  package var line: Int
  /// What happened, as a sentence without its period.
  package var what: String
  /// The id of the rule that made it so; empty where none did.
  package var rule: String
  /// The number of the record that it tells of.
  package var record: UInt32
  /// When, in microseconds.
  package var instant: Int64
  /// Something of the story without which it would have come out otherwise.
  package var isTurn = false

  /// Makes a step.
  package init(
    time: String, line: Int, what: String, rule: String = "", record: UInt32 = 0,
    instant: Int64 = 0
  ) {
    self.record = record
    self.instant = instant
    self.time = time
    self.line = line
    self.what = what
    self.rule = rule
  }
}

/// What became of one promise.
package struct PromiseReport: Sendable {
  /// The promise's word.
  package var name = ""
  /// Held, violated or not exercised.
  package var verdict = Verdict.notExercised
  /// The file declares that this design breaks it.
  package var isExpected = false
  /// The first breach, one that the file does not declare where there is any.
  package var breach: Breach?
  /// How many breaches there are.
  package var count = 0
  /// How many of them the file does not declare.
  package var undeclared = 0
  /// The single changes of the design that would have kept it, where they were looked for.
  package var remedies: [String] = []

  /// The three answers.
  package enum Verdict: String, Sendable {
    case held, violated
    case notExercised = "not-exercised"
  }

  /// One breach of the promise.
  package struct Breach: Sendable {
    /// When, as text.
    package var time = ""
    /// What happened, as a sentence.
    package var what = ""
    /// The message, or empty.
    package var message = ""
    /// The device, or empty.
    package var device = ""
    /// The line of the story that it goes back to, or zero.
    package var line = 0
    /// The shortest chain of causes, the first one first.
    package var causes: [Cause] = []

    /// An empty breach.
    package init() {}
  }

  /// An empty report.
  package init() {}
}

/// What became of one expectation.
package struct ExpectationReport: Sendable {
  /// Where it stands.
  package var line = 0
  /// Its text as written.
  package var text = ""
  /// How it was judged.
  package var verdict = ScenarioReport.Verdict.held
  /// What was found instead.
  package var actual = ""
  /// The state it looked at, for a reader who wants to know more.
  package var state: [Pair] = []
  /// Why it came out so, the first cause first.
  package var causes: [Cause] = []

  /// An empty report.
  package init() {}
}

/// How one message ended for one install.
package struct FateReport: Sendable {
  /// The message.
  package var message = ""
  /// Whose content it is; empty for a topic.
  package var user = ""
  /// The device; empty where no install was to get it.
  package var device = ""
  /// The number of the install on it, from one; zero where no install was to get it.
  package var install = 0
  /// The fate's word.
  package var fate = ""
  /// Its cause as a word; empty where none is due.
  package var because = ""
  /// What became of the push itself.
  package var push = ""
  /// Where it was seen; empty where nowhere.
  package var surface = ""
  /// When it was decided, as text.
  package var time = ""
  /// When it was decided, in microseconds.
  package var instant: Int64 = 0
  /// How long after the server took the message the push brought it, as text; empty where none did.
  package var delay = ""
  /// An expectation or a breach is about it.
  package var isNamed = false
  /// FCM's delivery-data outcome; empty where none applies.
  package var fcm = ""
  /// The state that Apple's console would show; empty where none applies.
  package var apple = ""
  /// The chain that decided it, the first cause first.
  package var causes: [Cause] = []

  /// An empty report.
  package init() {}
}

/// What can be counted at the end.
package struct CountsReport: Sendable {
  /// Each device's tray: entries and groups.
  package var tray: [(device: String, entries: Int, groups: Int)] = []
  /// Each device's permission dialogs.
  package var prompts: [(device: String, count: Int)] = []
  /// FCM's answers by status.
  package var provider: [(status: Int, count: Int)] = []
  /// Delivered and opened events that the server counted.
  package var events: [(name: String, count: Int)] = []

  /// Nothing counted.
  package init() {}
}

/// One open question that a run met: its answer, and what the other answers would change.
package struct ReadingReport: Sendable, Equatable {
  /// The question's id.
  package var id: String
  /// The answer in force.
  package var answer: String
  /// Whether the other answers were tried.
  package var isTried: Bool
  /// What each other answer changes; an answer that changes nothing is not listed.
  package var changes: [Change] = []

  /// Whether another answer would have changed a promise, an expectation or a fate.
  package var mattered: Bool { !changes.isEmpty }

  /// What another answer changes.
  package struct Change: Sendable, Equatable {
    /// The other answer.
    package var answer: String
    /// The promises and expectations that come out otherwise, as few words each.
    package var flips: [String]
    /// How many fates come out otherwise.
    package var fates: Int
    /// The verdict of the scenario with that answer.
    package var verdict: ScenarioReport.Verdict
  }
}

extension ScenarioReport {
  /// What tells this run from the others of its file: the file's variant and the call's answers.
  package var choices: [Pair] { variant + answers }

  /// The choices in brackets behind the name of a file; empty where there are none.
  package var choiceText: String {
    let values = choices.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    return values.isEmpty ? "" : "[\(values)]"
  }
}
