import SimKernel

/// How FCM itself counts what became of messages, and what it leaves out.
public struct OutcomeRules: BitwiseCopyable, Sendable {
  /// Reached the device.
  public var delivered = Rule(
    "fcm.data.outcome.delivered",
    says: "Delivered means that a message reached the device, not that anybody saw it.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    note: "Outcomes exclude each other and need not add up to 100 percent.",
    relation: .constructed,
    reason: "An outcome is the count of records of that kind; nothing decides by it.")

  /// Still waiting at the end of the day.
  public var pending = Rule(
    "fcm.data.outcome.pending",
    says: """
      Pending means neither delivered nor dropped at the end of the day, because the device was \
      not connected.
      """,
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    note: "Outcomes exclude each other and need not add up to 100 percent.",
    relation: .constructed,
    reason: "An outcome is the count of records of that kind; nothing decides by it.")

  /// Replaced.
  public var collapsed = Rule(
    "fcm.data.outcome.collapsed",
    says: "Collapsed means that a newer message with the same key took the place.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    note: "Outcomes exclude each other and need not add up to 100 percent.",
    relation: .constructed,
    reason: "An outcome is the count of records of that kind; nothing decides by it.")

  /// Too many waited.
  public var droppedTooMany = Rule(
    "fcm.data.outcome.dropped-too-many-pending",
    says: """
      Dropped for too many pending messages means that more than 100 waited for the app instance.
      """,
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    note: "Outcomes exclude each other and need not add up to 100 percent.",
    relation: .constructed,
    reason: "Every copy ends in exactly one outcome of the ledger, which is this list.")

  /// The app was stopped.
  public var droppedForceStopped = Rule(
    "fcm.data.outcome.dropped-app-force-stopped",
    says: """
      Dropped for a force-stopped app means that the app was stopped and the retries did not \
      succeed.
      """,
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    note: "Outcomes exclude each other and need not add up to 100 percent.",
    relation: .constructed,
    reason: "Every copy ends in exactly one outcome of the ledger, which is this list.")

  /// The device was inactive.
  public var droppedInactive = Rule(
    "fcm.data.outcome.dropped-device-inactive",
    says: "Dropped for an inactive device means that the server did not expect it to return.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    note: "Outcomes exclude each other and need not add up to 100 percent.",
    relation: .constructed,
    reason: "Every copy ends in exactly one outcome of the ledger, which is this list.")

  /// The lifespan ran out.
  public var droppedExpired = Rule(
    "fcm.data.outcome.dropped-ttl-expired",
    says: "Dropped for an expired TTL means that it ran out before the device connected.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    note: "Outcomes exclude each other and need not add up to 100 percent.",
    relation: .constructed,
    reason: "Every copy ends in exactly one outcome of the ledger, which is this list.")

  /// Delivered at once.
  public var noDelay = Rule(
    "fcm.data.delay.no-delay",
    says: "A delivery without delay met no obstacle on its way.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    note: "Delays are counted for delivered messages only and do not exclude each other.",
    relation: .constructed,
    reason: "Every copy ends in exactly one outcome of the ledger, which is this list.")

  /// Delayed for a device without a network.
  public var delayedOffline = Rule(
    "fcm.data.delay.device-offline",
    says: "A delivery is delayed as offline when the device was not connected.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    note: "Delays are counted for delivered messages only and do not exclude each other.",
    relation: .constructed,
    reason: "Every copy ends in exactly one outcome of the ledger, which is this list.")

  /// Delayed by Doze.
  public var delayedDoze = Rule(
    "fcm.data.delay.device-doze",
    says: """
      A delivery is delayed by Doze when the device slept; that should concern normal messages \
      only.
      """,
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    note: "Delays are counted for delivered messages only and do not exclude each other.",
    relation: .constructed,
    reason: "Every copy ends in exactly one outcome of the ledger, which is this list.")

  /// Delayed by a rate.
  public var delayedThrottled = Rule(
    "fcm.data.delay.message-throttled",
    says: """
      A delivery is delayed as throttled by the collapsible allowance or the rate of the device.
      """,
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    note: "Delays are counted for delivered messages only and do not exclude each other.",
    relation: .constructed,
    reason: "Every copy ends in exactly one outcome of the ledger, which is this list.")

  /// Delayed for a stopped user.
  public var delayedUserStopped = Rule(
    "fcm.data.delay.user-stopped",
    says: "A delivery is delayed when the user or profile of the app was stopped.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    note: "Delays are counted for delivered messages only and do not exclude each other.",
    relation: .constructed,
    reason: "Every copy ends in exactly one outcome of the ledger, which is this list.")

