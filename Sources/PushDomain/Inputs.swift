public import SimKernel

/// What the operating system of a device can be told.
public enum DeviceInput: BitwiseCopyable, Sendable {
  /// Something happened to the device.
  case act(DeviceID, DeviceAction)
  /// A person does something with an app; a new install comes with its fresh number.
  case app(SlotID, InstallID, AppAction)
  /// The host app uses one of its choices; what is not the system's goes on to the client.
  case host(SlotID, InstallID, HostAction)
  /// Whether trouble on the network cuts the device off from FCM; nobody tells either end.
  case cutOff(DeviceID, Bool)
  /// Something on the way forgot the connection to FCM; neither end is told.
  case connectionForgotten(DeviceID)
  /// FCM keeps something for this connected but dozing device.
  case mailWaits(DeviceID)
  /// The app was put on the device without a person's hand: restored from a backup.
  case restored(SlotID, InstallID)
  /// Something arrived over the network.
  case arrived(DeviceID, PacketID)
  /// A request that left the device got no answer; the request comes back.
  case unanswered(DeviceID, PacketID)
  /// A timer of the device or of one of its installs is due.
  case timer(Timer)
}

/// What code in an app's process asks of the operating system.
public enum SystemCall: BitwiseCopyable, Sendable {
  /// Posts a notification.
  case post(Loan<AppNotification>)
  /// Takes the notifications of one message back.
  case cancel(MessageID)
  case cancelAll
  /// Cancels the alarms that the app has set.
  case cancelAlarms
  case createChannel(NameID, ChannelImportance)
  case deleteChannel(NameID)
  /// Shows the permission dialog, if the rules let it; the host's own call or somebody else's.
  case askPermission(byHost: Bool)
  /// Enqueues unique work that needs a network.
  case enqueue(JobKind, after: SimDuration, expedited: Bool)
  case cancelJob(JobKind)
  /// Sets an alarm that brings a payload back.
  case setAlarm(Loan<PushPayload>, after: SimDuration)
  /// The work is done, or wants to run again after its backoff.
  case jobEnded(JobKind, retryAfter: SimDuration?)
  /// Sends a drafted packet over the network; the system may refuse at once.
  case transmit(PacketID)
  /// The handler of a copy is done.
  case handled(CopyID, displayed: Bool)
  case startForegroundService
  /// Reads storage before the first unlock, which throws what nobody catches.
  case readLockedStorage
  /// Registers through the intents of play services.
  case c2dmRegister(RegisterRequest)
}

/// A notification that code posts.
public struct AppNotification: BitwiseCopyable, Sendable {
  /// What it shows.
  public var payload: PushPayload
  /// The copy it came by; none for sync and local ones.
  public var copy: CopyID
  /// The channel, already chosen by whoever posts.
  public var channel: NameID
  /// Who posts it.
  public var author: Author
  /// It updates what is shown under the same tag.
  public var isUpdate: Bool
  /// The handler of the copy is done with it, as if it were said by `handled`.
  public var endsHandling: Bool
  /// Its tap goes this way.
  public var tapPath: TapPath
  /// Whose extras its tap carries.
  public var tapIntent: TapIntent

  /// Who draws a notification.
  public enum Author: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case sdk, library, host, playServices, summary
  }

  /// Describes a notification of one message.
  public init(payload: PushPayload, copy: CopyID, channel: NameID, author: Author) {
    self.payload = payload
    self.copy = copy
    self.channel = channel
    self.author = author
    isUpdate = false
    endsHandling = false
    tapPath = .activity
    tapIntent = .own
  }
}

/// What a notification's `PendingIntent` is to those that an app made before it.
public enum TapIntent: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// Another one.
  case own
  /// The same one, whose extras are replaced by the new ones.
  case updated
  /// The same one, which keeps the extras that it has.
  case kept
  /// The same one, which is cancelled before a new one takes its place.
  case cancelled
}

/// The unique jobs of the client.
public enum JobKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case upload, events, sync, registration, topics
  /// What a handler left to do.
  case handler
}

