import SimKernel

/// How the Android library hands a message over, draws it, and opens the app.
public struct MessageHandlingRules: BitwiseCopyable, Sendable {
  /// In the foreground.
  public var routeForeground = Rule(
    "sdk.route.foreground",
    says: "In the foreground every kind of message reaches the code of the app.",
    source: """
      Firebase, receive messages; firebase-messaging 25.1, DisplayNotification.java; read 2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason: "The dispatch of the client by kind and state is this table; tests hold each row.")

  /// In the background.
  public var routeBackground = Rule(
    "sdk.route.background",
    says: """
      In the background the library draws what has a notification, with its data in the tap; data \
      messages reach the code.
      """,
    source: """
      Firebase, receive messages; firebase-messaging 25.1, DisplayNotification.java; read 2026-10
      """,
    evidence: .documented,
    note: "The guide says the same: a mixed message gives its data as extras after a tap.",
    relation: .constructed,
    reason: "The dispatch of the client by kind and state is this table; tests hold each row.")

  /// Receivers beside the library.
  public var routeReceiver = Rule(
    "sdk.route.receiver",
    says: """
      A receiver of the app's own for the same broadcast gets every message, also those that the \
      library draws in the background.
      """,
    source: """
      firebase/flutterfire, FlutterFirebaseMessagingReceiver.java; flutterfire #9723 and #10137; \
      read 2026-11
      """,
    evidence: .sourceCode,
    note: "A native host without such a receiver never sees what the library draws.",
    relation: .constructed,
    reason: "Where the story gives the host a receiver, the client draws beside the library.")

  /// Without a process.
  public var routeKilled = Rule(
    "sdk.route.killed",
    says: """
      Without a process one is started, then as in the background; Play services may draw without \
      starting it.
      """,
    source: """
      Firebase, receive messages; firebase-messaging 25.1, DisplayNotification.java; read 2026-10
      """,
    evidence: .documented)

  /// Behind the lock screen.
  public var routeLocked = Rule(
    "sdk.route.locked",
    says: "Behind the lock screen an app on top counts as in the background.",
    source: """
      Firebase, receive messages; firebase-messaging 25.1, DisplayNotification.java; read 2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason: "The dispatch of the client by kind and state is this table; tests hold each row.")

  /// Force-stopped.
  public var routeStopped = Rule(
    "sdk.route.force-stopped",
    says: "A force-stopped app gets nothing.",
    source: """
      Firebase, receive messages; firebase-messaging 25.1, DisplayNotification.java; read 2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason: "The dispatch of the client by kind and state is this table; tests hold each row.")

  /// With notifications off.
  public var routeOff = Rule(
    "sdk.route.notifications-off",
    says: """
      With notifications off what the library draws is discarded by the system; data messages \
      still reach the code.
      """,
    source: """
      Firebase, receive messages; firebase-messaging 25.1, DisplayNotification.java; read 2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason:
      "The library posts as always; the system's tray refuses what the permission does not allow.")

