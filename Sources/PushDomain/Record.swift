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
  init(
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

/// The observations of a run: kept whole, or only passed on to those who fold them.
public struct History: Sendable {
  /// What was observed since the observers last looked (all of it where the history is kept).
  @inlinable public var records: [Record] { kept }
  @usableFromInline var kept: [Record] = []
  /// How many records were made before the first one in `records`.
  @usableFromInline var forgotten: UInt32 = 0
  /// Whether records stay after the observers saw them.
  public let isKept: Bool
  /// The position of the first record that the observers have not seen.
  @inlinable public var observed: Int { seen }
  @usableFromInline var seen = 0

  /// How many seen records a history that is not kept holds before it forgets them.
  @usableFromInline static var forgetAfter: Int { 64 }

  /// An empty history.
  public init(isKept: Bool) { self.isKept = isKept }

  /// How many observations were made.
  @inlinable public var count: UInt32 { forgotten &+ UInt32(truncatingIfNeeded: kept.count) }

  /// Adds an observation and numbers it.
  @inline(__always)
  public mutating func append(_ record: Record) -> RecordID {
    let id = RecordID(rawValue: count)
    kept.append(record)
    return id
  }

  /// Says that the observers have seen everything; forgets it unless the history is kept.
  @inlinable
  public mutating func markObserved() {
    seen = kept.count
    // Forgetting has a price of its own, so a few records are forgotten together.
    if !isKept, seen >= Self.forgetAfter { forget() }
  }

  @usableFromInline @inline(never)
  mutating func forget() {
    forgotten &+= UInt32(truncatingIfNeeded: seen)
    kept.removeAll(keepingCapacity: true)
    seen = 0
  }

  /// The record with a number, where it is still there.
  public func record(_ id: RecordID) -> Record? {
    guard !id.isNone, id.rawValue >= forgotten else { return nil }
    let index = Int(id.rawValue - forgotten)
    return index < kept.count ? kept[index] : nil
  }
}