/// What an app finds when the system starts or calls it.
public struct AppSurroundings: BitwiseCopyable, Sendable {
  /// Play services are there, with this version code; zero where not.
  public var playServices: UInt32
  /// The wall clock minus true time.
  public var clockOffsetSeconds: Int32
  /// Where the wall clock hangs.
  public var zone: ZoneID
  /// What is so and what is not, in one byte: two words hold it all.
  public var facts: AppFacts
  /// The Android API level.
  public var api: UInt8
  /// Why the process runs, where it was just started.
  public var reason: StartReason

  /// Surroundings of a phone in ordinary use.
  public init() {
    self.init(
      playServices: 261_200_000, clockOffsetSeconds: 0, zone: .universal,
      facts: [.canNotify, .hasNetwork, .isUnlocked], api: 35)
  }

  /// Describes the surroundings of an app.
  @inlinable @inline(__always)
  public init(
    playServices: UInt32, clockOffsetSeconds: Int32, zone: ZoneID, facts: AppFacts,
    api: UInt8
  ) {
    self.playServices = playServices
    self.clockOffsetSeconds = clockOffsetSeconds
    self.zone = zone
    self.facts = facts
    self.api = api
    reason = .user
  }

  /// The system would show its notifications.
  @inlinable
  public var canNotify: Bool {
    get { facts.contains(.canNotify) }
    set { facts.set(.canNotify, newValue) }
  }

  /// The device has a network that this app may use now.
  @inlinable
  public var hasNetwork: Bool {
    get { facts.contains(.hasNetwork) }
    set { facts.set(.hasNetwork, newValue) }
  }

  /// It is in the foreground with the screen unlocked.
  @inlinable
  public var isForeground: Bool {
    get { facts.contains(.isForeground) }
    set { facts.set(.isForeground, newValue) }
  }

  /// The credential storage is open.
  @inlinable
  public var isUnlocked: Bool {
    get { facts.contains(.isUnlocked) }
    set { facts.set(.isUnlocked, newValue) }
  }
}

/// Yes-or-no facts about the surroundings of an app.
public struct AppFacts: OptionSet, BitwiseCopyable, Sendable {
  /// The bits.
  public let rawValue: UInt8
  /// Wraps bits.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The system would show its notifications.
  @inlinable public static var canNotify: AppFacts { .init(rawValue: 1 << 0) }
  /// The device has a network that this app may use now.
  @inlinable public static var hasNetwork: AppFacts { .init(rawValue: 1 << 1) }
  /// It is in the foreground with the screen unlocked.
  @inlinable public static var isForeground: AppFacts { .init(rawValue: 1 << 2) }
  /// The credential storage is open.
  @inlinable public static var isUnlocked: AppFacts { .init(rawValue: 1 << 3) }
  /// The process was started for what is told here: the code that starts with it comes first.
  @inlinable public static var startsProcess: AppFacts { .init(rawValue: 1 << 4) }
  /// The channel of the SDK stands as the SDK would make it.
  @inlinable public static var hasChannel: AppFacts { .init(rawValue: 1 << 5) }

  /// Sets a fact to a truth.
  @inlinable @inline(__always)
  public mutating func set(_ fact: AppFacts, _ isSo: Bool) {
    self = isSo ? union(fact) : subtracting(fact)
  }
}

