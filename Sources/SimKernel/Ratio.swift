/// An exact probability or share: a part of a whole, from zero to one.
@frozen
public struct Ratio: BitwiseCopyable, Hashable, Sendable {
  /// How many of ``whole`` cases count.
  public let part: UInt32
  /// How many cases there are; at least one.
  public let whole: UInt32

  /// Makes a ratio, such as `Ratio(1, in: 1_000)`.
  ///
  /// - Precondition: The whole is not zero and the part does not exceed it.
  @inlinable
  public init(_ part: UInt32, in whole: UInt32) {
    precondition(whole > 0, "a ratio needs a whole")
    precondition(part <= whole, "a ratio lies between zero and one")
    self.part = part
    self.whole = whole
  }

  /// Makes a ratio from whole percents.
  ///
  /// - Precondition: At most 100.
  @inlinable
  public static func percent(_ count: UInt32) -> Ratio { Ratio(count, in: 100) }

  /// Never.
  public static let zero = Ratio(0, in: 1)

  /// Always.
  public static let one = Ratio(1, in: 1)
}

extension Ratio: CustomStringConvertible {
  /// The ratio as `part/whole`.
  public var description: String { "\(part)/\(whole)" }
}
