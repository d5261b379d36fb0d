import Backend
import ClientSDK
import Judgement
import PushDomain
package import Rulebook
package import SimKernel

/// One part of a population: an ordinary world of a fixed number of phones.
///
/// Phones of different people meet nowhere but in the totals of the server and the provider, so a
/// population is run shard by shard, and the results are added in the order of the shards.
package struct PopulationShard: ~Copyable {
  /// The world of these phones.
  package var world: World
  private let plan: PopulationPlan
  private let number: Int
  private var samples: [DaySample] = []

  /// Builds the world of a shard in which nobody has the app yet.
  package init(
    _ number: Int, of plan: PopulationPlan, rules: Rulebook,
    foldingAfter grace: SimDuration? = .days(1), keepsHistory: Bool = false
  ) {
    self.number = number
    self.plan = plan
    let first = number * PopulationPlan.shardSize
    let phones = first..<min(plan.phones, first + PopulationPlan.shardSize)
    let traits = PopulationTraits(plan)
    var setup = WorldSetup()
    setup.userCount = phones.count
    setup.devices.reserveCapacity(phones.count)
    setup.slots.reserveCapacity(phones.count)
    for (index, phone) in phones.enumerated() {
      setup.devices.append(traits.device(phone))
      setup.slots.append(SlotSetup(device: DeviceID(index)))
    }
    var hash = StableHash()
    hash.combine(plan.seed)
    hash.combine(UInt64(number))
    world = World(
      setup, rules: rules, design: plan.design, choices: Choices(.seeded(hash.value)),
      keepsHistory: keepsHistory, foldingAfter: grace)
    world.settle(plan, traits, phones)
  }

  /// Lets all days pass, and an hour in which nobody does anything, so that what is on its way at
  /// midnight still arrives.
  package mutating func live() {
    for day in 1...max(1, plan.days) {
      world.run(through: .zero + .days(Int64(day)))
      samples.append(world.sample())
    }
    world.run(through: world.now + .hours(1))
  }

  /// Brings everybody home, so that the promises that fall due then can be judged.
  package mutating func settle() {
    world.bringHome()
    world.finish(isSettled: true)
  }

  /// Lets all days pass and says what came of them.
  package consuming func run() -> PopulationResult {
    live()
    var result = PopulationResult()
    result.phones = UInt64(world.habits.rows.count)
    result.events = world.eventCount
    result.messages = UInt64(world.habits.nextMessage)
    result.ordered = world.habits.ordered
    result.fates = world.judge.ledger.tables()
    result.days = samples
    // The figures above are those of an ordinary midnight; promises wait for everybody's return.
    settle()
    result.books = world.judge.ledger.books
    result.note(world.judge, shard: number)
    result.mistakes = UInt64(world.judge.storyMistakes.count)
    if let imbalance = world.judge.ledger.checkBooks() {
      result.imbalance = "shard \(number): \(imbalance)"
    }
    result.answers = FCMCode.allCases.map { UInt64(world.serverState.answerCount($0)) }
    result.digest.combine(world.digest.value)
    return result
  }
}

/// Who of a population has which phone and which habits: exact shares, drawn by the seed.
struct PopulationTraits {
  private let plan: PopulationPlan
  private let models: Spread
  private let vendors: Spread
  private let spreads: [Spread]

  /// The traits that have a share, in the order of their spreads.
  private enum Trait: Int, CaseIterable {
    case commutes, charges, denies, reinstalls, lends, stops, revokes, uninstalls
  }

  init(_ plan: PopulationPlan) {
    self.plan = plan
    func spread(_ word: StaticString) -> Spread {
      Spread(count: max(1, plan.phones), key: plan.seed ^ StableHash.of(word))
    }
    models = spread("population.model")
    vendors = spread("population.vendor")
    spreads = [
      spread("population.commutes"), spread("population.charges"), spread("population.denies"),
      spread("population.reinstalls"), spread("population.lends"), spread("population.stops"),
      spread("population.revokes"), spread("population.uninstalls"),
    ]
  }

  /// What a phone is.
  func device(_ phone: Int) -> DeviceSetup {
    let rank = models.rank(of: phone)
    var bound = 0
    var profile = plan.phoneMix.last?.profile ?? DeviceProfile()
    for (candidate, share) in plan.phoneMix {
      bound += models.members(ofShare: share)
      if rank < bound {
        profile = candidate
        break
      }
    }
    if vendors.rank(of: phone) < vendors.members(ofShare: plan.aggressive) {
      profile.oem = .aggressive
    }
    return DeviceSetup(profile: profile, key: Self.key(phone))
  }

  /// The habits of a phone, before its first day.
  func row(_ phone: Int, _ choices: inout Choices) -> HabitRow {
    var row = HabitRow(key: Self.key(phone))
    if has(.commutes, plan.commuters, phone) { row.traits.insert(.commutes) }
    if has(.charges, plan.chargers, phone) { row.traits.insert(.charges) }
    if has(.denies, plan.denied, phone) { row.traits.insert(.denies) }
    row.reinstallDay = day(.reinstalls, plan.reinstalls, phone, &row, &choices)
    row.lendDay = day(.lends, plan.logouts, phone, &row, &choices)
    row.stopDay = day(.stops, plan.forceStops, phone, &row, &choices)
    row.revokeDay = day(.revokes, plan.revocations, phone, &row, &choices)
    row.uninstallDay = day(.uninstalls, plan.uninstalls, phone, &row, &choices)
    return row
  }

  private func has(_ trait: Trait, _ share: Int64, _ phone: Int) -> Bool {
    let spread = spreads[trait.rawValue]
    return spread.rank(of: phone) < spread.members(ofShare: share)
  }

  /// The day on which something of a month happens to a phone, or never.
  private func day(
    _ trait: Trait, _ share: Int64, _ phone: Int, _ row: inout HabitRow, _ choices: inout Choices
  ) -> UInt16 {
    // The first day is for joining.
    guard plan.days > 1, has(trait, share * Int64(plan.days) / 30, phone) else { return .max }
    let drawn = choices.choose(
      Habits.label.of(row.key), counter: &row.draws, among: UInt32(plan.days - 1))
    return UInt16(1 + drawn)
  }

  /// Streams are keyed by name: a phone more shifts no draw of another.
  private static func key(_ phone: Int) -> UInt32 {
    var hash = StableHash()
    hash.combine("phone")
    hash.combine(UInt64(phone))
    return UInt32(truncatingIfNeeded: hash.value)
  }
}
