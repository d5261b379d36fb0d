public import SimKernel

/// One thing on its way over a link.
public struct Packet: BitwiseCopyable, Sendable {
  /// Where it comes from.
  public var from: Place
  /// Where it goes.
  public var to: Place
  /// The record that made somebody send it.
  public var cause: RecordID
  /// What it carries.
  public var body: Body

  /// Puts something on the way.
  @inlinable @inline(__always)
  public init(from: Place, to: Place, cause: RecordID, _ body: Body) {
    self.from = from
    self.to = to
    self.cause = cause
    self.body = body
  }

  /// What can be on its way.
  public enum Body: BitwiseCopyable, Sendable {
    /// Server to FCM: a v1 send request of the numbered job.
    case send(job: UInt32, FCMRequest)
    /// FCM to server.
    case sendAnswer(job: UInt32, FCMAnswer)
    /// To the server: the connection took no request for the numbered job.
    case sendFailed(job: UInt32)
    /// FCM to device: a copy for an install.
    case deliver(Delivery)
    /// FCM to device: stored messages of this install were dropped.
    case deletedMessages(address: AddressID, install: InstallID)
    /// Device to FCM: the copy arrived (or could not be handed over).
    case deliveryReport(copy: CopyID, address: AddressID, DeliveryReport)
    /// Device to FCM: asks for a registration.
    case register(RegisterRequest)
    /// FCM to device.
    case registerAnswer(install: InstallID, RegisterAnswer)
    /// Device to FCM: ends a registration.
    case unregister(address: AddressID, install: InstallID)
    /// FCM to device.
    case unregisterAnswer(install: InstallID, status: UInt16)
    /// Device to FCM: changes a topic subscription of an address.
    case topic(address: AddressID, install: InstallID, topic: NameID, subscribe: Bool)
    /// FCM to device.
    case topicAnswer(install: InstallID, topic: NameID, status: UInt16)
    /// Device to server: `PUT /v1/devices/{installId}`.
    case upload(UploadBody)
    /// Server to device.
    case uploadAnswer(install: InstallID, version: UInt32, APIAnswer)
    /// Device to server: `DELETE /v1/devices/{installId}`.
    case erase(installKey: UInt32, install: InstallID, session: Session)
    /// Server to device.
    case eraseAnswer(install: InstallID, APIAnswer)
    /// Device to server: `POST /v1/events`, one batch.
    case events(EventBatch)
    /// Server to device.
    case eventsAnswer(install: InstallID, batch: UInt32, APIAnswer)
    /// Device to server: `GET /v1/inbox?since=cursor`.
    case sync(install: InstallID, session: Session, cursor: MessageID, purpose: SyncPurpose)
    /// Server to device: the user's messages after one cursor, up to and including another.
    case syncAnswer(SyncAnswer)
    /// Device to server: a socket stands as somebody, or as nobody no more.
    ///
    /// Server to device, as nobody: it closes the socket, for it does not believe the session.
    case socket(install: InstallID, session: Session)
    /// Server to device over its socket.
    case socketPush(install: InstallID, PushPayload)
    /// Device to server over the socket: it has the message.
    case socketConfirmation(install: InstallID, message: MessageID)
    /// Server to FCM by way of Google's token endpoint: asks for an access token.
    case tokenExchange(node: UInt8, assertionTime: SimTime)
    /// The token endpoint's answer; the expiry is on Google's clock.
    case tokenAnswer(node: UInt8, status: UInt16, expires: SimTime)
  }
}

/// One copy of a message on its way to an install.
public struct Delivery: BitwiseCopyable, Sendable {
  /// The accepted copy.
  public var copy: CopyID
  /// The address that it was sent to.
  public var address: AddressID
  /// The install that the address belongs to.
  public var install: InstallID
  /// What the message says.
  public var payload: PushPayload
  /// The priority the sender asked for.
  public var original: Priority
  /// The priority the copy travels with.
  public var delivered: Priority
  /// When FCM gives the copy up.
  public var expires: SimTime

  /// Puts a copy on its way.
  public init(
    copy: CopyID, address: AddressID, install: InstallID, payload: PushPayload,
    original: Priority, delivered: Priority, expires: SimTime
  ) {
    self.copy = copy
    self.address = address
    self.install = install
    self.payload = payload
    self.original = original
    self.delivered = delivered
    self.expires = expires
  }
}

