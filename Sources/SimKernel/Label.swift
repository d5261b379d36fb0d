/// The name of a decision, reduced to 64 bits: a purpose, and optionally whom it concerns.
///
/// A purpose is a literal such as `"network.latency"`. Streams are keyed by label, so draws for one
/// purpose or subject never shift those of another. Make a label for a purpose once (a stored
/// property or a `static let`) and derive those of its subjects from it with ``of(_:)-(UInt32)``,
/// which costs one addition.
///
/// The upper half is a hash of the purpose, the lower half the subject, so a 32-bit subject is
/// never confused with another one of the same purpose.
@frozen
public struct Label: BitwiseCopyable, Hashable, Sendable {
  /// The purpose's hash in the upper half, the subject in the lower half.
  public let bits: UInt64

  /// Makes a label from its bits, as found in a recorded tape.
  @inlinable
  public init(bits: UInt64) {
    self.bits = bits
  }

  /// Names a decision that concerns nobody in particular.
  @inlinable
  public init(_ purpose: StaticString) {
    bits = StableHash.of(purpose) & 0xFFFF_FFFF_0000_0000
  }

  /// Names a decision about one subject.
  @inlinable
  public init(_ purpose: StaticString, _ subject: UInt32) {
    self = Label(purpose).of(subject)
  }

  /// Names a decision about one subject with a large key.
  @inlinable
  public init(_ purpose: StaticString, _ subject: UInt64) {
    self = Label(purpose).of(subject)
  }

  /// Names the same decision about one subject, replacing the subject it had.
  @inlinable @inline(__always)
  public func of(_ subject: UInt32) -> Label {
    Label(bits: bits & 0xFFFF_FFFF_0000_0000 | UInt64(subject))
  }

  /// Names the same decision about one subject with a large key.
  ///
  /// A key that fits into 32 bits gives the same label as that smaller number. The upper half of
  /// a larger one is folded into the purpose, so ``hasPurpose(_:)`` no longer recognises it.
  @inlinable
  public func of(_ subject: UInt64) -> Label {
    let upper = subject &>> 32
    let folded = upper == 0 ? 0 : StableHash.of(upper) & 0xFFFF_FFFF_0000_0000
    return Label(bits: (bits & 0xFFFF_FFFF_0000_0000) ^ folded | subject & 0xFFFF_FFFF)
  }

  /// The subject's key, or its lower half.
  @inlinable
  public var subject: UInt32 { UInt32(truncatingIfNeeded: bits) }

  /// Whether the label was made for a purpose.
  @inlinable
  public func hasPurpose(_ purpose: StaticString) -> Bool {
    bits &>> 32 == Label(purpose).bits &>> 32
  }
}

extension Label: CustomStringConvertible {
  /// The label as `purpose hash:subject`, in hexadecimal and decimal.
  public var description: String {
    "\(HexText.digits(bits).prefix(8)):\(subject)"
  }
}
