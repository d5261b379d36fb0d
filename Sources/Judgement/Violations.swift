package import PushDomain
package import SimKernel

/// A broken promise: who, what, when, and the two chains of causes that met.
package struct Violation: BitwiseCopyable, Hashable, Sendable {
  /// The promise.
  package var promise: Promise
  /// When it broke.
  package var time: SimTime
  /// The message, where one was involved.
  package var message: MessageID
  /// The install, where one was involved.
  package var install: InstallID
  /// The person whose content or choice it was about.
  package var user: UserID
  /// The record that broke it.
  package var record: RecordID
  /// The record without which the first one would have been in order.
  package var second: RecordID

  /// Describes a violation by the record that broke the promise.
  init(_ promise: Promise, _ record: Record, _ id: RecordID, second: RecordID) {
    self.promise = promise
    time = record.time
    message = record.message
    install = record.install
    user = record.user
    self.record = id
    self.second = second
  }

  /// Describes a violation that shows when something falls due.
  init(
    _ promise: Promise, at time: SimTime, message: MessageID = .none, install: InstallID = .none,
    user: UserID = .none, record: RecordID = .none, second: RecordID = .none
  ) {
    self.promise = promise
    self.time = time
    self.message = message
    self.install = install
    self.user = user
    self.record = record
    self.second = second
  }
}

/// The violations of a run, and which promises had their subject occur.
package struct Violations: Sendable {
  /// The first violations of each promise, in the order in which they showed.
  package private(set) var kept: [Violation] = []
  /// How many there were of each promise, by its raw value.
  private var counts = [UInt64](repeating: 0, count: Promise.allCases.count)
  /// The promises whose subject occurred, one bit each.
  private var exercised: UInt32 = 0

  /// How many violations of one promise are kept in full.
  package static let capacity: UInt64 = 128

  /// Nothing was broken and nothing was exercised.
  package init() {}

  /// The subject of a promise occurred.
  @inline(__always)
  mutating func exercise(_ promise: Promise) { exercised |= 1 << UInt32(promise.rawValue) }

  /// A promise was broken; the same message on the same install breaks it once.
  @inline(never)
  mutating func add(_ violation: Violation) {
    exercise(violation.promise)
    let place = Int(violation.promise.rawValue)
    if counts[place] < Self.capacity, kept.contains(where: { Self.isSame($0, violation) }) {
      return
    }
    counts[place] += 1
    if counts[place] <= Self.capacity { kept.append(violation) }
  }

  /// Whether a promise's subject occurred.
  package func isExercised(_ promise: Promise) -> Bool {
    exercised & 1 << UInt32(promise.rawValue) != 0
  }

  /// How often a promise was broken.
  package func count(_ promise: Promise) -> UInt64 { counts[Int(promise.rawValue)] }

  /// The kept violations of a promise.
  package func all(_ promise: Promise) -> [Violation] { kept.filter { $0.promise == promise } }

  /// Adds what another part of the world found.
  package mutating func add(_ other: Violations) {
    exercised |= other.exercised
    for promise in Promise.allCases {
      let place = Int(promise.rawValue)
      let room = Self.capacity - min(Self.capacity, counts[place])
      kept.append(contentsOf: other.all(promise).prefix(Int(room)))
      counts[place] += other.counts[place]
    }
  }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() {
    kept.removeAll(keepingCapacity: true)
    for place in counts.indices { counts[place] = 0 }
    exercised = 0
  }

  /// Whether two violations are about the same message on the same install.
  private static func isSame(_ one: Violation, _ other: Violation) -> Bool {
    one.promise == other.promise && one.message == other.message && !one.message.isNone
      && one.install == other.install
  }
}
