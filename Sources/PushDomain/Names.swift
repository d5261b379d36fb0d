extension NameID {
  /// The channel that the SDK creates at start: every table of names begins with it.
  package static let messagesChannel = NameID(rawValue: 0)
  /// The channel that the messaging library falls back to.
  package static let fallbackChannel = NameID(rawValue: 1)
  /// The name that a server makes from its own id of a message; no table of words holds it.
  @inlinable package static func ofMessage(_ message: MessageID) -> NameID {
    NameID(rawValue: message.isNone ? .max : 0x8000_0000 | message.rawValue)
  }
  /// The message that the name was made from, if it was.
  @inlinable package var madeFrom: MessageID? {
    isNone || rawValue & 0x8000_0000 == 0 ? nil : MessageID(rawValue: rawValue & 0x7FFF_FFFF)
  }
  /// The names that every table begins with, in order.
  package static let reserved: [StaticString] = ["messages", "fcm_fallback_notification_channel"]
}

/// A set of topics.
///
/// The names of topics come right behind the reserved ones, so a bit is enough.
package struct TopicSet: OptionSet, BitwiseCopyable, Hashable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// How many names a table may hold up to its last topic.
  package static let capacity = 64

  /// The set of one topic.
  @inlinable package init(_ topic: NameID) {
    rawValue = topic.rawValue < 64 ? 1 << UInt64(topic.rawValue) : 0
  }
}

/// A condition over topics as FCM reads it: parentheses first, then left to right.
package struct TopicCondition: BitwiseCopyable, Sendable {
  /// Reverse Polish: 0..<64 pushes a topic bit, 253 is not, 254 is and, 255 is or, 252 ends.
  package var program = SIMD16<UInt8>(repeating: 252)
  /// How many different topics it names; FCM refuses more than its rule allows.
  package var topicCount: UInt8 = 0

  /// A condition that nothing matches.
  package init() {}

  /// Whether a registration with these topics matches.
  package func matches(_ topics: TopicSet) -> Bool {
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
