/// When Android asks whether an app may notify, and what each answer means.
public struct PermissionRules: BitwiseCopyable, Sendable {
  /// The first API level that asks.
  public var newInstall = Rule(
    "perm.new-install", 33,
    says: """
      From Android 13 (API level 33) notifications of a new install are off until the permission \
      is granted.
      """,
    source: "Android, notification runtime permission; read 2026-10",
    evidence: .documented)

  /// The target that chooses the moment.
  public var target33 = Rule(
    "perm.target33", 33,
    says: "With target 33 or higher the app decides when the dialog appears.",
    source: "Android, notification runtime permission; read 2026-10",
    evidence: .documented)

  /// Older targets are asked by the system.
  public var target32 = Rule(
    "perm.target32",
    says: """
      With target 32 or lower the dialog comes at the first activity start after a channel exists, \
      or with a channel made on screen.
      """,
    source: "Android, notification runtime permission; read 2026-10",
    evidence: .documented)

  /// Denials that an older target survives.
  public var target32Deny = Rule(
    "perm.target32.deny", 1,
    says: """
      With target 32 or lower one \"Don't allow\" ends the dialogs until a reinstall or an update \
      to target 33.
      """,
    source: "Android, notification runtime permission; read 2026-10",
    evidence: .documented)

  /// Swiping the dialog away.
  public var swipe = Rule(
    "perm.swipe",
    says: "Swiping the dialog away changes nothing; it may come again.",
    source: "Android, notification runtime permission; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "A dismissed dialog is no denial: see perm.back for the other reading.")

  /// Denials before the dialog stays away.
  public var denialsFinal = Rule(
    "perm.deny2", 2,
    says: """
      From Android 11 a second denial during one installation is final: no further dialog appears.
      """,
    source: "Android 11 permission updates; read 2026-10",
    evidence: .documented,
    note: """
      Sources differ: the notes on four systems say that Android may be asked again and again; the \
      platform makes the second denial final.
      """)

  /// Leaving the dialog by back.
  public var back = Reading(
    "perm.back", usually: BackCounts.notCounted,
    asks: "Does leaving the dialog by back or a tap outside count as a denial?",
    source: "Android 11 permission updates (partly read); dexter #282; read 2026-10",
    evidence: .unverified,
    note: "The text on returning from settings was not read.")

  /// A dismissal looks like a denial.
  public var rationaleQuirk = Rule(
    "perm.rationale-quirk",
    says: """
      After a mere dismissal, code that looks only at the rationale flag believes that it must \
      never ask again.
      """,
    source: "dexter #282; read 2026-10",
    evidence: .reported,
    relation: .notModelled,
    reason: "The flag is read by app code that the host of the model does not have.")

  /// Upgrading a device to Android 13.
  public var upgradeGrant = Rule(
    "perm.upgrade-grant",
    says: """
      An upgrade to Android 13 grants the permission for now to an app with a channel that was not \
      switched off; off stays off.
      """,
    source: "Android, notification runtime permission; read 2026-10",
    evidence: .documented)

  /// Notifications that need no permission.
  public var exempt = Rule(
    "perm.exempt",
    says: "Media sessions and self-managed calls are exempt.",
    source: "Android, notification runtime permission; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "No push of the model is a media session or a call of the telephone system.")

  /// Posting without the permission.
  public var offEffect = Rule(
    "perm.off.effect",
    says: "Without the permission posting silently shows nothing; the code of the app still runs.",
    source: "Android, notification runtime permission; read 2026-10",
    evidence: .documented)

  /// Revoking ends the process.
  public var revokeKills = Rule(
    "perm.revoke-kill",
    says: "Revoking the permission in settings ends the process of the app.",
    source: "Android permission rules; read 2026-10",
    evidence: .documented)

  /// Asking again.
  public var repeatPrompts = Rule(
    "perm.ask-again",
    says: "Where the permission is already granted or finally denied a request shows no dialog.",
    source: """
      Android, notification runtime permission; Android 11 permission updates; read 2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason: "The platform's count of denials decides; the other sentence stands in the note.")
}

extension PermissionRules {
  /// The answers to `perm.back`.
  public enum BackCounts: UInt8, ReadingAnswer {
    case notCounted, counted

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "not-counted|counted"
    }
  }
}
