package import SimKernel

/// How long things took, in buckets that grow with the span: each at most an eighth too wide.
///
/// Whole numbers only, so that the same spans give the same percentiles everywhere, and two
/// histograms add up to that of all their spans.
package struct LatencyHistogram: Hashable, Sendable {
  /// The counts; a bucket is an octave's eighth.
  private var counts: [UInt64] = []
  /// How many spans were counted.
  package private(set) var total: UInt64 = 0

  /// An empty histogram.
  package init() {}

  /// Counts a span; a negative one counts as zero.
  package mutating func add(_ span: SimDuration) {
    let bucket = Self.bucket(UInt64(max(0, span.microseconds)))
    while counts.count <= bucket { counts.append(0) }
    counts[bucket] += 1
    total += 1
  }

  /// Adds the spans of another histogram.
  package mutating func add(_ other: LatencyHistogram) {
    while counts.count < other.counts.count { counts.append(0) }
    for (bucket, count) in other.counts.enumerated() { counts[bucket] += count }
    total += other.total
  }

  /// The upper edge of the bucket that holds the given share of the spans, in thousandths.
  package func percentile(perMille: Int) -> SimDuration? {
    guard total > 0 else { return nil }
    let wanted = max(1, (total * UInt64(max(0, min(1000, perMille))) + 999) / 1000)
    var seen: UInt64 = 0
    for (bucket, count) in counts.enumerated() {
      seen += count
      if seen >= wanted { return SimDuration(microseconds: Self.upperEdge(bucket)) }
    }
    return nil
  }

  /// The filled buckets in order: the largest span that falls into each, and its count.
  package var buckets: [(upTo: SimDuration, count: UInt64)] {
    counts.enumerated().filter { $0.element > 0 }.map {
      (SimDuration(microseconds: Self.upperEdge($0.offset)), $0.element)
    }
  }

  /// The bucket of a number: small ones each have their own.
  static func bucket(_ value: UInt64) -> Int {
    if value < 16 { return Int(value) }
    let octave = 63 - value.leadingZeroBitCount
    return (octave - 2) * 8 + Int(truncatingIfNeeded: value >> UInt64(octave - 3) & 7)
  }

  /// The largest number of a bucket.
  static func upperEdge(_ bucket: Int) -> Int64 {
    if bucket < 16 { return Int64(bucket) }
    let octave = bucket / 8 + 2
    let next = UInt64(9 + bucket % 8) << UInt64(octave - 3)
    return Int64(truncatingIfNeeded: min(next - 1, UInt64(Int64.max)))
  }
}
