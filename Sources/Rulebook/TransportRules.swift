import SimKernel

/// The one connection of a device to Google, and the hand-over to the app.
public struct TransportRules: BitwiseCopyable, Sendable {
  /// One connection for all apps.
  public var endpoint = Rule(
    "gms.mcs.endpoint",
    says: "All apps of a device share one connection to Google.",
    source: "microG McsService.java, mid-2026; read 2026-10",
    evidence: .sourceCode,
    note: """
      Read in microG, an independent implementation. Port 5228, then 443; further ports were not \
      read.
      """,
    relation: .constructed,
    reason: "The device holds one link, and every app receives by it.")

  /// What a device says at login.
  public var loginAck = Rule(
    "gms.mcs.login-ack",
    says: "At login the device names the messages it already has; they are not sent again.",
    source: "microG McsService.java, mid-2026; read 2026-10",
    evidence: .sourceCode,
    note: "Read in microG, an independent implementation.",
    relation: .notModelled,
    reason: """
      What follows when an acknowledgement is lost is the reading fcm.dup.lost-ack; its answer \
      never stands for a device that names what it has.
      """)

  /// When Play services counts a message as done.
  public var ackPoint = Reading(
    "gms.mcs.ack-point", usually: AcknowledgementPoint.lossPossible,
    asks: """
      Does Play services keep a message until the app has handled it, or can it be lost between \
      its acknowledgement and the app?
      """,
    source: "microG handleCloudMessage; firebase-messaging 25.1, messageHandled; read 2026-10",
    evidence: .unverified,
    note: """
      microG acknowledges on arrival; the library reports handled messages; what Google keeps is \
      not public.
      """)

  /// The heartbeat on Wi-Fi.
  public var heartbeatWifi = Rule(
    "gms.mcs.heartbeat.wifi", SimDuration.minutes(15), small: SimDuration.minutes(1),
    least: SimDuration.seconds(1),
    says: "On Wi-Fi the connection is tested every 15 minutes.",
    source: "commonly quoted; microG GcmPrefs.kt learns 5 to 15 minutes; read 2026-10",
    evidence: .unverified,
    note: "Real intervals were not verified.")

  /// The heartbeat on mobile.
  public var heartbeatMobile = Rule(
    "gms.mcs.heartbeat.mobile", SimDuration.minutes(28), small: SimDuration.minutes(2),
    least: SimDuration.seconds(1),
    says: "On a mobile network the connection is tested every 28 minutes.",
    source: "commonly quoted; microG GcmPrefs.kt learns 5 to 15 minutes; read 2026-10",
    evidence: .unverified,
    note: "Real intervals were not verified.")

  /// When a silent connection is dead.
  public var heartbeatTimeout = Rule(
    "gms.mcs.heartbeat.timeout", SimDuration.seconds(90), small: SimDuration.seconds(5),
    says: "A connection is dead 90 seconds after a test without an answer.",
    source: "microG McsService.java, mid-2026; read 2026-10",
    evidence: .sourceCode,
    note: "Read in microG, an independent implementation.")

  /// Connected in name only.
  public var halfOpen = Rule(
    "gms.mcs.half-open",
    says: """
      Until the next test fails the server may believe that the device is connected; what it sends \
      then comes later.
      """,
    source: """
      firebase/quickstart-android #307, microg/GmsCore #1985: routers that forget idle \
      connections; read 2026-11
      """,
    evidence: .reported,
    note: "What comes later follows from the heartbeat: an inference.",
    relation: .constructed,
    reason:
      "FCM hears of a lost connection at the heartbeat, and sends again what was not acknowledged.")

  /// When the server notices a lost device.
  public var halfOpenWhen = Reading(
    "gms.mcs.half-open.detection", usually: HalfOpenDetection.heartbeat,
    asks: "Does the server notice a vanished device at once, or with the next heartbeat?",
    source: "no page states it",
    evidence: .unverified)

  /// The first wait before reconnecting.
  public var reconnectFirst = Rule(
    "gms.mcs.reconnect", SimDuration.seconds(5), least: SimDuration.seconds(1),
    says: "A device reconnects five seconds after it lost the connection.",
    source: "microG McsService.java getCurrentDelay, mid-2026; read 2026-10",
    evidence: .sourceCode,
    note: "Read in microG, an independent implementation.")

  /// How the wait grows.
  public var reconnectStep = Rule(
    "gms.mcs.reconnect.step", SimDuration.seconds(10), least: SimDuration.seconds(1),
    says: "Further waits are 10, 20, 30, 40 and 50 seconds, then from two minutes on.",
    source: "microG McsService.java getCurrentDelay, mid-2026; read 2026-10",
    evidence: .sourceCode,
    note: "Read in microG, an independent implementation.",
    relation: .notModelled,
    reason:
      "Stories switch the network on and it stays; only the first wait of the schedule is reached.")

