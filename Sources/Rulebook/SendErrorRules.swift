import SimKernel

/// What FCM answers when it says no, and what a sender should do then.
public struct SendErrorRules: BitwiseCopyable, Sendable {
  /// The status of a malformed request.
  public var invalidArgument = Rule(
    "fcm.err.invalid-argument", 400,
    says: """
      A malformed address, wrong package, too large payload, reserved key or TTL out of range is \
      answered 400 INVALID_ARGUMENT.
      """,
    source: """
      Firebase, FCM ErrorCode reference; FCM Error Codes page; registration management page; read \
      2026-10
      """,
    evidence: .documented,
    note: "It means a dead address only where the payload is known to be good.")

  /// The status of a dead address.
  public var unregistered = Rule(
    "fcm.err.unregistered", 404,
    says: """
      A registration that was removed is answered 404 UNREGISTERED; the sender deletes the \
      address.
      """,
    source: "Firebase, FCM ErrorCode reference; read 2026-10",
    evidence: .documented,
    note: """
      Sources differ on when it begins after an uninstall and on whether it is final: see \
      fcm.reg.uninstall.delay and fcm.reg.unregistered-not-final.
      """)

  /// The status of a foreign address.
  public var senderMismatch = Rule(
    "fcm.err.sender-mismatch", 403,
    says: "An address that belongs to another sender is answered 403 SENDER_ID_MISMATCH.",
    source: "Firebase, FCM ErrorCode reference; read 2026-10",
    evidence: .documented)

  /// The status of a sender without the right.
  public var permission = Rule(
    "fcm.err.permission", 403,
    says: """
      A service account without the right to send, or a project without the FCM API, is answered \
      403 PERMISSION_DENIED without an FCM detail.
      """,
    source: "firebase-php #231, firebase-admin-go #354, fcm-django #213; read 2026-10",
    evidence: .reported)

