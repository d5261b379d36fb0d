package import PushDomain
import SimKernel

/// The fates of a large run in numbers: by the sort of the message, and by the day it was taken.
///
/// The sort of a message is the number of the place that a tap on it leads to, as far as such
/// numbers are small; every other message is of sort zero.
package struct FateTables: Hashable, Sendable {
  /// The numbers of each sort.
  package private(set) var sorts: [FateStatistics] = []
  /// The counts of each day and fate, in this order.
  private var days: [UInt64] = []

  /// How many sorts are told apart.
  package static let sortLimit = 16

  /// Nothing counted.
  package init() {}

  /// All sorts in one.
  package var whole: FateStatistics {
    var whole = FateStatistics()
    for sort in sorts { whole.add(sort) }
    return whole
  }

  /// How many days there are counts for.
  package var dayCount: Int { days.count / Fate.allCases.count }

  /// How many messages of a day came to a fate.
  package func count(_ fate: Fate, day: Int) -> UInt64 {
    guard day < dayCount else { return 0 }
    return days[day * Fate.allCases.count + Int(fate.rawValue)]
  }

  /// Counts a row whose message leads to a place.
  package mutating func add(_ entry: FateEntry, link: NameID) {
    let sort = link.index < Self.sortLimit ? link.index : 0
    while sorts.count <= sort { sorts.append(FateStatistics()) }
    sorts[sort].add(entry)
    guard entry.isTargeted else { return }
    let day = Int(entry.takenAt.sinceStart / .days(1))
    let place = day * Fate.allCases.count + Int(entry.fate.rawValue)
    while dayCount <= day { days.append(contentsOf: Self.emptyDay) }
    days[place] += 1
  }

  /// Adds the counts of another part of the world.
  package mutating func add(_ other: FateTables) {
    while sorts.count < other.sorts.count { sorts.append(FateStatistics()) }
    for (sort, statistics) in other.sorts.enumerated() { sorts[sort].add(statistics) }
    while days.count < other.days.count { days.append(contentsOf: Self.emptyDay) }
    for (place, count) in other.days.enumerated() { days[place] += count }
  }

  private static let emptyDay = [UInt64](repeating: 0, count: Fate.allCases.count)
}