  /// The longest wait before reconnecting.
  public var reconnectMax = Rule(
    "gms.mcs.reconnect.max", SimDuration.seconds(600), small: SimDuration.seconds(60),
    least: SimDuration.seconds(1),
    says: "A device waits at most ten minutes before it tries to connect again.",
    source: "microG McsService.java getCurrentDelay, mid-2026; read 2026-10",
    evidence: .sourceCode,
    note: "Read in microG, an independent implementation.",
    relation: .notModelled,
    reason:
      "Stories switch the network on and it stays; only the first wait of the schedule is reached.")

  /// How a message reaches the app.
  public var broadcast = Rule(
    "gms.deliver.intent",
    says: """
      A message is a broadcast to the package; receivers demand the SEND permission so that only \
      Play services can call them.
      """,
    source: "microG; firebase-messaging 25.1, manifest; skip-notify README; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "Only FCM and a forgery that a story asks for reach the receiver.")

  /// A stopped app is left alone.
  public var stopped = Rule(
    "gms.deliver.stopped",
    says: "The broadcast leaves stopped packages out, so a force-stopped app is not started.",
    source: "microG McsService.java, mid-2026; read 2026-10",
    evidence: .sourceCode,
    note: "Read in microG, an independent implementation.",
    relation: .constructed,
    reason: "A copy for a stopped install is reported back before any process starts.")

  /// A message without a receiver.
  public var noReceiver = Rule(
    "gms.deliver.no-receiver",
    says: """
      Without a receiver a message is dropped and Play services reports it, which kills the \
      registration.
      """,
    source: "microG; GCM advanced topics; read 2026-10",
    evidence: .sourceCode)

  /// High messages come in the foreground.
  public var foregroundBroadcast = Rule(
    "gms.deliver.fgbroadcast",
    says: "A high message is a foreground broadcast, a normal one a background broadcast.",
    source: "firebase-messaging 25.1, FcmBroadcastProcessor.java; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "The kind of broadcast only chooses how the service is started, which changes no fate.")

  /// The pass of a high message.
  public var allowlistDuration = Rule(
    "gms.allowlist.duration", SimDuration.seconds(10),
    says: "A high message gives the app a pass out of Doze for ten seconds.",
    source: "microG McsService.java, mid-2026; read 2026-10",
    evidence: .sourceCode,
    note: """
      The value of Google is configured by its server and not public; 3 to 30 seconds are \
      plausible.
      """)

  /// The pass of a message over quota.
  public var allowlistOverQuota = Rule(
    "gms.allowlist.over-quota",
    says: "A push over quota gets a pass that does not permit a foreground service.",
    source: "AOSP DeviceIdleController, PUSH_MESSAGING_OVER_QUOTA (Android 14/15); read 2026-10",
    evidence: .sourceCode)

  /// Before the first unlock.
  public var userLocked = Rule(
    "gms.user-locked",
    says: "Before the first unlock only apps that are ready for direct boot get messages.",
    source: "Firebase, direct boot mode; read 2026-10",
    evidence: .documented)

  /// A device without Play services.
  public var missing = Rule(
    "gms.missing",
    says: """
      Without Play services, or with them disabled, there is no registration and no delivery.
      """,
    source: "firebase-messaging 25.1, SyncTask.java isGmsCorePresent; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason:
      "A device without Play services has no connection, and a client without them asks nobody.")

  /// Clearing the data of Play services.
  public var dataCleared = Reading(
    "gms.data-cleared", usually: ServicesDataCleared.allAddressesDead,
    asks: "Does clearing the data of Play services kill every address of the device?",
    source: "no page states it",
    evidence: .unverified,
    note: """
      The skip-notify notes say that Play services may invalidate tokens after updates or device \
      resets.
      """)

  /// Opting out of statistics.
  public var usageOptOut = Rule(
    "gms.usage-opt-out",
    says: "A person who opts out of usage statistics still gets every message.",
    source: "Firebase, understanding message delivery; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "No machine of delivery reads the statistics switch; only outcome views would.")
}

extension TransportRules {
  /// The answers to `gms.mcs.ack-point`.
  public enum AcknowledgementPoint: UInt8, ReadingAnswer {
    case lossPossible, redeliversUntilHandled

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "loss-possible|redelivers-until-handled"
    }
  }

  /// The answers to `gms.mcs.half-open.detection`.
  public enum HalfOpenDetection: UInt8, ReadingAnswer {
    case heartbeat, atOnce

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "heartbeat|at-once"
    }
  }

  /// The answers to `gms.data-cleared`.
  public enum ServicesDataCleared: UInt8, ReadingAnswer {
    case allAddressesDead, unaffected

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "all-addresses-dead|unaffected"
    }
  }
}
