package import PushDomain
import SimKernel

/// The fates of a large run in numbers: by the sort of the message, and by the day it was taken.
///
/// The sort of a message is the number of the place that a tap on it leads to, as far as such
/// numbers are small; every other message is of sort zero. Rows that ended alike are counted under
/// one number, which is taken apart when somebody reads.
package struct FateTables: Equatable, Sendable {
  /// Every way to end that occurred, in the order of the first occurrence.
  private var kinds: [FateKind] = []
  /// Where the kind with a code is.
  private var kindIndex = PairIndex()
  /// How long the pushes of each sort took.
  private var latencies: [LatencyHistogram] = []
  /// The counts of each day and fate, in this order.
  private var days: [UInt64] = []
  /// How many fates there are.
  private let fateCount = Fate.allCases.count

  /// How many sorts are told apart.
  package static let sortLimit = 16

  /// Nothing counted.
  package init() {}

  /// Tables are equal by their numbers, whichever came first.
  package static func == (left: FateTables, right: FateTables) -> Bool {
    left.sorts == right.sorts && left.days == right.days
  }

  /// The numbers of each sort.
  package var sorts: [FateStatistics] {
    var sorts = latencies.map { FateStatistics(latency: $0) }
    for kind in kinds { sorts[kind.sort].add(kind) }
    return sorts
  }

  /// All sorts in one.
  package var whole: FateStatistics {
    var whole = FateStatistics()
    for sort in sorts { whole.add(sort) }
    return whole
  }

  /// How many days there are counts for.
  package var dayCount: Int { days.count / fateCount }

  /// How many messages of a day came to a fate.
  package func count(_ fate: Fate, day: Int) -> UInt64 {
    guard day < dayCount else { return 0 }
    return days[day * fateCount + Int(fate.rawValue)]
  }

  /// Counts a row whose message leads to a place, unless it was not due on its install.
  mutating func add(_ row: borrowing LedgerRow, _ end: FateEnd, link: NameID) {
    guard row.isTargeted else { return }
    let sort = link.index < Self.sortLimit ? link.index : 0
    count(
      FateKind(sort: sort, fate: end.fate, because: end.because, push: row.push, row.delays), 1)
    if FateEntry.isByPush(end.fate, row.surface) {
      latencies[sort].add(row.time - end.takenAt)
    }
    let place = Int(end.takenAt.sinceStart / .days(1)) * fateCount + Int(end.fate.rawValue)
    while days.count <= place { days.append(contentsOf: repeatElement(0, count: fateCount)) }
    days[place] += 1
  }

  /// Adds the counts of another part of the world.
  package mutating func add(_ other: FateTables) {
    for kind in other.kinds { count(kind, kind.count) }
    while latencies.count < other.latencies.count { latencies.append(LatencyHistogram()) }
    for (sort, latency) in other.latencies.enumerated() { latencies[sort].add(latency) }
    while days.count < other.days.count { days.append(0) }
    for (place, count) in other.days.enumerated() { days[place] += count }
  }

  /// Counts rows of a kind.
  @inline(__always)
  private mutating func count(_ kind: FateKind, _ count: UInt64) {
    if let place = kindIndex.find(kind.code) {
      kinds[Int(place)].count += count
    } else {
      enter(kind, count)
    }
  }

  /// Counts the first rows of a kind.
  @inline(never)
  private mutating func enter(_ kind: FateKind, _ count: UInt64) {
    while latencies.count <= kind.sort { latencies.append(LatencyHistogram()) }
    kindIndex.insert(kind.code, UInt32(truncatingIfNeeded: kinds.count))
    kinds.append(kind)
    kinds[kinds.count - 1].count = count
  }
}

/// What a row comes to, and when the server took its message.
struct FateEnd: BitwiseCopyable {
  var fate: Fate
  var because: Because
  var takenAt: SimTime
}

/// Rows that ended alike, and how many they are.
struct FateKind: BitwiseCopyable, Sendable {
  var fate: Fate
  var because: Because
  var push: PushOutcome
  var delays: PushDelays
  var sort: Int
  var count: UInt64 = 0

  @inline(__always)
  init(sort: Int, fate: Fate, because: Because, push: PushOutcome, _ delays: PushDelays) {
    self.fate = fate
    self.because = because
    self.push = push
    self.delays = delays
    self.sort = sort
  }

  /// One number for everything but the count: the cause takes 44 bits of it.
  @inline(__always)
  var code: UInt64 {
    causeCode | UInt64(push.rawValue) << 44 | UInt64(delays.rawValue) << 48 | UInt64(sort) << 56
  }

  /// One number for the fate and its cause, by which causes are sorted.
  @inline(__always)
  var causeCode: UInt64 {
    let (kind, operand): (UInt64, UInt32) =
      switch because {
      case .nothing: (0, 0)
      case .rule(let key): (1, key)
      case .defence(let defence): (2, UInt32(defence.rawValue))
      case .code(let code): (3, UInt32(code.rawValue))
      case .unsent(let reason): (4, UInt32(reason.rawValue))
      case .fault(let line): (5, line)
      case .surface(let surface): (6, UInt32(surface.rawValue))
      case .waiting(let place): (7, UInt32(place.rawValue))
      }
    return UInt64(fate.rawValue) << 40 | kind << 32 | UInt64(operand)
  }
}
