import PushDomain
import Rulebook
import SimKernel

@testable import ClientSDK

/// A client alone: the system, FCM and the server are played by a few switches.
struct Phone: ~Copyable {
  let client: PushClient
  var state = ClientState()
  var context = StepContext(choices: Choices(.forbidden), keepsHistory: true)
  var around = AppSurroundings()
  /// The network is there.
  var isOnline = true
  /// The other side answers at once; else what was sent waits in `sent`.
  var answers = true
  /// What the server answers to uploads, erasures and events.
  var status: UInt16 = 200
  /// The messages in the server's inbox.
  var inbox: [PushPayload] = []
  /// How many of them fit into one answer.
  var page = Int.max
  /// The address that FCM gives next.
  var nextAddress: UInt32 = 100
  /// What FCM answers instead of an address, one by one.
  var registrationErrors: [RegistrationError] = []

  var calls: [SystemCall] = []
  var sent: [Packet.Body] = []
  var timers: [Timer] = []
  var jobs: [(at: SimTime, kind: JobKind)] = []
  let who = InstallID(0)

  init(
    _ design: Design = .published, _ rules: Rulebook = .documented, opened: Bool = true
  ) {
    client = PushClient(rules: rules, design: design)
    tell(.installed(who, SlotID(0)))
    if opened { open() }
  }

  // MARK: What happens

  mutating func open() {
    around.isForeground = true
    around.reason = .user
    around.hasNetwork = isOnline
    tell(.processStarted(who, around))
    tell(.foreground(who, around))
  }

  /// Comes back to the screen with the process that it has.
  mutating func comeBack() {
    around.isForeground = true
    tell(.foreground(who, around))
  }

  mutating func leave() {
    around.isForeground = false
    tell(.background(who))
  }

  /// The system tells of the network, as it does an app that keeps a socket.
  mutating func hearNetwork(_ isThere: Bool) {
    isThere ? goOnline() : goOffline()
    tell(.network(who, around))
  }

  mutating func die(_ reason: EndReason = .memory) {
    around.isForeground = false
    tell(.processEnded(who, reason))
  }

  mutating func start(_ reason: StartReason) {
    around.isForeground = false
    around.reason = reason
    around.hasNetwork = isOnline
    tell(.processStarted(who, around))
  }

  mutating func act(_ action: AppAction) { tell(.app(who, action, around)) }

  mutating func choose(_ action: HostAction) { tell(.host(who, action, around)) }

  mutating func goOffline() {
    isOnline = false
    around.hasNetwork = false
  }

  mutating func goOnline() {
    isOnline = true
    around.hasNetwork = true
    runJobs()
  }

  mutating func receive(_ payload: PushPayload, copy: UInt32 = 0) {
    let delivery = Delivery(
      copy: CopyID(rawValue: copy), address: AddressID(100), install: who, payload: payload,
      original: .high, delivered: .high, expires: .distantFuture)
    tell(.message(who, context.deliveries.lend(delivery), around))
  }

  mutating func tap(
    _ payload: PushPayload, on notification: UInt32? = nil, cold: Bool = false
  ) {
    let notification = notification.map { MessageID(rawValue: $0) } ?? payload.message
    tell(.tapped(who, notification, context.payloads.lend(payload), cold: cold, around))
  }

  /// Lets time pass: timers fire and jobs run when they are due.
  mutating func pass(_ span: SimDuration) {
    let end = context.now + span
    while true {
      let timer = timers.indices.min { timers[$0].at < timers[$1].at }
      guard let timer, timers[timer].at <= end else { break }
      context.now = timers[timer].at
      runJobs()
      tell(.timer(timers.remove(at: timer)))
    }
    context.now = end
    runJobs()
  }

  /// Runs the jobs that are due, if there is a network.
  mutating func runJobs() {
    while isOnline, let index = jobs.firstIndex(where: { $0.at <= context.now }) {
      let kind = jobs.remove(at: index).kind
      tell(.job(who, kind, around))
    }
  }

  mutating func tell(_ input: ClientInput) {
    client.step(&state, input, in: &context)
    settle()
  }

  // MARK: The other sides

  private mutating func settle() {
    while let effect = context.effects.popFirst() {
      switch effect {
      case .arm(let timer): timers.append(timer)
      case .call(_, let call): play(call)
      default: break
      }
    }
    if around.isForeground { runJobs() }
  }

  private mutating func play(_ call: SystemCall) {
    calls.append(call)
    switch call {
    case .enqueue(let kind, let span, _):
      jobs.removeAll { $0.kind == kind }
      jobs.append((context.now + span, kind))
    case .jobEnded(let kind, .some(let wait)):
      jobs.append((context.now + max(wait, .seconds(30)), kind))
    case .transmit(let packet): transmit(context.packets.remove(packet.rawValue).body)
    case .c2dmRegister(let request): sent.append(.register(request))
    default: break
    }
  }