/// What the code in an app's process can be told: messaging library, SDK and host.
public enum ClientInput: BitwiseCopyable, Sendable {
  /// The app was installed afresh.
  case installed(InstallID, SlotID)
  /// The app was installed, and its backed-up storage is that of another install's last backup.
  case restored(InstallID, SlotID, from: InstallID)
  /// Its storage is gone for good.
  case uninstalled(InstallID)
  case dataCleared(InstallID)
  /// The backed-up storage classes are saved.
  case backedUp(InstallID)
  /// Another version of the app, with that generation of the SDK and in that project of Firebase.
  case updated(InstallID, sdk: UInt8, project: Project?)
  /// Its process began; a former one, of whose end nobody spoke, is gone.
  case processStarted(InstallID, AppSurroundings)
  case processEnded(InstallID, EndReason)
  case foreground(InstallID, AppSurroundings)
  case background(InstallID)
  /// A copy reached the app: the system chose who draws it by the library's table.
  case message(InstallID, Loan<Delivery>, AppSurroundings)
  /// A push that no provider sent.
  case forged(InstallID, Loan<PushPayload>, AppSurroundings)
  case deletedMessages(InstallID)
  /// A person acts inside the app (login, logout, subscribe, read, consent, erase).
  case app(InstallID, AppAction, AppSurroundings)
  /// The host uses one of its choices.
  case host(InstallID, HostAction, AppSurroundings)
  /// The host in a slot chose something before the app is installed there.
  case chosen(SlotID, HostAction)
  /// A tap on the notification of a message started or resumed the app, with the extras of its
  /// intent.
  case tapped(InstallID, MessageID, Loan<PushPayload>, cold: Bool, AppSurroundings)
  /// The person swiped the app out of the list of recent apps, or stopped it.
  case taskRemoved(InstallID)
  /// The app on the screen lost its network, or got one.
  case network(InstallID, AppSurroundings)
  case dismissed(InstallID, Loan<PushPayload>)
  /// A person answered in a notification that the SDK drew.
  case replied(InstallID, Loan<PushPayload>)
  /// A dialog was answered.
  case permission(InstallID, allowed: Bool)
  /// An alarm of the app goes off.
  case alarm(InstallID, Loan<PushPayload>, AppSurroundings)
  /// The system runs a job now.
  case job(InstallID, JobKind, AppSurroundings)
  /// An answer from the network.
  case arrived(InstallID, PacketID)
  /// The answer of one item of an inbox range, oldest first.
  case inboxItem(InstallID, Loan<PushPayload>, SyncPurpose)
  /// A request could not leave, or its answer never came.
  case failed(InstallID, PacketID)
  /// A registration broadcast by play services, or a forged one.
  case registration(InstallID, RegisterAnswer, forged: Bool)
  case timer(Timer)
}

/// What the app's server can be told.
public enum ServerInput: BitwiseCopyable, Sendable {
  case operate(ServerAction)
  case arrived(PacketID)
  case timer(Timer)
}

/// What FCM can be told.
public enum ProviderInput: BitwiseCopyable, Sendable {
  case operate(ProviderAction)
  case arrived(PacketID)
  /// The connection of a device changed, perhaps with its wakefulness.
  ///
  /// A new connection follows a state that was not connected, or repeats the state in force.
  case link(DeviceID, LinkState)
  /// A device whose connection stands began to doze, or stopped: a window opened or it woke up.
  case wakefulness(DeviceID, isDozing: Bool)
  /// An install became startable again, or its profile runs, or its storage was opened.
  case ready(InstallID)
  /// How much an app is used now, on devices up to Android 12 whose buckets limit high priority.
  case standby(InstallID, StandbyBucket, isCharging: Bool)
  /// The data of Play services on a device were cleared.
  case servicesCleared(DeviceID)
  /// The device was erased and starts anew: what FCM knew of it never comes back.
  case deviceErased(DeviceID)
  case timer(Timer)
}

/// What FCM knows of a device's connection.
public struct LinkState: BitwiseCopyable, Hashable, Sendable {
  /// The connection stands.
  public var isConnected: Bool
  /// The device is dozing, so only high priority goes through.
  public var isDozing: Bool
  /// The device can draw messages by play services: Android 10 and a recent enough version.
  public var canProxy: Bool

  /// Describes a connection.
  public init(isConnected: Bool, isDozing: Bool, canProxy: Bool = true) {
    self.isConnected = isConnected
    self.isDozing = isDozing
    self.canProxy = canProxy
  }
}

/// What a machine asks of the world.
public enum Effect: BitwiseCopyable, Sendable {
  /// Puts something on a link, where faults may find it.
  case transmit(PacketID)
  /// Arms a timer.
  case arm(Timer)
  /// Code in an app's process calls the operating system of its device, at this very instant.
  case call(InstallID, SystemCall)
  /// Tells another machine something at this very instant.
  case device(DeviceInput)
  case client(ClientInput)
  case provider(ProviderInput)
}
