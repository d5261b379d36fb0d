import SimKernel

/// One thing that a person or the server does at a time of the day.
enum Habit: UInt32, BitwiseCopyable, CaseIterable {
  /// A message for the person of the phone; the argument is its sort.
  case push
  /// The phone is put aside: the app leaves the screen and the screen goes dark.
  case putAside
  /// The person uses the phone for something else.
  case pickUp
  /// The person opens the app, perhaps through a notification.
  case open
  case goOffline, goOnline
  /// The phone lies on its charger, or is taken from it.
  case plug, unplug
  /// The app comes onto the phone, its person logs in.
  case join
  case reinstall
  /// Another person of the household takes the phone over, or its owner comes back.
  case lend, takeBack
  case forceStop, revoke, uninstall
}

/// An entry of a day's agenda as one number that sorts by time: second, habit, argument.
struct AgendaEntry: BitwiseCopyable {
  var bits: UInt32

  @inline(__always)
  init(second: UInt32, _ habit: Habit, argument: UInt32 = 0) {
    bits = min(second, Self.daySeconds - 1) << 9 | habit.rawValue << 4 | argument
  }

  @inline(__always)
  init(bits: UInt32) { self.bits = bits }

  var second: UInt32 { bits >> 9 }
  var habit: Habit {
    guard let habit = Habit(rawValue: bits >> 4 & 31) else {
      preconditionFailure("an entry of an agenda holds a habit")
    }
    return habit
  }
  var argument: UInt32 { bits & 15 }

  static let daySeconds: UInt32 = 86_400
}

/// What drives one phone of a population: its traits, and how far its day has come.
struct HabitRow: BitwiseCopyable {
  /// The hash of the phone's name, by which its draws are keyed.
  var key: UInt32
  /// How many draws it has made.
  var draws: UInt32 = 0
  /// The day that the agenda is for.
  var day: UInt16 = 0
  /// The days of what happens to it once; the largest number for never.
  var reinstallDay = UInt16.max
  var lendDay = UInt16.max
  var stopDay = UInt16.max
  var revokeDay = UInt16.max
  var uninstallDay = UInt16.max
  /// The next entry of the agenda, and how many there are.
  var next: UInt8 = 0
  var count: UInt8 = 0
  var traits: Traits = []

  /// What a phone and its person are like.
  struct Traits: OptionSet, BitwiseCopyable {
    let rawValue: UInt8
    init(rawValue: UInt8) { self.rawValue = rawValue }

    static let commutes = Traits(rawValue: 1)
    static let charges = Traits(rawValue: 2)
    static let denies = Traits(rawValue: 4)
    /// The app is gone for good.
    static let gone = Traits(rawValue: 8)
  }
}

/// The habits of all phones of a world: rows, and one agenda of fixed length for each.
struct Habits {
  var rows: [HabitRow] = []
  var agenda: [UInt32] = []
  var plan = PopulationPlan()
  /// The next message that the server takes.
  var nextMessage: UInt32 = 0
  /// How many messages of each sort were ordered.
  var ordered: [UInt64] = []
  /// The sort of each number from zero to 999.
  var sortOfDraw: [UInt8] = []

  /// How many entries an agenda holds at most: the messages, taking up and putting aside at each
  /// use and in the morning, charging, two ways, and every rare thing on the same day.
  static let capacity =
    PopulationPlan.pushesMax + 2 * (2 * PopulationPlan.usesMax + 1) + 2 + 4 + 2 * 6

  static let label = Label("population.habit")
}
