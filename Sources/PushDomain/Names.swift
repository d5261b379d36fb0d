extension NameID {
  /// The channel that the SDK creates at start: every table of names begins with it.
  @inlinable public static var messagesChannel: NameID { NameID(rawValue: 0) }
  /// The channel that the messaging library falls back to.
  @inlinable public static var fallbackChannel: NameID { NameID(rawValue: 1) }
  /// The name that a server makes from its own id of a message; no table of words holds it.
  @inlinable public static func ofMessage(_ message: MessageID) -> NameID {
    NameID(rawValue: message.isNone ? .max : 0x8000_0000 | message.rawValue)
  }
  /// A name that code makes by counting; no table of words holds it either.
  @inlinable public static func numbered(_ number: UInt16) -> NameID {
    NameID(rawValue: 0x4000_0000 | UInt32(number))
  }
  /// The names that every table begins with, in order.
  public static let reserved: [StaticString] = ["messages", "fcm_fallback_notification_channel"]
}

/// A set of topics.
///
/// The names of topics come right behind the reserved ones, so a bit is enough.
public struct TopicSet: OptionSet, BitwiseCopyable, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt64
  /// Wraps bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// How many names a table may hold up to its last topic.
  public static let capacity = 64

  /// The set of one topic.
  @inlinable public init(_ topic: NameID) {
    rawValue = topic.rawValue < 64 ? 1 << UInt64(topic.rawValue) : 0
  }
}

/// A condition over topics as FCM reads it: parentheses first, then left to right.
public struct TopicCondition: BitwiseCopyable, Sendable {
  /// Reverse Polish: 0..<64 pushes a topic bit, 253 is not, 254 is and, 255 is or, 252 ends.
  public var program = SIMD16<UInt8>(repeating: 252)
  /// How many different topics it names; FCM refuses more than its rule allows.
  public var topicCount: UInt8 = 0

  /// A condition that nothing matches.
  public init() {}

  /// Whether a registration with these topics matches.
  public func matches(_ topics: TopicSet) -> Bool {
    var stack: UInt32 = 0
    for index in 0..<16 {
      switch program[index] {
      case 252: return stack & 1 == 1
      case 253: stack ^= 1
      case 254: stack = (stack >> 1) & ~1 | (stack & (stack >> 1) & 1)
      case 255: stack = (stack >> 1) | (stack & 1)
      case let topic:
        stack = stack << 1 | UInt32(truncatingIfNeeded: topics.rawValue >> UInt64(topic) & 1)
      }
    }
    return stack & 1 == 1
  }
}
