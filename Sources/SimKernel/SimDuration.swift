/// A span of simulated time in whole microseconds.
///
/// Arithmetic saturates at the ends of the range (about 292,000 years) instead of trapping, so a
/// span read from a user's text cannot stop a run. A span may be negative.
@frozen
public struct SimDuration: BitwiseCopyable, Hashable, Comparable, Sendable {
  /// Length of the span in microseconds.
  public var microseconds: Int64

  /// Makes a span from microseconds.
  @inlinable
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The empty span.
  @inlinable public static var zero: SimDuration { SimDuration(microseconds: 0) }

  /// The longest span that can be written down; sums that would exceed it become it.
  public static let max = SimDuration(microseconds: .max)

  /// Makes a span of whole microseconds.
  @inlinable
  public static func microseconds(_ count: Int64) -> SimDuration {
    SimDuration(microseconds: count)
  }

  /// Makes a span of whole milliseconds.
  @inlinable
  public static func milliseconds(_ count: Int64) -> SimDuration {
    SimDuration(microseconds: count.multipliedSaturating(by: 1_000))
  }

  /// Makes a span of whole seconds.
  @inlinable
  public static func seconds(_ count: Int64) -> SimDuration {
    SimDuration(microseconds: count.multipliedSaturating(by: 1_000_000))
  }

  /// Makes a span of whole minutes.
  @inlinable
  public static func minutes(_ count: Int64) -> SimDuration {
    SimDuration(microseconds: count.multipliedSaturating(by: 60_000_000))
  }

  /// Makes a span of whole hours.
  @inlinable
  public static func hours(_ count: Int64) -> SimDuration {
    SimDuration(microseconds: count.multipliedSaturating(by: 3_600_000_000))
  }

  /// Makes a span of whole days of 24 hours.
  @inlinable
  public static func days(_ count: Int64) -> SimDuration {
    SimDuration(microseconds: count.multipliedSaturating(by: 86_400_000_000))
  }

  /// Whole milliseconds in the span, rounded towards zero.
  @inlinable public var wholeMilliseconds: Int64 { microseconds / 1_000 }

  /// Whole seconds in the span, rounded towards zero.
  @inlinable public var wholeSeconds: Int64 { microseconds / 1_000_000 }

  /// Whole days of 24 hours in the span, rounded towards zero.
  @inlinable public var wholeDays: Int64 { microseconds / 86_400_000_000 }

  /// Orders spans by signed length.
  @inlinable
  public static func < (left: SimDuration, right: SimDuration) -> Bool {
    left.microseconds < right.microseconds
  }

  /// Adds two spans, saturating.
  @inlinable
  public static func + (left: SimDuration, right: SimDuration) -> SimDuration {
    SimDuration(microseconds: left.microseconds.addedSaturating(right.microseconds))
  }

  /// Subtracts a span from another, saturating.
  @inlinable
  public static func - (left: SimDuration, right: SimDuration) -> SimDuration {
    SimDuration(microseconds: left.microseconds.subtractedSaturating(right.microseconds))
  }

  /// Multiplies a span by a whole number, saturating.
  @inlinable
  public static func * (left: SimDuration, right: Int64) -> SimDuration {
    SimDuration(microseconds: left.microseconds.multipliedSaturating(by: right))
  }

  /// Divides a span by a whole number, rounding towards zero.
  ///
  /// - Precondition: The divisor is not zero.
  @inlinable
  public static func / (left: SimDuration, right: Int64) -> SimDuration {
    precondition(right != 0, "a span cannot be divided by zero")
    let (quotient, overflow) = left.microseconds.dividedReportingOverflow(by: right)
    return SimDuration(microseconds: overflow ? .max : quotient)
  }

  /// Counts how often a span fits into another, rounding towards zero.
  ///
  /// - Precondition: The divisor is not the empty span.
  @inlinable
  public static func / (left: SimDuration, right: SimDuration) -> Int64 {
    (left / right.microseconds).microseconds
  }

  /// Gives the remainder of a division of spans, with the sign of the dividend.
  ///
  /// - Precondition: The divisor is not the empty span.
  @inlinable
  public static func % (left: SimDuration, right: SimDuration) -> SimDuration {
    precondition(right.microseconds != 0, "a span cannot be divided by the empty span")
    let remainder = left.microseconds.remainderReportingOverflow(dividingBy: right.microseconds)
    return SimDuration(microseconds: remainder.partialValue)
  }

  /// Negates a span, saturating.
  @inlinable
  public static prefix func - (span: SimDuration) -> SimDuration {
    .zero - span
  }

  /// Adds a span to this one, saturating.
  @inlinable
  public static func += (left: inout SimDuration, right: SimDuration) {
    left = left + right
  }

  /// Subtracts a span from this one, saturating.
  @inlinable
  public static func -= (left: inout SimDuration, right: SimDuration) {
    left = left - right
  }
}

extension Int64 {
  /// Adds, stopping at the ends of the range.
  @inlinable
  func addedSaturating(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Subtracts, stopping at the ends of the range.
  @inlinable
  func subtractedSaturating(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// Multiplies, stopping at the ends of the range.
  @inlinable
  func multipliedSaturating(by other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
