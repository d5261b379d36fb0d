public import Rulebook
public import SimKernel

/// One observation of a run, as plain bits.
public struct Record: BitwiseCopyable, Sendable {
  /// When it happened.
  public var time: SimTime
  /// The record that led to it.
  public var cause: RecordID
  /// A second record that made it come out this way.
  public var because: RecordID
  /// The line of the story that it belongs to; zero where none does.
  public var line: UInt32
  /// The install it is about.
  public var install: InstallID
  /// The message it is about.
  public var message: MessageID
  /// The copy it is about.
  public var copy: CopyID
  /// The person it is about.
  public var user: UserID
  /// See the fact: a rule, a defence, an address, a row, a device, a status, a line.
  public var operand: UInt32
  /// What was observed.
  public var fact: Fact
  /// See the fact.
  public var detail: UInt8

  /// An observation with everything left open but the fact.
  @inlinable public init(_ fact: Fact) {
    time = .zero
    cause = .none
    because = .none
    line = 0
    install = .none
    message = .none
    copy = .none
    user = .none
    operand = 0
    self.fact = fact
    detail = 0
  }

  /// An observation with everything given.
  @inlinable @inline(__always)
  public init(
    _ fact: Fact, at time: SimTime, cause: RecordID, because: RecordID, line: UInt32,
    install: InstallID, message: MessageID, copy: CopyID, user: UserID, operand: UInt32,
    detail: UInt8
  ) {
    self.time = time
    self.cause = cause
    self.because = because
    self.line = line
    self.install = install
    self.message = message
    self.copy = copy
    self.user = user
    self.operand = operand
    self.fact = fact
    self.detail = detail
  }

  /// The operand as the key of a rule.
  public var rule: RuleKey { RuleKey(rawValue: operand) }
}

extension RunDigest {
  /// Adds what was observed, and when; not who caused it, nor the line of a story.
  @inlinable @inline(__always)
  package mutating func combine(_ record: Record) {
    combine(UInt64(bitPattern: record.time.microseconds))
    combine(
      UInt32(record.fact.rawValue) << 8 | UInt32(record.detail), record.install.rawValue,
      record.message.rawValue, record.fact.operandIsLine ? 0 : record.operand)
  }
}

/// The observations of a run: kept whole, or only passed on to those who fold them.
///
/// - Complexity: Adding and reading one are O(1) and touch no reference count.
public struct History: ~Copyable {
  @usableFromInline var storage: UnsafeMutablePointer<Record>
  @usableFromInline var capacity = 128
  /// How many records are in the storage.
  @usableFromInline var held = 0
  /// How many records were made before the first one in the storage.
  @usableFromInline var forgotten: UInt32 = 0
  /// Whether records stay after the observers saw them.
  public let isKept: Bool
  /// The position of the first record that the observers have not seen.
  @inlinable public var observed: Int { seen }
  @usableFromInline var seen = 0
  /// How many records the observers have not seen.
  @inlinable public var unobservedCount: Int { held &- seen }

  /// How many seen records a history that is not kept holds before it forgets them.
  @usableFromInline static var forgetAfter: Int { 64 }

  /// An empty history.
  public init(isKept: Bool) {
    self.isKept = isKept
    storage = .allocate(capacity: capacity)
  }

  @inlinable
  deinit { storage.deallocate() }

  /// How many observations were made.
  @inlinable public var count: UInt32 { forgotten &+ UInt32(truncatingIfNeeded: held) }

  /// The positions that can be read: all of them where the history is kept, else the newest.
  @inlinable public var positions: Range<Int> { 0..<held }

  /// The positions that can be read of what was observed since a number of observations.
  @inlinable
  public func positions(from number: UInt32) -> Range<Int> {
    Int(max(number, forgotten) &- forgotten)..<held
  }

  /// The record at one of the ``positions``, read in place.
  @inlinable public subscript(_ position: Int) -> Record {
    @inline(__always) unsafeAddress {
      precondition(position >= 0 && position < held, "a record is read where there is one")
      return UnsafePointer(storage + position)
    }
  }

  /// The number of the record at one of the ``positions``.
  @inlinable @inline(__always)
  public func id(at position: Int) -> RecordID {
    RecordID(rawValue: forgotten &+ UInt32(truncatingIfNeeded: position))
  }

  /// The records that can be read, as an array of their own.
  ///
  /// - Complexity: In proportion to their number.
  public var records: [Record] {
    [Record](UnsafeBufferPointer(start: storage, count: held))
  }

  /// The record with a number, where it is still there.
  public func record(_ id: RecordID) -> Record? {
    guard !id.isNone, id.rawValue >= forgotten, id.rawValue < count else { return nil }
    return storage[Int(id.rawValue - forgotten)]
  }

  /// Adds an observation and numbers it.
  @inlinable @inline(__always)
  public mutating func append(_ record: Record) -> RecordID {
    if held == capacity { grow() }
    let id = RecordID(rawValue: count)
    (storage + held).initialize(to: record)
    held &+= 1
    return id
  }

  /// Doubles the memory.
  @usableFromInline @inline(never)
  mutating func grow() { storage.grow(keeping: 0..<held, capacity: &capacity) }

  /// Says that the observers have seen everything; forgets it unless the history is kept.
  @inlinable
  public mutating func markObserved() {
    seen = held
    // Records of a few steps are forgotten together, so that a story can look at the newest.
    guard !isKept, held >= Self.forgetAfter else { return }
    forgotten &+= UInt32(truncatingIfNeeded: held)
    held = 0
    seen = 0
  }
}
