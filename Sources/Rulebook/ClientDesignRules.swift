import SimKernel

/// What the SDK and the host app choose, and what the guide leaves open about them.
public struct ClientDesignRules: BitwiseCopyable, Sendable {
  /// When an upload is repeated although nothing changed.
  public var refreshAge = Rule(
    "design.upload.refresh-age", SimDuration.days(30), small: SimDuration.days(2),
    says: "At a start the SDK uploads its record again once the last upload is this old.",
    source: "push SDK guide, section 3: about once a month", evidence: .design)

  /// When a push makes the SDK upload again, where the design refreshes on receipt.
  public var receiveRefreshAge = Rule(
    "design.upload.receive-refresh-age", SimDuration.days(7), small: SimDuration.days(1),
    says: "With refresh-on-receive a push leads to an upload once the last one is this old.",
    source: "our choice; Firebase sees no benefit in refreshing more often", evidence: .design)

  /// How many ids the seen table holds.
  public var seenKept = Rule(
    "design.seen.kept", 200, small: 4, least: 1,
    says: "The seen table keeps this many ids that no sync covers; the oldest falls out.",
    source: "our choice; the guide gives no number", evidence: .design)

  /// How many items the local inbox holds.
  public var inboxKept = Rule(
    "design.inbox.kept", 200, small: 8, least: 1,
    says: "The local inbox keeps this many items; the oldest falls out.",
    source: "our choice; the guide gives no number", evidence: .design)

  /// How long events wait for company.
  public var eventsDelay = Rule(
    "design.events.delay", SimDuration.seconds(10), small: SimDuration.seconds(1),
    says: "Events wait this long for company before a batch leaves.",
    source: "our choice; the guide only says batches", evidence: .design)

  /// How many events wait at most.
  public var eventsKept = Rule(
    "design.events.kept", 500, small: 8, least: 1,
    says: "The SDK keeps this many events that the server has not confirmed.",
    source: "our choice; the guide gives no number", evidence: .design)

  /// How long the session outlives a logout with a network.
  public var sessionGrace = Rule(
    "design.session.end.grace", SimDuration.seconds(10), least: SimDuration.milliseconds(1),
    says: "After a logout with a network the session ends this much later, with the host's call.",
    source: "our choice", evidence: .design)

  /// How far the steps of a record change lie apart, where it is not atomic.
  public var recordStep = Rule(
    "design.record.step", SimDuration.milliseconds(50), least: SimDuration.milliseconds(1),
    says: "Where a change of the record is not atomic, its steps lie this far apart.",
    source: "our choice", evidence: .design)

  /// How long a C2DM registration is awaited, where the design has a time-out.
  public var registrationWait = Rule(
    "design.registration.timeout", SimDuration.seconds(30), least: SimDuration.seconds(1),
    says: "With registration-timeout an unanswered C2DM request is given up after this span.",
    source: "our choice", evidence: .design)

  /// How long a handler's fetch over the network takes.
  public var fetchTime = Rule(
    "design.host.fetch", SimDuration.milliseconds(400),
    says: """
      What a handler fetches before it shows needs a network, and this long; so does an image.
      """,
    source: "our choice", evidence: .design)

  /// How long the SDK waits for an image.
  public var imageLimit = Reading(
    "design.image.limit", usually: ImageLimit.asLibrary,
    asks: """
      Does the SDK give up an image that does not come after the same time as the messaging \
      library, or only when the system gives up the connection?
      """,
    source: """
      push SDK guide, section 7: the SDK draws data messages; no limit is named; \
      phonegap-plugin-push #1421 had none
      """)

  /// When the system gives up a connection on which nothing comes.
  public var imageTimeout = Rule(
    "design.image.timeout", SimDuration.minutes(2), small: SimDuration.seconds(5),
    says: "A download without a limit of its own fails after two minutes.",
    source: "our choice; phonegap-plugin-push #1421 saw two to three minutes", evidence: .design)

  /// A message that the host keeps to itself.
  public var hostForgets = Rule(
    "design.host.forgets",
    says: "A message that the host does not forward never reaches the SDK.",
    source: "push SDK guide, section 7: the host declares the service and forwards",
    evidence: .design)

  /// A message of another vendor.
  public var otherSDK = Rule(
    "design.host.other-sdk",
    says: "A message without the SDK's prefix goes to the next library, or ends in the host.",
    source: "push SDK guide, section 7: the SDK decides by a prefixed key", evidence: .design)

  /// Renamed payload keys.
  public var renamedKeys = Rule(
    "design.payload.renamed",
    says: "An SDK of an older generation finds nothing in a payload whose keys were renamed.",
    source: "push SDK guide, section 8: never rename payload keys, only add", evidence: .design)

  /// An age check of the host.
  public var maxAge = Rule(
    "design.host.max-age",
    says: "A handler with an age limit ends a message that is older by the device's clock.",
    source: "our choice, after reports of calls that rang late", evidence: .design)

