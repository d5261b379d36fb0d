public import SimKernel

/// What one statement of a story does, with every name resolved.
public enum Command: BitwiseCopyable, Sendable {
  /// Something happens to a device.
  case device(DeviceID, DeviceAction)
  /// A person does something with an app on a device.
  case app(SlotID, AppAction)
  /// The host app uses one of its own choices.
  case host(SlotID, HostAction)
  /// The server sends a message.
  case send(SendOrder)
  /// The operator of the server does something.
  case server(ServerAction)
  /// FCM behaves in an unusual way.
  case provider(ProviderAction)
  /// The network behaves in an unusual way.
  case network(NetworkAction)
}

/// What happens to a device as a whole.
public enum DeviceAction: BitwiseCopyable, Sendable {
  case offline
  case online
  /// On a metered network (mobile data); `online` is unmetered.
  case onlineMetered
  case screen(on: Bool)
  /// Unlocks the keyguard; the first time after a reboot it opens the user's storage.
  case unlock
  case charge(on: Bool)
  /// Moves the device, which ends deep Doze.
  case carry
  case reboot
  /// Power off; `powerOn` boots it, locked.
  case powerOff
  case powerOn
  case batterySaver(on: Bool)
  case dataSaver(on: Bool)
  /// An alarm clock rings after this span.
  case alarmClock(after: SimDuration)
  /// The wall clock jumps by this much.
  case clockJump(SimDuration)
  /// The clock hangs in another zone.
  case zone(ZoneID)
  /// Play services get another version, as a version code.
  case updatePlayServices(UInt32)
  case playServices(enabled: Bool)
  case clearPlayServices
  case upgradeOS(api: UInt8)
  /// Erases everything and starts anew.
  case reset
  /// Saves the backed-up storage classes of every app.
  case backup
  /// Sets this device up from the backup of another.
  case restore(from: DeviceID)
  /// Starts or stops a profile (work, second user, private space).
  case profile(UInt8, running: Bool)
  /// Another app injects the receive broadcast.
  case forgePush(SlotID, MessageID, UserID)
  /// Another app answers a C2DM registration request.
  case forgeRegistration(SlotID)
  /// The disk is full, or has room again.
  case disk(full: Bool)
}

/// What a person does with one app.
public enum AppAction: BitwiseCopyable, Sendable {
  /// Does what is missing of install, open, ask, allow and login; nothing of it is a mistake.
  case ready(UserID)
  case install
  case uninstall
  /// Uninstall and install in one word.
  case reinstall
  case clearData
  /// Updates the app: target version (0 keeps it), SDK generation (0 keeps it).
  case update(target: UInt8, sdk: UInt8, project: Project?)
  case open
  /// Leaves the app; its process stays cached.
  case background
  /// Turns the phone, so that the system makes the activity on the screen anew.
  case rotate
  case swipeAway
  case forceStop
  /// "Stop" in the list of active apps (Android 13 and later).
  case stopActive
  /// The system kills the cached process for memory.
  case killProcess
  case login(UserID)
  /// Adds an account beside the one that is logged in.
  case addAccount(UserID)
  case removeAccount(UserID)
  case logout
  case subscribe(NameID)
  case unsubscribe(NameID)
  /// Taps the notification of a message; none takes the newest.
  case tap(MessageID)
  /// Taps the group that the system made of loose notifications.
  case tapGroup
  case dismiss(MessageID)
  case dismissAll
  case reply(MessageID)
  case read(MessageID)
  case permission(PromptAnswer)
  /// Notifications of the app in the system's settings.
  case notifications(on: Bool)
  /// One channel in the system's settings.
  case channel(NameID, ChannelSetting)
  case battery(BatteryMode)
  case bucket(StandbyBucket)
  /// Nobody uses the app for so long that the system hibernates it.
  case hibernate
  /// Asks the server to erase this install.
  case eraseMe
  /// Consent for tracking given or withdrawn.
  case consent(Bool)
}

/// The answer to a permission dialog.
public enum PromptAnswer: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case allow, deny, dismiss
}

/// What a person sets for one channel.
public enum ChannelSetting: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case on, off, low, high
}

/// What a person sets for an app's battery use.
public enum BatteryMode: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case optimised, unrestricted, restricted
}

/// The standby buckets of Android, in order of use.
public enum StandbyBucket: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case active, working, frequent, rare, restricted, never, exempt
}

