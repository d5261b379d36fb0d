/// The name of a rule as one word: the hash of its id, by which records cite it.
public struct RuleKey: BitwiseCopyable, Hashable, Sendable {
  /// The hash; zero names no rule.
  public let rawValue: UInt32

  /// The key that cites nothing.
  @inlinable public static var none: RuleKey { RuleKey(rawValue: 0) }

  /// Wraps a hash that came out of a record.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Hashes the id of a rule (FNV-1a, 32 bits), the same in every process.
  public init(_ id: StaticString) {
    var hash: UInt32 = 2_166_136_261
    id.withUTF8Buffer { bytes in
      for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    }
    rawValue = hash
  }

  /// Hashes the id of a rule that a user wrote.
  public init(text id: some StringProtocol) {
    var hash: UInt32 = 2_166_136_261
    for byte in id.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    rawValue = hash
  }
}