  /// The status of too much.
  public var quota = Rule(
    "fcm.err.quota", 429,
    says: "Project quota, device rate, topic rate and overload are answered 429 QUOTA_EXCEEDED.",
    source: "Firebase, FCM ErrorCode reference; throttling page; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "Each 429 cites the quota, rate or overload behind it.")

  /// The status of overload.
  public var unavailable = Rule(
    "fcm.err.unavailable", 503,
    says: """
      An overloaded FCM answers 503 UNAVAILABLE; the sender honours Retry-After and backs off.
      """,
    source: "Firebase, FCM ErrorCode reference; read 2026-10",
    evidence: .documented)

  /// The status of an unknown error.
  public var serverError = Rule(
    "fcm.err.internal", 500,
    says: "An unknown error is answered 500 INTERNAL; the sender retries with backoff.",
    source: "Firebase, FCM ErrorCode reference; read 2026-10",
    evidence: .documented)

  /// Whether a 500 hides a success.
  public var serverErrorAccepted = Reading(
    "fcm.err.internal.accepted", usually: AfterServerError.notAccepted,
    asks: "Was a message accepted although the sender saw a 500, 503 or timeout?",
    source: "no page states it",
    evidence: .unverified,
    note: """
      The interface has no key that makes a repeat harmless. That it was not accepted is the usual \
      answer because an answer lost after the work is a trouble of its own.
      """)

  /// The status of a bad key for another service.
  public var thirdPartyAuth = Rule(
    "fcm.err.third-party-auth", 401,
    says: """
      A bad or missing APNs or web push credential is answered 401 THIRD_PARTY_AUTH_ERROR, for \
      Apple and web targets only.
      """,
    source: "Firebase, FCM ErrorCode reference; read 2026-10",
    evidence: .documented,
    note: "The older name of the code is APNS_AUTH_ERROR.")

  /// What the sentence beside the code says.
  public var thirdPartyAuthText = Reading(
    "fcm.err.third-party-auth.text", usually: ThirdPartyText.apnsText,
    asks: """
      Does the text of that 401 speak of APNs, or is it the generic sentence about a missing OAuth \
      token?
      """,
    source: "firebase-admin-node #3215 and #3229 (2026); read 2026-10",
    evidence: .reported,
    note: """
      Sources differ on what a 401 means: a bad APNs credential or a bad token of the caller; only \
      the detail entry tells them apart.
      """,
    relation: .notModelled,
    reason: "Answers carry a code and a detail; no sender of the model reads the sentence.")

  /// The status of a bad access token.
  public var oauth = Rule(
    "fcm.err.oauth", 401,
    says: """
      A missing, expired or wrong access token is answered 401 UNAUTHENTICATED without an FCM \
      detail.
      """,
    source: "google-auth transport; PushNotification #80; read 2026-10",
    evidence: .sourceCode)

  /// An error without a name.
  public var unspecified = Rule(
    "fcm.err.unspecified",
    says: "UNSPECIFIED_ERROR carries no further information and may come with any status.",
    source: "Firebase, FCM ErrorCode reference; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "It says nothing that a sender could act on beyond the status, which is modelled.")

  /// A body that is no JSON.
  public var html = Rule(
    "fcm.err.html",
    says: """
      A wrong address or a blocked project can be answered with a page of HTML instead of JSON.
      """,
    source: "firebase-admin-node #2970; strapi-plugin-fcm #21; read 2026-10",
    evidence: .reported)

  /// The status of a malformed address.
  public var invalidTokenShape = Rule(
    "fcm.err.invalid-token-shape", 400,
    says: """
      A malformed token is answered 400 INVALID_ARGUMENT with an FCM detail where a bad payload \
      has a BadRequest detail.
      """,
    source: "Firebase, FCM Error Codes page; read 2026-10",
    evidence: .documented)

  /// How long a sender should wait.
  public var retryTimeout = Rule(
    "fcm.retry.timeout", SimDuration.seconds(10), least: SimDuration.milliseconds(1),
    says: "A sender waits at least ten seconds for an answer.",
    source: "Firebase, best practices when sending FCM messages at scale; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason:
      "The sender's table of answers is this rule; the judge of retry discipline checks each retry."
  )

  /// Answers that are never retried.
  public var retryNever4xx = Rule(
    "fcm.retry.4xx",
    says: "A sender never repeats after 400, 401, 403 or 404.",
    source: "Firebase, best practices when sending FCM messages at scale; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason:
      "The sender's table of answers is this rule; the judge of retry discipline checks each retry."
  )

  /// The wait after 429.
  public var retry429Wait = Rule(
    "fcm.retry.429", SimDuration.seconds(60), small: SimDuration.seconds(2),
    least: SimDuration.milliseconds(1),
    says: """
      After 429 a sender waits as Retry-After says, or 60 seconds where the header is missing.
      """,
    source: "Firebase, best practices when sending FCM messages at scale; read 2026-10",
    evidence: .documented)

  /// The first wait after a server error.
  public var retry5xxFirst = Rule(
    "fcm.retry.5xx.first", SimDuration.seconds(10), small: SimDuration.seconds(1),
    least: SimDuration.milliseconds(1),
    says: """
      After a server error the first wait is at least ten seconds, then it grows exponentially \
      with jitter.
      """,
    source: "Firebase, best practices when sending FCM messages at scale; read 2026-10",
    evidence: .documented,
    note: "Sources differ: the Python and Node Admin libraries repeat the first time at once.")

  /// When a sender gives up.
  public var retry5xxGiveUp = Rule(
    "fcm.retry.5xx.give-up", SimDuration.minutes(60), small: SimDuration.minutes(1),
    says: "A sender gives up, or raises an alarm, after 60 minutes of server errors.",
    source: "Firebase, best practices when sending FCM messages at scale; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason:
      "The sender's table of answers is this rule; the judge of retry discipline checks each retry."
  )

  /// When FCM is busiest.
  public var loadSpikes = Rule(
    "fcm.load.spikes",
    says: """
      Traffic more than doubles in the first minutes of an hour, with lesser peaks at each \
      quarter; senders stay two minutes away.
      """,
    source: "Firebase, best practices when sending FCM messages at scale; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: """
      Trouble at a chosen minute is injected by the scenario, which makes it visible and \
      repeatable.
      """)

  /// How slowly a sender should speed up.
  public var loadRamp = Rule(
    "fcm.load.ramp", SimDuration.seconds(60),
    says: "A sender reaches its full rate over at least 60 seconds.",
    source: "Firebase, best practices when sending FCM messages at scale; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: """
      It is advice to fleets of senders; one server with a queue shows the same refusals by quota.
      """)

  /// A repeat can double a message.
  public var ambiguous = Rule(
    "fcm.retry.ambiguous",
    says: """
      After a timeout a sender cannot know whether FCM accepted, and a repeat can double the \
      message.
      """,
    source: "HTTP v1 reference, which has no idempotency field; read 2026-10",
    evidence: .unverified,
    note: "It rests on the absence of a field in the reference.")
}

extension SendErrorRules {
  /// The answers to `fcm.err.internal.accepted`.
  public enum AfterServerError: UInt8, ReadingAnswer {
    case notAccepted, accepted

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "not-accepted|accepted"
    }
  }

  /// The answers to `fcm.err.third-party-auth.text`.
  public enum ThirdPartyText: UInt8, ReadingAnswer {
    case apnsText, genericOauthText

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "apns-text|generic-oauth-text"
    }
  }
}