/// What the host app chooses to do.
public enum HostAction: BitwiseCopyable, Sendable {
  /// Calls `configure` of the SDK; without it a start of the process configures by itself.
  case configure
  case askPermission
  /// Asks for the right to notify when the app is first opened, as most hosts do; or does not.
  case asksAtOpen(Bool)
  case createChannel(NameID, importance: ChannelImportance)
  case deleteChannel(NameID)
  /// Forwards the callbacks of the messaging service to the SDK, or forgets to.
  case forward(Bool)
  /// Reads the permission itself and tells nobody; used to model hosts that prompt.
  case schedule(after: SimDuration, MessageID)
  /// Switches the library's registration on, off, or to FIDs.
  case autoInit(Bool)
  case fidMode(Bool)
  case register
  case unregister
  case deleteToken
  case delegation(Bool)
  /// The host draws messages itself besides what the system or the SDK draws.
  case drawsItself(HostDrawing)
  /// A second push SDK: how it takes messages.
  case secondSDK(SecondSDK)
  /// How long the handler works on each message before it shows it.
  case handlerTakes(SimDuration)
  /// The handler fetches over the network before it shows anything.
  case handlerFetches(Bool)
  /// Where the handler works on a message before it shows it.
  case handlerWorks(HandlerWork)
  /// The handler starts a foreground service.
  case handlerStartsService(Bool)
  /// The app keeps a socket to its server while it is in the foreground.
  case socket(Bool)
  /// Opening the app takes all its notifications away.
  case clearsTray(Bool)
  /// The names under which the app's code posts what bears no tag.
  case notificationIDs(NotificationIDs)
  /// The host writes what its handler gets into a log.
  case logsPayloads(Bool)
  /// The handler ignores messages that are older than this; zero switches the check off.
  case maxAge(SimDuration)
  /// Where a tap goes first.
  case tapThrough(TapPath)
  /// The tap router listens this long after a cold start.
  case routerAfter(SimDuration)
  /// Where the app keeps something across backup.
  case storage(StorageItem, StorageClass)
  /// Registers through the C2DM intents instead of the library.
  case c2dmRegister
  /// The C2DM receiver in the manifest demands the sender's permission, or not.
  case receiverPermission(Bool)
  /// The app has a receiver for messages at all.
  case receiver(Bool)
  /// The app's push service may run before the first unlock.
  case directBoot(Bool)
  /// Client-side topic calls of the library.
  case topic(NameID, subscribe: Bool)

  /// Whether it only settles how the app will behave, which the app need not be there for.
  package var isChoice: Bool {
    switch self {
    case .configure, .askPermission, .createChannel, .deleteChannel, .schedule, .register,
      .unregister, .deleteToken, .topic:
      false
    default: true
    }
  }
}

/// What a server does with a device group of FCM.
public enum GroupChange: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case remove, add, create
}

/// A project of Firebase: what registers with one can be reached only by who sends for it.
public enum Project: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The one that the app and its server began with.
  case right
  /// Somebody else's.
  case wrong
  /// The one that they move to.
  case new
}

/// How important a channel is to its app.
public enum ChannelImportance: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case none, min, low, normal, high
}

/// What an app's code calls the notifications that it posts: equal names replace each other.
public enum NotificationIDs: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// Each message has a name of its own.
  case own
  /// All have the same.
  case one
  /// They are numbered, from the start of the process on.
  case counted
}

/// How a second push SDK in the app takes its messages.
public enum SecondSDK: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case absent, forwarded, ownService
}

/// Where a handler does its work.
public enum HandlerWork: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// In the callback, which returns when it is done.
  case itself
  /// On a thread that goes on when the callback has returned.
  case thread
  /// In a job that the system runs when it may.
  case job
  /// In an expedited job.
  case expeditedJob
}

/// Where a host draws messages by itself.
public enum HostDrawing: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case off
  /// In the callback of the messaging service, which sees what the library hands over.
  case on
  /// In a receiver of its own for the system's broadcast, which sees every message.
  case receiver
}

/// What a tap starts first.
public enum TapPath: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case activity, service, receiver
}

/// What an app stores.
public enum StorageItem: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case installID, inbox, seenTable, fid
  /// The SDK's own copy of its address, which else goes where the record goes.
  case address
  /// The host's session, which else stays on its device.
  case session
}

/// Where Android keeps it.
public enum StorageClass: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case backedUp, noBackup
}

/// A message that the server is told to send.
public struct SendOrder: BitwiseCopyable, Sendable {
  /// What the message says; its `kind` counts only where `kindIsSet`.
  public var payload: PushPayload
  /// The story chose the kind; else the design does.
  public var kindIsSet = false
  /// The priority that the story chose.
  public var priority: Priority?
  /// The life in milliseconds, or `FCMRequest.unset`.
  public var ttlMilliseconds: Int64 = FCMRequest.unset
  /// Who shall get it.
  public var audience: Audience
  /// When it goes out: at once where `.zero`.
  public var delay: SimDuration = .zero
  /// Wrong by construction of the story.
  public var defect: RequestDefect = .none
  /// The payload's size; nil lets the model take its usual size.
  public var bytes: UInt32?
  /// Only checked by FCM.
  public var dryRun = false
  /// Another server sends it, without asking ours.
  public var isDirect = false
  /// A direct send by somebody with a stolen access token.
  public var usesStolenToken = false
  /// The transaction in which the server makes the message is rolled back.
  public var rollsBack = false
  /// Drawn late enough to need quiet hours.
  public var respectsQuietHours = true
  /// The node that takes the order; 255 lets the server choose.
  public var node: UInt8 = .max

