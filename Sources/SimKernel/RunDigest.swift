/// A running fingerprint of a run, fed field by field: equal runs have equal digests.
///
/// Stable across processes and machines. One step costs 1 to 2 ns. Feed it values, never raw
/// memory, because padding bytes differ from run to run.
@frozen
public struct RunDigest: BitwiseCopyable, Equatable, Sendable {
  @usableFromInline var state: UInt64 = 0x243F_6A88_85A3_08D3

  /// Starts the digest of an empty run.
  @inlinable
  public init() {}

  /// Adds a number; order matters.
  @inlinable @inline(__always)
  public mutating func combine(_ number: UInt64) {
    let turned = state &<< 23 | state &>> 41
    state = (turned ^ number) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1319_8A2E_0370_7344
  }

  /// Adds a number of 32 bits; equal to adding it widened.
  @inlinable @inline(__always)
  public mutating func combine(_ number: UInt32) {
    combine(UInt64(number))
  }

  /// Adds two numbers of 32 bits in one step.
  @inlinable @inline(__always)
  public mutating func combine(_ first: UInt32, _ second: UInt32) {
    combine(UInt64(first) | UInt64(second) &<< 32)
  }

  /// Adds three numbers of 32 bits in two steps.
  @inlinable @inline(__always)
  public mutating func combine(_ first: UInt32, _ second: UInt32, _ third: UInt32) {
    combine(first, second)
    combine(third)
  }

  /// Adds four numbers of 32 bits in two steps.
  @inlinable @inline(__always)
  public mutating func combine(
    _ first: UInt32, _ second: UInt32, _ third: UInt32, _ fourth: UInt32
  ) {
    combine(first, second)
    combine(third, fourth)
  }

  /// Adds an event with its time.
  @inlinable @inline(__always)
  public mutating func combine(_ event: Event) {
    combine(UInt64(bitPattern: event.time.microseconds))
    combine(event.payload)
  }

  /// Adds the bytes of a text and their count.
  public mutating func combine(_ text: some StringProtocol) {
    var count: UInt64 = 0
    for byte in text.utf8 {
      combine(UInt64(byte))
      count += 1
    }
    combine(count)
  }

  /// The digest of everything added so far.
  @inlinable
  public var value: UInt64 { StableHash.mixed(state) }
}

extension RunDigest: CustomStringConvertible {
  /// The digest as 16 hexadecimal digits.
  public var description: String { HexText.digits(value) }
}

/// Writes numbers as hexadecimal digits of fixed width.
enum HexText {
  /// Writes all 16 digits of a number.
  static func digits(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }
}
