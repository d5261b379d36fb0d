/// What a message may carry, and how its bytes reach the app.
public struct PayloadRules: BitwiseCopyable, Sendable {
  /// The largest message to one registration.
  public var max = Rule(
    "fcm.payload.max", bytes: 4096, small: 256,
    says: """
      A message to a registration holds at most 4096 bytes, keys and values counted together; more \
      is refused.
      """,
    source: "Firebase, FCM ErrorCode reference; admin error page; read 2026-10",
    evidence: .documented,
    note: """
      The guide adds that the Firebase console allows 1000 characters; the notes on FCM and APNs \
      say about 4 KB for both services.
      """)

  /// The largest message to a topic.
  public var maxTopic = Rule(
    "fcm.payload.max.topic", bytes: 2048, small: 128,
    says: "A message to a topic or condition holds at most 2048 bytes; more is refused.",
    source: "Firebase, FCM ErrorCode reference; read 2026-10",
    evidence: .documented,
    note: """
      Sources differ: the ErrorCode reference says 2048 bytes, newer concept pages speak of 4096 \
      bytes for both kinds.
      """)

  /// Which page is right about topics.
  public var topicLimit = Reading(
    "fcm.payload.max.topic.limit", usually: TopicLimit.smaller,
    asks: """
      Does the smaller limit of the ErrorCode reference hold for topics, or the same limit as for \
      a registration?
      """,
    source: "Firebase, ErrorCode reference against concept pages; read 2026-10",
    evidence: .documented,
    note: "Sources differ: 2048 bytes against 4096 bytes.")

  /// Which bytes count.
  public var counted = Reading(
    "fcm.payload.count", usually: CountedBytes.data,
    asks: """
      Which bytes count towards the limit: the data map, data and notification, or the whole \
      Android block?
      """,
    source: "no page defines it",
    evidence: .unverified,
    note: """
      The documents name keys and values only; notification fields, platform blocks and headers \
      are open.
      """,
    relation: .notModelled,
    reason: "A message of the model has one size; the bytes of its fields are not told apart.")

  /// Data values are text.
  public var strings = Rule(
    "fcm.payload.strings",
    says: """
      Every data value is a JSON string; a number or an object is refused as a bad request that \
      names the field.
      """,
    source: "Firebase, FCM Error Codes page; read 2026-10",
    evidence: .documented)

  /// Keys that belong to FCM.
  public var reserved = Rule(
    "fcm.payload.reserved",
    says: """
      A reserved data key is refused: from, message_type, and keys that begin with google. or \
      gcm.notification.
      """,
    source: "Firebase, message reference; FCM Error Codes page; read 2026-10",
    evidence: .documented,
    note: """
      Sources differ: the message reference names from, message_type, google.* and \
      gcm.notification.*; the ErrorCode page names from, gcm and every key that begins with \
      google; client comments name from, message_type and the prefixes google and gcm.
      """)

  /// Which list of keys is in force.
  public var reservedList = Reading(
    "fcm.payload.reserved.list", usually: ReservedList.messageReference,
    asks: """
      Are only the keys of the message reference refused, or the union of the three published \
      lists?
      """,
    source: "Firebase, message reference, ErrorCode page and client comments; read 2026-10",
    evidence: .documented,
    note: "Sources differ about keys that begin with gcm or with google without a dot.")

  /// A data key named collapse_key.
  public var collapseKeyInData = Rule(
    "fcm.payload.collapse-key-in-data",
    says: "A data key named collapse_key is accepted, and the value of FCM overwrites it.",
    source: "Firebase, FCM ErrorCode page; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "A message has one collapse key, the one of FCM; data keys by that name do not exist.")

  /// Keys the library hides.
  public var clientStrip = Rule(
    "fcm.payload.client-strip",
    says: """
      The Android library hides keys that begin with google. or gcm., and from, message_type and \
      collapse_key.
      """,
    source: "firebase-messaging 25.1, Constants.java MessagePayloadKeys; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "Keys and their spelling on the wire change no fate: payloads travel as typed fields.")

  /// Keys Play services removes.
  public var servicesStrip = Rule(
    "fcm.payload.gms-strip",
    says: "Play services lets no app data set from or a google.* key, except google.c.*.",
    source: "microG McsService.java, mid-2026; read 2026-10",
    evidence: .sourceCode,
    note: "Read in microG, an independent implementation.",
    relation: .notModelled,
    reason: "Keys and their spelling on the wire change no fate: payloads travel as typed fields.")

  /// How a notification travels.
  public var wireKeys = Rule(
    "fcm.payload.wire-keys",
    says: """
      On the device a notification is a flat bundle: gcm.n.e marks it and gcm.n.* carry its \
      fields.
      """,
    source: "firebase-messaging 25.1, Constants.java; read 2026-10",
    evidence: .sourceCode,
    note: """
      Sources differ: the skip-notify notes read gcm.notification.title and gcm.notification.body, \
      current senders use the prefix gcm.n.; clients read both spellings.
      """,
    relation: .notModelled,
    reason: "Keys and their spelling on the wire change no fate: payloads travel as typed fields.")

  /// How the keys of a notification are spelt.
  public var spelling = Reading(
    "fcm.payload.wire-keys.spelling", usually: WireSpelling.short,
    asks: "Do the extras of a notification bear the prefix gcm.n. or gcm.notification.?",
    source: "firebase-messaging Constants.java against skip-notify README; read 2026-10",
    evidence: .documented,
    note: "A receiver written after the skip-notify notes reads only the long spelling.",
    relation: .notModelled,
    reason: "Keys and their spelling on the wire change no fate: payloads travel as typed fields.")

  /// The limit of the console.
  public var consoleText = Rule(
    "fcm.payload.console", 1000,
    says: "The Firebase console takes at most 1000 characters of text.",
    source: "push SDK guide, section 6; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "No scenario sends by the console; servers use the HTTP interface.")
}

extension PayloadRules {
  /// The answers to `fcm.payload.max.topic.limit`.
  public enum TopicLimit: UInt8, ReadingAnswer {
    case smaller, same

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "smaller|same"
    }
  }

  /// The answers to `fcm.payload.count`.
  public enum CountedBytes: UInt8, ReadingAnswer {
    case data, dataAndNotification, androidBlock

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "data|data-and-notification|android-block"
    }
  }

  /// The answers to `fcm.payload.reserved.list`.
  public enum ReservedList: UInt8, ReadingAnswer {
    case messageReference, union

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "message-reference|union"
    }
  }

  /// The answers to `fcm.payload.wire-keys.spelling`.
  public enum WireSpelling: UInt8, ReadingAnswer {
    case short, long

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "short|long"
    }
  }
}
