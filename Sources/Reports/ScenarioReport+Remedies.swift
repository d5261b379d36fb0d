import Judgement
import PushDomain
import PushWorld
package import Scenarios

extension ScenarioReport {
  /// A story with more events than this is not run again and again.
  private static let remedyEvents: UInt64 = 20_000

  /// Finds what would have kept each broken promise: every single change of the design is tried.
  ///
  /// A remedy keeps the promise, lets the story take place with all its faults, and breaks no
  /// promise that held. To lose what carries messages to people is none: what never comes breaks nothing.
  package mutating func findRemedies(of run: borrowing ScenarioRun) {
    let broken = Promise.allCases.filter { run.world.judge.verdict($0) == .violated }
    guard !broken.isEmpty, run.world.eventCount <= Self.remedyEvents else { return }
    var options = run.options
    options.keepsHistory = false
    options.isRecording = false
    options.tape = nil
    for defence in Defence.allCases {
      var scenario = run.scenario
      let isThere = scenario.design.has(defence)
      if isThere, defence.carriesMessages { continue }
      scenario.design = isThere ? scenario.design.without(defence) : scenario.design.with(defence)
      let other = ScenarioRun(scenario, options: options)
      guard other.world.judge.storyMistakes.isEmpty else { continue }
      let isWorse = Promise.allCases.contains {
        other.world.judge.verdict($0) == .violated && !broken.contains($0)
      }
      if isWorse || other.spares(run) { continue }
      let remedy = (isThere ? "without " : "with ") + defence.word.description
      for promise in broken where other.world.judge.verdict(promise) != .violated {
        guard let place = promises.firstIndex(where: { $0.name == promise.word.description }) else {
          continue
        }
        promises[place].remedies.append(remedy)
      }
    }
  }
}

extension ScenarioRun {
  /// Whether a fault found nothing to act on here that found something in another run.
  fileprivate borrowing func spares(_ other: borrowing ScenarioRun) -> Bool {
    let known = other.idleFaults.map(\.line)
    return idleFaults.contains { !known.contains($0.line) }
  }
}
