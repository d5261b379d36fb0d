import SimKernel

/// When a device sleeps, how it wakes, and what that holds back.
public struct DozeRules: BitwiseCopyable, Sendable {
  /// What must hold before a device sleeps.
  public var precondition = Rule(
    "doze.precondition",
    says: "Doze begins with the screen off, or on but locked, and without a charger.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason:
      "The phase is computed from the instant of screen-off, charger and motion; an oracle test holds it."
  )

  /// The states of deep Doze.
  public var chain = Rule(
    "doze.deep.chain",
    says: """
      Deep Doze goes from active by inactive, idle-pending, sensing and locating to idle and its \
      maintenance windows.
      """,
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason:
      "The phase is computed from the instant of screen-off, charger and motion; an oracle test holds it."
  )

  /// Still and dark before it watches.
  public var deepInactive = Rule(
    "doze.deep.inactive", SimDuration.minutes(30), small: SimDuration.minutes(3),
    least: SimDuration.seconds(1),
    says: "A device stays inactive for 30 minutes before it watches for motion.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: """
      15 minutes on devices with a small battery and in some builds. A device-config flag; vendors \
      and Google change it remotely.
      """)

  /// How long it watches for motion.
  public var deepIdlePending = Rule(
    "doze.deep.idle-pending", SimDuration.minutes(30), small: SimDuration.minutes(3),
    least: SimDuration.seconds(1),
    says: "A device watches for motion for 30 minutes before it senses.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: """
      15 or 20 minutes in some builds. A device-config flag; vendors and Google change it \
      remotely.
      """)

  /// How long it senses.
  public var deepSensing = Rule(
    "doze.deep.sensing", SimDuration.minutes(4), small: SimDuration.seconds(24),
    says: "Sensing takes at most four minutes.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// How long it locates.
  public var deepLocating = Rule(
    "doze.deep.locating", SimDuration.seconds(30), small: SimDuration.seconds(3),
    says: "Locating takes at most 30 seconds and is skipped without a location provider.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// When deep sleep begins.
  public var deepFirst = Rule(
    "doze.deep.first",
    says: "A still device reaches its first deep sleep 60 to 65 minutes after screen off.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "It is the sum of doze.deep.inactive, idle-pending, sensing and locating.")

  /// The first deep sleep.
  public var deepIdleFirst = Rule(
    "doze.deep.idle-first", SimDuration.minutes(60), small: SimDuration.minutes(6),
    least: SimDuration.seconds(1),
    says: "The first idle period lasts 60 minutes.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// How deep sleep grows.
  public var deepIdleFactor = Rule(
    "doze.deep.idle-factor", 2, least: 1,
    says: "Each idle period is twice as long as the one before.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// The longest deep sleep.
  public var deepIdleMax = Rule(
    "doze.deep.idle-max", SimDuration.hours(6), small: SimDuration.minutes(36),
    least: SimDuration.seconds(1),
    says: "An idle period lasts at most six hours.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// The first maintenance window.
  public var deepWindowFirst = Rule(
    "doze.deep.maintenance.first", SimDuration.minutes(5), small: SimDuration.seconds(30),
    least: SimDuration.seconds(1),
    says: "The first maintenance window lasts five minutes.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// How windows grow.
  public var deepWindowFactor = Rule(
    "doze.deep.maintenance.factor", 2, least: 1,
    says: "Each maintenance window is twice as long as the one before.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// The longest maintenance window.
  public var deepWindowMax = Rule(
    "doze.deep.maintenance.max", SimDuration.minutes(10), small: SimDuration.minutes(1),
    least: SimDuration.seconds(1),
    says: "A maintenance window lasts at most ten minutes.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// The shortest maintenance window.
  public var deepWindowMin = Rule(
    "doze.deep.maintenance.min", SimDuration.seconds(30), small: SimDuration.seconds(3),
    says: "A window without work ends early, but not before 30 seconds.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// An alarm clock keeps it awake.
  public var alarmGuard = Rule(
    "doze.deep.alarm", SimDuration.minutes(30),
    says: "An alarm clock due within 30 minutes prevents or ends deep sleep.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// The slack before an alarm.
  public var alarmFlex = Rule(
    "doze.deep.alarm.flex", SimDuration.seconds(60),
    says: "The guard before an alarm clock has a slack of 60 seconds.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: """
      The slack batches wake-ups of one device; the guard of 30 minutes decides what a push meets.
      """)

  /// After it was moved.
  public var motion = Rule(
    "doze.deep.motion", SimDuration.minutes(10), small: SimDuration.minutes(1),
    says: "Motion sends the device back to inactive, with a shorter wait of ten minutes.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// A device that cannot feel motion.
  public var noMotionSensor = Rule(
    "doze.deep.nomotion-sensor", on: true,
    says: "Without a motion sensor the chain to deep sleep does not progress in the normal way.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode)

  /// A prediction of long stillness, in percent.
  public var preIdle = Rule(
    "doze.deep.preidle", 100, least: 1,
    says: """
      A prediction stretches the waits to 167 percent or shrinks them to 33; usually it leaves \
      them alone.
      """,
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// Light Doze from Android 14.
  public var lightEnter14 = Rule(
    "doze.light.enter.14", SimDuration.seconds(60), small: SimDuration.seconds(6),
    says: """
      From Android 14 light Doze begins 60 seconds after screen off without a charger; motion does \
      not matter.
      """,
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: """
      Sources differ by edition: four minutes around Android 12 and 13, three to five in older \
      ones. A device-config flag; vendors and Google change it remotely.
      """)

  /// Light Doze in Android 12 and 13.
  public var lightEnter12 = Rule(
    "doze.light.enter.12", SimDuration.minutes(4), small: SimDuration.seconds(24),
    says: """
      In Android 12 and 13 light Doze begins four minutes after screen off without a charger.
      """,
    source: "AOSP DeviceIdleController, Constants (Android 12/13); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// Light Doze up to Android 11.
  public var lightEnter11 = Rule(
    "doze.light.enter.11", SimDuration.minutes(5), small: SimDuration.seconds(30),
    says: """
      Up to Android 11 light Doze begins three to five minutes after screen off; the model takes \
      five.
      """,
    source: "AOSP DeviceIdleController, Constants (older trees); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// Waiting for work before light Doze.
  public var lightPreIdle = Rule(
    "doze.light.preidle", SimDuration.minutes(3), small: SimDuration.seconds(18),
    says: """
      Up to Android 13, while operations are active, light Doze waits up to three more minutes.
      """,
    source: "AOSP DeviceIdleController, Constants (older trees); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// The first light sleep.
  public var lightIdleFirst = Rule(
    "doze.light.idle.first", SimDuration.minutes(5), small: SimDuration.seconds(30),
    least: SimDuration.seconds(1),
    says: "The first light idle period lasts five minutes.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// How light sleep grows.
  public var lightIdleFactor = Rule(
    "doze.light.idle.factor", 2, least: 1,
    says: "Each light idle period is twice as long as the one before.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// The longest light sleep.
  public var lightIdleMax = Rule(
    "doze.light.idle.max", SimDuration.minutes(15), small: SimDuration.seconds(90),
    least: SimDuration.seconds(1),
    says: "A light idle period lasts at most 15 minutes.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: """
      With a flex from 1 to 15 minutes for alarms. A device-config flag; vendors and Google change \
      it remotely.
      """)

  /// The shortest light window.
  public var lightWindowMin = Rule(
    "doze.light.maintenance.min", SimDuration.minutes(1), small: SimDuration.seconds(6),
    least: SimDuration.seconds(1),
    says: "A light maintenance window has a budget of at least one minute.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// The longest light window.
  public var lightWindowMax = Rule(
    "doze.light.maintenance.max", SimDuration.minutes(5), small: SimDuration.seconds(30),
    least: SimDuration.seconds(1),
    says: """
      A light maintenance window has a budget of at most five minutes; unused time is carried \
      over.
      """,
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// A light window nobody uses.
  public var lightWindowPause = Rule(
    "doze.light.maintenance.unused", SimDuration.seconds(5), small: SimDuration.seconds(1),
    least: SimDuration.seconds(1),
    says: "A light maintenance window without work ends after five seconds.",
    source: "AOSP DeviceIdleController, MIN_LIGHT_MAINTENANCE_TIME; read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// A light window without a network.
  public var lightNetwork = Rule(
    "doze.light.network",
    says: "A light window without a network waits one more idle period for it.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The timer of a window on a phone without a network starts another idle period.")

  /// Deep sleep overrides light sleep.
  public var lightOverride = Rule(
    "doze.light.override",
    says: "While deep idle is active the light state is overridden.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason:
      "The phase is computed from the instant of screen-off, charger and motion; an oracle test holds it."
  )

  /// What ends Doze.
  public var exit = Rule(
    "doze.exit",
    says: """
      Screen on and unlocked, a charger or a forced exit ends Doze and releases what waited; \
      motion only resets deep Doze.
      """,
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason:
      "The phase is computed from the instant of screen-off, charger and motion; an oracle test holds it."
  )

  /// What deep Doze holds back.
  public var effectDeep = Rule(
    "doze.effect",
    says: """
      Deep Doze takes the network, defers jobs, syncs and standard alarms, and ignores wake locks.
      """,
    source: """
      Android, power management resource limits; Android, Doze and App Standby; read 2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason: "The network gate and the jobs of an app look at the phase of the device.")

