import SimKernel

/// What survives an update, a restore, a reinstall and a change of user.
public struct BackupRules: BitwiseCopyable, Sendable {
  /// Whether an app is backed up.
  public var usual = Rule(
    "bk.default", on: true,
    says: """
      An app is backed up unless it says otherwise: preferences, files and databases, without \
      caches and no-backup directories.
      """,
    source: "Android, Auto Backup; read 2026-10",
    evidence: .documented)

  /// The largest backup.
  public var sizeMax = Rule(
    "bk.default.size", bytes: 26_214_400,
    says: "A backup holds at most 25 MB of one app.",
    source: "Android, Auto Backup; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "The record of a push SDK never nears it.")

  /// How often a backup is made.
  public var every = Rule(
    "bk.when", SimDuration.hours(24), small: SimDuration.hours(1),
    says: """
      A backup is made at most every 24 hours, on an idle device with an unmetered network; the \
      process is ended for it.
      """,
    source: "Android, Auto Backup; read 2026-10",
    evidence: .documented,
    note: "A scenario that says backup makes one at once.")

  /// When a backup is restored.
  public var restore = Rule(
    "bk.restore",
    says: """
      A backup is restored after the install and before the first start, also on a plain \
      reinstall.
      """,
    source: "Android, Auto Backup; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "A story restores a phone by a statement, and the app starts after it.")

  /// Moving to a new device.
  public var deviceToDevice = Reading(
    "bk.d2d", usually: DeviceTransfer.likeBackup,
    asks: "Does a transfer from device to device respect that an app is not backed up?",
    source: "Android 12 behaviour changes; read 2026-10",
    evidence: .unverified,
    note: "Not verified: from target 31 there are separate rules for it.")

  /// What a restore brings back.
  public var token = Rule(
    "bk.token",
    says: """
      After a restore the token is wiped, the FID depends on its library, and ids that an SDK \
      stored in files are there again.
      """,
    source: "firebase-messaging 25.1, Store.java; firebase-installations 19; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "What is restored is copied field by field: see sdk.restore.")

  /// Work is not restored.
  public var work = Rule(
    "bk.wm",
    says: "The database of work is not part of a backup.",
    source: "androidx.work; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "What is restored has no jobs.")

  /// What an update does.
  public var update = Rule(
    "in.update",
    says: """
      An update ends the process, clears the tray, and starts the process for the replacement \
      broadcast; the token is renewed.
      """,
    source: "firebase-messaging 25.1; AOSP; read 2026-10",
    evidence: .sourceCode)

  /// An update without a receiver.
  public var updateNoReceiver = Rule(
    "in.update.no-receiver",
    says: "An update that removes the push receiver makes sends end in UNREGISTERED.",
    source: "Firebase, FCM ErrorCode reference; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "A host can take its receiver away; the next copy then ends the registration.")

  /// What clearing data does.
  public var clearData = Rule(
    "in.clear-data",
    says: """
      Clearing data ends the process and takes preferences and FID; the token is new at the next \
      start.
      """,
    source: "Firebase, registration management; read 2026-10",
    evidence: .documented)

  /// Whether clearing data resets permissions.
  public var clearDataPermission = Rule(
    "in.clear-data.permission", on: true,
    says: "Clearing data also clears the tray and resets the permissions.",
    source: "AOSP, from memory; read 2026-10",
    evidence: .unverified,
    note: "Not read again in the source.")

  /// What a reinstall does.
  public var reinstall = Rule(
    "in.reinstall",
    says: """
      A reinstall has a new FID and token, asks again, has fresh channels, and gets preferences \
      back by the backup.
      """,
    source: "Firebase, registration management; Android, Auto Backup; read 2026-10",
    evidence: .documented)

  /// Each user has an install.
  public var users = Rule(
    "us.multi",
    says: "Every user and profile has its own install, address, tray and permission.",
    source: "Android, multiple users; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "Every profile is a place of its own, and each place has its own install.")

  /// Messages for a stopped user.
  public var stoppedUser = Rule(
    "us.stopped",
    says: "Messages for a stopped user wait and are delivered when the user starts.",
    source: "Firebase, FCM Data API (delayedUserStopped); read 2026-10",
    evidence: .documented)

  /// Who runs after a boot.
  public var boot = Rule(
    "us.boot",
    says: """
      A boot starts the main user and its work profile; a second user and a private space stay \
      stopped until a person switches to them or unlocks them.
      """,
    source: """
      keepalivedev/KeepAlive #225 on secondary users; AOSP, private space: a locked space is a \
      stopped user; read 2026-11
      """,
    evidence: .unverified,
    note: """
      That a reboot locks the private space is what its settings suggest, whose laxest choice \
      locks it at a restart; the code was not read.
      """)

  /// The API level with a private space.
  public var privateSpace = Rule(
    "us.private-space", 35,
    says: """
      From Android 15 (API level 35) a locked private space is a stopped user with installs of its \
      own.
      """,
    source: "AOSP, private space; read 2026-10",
    evidence: .documented)

  /// A work profile switched off.
  public var workOff = Reading(
    "us.work-off", usually: WorkProfileOff.stopped,
    asks: "Is a work profile that is switched off stopped, or are its apps suspended?",
    source: "AOSP; read 2026-10",
    evidence: .unverified,
    note: """
      Older releases stop the user, newer ones suspend its apps; which release changed it was not \
      read.
      """)
}

extension BackupRules {
  /// The answers to `bk.d2d`.
  public enum DeviceTransfer: UInt8, ReadingAnswer {
    case likeBackup, ignoresOptOut

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "like-backup|ignores-opt-out"
    }
  }

  /// The answers to `us.work-off`.
  public enum WorkProfileOff: UInt8, ReadingAnswer {
    case stopped, suspended

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "stopped|suspended"
    }
  }
}
