import SimKernel

/// What priority a message has, how it is lowered, and when Play services draws it by itself.
public struct PriorityRules: BitwiseCopyable, Sendable {
  /// The priority of a message that names none.
  public var usual = Rule(
    "fcm.prio.default",
    says: "A message that names no priority is normal.",
    source: "Firebase, set and manage Android message priority; read 2026-10",
    evidence: .documented,
    note: """
      Sources differ: the reference of the interface says high for notification messages and \
      normal for data messages.
      """,
    relation: .constructed,
    reason: "The server names a priority with every message, so that FCM never chooses one.")

  /// The priority of a notification that names none.
  public var usualNotification = Reading(
    "fcm.prio.default.notification", usually: DefaultPriority.normal,
    asks: "Is a notification message that names no priority normal or high?",
    source: """
      Firebase, set and manage Android message priority against the HTTP v1 discovery document; \
      read 2026-10
      """,
    evidence: .documented,
    note: """
      Sources differ: the priority page says normal for both kinds, the reference says high for \
      notification messages.
      """)

  /// Normal messages.
  public var normal = Rule(
    "fcm.prio.normal",
    says: """
      A normal message arrives at once while the device is awake and waits in Doze for a window or \
      the end.
      """,
    source: """
      Firebase, set and manage Android message priority; Android, power management resource \
      limits; read 2026-10
      """,
    evidence: .documented)