  /// What foreground means.
  public var foreground = Rule(
    "sdk.foreground.def",
    says: "Foreground means unlocked and on screen; a foreground service alone is background.",
    source: "firebase-messaging 25.1, DisplayNotification.java isAppForeground; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "Surroundings say foreground where the app is on top of a screen in use.")

  /// What a notification message is.
  public var typeDetect = Rule(
    "sdk.type.detect",
    says: "A message is a notification message when it bears the mark gcm.n.e.",
    source: "firebase-messaging 25.1, NotificationParams; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "Kind and deleted-messages notice are different packets, so nothing can be mistaken.")

  /// A message for statistics only.
  public var typeNoUI = Rule(
    "sdk.type.noui",
    says: "A message marked as without UI is swallowed: nothing is shown and nothing called.",
    source: "firebase-messaging 25.1, DisplayNotification.java; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "Only the console sends it.")

  /// The deleted-messages signal.
  public var typeDeleted = Rule(
    "sdk.type.deleted",
    says: "The deleted-messages signal calls onDeletedMessages; unknown types are ignored.",
    source: "firebase-messaging 25.1, FirebaseMessagingService.java; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "Kind and deleted-messages notice are different packets, so nothing can be mistaken.")

  /// How often the signal comes.
  public var deletedCount = Reading(
    "sdk.deleted.count", usually: DeletedSignals.one,
    asks: "Does one signal follow several overflows, or one for each?",
    source: "no page states it",
    evidence: .unverified)

  /// One service gets the messages.
  public var oneService = Rule(
    "sdk.service.one",
    says: """
      Exactly one service of an app gets the messages, the first that resolves; two push libraries \
      compete.
      """,
    source: "firebase-messaging 25.1, ServiceStarter.java and manifest; read 2026-10",
    evidence: .sourceCode,
    note: """
      The guide found no documentation on which service Android calls; the source takes the first \
      resolved, the default of the library last.
      """)

  /// How a high message starts the service.
  public var startHigh = Rule(
    "sdk.start.high",
    says: "A high message starts the service, or binds it where the pass is over.",
    source: "firebase-messaging 25.1, FcmBroadcastProcessor.java; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "How the service is started changes no fate: the copy reaches the handler either way.")

  /// How long a normal message is held.
  public var startNormal = Rule(
    "sdk.start.normal", SimDuration.seconds(20), small: SimDuration.seconds(2),
    says: """
      A normal message binds the service and holds the broadcast until it is handled, at most 20 \
      seconds.
      """,
    source: "firebase-messaging 25.1, WithinAppServiceConnection; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "Binding instead of starting changes no fate: the copy reaches the handler either way.")

  /// One after another.
  public var serial = Rule(
    "sdk.serial",
    says: "Messages are handled one after another; a slow callback delays the rest.",
    source: "firebase-messaging 25.1, EnhancedIntentService; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "What a handler works on stands in one line, and only the first of it runs.")

  /// A process that dies while handling.
  public var redeliver = Rule(
    "sdk.redeliver",
    says: "If the process dies while handling, the system may start it again with the message.",
    source: "firebase-messaging 25.1, EnhancedIntentService; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason:
      "A process that dies in its handler loses the copy; when it is redelivered depends on the system's mood."
  )

  /// A message whose handler died.
  public var redelivered = Reading(
    "sdk.redeliver.after-death", usually: AfterHandlerDeath.redelivered,
    asks: """
      Is a message whose handler died delivered again by the system, lost, or delivered again by \
      Play services?
      """,
    source: "firebase-messaging 25.1, EnhancedIntentService; read 2026-10",
    evidence: .sourceCode,
    note: "The service asks for redelivery; whether the system grants it is its choice.")

  /// The wait before that.
  public var redeliverAfter = Rule(
    "sdk.redeliver.wait", SimDuration.seconds(1), least: SimDuration.zero,
    says: "The system starts a service whose process died again after one second.",
    source: "AOSP ActivityManagerConstants, SERVICE_RESTART_DURATION; read 2026-10",
    evidence: .sourceCode,
    note: "Older trees wait five seconds; the wait grows for services that die again and again.")

  /// How long a handler may run.
  public var budget = Rule(
    "sdk.budget", SimDuration.seconds(20), small: SimDuration.seconds(2),
    says: "A handler has 20 seconds.",
    source: "FirebaseMessagingService javadoc; Firebase, receive messages; read 2026-10",
    evidence: .documented,
    note: """
      Sources differ: javadoc and page say 20 seconds, a blog of 2017 says 10 guaranteed, the \
      priority page says several seconds and more for high messages.
      """)

  /// How long a handler may run on Android 6.
  public var budget23 = Rule(
    "sdk.budget.23", SimDuration.seconds(10),
    says: "On Android 6 a handler has 10 seconds.",
    source: "Firebase, receive messages; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "All modelled devices are newer.")

  /// A handler that takes too long.
  public var afterBudget = Reading(
    "sdk.after-budget", usually: AfterBudget.killed,
    asks: "Does a handler that overruns its time go on, or does the process end?",
    source: "Firebase, set and manage Android message priority; read 2026-10",
    evidence: .documented,
    note: "The page says that the process may be frozen or ended; no callback tells the app.")

  /// What keeps the process once the callback has returned.
  public var afterReturn = Rule(
    "sdk.after-return",
    says: """
      Once the callback has returned nothing keeps the process: what goes on in its threads ends \
      with it, and the message does not come again.
      """,
    source: "Firebase, receive messages: long work belongs to WorkManager; read 2026-11",
    evidence: .documented,
    note: """
      That the message does not come again follows from its acknowledgement after the callback; \
      no page says it. A job keeps its work over the death of the process.
      """)

  /// Not on the main thread.
  public var workerThread = Rule(
    "sdk.exactly",
    says: "The callback runs on a worker thread.",
    source: "Firebase, set and manage Android message priority; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "Handling takes time of its own in the model and blocks no input of the person.")

  /// Tag and number of a drawn notification.
  public var showID = Rule(
    "sdk.show.id",
    says: """
      The library draws under number 0 and the tag of the message, else under a unique tag; the \
      same tag replaces.
      """,
    source: "firebase-messaging 25.1, CommonNotificationBuilder.java; read 2026-10",
    evidence: .sourceCode)

  /// What nobody can name.
  public var showUnnamed = Rule(
    "sdk.show.unnamed",
    says: """
      What the library drew for a message without a tag is called by the time of its drawing: code \
      takes it away with all others or not at all.
      """,
    source: """
      firebase-messaging 25.1, CommonNotificationBuilder.java; react-native-firebase #1763, \
      react-native-push-notification #1947, notifee #415; read 2026-11
      """,
    evidence: .sourceCode,
    note: "Code can list what stands in the tray, but no entry says which message it was.")

  /// A tap removes it.
  public var showAutoCancel = Rule(
    "sdk.show.autocancel",
    says: "A tap removes a drawn notification unless it is sticky.",
    source: "firebase-messaging 25.1, CommonNotificationBuilder.java; read 2026-10",
    evidence: .sourceCode)

  /// Which channel is used.
  public var showChannel = Rule(
    "sdk.show.channel",
    says: """
      The channel of the message is used where it exists, else that of the manifest, else a \
      fallback of default importance is made.
      """,
    source: """
      firebase-messaging 25.1, CommonNotificationBuilder.java getOrCreateChannel; read 2026-10
      """,
    evidence: .sourceCode,
    note: "The guide warns that the library so creates the first channel in the background.",
    relation: .constructed,
    reason:
      "The library posts to the message's channel, else to the fallback channel, which the tray creates."
  )

  /// How long an image may take.
  public var imageWait = Rule(
    "sdk.show.image", SimDuration.seconds(5), small: SimDuration.seconds(1),
    says: """
      The library's worker waits for an image up to five seconds; without it the notification is \
      shown bare.
      """,
    source: """
      firebase-messaging 25.1, DisplayNotification.java, waitForAndApplyImageDownload; \
      ImageDownload.java; read 2026-11
      """,
    evidence: .sourceCode,
    note: """
      Without a network the download fails at once. Other messages wait behind it, as behind a \
      handler. Whether Play services wait for an image that they draw was not read.
      """)

  /// Which icon is used.
  public var showIcon = Rule(
    "sdk.show.icon",
    says: "The named icon is used, else that of the manifest, of the app, or of the system.",
    source: "firebase-messaging 25.1, CommonNotificationBuilder.java; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "An icon changes no fate.")

  /// Where a tap leads.
  public var tapTarget = Rule(
    "sdk.tap.target",
    says: """
      A tap leads to the named action, else to the link, else to the launcher; what cannot be \
      resolved has no tap.
      """,
    source: "firebase-messaging 25.1, CommonNotificationBuilder.java; read 2026-10",
    evidence: .sourceCode)

  /// What a tap carries.
  public var tapExtras = Rule(
    "sdk.tap.extras",
    says: """
      A tap carries every key of the message except those of the notification and of analytics.
      """,
    source: "firebase-messaging 25.1, NotificationParams; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "A tap hands the whole payload to the client.")

  /// A tap works once.
  public var tapOnce = Rule(
    "sdk.tap.pi",
    says: "The intent of a tap works once, cannot be changed and clears to the top.",
    source: "firebase-messaging 25.1, CommonNotificationBuilder.java; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "An entry leaves the tray with its tap, so it cannot be tapped twice.")

  /// A tap on a cold start.
  public var tapColdStart = Rule(
    "sdk.tap.coldstart",
    says: """
      On a cold start a tap reaches onCreate of the launcher, else onNewIntent of the one on top.
      """,
    source: "Android activity rules; read 2026-10",
    evidence: .documented)

  /// An activity that is made anew.
  public var tapAgain = Rule(
    "sdk.tap.again",
    says: """
      When a rotation or a return to a task without a process makes an activity anew, it gets the \
      intent that started it once more; a swipe out of the recent apps ends the task.
      """,
    source: "Android, activity lifecycle, recents and persistableMode; read 2026-11",
    evidence: .documented,
    note: """
      A reboot keeps the task and its root's intent. Reported as a link that opens again \
      (DeepLinkDispatch #284, element-x-android #7436, kotlinconf-app #540).
      """,
    relation: .constructed,
    reason: "The app keeps the intent; without tap-handled-once it handles it once more.")

  /// The library declares and never asks.
  public var permissionDeclared = Rule(
    "sdk.perm.manifest",
    says: "The library declares the permission to notify and never shows the dialog.",
    source: "firebase-messaging 25.1, AndroidManifest; read 2026-10",
    evidence: .sourceCode,
    note: "The guide dates the declaration to 23.0.6.",
    relation: .constructed,
    reason: "Every modelled app declares the permission; none is asked without it.")

  /// Before the first unlock.
  public var directBoot = Rule(
    "sdk.directboot",
    says: """
      Before the first unlock a message needs library, service, message and Play services ready \
      for direct boot; else it waits.
      """,
    source: "Firebase, direct boot mode; firebase-messaging-directboot manifest; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason:
      "The four conditions are read where a copy meets locked storage, each in its own field.")

  /// Where messages wait for the unlock.
  public var directBootQueue = Reading(
    "sdk.directboot.queue", usually: LockedQueue.server,
    asks: """
      Do messages wait for the first unlock at the server with the TTL running, or in Play \
      services?
      """,
    source: "no page states it",
    evidence: .unverified)

  /// Storage before the first unlock.
  public var directBootStorage = Rule(
    "sdk.directboot.storage",
    says: "Before the first unlock the store of the token and analytics cannot be used.",
    source: "Firebase, direct boot mode; MessagingAnalytics; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The client reads and writes nothing before the first unlock.")
}

extension MessageHandlingRules {
  /// The answers to `sdk.deleted.count`.
  public enum DeletedSignals: UInt8, ReadingAnswer {
    case one, onePerOverflow

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "one|one-per-overflow"
    }
  }

  /// The answers to `sdk.redeliver.after-death`.
  public enum AfterHandlerDeath: UInt8, ReadingAnswer {
    case redelivered, lost, redeliveredByServices

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "redelivered|lost|redelivered-by-services"
    }
  }

  /// The answers to `sdk.after-budget`.
  public enum AfterBudget: UInt8, ReadingAnswer {
    case killed, continues

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "killed|continues"
    }
  }

  /// The answers to `sdk.directboot.queue`.
  public enum LockedQueue: UInt8, ReadingAnswer {
    case server, playServices

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "server|play-services"
    }
  }
}
