import SimKernel

/// What ends a process or an app, and what becomes of its deferred work.
public struct ProcessRules: BitwiseCopyable, Sendable {
  /// Swiping an app away.
  public var swipe = Rule(
    "os.swipe",
    says: """
      On stock Android a swipe from recents ends the task and usually the process, but does not \
      stop the app; pushes still work.
      """,
    source: "Android documentation; maintainers of the library; read 2026-10",
    evidence: .documented)

  /// The stop button for active apps.
  public var taskManagerStop = Rule(
    "os.fgs-taskmanager",
    says: """
      The stop button of Android 13 takes the app out of memory, keeps its jobs, and does not \
      count as a force-stop.
      """,
    source: "Android, handle user-initiated stopping; read 2026-10",
    evidence: .documented,
    note: "That pushes still work is an inference.")

  /// What a force-stop does.
  public var stopEnter = Rule(
    "os.stop.enter",
    says: """
      A force-stop ends the process, cancels jobs, alarms and notifications, and hides the app \
      from broadcasts.
      """,
    source: "AOSP; androidx.work ForceStopRunnable comment; read 2026-10",
    evidence: .sourceCode)

  /// A new install is stopped.
  public var stopNewInstall = Rule(
    "os.stop.new-install",
    says: "A freshly installed app is in the stopped state until its first start.",
    source: "Android package manager rules; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "An install begins in the stopped state.")

  /// What ends the stopped state.
  public var stopExit = Rule(
    "os.stop.exit",
    says: """
      Only the person ends the stopped state, by opening the app or using its widget; a reboot \
      does not.
      """,
    source: "Android 15 behaviour changes; FLAG_STOPPED; read 2026-10",
    evidence: .documented)

  /// Pushes to a stopped app.
  public var stopPush = Rule(
    "os.stop.fcm",
    says: """
      A stopped app gets no push; FCM retries for an unspecified time, then drops the message.
      """,
    source: "firebase-android-sdk #2720; FCM Data API (droppedAppForceStopped); read 2026-10",
    evidence: .reported)

  /// How long a stopped app is retried.
  public var stopRetry = Reading(
    "os.stop.fcm.retry", usually: StoppedRetry.untilTtl,
    asks: "Does FCM retry a stopped app until the TTL ends, or a fixed number of times?",
    source: "no page states it",
    evidence: .unverified)

  /// Tries for a stopped app.
  public var stopRetryTries = Rule(
    "os.stop.fcm.tries", 3, small: 2,
    says: "Where the reading says tries, FCM tries this often before it drops the message.",
    source: "our choice",
    evidence: .design)

  /// The time between tries for a stopped app.
  public var stopRetryEvery = Rule(
    "os.stop.fcm.every", SimDuration.hours(1), small: SimDuration.minutes(1),
    least: SimDuration.seconds(1),
    says: "A stopped app is tried again this often.",
    source: "our choice",
    evidence: .design)

  /// A message in retry when the app is opened.
  public var stopReturn = Reading(
    "os.stop.fcm-return", usually: AfterReopen.delivered,
    asks: """
      Is a message that is still being retried delivered when the person opens the app again?
      """,
    source: "no page states it",
    evidence: .unverified)

  /// Whether a stop kills the address.
  public var stopUnregisters = Reading(
    "os.stop.unregisters", usually: StoppedSignal.no,
    asks: "Does a stopped app ever make FCM answer UNREGISTERED?",
    source: "no page states it",
    evidence: .unverified)

  /// The API level that cancels pending intents.
  public var stop15 = Rule(
    "os.stop.a15", 35,
    says: """
      From Android 15 (API level 35) a stop cancels all pending intents and widgets; leaving it \
      brings a boot broadcast.
      """,
    source: "Android 15 behaviour changes; read 2026-10",
    evidence: .documented)

  /// A stop keeps the registration.
  public var stopToken = Rule(
    "os.stop.token",
    says: "A force-stop alone does not invalidate the registration.",
    source: "inference from the FCM Data API; read 2026-10",
    evidence: .unverified,
    relation: .constructed,
    reason: "A stopped app keeps its registration: only FCM and the client can end one.")

  /// The tray after a reboot.
  public var rebootTray = Rule(
    "os.reboot.tray",
    says: "The tray is not kept over a reboot.",
    source: "AOSP NotificationManagerService.java (in memory); read 2026-10",
    evidence: .sourceCode)

  /// Between reboot and unlock.
  public var rebootLocked = Rule(
    "os.reboot.locked",
    says: """
      After a reboot only components that are ready for direct boot run until the first unlock.
      """,
    source: "Android, direct boot mode; read 2026-10",
    evidence: .documented)

  /// What a reboot forgets.
  public var rebootAlarms = Rule(
    "os.reboot.alarms",
    says: "Alarms are lost on reboot, jobs only unless they are marked persistent.",
    source: "Android documentation; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: """
      Switching off cancels the alarms of the host's planned notifications; the SDK's jobs are \
      persistent. A host that sets them anew at boot is not modelled.
      """)

  /// The first wait of a failed job.
  public var backoffFirst = Rule(
    "wm.backoff", SimDuration.seconds(30), small: SimDuration.seconds(3),
    least: SimDuration.seconds(1),
    says: "A failed job waits 30 seconds first, then exponentially longer.",
    source: "androidx.work WorkRequest constants; read 2026-10",
    evidence: .sourceCode)

  /// The shortest wait of a failed job.
  public var backoffMin = Rule(
    "wm.backoff.min", SimDuration.seconds(10), small: SimDuration.seconds(1),
    least: SimDuration.seconds(1),
    says: "A failed job waits at least ten seconds.",
    source: "androidx.work WorkRequest constants; read 2026-10",
    evidence: .sourceCode)

  /// The longest wait of a failed job.
  public var backoffMax = Rule(
    "wm.backoff.max", SimDuration.hours(5), small: SimDuration.minutes(1),
    least: SimDuration.seconds(1),
    says: "A failed job waits at most five hours.",
    source: "androidx.work WorkRequest constants; read 2026-10",
    evidence: .sourceCode)

  /// How the wait of a failed job grows.
  public var backoffFactor = Rule(
    "wm.backoff.formula", 2, least: 1,
    says: "The exponential wait doubles with each attempt; the linear one adds.",
    source: "androidx.work WorkSpec; read 2026-10",
    evidence: .sourceCode)

  /// Work survives.
  public var workPersists = Rule(
    "wm.persist",
    says: "Work stands in a database outside the backup; it survives process death and reboot.",
    source: "androidx.work; read 2026-10",
    evidence: .sourceCode)

  /// Interrupted work runs again.
  public var runningReset = Rule(
    "wm.running-reset",
    says: "Work that ran when the process died is queued again at the next start.",
    source: "androidx.work ForceStopRunnable.java; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason:
      "Work stands in a table that outlives the process, and is queued again at the next start; job tests hold it."
  )

  /// Work after a force-stop.
  public var workAfterStop = Rule(
    "wm.force-stop",
    says: """
      Jobs vanish on a force-stop; the next start of the process notices and schedules them again.
      """,
    source: "androidx.work ForceStopRunnable.java; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason:
      "Work stands in a table that outlives the process, and is queued again at the next start; job tests hold it."
  )

  /// Work after the stop button.
  public var workAfterTaskManager = Rule(
    "wm.force-stop.a13",
    says: """
      After the stop button of Android 13 WorkManager may see a force-stop and schedules again, \
      which does no harm.
      """,
    source: """
      androidx.work ForceStopRunnable.java; Android, handle user-initiated stopping; read 2026-10
      """,
    evidence: .unverified,
    note: "An inference.",
    relation: .constructed,
    reason:
      "Work stands in a table that outlives the process, and is queued again at the next start; job tests hold it."
  )

  /// Tries to open the work database.
  public var workInitTries = Rule(
    "wm.init-retry", 3,
    says: "The cleanup of the work database is tried three times, 300 ms apart and growing.",
    source: "androidx.work ForceStopRunnable.java; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "A disk that cannot be read is injected as a fault on the store of the SDK.")

  /// Foreground services from the background.
  public var foregroundService = Rule(
    "os.bg-fgs",
    says: "A background app needs a reason to start a foreground service.",
    source: "Android, foreground service start restrictions; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The rule stands once, as fcm.prio.fgs.")

  /// A cached process may vanish.
  public var memoryKill = Rule(
    "os.mem-kill",
    says: "A cached process may be ended at any time without a callback.",
    source: "Android, process lifecycle; read 2026-10",
    evidence: .documented)

  /// How soon a cached process is frozen.
  public var freezeAfter = Rule(
    "os.freeze.after", SimDuration.seconds(10), small: SimDuration.seconds(1),
    least: SimDuration.milliseconds(1),
    says: """
      A process is frozen this long after it became cached: its threads stand still until the app \
      gets something to do.
      """,
    source: "AOSP, cached apps freezer (source.android.com); read 2026-11",
    evidence: .documented,
    note: """
      Here a thread goes on when the app is on the screen; the seconds that the next push gives it \
      are left out.
      """)

  /// The API level that freezes cached processes without more.
  public var freezeFrom = Rule(
    "os.freeze.from", 34,
    says: "From Android 14 (API level 34) every cached process is frozen.",
    source: "AOSP, cached apps freezer (source.android.com); read 2026-11",
    evidence: .documented,
    note: "Android 11 and later can freeze; whether they do is a setting of the system.")

  /// How long a cached process lives.
  public var cachedLife = Rule(
    "os.mem-kill.after", SimDuration.minutes(30), small: SimDuration.minutes(2),
    least: .seconds(1),
    says: """
      Without pressure from a scenario a process in the background is ended this long after its \
      last work.
      """,
    source: "our choice; the platform promises nothing",
    evidence: .design)

  /// A jump of the clock of the device.
  public var clockJump = Reading(
    "os.wallclock", usually: ClockJump.`none`,
    asks: "Does the clock of the device jump across the ages that are judged by it?",
    source: "no page states it",
    evidence: .unverified,
    relation: .notModelled,
    reason: "A scenario says when a clock jumps and how far; no answer is assumed.")
}

extension ProcessRules {
  /// The answers to `os.stop.fcm.retry`.
  public enum StoppedRetry: UInt8, ReadingAnswer {
    case untilTtl, tries

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "until-ttl|tries"
    }
  }

  /// The answers to `os.stop.fcm-return`.
  public enum AfterReopen: UInt8, ReadingAnswer {
    case delivered, dropped

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "delivered|dropped"
    }
  }

  /// The answers to `os.stop.unregisters`.
  public enum StoppedSignal: UInt8, ReadingAnswer {
    case no, yes

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "no|yes"
    }
  }

  /// The answers to `os.wallclock`.
  public enum ClockJump: UInt8, ReadingAnswer {
    case `none`, forward, backward

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "none|forward|backward"
    }
  }
}
