import SimKernel

/// Spreads choices over the members of a series: exact counts, who is hit follows from the seed.
///
/// Member numbers are permuted by a small keyed network; the first ranks take the first choice. So a share of 20 % of
/// a thousand is two hundred, never about two hundred.
package struct Spread: Sendable {
  private let count: UInt64
  private let key: UInt64
  private let half: UInt64

  package init(count: Int, key: UInt64) {
    self.count = UInt64(count)
    self.key = key
    var half: UInt64 = 1
    while (1 << (2 * half)) < UInt64(count) { half += 1 }
    self.half = half
  }

  /// The place of a member in the drawn order; every rank from zero on is taken once.
  package func rank(of member: Int) -> Int {
    var value = UInt64(member)
    repeat { value = permuted(value) } while value >= count
    return Int(value)
  }

  /// How many members a share of a million is, rounded to the nearest.
  package func members(ofShare share: Int64) -> Int {
    Int((UInt64(share) * count + 500_000) / 1_000_000)
  }

  private func permuted(_ value: UInt64) -> UInt64 {
    let mask: UInt64 = (1 << half) - 1
    var left = value >> half
    var right = value & mask
    for round in 0..<4 as Range<UInt64> {
      var hash = StableHash()
      hash.combine(key &+ round)
      hash.combine(right)
      (left, right) = (right, left ^ (hash.value & mask))
    }
    return left << half | right
  }
}