  private mutating func transmit(_ body: Packet.Body) {
    guard isOnline else {
      give(body) { .failed($0, $1) }
      return
    }
    sent.append(body)
    if answers { answer(body) }
  }

  /// The answer of the other side to a request.
  private mutating func answer(_ body: Packet.Body) {
    switch body {
    case .register:
      var answer = RegisterAnswer(
        address: AddressID(rawValue: nextAddress), kind: .token, error: .none, path: .library)
      if case .register(let request) = body { answer.kind = request.kind }
      if !registrationErrors.isEmpty {
        answer.error = registrationErrors.removeFirst()
        answer.address = .none
      }
      arrive(.registerAnswer(install: who, answer))
    case .upload(let upload):
      arrive(.uploadAnswer(install: who, version: upload.version, APIAnswer(status)))
    case .erase: arrive(.eraseAnswer(install: who, APIAnswer(status)))
    case .events(let batch):
      arrive(.eventsAnswer(install: who, batch: batch.number, APIAnswer(status)))
    case .sync(_, let session, let cursor, let purpose):
      let user = session.user
      let open = inbox.filter { $0.user == user && (cursor.isNone || $0.message > cursor) }
      let items = open.prefix(page)
      for item in items {
        client.step(
          &state, .inboxItem(who, context.payloads.lend(item), purpose), in: &context)
      }
      var answer = SyncAnswer(
        install: who, user: user, after: cursor, through: items.last?.message ?? .none,
        answer: APIAnswer(200), purpose: purpose)
      answer.hasMore = open.count > items.count
      arrive(.syncAnswer(answer))
    case .unregister: arrive(.unregisterAnswer(install: who, status: 200))
    case .topic(_, _, let topic, _):
      arrive(.topicAnswer(install: who, topic: topic, status: status))
    default: break
    }
  }

  /// The other side answers a request now.
  mutating func reply(to body: Packet.Body) {
    answer(body)
    settle()
  }

  /// The server answers the newest upload.
  mutating func answerLastUpload() {
    guard let upload = uploads.last else { return }
    hear(.uploadAnswer(install: who, version: upload.version, APIAnswer(status)))
  }

  /// An answer reaches the client, which does what follows.
  mutating func hear(_ body: Packet.Body) {
    arrive(body)
    settle()
  }

  private mutating func arrive(_ body: Packet.Body) { give(body) { .arrived($0, $1) } }

  private mutating func give(_ body: Packet.Body, _ input: (InstallID, PacketID) -> ClientInput) {
    let packet = context.draft(body, to: .device(DeviceID(0)))
    client.step(&state, input(who, packet), in: &context)
    context.packets.remove(packet.rawValue)
  }

  // MARK: What came of it

  var record: DeviceRegistration { state.rows[who].record }

  func facts(_ fact: Fact) -> [Record] { context.history.records.filter { $0.fact == fact } }

  var uploads: [UploadBody] {
    sent.compactMap { if case .upload(let body) = $0 { body } else { nil } }
  }

  var requests: [RegisterRequest] {
    sent.compactMap { if case .register(let request) = $0 { request } else { nil } }
  }

  /// The topics of the calls about topics.
  var topicCalls: [NameID] {
    sent.compactMap { if case .topic(_, _, let topic, _) = $0 { topic } else { nil } }
  }

  var batches: [EventBatch] {
    sent.compactMap { if case .events(let batch) = $0 { batch } else { nil } }
  }

  var syncs: [SyncPurpose] {
    sent.compactMap { if case .sync(_, _, _, let purpose) = $0 { purpose } else { nil } }
  }

  var posts: [AppNotification] {
    var posts: [AppNotification] = []
    for case .post(let loan) in calls { posts.append(context.notifications[loan]) }
    return posts
  }

  var ignoredBy: [Defence] {
    facts(.ignored).compactMap { Defence(rawValue: UInt8($0.operand)) }
  }
}

let alice = UserID(0)
let bob = UserID(1)

/// A data message for a user.
func message(
  _ number: UInt32, for user: UserID = alice, _ kind: MessageKind = .data, at time: SimTime = .zero
) -> PushPayload {
  var payload = PushPayload(message: MessageID(rawValue: number), kind: kind, sentAt: time)
  payload.user = user
  return payload
}

/// The documented book with one reading answered differently.
func book(_ change: (inout Chapters) -> Void) -> Rulebook {
  var chapters = Chapters()
  change(&chapters)
  return Rulebook(chapters)
}

extension Design {
  static func published(without defence: Defence) -> Design { Design.published.without(defence) }
  static func published(with defence: Defence) -> Design { Design.published.with(defence) }
}
