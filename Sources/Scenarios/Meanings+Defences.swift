package import PushDomain

extension Defence {
  /// What SDK or server do when the design has the defence.
  package var meaning: String { isPublished ? publishedMeaning : hardenedMeaning }

  /// Where the defence comes from.
  package var source: String {
    switch self {
    case .pruneUnregistered, .serverRetry: "push SDK guide; Firebase, FCM ErrorCode page"
    case .renewAccessToken: "push SDK guide; Google, OAuth 2.0 for server applications"
    case .ownTapIntent: "push SDK guide; Android, PendingIntent reference"
    case .tapHandledOnce: "push SDK guide; element-x-android #7436, DeepLinkDispatch #284"
    case .sendAfterCommit: "push SDK guide; okuna-api #229, icinga-notifications #81"
    default:
      isPublished ? "push SDK guide" : "our choice; closes a hole that the push SDK guide leaves"
    }
  }

  /// Whether the published design has it.
  package var isPublished: Bool { Design.published.has(self) }

  private var publishedMeaning: String {
    switch self {
    case .clientUserFilter: "The SDK drops a push whose user is not logged in on the phone."
    case .unlinkOnClaim:
      "An upload that names another user moves the whole row of the install to that user."
    case .unlinkQueuedFirst: "Logout queues the unlink before it clears anything on the phone."
    case .clearInboxOnLogout: "Logout clears the local inbox and saved payloads."
    case .rereadAddressOnLogin: "Login asks the library for the address again."
    case .stableInstallID: "An install is known by an id of its own, not by its push address."
    case .saveVersionSent:
      "A successful upload confirms the version that it carried, not the one of now."
    case .refreshAge: "A record that is too old is uploaded again, though nothing changed."
    case .seenTable: "The SDK remembers the ids of messages and drops repeats."
    case .eventBatchKey: "A batch of events keeps its key over retries, so the server counts once."
    case .inboxSync: "The SDK fetches the inbox, so that a lost push is repaired."
    case .reaper: "The server deletes rows that gave no sign of life for long."
    case .compare410Time: "A dead address ends its row only if the row is older than the answer."
    case .outboxRetry: "Failed uploads are tried again with growing waits."
    case .stopOn4xx: "Uploads are not retried after an answer of 4xx that is permanent."
    case .channelsAtStart: "Channels are created when the SDK starts, not in the handler."
    case .readPermissionAtForeground:
      "The permission is read at every foreground and uploaded when it changed."
    case .enabledCheckAtSend: "The server sends nothing visible to a row that may not notify."
    case .optOutAtSend: "The server looks at opt-outs when it sends, not when it plans."
    case .capsOnServer: "Caps are counted at the server over all devices of a user."
    case .neverPrompt: "The SDK shows the permission dialog only when the host calls for it."
    case .hostForwardsByPrefix:
      "The host owns the messaging service and forwards what bears the SDK's key."
    case .proxyNext:
      "The SDK passes callbacks on to the delegate before it: iOS only, without effect on Android."
    case .addOnlyKeys: "Keys of the payload are only added, never renamed."
    case .receiverPermission:
      "The C2DM receiver demands the sender's permission, so that no other app can forge a push."
    case .sdkDraws: "Pushes are data messages that the SDK draws itself."
    case .linkOnLogin:
      "A login of another user is uploaded, not only an address that is new."
    case .updateKnownRow: "An upload for a row that the server has is written, not dropped."
    case .pruneUnregistered:
      "A row goes when FCM calls its address unregistered, malformed or another sender's."
    case .renewAccessToken: "The server gets a new access token before or when the old one ends."
    case .serverRetry:
      "The server repeats a failed send by itself, when the library has given up or never tried."
    case .ownTapIntent:
      "Each notification has a PendingIntent of its own, so that its tap carries its own extras."
    case .tapHandledOnce:
      "The intent that started an activity is handled once, however often the activity is made anew."
    case .rowForEachInstall: "A person has a row for each install, not one for all of them."
    case .sendAfterCommit:
      "A push leaves when the message is committed, so that whoever is told of it finds it."
    default: ""
    }
  }

  private var hardenedMeaning: String {
    switch self {
    case .uploadVersionCheck: "Uploads carry a version, and the server drops older ones."
    case .addressUniqueness: "An upload takes its address away from every other row."
    case .retireRowsOfSameDevice:
      "A hint of app, profile and device that survives a reinstall retires the earlier rows."
    case .hintPayload:
      "A push names no content: the SDK fetches it as the user who is logged in."
    case .deviceBoundInstallID: "The install id is not restored onto another device."
    case .unlinkByInstallCredential:
      "The unlink is proven by a credential of the install, not by the session that ends."
    case .clearTrayOnLogout: "Logout takes the user's notifications out of the tray."
    case .tapChecksUser: "A tap opens its link only for the user whose message it is."
    case .filterAtDisplay: "The user is compared once more at the moment of display."
    case .compare410ByRowVersion:
      "A dead address ends its row only if the row was not written since it was read."
    case .massDeletionGuard: "Suddenly many dead addresses stop the deleting."
    case .errorScope: "Errors are read as being about the address, the message or the sender."
    case .environmentRetry:
      "An address of the other APNs environment is tried there: iOS only, without effect on Android."
    case .collapseByMessageID: "A message's id is its tag, so that a repeat replaces itself."
    case .sharedSeenTable: "Push and sync share one seen table, which outlives a dismissal."
    case .announceOnlySinceInstall: "The first sync of an install or login announces nothing."
    case .clientTopicFilter: "The SDK drops pushes of topics that the user left."
    case .unlinkInForeground: "Logout calls the server at once, and keeps the job as a fallback."
    case .unlinkIgnoresConsent: "A missing consent holds uploads back, but never the unlink."
    case .erasureTombstone: "An erasure leaves a mark, so that a late upload does not undo it."
    case .refreshOnReceive: "A push that arrives refreshes a record that is old."
    case .uploadOnLogin: "Every login uploads, though nothing seems to have changed."
    case .serverTellsUnknownInstall:
      "The server tells an install that it does not know it, and the SDK uploads anew."
    case .demoteSilentInstalls:
      "Installs that gave no sign of notifying for long get no high priority."
    case .inboxNotBackedUp: "The local inbox stays out of backups."
    case .singleWriterLock: "Only one process writes the SDK's record at a time."
    case .readRowAtSend: "The row is read again at the moment of the send."
    case .quietHoursByZoneName: "Quiet hours follow the name of the zone, not a fixed offset."
    case .registrationReplyCheck: "A C2DM reply that answers no request of ours is dropped."
    case .registrationTimeout: "A C2DM registration without a reply is tried again."
    case .atomicRecord: "Login, logout and opt-in change the record in one write."
    case .sessionEndUnlinksRow:
      "When the server ends a person's sessions, it unlinks their rows as well."
    case .clearTopicsOnLogout: "Logout takes the opt-ins of the person out of the record."
    case .sessionEndClosesSocket:
      "When the server ends a person's sessions, it closes their sockets as well."
    case .logoutOn401:
      "A call that is refused because the session is over logs its person out on the phone."
    case .flushEventsOnLogout:
      "Logout sends the person's events under their own session, and drops what cannot leave."
    case .cancelAlarmsOnLogout:
      "Logout cancels the notifications that the app has planned for the person."
    case .uploadOnZoneChange:
      "At each start and return the SDK compares the zone with the one it told, and tells a new one."
    case .ttlCountsDown:
      "A request asks FCM to keep its message for what is left of its life, not for all of it anew."
    default: ""
    }
  }
}
