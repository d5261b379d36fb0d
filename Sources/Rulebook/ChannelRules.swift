import SimKernel

/// What a notification channel fixes, and who may change it.
public struct ChannelRules: BitwiseCopyable, Sendable {
  /// The target that needs a channel.
  public var required = Rule(
    "chan.required", 26,
    says: """
      With target 26 or higher a notification without an existing channel is not shown; older \
      targets use a legacy channel.
      """,
    source: """
      Android, create and manage notification channels; AOSP PreferencesHelper.java (Android \
      14/15); read 2026-10
      """,
    evidence: .documented)

  /// What code may change later.
  public var immutable = Rule(
    "chan.immutable",
    says: """
      Code changes name and description, sets a missing group, and lowers importance while the \
      person never touched the channel.
      """,
    source: """
      Android, NotificationManager reference; AOSP PreferencesHelper.java (Android 14/15); read \
      2026-10
      """,
    evidence: .documented,
    note: "Sources differ: the guide says that code can change only name and description.",
    relation: .constructed,
    reason:
      "A channel's row is written once by the app and outlives its deletion; tests hold each case.")

  /// Creating a channel again.
  public var recreate = Rule(
    "chan.recreate-noop",
    says: "Creating an existing channel again changes nothing else.",
    source: """
      Android, create and manage notification channels; AOSP PreferencesHelper.java (Android \
      14/15); read 2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason:
      "A channel's row is written once by the app and outlives its deletion; tests hold each case.")

  /// A deleted channel comes back.
  public var undelete = Rule(
    "chan.undelete",
    says: """
      A deleted channel that is created again returns with its old settings, changes of the person \
      included.
      """,
    source: """
      Android, create and manage notification channels; AOSP PreferencesHelper.java (Android \
      14/15); read 2026-10
      """,
    evidence: .documented,
    relation: .constructed,
    reason:
      "A channel's row is written once by the app and outlives its deletion; tests hold each case.")

  /// How long a deleted channel is remembered.
  public var retain = Rule(
    "chan.retain", SimDuration.days(30), small: SimDuration.days(1),
    says: "A deleted channel is remembered for 30 days.",
    source: "AOSP PreferencesHelper.java (Android 14/15); read 2026-10",
    evidence: .sourceCode)

  /// Settings shows deleted channels.
  public var deletedCount = Rule(
    "chan.deleted-count",
    says: "Settings shows how many channels an app has deleted.",
    source: "Android, create and manage notification channels; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "It changes no message; it is a line in the settings.")

  /// A blocked channel.
  public var blocked = Rule(
    "chan.blocked",
    says: """
      A channel set to none is blocked; a blocked group blocks its channels, the switch of the app \
      blocks all.
      """,
    source: "Android, create and manage notification channels; read 2026-10",
    evidence: .documented,
    note: """
      The notes on four systems add that posting to a blocked channel succeeds and shows nothing.
      """)

  /// How many channels an app has.
  public var limit = Rule(
    "chan.limit", 5000, small: 3,
    says: "An app has at most 5,000 channels.",
    source: "AOSP PreferencesHelper.java (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "Older trees allow 50,000.")

  /// How many channel groups an app has.
  public var groupLimit = Rule(
    "chan.limit.groups", 6000,
    says: "An app has at most 6,000 channel groups.",
    source: "AOSP PreferencesHelper.java (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "Six thousand groups exist in no app; the limit of channels is modelled.")

  /// Silence is not absence.
  public var quiet = Rule(
    "chan.dnd",
    says: """
      Do-not-disturb and silent channels change how a notification alerts, not whether it is in \
      the tray.
      """,
    source: "Android, notifications overview; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason:
      "Do not disturb silences and hides nothing from the tray; the story's person reads it later all the same."
  )

  /// Channels go with the app.
  public var uninstall = Rule(
    "chan.uninstall",
    says: "An uninstall removes the channel settings, and so does clearing data.",
    source: "AOSP PreferencesHelper onPackagesChanged (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    note: "The part about clearing data was not verified.",
    relation: .constructed,
    reason: "Channels stand in the row of the install, which an uninstall replaces.")

  /// Low importance is quiet.
  public var lowBar = Rule(
    "chan.low",
    says: "A channel of low importance shows its notifications without sound or banner.",
    source: "Android, notifications overview; read 2026-10",
    evidence: .documented)
}
