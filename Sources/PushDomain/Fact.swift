/// What was observed.
///
/// Each case says what the fields of its record hold.
///
/// Fields that a case does not name are none or zero. `because` may always name a second record
/// that made the fact come out this way: who stopped the app, who queued the unlink.
public enum Fact: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
  // The story.
  /// A statement of the story took effect; `line` names it.
  case statement
  /// A statement could not take effect; `detail` is a `StoryMistake`.
  case storyMistake
  /// A fault of the story touched something; `operand` is the fault's line, `detail` its kind.
  case faultHit

  // Devices and apps; `install` says whose, or `operand` the device.
  /// The device got a network; `operand` is the device.
  case networkUp
  /// The device lost its network; `operand` is the device.
  case networkDown
  /// Doze changed; `operand` is the device, `detail` a `DozePhase`.
  case dozeChanged
  /// The device booted; `operand` is the device, `detail` 1 once the user unlocked it.
  case booted
  /// An app was installed: `install`; `operand` is the device, `detail` 1 for a restored copy.
  case appInstalled
  /// It was uninstalled.
  case appUninstalled
  /// Its data were cleared.
  case dataCleared
  /// It came to the foreground; `detail` 1 when the device had a network, `operand` the rule that
  /// led there from a tap on a group, else zero.
  case appOpened
  /// It left the foreground.
  case appLeft
  /// Its process started; `detail` is a `StartReason`, `operand` the rule, if any.
  case processStarted
  /// Its process ended; `detail` is an `EndReason`, `operand` the rule, if any.
  case processEnded
  /// It entered the stopped state; `operand` is the rule.
  case appStopped
  /// It left the stopped state; `operand` is the rule.
  case appUnstopped
  /// Something restricted it (battery mode, hibernation, bucket); `operand` is a rule, `detail` 1 on, 0 off.
  case appRestricted
  /// The permission dialog came up; `detail` 1 when the host asked, else 0; `operand` is the rule.
  case promptShown
  /// The right to notify changed; `detail` 1 allowed, 0 not; `operand` is the rule.
  case permissionChanged
  /// A channel changed; `operand` is its name, `detail` its importance.
  case channelChanged

  // Who is who; `user` says who.
  /// A person is truly logged in on `install`, beside whoever has not signed out of it.
  ///
  /// A login that takes another's place notes that one's `signedOut` first.
  case signedIn
  /// The person is truly logged out; where `install` is none, everywhere: the server ended all
  /// sessions of theirs. With `detail` 1 the session went with the app or its data.
  case signedOut
  /// The person does not want topic `operand` on `install`; on all theirs where it is none.
  case optedOut
  /// The person `user` asked for topic `operand`, or wants it again.
  case optedIn
  /// The person asked that everything of theirs on `install` be erased at the server.
  case erasureAsked

  // Registration.
  /// The client asked for an address.
  case addressAsked
  /// FCM issued `operand` to `install`; `detail` is an `AddressKind`.
  case addressIssued
  /// FCM ended address `operand`; `detail` 1 when FCM knows, 0 when only the device does.
  case addressEnded
  /// FCM refused a registration, or the device did: `operand` is the rule, `detail` a
  /// `RegistrationError`, `copy` carries the address of an answer that the client did not take.
  case registrationRefused
  /// The SDK's record holds address `operand` now.
  case addressHeld
  /// An upload waits on `install` for `user`; `operand` is the version.
  case uploadQueued
  /// It left the device.
  case uploadSent
  /// The client saw its answer; `detail` is 1 for success; `operand` is the status.
  case uploadAnswered
  /// The client gives it up; `operand` is the status.
  case uploadGivenUp

  // The server's rows; `operand` is the row, `install` the install that truly wrote it.
  /// A row was made or changed: `user` is its user now, `copy` carries the address; `detail` is 1
  /// where a worker saved what it had read.
  case rowWritten
  /// A row went away; `detail` is a `RowEnd`; `user` and address (in `copy`) are its last ones.
  case rowRemoved
  /// The server refused a call; `operand` is the status, `detail` an `APICall`.
  case callRefused

  // A message; `message` says which, `user` for whom.
  /// The server took it; `operand` is its topic or zero, `copy` carries its link.
  case messageTaken
  /// The server's own record names the outcome; `detail` is an `Outcome`.
  case messageSettled
  /// The server did not send to `install` (row `operand`); `detail` is an `Unsent`.
  case notSent
  /// A request left for address `operand` of `install`; `detail` counts the tries.
  case requestSent
  /// FCM accepted it as `copy` for `install`.
  case accepted
  /// FCM refused it; `operand` is the rule, `detail` the `FCMCode`, `copy` carries the address.
  case refused
  /// The request or its answer never came back in time; `detail` 1 where the connection took none.
  case answerMissing
  /// A worker died with the job; `detail` is a `CrashPoint`, `line` asked for it.
  case workerDied

  // A copy; `copy` says which, with `message` and `install`.
  /// FCM keeps it; `operand` is the rule that makes it wait.
  case stored
  /// FCM lowered its priority; `operand` is the rule, `detail` 1 where Play services may draw it.
  case lowered
  /// It left FCM for the device.
  case released
  /// Play services have it.
  case delivered
  /// A rule ended it: `operand`.
  case dropped
  /// A newer one took its place: `operand` is the rule.
  case replaced
  /// A fault ate one passage of it; `operand` is the fault's line. FCM may send it again.
  case lost
  /// The client's code got it, or Play services drew it; `detail` is a `HandOver`, `operand` the rule.
  case handed

  // What came of it on the device.
  /// Content became visible; `user` is whose content, `detail` a `Surface`, `operand` 1 if alerting.
  ///
  /// One record for each post, with its `copy` where a push brought it. A post that takes the place
  /// of the same message's entry without alerting has `operand` 0.
  case shown
  /// Visible without alerting; `operand` is the rule, `detail` a `Surface`.
  case shownQuietly
  /// Was to be shown and was not; `operand` is the rule.
  case notShown
  /// The SDK or app took it, and nothing was meant to be shown.
  case handled
  /// The client refused it; `operand` is a defence.
  case ignored
  /// It came through the inbox sync.
  case synced
  /// A person looked at it in the app; `user` is whose content, `detail` a `Surface`.
  case seenInApp
  /// It left the inbox.
  case inboxRemoved
  /// It left the tray; `detail` is a `TrayEnd`, `operand` the rule, if any.
  case trayRemoved
  /// A person tapped it; `user` is whom the app opens it as, `operand` the place, `detail` 1 cold.
  ///
  /// The place is the link that was reached, or none for the app's front door. With `detail` 2
  /// nobody tapped: the app handles the intent of an earlier tap once more.
  case tapped
  /// The tap led nowhere; `operand` is the rule.
  case tapFailed
  /// The client was told that messages were deleted.
  case deletedTold
  /// The client asked for its inbox; `detail` is a `SyncPurpose`.
  case syncAsked
  /// The client queued an event; `detail` is a `ClientEvent`.
  case eventQueued
  /// The server counted an event of `install` for `user`; `detail` is a `ClientEvent`, `operand` 1
  /// where the session of another person signed it.
  case eventCounted
  /// The server dropped a repeat of an event.
  case eventRepeated
  /// The app posted a log line that carries a payload.
  case payloadLogged
  /// Data of `user` are still kept on `install` after logout; `detail` is a `StorageItem`.
  case keptAfterLogout

  // Credentials and discipline; `operand` is the node.
  /// An access token was minted; `because` names the refusal that forced it early, if any, `detail`
  /// 1 where the last one should have served on.
  case tokenMinted
  /// A send went out with a credential that was known to be bad.
  case tokenMisused
  /// A retry went out; `detail` 1 when it kept the wait it had to keep, 0 when not; `operand` the rule.
  case retried

  // Waiting.
  /// Something keeps it back for now; `operand` is the rule.
  ///
  /// With a copy, play services of `install` keep it; without one, the server keeps a send to it.
  case held
  /// A notification asked for channel `operand`, which is not there; `detail` 1 where the library
  /// takes its fallback.
  case channelMissing
  /// FCM refused a topic call, and rule `operand` stops the library's queue at it; `copy` carries the
  /// topic, `detail` is the status, less 400.
  case topicRefused
  /// The transaction in which the server made the message was rolled back: there is no such message.
  case undone
  /// Code wanted to take a notification away and by rule `operand` could not name it.
  case cancelFailed
  /// FCM accepted a message for many, and by rule `operand` nobody was among them.
  case nobodyReached
  /// A router on the way forgot the connection of device `operand` to FCM, and told neither end.
  case connectionForgotten
  /// The device was switched off; `operand` is the device.
  case switchedOff
}