/// What a device tells FCM about a copy.
public enum DeliveryReport: UInt8, BitwiseCopyable, Sendable {
  /// Play services have it: the transport is done.
  case received
  /// The package has no receiver, or is not installed.
  case noReceiver
  /// The package is in the stopped state.
  case stopped
  /// The user or profile of the install is not running.
  case userStopped
  /// The install may run only after the first unlock.
  case locked
  /// The app is hibernated or restricted so that nothing starts it.
  case barred
  /// A copy that was asked to be high was shown, by whomever: its priority was justified.
  ///
  /// It follows the report `received`; copies that were asked to be normal send none.
  case displayed
  /// Handled without anything visible.
  case notDisplayed
}

/// A request for a registration.
public struct RegisterRequest: BitwiseCopyable, Sendable {
  /// Who asks.
  public var install: InstallID
  /// FID or token.
  public var kind: AddressKind
  /// The installation id that the client presents; two devices with one value are clones.
  public var fid: UInt32
  /// The sender (project) it is for.
  public var sender: UInt16
  /// The address that the client holds already, if any.
  public var held: AddressID
  /// How the request was made.
  public var path: RegistrationPath
  /// Package and profile on the device, by which FCM knows a reinstalled app again.
  public var slot: SlotID

  /// Makes a request; a client without an installation id gives `UInt32.max` for it.
  public init(
    install: InstallID, slot: SlotID, kind: AddressKind, fid: UInt32, sender: UInt16,
    held: AddressID, path: RegistrationPath
  ) {
    self.install = install
    self.slot = slot
    self.kind = kind
    self.fid = fid
    self.sender = sender
    self.held = held
    self.path = path
  }
}

/// The two ways to a registration on Android.
public enum RegistrationPath: UInt8, BitwiseCopyable, Sendable {
  case library, c2dm
}

/// What FCM answers to a request for a registration.
public struct RegisterAnswer: BitwiseCopyable, Sendable {
  /// The address, or none.
  public var address: AddressID
  /// Its kind.
  public var kind: AddressKind
  /// Why there is none.
  public var error: RegistrationError
  /// Where the answer goes.
  public var path: RegistrationPath

  /// Makes an answer.
  public init(
    address: AddressID, kind: AddressKind, error: RegistrationError, path: RegistrationPath
  ) {
    self.address = address
    self.kind = kind
    self.error = error
    self.path = path
  }
}

/// A batch of client events of one install.
public struct EventBatch: BitwiseCopyable, Sendable {
  /// How many events one batch holds at most.
  @inlinable public static var capacity: Int { 8 }
  /// Who reports.
  public var install: InstallID
  /// The session that signs the call.
  public var session: Session
  /// The number of the batch on this install, equal on a retry.
  public var number: UInt32
  /// The messages, in the order of happening.
  public var messages = InlineArray<8, UInt32>(repeating: .max)
  /// The users that the client counted the events for, beside the messages.
  public var users = InlineArray<8, UInt32>(repeating: .max)
  /// What happened to each, as raw values of `ClientEvent`.
  public var types = InlineArray<8, UInt8>(repeating: 0)
  /// How many entries are in use.
  public var count: UInt8 = 0

  /// Makes an empty batch.
  public init(install: InstallID, session: Session, number: UInt32) {
    self.install = install
    self.session = session
    self.number = number
  }
}

/// Why the client asks for its inbox.
public enum SyncPurpose: UInt8, BitwiseCopyable, Sendable {
  case start, foreground, login, deletedMessages, hint, periodic
}

/// The server's answer to an inbox call: a range of one user's messages.
public struct SyncAnswer: BitwiseCopyable, Sendable {
  /// Who asked.
  public var install: InstallID
  /// Whose inbox it is.
  public var user: UserID
  /// The cursor of the question.
  public var after: MessageID
  /// The newest message of the answer; none for an empty one.
  public var through: MessageID
  /// The status.
  public var answer: APIAnswer
  /// Why it was asked.
  public var purpose: SyncPurpose
  /// The inbox has another page behind this one.
  public var hasMore = false

  /// Makes an answer.
  public init(
    install: InstallID, user: UserID, after: MessageID, through: MessageID, answer: APIAnswer,
    purpose: SyncPurpose
  ) {
    self.install = install
    self.user = user
    self.after = after
    self.through = through
    self.answer = answer
    self.purpose = purpose
  }
}
