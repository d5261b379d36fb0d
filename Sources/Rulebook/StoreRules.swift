import SimKernel

/// How long FCM keeps a message, how many, in what order, and what replaces what.
public struct StoreRules: BitwiseCopyable, Sendable {
  /// The longest lifespan.
  public var ttlMax = Rule(
    "fcm.ttl.range", SimDuration.days(28),
    says: "A TTL lies between 0 and 2,419,200 seconds (28 days); anything else is refused.",
    source: "Firebase, FCM ErrorCode reference; HTTP v1 discovery document; read 2026-10",
    evidence: .documented)

  /// The lifespan of a message that names none.
  public var ttlDefault = Rule(
    "fcm.ttl.default", SimDuration.days(28),
    says: "A message without a TTL lives four weeks.",
    source: "HTTP v1 discovery document; Firebase, lifespan of a message; read 2026-10",
    evidence: .documented)

  /// Now or never.
  public var ttlZero = Rule(
    "fcm.ttl.zero",
    says: """
      A message with TTL 0 is delivered at once or discarded; it is never stored and never \
      throttled as collapsible.
      """,
    source: "Firebase, lifespan of a message; read 2026-10",
    evidence: .documented)

  /// Now or never, and a sleeping device.
  public var ttlZeroDoze = Rule(
    "fcm.ttl.zero-doze",
    says: """
      A normal message with TTL 0 to a dozing device is lost, since it cannot be delivered at \
      once.
      """,
    source: "combination of the two rules; quickstart-android #100; read 2026-10",
    evidence: .reported)

  /// The end of a lifespan.
  public var ttlExpired = Rule(
    "fcm.ttl.expired",
    says: "A stored message is discarded when its TTL runs out before the device connects.",
    source: "Firebase, FCM Data API (droppedTtlExpired); read 2026-10",
    evidence: .documented)

  /// Where a lifespan is judged.
  public var ttlCheck = Reading(
    "fcm.ttl.expiry-instant", usually: ExpiryCheck.server,
    asks: """
      Is the TTL judged at the server only, or again by Play services when the device handles the \
      message?
      """,
    source: "no page states it",
    evidence: .unverified,
    relation: .constructed,
    reason:
      "FCM compares at release, and nothing is kept at the device, so both answers give the same fate."
  )

  /// When a message waits.
  public var storeWhen = Rule(
    "fcm.store.when",
    says: """
      A message waits while the device is out of reach, or while it is of normal priority and the \
      device dozes.
      """,
    source: "Firebase, lifespan of a message; read 2026-10",
    evidence: .documented)

  /// How many non-collapsible messages wait for one registration.
  public var limit = Rule(
    "fcm.store.limit", 100, small: 3,
    says: "At most 100 non-collapsible messages wait for one app instance.",
    source: "Firebase, FCM Data API (droppedTooManyPendingMessages); read 2026-10",
    evidence: .documented,
    note: """
      Sources differ: an older concept page and the guide say per device, the Data API says per \
      app instance.
      """)

