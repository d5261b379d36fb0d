import SimKernel

/// How many messages pass in what time, and what becomes of the rest.
public struct RateRules: BitwiseCopyable, Sendable {
  /// Messages of one project in a minute.
  public var projectPerMinute = Rule(
    "fcm.quota.project", 600_000, small: 60, least: 1,
    says: """
      A project sends 600,000 messages in a minute; the bucket is filled anew at the end of each \
      one-minute window.
      """,
    source: "Firebase, throttling and quotas; best practices at scale; read 2026-10",
    evidence: .documented)

  /// The window of the project quota.
  public var projectWindow = Rule(
    "fcm.quota.project.window", SimDuration.seconds(60), least: SimDuration.milliseconds(1),
    says: """
      The project quota is counted in windows of one minute that are not aligned to the clock.
      """,
    source: "Firebase, throttling and quotas; read 2026-10",
    evidence: .documented)

  /// What the quota counts.
  public var unit = Rule(
    "fcm.quota.unit",
    says: """
      The quota counts messages, not requests; refused ones count too, except those refused with \
      429.
      """,
    source: "Firebase, throttling and quotas; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: """
      Every request takes from the quota before it is judged, and a full quota counts nothing.
      """)

  /// Over the quota.
  public var over = Rule(
    "fcm.quota.over",
    says: "Over the quota every send is answered 429 QUOTA_EXCEEDED until the next window.",
    source: "Firebase, throttling and quotas; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "Who is over fcm.quota.project gets this code until its window ends.")

  /// How a 429 tells when to come back.
  public var retryAfter = Reading(
    "fcm.quota.retry-after", usually: RetryAfterForm.absent,
    asks: "Does a 429 carry Retry-After, and in seconds or as a date?",
    source: "Firebase, throttling and quotas; best practices at scale; read 2026-10",
    evidence: .documented,
    note: "The documents say that the header may be there; neither presence nor form is promised.")

  /// How a date in Retry-After is read.
  public var retryAfterDate = Rule(
    "fcm.quota.retry-after.date",
    says: """
      A date in Retry-After is compared with the clock of the sender; one that has passed means at \
      once.
      """,
    source: "RFC 9110, 10.2.3; urllib3, Retry.parse_retry_after; read 2026-10",
    evidence: .sourceCode,
    note: "A sender whose clock is ahead comes back too soon.",
    relation: .constructed,
    reason: "The wait that a node reads from a date is shifted by the offset of its clock.")

  /// The span that Retry-After names.
  public var retryAfterValue = Rule(
    "fcm.quota.retry-after.value", SimDuration.seconds(60), small: SimDuration.seconds(2),
    says: "Where FCM sends Retry-After without a scenario choosing it, it names one minute.",
    source: "our choice within the 1 to 300 seconds seen",
    evidence: .design)

  /// Refused without going over.
  public var overload = Rule(
    "fcm.quota.overload",
    says: "In overload 429 also comes without going over the quota, possibly with Retry-After.",
    source: "Firebase, throttling and quotas; best practices at scale; read 2026-10",
    evidence: .documented)

  /// How much a quota may grow.
  public var increase = Rule(
    "fcm.quota.increase", 25,
    says: "A quota is raised by at most 25 percent, on request and after 15 to 30 days.",
    source: "Firebase, throttling and quotas; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "A request to a company is no event of a run; a scenario sets fcm.quota.project.")

  /// Messages to one device in a minute.
  public var deviceMinute = Rule(
    "fcm.rate.device.minute", 240, small: 3,
    says: "At most 240 messages reach one Android device in a minute.",
    source: "Firebase, throttling and quotas; read 2026-10",
    evidence: .documented)

  /// Messages to one device in an hour.
  public var deviceHour = Rule(
    "fcm.rate.device.hour", 5000, small: 10,
    says: "At most 5,000 messages reach one Android device in an hour.",
    source: "Firebase, throttling and quotas; read 2026-10",
    evidence: .documented)

  /// Over the rate of a device.
  public var deviceOver = Reading(
    "fcm.rate.device.over", usually: OverDeviceRate.refused,
    asks: """
      Over the rate of a device, is the send refused with 429, accepted and delayed, or silently \
      dropped?
      """,
    source: "GCM connection server; ErrorCode reference; FCM Data API; read 2026-10",
    evidence: .documented,
    note: """
      Sources differ: the ErrorCode page lists the device rate under 429, the old protocol had \
      DEVICE_MESSAGE_RATE_EXCEEDED, the Data API knows delayedMessageThrottled.
      """)

  /// Over the rate of a device, in a fan-out.
  public var fanoutDeviceOver = Reading(
    "fcm.rate.device.over-fanout", usually: OverDeviceRateInFanout.delayed,
    asks: """
      A message to a topic was accepted: is the copy for a device over its rate delayed, or \
      silently dropped?
      """,
    source: "FCM Data API; throttling and quotas; read 2026-10",
    evidence: .unverified,
    note: """
      One request has one answer, given before the fan-out: a single device can be refused no \
      more. The Data API knows delayedMessageThrottled.
      """)

  /// Messages to one topic.
  public var topic = Rule(
    "fcm.rate.topic",
    says: "Messages sent too fast to one topic are answered 429, with a text about its quota.",
    source: "Firebase, FCM ErrorCode reference; ntfy #288 and #289; read 2026-10",
    evidence: .documented,
    note: "The reports came from a server that sent every message of its users to topics.",
    relation: .notModelled,
    reason: """
      No source says how many messages a topic takes in what time; a scenario lets FCM answer 429.
      """)

  /// Collapsible messages at once.
  public var collapsibleBurst = Rule(
    "fcm.rate.collapsible.burst", 20, small: 2,
    says: """
      An app sends 20 collapsible messages at once to one device; the excess is delayed, not \
      refused, and TTL 0 is exempt.
      """,
    source: "Firebase, throttling and quotas; lifespan of a message; read 2026-10",
    evidence: .documented)

  /// How fast that allowance returns.
  public var collapsibleRefill = Rule(
    "fcm.rate.collapsible.refill", SimDuration.seconds(180), least: SimDuration.milliseconds(1),
    says: "The allowance for collapsible messages regains one every three minutes.",
    source: "Firebase, throttling and quotas; read 2026-10",
    evidence: .documented)

  /// Whether throttled messages travel with others.
  public var piggyback = Reading(
    "fcm.rate.collapsible.piggyback", usually: Piggyback.flushed,
    asks: """
      Do throttled collapsible messages leave together with one that is not throttled, or go on \
      waiting?
      """,
    source: "GCM advanced topics (old); read 2026-10",
    evidence: .documented)

  /// Apple limits.
  public var apple = Rule(
    "fcm.rate.apple",
    says: "For Apple targets FCM returns an error when the limits of APNs are hit.",
    source: "Firebase, throttling and quotas; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: """
      FCM towards Apple devices is not part of the model; pushes to iOS go to APNs directly.
      """)

  /// Fan-outs of one project in progress.
  public var fanoutsMax = Rule(
    "fcm.rate.fanout.parallel", 1000, small: 2, least: 1,
    says: "A project has at most 1,000 fan-outs in progress.",
    source: "Firebase, throttling and quotas; read 2026-10",
    evidence: .documented)

  /// Messages a fan-out sends in a second.
  public var fanoutSpeed = Rule(
    "fcm.rate.fanout.speed", 10_000, small: 10, least: 1,
    says: "The fan-outs of a project share about 10,000 messages a second.",
    source: "Firebase, throttling and quotas; read 2026-10",
    evidence: .documented,
    note: "The page calls it typical, not guaranteed.")

  /// One fan-out too many.
  public var fanoutOver = Reading(
    "fcm.rate.fanout.over", usually: OverFanouts.rejected,
    asks: "Is the fan-out beyond the limit rejected or deferred?",
    source: "Firebase, throttling and quotas; read 2026-10",
    evidence: .documented,
    note: "The page allows both.")

  /// Subscriptions in a second.
  public var topicManagement = Rule(
    "fcm.rate.topic-mgmt", 3000, small: 3, least: 1,
    says: "A project makes 3,000 subscriptions in a second; more are answered 429.",
    source: "Firebase, throttling and quotas; topics page; read 2026-10",
    evidence: .documented)

  /// Targets of one multicast.
  public var multicastMax = Rule(
    "fcm.multicast.max", 500, small: 3, least: 1,
    says: "One send_each or multicast call takes at most 500 targets, each its own request.",
    source: "firebase-admin Python 7.5 and Node 14.3; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "The server sends one request a target; there is no multicast call to overfill.")
}

extension RateRules {
  /// The answers to `fcm.quota.retry-after`.
  public enum RetryAfterForm: UInt8, ReadingAnswer {
    case absent, seconds, httpDate

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "absent|seconds|http-date"
    }
  }

  /// The answers to `fcm.rate.device.over`.
  public enum OverDeviceRate: UInt8, ReadingAnswer {
    case refused, delayed, dropped

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "refused|delayed|dropped"
    }
  }

  /// The answers to `fcm.rate.device.over-fanout`.
  public enum OverDeviceRateInFanout: UInt8, ReadingAnswer {
    case delayed, dropped

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "delayed|dropped"
    }
  }

  /// The answers to `fcm.rate.collapsible.piggyback`.
  public enum Piggyback: UInt8, ReadingAnswer {
    case flushed, waits

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "flushed|waits"
    }
  }

  /// The answers to `fcm.rate.fanout.over`.
  public enum OverFanouts: UInt8, ReadingAnswer {
    case rejected, deferred

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "rejected|deferred"
    }
  }
}