  /// What light Doze holds back.
  public var effectLight = Rule(
    "doze.effect.light",
    says: "Light Doze holds back network, jobs and syncs; wake locks and alarms go on.",
    source: """
      Android, power management resource limits; Android, Doze and App Standby; read 2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason: "Network and jobs look at the phase; nothing else of a phone does.")

  /// What Doze does to pushes.
  public var effectPush = Rule(
    "doze.effect.fcm",
    says: "In Doze high messages pass, normal ones wait for a window or the end.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "FCM keeps normal messages while the connection says that the device dozes.")

  /// What a window lets through.
  public var windowReleases = Rule(
    "doze.window.fcm",
    says: "All normal messages that wait are released in the window, in no promised order.",
    source: "inference from the Doze pages; read 2026-10",
    evidence: .unverified,
    relation: .constructed,
    reason: "An open window is told to FCM as the end of dozing, which releases everything.")

  /// A message as the window closes.
  public var windowLate = Reading(
    "doze.window.late", usually: LateInWindow.handled,
    asks: """
      Is a normal message that arrives while the window closes handled, or left for the next one?
      """,
    source: "no page states it",
    evidence: .unverified)

  /// Alarms that pass Doze in an hour.
  public var alarmsPerHour = Rule(
    "doze.alarms", 7,
    says: "Alarms that may fire while idle do so seven times in an hour.",
    source: "Android, power management resource limits, newest table; read 2026-10",
    evidence: .documented,
    note: """
      Sources differ by edition: older tables say one inexact alarm in nine minutes and 72 exact \
      ones in an hour.
      """,
    relation: .notModelled,
    reason: "Planned notifications use standard alarms, which wait for a window of deep Doze.")

  /// Alarms that pass Doze, older editions.
  public var alarmSpacing = Rule(
    "doze.alarms.spacing", SimDuration.minutes(9),
    says: """
      In older editions an inexact alarm that may fire while idle does so once in nine minutes.
      """,
    source: "Android, power management resource limits, older table; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "The newest table is modelled; both allow an alarm every nine minutes.")

  /// Exact alarms that pass Doze, older editions.
  public var alarmsExactPerHour = Rule(
    "doze.alarms.exact", 72,
    says: "In older editions exact alarms that may fire while idle do so 72 times in an hour.",
    source: "Android, power management resource limits, older table; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "The SDK and the server of the guide set no exact alarms.")

  /// The longest pass.
  public var allowlistMax = Rule(
    "doze.allowlist.max", SimDuration.minutes(5),
    says: "A temporary pass out of Doze lasts at most five minutes.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode)

  /// The pass of a multimedia message.
  public var allowlistMMS = Rule(
    "doze.allowlist.mms", SimDuration.seconds(60),
    says: "A multimedia message gives its app a pass of 60 seconds.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "No story sends multimedia messages.")

  /// The pass of a text message.
  public var allowlistSMS = Rule(
    "doze.allowlist.sms", SimDuration.seconds(20),
    says: "A text message gives its app a pass of 20 seconds.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "No story sends text messages.")

  /// The pass of a notification action.
  public var allowlistAction = Rule(
    "doze.allowlist.notification-action", SimDuration.seconds(30),
    says: "An action on a notification gives its app a pass of 30 seconds.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode)

  /// The pass after booting.
  public var allowlistBoot = Rule(
    "doze.allowlist.boot", SimDuration.seconds(20),
    says: "Booting gives an app a pass of 20 seconds.",
    source: "AOSP DeviceIdleController, Constants (Android 14/15); read 2026-10",
    evidence: .sourceCode)

  /// Sleep under battery saver.
  public var quick = Rule(
    "doze.quick", SimDuration.seconds(60), small: SimDuration.seconds(6),
    says: """
      With battery saver on, deep idle begins directly 60 seconds after screen off, and motion \
      does not end it.
      """,
    source: "AOSP DeviceIdleController, QUICK_DOZE_DELAY (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "A device-config flag; vendors and Google change it remotely.")

  /// Apps that the person exempted.
  public var exemptApp = Rule(
    "doze.exempt-app",
    says: """
      An app exempt from battery optimisation keeps network and partial wake locks; its jobs are \
      still deferred.
      """,
    source: "Android, Doze and App Standby; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "An unrestricted app is exempt: the network gate and the job quotas ask for it.")
}

extension DozeRules {
  /// The answers to `doze.window.late`.
  public enum LateInWindow: UInt8, ReadingAnswer {
    case handled, nextWindow

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "handled|next-window"
    }
  }
}
