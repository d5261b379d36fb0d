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
  /// Number of the latest arming.
  public private(set) var generation: UInt16 = 0
  /// Whether an event of the latest arming is still to come.
  public private(set) var isArmed = false

  /// Makes a timer that is not armed.
  public init() {}

  /// Arms the timer, replacing what it was armed for.
  ///
  /// - Parameters:
  ///   - event: When and as what it fires; its generation is overwritten.
  ///   - queue: Where the event is scheduled.
  public mutating func arm(_ event: Event, in queue: inout EventQueue) {
    generation &+= 1
    isArmed = true
    var event = event
    event.generation = generation
    queue.schedule(event)
  }

  /// Cancels the timer; does nothing if it is not armed.
  public mutating func cancel() {
    isArmed = false
  }

  /// Decides whether an event of this timer is live, and takes note that it fired.
  ///
  /// - Returns: False for an event that was overtaken by a later arming or a cancellation.
  public mutating func fires(_ event: Event) -> Bool {
    guard isArmed, event.generation == generation else { return false }
    isArmed = false
    return true
  }
}
