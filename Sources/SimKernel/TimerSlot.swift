/// One timer of a row: arms, re-arms and cancels in O(1) without touching the queue.
///
/// Arming schedules an event that carries the slot's new generation. Re-arming or cancelling only
/// changes the slot; the event that it leaves behind in the queue is recognised as stale by
/// ``fires(_:)`` when it falls out. Four bytes, so rows stay small.
///
/// The generation has 16 bits: a stale event would be mistaken for a live one if the slot were
/// armed a multiple of 65,536 times while that event is still waiting.
@frozen
public struct TimerSlot: BitwiseCopyable, Hashable, Sendable {
  @usableFromInline var number: UInt16 = 0
  @usableFromInline var hasEvent = false

  /// Makes a timer that is not armed.
  @inlinable
  public init() {}

  /// Number of the latest arming.
  @inlinable
  public var generation: UInt16 { number }

  /// Whether an event of the latest arming is still to come.
  @inlinable
  public var isArmed: Bool { hasEvent }

  /// Arms the timer, replacing what it was armed for.
  ///
  /// - Parameters:
  ///   - event: When and as what it fires; its generation is overwritten.
  ///   - queue: Where the event is scheduled.
  /// - Precondition: The event is not before the queue's clock.
  @inlinable @inline(__always)
  public mutating func arm(_ event: Event, in queue: inout EventQueue) {
    queue.schedule(armed(event))
  }

  /// Arms the timer and returns the event that the caller has to schedule.
  @inlinable @inline(__always)
  public mutating func armed(_ event: Event) -> Event {
    number &+= 1
    hasEvent = true
    var event = event
    event.generation = number
    return event
  }

  /// Cancels the timer; does nothing if it is not armed.
  @inlinable @inline(__always)
  public mutating func cancel() {
    hasEvent = false
  }

  /// Decides whether an event of this timer is live, and takes note that it fired.
  ///
  /// - Returns: False for an event that was overtaken by a later arming or a cancellation.
  @inlinable @inline(__always)
  public mutating func fires(_ event: Event) -> Bool {
    guard hasEvent else { return false }
    guard event.generation == number else { return false }
    hasEvent = false
    return true
  }
}
