/// A distribution of spans as a table of equally likely values, smallest first.
///
/// Integers only, so that every machine draws the same. Drawing is one choice; alternative zero
/// is the shortest span.
public struct LatencyTable: Equatable, Sendable {
  /// The equally likely spans, in ascending order.
  public let entries: [SimDuration]

  /// Makes a table from equally likely spans, in any order.
  ///
  /// - Precondition: At least one span, at most 65,536, none negative.
  public init(_ entries: [SimDuration]) {
    precondition(!entries.isEmpty, "a latency table needs an entry")
    precondition(entries.count <= 65_536, "a latency table has at most 65,536 entries")
    precondition(entries.allSatisfy { $0 >= .zero }, "a latency is not negative")
    self.entries = entries.sorted()
  }

  /// Makes a table that always gives the same span, and so never asks.
  public init(constant: SimDuration) {
    self.init([constant])
  }

  /// The middle of the distribution.
  public var median: SimDuration { entries[(entries.count - 1) / 2] }

  /// Draws a span.
  ///
  /// - Parameters:
  ///   - choices: Who decides.
  ///   - label: Names the decision.
  ///   - counter: The caller's count of questions under this label; goes up by one.
  @inlinable
  public func draw(
    from choices: inout Choices, _ label: Label, counter: inout UInt32
  ) -> SimDuration {
    let count = UInt32(truncatingIfNeeded: entries.count)
    return entries[Int(choices.choose(label, counter: &counter, among: count))]
  }
}