  /// High messages.
  public var high = Rule(
    "fcm.prio.high",
    says: """
      A high message is delivered at once, wakes a dozing device and gets short processing and \
      network.
      """,
    source: """
      Firebase, set and manage Android message priority; Android, power management resource \
      limits; read 2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason: "Only copies that are not urgent wait for a dozing device.")

  /// Priority is earned by display.
  public var downgrade = Rule(
    "fcm.prio.downgrade",
    says: """
      High messages that lead to no visible notification make FCM lower later ones, or hand them \
      to Play services for display.
      """,
    source: "Firebase, set and manage Android message priority; read 2026-10",
    evidence: .documented)

  /// How long behaviour is remembered.
  public var downgradeWindow = Rule(
    "fcm.prio.downgrade.window", SimDuration.days(7), small: SimDuration.hours(1),
    says: "The decision looks at the last seven days of one app instance.",
    source: """
      Firebase, set and manage Android message priority; push SDK guide, section 5; read 2026-10
      """,
    evidence: .documented)

  /// When a judgement first counts.
  public var downgradeDue = Reading(
    "fcm.prio.downgrade.due", usually: DowngradeDue.wholeWindow,
    asks: """
      Is an app instance judged only once its behaviour spans the whole window, or as soon as it \
      sent enough?
      """,
    source: "Firebase, set and manage Android message priority; read 2026-10",
    evidence: .unverified,
    note: """
      The page says that seven days of behaviour are used and that FCM must detect a pattern; it \
      does not say how soon a burst counts.
      """)

  /// High messages before a judgement.
  public var downgradeSample = Rule(
    "fcm.prio.downgrade.sample", 10, small: 2,
    says: "With fewer high messages than this in the window nothing is lowered.",
    source: "our choice; the page gives no number; read 2026-10",
    evidence: .unverified,
    note: "The page gives neither a threshold nor a sample.")

  /// Percent unseen that lowers.
  public var downgradeShare = Rule(
    "fcm.prio.downgrade.share", 50,
    says: """
      Priority is lowered when at least this percentage of the high messages in the window showed \
      nothing.
      """,
    source: "our choice; the page gives no number; read 2026-10",
    evidence: .unverified,
    note: "The page gives neither a threshold nor a sample.")

  /// Notifications switched off.
  public var downgradeSilenced = Rule(
    "fcm.prio.downgrade.disabled-notifs",
    says: """
      Where the person switched notifications off nothing is displayed, so messages will be \
      lowered.
      """,
    source: "Firebase, set and manage Android message priority, troubleshooting; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "A high message counts as unseen until the device reports that it was displayed.")

  /// How priority returns.
  public var recovery = Reading(
    "fcm.prio.downgrade.recovery", usually: Recovery.rollingWindow,
    asks: "Does priority return as the seven days roll on, or only after a message was displayed?",
    source: "no page states it",
    evidence: .unverified)

  /// What the app can read.
  public var clientFields = Rule(
    "fcm.prio.client-fields",
    says: """
      The app reads the delivered and the original priority of a message; a lowered one shows \
      both.
      """,
    source: "firebase-messaging 25.1, RemoteMessage.java; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "Original and delivered priority travel with every copy.")

  /// The last API level with a quota by bucket.
  public var quotaLevel = Rule(
    "fcm.prio.quota-pre13", 32,
    says: """
      Up to Android 12 (API level 32) high messages have a daily quota by standby bucket, not \
      while charging; the rest is handled as normal.
      """,
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented)

  /// High messages a day in frequent.
  public var quotaFrequent = Rule(
    "fcm.prio.quota-pre13.frequent", 10, small: 2,
    says: "Up to Android 12 an app in the frequent bucket gets ten high messages a day.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented)

  /// High messages a day in rare.
  public var quotaRare = Rule(
    "fcm.prio.quota-pre13.rare", 5, small: 1,
    says: "Up to Android 12 an app in the rare bucket gets five high messages a day.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented)

  /// High messages a day in restricted.
  public var quotaRestricted = Rule(
    "fcm.prio.quota-pre13.restricted", 5, small: 1,
    says: "Up to Android 12 an app in the restricted bucket gets five high messages a day.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented)

  /// No quota by bucket since Android 13.
  public var noQuotaLevel = Rule(
    "fcm.prio.quota-13plus", 33,
    says: """
      From Android 13 (API level 33) no bucket limits high messages; only the judgement over seven \
      days does.
      """,
    source: "Android, power management resource limits, footnote; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "A device tells its bucket only up to the last level with a quota.")

  /// Time for the handler.
  public var handlerTime = Rule(
    "fcm.prio.exec-time",
    says: "A handler gets several seconds, somewhat more for a high message.",
    source: "Firebase, set and manage Android message priority; read 2026-10",
    evidence: .documented,
    note: "Sources differ on the number: see sdk.budget.",
    relation: .constructed,
    reason: "The number stands once, as sdk.budget, which a machine enforces.")

  /// Expedited jobs after a high message.
  public var expeditedGrace = Rule(
    "fcm.prio.expedited", SimDuration.minutes(3),
    says: """
      An expedited job started right after a high message is exempt from the expedited quota for a \
      short time.
      """,
    source: """
      Firebase, set and manage Android message priority; AOSP QuotaController; read 2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason:
      "A job that the handler enqueues is expedited inside the allowlist of a high-priority push.")

  /// A high message may start a foreground service.
  public var foregroundService = Rule(
    "fcm.prio.fgs",
    says: """
      A delivered high message lets a background app start a foreground service; a lowered one \
      does not.
      """,
    source: """
      Android, foreground service start restrictions; AOSP DeviceIdleController; read 2026-10
      """,
    evidence: .documented)

  /// Whether Play services draws by itself.
  public var proxy = Rule(
    "fcm.proxy.when", on: true,
    says: """
      On Android 10 and later Play services shows a high notification message that would be \
      lowered, or that allows it, without starting the app.
      """,
    source: """
      Firebase, set and manage Android message priority; HTTP v1 discovery document, \
      AndroidNotification.proxy; read 2026-10
      """,
    evidence: .documented,
    note: """
      Only for messages of the HTTP v1 interface, not of the console or the legacy one. A message \
      that keeps its priority goes to the app: the delivery data call its proxy skipped because \
      nothing was throttled.
      """)

  /// The first API level with it.
  public var proxyLevel = Rule(
    "fcm.proxy.when.level", 29,
    says: "Play services draws messages by itself from Android 10 (API level 29).",
    source: "Firebase, set and manage Android message priority; read 2026-10",
    evidence: .documented)

