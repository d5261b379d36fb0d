import SimKernel

/// When a registration is born, changes and dies at the server.
public struct RegistrationRules: BitwiseCopyable, Sendable {
  /// When a registration appears.
  public var create = Rule(
    "fcm.reg.create",
    says: """
      A registration appears at the first start of the app when auto-init is on, else when the app \
      asks.
      """,
    source: "Firebase, registration management; firebase-messaging 25.1; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The library registers at the first start, or at an explicit call; tests hold both.")

  /// When an address changes.
  public var rotate = Rule(
    "fcm.reg.rotate",
    says: """
      A new address comes with a restore on a new device, a reinstall, cleared data, or use after \
      expiry.
      """,
    source: "Firebase, registration management; Firebase Installations page; read 2026-10",
    evidence: .documented,
    note: """
      The notes on FCM and APNs add that the platform may rotate it; a FID also changes on \
      delete() of the installation.
      """,
    relation: .constructed,
    reason: """
      Each of these brings a new installation id or an ended registration, and so a new address.
      """)

  /// The old address after a change.
  public var oldAfterRotate = Reading(
    "fcm.reg.old-after-rotate", usually: OldAddress.deadAtOnce,
    asks: """
      After an address changed, does the old one die at once, after a failed delivery, or live \
      until it expires?
      """,
    source: "no page states it",
    evidence: .unverified)

