package import Judgement
package import PushDomain
package import SimKernel

/// What came of a population, or of a part of it.
package struct PopulationResult: Sendable {
  /// How many phones there were.
  package var phones: UInt64 = 0
  /// How many events happened.
  package var events: UInt64 = 0
  /// How many messages the server took.
  package var messages: UInt64 = 0
  /// How many messages of each sort were ordered.
  package var ordered: [UInt64] = []
  /// The fates by sort and by day.
  package var fates = FateTables()
  /// What FCM accepted, and what became of it.
  package var books = Books()
  /// How the tables stood at each midnight.
  package var days: [DaySample] = []
  /// How each promise came out, by its raw value.
  package var promises = Promise.allCases.map { PromiseTally($0) }
  /// The answers of FCM, by code.
  package var answers = [UInt64](repeating: 0, count: FCMCode.allCases.count)
  /// Habits that could not be carried out: a bug of the plan.
  package var mistakes: UInt64 = 0
  /// The first sentence about books that do not balance: a bug of this program.
  package var imbalance: String?
  /// The digests of all shards, in order.
  package var digest = RunDigest()

  /// Nothing came of nobody.
  package init() {}

  /// Adds the shard that follows.
  package mutating func add(_ next: PopulationResult) {
    phones += next.phones
    events += next.events
    messages += next.messages
    Self.add(&ordered, next.ordered)
    fates.add(next.fates)
    books.add(next.books)
    while days.count < next.days.count { days.append(DaySample()) }
    for (day, sample) in next.days.enumerated() { days[day].add(sample) }
    for (place, tally) in next.promises.enumerated() { promises[place].add(tally) }
    Self.add(&answers, next.answers)
    mistakes += next.mistakes
    imbalance = imbalance ?? next.imbalance
    digest.combine(next.digest.value)
  }

  /// Notes how the promises came out in a shard.
  mutating func note(_ judge: borrowing Judge, shard: Int) {
    let violations = judge.violations
    for promise in Promise.allCases {
      promises[Int(promise.rawValue)].isExercised = violations.isExercised(promise)
      promises[Int(promise.rawValue)].count = violations.count(promise)
    }
    for violation in violations.kept {
      let place = Int(violation.promise.rawValue)
      guard promises[place].first == nil else { continue }
      promises[place].first = PromiseTally.First(violation: violation, shard: shard)
    }
  }

  private static func add(_ sums: inout [UInt64], _ next: [UInt64]) {
    while sums.count < next.count { sums.append(0) }
    for (place, count) in next.enumerated() { sums[place] += count }
  }
}

/// How server and provider stood at the end of a day.
package struct DaySample: BitwiseCopyable, Hashable, Sendable {
  /// Rows of the server.
  package var rows: UInt64 = 0
  /// Rows whose address leads nowhere or elsewhere.
  package var deadAddresses: UInt64 = 0
  /// Rows that say that notifications are off.
  package var disabled: UInt64 = 0
  /// Phones that have the app.
  package var installs: UInt64 = 0

  /// A day on which there is nothing.
  package init() {}

  /// Adds the same day of another part.
  mutating func add(_ other: DaySample) {
    rows += other.rows
    deadAddresses += other.deadAddresses
    disabled += other.disabled
    installs += other.installs
  }
}

/// How one promise came out.
package struct PromiseTally: BitwiseCopyable, Hashable, Sendable {
  /// The promise.
  package var promise: Promise
  /// Its subject occurred.
  package var isExercised = false
  /// How often it was broken.
  package var count: UInt64 = 0
  /// The first that broke it, in the order of shards.
  package var first: First?

  init(_ promise: Promise) { self.promise = promise }

  /// A violation, and the shard it happened in.
  package struct First: BitwiseCopyable, Hashable, Sendable {
    /// What was broken.
    package var violation: Violation
    /// Where.
    package var shard: Int
  }

  /// Adds the tally of the shard that follows.
  mutating func add(_ next: PromiseTally) {
    isExercised = isExercised || next.isExercised
    count += next.count
    first = first ?? next.first
  }

  /// The verdict about the promise.
  package var verdict: PromiseVerdict {
    count > 0 ? .violated : isExercised ? .held : .notExercised
  }
}
