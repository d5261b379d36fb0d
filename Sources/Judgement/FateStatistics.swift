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

  /// Nothing counted but how long pushes took.
  package init(latency: LatencyHistogram = LatencyHistogram()) { self.latency = latency }

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

  /// Counts rows that ended alike.
  mutating func add(_ kind: FateKind) {
    total += kind.count
    byFate[Int(kind.fate.rawValue)] += kind.count
    byOutcome[Int(kind.push.rawValue)] += kind.count
    add(
      CauseCount(
        fate: kind.fate, because: kind.because, count: kind.count, code: kind.causeCode))
    guard kind.push == .delivered else { return }
    for bit in 0..<8 where kind.delays.rawValue & 1 << UInt8(bit) != 0 {
      byDelay[bit] += kind.count
    }
    let times = PushDelays.words.contains { kind.delays.contains($0.flag) }
    if !times { undelayed += kind.count }
  }

  /// Adds the counts of another part of the world.
  package mutating func add(_ other: FateStatistics) {
    total += other.total
    undelayed += other.undelayed
    for index in byFate.indices { byFate[index] += other.byFate[index] }
    for index in byOutcome.indices { byOutcome[index] += other.byOutcome[index] }
    for index in byDelay.indices { byDelay[index] += other.byDelay[index] }
    for cause in other.causes { add(cause) }
    latency.add(other.latency)
  }

  /// Counts a fate with its cause.
  private mutating func add(_ cause: CauseCount) {
    let place = causes.firstIndex { $0.code >= cause.code } ?? causes.endIndex
    if place < causes.endIndex, causes[place].code == cause.code {
      causes[place].count += cause.count
    } else {
      causes.insert(cause, at: place)
    }
  }
}
