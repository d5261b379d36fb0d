package import PushDomain
package import Rulebook
package import SimKernel

/// How the people of a population live with their phones, declared as data.
///
/// Shares are in millionths and exact over the whole population: a share of 2 % of a thousand is
/// twenty phones, and the seed says which. Shares of a month are scaled to the days of the run.
package struct PopulationPlan: Sendable {
  /// What the plan is called.
  package var name = "built-in"
  /// How many phones there are.
  package var phones = 10_000
  /// How many virtual days pass.
  package var days = 30
  /// The seed of everything drawn.
  package var seed: UInt64 = 1
  /// The SDK and server under test.
  package var design = Design.published

  /// Messages for each person and day.
  package var pushesPerDay = 5
  /// What the messages are; each is drawn by its weight.
  package var sorts = PushSort.usual
  /// How often the app is opened in a day.
  package var opensPerDay = 2
  /// How often the phone is used for something else in a day.
  package var pickupsPerDay = 3
  /// Of a thousand openings, how many go through a notification where one stands in the tray.
  package var tapsPerMille: UInt32 = 400
  /// Of a thousand other uses of the phone, how many sweep the tray.
  package var sweepsPerMille: UInt32 = 400
  /// Of a thousand times that the app leaves the screen, how often it is swiped away as well.
  package var swipesPerMille: UInt32 = 150
  /// When people get up: this hour, and up to two hours later.
  package var morningHour = 6
  /// When people go to bed: this hour, and up to two hours later.
  package var eveningHour = 21

  /// People who travel twice on five days of seven, without a network for a while.
  package var commuters: Int64 = 600_000
  /// How long they are without a network at most, in minutes.
  package var commuteMinutes: UInt32 = 40
  /// Phones that charge over night, so that they never doze there.
  package var chargers: Int64 = 300_000
  /// Phones of vendors that stop apps in the background.
  package var aggressive: Int64 = 100_000
  /// People who denied the right to notify when they were asked.
  package var denied: Int64 = 150_000
  /// People who reinstall the app in a month.
  package var reinstalls: Int64 = 30_000
  /// People who log out in a month, for another of their household to log in for a day.
  package var logouts: Int64 = 40_000
  /// People who force-stop the app in a month, and open it some time later.
  package var forceStops: Int64 = 20_000
  /// People who take the right to notify away in a month.
  package var revocations: Int64 = 20_000
  /// People who put the app away for good in a month.
  package var uninstalls: Int64 = 20_000

  /// The phones that people have, with their shares; the last one takes the rest.
  package var phoneMix: [(profile: DeviceProfile, share: Int64)] = PopulationPlan.usualMix

  /// The plan that stands for no app in particular.
  package init() {}

  /// How many messages a person can get in a day.
  package static let pushesMax = 20
  /// How often the app can be opened in a day, and how often the phone be used for something else.
  package static let usesMax = 6

  /// How many phones one world of a population holds, whatever the number of workers.
  ///
  /// Small enough that the tables of a world stay near the processor.
  package static let shardSize = 128

  /// The rules of a population: what is kept for a story's sake is kept for a few days only.
  ///
  /// - Parameter overrides: What a file sets; it wins.
  package static func rules(overriding overrides: [Override] = []) -> Rulebook {
    let book = Rulebook.documented
    let short = [
      Override(book.design.inboxAge.key, SimDuration.days(3).microseconds),
      Override(book.client.inboxKept.key, 40), Override(book.client.seenKept.key, 40),
    ]
    let usual = short.filter { entry in !overrides.contains { $0.key == entry.key } }
    return Rulebook(preset: .documented, overriding: usual + overrides)
  }

  /// How many shards the population has.
  package var shardCount: Int { (phones + Self.shardSize - 1) / Self.shardSize }

  private static let usualMix: [(profile: DeviceProfile, share: Int64)] = {
    let levels: [(api: UInt8, share: Int64)] = [
      (35, 250_000), (34, 250_000), (33, 200_000), (31, 150_000), (30, 150_000),
    ]
    return levels.map { level in
      var profile = DeviceProfile()
      profile.api = level.api
      return (profile, level.share)
    }
  }()
}

/// One sort of message that the server sends.
package struct PushSort: Sendable {
  /// What it is called.
  package var name: StaticString
  /// Data, notification or mixed.
  package var kind: MessageKind
  /// How urgent it is.
  package var priority: Priority
  /// How long it is worth something; nil leaves the default of the provider.
  package var life: SimDuration?
  /// A newer one replaces it.
  package var collapses: Bool
  /// It is for the app's code and shows nothing.
  package var isSilent: Bool
  /// How many of a thousand messages are of this sort.
  package var perMille: UInt32

  /// Describes a sort.
  package init(
    _ name: StaticString, _ kind: MessageKind, _ priority: Priority, life: SimDuration? = nil,
    collapses: Bool = false, isSilent: Bool = false, perMille: UInt32
  ) {
    self.name = name
    self.kind = kind
    self.priority = priority
    self.life = life
    self.collapses = collapses
    self.isSilent = isSilent
    self.perMille = perMille
  }

  /// A usual mix: talk that is urgent, news that replaces itself, offers that end, silent hints.
  package static let usual = [
    PushSort("chat", .data, .high, perMille: 400),
    PushSort("news", .data, .normal, life: .days(2), collapses: true, perMille: 200),
    PushSort("offer", .notification, .normal, life: .hours(12), perMille: 200),
    PushSort("refresh", .data, .normal, collapses: true, isSilent: true, perMille: 200),
  ]
}
