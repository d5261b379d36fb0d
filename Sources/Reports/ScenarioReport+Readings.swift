import Judgement
import PushDomain
import Rulebook
package import Scenarios

extension ScenarioReport {
  /// Tells which answers to open questions the run rests on.
  ///
  /// - Parameters:
  ///   - trials: What the other answers change; nil where they were not tried.
  ///   - scenario: What was run, for the questions that it answers itself.
  package mutating func note(_ trials: [ReadingTrial]?, of scenario: CompiledScenario) {
    if trials == nil, scenario.overrides.isEmpty { return }
    for entry in Rulebook(preset: .documented, overriding: scenario.overrides).entries
    where entry.isReading {
      let own = trials?.filter { $0.reading.key == entry.key }
      guard own?.isEmpty == false || scenario.settles(entry.key) else { continue }
      readings.append(
        ReadingReport(
          id: entry.idText, answer: entry.valueText, isTried: trials != nil,
          changes: (own ?? []).map { ReadingReport.Change($0) }))
    }
    readings.sort { $0.id < $1.id }
  }
}

extension ReadingReport.Change {
  /// Puts what another answer changes into words.
  fileprivate init(_ trial: ReadingTrial) {
    answer = trial.reading.text(of: trial.answer)
    fates = trial.fates
    verdict = ScenarioReport.Verdict(trial.verdict)
    flips = trial.promises.map { promise, verdict in
      "\(promise.word) \(verdict == .violated ? "breaks" : "does not break")"
    }
    flips += trial.expectations.map { line, verdict in
      switch verdict {
      case .held: "line \(line) holds"
      case .violated: "line \(line) fails"
      case .inconclusive: "line \(line) is inconclusive"
      }
    }
    if flips.isEmpty, trial.changesVerdict {
      flips.append(
        trial.verdict == .mistaken ? "the story cannot go on" : "the file is \(trial.verdict.word)")
    }
  }
}
