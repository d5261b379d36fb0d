/// One entry of the future event list: when, what, to whom, in 16 plain bytes.
///
/// The conformance to `BitwiseCopyable` is the point: a field that needs reference counting does
/// not compile, so the queue can never start to retain and release. What does not fit into the
/// event lives in a ``Slab`` whose handle the event carries as its ``index``.
@frozen
public struct Event: BitwiseCopyable, Hashable, Sendable {
  /// When the event happens.
  public var time: SimTime

  /// Everything but the time: index, generation, kind and argument from the low bits up.
  public var payload: UInt64

  /// Makes an event from its packed payload.
  @inlinable
  public init(time: SimTime, payload: UInt64) {
    self.time = time
    self.payload = payload
  }

  /// Makes an event.
  ///
  /// - Parameters:
  ///   - time: When it happens.
  ///   - kind: What happens, as numbered by the model.
  ///   - index: Whom or what it concerns, usually a row or a handle.
  ///   - generation: The arming it belongs to, for timers.
  ///   - argument: Eight bits for the model to use freely.
  @inlinable
  public init(
    time: SimTime, kind: UInt8, index: UInt32, generation: UInt16 = 0, argument: UInt8 = 0
  ) {
    self.time = time
    self.payload =
      UInt64(index) | UInt64(generation) << 32 | UInt64(kind) << 48 | UInt64(argument) << 56
  }

  /// Whom or what the event concerns, usually a row or a handle.
  @inlinable
  public var index: UInt32 {
    get { UInt32(truncatingIfNeeded: payload) }
    set { payload = payload & ~0xFFFF_FFFF | UInt64(newValue) }
  }

  /// The arming that the event belongs to, so that a cancelled timer is recognised.
  @inlinable
  public var generation: UInt16 {
    get { UInt16(truncatingIfNeeded: payload >> 32) }
    set { payload = payload & ~(0xFFFF << 32) | UInt64(newValue) << 32 }
  }

  /// What happens, as numbered by the model.
  @inlinable
  public var kind: UInt8 {
    get { UInt8(truncatingIfNeeded: payload >> 48) }
    set { payload = payload & ~(0xFF << 48) | UInt64(newValue) << 48 }
  }

  /// Eight bits for the model to use freely.
  @inlinable
  public var argument: UInt8 {
    get { UInt8(truncatingIfNeeded: payload >> 56) }
    set { payload = payload & ~(0xFF << 56) | UInt64(newValue) << 56 }
  }
}
