package import Judgement
package import PushDomain
import PushWorld
package import Rulebook

/// What came of a run when one question that the documents leave open is answered otherwise.
package struct ReadingTrial: Sendable {
  /// The question, with the answer of the run that it is compared with.
  package var reading: Rule
  /// The number of the other answer.
  package var answer: Int64
  /// The promises that break or no longer break, and how they end.
  package var promises: [(promise: Promise, verdict: PromiseVerdict)] = []
  /// The expectations that come out otherwise, by the lines of the file, and how.
  package var expectations: [(line: UInt32, verdict: ExpectationVerdict)] = []
  /// How many fates come out otherwise.
  package var fates = 0
  /// The verdict of the scenario with the other answer.
  package var verdict = ScenarioVerdict.held
  /// The verdict is another one than that of the run.
  package var changesVerdict = false

  /// Whether a promise, an expectation or the verdict comes out otherwise.
  package var flips: Bool { !promises.isEmpty || !expectations.isEmpty || changesVerdict }
}

/// What a run comes to, as far as an answer to an open question may change it.
private struct RunOutcome {
  struct Ending: Equatable {
    var message: MessageID
    var install: InstallID
    var fate: Fate
    var because: Because

    /// Where it stands in the order of messages and installs.
    var place: (MessageID, InstallID) { (message, install) }
  }

  var verdict: ScenarioVerdict
  var promises: [ScenarioJudgement.PromiseResult]
  var expectations: [(line: UInt32, verdict: ExpectationVerdict)] = []
  var fates: [Ending] = []

  init(_ run: borrowing ScenarioRun) {
    let judgement = run.judgement
    verdict = judgement.verdict
    promises = judgement.promises
    for (index, expectation) in run.scenario.expectations.enumerated() where expectation.isJudged {
      expectations.append((line: expectation.line, verdict: run.judged[index].verdict))
    }
    for entry in run.world.judge.ledger.entries() where entry.isTargeted {
      fates.append(
        Ending(
          message: entry.message, install: entry.install, fate: entry.fate,
          because: entry.because))
    }
  }
}

extension ScenarioRun {
  /// Runs the scenario once more for each other answer to each question that the documents leave
  /// open, and tells which of them change what the run comes to.
  ///
  /// Nothing is guessed from what the run cites: an answer counts when it makes a difference.
  package borrowing func readingTrials() -> [ReadingTrial] {
    let usual = RunOutcome(self)
    var trials: [ReadingTrial] = []
    for reading in world.rules.entries where reading.isReading && reading.relation == .enforced {
      for answer in 0...reading.most where answer != reading.value {
        var other = scenario
        other.answer(reading.key, with: answer)
        let trial = ReadingTrial(
          reading, answer, usual, RunOutcome(ScenarioRun(other, options: options)))
        if trial.flips || trial.fates > 0 { trials.append(trial) }
      }
    }
    return trials
  }
}

extension ReadingTrial {
  /// Compares two runs.
  fileprivate init(_ reading: Rule, _ answer: Int64, _ usual: RunOutcome, _ other: RunOutcome) {
    self.reading = reading
    self.answer = answer
    verdict = other.verdict
    changesVerdict = usual.verdict != other.verdict
    for (old, new) in zip(usual.promises, other.promises)
    where (old.verdict == .violated) != (new.verdict == .violated)
      || old.isExpected != new.isExpected
    {
      promises.append((new.promise, new.verdict))
    }
    for (old, new) in zip(usual.expectations, other.expectations) where old.verdict != new.verdict {
      expectations.append(new)
    }
    fates = Self.differences(usual.fates, other.fates)
  }

  /// How many messages on installs end otherwise in two lists of the same order.
  private static func differences(_ one: [RunOutcome.Ending], _ other: [RunOutcome.Ending]) -> Int {
    var (left, right, count) = (0, 0, 0)
    while left < one.count || right < other.count {
      let before = left < one.count ? one[left].place : (.none, .none)
      let after = right < other.count ? other[right].place : (.none, .none)
      if before == after {
        if one[left] != other[right] { count += 1 }
      } else {
        count += 1
      }
      if before <= after { left += 1 }
      if after <= before { right += 1 }
    }
    return count
  }
}

extension CompiledScenario {
  /// Answers an open question, whatever the file says about it.
  package mutating func answer(_ key: RuleKey, with answer: Int64) {
    overrides.removeAll { $0.key == key }
    overrides.append(Override(key, answer))
  }

  /// Whether the file itself answers a question, once for all its runs or once for each.
  package func settles(_ key: RuleKey) -> Bool { overrides.contains { $0.key == key } }
}