  /// A service that wins over the other.
  public var serviceWinner = Reading(
    "design.service.winner", usually: ServiceWinner.theirs,
    asks: "When two push SDKs each declare a service, whose gets the messages?",
    source: "push SDK guide, section 7: no documentation says which one Android calls")

  /// What the seen table covers.
  public var seenScope = Reading(
    "design.seen.scope", usually: SeenScope.shared,
    asks: """
      Do push and sync share the seen table, and does an id stay in it after the person dismissed \
      the message?
      """,
    source: "push SDK guide, section 7: one message can come by push and by sync")

  /// When the sync announces.
  public var syncAnnounces = Reading(
    "design.sync.announce", usually: SyncAnnouncement.background,
    asks: """
      Does a sync show notifications of what was not seen: only while the app is in the \
      background, always, or never?
      """,
    source: """
      push SDK guide, sections 6 and 7: the sync repairs any gap, and the app catches up the next \
      time it starts
      """,
    note: """
      The guide lets the sync fetch content and never says that it shows notifications: in the \
      foreground the person looks at the inbox itself.
      """)

  /// What consent parks.
  public var consentGuard = Reading(
    "design.consent.guard", usually: ConsentGuard.sparesUnlink,
    asks: "Does withdrawn consent park the unlink together with every other upload?",
    source: "the guide does not say")

  /// Whether a change of the record is atomic.
  public var recordChange = Reading(
    "design.record.change", usually: RecordChange.atOnce,
    asks: "Is a login, logout or opt-in one write, or several steps between which it can die?",
    source: "push SDK guide, section 1: one-time writes; atomic is not said")

  /// Who writes the record.
  public var recordWriters = Reading(
    "design.record.writers", usually: RecordWriters.one,
    asks: "Can a message handler write the record back as it stood when the handler began?",
    source: "the guide assumes a single writer")

  /// When the session ends.
  public var sessionEnd = Reading(
    "design.session.end", usually: SessionEnd.afterCall,
    asks: "When does a logout end the session that an unlink would need?",
    source: "push SDK guide, sections 2 and 4: the calls' credentials are not described",
    note: "Without a network the session ends at once, except where it ends with the unlink.")

  /// What a cold tap does before anybody listens.
  public var tapPending = Reading(
    "design.tap.pending", usually: TapPending.kept,
    asks: "Is a tap kept until the host's router listens, or lost?",
    source: "push SDK guide, section 7: cold and warm must reach the same place")

  /// What becomes of the one intent of all notifications.
  public var tapIntent = Reading(
    "design.tap.intent", usually: SharedTapIntent.updated,
    asks: """
      Where one PendingIntent stands for all notifications, does a new notification replace its \
      extras (FLAG_UPDATE_CURRENT), leave them (no flag), or cancel it (FLAG_CANCEL_CURRENT)?
      """,
    source: "push SDK guide, section 7: link and messageId are extras; no flag is named")

  /// How the activity behind a tap is started.
  public var launchMode = Reading(
    "design.launch-mode", usually: LaunchMode.standard,
    asks: """
      Does a tap start the activity anew with its intent (standard), or does the activity that \
      stands get it by onNewIntent and keep the intent that began its task (single-top, single-task)?
      """,
    source: """
      Android, tasks and the back stack, FLAG_ACTIVITY_CLEAR_TOP; evollu/react-native-fcm #771; \
      read 2026-11
      """,
    evidence: .reported,
    note: """
      With single-top a tap after the death of the process first makes the old activity anew, with \
      its old intent, and then brings the new one. An app that calls setIntent still gets the old \
      one from the system.
      """)

  /// What a handler does while the storage is locked.
  public var lockedHandler = Reading(
    "design.directboot.handler", usually: LockedHandler.showsAll,
    asks: """
      Before the first unlock the handler cannot read who is logged in: does it show what comes, \
      behave as in a fresh install, or read all the same and die of it?
      """,
    source: """
      Firebase, direct boot mode: the service must not read credential storage, and anybody with \
      the device sees its messages; posthog-android #620 reads defaults; \
      firebase-android-sdk #4712 and #6047; read 2026-11
      """,
    note: """
      Whatever it does, no id is remembered, nothing is saved and no event is counted. \
      SharedPreferences of locked storage throw, and the process ends with the message in its \
      hands (pusher push-notifications-android #135, OneSignal-Android-SDK #2135).
      """)

  /// What a hint shows when its content cannot be fetched.
  public var hintOffline = Reading(
    "design.hint.offline", usually: HintOffline.neutral,
    asks: "If the content of a hint cannot be fetched, does a neutral text show, or nothing?",
    source: "push SDK guide, section 6: a hint leads to a fetch")

