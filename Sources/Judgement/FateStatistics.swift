package import PushDomain

/// Fates in numbers, for runs that are too large to keep each.
package struct FateStatistics: Hashable, Sendable {
  /// How many rows ended in each fate, by its raw value.
  private var byFate = [UInt64](repeating: 0, count: Fate.allCases.count)
  /// How many pushes came to each outcome, by its raw value.
  private var byOutcome = [UInt64](repeating: 0, count: PushOutcome.allCases.count)
  /// How many delivered pushes had each delay or insight, by its bit.
  private var byDelay = [UInt64](repeating: 0, count: 8)
  /// Delivered pushes without any delay.
  package private(set) var undelayed: UInt64 = 0
  /// Each fate with each of its causes, in order of their codes.
  private var causes: [CauseCount] = []
  /// From the server's taking the message to its showing or handling, where the push brought it.
  package private(set) var latency = LatencyHistogram()
  /// How many rows were counted.
  package private(set) var total: UInt64 = 0

  /// How many were shown by something else than the push: the person found them in the app.
  package var foundInApp: UInt64 {
    causes.reduce(0) {
      $0 + ($1.fate == .shown && $1.because == .surface(.inbox) ? $1.count : 0)
    }
  }

  /// Nothing counted.
  package init() {}

  /// One fate with one cause, and how often it came to that.
  package struct CauseCount: Hashable, Sendable {
    /// The fate.
    package var fate: Fate
    /// Its cause.
    package var because: Because
    /// How often.
    package var count: UInt64
    /// The fate and the cause as one number, by which the counts are sorted.
    var code: UInt64
  }

  /// How often it came to a fate.
  package func count(_ fate: Fate) -> UInt64 { byFate[Int(fate.rawValue)] }

  /// How often a push came to an outcome.
  package func count(_ outcome: PushOutcome) -> UInt64 { byOutcome[Int(outcome.rawValue)] }

  /// How many delivered pushes had one delay or insight.
  package func count(_ delay: PushDelays) -> UInt64 {
    byDelay[min(7, delay.rawValue.trailingZeroBitCount)]
  }

  /// Every fate and cause that occurred, the most frequent first.
  package var causeCounts: [CauseCount] {
    causes.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
  }

  /// Counts a row, unless it was not due on its install.
  package mutating func add(_ entry: FateEntry) {
    guard entry.isTargeted else { return }
    total += 1
    byFate[Int(entry.fate.rawValue)] += 1
    byOutcome[Int(entry.push.rawValue)] += 1
    add(entry.fate, entry.because, 1)
    if let span = entry.latency { latency.add(span) }
    guard entry.push == .delivered else { return }
    for bit in 0..<8 where entry.delays.rawValue & 1 << UInt8(bit) != 0 { byDelay[bit] += 1 }
    let times = PushDelays.words.contains { entry.delays.contains($0.flag) }
    if !times { undelayed += 1 }
  }

  /// Adds the counts of another part of the world.
  package mutating func add(_ other: FateStatistics) {
    total += other.total
    undelayed += other.undelayed
    for index in byFate.indices { byFate[index] += other.byFate[index] }
    for index in byOutcome.indices { byOutcome[index] += other.byOutcome[index] }
    for index in byDelay.indices { byDelay[index] += other.byDelay[index] }
    for cause in other.causes { add(cause.fate, cause.because, cause.count) }
    latency.add(other.latency)
  }

  /// Counts a fate with its cause.
  private mutating func add(_ fate: Fate, _ because: Because, _ count: UInt64) {
    let code = Self.code(fate, because)
    var low = 0
    var high = causes.count
    while low < high {
      let middle = (low + high) / 2
      if causes[middle].code < code { low = middle + 1 } else { high = middle }
    }
    if low < causes.count && causes[low].code == code {
      causes[low].count += count
    } else {
      causes.insert(CauseCount(fate: fate, because: because, count: count, code: code), at: low)
    }
  }

  /// One number for a fate and a cause.
  private static func code(_ fate: Fate, _ because: Because) -> UInt64 {
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
