/// A hash of text and numbers that is the same in every process, on every machine, for ever.
///
/// The standard hasher is seeded anew in each process; names that become streams, labels or
/// digests need a hash that is not. FNV-1a over bytes, with a final mix so that all bits are good.
/// It does not resist an attacker who chooses the input.
@frozen
public struct StableHash: BitwiseCopyable, Sendable {
  @usableFromInline var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Starts a hash of nothing.
  @inlinable
  public init() {}

  /// Adds one byte.
  @inlinable
  public mutating func combine(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// Adds the UTF-8 bytes of a text.
  @inlinable
  public mutating func combine(_ text: some StringProtocol) {
    for byte in text.utf8 { combine(byte) }
  }

  /// Adds the UTF-8 bytes of a literal.
  @inlinable
  public mutating func combine(_ text: StaticString) {
    text.withUTF8Buffer { bytes in
      for byte in bytes { combine(byte) }
    }
  }

  /// Adds a 64-bit number as one step.
  @inlinable
  public mutating func combine(_ number: UInt64) {
    state = Self.mixed(state ^ number) &* 0x0000_0100_0000_01B3
  }

  /// The hash of what was added so far.
  @inlinable
  public var value: UInt64 { Self.mixed(state) }

  /// Hashes a text.
  @inlinable
  public static func of(_ text: some StringProtocol) -> UInt64 {
    var hash = StableHash()
    hash.combine(text)
    return hash.value
  }

  /// Hashes a literal.
  @inlinable
  public static func of(_ text: StaticString) -> UInt64 {
    var hash = StableHash()
    hash.combine(text)
    return hash.value
  }

  /// Hashes one number, without collisions.
  @inlinable
  public static func of(_ number: UInt64) -> UInt64 {
    mixed(number &+ 0x9E37_79B9_7F4A_7C15)
  }

  /// Spreads every bit of a number over all bits, without collisions (the SplitMix64 finisher).
  @inlinable @inline(__always)
  static func mixed(_ number: UInt64) -> UInt64 {
    var bits = number
    bits = (bits ^ (bits &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits &>> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits &>> 31)
  }
}
