import SimKernel

/// Registering for pushes by intent, without the Firebase library.
public struct C2DMRules: BitwiseCopyable, Sendable {
  /// How an app asks.
  public var request = Rule(
    "c2dm.register.intent",
    says: """
      An app asks Play services by an intent with its identity, sender, subtype, version and \
      scope.
      """,
    source: "skip-notify, SkipNotify.swift and README; GCM registration reference; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "A request by intent is a request whose path is c2dm; its fields carry no decision.")

  /// How Play services answers.
  public var reply = Rule(
    "c2dm.reply",
    says: """
      The answer is a broadcast with a registration id, an error, or the word that it was \
      unregistered.
      """,
    source: "GCM registration reference (old); microG PushRegisterManager; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The answer is an input of its own, with an address or an error.")

  /// An answer that nobody asked for.
  public var unasked = Reading(
    "c2dm.reply.anytime", usually: UnaskedReply.never,
    asks: "Does Play services send a new registration without a request?",
    source: "GCM registration reference (old); read 2026-10",
    evidence: .documented,
    note: """
      The old document says at any time, to rotate the id; the skip-notify notes advise a receiver \
      for it.
      """,
    relation: .constructed,
    reason:
      "The registration errors are a closed list that a story injects, and the client reads each.")

  /// What may happen to the answer.
  public var replyFate = Reading(
    "c2dm.reply.fate", usually: ReplyFate.once,
    asks: "Does the answer to a registration arrive once, never, or twice?",
    source: "no page states it",
    evidence: .unverified)

  /// The error worth a retry.
  public var serviceNotAvailable = Rule(
    "c2dm.err.service-not-available",
    says: """
      SERVICE_NOT_AVAILABLE means an unreadable answer or a server error, and is the only one \
      worth a retry.
      """,
    source: "GCM registration reference (old); read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The client repeats a request after this error alone, by its name.")

  /// No account.
  public var accountMissing = Rule(
    "c2dm.err.account-missing",
    says: """
      ACCOUNT_MISSING means that the phone has no Google account, needed before Android 4.0.4.
      """,
    source: "GCM registration reference (old); read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason:
      "The registration errors are a closed list that a story injects, and the client reads each.")

  /// A wrong password.
  public var authenticationFailed = Rule(
    "c2dm.err.authentication-failed",
    says: "AUTHENTICATION_FAILED means that the password of the Google account is wrong.",
    source: "GCM registration reference (old); read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason:
      "The registration errors are a closed list that a story injects, and the client reads each.")

  /// An unknown sender.
  public var invalidSender = Rule(
    "c2dm.err.invalid-sender",
    says: "INVALID_SENDER means that the sender id is not known.",
    source: "GCM registration reference (old); read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason:
      "The registration errors are a closed list that a story injects, and the client reads each.")

  /// A phone that cannot.
  public var phoneError = Rule(
    "c2dm.err.phone-registration-error",
    says: "PHONE_REGISTRATION_ERROR means that the phone does not support it.",
    source: "GCM registration reference (old); read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason:
      "The registration errors are a closed list that a story injects, and the client reads each.")

  /// A malformed request.
  public var invalidParameters = Rule(
    "c2dm.err.invalid-parameters",
    says: "INVALID_PARAMETERS means that the request lacks something or is malformed.",
    source: "GCM registration reference (old); read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason:
      "The registration errors are a closed list that a story injects, and the client reads each.")

  /// Too many apps.
  public var tooMany = Rule(
    "c2dm.err.too-many-registrations",
    says: """
      TOO_MANY_REGISTRATIONS means that too many apps of the device are registered; the person \
      must remove some.
      """,
    source: "GCM client documentation, November 2014; firebase-android-sdk #6958; read 2026-11",
    evidence: .documented,
    note: """
      The issue tells of cloned devices too, and that no page names the limit. The library logs \
      that it does not try again: see sdk.retry.hard.
      """,
    relation: .constructed,
    reason:
      "The registration errors are a closed list that a story injects, and the client reads each.")

  /// The errors of the current client.
  public var modernErrors = Rule(
    "c2dm.err.modern",
    says: """
      The current client also sees INTERNAL_SERVER_ERROR, RST, TOO_MANY_SUBSCRIBERS and \
      FID_ALREADY_USED.
      """,
    source: "firebase-messaging 25.1, GmsRpc.java and GmsRegistrationClient.java; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The errors of registration are one closed list that a story can inject by name.")

  /// The permissions of the intent way.
  public var permission = Rule(
    "c2dm.permission",
    says: """
      The app needs the RECEIVE permission, and its receivers must demand SEND, else any app can \
      forge a message.
      """,
    source: "GCM registration reference (old); skip-notify README; read 2026-10",
    evidence: .documented)

  /// How long microG waits.
  public var microgCheckIn = Rule(
    "c2dm.microg.maps", SimDuration.seconds(10),
    says: """
      microG waits ten seconds for its check-in and answers every refusal as \
      SERVICE_NOT_AVAILABLE.
      """,
    source: "microG PushRegisterManager.java, mid-2026; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "Devices of the model have Google Play services or none.")

  /// How an app unregisters.
  public var unregister = Rule(
    "c2dm.unregister",
    says: "An unregister without a known registration is answered at once.",
    source: "firebase-messaging 25.1, GmsRpc.java; microG; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "FCM answers every unregister with 200, whatever it knows of the address.")

  /// skip-notify waits for ever.
  public var noTimeout = Rule(
    "skip.no-timeout",
    says: "skip-notify waits for the answer without a time-out.",
    source: "skip-notify, SkipNotify.swift requestToken; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The C2DM client is written in this shape; its stories show what follows from it.")

  /// Any answer wakes every call.
  public var noCorrelation = Rule(
    "skip.no-correlation",
    says: "Parallel calls of skip-notify are not told apart: every answer wakes all of them.",
    source: "skip-notify, SkipNotify.swift requestToken; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The C2DM client is written in this shape; its stories show what follows from it.")

  /// An answer can be forged.
  public var spoof = Rule(
    "skip.spoof",
    says: "The receiver of skip-notify is open to every app, so a false token can be sent to it.",
    source: "skip-notify, SkipNotify.swift requestToken; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The C2DM client is written in this shape; its stories show what follows from it.")

  /// A token is not a receiver.
  public var noReceiver = Rule(
    "skip.no-receive",
    says: """
      skip-notify fetches a token only; without a receiver of its own the app gets nothing and the \
      token dies.
      """,
    source: "skip-notify, SkipNotify.swift and README; GCM advanced topics; read 2026-10",
    evidence: .unverified,
    note: "The dying of the token is an inference.",
    relation: .constructed,
    reason: "A host can take its receiver away; the next copy then ends the registration.")

  /// A new token is not noticed.
  public var noRotation = Rule(
    "skip.no-rotation",
    says: "skip-notify does not listen for new tokens; it learns one only by asking again.",
    source: "skip-notify, SkipNotify.swift; read 2026-10",
    evidence: .sourceCode,
    note: "Its notes advise to register again at every start and to compare.",
    relation: .constructed,
    reason: "The C2DM client is written in this shape; its stories show what follows from it.")

  /// An error wins.
  public var errorFirst = Rule(
    "skip.error-first",
    says: "skip-notify looks for an error before it looks for a token.",
    source: "skip-notify, SkipNotify.swift; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The C2DM client is written in this shape; its stories show what follows from it.")

  /// The three descriptions.
  public var gmsAvailable = Rule(
    "skip.gms-available",
    says: """
      skip-notify says that Play services are available, not available, or not applicable on iOS.
      """,
    source: "skip-notify README; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "Play services are there with a version, or not; the client asks before it registers.")

  /// Register again at every start.
  public var refreshAdvice = Rule(
    "skip.refresh",
    says: """
      The notes of skip-notify tell the app to register again at every start and to compare the \
      tokens.
      """,
    source: "skip-notify README; read 2026-10",
    evidence: .documented,
    note: "They add that Play services may invalidate tokens after updates or device resets.",
    relation: .constructed,
    reason: "The C2DM client is written in this shape; its stories show what follows from it.")

  /// Two libraries with one sender.
  public var twoLibraries = Rule(
    "c2dm.one-sender",
    says: "Two libraries that register one app for one sender share one registration.",
    source: "skip-notify, SkipNotify.swift and README; the subtype names the sender; read 2026-10",
    evidence: .unverified,
    note: """
      An inference from the subtype; the notes say it is the same token that the Firebase library \
      would get.
      """,
    relation: .constructed,
    reason:
      "The registration errors are a closed list that a story injects, and the client reads each.")
}

extension C2DMRules {
  /// The answers to `c2dm.reply.anytime`.
  public enum UnaskedReply: UInt8, ReadingAnswer {
    case never, onRotation

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "never|on-rotation"
    }
  }

  /// The answers to `c2dm.reply.fate`.
  public enum ReplyFate: UInt8, ReadingAnswer {
    case once, lost, twice

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "once|lost|twice"
    }
  }
}
