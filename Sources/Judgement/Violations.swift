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
  /// The violations that are kept in full, in the order in which they showed.
  package private(set) var kept: [Violation] = []
  /// The messages and installs of those, one index for each promise that was broken.
  private var known = [PairIndex?](repeating: nil, count: Promise.allCases.count)
  /// How many there were of each promise, by its raw value.
  private var counts = [UInt64](repeating: 0, count: Promise.allCases.count)
  /// The promises whose subject occurred, one bit each.
  private var exercised: UInt32 = 0

  /// How many violations of one promise are kept in full.
  private let capacity: UInt64

  /// Nothing was broken and nothing was exercised.
  ///
  /// - Parameter capacity: How many violations of one promise are kept in full. A story keeps all:
  ///   one that is not kept could not be compared with what the file declares.
  init(capacity: UInt64) { self.capacity = capacity }

  /// The subject of a promise occurred.
  @inline(__always)
  mutating func exercise(_ promise: Promise) { exercised |= 1 << UInt32(promise.rawValue) }

  /// A promise was broken; the same message on the same install breaks it once.
  @inline(never)
  mutating func add(_ violation: Violation) {
    exercise(violation.promise)
    let place = Int(violation.promise.rawValue)
    if counts[place] < capacity, !violation.message.isNone {
      let key = PairIndex.key(violation.message.rawValue, violation.install.rawValue)
      if known[place] == nil { known[place] = PairIndex() }
      if known[place]?.find(key) != nil { return }
      known[place]?.insert(key, 0)
    }
    counts[place] += 1
    if counts[place] <= capacity { kept.append(violation) }
  }

  /// Whether a promise's subject occurred.
  package func isExercised(_ promise: Promise) -> Bool {
    exercised & 1 << UInt32(promise.rawValue) != 0
  }

  /// How often a promise was broken.
  package func count(_ promise: Promise) -> UInt64 { counts[Int(promise.rawValue)] }

  /// The kept violations of a promise.
  package func all(_ promise: Promise) -> [Violation] { kept.filter { $0.promise == promise } }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() {
    kept.removeAll(keepingCapacity: true)
    for place in counts.indices { counts[place] = 0 }
    for place in known.indices { known[place] = nil }
    exercised = 0
  }
}
