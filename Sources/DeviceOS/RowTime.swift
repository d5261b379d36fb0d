import SimKernel

/// An instant in two halves of four bytes, so that a row of four-byte fields has no gap behind it.
struct RowTime: BitwiseCopyable, Sendable {
  private var low: UInt32
  private var high: UInt32

  /// Packs an instant.
  @inline(__always)
  init(_ time: SimTime) {
    let bits = UInt64(bitPattern: time.microseconds)
    low = UInt32(truncatingIfNeeded: bits)
    high = UInt32(truncatingIfNeeded: bits >> 32)
  }

  /// The instant.
  @inline(__always)
  var time: SimTime {
    SimTime(microseconds: Int64(bitPattern: UInt64(high) << 32 | UInt64(low)))
  }
}
