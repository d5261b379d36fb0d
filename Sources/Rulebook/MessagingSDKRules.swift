import SimKernel

/// How the Android library of Firebase gets, keeps and renews an address.
public struct MessagingSDKRules: BitwiseCopyable, Sendable {
  /// Whether the library registers by itself.
  public var autoInit = Rule(
    "sdk.init.auto", on: true,
    says: """
      The library registers by itself at start unless the manifest or a stored setting says \
      otherwise.
      """,
    source: "firebase-messaging 25.1, FirebaseMessaging.java AutoInit; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "A host registers at its start unless a story switches it off.")

  /// How old a registration may grow.
  public var refreshAge = Rule(
    "sdk.refresh.when", SimDuration.days(7), small: SimDuration.hours(2),
    says: """
      At the start of the process a registration is renewed when it is missing or older than seven \
      days by the clock of the device.
      """,
    source: "firebase-messaging 25.1, Store.java needsRefresh; read 2026-10",
    evidence: .sourceCode)

  /// A new version renews the registration.
  public var refreshOnUpdate = Rule(
    "sdk.refresh.when.version",
    says: """
      At the start of the process a registration is renewed when the version code of the app has \
      changed.
      """,
    source: "firebase-messaging 25.1, Store.java needsRefresh; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// A change of the mode renews the registration.
  public var refreshOnMode = Rule(
    "sdk.refresh.when.mode",
    says: """
      At the start of the process a registration is renewed when it is a token in FID mode, \
      another FID, or a FID in token mode.
      """,
    source: "firebase-messaging 25.1, FirebaseMessaging.java tokenNeedsRefresh; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// An app that never starts.
  public var refreshNoJob = Rule(
    "sdk.refresh.no-job",
    says: """
      No job renews a registration: an app that is never started does not; a push that starts the \
      process does.
      """,
    source: "firebase-messaging 25.1, FirebaseMessaging.java; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// The age follows the clock of the device.
  public var refreshClock = Rule(
    "sdk.refresh.clock",
    says: """
      The age of a registration is judged by the wall clock, so a jump of the clock suppresses or \
      forces a renewal.
      """,
    source: "firebase-messaging 25.1, Store.java; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// When onNewToken is called.
  public var onNewToken = Rule(
    "sdk.on-new-token",
    says: """
      In token mode onNewToken comes when there was no token or it changed; deleteToken calls \
      nothing.
      """,
    source: "firebase-messaging 25.1, FirebaseMessaging.java blockingRegister; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// When onRegistered is called.
  public var onRegistered = Rule(
    "sdk.on-registered",
    says: """
      In FID mode onRegistered comes after every successful registration and after every \
      register(), even from the cache.
      """,
    source: "firebase-messaging 25.1, FirebaseMessaging.java blockingRegister; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// Callbacks of the default app only.
  public var defaultApp = Rule(
    "sdk.callbacks.default-app",
    says: "Callbacks come for the default Firebase app only.",
    source: """
      firebase-messaging 25.1, FirebaseMessaging.java invokeOnRegistrationChanged; read 2026-10
      """,
    evidence: .sourceCode,
    relation: .constructed,
    reason: "An install of the model has one Firebase app.")

  /// A new FID registers at once.
  public var fidListener = Rule(
    "sdk.fid.listener",
    says: """
      In FID mode a change of the FID registers again at once where a registration is stored.
      """,
    source: "firebase-messaging 25.1, FirebaseMessaging.java constructor; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// Tries after a FID that is in use.
  public var fidAlreadyUsed = Rule(
    "sdk.fid.already-used", 1,
    says: "After FID_ALREADY_USED the library makes a new FID and tries exactly once more.",
    source: "firebase-messaging 25.1, GmsRegistrationClient.java; read 2026-10",
    evidence: .sourceCode)

  /// Switching the flag in an update.
  public var fidMigration = Rule(
    "sdk.fid.migration",
    says: """
      An update that sets the flag registers the FID at the next start; one that clears it fetches \
      a token.
      """,
    source: "firebase-messaging 25.1, FirebaseMessaging.java tokenNeedsRefresh; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// The token after switching to FIDs.
  public var fidMigrationOld = Reading(
    "sdk.fid.migration.old", usually: OldTokenAfterSwitch.dies,
    asks: "Does the old token die when an install switches to its FID?",
    source: "no page states it",
    evidence: .unverified,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// onNewToken in FID mode.
  public var fidNoNewToken = Rule(
    "sdk.fid.no-new-token",
    says: "In FID mode onNewToken does not come, and getToken and deleteToken fail.",
    source: """
      firebase-messaging 25.1, FirebaseMessaging.java invokeOnRegistrationChanged, getToken, \
      deleteToken; customerio-android #819; OneSignal-Android-SDK #2696; read 2026-11
      """,
    evidence: .sourceCode,
    note: """
      The guide says: \"I also did not verify whether onNewToken still fires in FID mode\"; the \
      source answers that it does not.
      """,
    relation: .constructed,
    reason: "With design.address.kind token the calls of the SDK fail in FID mode, and say so.")

  /// The counterpart of deleteToken.
  public var fidUnregister = Rule(
    "sdk.fid.unregister",
    says: """
      In FID mode unregister() removes the registration and calls onUnregistered; the FID itself \
      stays.
      """,
    source: "firebase-messaging 25.1, FirebaseMessaging.java unregister; read 2026-10",
    evidence: .sourceCode,
    note: "The guide found no documented FID version of deleteToken; the source has unregister().",
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// The first library with FID mode.
  public var fidLibrary = Rule(
    "sdk.fid.library", 250_100,
    says: "FID mode needs firebase-messaging 25.1.0.",
    source: "firebase-messaging change log; read 2026-10",
    evidence: .documented,
    note: """
      The guide says: \"I did not verify the lowest library version for the manifest flag\"; the \
      change log answers 25.1.0, with fixes in 25.1.1 and 25.1.2. The number is packed as major, \
      minor, patch.
      """)

  /// The first Play services with FID registration.
  public var fidServices = Rule(
    "sdk.fid.gms", 261_200_000,
    says: """
      The native registration of a FID needs Play services 26.12; older ones register by the \
      legacy call with a marker.
      """,
    source: """
      firebase-messaging 25.1, GmsRegistrationClient.java GMS_VERSION_Y2026W12; read 2026-10
      """,
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// onRegistered may repeat.
  public var fidRegisteredAgain = Rule(
    "sdk.fid.registered-again",
    says: """
      onRegistered comes again with each renewal even if the FID stayed, so a server must take it \
      twice.
      """,
    source: "firebase-messaging 25.1, FirebaseMessaging.java blockingRegister; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// Unregister without a registration.
  public var fidUnregisterIdle = Rule(
    "sdk.fid.unregister-idle",
    says: "An unregister() without a registration succeeds at once and calls nothing.",
    source: "firebase-messaging 25.1, FirebaseMessaging.java unregister; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// Sending to a FID.
  public var fidTarget = Rule(
    "sdk.fid.target",
    says: "A server may send to a FID with Admin Python 7.5 or Node 14 and by plain requests.",
    source: """
      firebase-admin-python 7.5.0 change log; firebase-admin-node messaging-api.ts; read 2026-10
      """,
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// FID mode without auto-init.
  public var fidManualRegister = Rule(
    "sdk.fid.manual",
    says: "With auto-init off the host calls register() at start.",
    source: "push SDK guide, section 3; Firebase client page; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// The first wait of a registration.
  public var retryFirst = Rule(
    "sdk.retry.schedule", SimDuration.seconds(30), small: SimDuration.seconds(3),
    least: SimDuration.seconds(1),
    says: """
      A background registration is tried now and again after 30 seconds, then after twice as long.
      """,
    source: "firebase-messaging 25.1, FirebaseMessaging.java; SyncTask.java; read 2026-10",
    evidence: .sourceCode)

  /// The longest wait of a registration.
  public var retryMax = Rule(
    "sdk.retry.schedule.max", SimDuration.hours(8), small: SimDuration.minutes(1),
    least: SimDuration.seconds(1),
    says: """
      A background registration waits at most eight hours; without a network it waits for one.
      """,
    source: "firebase-messaging 25.1, FirebaseMessaging.java; SyncTask.java; read 2026-10",
    evidence: .sourceCode)

  /// Errors that are not worth a retry.
  public var retryHard = Rule(
    "sdk.retry.hard",
    says: """
      After any other error than SERVICE_NOT_AVAILABLE and INTERNAL_SERVER_ERROR the library asks \
      no more until somebody calls it or the process starts again.
      """,
    source: """
      firebase-messaging 25.1, SyncTask.java maybeRefreshToken and GmsRpc.java \
      isErrorMessageForRetryableError; read 2026-11
      """,
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library of the model asks again after those two errors alone, by their names.")

  /// Whether the retry works.
  public var retryBroken = Reading(
    "sdk.retry.broken", usually: RegistrationRetry.schedule,
    asks: """
      After SERVICE_NOT_AVAILABLE, is a background registration repeated by its schedule, or not \
      before the next start of the process?
      """,
    source: """
      firebase-messaging 25.1, FirebaseMessaging.java blockingRegister; SyncTask.java \
      maybeRefreshToken; read 2026-10
      """,
    evidence: .sourceCode,
    note: """
      By reading the source of 25.1.x errors are wrapped before the filter compares their text, so \
      the schedule is not used; no run was made.
      """)

  /// After a delete.
  public var deleteReturns = Rule(
    "sdk.delete.autoinit",
    says: """
      After deleteToken or unregister with auto-init on, the app registers again at its next \
      start.
      """,
    source: "firebase-messaging 25.1, FirebaseMessaging.java javadoc; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// The order of an unregister.
  public var unregisterOrder = Rule(
    "sdk.unregister.order",
    says: """
      An unregister asks the server, then forgets the record, then calls onUnregistered; a failure \
      keeps the record.
      """,
    source: "firebase-messaging 25.1, FirebaseMessaging.java unregister; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// Requests at the same time.
  public var oneRequest = Rule(
    "sdk.dedup-requests",
    says: "Registrations of one sender at the same time share one request.",
    source: "firebase-messaging 25.1, RequestDeduplicator; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The library's registration is written in this shape; tests of the client hold it.")

  /// A restored store is emptied.
  public var restore = Rule(
    "sdk.restore",
    says: """
      After a restore a marker outside the backup is missing, so the stored values are wiped and a \
      new token is fetched.
      """,
    source: "firebase-messaging 25.1, Store.java checkForRestore; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason:
      "A restore leaves the marker of the library out, and a start without it wipes the store.")

  /// The oldest Android of the library.
  public var minLevel = Rule(
    "sdk.minapi", 23,
    says: "The library from 25.0.0 on needs API level 23.",
    source: "firebase-messaging change log; read 2026-10",
    evidence: .documented,
    note: "Sources differ: the newest set-up page says Android 7 (API level 24).",
    relation: .notModelled,
    reason: "All modelled devices are newer than both.")

  /// Sending from the device.
  public var upstream = Rule(
    "sdk.upstream",
    says: "Sending from the device to the server is gone.",
    source: "firebase-messaging change log 24.1.0; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: """
      The model has no message from a device to FCM but registrations and acknowledgements.
      """)

  /// The newest release of the library.
  public var newestRelease = Rule(
    "sdk.release.newest", 260_000,
    says: """
      The guide saw 26.0.0 as the newest release on 14 October 2026 and checked its code against \
      25.1.3.
      """,
    source: "push SDK guide, introduction; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "Nothing of 26.0.0 was read; the library of the model is 25.1.")
}

extension MessagingSDKRules {
  /// The answers to `sdk.fid.migration.old`.
  public enum OldTokenAfterSwitch: UInt8, ReadingAnswer {
    case dies, staysValid

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "dies|stays-valid"
    }
  }

  /// The answers to `sdk.retry.broken`.
  public enum RegistrationRetry: UInt8, ReadingAnswer {
    case schedule, nextStart

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "schedule|next-start"
    }
  }
}
