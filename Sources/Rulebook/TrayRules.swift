import SimKernel

/// How many notifications stand in the tray, what groups them, and what removes them.
public struct TrayRules: BitwiseCopyable, Sendable {
  /// Notifications of one app in the tray.
  public var max = Rule(
    "tray.max", 50, small: 3,
    says: """
      At most 50 notifications of one app and user stand in the tray, summaries among them; a new \
      one beyond is dropped silently, updates pass.
      """,
    source: """
      AOSP NotificationManagerService.java (Android 11 to 15), getNotificationCount; \
      home-assistant/android #6218; read 2026-11
      """,
    evidence: .sourceCode,
    note: """
      The count looks at the package alone, so the summary that the system makes takes a place. \
      Foreground service notices are exempt. Trees of Android 11 and 12 say 50 as well.
      """)

  /// Notifications of one app in the tray of Android 10.
  public var max10 = Rule(
    "tray.max.10", 25, small: 3,
    says: """
      On Android 10 at most 25 notifications of one app and user stand in the tray; the release \
      before and the one behind keep 50.
      """,
    source: """
      AOSP NotificationManagerService.java (Android 10), MAX_PACKAGE_NOTIFICATIONS, in the trees of \
      AquariOS and MIUI; Dar9586/NClientV2 #123; read 2026-11
      """,
    evidence: .sourceCode,
    note: """
      Vendors differ: a phone of OnePlus with Android 11 stops at 20 to 50 (element-x-android \
      #1052), and 25 are reported without a release (ntfy #1558, notifee #504, \
      react-native-push-notification #1625).
      """)

  /// Updates of notifications in a second.
  public var updateRate = Rule(
    "tray.rate", 5, small: 2,
    says: "Updates of shown notifications pass up to five in a second; more are shed.",
    source: """
      AOSP NotificationManagerService.java (Android 14/15), DEFAULT_MAX_NOTIFICATION_ENQUEUE_RATE; \
      read 2026-10
      """,
    evidence: .sourceCode,
    note: """
      Sources differ by edition: 10 and earlier 50 a second in older trees; completed progress is \
      exempt in newer ones.
      """)

