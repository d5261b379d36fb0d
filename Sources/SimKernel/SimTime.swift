/// An instant of simulated time, in whole microseconds since the start of the run.
///
/// There is no calendar here: a run starts at zero. Adding a span saturates, so an instant far
/// beyond the end of a run becomes ``distantFuture``, which no event ever reaches.
@frozen
public struct SimTime: BitwiseCopyable, Hashable, Comparable, Sendable {
  /// Microseconds since the start of the run.
  public var microseconds: Int64

  /// Makes an instant from microseconds since the start of the run.
  @inlinable
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The start of the run.
  @inlinable public static var zero: SimTime { SimTime(microseconds: 0) }

  /// Later than every other instant; stands for "never".
  @inlinable public static var distantFuture: SimTime { SimTime(microseconds: .max) }

  /// Span between the start of the run and the instant.
  @inlinable
  public var sinceStart: SimDuration { SimDuration(microseconds: microseconds) }

  /// Orders instants from early to late.
  @inlinable
  public static func < (left: SimTime, right: SimTime) -> Bool {
    left.microseconds < right.microseconds
  }

  /// Gives the instant that lies a span later, saturating.
  @inlinable
  public static func + (left: SimTime, right: SimDuration) -> SimTime {
    SimTime(microseconds: left.microseconds.addedSaturating(right.microseconds))
  }

  /// Gives the instant that lies a span earlier, saturating.
  @inlinable
  public static func - (left: SimTime, right: SimDuration) -> SimTime {
    SimTime(microseconds: left.microseconds.subtractedSaturating(right.microseconds))
  }

  /// Gives the span from the right instant to the left one, saturating.
  @inlinable
  public static func - (left: SimTime, right: SimTime) -> SimDuration {
    SimDuration(microseconds: left.microseconds.subtractedSaturating(right.microseconds))
  }

  /// Moves the instant later by a span, saturating.
  @inlinable
  public static func += (left: inout SimTime, right: SimDuration) {
    left = left + right
  }
}

extension SimTime: CustomStringConvertible {
  /// The instant as a span since the start of the run, such as `3h0m0.2s`, or `never`.
  public var description: String {
    self == .distantFuture ? "never" : sinceStart.description
  }
}