  /// One message too many.
  public var overflow = Rule(
    "fcm.store.overflow",
    says: """
      When the limit is passed all stored messages are discarded, and on its next connection the \
      device gets one deleted-messages signal.
      """,
    source: """
      Firebase, collapsible and non-collapsible messages; GCM advanced topics; read 2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason: """
      The copies are dropped by the rule of the limit, and the signal is owed in the same step.
      """)

  /// The message that did not fit.
  public var tripping = Reading(
    "fcm.store.overflow.101st", usually: TrippingMessage.dropped,
    asks: "Is the message that trips the limit discarded with the others, or kept?",
    source: "no page states it",
    evidence: .unverified)

  /// Messages after the overflow.
  public var afterOverflow = Reading(
    "fcm.store.overflow.resume", usually: AfterOverflow.resumes,
    asks: """
      After an overflow, does the store fill again from empty, or is everything dropped until the \
      device connects?
      """,
    source: "no page states it",
    evidence: .unverified)

  /// When a device counts as inactive.
  public var inactiveAfter = Rule(
    "fcm.store.inactive-device", SimDuration.days(30), small: SimDuration.days(2),
    says: """
      For a device that was not connected for over a month FCM still answers 200, but keeps \
      nothing.
      """,
    source: "FirebaseMessagingService javadoc; Firebase blog, life of a message; read 2026-10",
    evidence: .documented)

  /// How far the deleted-messages signal looks back.
  public var deletedLookBack = Rule(
    "fcm.store.inactive-device.look-back", SimDuration.days(28), small: SimDuration.days(2),
    says: """
      An inactive device that returns gets the deleted-messages signal when something was sent in \
      the last four weeks.
      """,
    source: "FirebaseMessagingService javadoc; read 2026-10",
    evidence: .documented)

  /// How a stored message ends.
  public var outcomes = Rule(
    "fcm.store.outcomes",
    says: """
      A stored message ends delivered, superseded, expired, overflowed, for an inactive device, or \
      with its registration.
      """,
    source: "Firebase, FCM Data API; concept pages; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The store has one way out for each of these ends, and the ledger balances them.")

  /// No promised order.
  public var unordered = Rule(
    "fcm.order",
    says: "Messages arrive in no promised order.",
    source: "Firebase, collapsible and non-collapsible messages; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: """
      Nothing of the model waits for an earlier message; what waited together leaves as the \
      reading says.
      """)

  /// In what order waiting messages come.
  public var releaseOrder = Reading(
    "fcm.order.release", usually: ReleaseOrder.sent,
    asks: "In what order are messages released that waited together?",
    source: "no page states it",
    evidence: .unverified,
    note: "Any permutation is allowed; the answers stand for the ones that break programs.")

  /// At least once.
  public var redelivery = Rule(
    "fcm.dup",
    says: """
      Between server and device a message is sent again after a reconnect unless it was \
      acknowledged.
      """,
    source: "microG McsService.java (received_persistent_id), mid-2026; read 2026-10",
    evidence: .sourceCode,
    note: "Read in microG, an independent implementation.")

  /// A lost acknowledgement.
  public var lostAck = Reading(
    "fcm.dup.lost-ack", usually: LostAcknowledgement.untilAcknowledged,
    asks: "How often is a message delivered again when its acknowledgement is lost?",
    source: "GoogleFindMy-HA #1173: a client of the same protocol; read 2026-11",
    evidence: .reported,
    note: """
      There a message whose id the client did not give at the login came again at each of them. \
      No page states a limit.
      """)

  /// How many ids the library remembers.
  public var dedupSize = Rule(
    "fcm.dedup.client", 10, small: 2, least: 0,
    says: """
      The library drops a repeat whose id is among the last ten seen by this process; the list \
      dies with the process.
      """,
    source: """
      firebase-messaging 25.1, FirebaseMessagingService.java alreadyReceivedMessage; read 2026-10
      """,
    evidence: .sourceCode)

  /// Remembered before it is handled.
  public var dedupEarly = Rule(
    "fcm.dedup.mark-early",
    says: """
      An id is remembered before the callback runs and acknowledged after it; a crash between \
      means a repeat in a fresh process.
      """,
    source: """
      firebase-messaging 25.1, FirebaseMessagingService.java handleMessageIntent; read 2026-10
      """,
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The id is remembered before the callback runs.")

  /// Which messages collapse by themselves.
  public var collapseDefault = Rule(
    "fcm.collapse.default",
    says: """
      Data messages do not collapse unless they name a key; notification messages always do, \
      under the package name.
      """,
    source: "Firebase, collapsible and non-collapsible messages; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "A notification message without a key collapses by the app, a data message by none.")

  /// A key that a notification message names.
  public var collapseNotificationKey = Reading(
    "fcm.collapse.notification-key", usually: NotificationKey.ignored,
    asks: """
      Is the collapse key of a notification message ignored, so that all of an app replace each \
      other, or honoured?
      """,
    source: """
      Firebase, collapsible and non-collapsible messages; quickstart-android #1007; \
      firebase-admin-node #2274; read 2026-10
      """,
    evidence: .documented,
    note: """
      Sources differ: the present page says that notification messages ignore the parameter, and \
      reports agree; older editions gave the package name only as the default.
      """)

  /// A ping to a topic.
  public var collapseEmptyTopic = Rule(
    "fcm.collapse.empty-topic",
    says: "A message to topics without any payload collapses by itself, under the package name.",
    source: "Firebase, collapsible and non-collapsible messages; read 2026-10",
    evidence: .documented,
    note: "The page says by default: a key that the message names is taken to hold.",
    relation: .constructed,
    reason: "A data message of no bytes to a topic gets the key of the package.")

  /// A newer message takes the place.
  public var collapseReplace = Rule(
    "fcm.collapse.replace",
    says: """
      A message with the same key to the same registration replaces the one that waits; delivered \
      ones stay.
      """,
    source: """
      Firebase, collapsible and non-collapsible messages; GCM advanced topics; read 2026-10
      """,
    evidence: .documented)

  /// How many keys wait at once.
  public var collapseKeysMax = Rule(
    "fcm.collapse.max4", 4, small: 2,
    says: "At most four different collapse keys wait at a time.",
    source: """
      HTTP v1 discovery document; Firebase, collapsible and non-collapsible messages; read 2026-10
      """,
    evidence: .documented,
    note: """
      Sources differ: per device in the concept pages, per client app in the admin documents; the \
      model counts per registration.
      """)

  /// Which keys survive a fifth.
  public var collapseKept = Reading(
    "fcm.collapse.which4", usually: KeptKeys.newest,
    asks: "Which keys are kept when one more arrives than fit?",
    source: """
      HTTP v1 discovery document; Firebase, collapsible and non-collapsible messages; read 2026-10
      """,
    evidence: .documented,
    note: "The documents say that it is not guaranteed.")

  /// Whether the package name takes a slot.
  public var collapseDefaultSlot = Reading(
    "fcm.collapse.default-counts", usually: DefaultKeySlot.counts,
    asks: "Does the implicit key of notification messages use one of the four slots?",
    source: "no page states it",
    evidence: .unverified)

  /// Collapsible messages are not counted.
  public var collapseOutsideLimit = Rule(
    "fcm.collapse.vs-100",
    says: "Collapsible messages do not count towards the limit of stored messages.",
    source: "Firebase, collapsible and non-collapsible messages; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The count that the limit is compared with leaves copies with a key out.")

  /// Collapsing does not touch the tray.
  public var collapseQueueOnly = Rule(
    "fcm.collapse.tray",
    says: "Collapsing acts on the stored queue only; what is on screen is replaced by tag.",
    source: "HTTP v1 discovery document; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "Collapsing looks only at copies that FCM still keeps.")
}

extension StoreRules {
  /// The answers to `fcm.ttl.expiry-instant`.
  public enum ExpiryCheck: UInt8, ReadingAnswer {
    case server, serverAndDevice

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "server|server-and-device"
    }
  }

  /// The answers to `fcm.store.overflow.101st`.
  public enum TrippingMessage: UInt8, ReadingAnswer {
    case dropped, kept

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "dropped|kept"
    }
  }

  /// The answers to `fcm.store.overflow.resume`.
  public enum AfterOverflow: UInt8, ReadingAnswer {
    case resumes, dropsUntilConnect

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "resumes|drops-until-connect"
    }
  }

  /// The answers to `fcm.order.release`.
  public enum ReleaseOrder: UInt8, ReadingAnswer {
    case sent, reversed, priorityFirst, drawn

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "sent|reversed|priority-first|drawn"
    }
  }

  /// The answers to `fcm.dup.lost-ack`.
  public enum LostAcknowledgement: UInt8, ReadingAnswer {
    case untilAcknowledged, onceMore, never

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "until-acknowledged|once-more|never"
    }
  }

  /// The answers to `fcm.collapse.notification-key`.
  public enum NotificationKey: UInt8, ReadingAnswer {
    case ignored, honoured

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "ignored|honoured"
    }
  }

  /// The answers to `fcm.collapse.which4`.
  public enum KeptKeys: UInt8, ReadingAnswer {
    case newest, oldest, drawn

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "newest|oldest|drawn"
    }
  }

  /// The answers to `fcm.collapse.default-counts`.
  public enum DefaultKeySlot: UInt8, ReadingAnswer {
    case counts, doesNotCount

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "counts|does-not-count"
    }
  }
}