  /// The first Play services with it.
  public var proxyServices = Rule(
    "fcm.proxy.when.gms", 19_054_000,
    says: "Play services draws messages by itself from version 19.0.54.",
    source: "Firebase, set and manage Android message priority; read 2026-10",
    evidence: .documented)

  /// How to opt out.
  public var proxyOptOut = Rule(
    "fcm.proxy.optout",
    says: "An app opts out in its manifest, an instance at run time, a message by proxy DENY.",
    source: """
      Firebase, set and manage Android message priority; firebase-messaging 25.1, \
      ProxyNotificationInitializer.java; read 2026-10
      """,
    evidence: .sourceCode,
    note: """
      Sources differ on the manifest flag: the page prints the key of the BigQuery metrics, the \
      library reads firebase_messaging_notification_delegation_enabled; the model follows the \
      library.
      """,
    relation: .constructed,
    reason:
      "Play services draw only where app, install and message allow it; hand-over tests hold each.")

  /// What becomes of a notification whose priority would be lowered.
  public var proxyOrLower = Reading(
    "fcm.proxy.or-lower", usually: LoweringForm.proxied,
    asks: """
      Is a high notification message that would be lowered drawn by Play services instead?
      """,
    source: "Firebase, set and manage Android message priority; read 2026-10",
    evidence: .documented,
    note: """
      The page says that those which meet certain criteria are drawn by Play services instead of \
      being lowered, and that this is usual; it does not name the criteria.
      """)

  /// What a tap on a proxied notification carries.
  public var proxyTap = Reading(
    "fcm.proxy.tap", usually: ProxiedTap.carries,
    asks: """
      Does a tap on what Play services drew carry the message to the app, or does it only open the \
      app as its icon does?
      """,
    source: """
      Firebase, set and manage Android message priority, does not say; react-native-firebase #8112, \
      #8392 and #8455; read 2026-11
      """,
    evidence: .unverified,
    note: """
      From March 2025 on, apps on Android 14 and 15 reported taps that open the app and call no \
      handler; opting out of the delegation ended it, and that library opts out by default since. \
      Why the handlers are not called was never found.
      """)

  /// Proxied messages are counted late.
  public var proxyMetrics = Rule(
    "fcm.proxy.metrics",
    says: """
      Proxied messages are reported only when the app next starts, and by libraries from 24.0.0.
      """,
    source: "Firebase, set and manage Android message priority; read 2026-10",
    evidence: .documented,
    note: "The console may show up to 15 percent fewer deliveries.",
    relation: .notModelled,
    reason: "Delivery data are exact here; what Google leaves out of them is not imitated.")

  /// No delegate before the first start.
  public var proxyInit = Rule(
    "fcm.proxy.init",
    says: """
      The library makes Play services its delegate at its first start; before that nothing is \
      drawn by proxy.
      """,
    source: "firebase-messaging 25.1, ProxyNotificationInitializer.java; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason:
      "Play services draw only where app, install and message allow it; hand-over tests hold each.")
}

extension PriorityRules {
  /// The answers to `fcm.prio.default.notification`.
  public enum DefaultPriority: UInt8, ReadingAnswer {
    case normal, high

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "normal|high"
    }
  }

  /// The answers to `fcm.prio.downgrade.recovery`.
  public enum Recovery: UInt8, ReadingAnswer {
    case rollingWindow, displayOnly

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "rolling-window|display-only"
    }
  }

  /// The answers to `fcm.prio.downgrade.due`.
  public enum DowngradeDue: UInt8, ReadingAnswer {
    case wholeWindow, atOnce

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "whole-window|at-once"
    }
  }

  /// The answers to `fcm.proxy.tap`.
  public enum ProxiedTap: UInt8, ReadingAnswer {
    case carries, launcherOnly

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "carries|launcher-only"
    }
  }

  /// The answers to `fcm.proxy.or-lower`.
  public enum LoweringForm: UInt8, ReadingAnswer {
    case proxied, lowered

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "proxied|lowered"
    }
  }
}
