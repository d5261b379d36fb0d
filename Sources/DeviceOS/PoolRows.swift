import PushDomain
import SimKernel

/// One notification in the tray, newest first in the list of its install.
package struct TrayRow: Linked, Sendable {
  var payload: PushPayload
  var copy: CopyID
  var channel: NameID
  /// The record that showed it.
  var shownBy: RecordID
  /// The next one of the same install.
  package var next = UInt32.max
  var author: AppNotification.Author
  var tapPath: TapPath
  var tapIntent: TapIntent
  /// Shown in the silent section.
  var isQuiet: Bool
  /// How far the cooldown had gone when it came.
  var cooldown = Cooldown.loud
  /// When it came, in seconds of the run.
  var postedAt: UInt32 = 0
}

/// The intent that the taps on all notifications of an install share.
struct SharedIntent: BitwiseCopyable {
  var install: InstallID
  /// Its extras.
  var extras: PushPayload
  /// The message whose notification it was made for last.
  var message: MessageID
}

/// One notification channel of an install: 16 bytes.
package struct ChannelRow: BitwiseCopyable, Sendable {
  var name: NameID
  var next = UInt32.max
  /// The record that made it what it is.
  var setBy: RecordID
  var importance: ChannelImportance
  /// What the app asked for when it made the channel.
  var original: ChannelImportance
  /// The person changed it, so code cannot any more.
  var isTouched = false
  var isDeleted = false
}

/// When code deleted a channel that is remembered.
struct ChannelDeletion: BitwiseCopyable, Sendable {
  var channel: UInt32
  var at: SimTime
}

/// What only an install has that got work or messages, or that is stopped or restricted.
package struct WorkRow: BitwiseCopyable, Sendable {
  /// Until when the app has a pass out of Doze.
  var passUntil = SimTime.zero
  var jobs = UInt32.max
  var held = UInt32.max
  var alarms = UInt32.max
  /// The record that stopped or restricted it.
  var stoppedBy = RecordID.none
  /// When one of its notifications was seen last, in seconds of the run.
  var lastSeen: UInt32 = 0
  /// When the running window of the job quota began, and the expedited one, in seconds.
  var quotaSince: UInt32 = 0
  var expeditedSince: UInt32 = 0
  /// When the running day of the cap over all jobs began.
  var daySince: UInt32 = 0
  /// Milliseconds of jobs in these windows.
  var quotaUsed: UInt32 = 0
  var expeditedUsed: UInt32 = 0
  var dayUsed: UInt32 = 0
  /// When the running second of tray updates began, in milliseconds that wrap around.
  var rateSince: UInt32 = 0
  var sessions: UInt16 = 0
  var rateCount: UInt16 = 0

  @inline(__always)
  var isIdle: Bool {
    lastSeen == 0 && passUntil == .zero && stoppedBy.isNone && jobs == .max && held == .max
      && alarms == .max
      && quotaUsed | expeditedUsed | dayUsed == 0 && sessions == 0 && rateCount == 0
  }
}

/// One unique job of an install.
package struct JobRow: Linked, Sendable {
  var due: SimTime
  /// When the armed timer fires: when it is due, or when its quota has room again.
  var armedFor: SimTime = .zero
  var startedAt: SimTime = .zero
  /// The next one of the same install.
  package var next = UInt32.max
  var generation: UInt16 = 0
  var attempts: UInt8 = 0
  var kind: JobKind
  var isExpedited: Bool
  var isRunning = false
  /// It was enqueued again while it ran.
  var runsAgain = false
  /// A timer for `armedFor` is armed.
  var isArmed = false
  /// It is expedited and started when such time was free.
  var isFree = false
}

/// One alarm of an install.
package struct AlarmRow: Linked, Sendable {
  /// What it was set with.
  var payload: PushPayload
  var due: SimTime
  /// The next one of the same install.
  package var next = UInt32.max
}

/// A message that play services keep for an app: in its hands, or not handed over yet.
package struct HeldRow: Linked, Sendable {
  /// Why play services keep it.
  enum Reason: UInt8, BitwiseCopyable {
    /// The app has it and did not finish.
    case inHand
    /// A normal message that came while the device dozes.
    case dozing
    /// The vendor froze the app in the background.
    case frozen
    /// The storage is locked, and play services are the ones that wait.
    case locked
    /// The process died with it.
    case orphaned
  }

  var delivery: Delivery
  var since: SimTime
  /// The next one of the same install.
  package var next = UInt32.max
  /// The record by which play services got it.
  var cause: RecordID
  var reason: Reason
  /// Something of it became visible.
  var wasShown = false
}
