extension LatencyTable {
  /// Makes a table of 64 entries with the lopsided shape of network latency.
  ///
  /// The logarithm of the span is spread normally around the median, so that one draw in a hundred
  /// is about as long as `slow` or longer. The last entry stands for the slowest 64th.
  ///
  /// - Parameters:
  ///   - median: Half of the spans are shorter; more than zero.
  ///   - slow: 99 of 100 spans are shorter; at least the median, at most 2^24 times it.
  public init(median: SimDuration, slow: SimDuration) {
    precondition(median > .zero, "the median of a latency is more than zero")
    precondition(slow >= median, "the slow end of a latency is not below its median")
    let ratio = FixedLogarithm.of(slow.microseconds) - FixedLogarithm.of(median.microseconds)
    precondition(ratio <= 24 << FixedLogarithm.fractionBits, "a latency spreads at most 2^24 fold")
    let middle = FixedLogarithm.of(median.microseconds)
    let upper = Self.normalQuantiles.map { quantile in
      let offset = ratio * quantile / Self.normalQuantile99
      return (FixedLogarithm.power(middle - offset), FixedLogarithm.power(middle + offset))
    }
    self.init(
      upper.flatMap { [.microseconds(max(1, $0.0)), .microseconds(max(1, $0.1))] })
  }

  /// The normal distribution's quantile at 0.99, in ten-thousandths.
  private static let normalQuantile99: Int64 = 23_263

  /// The normal distribution's quantiles at 0.5 + (i + 0.5) / 64, in ten-thousandths.
  private static let normalQuantiles: [Int64] = [
    196, 588, 981, 1_375, 1_772, 2_171, 2_574, 2_981, 3_393, 3_811, 4_236, 4_668, 5_110, 5_561,
    6_024, 6_501, 6_993, 7_502, 8_032, 8_585, 9_166, 9_779, 10_432, 11_132, 11_892, 12_727, 13_662,
    14_735, 16_010, 17_617, 19_874, 24_176,
  ]
}

/// Binary logarithms and powers in fixed point, so that every machine gets the same table.
private enum FixedLogarithm {
  static let fractionBits: Int64 = 20

  /// The logarithm of a positive number.
  static func of(_ number: Int64) -> Int64 {
    let whole = Int64(63 - number.leadingZeroBitCount)
    // The number as 1.0 to 2.0 with 31 bits behind the point; squaring doubles the logarithm.
    var mantissa = (UInt64(number) << UInt64(63 - whole)) >> 32
    var result = whole
    for _ in 0..<fractionBits {
      mantissa = (mantissa * mantissa) >> 31
      result <<= 1
      if mantissa >> 32 != 0 {
        mantissa >>= 1
        result |= 1
      }
    }
    return result
  }

  /// Two to a power, rounded down; at least zero and at most the largest number.
  static func power(_ exponent: Int64) -> Int64 {
    guard exponent >= 0 else { return 0 }
    let whole = exponent >> fractionBits
    guard whole < 62 else { return .max }
    var result: UInt64 = 1 << 62
    for (position, root) in roots.enumerated()
    where exponent & 1 << (fractionBits - 1 - Int64(position)) != 0 {
      result = result.multipliedFullWidth(by: root).high << 2
    }
    return Int64(result >> UInt64(62 - whole))
  }

  /// Two to the power of a half, a quarter and so on, with 62 bits behind the point.
  private static let roots: [UInt64] = {
    var root: UInt64 = 1 << 63
    return (0..<fractionBits).map { _ in
      root = squareRoot(root)
      return root
    }
  }()

  /// The root of a number from 1.0 to 2.0 with 62 bits behind the point.
  private static func squareRoot(_ number: UInt64) -> UInt64 {
    var root: UInt64 = 0
    for bit in stride(from: UInt64(62), through: 0, by: -1) {
      let candidate = root | 1 << bit
      let square = candidate.multipliedFullWidth(by: candidate)
      if square.high < number >> 2 || square.high == number >> 2 && square.low <= number << 62 {
        root = candidate
      }
    }
    return root
  }
}