extension Fact {
  /// Whether the operand of such a record is the key of a rule.
  public var citesRule: Bool {
    switch self {
    case .stored, .lowered, .dropped, .replaced, .shownQuietly, .notShown, .refused,
      .appRestricted, .permissionChanged, .tapFailed, .retried, .held, .appStopped, .appUnstopped,
      .processStarted, .processEnded, .promptShown, .trayRemoved, .topicRefused,
      .cancelFailed, .registrationRefused, .nobodyReached:
      true
    default: false
    }
  }
}

/// Why a statement of the story could not take effect.
public enum StoryMistake: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case notInstalled, alreadyInstalled, noDialogOpen, notInForeground, nothingToTap, deviceOff,
    noSuchProfile, noBackup, notLoggedIn, appNotConfigured, notInInbox, noAddress, notSupportedHere,
    profileStopped, noReplyButton, notConnected
}

/// The phases of Doze.
public enum DozePhase: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case awake, light, lightWindow, deep, deepWindow
}

/// Why a process started.
public enum StartReason: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case user, push, tap, job, boot, update, broadcast
}

/// Why a process ended.
public enum EndReason: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case swiped, forceStopped, stoppedActive, memory, permissionRevoked, updated, cleared,
    uninstalled, reboot, crashed, backup, profileStopped, handlerTooLong, restricted
}