  /// When a registration is stale.
  public var staleAfter = Rule(
    "fcm.reg.stale", SimDuration.days(30), small: SimDuration.days(2),
    says: """
      A registration is stale when its device was not connected for over a month; FCM goes on \
      accepting.
      """,
    source: "Firebase, registration management; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: """
      Accepting looks at expiry alone; what is not kept for a stale device is \
      fcm.store.inactive-device.
      """)

  /// When a registration expires.
  public var expireAfter = Rule(
    "fcm.reg.expire", SimDuration.days(270), small: SimDuration.days(5),
    says: """
      After 270 days without activity an Android registration expires; a new one comes when the \
      app is opened online.
      """,
    source: "Firebase, registration management; read 2026-10",
    evidence: .documented,
    note: "The notes on FCM and APNs add that addresses of iOS apps do not expire.")

  /// The answer after expiry.
  public var expireCode = Reading(
    "fcm.reg.expire.code", usually: ExpiredCode.unregistered,
    asks: """
      Is a send to an expired registration answered 404 UNREGISTERED or 400 INVALID_ARGUMENT?
      """,
    source: "Firebase, registration management; read 2026-10",
    evidence: .documented,
    note: "The page names both answers without saying which one means expiry.")

  /// How FCM learns of an uninstall.
  public var uninstall = Rule(
    "fcm.reg.uninstall",
    says: """
      FCM learns of an uninstall when a delivery finds no receiver; until then sends are answered \
      200.
      """,
    source: "GCM advanced topics, uninstalled apps; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "Only a report without a receiver makes FCM learn of a death.")

  /// How long an uninstall stays hidden.
  public var uninstallDelay = Reading(
    "fcm.reg.uninstall.delay", usually: UninstallDelay.nextSend,
    asks: "After the delivery that found no app, when is the first send answered UNREGISTERED?",
    source: """
      GCM advanced topics; registration management; cordova-plugin-fcm #352; quickstart-ios #332; \
      read 2026-10
      """,
    evidence: .reported,
    note: """
      Sources differ: the ErrorCode page and the GCM document say after a failed delivery; one \
      edition of the management page says only after 270 days or an explicit unregister; one \
      report still saw 200 after more than a day.
      """)

  /// The answer "minutes" in numbers.
  public var uninstallMinutes = Rule(
    "fcm.reg.uninstall.delay.minutes", SimDuration.minutes(5),
    says: """
      Where the reading says minutes, UNREGISTERED begins this long after the failed delivery.
      """,
    source: "our choice",
    evidence: .design)

  /// The answer "hours" in numbers.
  public var uninstallHours = Rule(
    "fcm.reg.uninstall.delay.hours", SimDuration.hours(4),
    says: "Where the reading says hours, UNREGISTERED begins this long after the failed delivery.",
    source: "our choice",
    evidence: .design)

  /// The answer "over a day" in numbers.
  public var uninstallOverDay = Rule(
    "fcm.reg.uninstall.delay.over-day", SimDuration.hours(30),
    says: """
      Where the reading says over a day, UNREGISTERED begins this long after the failed delivery.
      """,
    source: "our choice after cordova-plugin-fcm #352",
    evidence: .design)

  /// An uninstall on a device that is off.
  public var uninstallOffline = Rule(
    "fcm.reg.uninstall.offline",
    says: "While the device is off after an uninstall the server learns nothing.",
    source: "follows from the chain of fcm.reg.uninstall; read 2026-10",
    evidence: .unverified,
    note: "An inference.",
    relation: .constructed,
    reason: "FCM learns of an uninstall only by the report of a device.")

  /// How long an unregister may take.
  public var unregisterDelayMax = Rule(
    "fcm.reg.unregister.propagation", SimDuration.seconds(300), small: SimDuration.seconds(10),
    says: """
      An explicit unregister takes up to five minutes to take effect, and so does registering \
      again.
      """,
    source: "GCM registration reference (old); read 2026-10",
    evidence: .documented)

  /// When an unregister takes effect.
  public var unregisterWhen = Reading(
    "fcm.reg.unregister.propagation.when", usually: UnregisterEffect.atOnce,
    asks: "Does an unregister take effect at once, or only after the documented delay?",
    source: "GCM registration reference (old); read 2026-10",
    evidence: .documented,
    note: "The document gives an upper bound only.")

  /// The address after registering again.
  public var unregisterSameId = Reading(
    "fcm.reg.unregister.same-id", usually: AfterUnregister.newAddress,
    asks: "Does registering again after an unregister give a new address or the same one?",
    source: "GCM registration reference (old); read 2026-10",
    evidence: .documented,
    note: "The document allows both; that a new one is usual follows the current deleteToken.")

  /// Unregister in FID mode.
  public var unregisterFID = Rule(
    "fcm.reg.unregister.fid",
    says: "In FID mode a send after unregister() is answered 404.",
    source: "firebase-messaging 25.1, FirebaseMessaging.java javadoc; read 2026-10",
    evidence: .documented,
    note: """
      The time is not stated; the guide found no documented counterpart of deleteToken, \
      unregister() is it.
      """,
    relation: .constructed,
    reason: "FIDs and tokens are ended by the same step.")

  /// Whether UNREGISTERED is final.
  public var unregisteredFinal = Reading(
    "fcm.reg.unregistered-not-final", usually: Finality.final,
    asks: "Is UNREGISTERED final, or can it come for an address that works again later?",
    source: "registration management; flutterfire #17602; read 2026-10",
    evidence: .reported,
    note: """
      Sources differ: the page says that such an address never becomes valid again; a report saw \
      the unchanged address receive later.
      """)

  /// Waiting messages of a dead registration.
  public var pendingOnDead = Reading(
    "fcm.reg.pending-on-dead", usually: PendingOnDead.dropped,
    asks: "What becomes of stored messages when their registration is deleted or replaced?",
    source: "no page states it",
    evidence: .unverified,
    note: """
      Delivery to the new registration should never happen; the answer is there to show what it \
      would break.
      """)

  /// How often to refresh.
  public var refreshMonthly = Rule(
    "fcm.reg.refresh-guidance", SimDuration.days(30),
    says: """
      A server gets every address anew about once a month and deletes those older than its own \
      window.
      """,
    source: "Firebase, registration management; read 2026-10",
    evidence: .documented,
    note: "The notes on FCM and APNs prune iOS addresses after 60 days.",
    relation: .constructed,
    reason: "The SDK uploads again by its own refresh age, which is this month.")

  /// When a refresh is too often.
  public var refreshNoBenefit = Rule(
    "fcm.reg.refresh-guidance.min", SimDuration.days(7),
    says: "Refreshing an address more often than weekly brings no benefit.",
    source: "Firebase, registration management; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "Advice about load: a refresh more often than weekly changes no fate.")

  /// When an idle FID is deleted.
  public var installationsCollected = Rule(
    "fcm.reg.fis-gc", SimDuration.days(270), small: SimDuration.days(5),
    says: "Firebase deletes a FID after 270 days without activity.",
    source: "Firebase Installations page; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "FCM's own 270 days end the registration first, so the end of the FID decides nothing.")

  /// When deleted data is gone.
  public var installationsErased = Rule(
    "fcm.reg.fis-gc.erasure", SimDuration.days(180),
    says: "After a delete call the data of an installation is gone within 180 days.",
    source: "Firebase Installations page; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "Erasure inside Google is not observable by any party of the model.")

  /// A FID is not its registration.
  public var fidAndRegistration = Rule(
    "fcm.reg.fid-vs-reg",
    says: "The registration of a FID may be collected while the FID lives on.",
    source: "Firebase, registration management (FID edition); read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The FID is kept by the client and the registration by FCM.")
}

extension RegistrationRules {
  /// The answers to `fcm.reg.old-after-rotate`.
  public enum OldAddress: UInt8, ReadingAnswer {
    case deadAtOnce, deadAfterFailedDelivery, alive

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "dead-at-once|dead-after-failed-delivery|alive"
    }
  }

  /// The answers to `fcm.reg.expire.code`.
  public enum ExpiredCode: UInt8, ReadingAnswer {
    case unregistered, invalidArgument

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "unregistered|invalid-argument"
    }
  }

  /// The answers to `fcm.reg.uninstall.delay`.
  public enum UninstallDelay: UInt8, ReadingAnswer {
    case nextSend, minutes, hours, overADay, expiryOnly

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "next-send|minutes|hours|over-a-day|expiry-only"
    }
  }

  /// The answers to `fcm.reg.unregister.propagation.when`.
  public enum UnregisterEffect: UInt8, ReadingAnswer {
    case atOnce, delayed

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "at-once|delayed"
    }
  }

  /// The answers to `fcm.reg.unregister.same-id`.
  public enum AfterUnregister: UInt8, ReadingAnswer {
    case newAddress, sameAddress

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "new-address|same-address"
    }
  }

  /// The answers to `fcm.reg.unregistered-not-final`.
  public enum Finality: UInt8, ReadingAnswer {
    case final, transient

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "final|transient"
    }
  }

  /// The answers to `fcm.reg.pending-on-dead`.
  public enum PendingOnDead: UInt8, ReadingAnswer {
    case dropped, deliveredToOld, deliveredToNew

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "dropped|delivered-to-old|delivered-to-new"
    }
  }
}
