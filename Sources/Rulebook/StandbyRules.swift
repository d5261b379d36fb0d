import SimKernel

/// What the system grants an app by how much it is used, and what vendors take away.
public struct StandbyRules: BitwiseCopyable, Sendable {
  /// The number of the bucket active.
  public var valueActive = Rule(
    "bucket.values.active", 10,
    says: "The bucket active bears the number 10.",
    source: "AOSP UsageStatsManager; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The buckets are cases of an enum; only their order decides anything.")

  /// The number of the bucket working set.
  public var valueWorkingSet = Rule(
    "bucket.values.working-set", 20,
    says: "The bucket working set bears the number 20.",
    source: "AOSP UsageStatsManager; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The buckets are cases of an enum; only their order decides anything.")

  /// The number of the bucket frequent.
  public var valueFrequent = Rule(
    "bucket.values.frequent", 30,
    says: "The bucket frequent bears the number 30.",
    source: "AOSP UsageStatsManager; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The buckets are cases of an enum; only their order decides anything.")

  /// The number of the bucket rare.
  public var valueRare = Rule(
    "bucket.values.rare", 40,
    says: "The bucket rare bears the number 40.",
    source: "AOSP UsageStatsManager; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The buckets are cases of an enum; only their order decides anything.")

  /// The number of the bucket restricted.
  public var valueRestricted = Rule(
    "bucket.values.restricted", 45,
    says: "The bucket restricted bears the number 45.",
    source: "AOSP UsageStatsManager; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The buckets are cases of an enum; only their order decides anything.")

  /// The number of the bucket never used.
  public var valueNever = Rule(
    "bucket.values.never", 50,
    says: "The bucket never used bears the number 50.",
    source: "AOSP UsageStatsManager; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The buckets are cases of an enum; only their order decides anything.")

