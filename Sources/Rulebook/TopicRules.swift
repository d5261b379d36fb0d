import SimKernel

/// How one message reaches many registrations.
public struct TopicRules: BitwiseCopyable, Sendable {
  /// The longest topic name.
  public var nameMax = Rule(
    "fcm.topic.name", 900,
    says: "A topic name has 1 to 900 letters, digits and -_.~%.",
    source: "firebase-messaging 25.1, FirebaseMessaging.java and Constants.java; read 2026-10",
    evidence: .sourceCode)

  /// Topics of one app instance.
  public var perInstanceMax = Rule(
    "fcm.topic.max-per-instance", 2000, small: 3,
    says: "An app instance subscribes to at most 2,000 topics.",
    source: "Firebase, topic messaging; read 2026-10",
    evidence: .documented)

  /// Registrations in one subscription call.
  public var batchMax = Rule(
    "fcm.topic.batch", 1000, small: 3, least: 1,
    says: """
      A server adds or removes at most 1,000 registrations in a call, with a result for each.
      """,
    source: "Firebase, topic messaging; firebase-admin Python 7.5; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "Topic calls of the model are one registration each; no server batch is made.")

  /// Topics in a condition.
  public var conditionMax = Rule(
    "fcm.topic.condition", 5, small: 2,
    says: """
      A condition combines at most five topics by and, or, not and brackets, from left to right.
      """,
    source: "Firebase, topic messaging; client comments; read 2026-10",
    evidence: .documented)

  /// A condition that only negates.
  public var negation = Rule(
    "fcm.topic.negation",
    says: """
      A pure negation matches every instance that is not subscribed, also one without any \
      subscription.
      """,
    source: "library documentation quoting FCM; read 2026-10",
    evidence: .documented,
    note: "Second-hand.",
    relation: .constructed,
    reason: "A condition is worked out over the topics of each registration, also over none.")

  /// When a subscription counts.
  public var latency = Reading(
    "fcm.topic.latency", usually: SubscriptionDelay.atOnce,
    asks: "How long until a new subscription is reached by a send?",
    source: "Firebase, topic messaging; read 2026-10",
    evidence: .unverified,
    note: """
      The page promises throughput rather than latency; the console lists a new topic after up to \
      a day.
      """)

  /// The answer "minutes" in numbers.
  public var latencyMinutes = Rule(
    "fcm.topic.latency.minutes", SimDuration.minutes(5), small: SimDuration.seconds(10),
    says: "Where the reading says minutes, a subscription counts after this long.",
    source: "our choice",
    evidence: .design)

  /// The answer "a day" in numbers.
  public var latencyDay = Rule(
    "fcm.topic.latency.day", SimDuration.hours(24), small: SimDuration.minutes(1),
    says: "Where the reading says a day, a subscription counts after this long.",
    source: "Firebase, topic messaging (console listing); read 2026-10",
    evidence: .documented)

  /// Members of a device group.
  public var groupMax = Rule(
    "fcm.group.max", 20, small: 2,
    says: "A device group has at most 20 members.",
    source: "Firebase, device group messaging; read 2026-11",
    evidence: .documented,
    note: """
      Device groups are deprecated: no new project gets them after December 1, 2026, and they go on \
      September 29, 2027.
      """)

  /// An audience without anybody.
  public var nobody = Rule(
    "fcm.send.nobody",
    says: """
      A send to a topic, a condition or a device group in which nobody is gets accepted like any \
      other, and reaches nobody.
      """,
    source: "google/gcm #179; olucurious/PyFCM #54; read 2026-11",
    evidence: .reported,
    note: "No page of Firebase states it.")

  /// A device group without members is none.
  public var groupGone = Rule(
    "fcm.group.gone",
    says: """
      A device group whose last member went is deleted with its notification_key: to add somebody \
      fails with notification_key not found, and the server has to create the group anew.
      """,
    source: "google/gcm #182; EdwinHoksberg/php-fcm #2; read 2026-11",
    evidence: .reported,
    note: "Reports of 2016 and 2018; the page of Firebase does not speak of it.")

  /// A send to what was a device group.
  public var groupEmptied = Reading(
    "fcm.group.emptied", usually: EmptiedGroup.accepted,
    asks: "Is a send to a device group accepted when its last member is gone?",
    source: "google/gcm #179; ToothlessGear/node-gcm #292; read 2026-11",
    evidence: .reported,
    note: """
      A maintainer of GCM called the empty 200 a known issue in 2016; others read NotRegistered in \
      2017.
      """)

  /// Subscriptions die with the registration.
  public var diesWithRegistration = Rule(
    "fcm.topic.token-rotation",
    says: "Subscriptions belong to the registration, so a new address has none.",
    source: "Firebase, registration management; read 2026-10",
    evidence: .documented,
    note: "The page advises to subscribe again monthly and after every change of the address.",
    relation: .constructed,
    reason: "Topics are kept with the address and go when it ends.")

  /// The queue of the library.
  public var clientQueue = Rule(
    "fcm.topic.client-queue",
    says: """
      The library queues subscriptions on disk and runs them in order at the start of the process, \
      if auto-init is on.
      """,
    source: "firebase-messaging 25.1, TopicsStore and TopicsSubscriber; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "Topic calls wait in the client's queue and leave in order.")

  /// The first wait of the queue.
  public var clientRetryFirst = Rule(
    "fcm.topic.client-retry", SimDuration.seconds(30), small: SimDuration.seconds(3),
    least: SimDuration.seconds(1),
    says: """
      The queue of subscriptions retries after 30 seconds on lost connections and server errors, \
      then waits twice as long.
      """,
    source: "firebase-messaging 25.1, TopicsSubscriber.java; read 2026-10",
    evidence: .sourceCode,
    note: "Any other refusal stops the queue: see fcm.topic.client-stop.")

  /// What stops the queue.
  public var clientStop = Rule(
    "fcm.topic.client-stop",
    says: """
      A topic call that FCM refuses, over quota or for good, stays first in the queue and stops it: \
      the next call, process or address asks for it once more, and all behind it wait.
      """,
    source: """
      firebase-messaging 25.1, TopicsSubscriber.java and TopicsSyncTask.java; firebase-android-sdk \
      #6032, #8320; read 2026-11
      """,
    evidence: .sourceCode,
    note: """
      Sources differ about 429: the change log of 24.0.1 says it is retried, the code of 25.1 gives \
      up until the next start; the model follows the code.
      """)

  /// The longest wait of the queue.
  public var clientRetryMax = Rule(
    "fcm.topic.client-retry.max", SimDuration.hours(8), small: SimDuration.minutes(1),
    least: SimDuration.seconds(1),
    says: "The queue of subscriptions waits at most eight hours.",
    source: "firebase-messaging 25.1, TopicsSubscriber.java; read 2026-10",
    evidence: .sourceCode)

  /// How long the queue waits for an answer.
  public var clientTimeout = Rule(
    "fcm.topic.client-retry.timeout", SimDuration.seconds(30),
    says: "A subscription waits 30 seconds for its answer.",
    source: "firebase-messaging 25.1, TopicSubscriptionClient.java; read 2026-10",
    evidence: .sourceCode)
}

extension TopicRules {
  /// The answers to `fcm.group.emptied`.
  public enum EmptiedGroup: UInt8, ReadingAnswer {
    case accepted, refused

    /// The answers in the order of the cases.
    public static var words: StaticString { "accepted|refused" }
  }

  /// The answers to `fcm.topic.latency`.
  public enum SubscriptionDelay: UInt8, ReadingAnswer {
    case atOnce, minutes, aDay

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "at-once|minutes|a-day"
    }
  }
}
