public import SimKernel

/// What a step of a machine sees and through which it acts: time, choices, effects, history.
public struct StepContext: ~Copyable {
  /// The present.
  public var now: SimTime = .zero
  /// The record that led to this step.
  public var cause: RecordID = .none
  /// The line of the statement that is taking effect, else zero.
  public var line: UInt32 = 0
  /// The one door for everything that could come out otherwise.
  public var choices: Choices
  /// What the step wants done, in order.
  public var effects = EffectBuffer<Effect>()
  /// What is on its way, and what arrives or comes back at this instant.
  ///
  /// A packet stands here from its making to the end of the instant in which somebody gets it, and
  /// travels by its number: copying its content from hand to hand costs more than many a step.
  public var packets = Slab<Packet>()
  /// Packets that came back to their sender at this instant; the world takes them out after it.
  public var returned: [PacketID] = []
  /// Payloads that go from machine to machine at this instant.
  public var payloads = Loans<PushPayload>()
  /// Copies that play services hand to an app at this instant.
  public var deliveries = Loans<Delivery>()
  /// Notifications that code posts at this instant.
  public var notifications = Loans<AppNotification>()
  /// What was observed.
  public var history: History

  /// A context at the start of a run.
  public init(choices: consuming Choices, keepsHistory: Bool) {
    self.choices = choices
    history = History(isKept: keepsHistory)
  }

  /// Observes something that the present cause led to.
  @discardableResult
  @inline(__always)
  public mutating func note(_ record: Record) -> RecordID {
    var record = record
    record.time = now
    if record.cause.isNone { record.cause = cause }
    if record.line == 0 { record.line = line }
    return history.append(record)
  }

  /// Observes something about an install.
  @discardableResult @inlinable @inline(__always)
  public mutating func note(
    _ fact: Fact, install: InstallID = .none, user: UserID = .none, operand: UInt32 = 0,
    detail: UInt8 = 0, because: RecordID = .none, cause: RecordID = .none
  ) -> RecordID {
    history.append(
      Record(
        fact, at: now, cause: cause.isNone ? self.cause : cause, because: because, line: line,
        install: install, message: .none, copy: .none, user: user, operand: operand,
        detail: detail))
  }

  /// Observes something about a message or one of its copies.
  @discardableResult @inlinable @inline(__always)
  public mutating func note(
    _ fact: Fact, message: MessageID, copy: CopyID = .none, install: InstallID = .none,
    user: UserID = .none, operand: UInt32 = 0, detail: UInt8 = 0, because: RecordID = .none,
    cause: RecordID = .none
  ) -> RecordID {
    history.append(
      Record(
        fact, at: now, cause: cause.isNone ? self.cause : cause, because: because, line: line,
        install: install, message: message, copy: copy, user: user, operand: operand,
        detail: detail))
  }

  /// Puts something on a link, caused by the present step.
  @inlinable @inline(__always)
  public mutating func transmit(
    from: Place, to: Place, _ body: Packet.Body, cause: RecordID = .none
  ) {
    let packet = Packet(from: from, to: to, cause: cause.isNone ? self.cause : cause, body)
    effects.append(.transmit(PacketID(rawValue: packets.insert(packet))))
  }

  /// Writes a packet that somebody else is to put on a link, as ``post(_:from:)`` does.
  @inlinable @inline(__always)
  public mutating func draft(_ body: Packet.Body, to place: Place) -> PacketID {
    PacketID(rawValue: packets.insert(Packet(from: place, to: place, cause: .none, body)))
  }

  /// Puts a drafted packet on a link, caused by the present step.
  @inlinable @inline(__always)
  public mutating func post(_ packet: PacketID, from place: Place) {
    packets[packet.rawValue].from = place
    packets[packet.rawValue].cause = cause
    effects.append(.transmit(packet))
  }

  /// The instant is over: nothing that was lent in it is needed any more.
  @inlinable @inline(__always)
  public mutating func endLoans() {
    payloads.end()
    deliveries.end()
    notifications.end()
  }

  /// What a packet carries.
  @inlinable @inline(__always)
  public func body(of packet: PacketID) -> Packet.Body { packets[packet.rawValue].body }

  /// Arms a timer.
  @inlinable @inline(__always)
  public mutating func arm(_ timer: Timer) { effects.append(.arm(timer)) }
}
