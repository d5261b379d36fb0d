/// The chapters of the book, laid out like one long array of rules.
///
/// Every stored property of every chapter is a `Rule` or a `Reading`; a test holds the layout.
public struct Chapters: BitwiseCopyable, Sendable {
  /// What the send interface takes and answers.
  public var send = SendRules()
  /// What a message may carry.
  public var payload = PayloadRules()
  /// What FCM answers when it says no.
  public var errors = SendErrorRules()
  /// How a sender proves who it is.
  public var oauth = OAuthRules()
  /// How long, how many, in what order.
  public var store = StoreRules()
  /// How many messages pass in what time.
  public var rates = RateRules()
  /// How one message reaches many.
  public var topics = TopicRules()
  /// What priority a message has, and who draws it.
  public var priority = PriorityRules()
  /// When an address is born and dies.
  public var registration = RegistrationRules()
  /// How FCM counts what became of messages.
  public var outcomes = OutcomeRules()
  /// What the server libraries of Firebase do.
  public var admin = AdminRules()
  /// The connection of a device, and the hand-over to the app.
  public var transport = TransportRules()
  /// Registering without the Firebase library.
  public var c2dm = C2DMRules()
  /// How the Android library keeps an address.
  public var messaging = MessagingSDKRules()
  /// How the Android library handles, draws and opens messages.
  public var handling = MessageHandlingRules()
  /// How a FID is made, kept and cloned.
  public var installations = InstallationRules()
  /// When a device sleeps.
  public var doze = DozeRules()
  /// What an app may do by how much it is used.
  public var standby = StandbyRules()
  /// How much deferred work an app may do.
  public var jobs = JobQuotaRules()
  /// What ends a process or an app.
  public var processes = ProcessRules()
  /// When Android asks, and what an answer means.
  public var permission = PermissionRules()
  /// What a channel fixes.
  public var channels = ChannelRules()
  /// What stands in the tray.
  public var tray = TrayRules()
  /// What survives an update, a reinstall and a restore.
  public var backup = BackupRules()
  /// What the SDK, the server and the network of the model choose.
  public var design = DesignRules()
  /// What the SDK and the host app choose, and what the guide leaves open about them.
  public var client = ClientDesignRules()
  /// What the guide leaves open about the server.
  public var guide = GuideQuestions()

  /// The chapters as the sources give them.
  public init() {}
}

/// A heading of the printed book.
public struct Chapter: Sendable {
  /// The name by which code reaches the chapter.
  public let name: StaticString
  /// The heading.
  public let title: StaticString
  /// How many entries stand below it.
  public let count: Int

  /// Counts the entries of a chapter by its layout.
  init<Entries: BitwiseCopyable>(_ name: StaticString, _ title: StaticString, _: Entries.Type) {
    self.name = name
    self.title = title
    count = MemoryLayout<Entries>.size / MemoryLayout<Rule>.stride
  }

  /// The headings in the order of the book.
  public static let all: [Chapter] = [
    Chapter("send", "Sending", SendRules.self),
    Chapter("payload", "Payload", PayloadRules.self),
    Chapter("errors", "Send errors and retries", SendErrorRules.self),
    Chapter("oauth", "Access tokens", OAuthRules.self),
    Chapter("store", "Lifespan, storage, collapsing", StoreRules.self),
    Chapter("rates", "Rates and quotas", RateRules.self),
    Chapter("topics", "Topics and groups", TopicRules.self),
    Chapter("priority", "Priority and proxy", PriorityRules.self),
    Chapter("registration", "Registrations", RegistrationRules.self),
    Chapter("outcomes", "Outcomes", OutcomeRules.self),
    Chapter("admin", "Admin libraries", AdminRules.self),
    Chapter("transport", "Connection and hand-over", TransportRules.self),
    Chapter("c2dm", "C2DM registration", C2DMRules.self),
    Chapter("messaging", "Messaging library: registration", MessagingSDKRules.self),
    Chapter("handling", "Messaging library: messages", MessageHandlingRules.self),
    Chapter("installations", "Installations", InstallationRules.self),
    Chapter("doze", "Doze", DozeRules.self),
    Chapter("standby", "Standby and restrictions", StandbyRules.self),
    Chapter("jobs", "Job quotas", JobQuotaRules.self),
    Chapter("processes", "Processes and stops", ProcessRules.self),
    Chapter("permission", "Permission", PermissionRules.self),
    Chapter("channels", "Channels", ChannelRules.self),
    Chapter("tray", "Tray", TrayRules.self),
    Chapter("backup", "Install, backup, users", BackupRules.self),
    Chapter("design", "Design", DesignRules.self),
    Chapter("client", "Design of the client", ClientDesignRules.self),
    Chapter("guide", "Open questions of the guide", GuideQuestions.self),
  ]
}
