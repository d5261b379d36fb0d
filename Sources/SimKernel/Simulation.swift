/// What happens when an event's time has come: the model that a ``Simulation`` runs.
public protocol EventHandler: ~Copyable {
  /// Reacts to an event; may schedule others, and draw choices.
  ///
  /// Events of cancelled timers arrive here too; ``TimerSlot/fires(_:)`` tells them apart.
  ///
  /// - Parameters:
  ///   - event: What happens now; the simulation's clock shows its time.
  ///   - simulation: The engine, for scheduling, choosing and adding to the digest.
  mutating func handle(_ event: Event, in simulation: inout Simulation)

  /// Learns of an event a few places before its turn, to prefetch the rows that it will touch.
  ///
  /// A hint that must not change what happens: it is given for some events only, and an event may
  /// still be overtaken. Does nothing unless the model says otherwise.
  func prepare(for event: Event)
}

extension EventHandler where Self: ~Copyable {
  /// Does nothing.
  @inlinable @inline(__always)
  public func prepare(for event: Event) {}
}

/// A small engine: the queue, the choices and the digest of one run, and the loop over them.
///
/// It knows nothing of the model, which is any ``EventHandler``. Each event enters the digest
/// before it is handled. A model that needs another loop uses the parts on their own.
///
/// - Complexity: 20 to 50 ns for each event, besides the model.
public struct Simulation: ~Copyable {
  /// The future event list.
  public var queue: EventQueue
  /// The one door for everything that could go otherwise.
  public var choices: Choices
  /// The digest of all events so far, and of whatever the model adds.
  public var digest: RunDigest
  /// How many events have happened, stale timer events included.
  @inlinable
  public var eventCount: UInt64 { handledCount }
  @usableFromInline var handledCount: UInt64 = 0

  /// Starts a run at time zero.
  ///
  /// - Parameter choices: Who answers when the model chooses.
  public init(choices: consuming Choices) {
    queue = EventQueue()
    digest = RunDigest()
    self.choices = choices
  }

  /// Starts a run at time zero with random choices.
  public init(seed: UInt64) {
    self.init(choices: Choices(.seeded(seed)))
  }

  /// The instant of the event being handled, or of the last one.
  @inlinable
  public var now: SimTime { queue.now }

  /// Adds an event to the future.
  ///
  /// - Precondition: It is not before ``now``.
  @inlinable @inline(__always)
  public mutating func schedule(_ event: Event) {
    queue.schedule(event)
  }

  /// Lets all events happen up to a horizon, or all there are.
  ///
  /// - Parameters:
  ///   - model: What the events happen to.
  ///   - horizon: The last instant that is still simulated. Events behind it stay pending, and
  ///     the run can be continued.
  ///   - eventLimit: After how many events to stop, for models that might never end.
  /// - Returns: How many events happened.
  @inlinable @discardableResult
  public mutating func run<Model: EventHandler & ~Copyable>(
    _ model: inout Model, through horizon: SimTime = .distantFuture, eventLimit: UInt64 = .max
  ) -> UInt64 {
    var happened: UInt64 = 0
    while happened < eventLimit, let event = queue.popNext(through: horizon) {
      happened &+= 1
      digest.combine(event)
      if let soon = queue.upcoming(Self.prepareDistance) { model.prepare(for: soon) }
      model.handle(event, in: &self)
    }
    handledCount &+= happened
    return happened
  }

  /// How many events ahead a model prepares: long enough to fetch memory, short enough to keep it.
  @usableFromInline static let prepareDistance = 8

  /// Makes an independent snapshot of the engine; the model is copied by its owner.
  ///
  /// - Complexity: In proportion to the pending events and to what was recorded.
  public borrowing func copy() -> Simulation {
    var other = Simulation(choices: choices.copy())
    other.queue = queue.copy()
    other.digest = digest
    other.handledCount = handledCount
    return other
  }
}
