/// What the send interface takes, answers and promises.
public struct SendRules: BitwiseCopyable, Sendable {
  /// Where a send goes.
  public var endpoint = Rule(
    "fcm.send.endpoint",
    says: """
      A send is a POST to the messages of a project with a bearer token of the scope for messaging \
      or the whole platform.
      """,
    source: "HTTP v1 discovery document (google-api-nodejs-client); read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "A send of the model goes to one project with the credential that the sender presents.")

  /// What a send consists of.
  public var body = Rule(
    "fcm.send.body",
    says: "The body of a send holds a message and may ask for validation only.",
    source: "HTTP v1 discovery document (google-api-nodejs-client); read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "A send of the model is a message with a dry-run mark; no other body can be written.")

  /// What a success answers.
  public var response = Rule(
    "fcm.send.response",
    says: "A success is 200 with nothing but the name of the message.",
    source: "HTTP v1 discovery document (google-api-nodejs-client); read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: """
      The answer to a success carries its code and the number of the copy, and nothing else.
      """)

  /// Whether message ids are unique.
  public var messageIDUnique = Rule(
    "fcm.send.msgid.notunique", on: true,
    says: "The id of a message is made from app and time and not promised to be unique.",
    source: "Firebase, understanding message delivery, BigQuery schema; read 2026-10",
    evidence: .documented,
    note: "The model makes unique ids unless the switch is off.",
    relation: .notModelled,
    reason: "The model numbers messages by itself; no party compares the ids that Google makes.")

  /// One target.
  public var target = Rule(
    "fcm.send.target",
    says: """
      A message names exactly one of token, FID, topic and condition; none or several are refused.
      """,
    source: """
      HTTP v1 discovery document (google-api-nodejs-client); validators of the Admin libraries; \
      read 2026-10
      """,
    evidence: .documented,
    note: "The target FID was read in the source of the libraries.")

  /// A dry run.
  public var validateOnly = Rule(
    "fcm.send.validate-only",
    says: "A dry run is checked like a send and delivers nothing.",
    source: """
      HTTP v1 discovery document (google-api-nodejs-client); firebase-admin Python 7.5, \
      messaging.py; read 2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason: "A dry run goes through the same checks and ends before the store.")

  /// Whether a dry run uses quota.
  public var validateQuota = Reading(
    "fcm.send.validate-only.quota", usually: DryRunQuota.counts,
    asks: "Does a dry run count against the quota?",
    source: "no page states it",
    evidence: .unverified)

  /// Accepted is not delivered.
  public var acceptedOnly = Rule(
    "fcm.send.accepted-not-delivered",
    says: """
      An answer of 200 means accepted; the message may still be dropped, collapsed or expire \
      without a word to the sender.
      """,
    source: "Firebase, understanding message delivery; Firebase blog 2024-07; read 2026-10",
    evidence: .documented,
    note: "The notes on FCM and APNs put it the same way: no receipt comes back by default.",
    relation: .constructed,
    reason: "The answer leaves before anything is known of what becomes of the copy.")

  /// The fields of every platform.
  public var common = Rule(
    "fcm.msg.common",
    says: "A message carries data, a notification, blocks for each platform and a label.",
    source: "HTTP v1 discovery document (google-api-nodejs-client); read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "These are the fields that a send of the scenario language can name.")

  /// The fields of Android.
  public var android = Rule(
    "fcm.msg.android",
    says: """
      The Android block sets key, priority, TTL, package and flags, and its data replaces the data \
      of the message.
      """,
    source: """
      HTTP v1 discovery document (google-api-nodejs-client); firebase-admin Python 7.3; read \
      2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason: "The request carries exactly the fields of this block that change a fate.")

  /// A package that does not match.
  public var restrictedPackage = Rule(
    "fcm.msg.android.package",
    says: "A message restricted to another package than the one of the address is refused.",
    source: "HTTP v1 discovery document (google-api-nodejs-client); read 2026-10",
    evidence: .documented)

  /// Fractions of a second.
  public var ttlRounding = Rule(
    "fcm.msg.android.ttl.rounding",
    says: "Fractions of a second in a TTL are rounded down.",
    source: "HTTP v1 discovery document (google-api-nodejs-client); read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "A life is counted in whole seconds wherever it is judged.")

  /// The fields of an Android notification.
  public var androidNotification = Rule(
    "fcm.msg.android.notification",
    says: """
      An Android notification sets text, channel, tag, link, image, sound and count; unknown \
      values are refused.
      """,
    source: "HTTP v1 discovery document (google-api-nodejs-client); read 2026-10",
    evidence: .documented)

  /// The last API level with notification priority.
  public var notificationPriorityLevel = Rule(
    "fcm.msg.android.notif-priority", 25,
    says: "The priority of a notification matters up to API level 25; later the channel decides.",
    source: "HTTP v1 discovery document (google-api-nodejs-client); read 2026-10",
    evidence: .documented,
    note: "It is unrelated to the priority of delivery.",
    relation: .notModelled,
    reason: "All modelled devices are newer, so the channel decides.")

  /// Replacing by tag.
  public var tag = Rule(
    "fcm.msg.android.tag",
    says: """
      A notification with the tag of a shown one replaces it; without a tag each message makes a \
      new one.
      """,
    source: "HTTP v1 discovery document (google-api-nodejs-client); read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The tag is what the tray compares: see sdk.show.id.")

  /// A message may refuse the proxy.
  public var proxyField = Rule(
    "fcm.msg.android.proxy",
    says: """
      A message allows or denies drawing by Play services, or allows it if its priority was \
      lowered, which is usual.
      """,
    source: "HTTP v1 discovery document (google-api-nodejs-client); read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The payload's flags allow or deny the proxy; play services read them.")

  /// The fields of Apple.
  public var apns = Rule(
    "fcm.msg.apns",
    says: """
      The Apple block sets headers and payload, and its title and body win over the common ones.
      """,
    source: "HTTP v1 discovery document (google-api-nodejs-client); read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: """
      FCM towards Apple devices is not part of the model; pushes to iOS go to APNs directly.
      """)

  /// The priority of data for Apple.
  public var apnsDataOnly = Rule(
    "fcm.msg.apns.data-only", 5,
    says: "A data message to Apple must have APNs priority 5.",
    source: "Firebase, FCM data messages; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: """
      FCM towards Apple devices is not part of the model; pushes to iOS go to APNs directly.
      """)

  /// The fields of browsers.
  public var webpush = Rule(
    "fcm.msg.webpush",
    says: "The web block sets headers, data, a notification and an https link.",
    source: "HTTP v1 discovery document (google-api-nodejs-client); read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: """
      FCM towards browsers is not part of the model; pushes to browsers go to their push service.
      """)

  /// The preview of a second interface.
  public var v2Android = Rule(
    "fcm.msg.v2-android", on: false,
    says: """
      A preview block sends either an urgent notification drawn by the library or a background \
      sync that may be batched.
      """,
    source: "Firebase, send v2 API (preview); read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "It is a preview that no design under test uses.")

  /// The longest label.
  public var labelLength = Rule(
    "fcm.label.format", 50,
    says: "A label has 1 to 50 letters, digits and -_.~%; anything else is refused.",
    source: "Firebase, understanding message delivery; read 2026-10",
    evidence: .documented)

  /// Labels reported in a day.
  public var labelsPerDay = Rule(
    "fcm.label.format.per-day", 100,
    says: "At most 100 different labels are reported in a day; sends with more still work.",
    source: "Firebase, understanding message delivery; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "It limits a report of the console and no message.")

  /// The largest image.
  public var imageMax = Rule(
    "fcm.msg.image", bytes: 1_048_576,
    says: "The image of a notification is shown up to 1 MiB; a larger one is left out.",
    source: """
      HTTP v1 discovery document (google-api-nodejs-client); firebase-messaging 25.1, \
      ImageDownload.java; read 2026-10
      """,
    evidence: .documented,
    note: "The server documents say 1 MB, the library enforces 1,048,576 bytes.",
    relation: .notModelled,
    reason:
      "An image that is too large leaves the notification without its image and changes no fate.")
}

extension SendRules {
  /// The answers to `fcm.send.validate-only.quota`.
  public enum DryRunQuota: UInt8, ReadingAnswer {
    case counts, doesNotCount

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "counts|does-not-count"
    }
  }
}
