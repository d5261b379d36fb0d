/// The rules in force in one run.
///
/// A book is built before a run and never changes during it, so machines share it freely. Each
/// chapter is stored beside the others, so that a machine reads a rule by one load:
/// `rules.store.limit.value`.
public final class Rulebook: Sendable {
  /// The values in force, in the order of declaration.
  let values: [Int64]

  /// What the send interface takes and answers.
  public let send: SendRules
  /// What a message may carry.
  public let payload: PayloadRules
  /// What FCM answers when it says no.
  public let errors: SendErrorRules
  /// How a sender proves who it is.
  public let oauth: OAuthRules
  /// How long, how many, in what order.
  public let store: StoreRules
  /// How many messages pass in what time.
  public let rates: RateRules
  /// How one message reaches many.
  public let topics: TopicRules
  /// What priority a message has, and who draws it.
  public let priority: PriorityRules
  /// When an address is born and dies.
  public let registration: RegistrationRules
  /// How FCM counts what became of messages.
  public let outcomes: OutcomeRules
  /// What the server libraries of Firebase do.
  public let admin: AdminRules
  /// The connection of a device, and the hand-over to the app.
  public let transport: TransportRules
  /// Registering without the Firebase library.
  public let c2dm: C2DMRules
  /// How the Android library keeps an address.
  public let messaging: MessagingSDKRules
  /// How the Android library handles, draws and opens messages.
  public let handling: MessageHandlingRules
  /// How a FID is made, kept and cloned.
  public let installations: InstallationRules
  /// When a device sleeps.
  public let doze: DozeRules
  /// What an app may do by how much it is used.
  public let standby: StandbyRules
  /// How much deferred work an app may do.
  public let jobs: JobQuotaRules
  /// What ends a process or an app.
  public let processes: ProcessRules
  /// When Android asks, and what an answer means.
  public let permission: PermissionRules
  /// What a channel fixes.
  public let channels: ChannelRules
  /// What stands in the tray.
  public let tray: TrayRules
  /// What survives an update, a reinstall and a restore.
  public let backup: BackupRules
  /// What the SDK, the server and the network of the model choose.
  public let design: DesignRules
  /// What the SDK and the host app choose, and what the guide leaves open about them.
  public let client: ClientDesignRules
  /// What the guide leaves open about the server.
  public let guide: GuideQuestions

  /// The book as the sources give it.
  public static let documented = Rulebook(declaredChapters)

  /// Binds chapters that a caller has overridden.
  public init(_ chapters: Chapters) {
    var lent = chapters
    values = Self.withEntries(of: &lent) { $0.map(\.value) }
    send = chapters.send
    payload = chapters.payload
    errors = chapters.errors
    oauth = chapters.oauth
    store = chapters.store
    rates = chapters.rates
    topics = chapters.topics
    priority = chapters.priority
    registration = chapters.registration
    outcomes = chapters.outcomes
    admin = chapters.admin
    transport = chapters.transport
    c2dm = chapters.c2dm
    messaging = chapters.messaging
    handling = chapters.handling
    installations = chapters.installations
    doze = chapters.doze
    standby = chapters.standby
    jobs = chapters.jobs
    processes = chapters.processes
    permission = chapters.permission
    channels = chapters.channels
    tray = chapters.tray
    backup = chapters.backup
    design = chapters.design
    client = chapters.client
    guide = chapters.guide
  }
}
