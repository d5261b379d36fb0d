import Judgement
package import PushDomain
package import PushWorld
package import Rulebook
import Scenarios
import SimKernel

/// Why one message of a population ended as it did: its shard is run again and remembers all.
package struct PopulationStory {
  private let fates: [FateReport]
  private let breaches: [(promise: Promise, causes: [Cause])]

  /// Runs a shard again; nothing where it had no such message.
  ///
  /// - Complexity: A shard's time, and about 5 kB for each phone and day.
  package init?(
    of message: MessageID, inShard number: Int, of plan: PopulationPlan, rules: Rulebook
  ) {
    guard (0..<plan.shardCount).contains(number) else { return nil }
    var shard = PopulationShard(
      number, of: plan, rules: rules, foldingAfter: nil, keepsHistory: true)
    shard.live()
    let entries = shard.world.judge.ledger.entries(of: message).filter(\.isTargeted)
    guard !entries.isEmpty else { return nil }
    let chain = CauseChain(
      history: shard.world.context.history.records,
      narrator: Narrator(names: Self.names(of: shard, number, message), rules: rules), steps: [])
    fates = entries.map { FateReport($0, chain, isExplained: true) }
    shard.settle()
    let settled = CauseChain(
      history: shard.world.context.history.records, narrator: chain.narrator, steps: [])
    breaches = shard.world.judge.violations.kept.filter { $0.message == message }.map {
      (promise: $0.promise, causes: settled.causes(of: $0))
    }
  }

  /// The fates with their chains, and the chains of the promises that the message broke.
  package func text(_ terminal: TerminalText) -> String {
    var text = WhyPage(report: ScenarioReport(), fates: fates, terminal: terminal).text
    for breach in breaches {
      text += terminal.style("breaks \(breach.promise.word)", .bad) + "\n"
      text += TextReport.chain(breach.causes, label: "", terminal: terminal) + "\n"
    }
    return text
  }

  /// Numbers as names: phones by their number in the population, people by that of their phone.
  private static func names(
    of shard: borrowing PopulationShard, _ number: Int, _ message: MessageID
  ) -> Names {
    var names = Names()
    let first = number * PopulationPlan.shardSize
    let phones = (0..<shard.world.slotCount).map { first + $0 }
    names.users = phones.map { "person\($0)" }
    names.devices = phones.map { "phone\($0)" }
    names.slots = names.devices
    names.messages = (0...Int(message.rawValue)).map { "m\($0)" }
    names.words = NameID.reserved.map(\.description)
    names.installs = shard.world.namedInstalls
    return names
  }
}