  /// How long a hint waits for its content.
  public var hintDeadline = Rule(
    "design.hint.deadline", SimDuration.seconds(8), small: SimDuration.seconds(1),
    says: "A hint whose content does not come in this time counts as one that cannot be fetched.",
    source: "our choice, below gms.allowlist.duration and sdk.budget",
    evidence: .design)

  /// How a second account is registered.
  public var accounts = Reading(
    "design.accounts", usually: AccountRecords.lastOnly,
    asks: "With two accounts in one app, does the record name the last one, or has each its row?",
    source: "push SDK guide, section 1: the record names one user",
    note: """
      Defences that take an install for one account do not go with a row for each: \
      address-uniqueness and retire-rows-of-same-device remove the other account's row, and a hint \
      is fetched as the record's user only.
      """)

  /// Who hears a registration broadcast that nobody asked for.
  public var unaskedRegistration = Reading(
    "design.c2dm.unasked", usually: UnaskedRegistration.unheard,
    asks: "Does the app listen for C2DM registrations that it did not ask for?",
    source: "skip-notify README, token refresh: the app can also listen in its manifest")
}

extension ClientDesignRules {
  /// The answers to `design.image.limit`.
  public enum ImageLimit: UInt8, ReadingAnswer {
    case asLibrary, unlimited

    /// The answers in the order of the cases.
    public static var words: StaticString { "as-library|unlimited" }
  }

  /// The answers to `design.service.winner`.
  public enum ServiceWinner: UInt8, ReadingAnswer {
    case theirs, ours

    /// The answers in the order of the cases.
    public static var words: StaticString { "theirs|ours" }
  }

  /// The answers to `design.seen.scope`.
  public enum SeenScope: UInt8, ReadingAnswer {
    case shared, forgetsDismissed, pushOnly

    /// The answers in the order of the cases.
    public static var words: StaticString { "shared|forgets-dismissed|push-only" }
  }

  /// The answers to `design.sync.announce`.
  public enum SyncAnnouncement: UInt8, ReadingAnswer {
    case background, unseen, never

    /// The answers in the order of the cases.
    public static var words: StaticString { "background|unseen|never" }
  }

  /// The answers to `design.consent.guard`.
  public enum ConsentGuard: UInt8, ReadingAnswer {
    case sparesUnlink, guardsAll

    /// The answers in the order of the cases.
    public static var words: StaticString { "spares-unlink|guards-all" }
  }

  /// The answers to `design.record.change`.
  public enum RecordChange: UInt8, ReadingAnswer {
    case atOnce, inSteps

    /// The answers in the order of the cases.
    public static var words: StaticString { "at-once|in-steps" }
  }

  /// The answers to `design.record.writers`.
  public enum RecordWriters: UInt8, ReadingAnswer {
    case one, several

    /// The answers in the order of the cases.
    public static var words: StaticString { "one|several" }
  }

  /// The answers to `design.session.end`.
  public enum SessionEnd: UInt8, ReadingAnswer {
    case afterCall, atOnce, withUnlink

    /// The answers in the order of the cases.
    public static var words: StaticString { "after-call|at-once|with-unlink" }
  }

  /// The answers to `design.tap.pending`.
  public enum TapPending: UInt8, ReadingAnswer {
    case kept, lost

    /// The answers in the order of the cases.
    public static var words: StaticString { "kept|lost" }
  }

  /// The answers to `design.tap.intent`.
  public enum SharedTapIntent: UInt8, ReadingAnswer {
    case updated, kept, cancelled

    /// The answers in the order of the cases.
    public static var words: StaticString { "updated|kept|cancelled" }
  }

  /// The answers to `design.launch-mode`.
  public enum LaunchMode: UInt8, ReadingAnswer {
    case standard, singleTop

    /// The answers in the order of the cases.
    public static var words: StaticString { "standard|single-top" }
  }

  /// The answers to `design.directboot.handler`.
  public enum LockedHandler: UInt8, ReadingAnswer {
    case showsAll, asFreshInstall, crashes

    /// The answers in the order of the cases.
    public static var words: StaticString { "shows-all|as-fresh-install|crashes" }
  }

  /// The answers to `design.hint.offline`.
  public enum HintOffline: UInt8, ReadingAnswer {
    case neutral, nothing

    /// The answers in the order of the cases.
    public static var words: StaticString { "neutral|nothing" }
  }

  /// The answers to `design.accounts`.
  public enum AccountRecords: UInt8, ReadingAnswer {
    case lastOnly, rowEach

    /// The answers in the order of the cases.
    public static var words: StaticString { "last-only|row-each" }
  }

  /// The answers to `design.c2dm.unasked`.
  public enum UnaskedRegistration: UInt8, ReadingAnswer {
    case unheard, heard

    /// The answers in the order of the cases.
    public static var words: StaticString { "unheard|heard" }
  }
}
