import SimKernel

/// An instant to a tenth of a second in four bytes, for rows that a million phones have.
struct CoarseTime: BitwiseCopyable, Comparable, Sendable {
  /// Tenths of a second since the start of the run.
  let rawValue: UInt32

  private static let tick: Int64 = 100_000

  /// Earlier than or equal to every other instant.
  static let zero = CoarseTime(rawValue: 0)

  /// Later than every other instant; stands for "never".
  static let never = CoarseTime(rawValue: .max)

  /// Wraps tenths of a second.
  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The last tenth that is not after an instant.
  init(_ time: SimTime) {
    rawValue = UInt32(clamping: time.microseconds / Self.tick)
  }

  /// The first tenth that is not before an instant.
  init(roundingUp time: SimTime) {
    let (whole, rest) = time.microseconds.quotientAndRemainder(dividingBy: Self.tick)
    rawValue = UInt32(clamping: whole + (rest > 0 ? 1 : 0))
  }

  /// The instant itself.
  var time: SimTime {
    self == .never ? .distantFuture : SimTime(microseconds: Int64(rawValue) * Self.tick)
  }

  /// Orders from early to late.
  static func < (left: CoarseTime, right: CoarseTime) -> Bool { left.rawValue < right.rawValue }
}
