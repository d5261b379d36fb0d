package import PushDomain

// What the words of fates, causes and promises mean, one sentence each, for reference and reports.

extension Fate {
  /// What the fate means for the person.
  package var meaning: String {
    switch self {
    case .pending: "Still waits at the end of the run; the cause says where."
    case .lost: "A fault that the story injects ate it; the cause is that fault."
    case .unsent: "The server did not send it to this install; the cause is its reason."
    case .refused: "FCM said no to the send; the cause is the error."
    case .dropped: "A platform rule ended it on its way or before it was seen."
    case .ignored: "The client refused it on the phone; the cause is the defence."
    case .replaced: "A newer message took its place before it was seen."
    case .handled: "Reached the app's code, and nothing was meant to be shown."
    case .synced: "Came through the inbox sync only; push= says what became of its push."
    case .shownQuietly: "Became visible without a sound or banner."
    case .shown: "Became visible; the cause is the surface."
    }
  }
}

extension Unsent {
  /// Why the server did not send.
  package var meaning: String {
    switch self {
    case .noRow: "The server has no row of this install for the person."
    case .optedOut: "The person opted out of the topic."
    case .disabled: "The server's row says that the app may not notify."
    case .capped: "The person's cap was used up."
    case .quietHours: "It fell into quiet hours."
    case .expired: "Its time ran out before it was the turn of this send."
    case .noAddress: "The row has no address, or one that leads to another install."
    case .retracted: "It was retracted before it was sent."
    case .nodeStopped: "The node of the server was stopped."
    case .dryRun: "It was a dry run: FCM checked it and delivered nothing."
    case .seenElsewhere: "The person had seen it on another install."
    case .gaveUp: "The server gave up after its tries."
    case .noSubscription:
      "FCM took it for many, and counted this install in no such topic or group."
    case .rolledBack: "Its transaction was rolled back: there is no such message."
    }
  }
}

extension Surface {
  /// Where content is seen.
  package var meaning: String {
    switch self {
    case .tray: "The notification drawer, with the lock screen."
    case .banner: "A banner over what is on the screen."
    case .inApp: "Inside the open app."
    case .inbox: "The app's own list of messages."
    case .tap: "The place that a tap opened."
    }
  }
}

extension WaitingPlace {
  /// Where a message waits.
  package var meaning: String {
    switch self {
    case .server: "Waits at the app's server."
    case .provider: "FCM keeps it."
    case .network: "Is on its way."
    case .device: "Is on the phone and not yet handed to the app."
    case .handler: "The app's code has it and is not done."
    }
  }
}

extension FCMCode {
  /// What an answer of FCM means to the server.
  package var meaning: String {
    switch self {
    case .ok: "Accepted, which is not delivered."
    case .invalidArgument: "The message or the address is malformed: 400."
    case .unregistered: "The address is dead: 404."
    case .senderIDMismatch: "The address belongs to another project: 403."
    case .permissionDenied: "The sender may not send for this project: 403."
    case .quotaExceeded: "A rate or quota is used up: 429."
    case .unavailable: "FCM is overloaded: 503."
    case .internal: "FCM failed: 500."
    case .thirdPartyAuth: "The credential for APNs or Web Push is bad: 401."
    case .unauthenticated: "The access token is missing or has expired: 401."
    case .unspecified: "FCM names no reason."
    case .html: "A page of HTML: the request did not reach the send interface."
    }
  }
}

extension Promise {
  /// What the promise says.
  package var sentence: String {
    switch self {
    case .noCrossUserContent: "No user's content reaches another user."
    case .noContentAfterLogout: "After logout nothing of the user is shown or kept in sight."
    case .everyMessageAccountedFor:
      "The server's own record names an outcome for every message it took."
    case .noDuplicateDisplay: "Nobody is shown the same message twice on one device."
    case .nothingLost:
      "Who opens the app with a network finds every message, shown or in the inbox."
    case .everyInstallReachable: "The server can reach every install that is logged in."
    case .oneRowPerInstall: "An install has one row at the server."
    case .oneOwnerPerAddress: "An address stands in one row, under one user."
    case .deadAddressesForgotten: "An address that the provider called dead is sent to no more."
    case .liveAddressesKept: "The address of an install within reach is not thrown away."
    case .retryDiscipline:
      "Retries wait as the provider asks, and what is permanent is not retried."
    case .promptDiscipline: "The permission dialog comes only when the host asks for it."
    case .optOutHonoured: "Who opted out of a topic, or never asked for it, is shown nothing of it."
    case .openedExactlyOnce: "An opened message is counted once, for the user who opened it."
    case .tapLandsRight: "A tap reaches the message's place, as its user, cold or warm, and once."
    case .privacy:
      """
      Nothing of a user is kept after logout or erasure, or told under another's name, and no \
      payload is logged.
      """
    case .credentialDiscipline: "Credentials are reused, renewed in time, and not too often."
    case .converges: "After the trouble server, provider and phone agree."
    }
  }

  /// The promise of a word.
  package static func named(_ word: String) -> Promise? {
    allCases.first { "\($0.word)" == word }
  }
}

extension NotificationIDs {
  /// What the app's code calls what it posts.
  package var meaning: String {
    switch self {
    case .own: "Each message has an id of its own; so it is unless the story says otherwise."
    case .one: "All have one id: each replaces the one before."
    case .counted: "They are counted from the start of the process: a new process begins anew."
    }
  }
}

extension HandlerWork {
  /// Where the handler works.
  package var meaning: String {
    switch self {
    case .itself: "In the callback, which returns when the work is done."
    case .thread: "On a thread; the callback returns, and nothing keeps the process."
    case .job: "In a job, which waits until the system lets it run."
    case .expeditedJob: "In an expedited job."
    }
  }
}

extension GroupChange {
  /// What is asked of FCM.
  package var meaning: String {
    switch self {
    case .remove: "Takes the address out."
    case .add: "Puts the address in; a group that nobody was in before is made."
    case .create: "Makes the group anew where its last member went, and puts the address in."
    }
  }
}

extension HostDrawing {
  /// Where the host draws.
  package var meaning: String {
    switch self {
    case .off: "Nowhere: only SDK and library draw."
    case .on: "In the callback of the messaging service, which sees what the library hands over."
    case .receiver: "In a receiver of its own, which sees every message."
    }
  }
}

extension StorageItem {
  /// What is kept.
  package var meaning: String {
    switch self {
    case .installID: "The id that the SDK gave the install."
    case .inbox: "The messages of the person."
    case .seenTable: "Which messages were handled, against duplicates."
    case .fid: "The installation id of Firebase."
    case .address: "The SDK's copy of its address; unless told, it goes where the install id goes."
    case .session: "The login; unless told, it stays on its device."
    }
  }
}

extension StorageClass {
  /// Whether a backup takes it.
  package var meaning: String {
    switch self {
    case .backedUp: "A backup takes it to the next device."
    case .noBackup: "It stays on this device."
    }
  }
}

extension Project {
  /// Whose project it is.
  package var meaning: String {
    switch self {
    case .right: "The one that the app and its server begin with."
    case .wrong: "Somebody else's: FCM refuses its sends."
    case .new: "The one that they move to: update-app project=new moves an app."
    }
  }
}
