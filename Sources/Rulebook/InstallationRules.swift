import SimKernel

/// How a Firebase installation id is made, kept, renewed and cloned.
public struct InstallationRules: BitwiseCopyable, Sendable {
  /// The length of a FID.
  public var length = Rule(
    "fis.format", 22,
    says: "A FID has 22 characters.",
    source: "firebase-installations 19, RandomFidGenerator.java; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "A FID of the model is a number with a kind; it cannot be mistaken for a token.")

  /// A FID is made on the device.
  public var local = Rule(
    "fis.local",
    says: "A FID is made on the device, also offline; only its auth token needs the network.",
    source: "firebase-installations 19, FirebaseInstallations.java; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The client makes its FID itself and needs no network for it.")

  /// The states of an installation.
  public var states = Rule(
    "fis.states",
    says: "An installation is to be migrated, not generated, unregistered, registered, or failed.",
    source: "firebase-installations 19, PersistedInstallation; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "Only whether a registration exists changes a fate; the steps before it do not.")

  /// How long the auth token is valid.
  public var tokenLifetime = Rule(
    "fis.token.lifetime", SimDuration.days(7), small: SimDuration.hours(2),
    says: "The auth token of an installation is valid for seven days.",
    source: "given by the server; commonly seen; read 2026-10",
    evidence: .unverified,
    note: "The seven days were not verified.",
    relation: .notModelled,
    reason: "Registrations ask for no auth token; only the FID matters to them.")

  /// How early the auth token is renewed.
  public var tokenRefresh = Rule(
    "fis.token.refresh", SimDuration.hours(1), small: SimDuration.minutes(10),
    says: "The auth token is renewed when less than an hour of it is left.",
    source: "firebase-installations 19, Utils.java; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "The installation's own token is renewed in the background and changes no fate.")

  /// How long a call waits.
  public var timeout = Rule(
    "fis.timeout", SimDuration.seconds(10),
    says: "A call waits ten seconds and is repeated once.",
    source: "firebase-installations 19, FirebaseInstallationServiceClient; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "A lost registration answer comes back at the common time-out of device requests.")

  /// Repeats of a call.
  public var retries = Rule(
    "fis.timeout.retries", 1,
    says: "A call that failed is repeated once.",
    source: "firebase-installations 19, FirebaseInstallationServiceClient; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "A lost registration answer is retried by the library's plan, which the model has.")

  /// An unknown FID is dropped.
  public var dropped = Rule(
    "fis.401-404",
    says: "A FID whose token fetch is answered 401 or 404 is dropped and a new one made.",
    source: "firebase-installations 19, FirebaseInstallations.java; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "Registrations ask for no auth token; only the FID matters to them.")

  /// Silence after a bad configuration.
  public var badConfig = Rule(
    "fis.bad-config", SimDuration.hours(24), small: SimDuration.hours(1),
    says: """
      After 400 or 403 the library asks its server no more for 24 hours or until the process ends, \
      though the key may be mended by then.
      """,
    source: "firebase-installations 19, RequestLimiter.java; read 2026-11",
    evidence: .sourceCode,
    note: "Who asks meanwhile reads that the service is unavailable: react-native-firebase #4466.")

  /// No auth token came along with a registration.
  public var authError = Rule(
    "fis.auth-error",
    says: """
      FIS_AUTH_ERROR: firebase-installations had no auth token for the registration, mostly since \
      the API key of the app is restricted, deleted, or bound to another certificate.
      """,
    source: """
      firebase-messaging 25.1, GmsRpc.java; firebase-android-sdk #2638; react-native-firebase #4466; \
      read 2026-11
      """,
    evidence: .reported,
    note: """
      The library logs that it has no token and asks all the same; FCM refuses. The key needs the \
      Firebase Installations API, and fingerprints of every certificate that signs the app.
      """,
    relation: .constructed,
    reason: "The registration errors are a closed list that a story injects by name.")

  /// The longest wait after an overload.
  public var backoffMax = Rule(
    "fis.backoff", SimDuration.minutes(30), small: SimDuration.minutes(1),
    says: "After 429 and server errors the wait doubles from one millisecond up to 30 minutes.",
    source: "firebase-installations 19, RequestLimiter.java; read 2026-10",
    evidence: .sourceCode,
    note: "The unit makes the first waits tiny.",
    relation: .notModelled,
    reason: "Registrations ask for no auth token; only the FID matters to them.")

  /// The jitter of that wait.
  public var backoffJitter = Rule(
    "fis.backoff.jitter", SimDuration.seconds(1),
    says: "Up to one second is added to each wait.",
    source: "firebase-installations 19, RequestLimiter.java; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "A second's jitter of a retry changes no fate.")

  /// The release that keeps FIDs out of backups.
  public var noBackup = Rule(
    "fis.backup.new", 190_100,
    says: """
      From release 19.1.0 a FID is kept outside the backup, but an old file that was restored is \
      still adopted.
      """,
    source: "firebase-installations 19, PersistedInstallation.java; read 2026-10",
    evidence: .sourceCode,
    note: "The number is packed as major, minor, patch.")

  /// Older releases clone a FID.
  public var backupClones = Rule(
    "fis.backup.old",
    says: "Before release 19.1.0 a backup carried the FID to a second device.",
    source: "firebase-android-sdk #7025; read 2026-10",
    evidence: .reported,
    relation: .constructed,
    reason:
      "The storage class of the FID follows from the library's version; restore tests hold it.")

  /// Two devices with one FID.
  public var cloneEffect = Reading(
    "fis.clone.effect", usually: ClonedFID.lastWins,
    asks: "Which device gets the messages when two have one FID?",
    source: "no page states it",
    evidence: .unverified,
    note: "FID_ALREADY_USED suggests that the server notices some cases.")
}

extension InstallationRules {
  /// The answers to `fis.clone.effect`.
  public enum ClonedFID: UInt8, ReadingAnswer {
    case lastWins, firstWins, alreadyUsed, bothReceive

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "last-wins|first-wins|already-used|both-receive"
    }
  }
}