  /// Lowered on the way.
  public var priorityLowered = Rule(
    "fcm.data.insight.priority-lowered",
    says: "The data count high messages that were lowered to normal.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "An outcome is the count of records of that kind; nothing decides by it.")

  /// Drawn by Play services.
  public var proxied = Rule(
    "fcm.data.proxy.proxied",
    says: "A notification is proxied when Play services drew it.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "An outcome is the count of records of that kind; nothing decides by it.")

  /// The proxy failed.
  public var proxyFailed = Rule(
    "fcm.data.proxy.failed",
    says: "A proxy fails when the call to notify in the name of the package fails.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "The model draws or does not draw; this count tells no further fate.")

  /// The proxy was not possible.
  public var proxyUnsupported = Rule(
    "fcm.data.proxy.skipped-unsupported",
    says: "A proxy is skipped as unsupported when device or message do not allow it.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "Every copy ends in exactly one outcome of the ledger, which is this list.")

  /// The proxy was not needed.
  public var proxyNotThrottled = Rule(
    "fcm.data.proxy.skipped-not-throttled",
    says: "A proxy is skipped when the message would be delivered in time anyway.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "A message that keeps its priority goes to the app unless it allows the proxy.")

  /// The proxy was not set up.
  public var proxyUnconfigured = Rule(
    "fcm.data.proxy.skipped-unconfigured",
    says: "A proxy is skipped as unconfigured when Play services is not the delegate.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "Every copy ends in exactly one outcome of the ledger, which is this list.")

  /// The proxy was refused.
  public var proxyOptedOut = Rule(
    "fcm.data.proxy.skipped-opted-out",
    says: "A proxy is skipped when app, instance or message opted out.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "Every copy ends in exactly one outcome of the ledger, which is this list.")

  /// The data are a sample.
  public var incomplete = Rule(
    "fcm.data.incomplete",
    says: """
      The data are sampled, rounded and leave out small volumes and people who share no \
      statistics.
      """,
    source: "Firebase, understanding message delivery; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "The ledger of a run is exact; a blurred copy of it would explain less.")

  /// How far the data reach.
  public var windowDays = Rule(
    "fcm.data.window", SimDuration.days(7),
    says: "Seven days of data are available, up to five days late, and gaps are not filled.",
    source: "Firebase, FCM Data API v1beta1; understanding message delivery; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "A run prints its own ledger at its end, with no delay to model.")

  /// Late expiry is not counted.
  public var lateExpiry = Rule(
    "fcm.data.ttl-late",
    says: "An expiry after the day of the log is not counted as expired for that day.",
    source: "Firebase, understanding message delivery; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "The ledger counts by message, not by the day of the log.")

  /// Older editions know fewer outcomes.
  public var versions = Rule(
    "fcm.data.versions",
    says: """
      The edition of 2022 lacks collapsed, expired and the proxy counts; stored is no outcome.
      """,
    source: "FCM Data API discovery revisions 20220228 and 20240604; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The list of outcomes is that of the edition of 2024.")

  /// The line of the export for message accepted.
  public var exportAccepted = Rule(
    "fcm.bigquery.message-accepted",
    says: "The export logs MESSAGE_ACCEPTED when the server took a valid request.",
    source: """
      Firebase, understanding message delivery, schema of the BigQuery export; read 2026-10
      """,
    evidence: .documented,
    relation: .notModelled,
    reason: "The export repeats the answer that the sender got, which the history records.")

  /// The line of the export for message delivered.
  public var exportDelivered = Rule(
    "fcm.bigquery.message-delivered",
    says: """
      The export logs MESSAGE_DELIVERED when the library in the app got the message and the app \
      had switched the export on.
      """,
    source: """
      Firebase, understanding message delivery, schema of the BigQuery export; read 2026-10
      """,
    evidence: .documented,
    relation: .notModelled,
    reason: "The export repeats the answer that the sender got, which the history records.")

  /// The line of the export for missing registrations.
  public var exportMissingRegistrations = Rule(
    "fcm.bigquery.missing-registrations",
    says: "The export logs MISSING_REGISTRATIONS for a request without a registration.",
    source: """
      Firebase, understanding message delivery, schema of the BigQuery export; read 2026-10
      """,
    evidence: .documented,
    relation: .notModelled,
    reason: "The export repeats the answer that the sender got, which the history records.")

  /// The line of the export for unauthorized registration.
  public var exportUnauthorized = Rule(
    "fcm.bigquery.unauthorized-registration",
    says: """
      The export logs UNAUTHORIZED_REGISTRATION when the sender may not address the registration.
      """,
    source: """
      Firebase, understanding message delivery, schema of the BigQuery export; read 2026-10
      """,
    evidence: .documented,
    relation: .notModelled,
    reason: "The export repeats the answer that the sender got, which the history records.")

  /// The line of the export for message received internal error.
  public var exportInternal = Rule(
    "fcm.bigquery.message-received-internal-error",
    says: "The export logs MESSAGE_RECEIVED_INTERNAL_ERROR for an unspecified failure.",
    source: """
      Firebase, understanding message delivery, schema of the BigQuery export; read 2026-10
      """,
    evidence: .documented,
    relation: .notModelled,
    reason: "The export repeats the answer that the sender got, which the history records.")

  /// The line of the export for mismatch sender id.
  public var exportMismatch = Rule(
    "fcm.bigquery.mismatch-sender-id",
    says: "The export logs MISMATCH_SENDER_ID for an address of another sender.",
    source: """
      Firebase, understanding message delivery, schema of the BigQuery export; read 2026-10
      """,
    evidence: .documented,
    relation: .notModelled,
    reason: "The export repeats the answer that the sender got, which the history records.")

  /// The line of the export for quota exceeded.
  public var exportQuota = Rule(
    "fcm.bigquery.quota-exceeded",
    says: "The export logs QUOTA_EXCEEDED for a request over the quota.",
    source: """
      Firebase, understanding message delivery, schema of the BigQuery export; read 2026-10
      """,
    evidence: .documented,
    relation: .notModelled,
    reason: "The export repeats the answer that the sender got, which the history records.")

  /// The line of the export for invalid registration.
  public var exportInvalidRegistration = Rule(
    "fcm.bigquery.invalid-registration",
    says: "The export logs INVALID_REGISTRATION for an invalid address.",
    source: """
      Firebase, understanding message delivery, schema of the BigQuery export; read 2026-10
      """,
    evidence: .documented,
    relation: .notModelled,
    reason: "The export repeats the answer that the sender got, which the history records.")

  /// The line of the export for invalid package name.
  public var exportInvalidPackage = Rule(
    "fcm.bigquery.invalid-package-name",
    says: "The export logs INVALID_PACKAGE_NAME for an address of another package.",
    source: """
      Firebase, understanding message delivery, schema of the BigQuery export; read 2026-10
      """,
    evidence: .documented,
    relation: .notModelled,
    reason: "The export repeats the answer that the sender got, which the history records.")

  /// The line of the export for invalid apns credential.
  public var exportInvalidAPNs = Rule(
    "fcm.bigquery.invalid-apns-credential",
    says: "The export logs INVALID_APNS_CREDENTIAL for a bad APNs credential.",
    source: """
      Firebase, understanding message delivery, schema of the BigQuery export; read 2026-10
      """,
    evidence: .documented,
    relation: .notModelled,
    reason: "The export repeats the answer that the sender got, which the history records.")

  /// The line of the export for invalid parameters.
  public var exportInvalidParameters = Rule(
    "fcm.bigquery.invalid-parameters",
    says: "The export logs INVALID_PARAMETERS for bad parameters.",
    source: """
      Firebase, understanding message delivery, schema of the BigQuery export; read 2026-10
      """,
    evidence: .documented,
    relation: .notModelled,
    reason: "The export repeats the answer that the sender got, which the history records.")

  /// The line of the export for payload too large.
  public var exportTooLarge = Rule(
    "fcm.bigquery.payload-too-large",
    says: "The export logs PAYLOAD_TOO_LARGE for a payload over the limit.",
    source: """
      Firebase, understanding message delivery, schema of the BigQuery export; read 2026-10
      """,
    evidence: .documented,
    relation: .notModelled,
    reason: "The export repeats the answer that the sender got, which the history records.")

  /// The line of the export for authentication error.
  public var exportAuthentication = Rule(
    "fcm.bigquery.authentication-error",
    says: "The export logs AUTHENTICATION_ERROR for a sender that was not authenticated.",
    source: """
      Firebase, understanding message delivery, schema of the BigQuery export; read 2026-10
      """,
    evidence: .documented,
    relation: .notModelled,
    reason: "The export repeats the answer that the sender got, which the history records.")

  /// The line of the export for invalid ttl.
  public var exportInvalidTTL = Rule(
    "fcm.bigquery.invalid-ttl",
    says: "The export logs INVALID_TTL for a TTL out of range.",
    source: """
      Firebase, understanding message delivery, schema of the BigQuery export; read 2026-10
      """,
    evidence: .documented,
    relation: .notModelled,
    reason: "The export repeats the answer that the sender got, which the history records.")

  /// The counts of the console.
  public var console = Rule(
    "fcm.console",
    says: """
      The console counts sends, receptions, impressions in the background and opens, up to 24 \
      hours late.
      """,
    source: "Firebase, understanding message delivery; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "Counts of the console follow from the fates; delays of a listing change none.")

  /// The events of the client.
  public var clientEvents = Rule(
    "fcm.client.events",
    says: """
      The library logs received, foreground, opened and dismissed; dismissed only where analytics \
      is on for the message.
      """,
    source: "firebase-messaging 25.1, Constants and CommonNotificationBuilder; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "The SDK of the guide sends its own events; those of Google go to Google.")

  /// Delivered is not seen.
  public var deliveredIsNotSeen = Rule(
    "fcm.delivered-not-seen",
    says: """
      Delivered says nothing about display: permission, channel or the code of the app may have \
      kept it dark.
      """,
    source: "Firebase blog 2024-07; Android documentation; read 2026-10",
    evidence: .documented,
    note: "The guide says the same: treat delivery counts as a minimum.",
    relation: .constructed,
    reason: "A fate keeps delivery and surface apart, so one never stands for the other.")
}