  /// Unused before working set.
  public var workingSetAge = Rule(
    "bucket.thresholds.working-set", SimDuration.hours(12), small: SimDuration.hours(1),
    says: "An app leaves active for working set 12 hours after its last use.",
    source: "AOSP AppStandbyController (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "Vendors and predictions may override it.")

  /// Unused before frequent.
  public var frequentAge = Rule(
    "bucket.thresholds.frequent", SimDuration.hours(24), small: SimDuration.hours(2),
    says: "An app falls to frequent 24 hours after its last use and one hour of screen time.",
    source: "AOSP AppStandbyController (Android 14/15); read 2026-10",
    evidence: .sourceCode)

  /// Screen time before frequent.
  public var frequentScreen = Rule(
    "bucket.thresholds.frequent.screen", SimDuration.hours(1), small: SimDuration.seconds(0),
    says: "An app falls to frequent only after one hour of screen time.",
    source: "AOSP AppStandbyController (Android 14/15); read 2026-10",
    evidence: .sourceCode)

  /// Unused before rare.
  public var rareAge = Rule(
    "bucket.thresholds.rare", SimDuration.hours(48), small: SimDuration.hours(4),
    says: "An app falls to rare 48 hours after its last use and two hours of screen time.",
    source: "AOSP AppStandbyController (Android 14/15); read 2026-10",
    evidence: .sourceCode)

  /// Screen time before rare.
  public var rareScreen = Rule(
    "bucket.thresholds.rare.screen", SimDuration.hours(2), small: SimDuration.seconds(0),
    says: "An app falls to rare only after two hours of screen time.",
    source: "AOSP AppStandbyController (Android 14/15); read 2026-10",
    evidence: .sourceCode)

  /// Screen time before restricted.
  public var restrictedScreen = Rule(
    "bucket.thresholds.restricted.screen", SimDuration.hours(6), small: SimDuration.seconds(0),
    says: "An app falls to restricted only after six hours of screen time.",
    source: "AOSP AppStandbyController (Android 14/15); read 2026-10",
    evidence: .sourceCode)

  /// Unused before restricted in Android 12.
  public var restrictedAge12 = Rule(
    "bucket.restricted.age.12", SimDuration.days(45), small: SimDuration.days(2),
    says: "In Android 12 an app is restricted after 45 days without use.",
    source: "Android, app standby buckets; read 2026-10",
    evidence: .documented,
    note: "Sources differ by edition: 45 days for Android 12, 8 days from Android 13.")

  /// Unused before restricted from Android 13.
  public var restrictedAge13 = Rule(
    "bucket.restricted.age.13", SimDuration.days(8), small: SimDuration.days(1),
    says: "From Android 13 an app is restricted after eight days without use.",
    source: """
      Android, app standby buckets; AOSP AppStandbyController (Android 14/15); read 2026-10
      """,
    evidence: .documented,
    note: "Excessive waking also leads there.")

  /// What makes an app active.
  public var promote = Rule(
    "bucket.promote",
    says: "Opening the app or tapping its notification makes it active.",
    source: """
      Android, app standby buckets; AOSP AppStandbyController (Android 14/15); read 2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason: "A tap or an opening makes the last use now, from which the bucket is computed.")

  /// What a seen notification is worth.
  public var promoteSeen = Rule(
    "bucket.promote.seen", SimDuration.hours(12),
    says: "A notification that is merely seen raises an app at most to working set, for 12 hours.",
    source: """
      AOSP AppStandbyController, DEFAULT_NOTIFICATION_SEEN_PROMOTED_BUCKET and \
      DEFAULT_NOTIFICATION_TIMEOUT; read 2026-10
      """,
    evidence: .sourceCode)

  /// On the charger buckets do not count.
  public var charging = Rule(
    "bucket.charging", on: true,
    says: "Limits by bucket do not apply while charging, except for jobs of restricted apps.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented)

  /// Pushes by bucket.
  public var pushQuota = Rule(
    "bucket.fcm",
    says: "High messages have a quota by bucket up to Android 12.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The numbers stand once, under fcm.prio.quota-pre13.")

  /// Unused before hibernation.
  public var hibernateAfter = Rule(
    "hib.when", SimDuration.days(90), small: SimDuration.days(4),
    says: """
      An unused app with target 30 or higher hibernates after a few months, fully from Android 12; \
      work profile apps never do.
      """,
    source: "Android, app hibernation; read 2026-10",
    evidence: .documented,
    note: "The page says a few months; the number is our choice.")

  /// The target that hibernates.
  public var hibernateTarget = Rule(
    "hib.when.target", 30,
    says: "Apps with a target below API 30 do not hibernate.",
    source: "Android, app hibernation; read 2026-10",
    evidence: .documented)

  /// What hibernation takes.
  public var hibernateEffect = Rule(
    "hib.effect",
    says: "Hibernation resets permissions, stops jobs, alarms and all pushes, and clears caches.",
    source: "Android, app hibernation; read 2026-10",
    evidence: .documented)

  /// What ends hibernation.
  public var hibernateExit = Rule(
    "hib.exit",
    says: "Use of the app ends hibernation and brings a boot broadcast; permissions stay revoked.",
    source: "Android, app hibernation; read 2026-10",
    evidence: .documented)

  /// Battery saver and pushes.
  public var batterySaver = Rule(
    "bs.battery-saver",
    says: "Battery saver itself does not limit FCM; the strictest of the active rules applies.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "Nothing about FCM reads battery saver; it only brings Doze sooner: see doze.quick.")

  /// Pushes to an app restricted by the person.
  public var userRestricted = Reading(
    "bg.user-restricted", usually: RestrictedPush.delivered,
    asks: "Does FCM still deliver to an app whose background use the person restricted?",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented,
    note: """
      Sources differ: the power table lists no limit for FCM; an FCM page quoted in December 2018 \
      says that nothing is delivered from January 2019 on. A maintainer wrote in December 2019 that \
      this was not in force (quickstart-android #1015), and a report of December 2024 still saw \
      delivery (deltachat-android #3500).
      """)

  /// Jobs of an app restricted by the person.
  public var userRestrictedJobs = Rule(
    "bg.user-restricted.jobs",
    says: "Jobs and alarms of an app whose background use the person restricted never run.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "A restricted app gets no jobs: the job gate asks for it.")

  /// Foreground services of an app restricted by the person.
  public var userRestrictedService = Rule(
    "bg.user-restricted.fgs",
    says: """
      An app whose background use the person restricted starts no foreground service from there, \
      not even on a high message or a charger.
      """,
    source: """
      Android reference, ActivityManager.isBackgroundRestricted; deltachat-android #3500; read \
      2026-10
      """,
    evidence: .documented)

  /// Vendors that stop on swipe.
  public var oemSwipeStops = Rule(
    "oem.killers", on: false,
    says: "Some vendors stop an app when it is swiped away from recents, which stops pushes.",
    source: "maintainer in firebase-android-sdk #2720; quickstart-android #41; read 2026-10",
    evidence: .reported,
    note: """
      On for devices that a scenario calls aggressive. The notes on four systems say that vendors \
      throttle and group on top, and tried two devices only.
      """)

  /// What an aggressive vendor does.
  public var oemPolicy = Reading(
    "oem.policy", usually: VendorPolicy.swipeStops,
    asks: "Does an aggressive vendor stop the app on swipe, or freeze it in the background?",
    source: "reports of developers; read 2026-10",
    evidence: .reported)

  /// When the freeze begins.
  public var oemFreezeAfter = Rule(
    "oem.freeze.after", SimDuration.minutes(3), small: SimDuration.seconds(3),
    says: "A vendor that freezes apps lets one run on for three minutes after its last use.",
    source: "firebase-android-sdk #932; read 2026-10",
    evidence: .reported,
    note: """
      One reporter saw it after three to five minutes on a Xiaomi phone; the model takes the \
      shorter. Others speak of five to ten minutes (phonegap-plugin-push #2563).
      """)
}

extension StandbyRules {
  /// The answers to `bg.user-restricted`.
  public enum RestrictedPush: UInt8, ReadingAnswer {
    case delivered, dropped

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "delivered|dropped"
    }
  }

  /// The answers to `oem.policy`.
  public enum VendorPolicy: UInt8, ReadingAnswer {
    case swipeStops, backgroundFreeze

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "swipe-stops|background-freeze"
    }
  }
}
