import Judgement
import PushDomain
import Reports
import Rulebook
import SimKernel
import Testing

@testable import PushWorld

/// A population that is small enough for a test.
private func plan(phones: Int, days: Int, seed: UInt64 = 1) -> PopulationPlan {
  var plan = PopulationPlan()
  plan.phones = phones
  plan.days = days
  plan.seed = seed
  return plan
}

private func run(
  _ plan: PopulationPlan, in order: [Int]? = nil, foldingAfter grace: SimDuration? = .days(1)
) -> PopulationResult {
  let shards = Array(0..<plan.shardCount)
  var results = [PopulationResult?](repeating: nil, count: shards.count)
  for shard in order ?? shards {
    results[shard] =
      PopulationShard(shard, of: plan, rules: PopulationPlan.rules(), foldingAfter: grace).run()
  }
  var whole = PopulationResult()
  for result in results { result.map { whole.add($0) } }
  return whole
}

@Test func `an agenda holds the fullest day`() {
  #expect(Habits.capacity == 64)
}

@Test func `the order in which shards are run changes no byte of the outcome`() {
  let plan = plan(phones: PopulationPlan.shardSize + 200, days: 2)
  let forward = PopulationReport(plan: plan, result: run(plan), rules: .documented)
  let reversed = Array((0..<plan.shardCount).reversed())
  let backward = PopulationReport(plan: plan, result: run(plan, in: reversed), rules: .documented)
  #expect(reversed.count > 1)
  #expect(forward.json == backward.json)
  #expect(forward.text() == backward.text())
}

@Test func `another seed is another population`() {
  #expect(
    run(plan(phones: 60, days: 2)).digest.value
      != run(plan(phones: 60, days: 2, seed: 2)).digest.value)
}

@Test func `the books of a population balance and no habit fails`() {
  let result = run(plan(phones: 400, days: 12))
  #expect(result.imbalance == nil)
  #expect(result.mistakes == 0)
  #expect(result.messages >= 400 * 11 * 5)
  #expect(result.fates.whole.total == result.books.targeted)
}

@Test func `a folding population counts what a keeping one counts`() {
  let plan = plan(phones: 150, days: 4)
  let folding = run(plan)
  let keeping = run(plan, foldingAfter: nil)
  #expect(folding.digest.value == keeping.digest.value)
  #expect(folding.events == keeping.events)
  for fate in Fate.allCases {
    #expect(folding.fates.whole.count(fate) == keeping.fates.whole.count(fate))
  }
  // Only whether they are equal: the tables would fill pages.
  let areEqual = folding.fates == keeping.fates
  #expect(areEqual)
}

@Test func `phones at rest have no events`() {
  var setup = WorldSetup()
  setup.userCount = 50
  for index in 0..<50 {
    setup.devices.append(DeviceSetup(profile: DeviceProfile(), key: UInt32(index)))
    setup.slots.append(SlotSetup(device: DeviceID(index)))
  }
  var world = World(
    setup, rules: .documented, design: .published, choices: Choices(.seeded(1)),
    keepsHistory: false)
  for index in 0..<50 {
    world.perform(.app(SlotID(index), .ready(UserID(index))), line: 0)
  }
  world.run(through: .zero + .minutes(1))
  for index in 0..<50 {
    world.perform(.app(SlotID(index), .background), line: 0)
    world.perform(.device(DeviceID(index), .screen(on: false)), line: 0)
  }
  world.run(through: .zero + .hours(12))
  #expect(world.pendingCount <= 2)
  let before = world.eventCount
  world.run(through: .zero + .hours(18))
  #expect(world.eventCount - before <= 2)
}
