import PushDomain
import PushWorld
package import Rulebook
import SimKernel

/// Which stories show a rule at work: they cite it, or come out otherwise with another value.
package struct RuleTrials: Sendable {
  private let scenarios: [CompiledScenario]
  private let digests: [UInt64]
  /// The rules that the records of each run cite, by their keys.
  private let citations: [Set<UInt32>]

  /// A story with another value may never end.
  private static let eventLimit: UInt64 = 100_000

  /// Runs every scenario once as it stands.
  package init(_ scenarios: [CompiledScenario]) {
    self.scenarios = scenarios
    var digests: [UInt64] = []
    var citations: [Set<UInt32>] = []
    for scenario in scenarios {
      let run = ScenarioRun(scenario, options: RunOptions())
      digests.append(run.world.digest.value)
      let cited = run.world.context.history.records.lazy.filter(\.fact.citesRule).map(\.operand)
      citations.append(Set(cited))
    }
    self.digests = digests
    self.citations = citations
  }

  /// The first scenario that shows a rule, or none.
  ///
  /// - Complexity: A run of every scenario for each other value, where none shows the rule.
  package func showcase(of rule: Rule) -> CompiledScenario? {
    let values = Self.otherValues(of: rule)
    for (index, scenario) in scenarios.enumerated() {
      if citations[index].contains(rule.key.rawValue) { return scenario }
      if values.contains(where: { comesOutOtherwise(index, rule.key, $0) }) { return scenario }
    }
    return nil
  }

  private func comesOutOtherwise(_ index: Int, _ key: RuleKey, _ value: Int64) -> Bool {
    var other = scenarios[index]
    guard !other.settles(key) || !other.overrides.contains(Override(key, value)) else {
      return false
    }
    other.answer(key, with: value)
    var options = RunOptions()
    options.keepsHistory = false
    options.eventLimit = Self.eventLimit
    return ScenarioRun(other, options: options).world.digest.value != digests[index]
  }

  /// Values that a run may give a rule instead of its own: every other answer, or a few far away.
  private static func otherValues(of rule: Rule) -> [Int64] {
    let value = rule.documented
    let candidates: [Int64] =
      switch rule.unit {
      case .none: []
      case .answer: Array(0...max(0, rule.most))
      case .flag: [1 - value]
      case .count, .duration, .bytes: [value / 8, value &* 8, value == 0 ? rule.most : 1]
      }
    return candidates.filter { $0 != value && rule.accepts($0) }
  }
}