/// Why a row went away.
public enum RowEnd: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case unregistered, badAddress, reaped, erased, claimed, retired, forgotten, senderMismatch
  /// FCM had said something else, which the server takes for the end of the address.
  case misread
}

/// The four calls of the published server.
public enum APICall: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case upload, erase, events, sync
}

/// What the server's own record says of a message.
public enum Outcome: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case accepted, refused, noRow, optedOut, capped, expired, disabled, gaveUp, dryRun, retracted
}

/// Why the server did not send.
public enum Unsent: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case noRow, optedOut, disabled, capped, quietHours, expired, noAddress, retracted, nodeStopped,
    dryRun, seenElsewhere, gaveUp, noSubscription, rolledBack
}

/// How a copy reached code.
public enum HandOver: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The messaging library draws it.
  case library
  /// `onMessageReceived` gets it.
  case callback
  /// Play services draw it without starting the app.
  case playServices
  /// A receiver of the app that does not use the library.
  case receiver
  /// The app's socket to its server.
  case socket
}

extension Fact {
  /// Whether the operand is the line of a fault: where a story stands in its file, not what happens.
  @inlinable public var operandIsLine: Bool { self == .faultHit || self == .lost }
}

/// Where content is seen.
public enum Surface: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case tray, banner, inApp, inbox, tap
}

/// Why something left the tray.
public enum TrayEnd: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case tapped, dismissed, replaced, cancelled, forceStopped, rebooted, updated, cleared,
    uninstalled, profileStopped, channelBlocked, summaryDismissed, groupTapped
}