  /// Makes an order.
  @inlinable
  public init(payload: PushPayload, audience: Audience) {
    self.payload = payload
    self.audience = audience
  }
}

/// Whom a send is for.
public enum Audience: BitwiseCopyable, Sendable {
  case user(UserID)
  /// The rows that opted in: topics are server state in the published design.
  case topic(NameID)
  /// A topic that FCM holds itself.
  case fcmTopic(NameID)
  case condition(NameID)
  case group(NameID)
  /// The address that the current install of a slot holds.
  case slot(SlotID)
  /// One address, and the install it was read from; the world resolves a slot to this.
  case address(AddressID, install: InstallID)
  /// Everybody, in batches this far apart.
  case everyone(batch: UInt32, every: SimDuration)
}

/// What the operator of the server does.
public enum ServerAction: BitwiseCopyable, Sendable {
  case stop(node: UInt8)
  case start(node: UInt8)
  /// Kills the node the next time it stands between two named steps.
  case crash(node: UInt8, CrashPoint)
  /// Another design on the server, for the given share in percent of nodes.
  case deploy(Design, sharePercent: UInt8)
  /// New payload keys, which an old SDK does not know.
  case deployPayload(renamed: Bool)
  case erase(UserID)
  case revokeSession(UserID)
  /// Forgets every row of a user (restored database, credential reset).
  case forget(UserID)
  case quietHours(UserID, fromMinute: UInt16, toMinute: UInt16)
  case cap(count: UInt16, per: SimDuration)
  case retract(MessageID)
  case expireMessage(MessageID)
  case credential(CredentialAction)
  case clockOffset(node: UInt8, SimDuration)
  /// The sender is configured for a wrong project, or right again.
  case project(Project)
  /// Changes what a topic's rows are: a person opts in or out elsewhere.
  case optIn(UserID, NameID, Bool)
  /// Runs the reaper now, besides its daily run.
  case reap
  /// Which Admin SDK sends.
  case adminSDK(AdminSDK)
  /// The server ends an install's login and tells nobody.
  case nodes(UInt8)
  /// A person reads a message on another device.
  case readElsewhere(UserID, MessageID)
  /// Rows are kept under other keys from now on: what was uploaded before is found no more.
  case rekey
}

/// The steps of a send between which a node can die.
public enum CrashPoint: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case takenPlanned, plannedSent, sentAccepted, acceptedRecorded
}

/// What becomes of the sender's credential.
public enum CredentialAction: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case expire, rotate, revoke, restore, steal, refuseExchange
}

/// The client libraries for FCM that a server can use.
public enum AdminSDK: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The published guide's own sender: reads errors, follows Retry-After.
  case plain
  case python, pythonAsync, node
}

/// Trouble at FCM.
public enum ProviderAction: BitwiseCopyable, Sendable {
  /// Answers the next requests with an error; the message is accepted all the same where told so.
  case answer(FCMCode, retryAfterSeconds: Int32, next: UInt32, delivers: Bool, line: UInt32)
  /// Ends every answer that a story set.
  case recover
  /// Answers this late, though the work is done in time.
  case slow(SimDuration, next: UInt32)
  /// Learns of dead addresses this late.
  case tellDeadAfter(SimDuration)
  /// Answers registration requests with an error, or not at all.
  case registration(RegistrationError, next: UInt32, silent: Bool)
  /// Sends a new address to an install without being asked.
  case rotate(SlotID)
  /// Calls an address dead though it is alive.
  case condemn(SlotID, next: UInt32)
  /// Lowers high priority of an install from now on, as after seven days without display.
  case lower(SlotID)
  /// The server puts the address of a slot into a device group, or takes it out.
  case member(NameID, SlotID, GroupChange)
}

/// Trouble on a link.
public enum NetworkAction: BitwiseCopyable, Sendable {
  /// A fault between two places, for the next passages (`.max`: until it is ended).
  case fault(Place, Place, LinkFault, next: UInt32, only: PacketFilter, line: UInt32)
  /// A router between two places forgets the connection that stands open.
  case forget(Place, Place)
  /// Ends every fault between two places and lets held packets go.
  case release(Place, Place)
  /// Ends all faults.
  case heal
}

/// What happens to packets on a link.
public enum LinkFault: BitwiseCopyable, Sendable {
  case drop
  /// Drops what goes from the first place to the second only.
  case oneWay
  case delay(SimDuration)
  case duplicate
  /// Lets each packet overtake the one before.
  case reorder
  case hold
  /// The request is done, its answer is lost.
  case loseAnswer
  /// The connection is closing: a send of the server comes back at once, undone.
  case close
}

/// Which packets a fault is about.
public enum PacketFilter: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case all, push, upload, sync, events, erase, register, send
}