  /// Updates in a second in older trees.
  public var updateRate13 = Rule(
    "tray.rate.13", 10, small: 2,
    says: "In older trees updates of shown notifications pass up to ten in a second.",
    source: "AOSP NotificationManagerService.java (older trees); read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "Which release changed the rate was not read; the current tree is modelled.")

  /// Ungrouped notifications before grouping from Android 13.
  public var autoGroup13 = Rule(
    "tray.autogroup.13", 2,
    says: """
      From Android 13 the system groups ungrouped notifications of an app when there are two.
      """,
    source: "frameworks/base config_autoGroupAtCount as quoted by other projects; read 2026-10",
    evidence: .unverified,
    note: """
      Sources differ: the public page says four or more, second-hand quotes of Android 13 to 16 \
      say two.
      """)

  /// Ungrouped notifications before grouping up to Android 12.
  public var autoGroup12 = Rule(
    "tray.autogroup.12", 4, small: 2,
    says: """
      Up to Android 12 the system groups ungrouped notifications of an app when there are four.
      """,
    source: """
      Android, notification groups; config_autoGroupAtCount as quoted by other projects; read \
      2026-10
      """,
    evidence: .documented)

  /// The API level that groups by section.
  public var autoGroup16 = Rule(
    "tray.autogroup16", 36,
    says: """
      From Android 16 (API level 36) the system groups by section and takes in children whose \
      summary was never posted.
      """,
    source: "comments of other projects on AOSP GroupHelper.java; read 2026-10",
    evidence: .unverified)

  /// Whether what joins the system's group rings.
  public var autoGroupAlert = Reading(
    "tray.autogroup16.alert", usually: GroupedAlert.silent,
    asks: """
      From Android 16, does a notification that the system groups as it comes make a sound and pop \
      up, or is it silent?
      """,
    source: """
      AOSP GroupHelper.java, maybeGroupWithSections (Android 16); binwiederhier/ntfy-android #117; \
      D4vidDf/HyperBridge #334; read 2026-11
      """,
    evidence: .unverified,
    note: """
      Grouping at the second one, at once and before the alert, was read in the source. The second \
      report says that addAutogroupKeyLocked of android16-release then sets FLAG_SILENT; a public \
      mirror of a later tree sets none. The first report has no sound and no banner until the \
      group is dismissed. What bears a group key of the app is grouped only after a delay.
      """)

  /// A tap on the system's own group.
  public var autoGroupTap = Rule(
    "tray.autogroup.tap",
    says: """
      A tap on the group that the system made opens the app as its icon does, with nothing of any \
      message.
      """,
    source: """
      AOSP NotificationManagerService.java, createAutoGroupSummary (Android 7 and later): its \
      content intent is the package's launch intent; com.unity.mobile.notifications #19; \
      react-native-firebase #5716; read 2026-11
      """,
    evidence: .sourceCode)

  /// What a tap on the system's own group takes along.
  public var autoGroupCancel = Rule(
    "tray.autogroup.cancel", 34,
    says: """
      From Android 14 (API level 34) the system's group leaves with its children when it is \
      tapped, if each of them would leave with a tap; before, all stay.
      """,
    source: """
      AOSP GroupHelper.java, ALL_CHILDREN_FLAG (a later tree has it, the trees up to Android 12 \
      do not); read 2026-11
      """,
    evidence: .unverified,
    note: "The flag was read in the source; with which release it came was not.")

  /// Intents that differ in their extras only.
  public var tapIntent = Rule(
    "tray.tap-intent",
    says: """
      Two PendingIntents of an app with the same request code, component, action and data are one, \
      whatever their extras: a new one updates, keeps or cancels the one that a notification \
      still holds.
      """,
    source: "Android, PendingIntent and Intent.filterEquals reference; read 2026-11",
    evidence: .documented,
    note: """
      Reported as the wrong chat behind a tap (nextcloud/android #8363, \
      react-native-notifications #66, httrack-android #14). The messaging library counts its \
      request codes up.
      """)

  /// Dismissing a summary.
  public var groupCancel = Rule(
    "tray.group.cancel",
    says: "Dismissing the summary of a group dismisses its children.",
    source: "Android, notification groups; read 2026-10",
    evidence: .documented)

  /// An update clears the tray.
  public var update = Rule(
    "tray.update-app",
    says: "Updating an app removes its notifications.",
    source: "AOSP NotificationManagerService.java (Android 14/15), package receiver; read 2026-10",
    evidence: .sourceCode)

  /// A force-stop clears the tray.
  public var forceStop = Rule(
    "tray.force-stop",
    says: "Force-stopping an app removes its notifications.",
    source: """
      AOSP NotificationManagerService.java (Android 14/15), PACKAGE_RESTARTED; read 2026-10
      """,
    evidence: .sourceCode)

  /// Removing an app clears the tray.
  public var uninstall = Rule(
    "tray.uninstall",
    says: "Uninstalling, disabling or clearing the data of an app removes its notifications.",
    source: "AOSP NotificationManagerService.java (Android 14/15); read 2026-10",
    evidence: .sourceCode)

  /// Suspended apps hide.
  public var suspend = Rule(
    "tray.suspend",
    says: "Notifications of a suspended app are hidden and return with it.",
    source: "AOSP NotificationManagerService.java (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason:
      "A suspended profile's apps are hidden and come back: the reading us.work-off chooses it.")

  /// A stopped user has no tray.
  public var userStop = Rule(
    "tray.user-stop",
    says: "Stopping a user or switching a work profile off removes the notifications.",
    source: "AOSP NotificationManagerService.java (Android 14/15); read 2026-10",
    evidence: .sourceCode)

  /// Notifications outlive the process.
  public var processDeath = Rule(
    "tray.process-death",
    says: """
      The death of a process does not remove what it posted, except foreground service notices.
      """,
    source: "AOSP NotificationManagerService.java (Android 14/15); read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "Only the events that clear a tray clear it; the end of a process is none of them.")

  /// The API level and target that forbid trampolines.
  public var trampoline = Rule(
    "tray.trampoline", 31,
    says: """
      On Android 12 (API level 31) or higher and with target 31 or higher a tap must open an \
      activity directly; by a service or receiver its start is blocked.
      """,
    source: """
      Android, behaviour changes for apps targeting 12; Android lint NotificationTrampoline; \
      react-native-notifications #884; notifee #250; read 2026-11
      """,
    evidence: .documented,
    note: """
      Older systems know no such block: there a receiver may still open the screen, as push SDKs \
      that keep both ways say (CleverTap, Android 12 updates).
      """)

  /// The target that states mutability.
  public var mutability = Rule(
    "tray.pi-immutable", 31,
    says: "With target 31 or higher a pending intent that does not state its mutability throws.",
    source: "Android 12 behaviour changes; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "It throws in the first test of the app; no such app is shipped.")

  /// Full-screen intents.
  public var fullScreen = Rule(
    "tray.fullscreen",
    says: "From Android 14 full-screen intents are for calls and alarms only.",
    source: "Android 14 behaviour changes; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "No push of the model is a call or an alarm.")

  /// Notification cooldown.
  public var cooldown = Reading(
    "tray.cooldown", usually: MutedAlert.alerts,
    asks: """
      Does a notification that its app's cooldown has muted still pop up, or does nothing alert?
      """,
    source: """
      AOSP NotificationAttentionHelper.java, StrategyPerApp (Android 15); settings text of Android \
      16: lowers its volume and minimizes alerts; read 2026-11
      """,
    evidence: .unverified,
    note: """
      The volume of a muted one is zero; whether its banner goes as well was not read. A tap or a \
      dismissal ends the cooldown. Calls, alarms and priority conversations are exempt.
      """)

  /// The first API level with a cooldown.
  public var cooldownFrom = Rule(
    "tray.cooldown.from", 36,
    says: "Bursts of one app are cooled down from Android 16 (API level 36).",
    source: "AOSP; press reports that it was withdrawn from Android 15; read 2026-11",
    evidence: .reported,
    note: "Pixel phones have it since an update of Android 15 in March 2025.")

  /// When the sound is lowered.
  public var cooldownLowers = Rule(
    "tray.cooldown.lowers", SimDuration.seconds(60),
    says: "A notification within 60 seconds after one of the same app sounds lower.",
    source: "AOSP SystemUiSystemPropertiesFlags.java, NOTIF_COOLDOWN_T1 (Android 15); read 2026-11",
    evidence: .sourceCode)

  /// When the sound is muted.
  public var cooldownMutes = Rule(
    "tray.cooldown.mutes", SimDuration.seconds(10),
    says: "A notification within 10 seconds after a lowered one of the same app is muted.",
    source: "AOSP SystemUiSystemPropertiesFlags.java, NOTIF_COOLDOWN_T2 (Android 15); read 2026-11",
    evidence: .sourceCode,
    note: "Sources differ by tree: 5 or 10 seconds.")
}

extension TrayRules {
  /// The answers to `tray.autogroup16.alert`.
  public enum GroupedAlert: UInt8, ReadingAnswer {
    case silent, rings

    /// The answers in the order of the cases.
    public static var words: StaticString { "silent|rings" }
  }

  /// The answers to `tray.cooldown`.
  public enum MutedAlert: UInt8, ReadingAnswer {
    case alerts, silent

    /// The answers in the order of the cases.
    public static var words: StaticString { "alerts|silent" }
  }
}
