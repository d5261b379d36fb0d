import PushDomain
import Rulebook
import SimKernel

@testable import Backend

/// A server alone on a bench: a test plays phones, FCM and the clock.
struct ServerBench: ~Copyable {
  let server: PushServer
  var state: ServerState
  var context: StepContext
  /// Timers that are armed, in the order of arming.
  var timers: [Timer] = []
  /// Packets that the server sent and the test has not looked at.
  var sent: [Packet] = []
  var nextCopy: UInt32 = 0
  /// Answers token exchanges by itself.
  var mintsTokens = true

  init(
    _ design: Design = .published, rules: Rulebook = .documented, nodes: Int = 1,
    choices: consuming Choices = Choices(.seeded(1))
  ) {
    server = PushServer(rules: rules)
    state = ServerState(design: design, nodeCount: nodes, userCount: 4)
    context = StepContext(choices: choices, keepsHistory: true)
  }

  var records: [Record] { context.history.records }

  func facts(_ fact: Fact) -> [Record] { records.filter { $0.fact == fact } }

  /// Gives the server one input and collects what it does.
  mutating func give(_ input: ServerInput) {
    context.cause = .none
    server.step(&state, input, in: &context)
    collect()
  }

  private mutating func collect() {
    while let effect = context.effects.popFirst() {
      switch effect {
      case .arm(let timer): timers.append(timer)
      case .transmit(let id):
        let packet = context.packets.remove(id.rawValue)
        if mintsTokens, case .tokenExchange(let node, _) = packet.body {
          arrive(.tokenAnswer(node: node, status: 200, expires: context.now + .hours(1)))
        } else {
          sent.append(packet)
        }
      case .call, .device, .client, .provider: break
      }
    }
  }

  /// Lets something arrive at the server and collects what it does.
  mutating func receive(
    _ body: Packet.Body, from place: Place = .fcm, cause: RecordID = .none
  ) {
    arrive(body, from: place, cause: cause)
    collect()
  }

  private mutating func arrive(
    _ body: Packet.Body, from place: Place = .fcm, cause: RecordID = .none
  ) {
    context.cause = cause
    let id = context.packets.insert(Packet(from: place, to: .server, cause: cause, body))
    server.step(&state, .arrived(PacketID(rawValue: id)), in: &context)
    context.packets.remove(id)
  }

  /// Lets something arrive from the device of a number.
  mutating func receive(_ body: Packet.Body, fromDevice number: UInt32) {
    receive(body, from: .device(DeviceID(rawValue: number)))
  }

  /// Lets time pass and timers fire.
  mutating func pass(_ span: SimDuration) {
    let end = context.now + span
    while let index = nextDue(through: end) {
      let timer = timers.remove(at: index)
      context.now = timer.at
      give(.timer(timer))
    }
    context.now = end
  }

  private func nextDue(through end: SimTime) -> Int? {
    var best: Int?
    for index in timers.indices where timers[index].at <= end {
      if let present = best, timers[present].at <= timers[index].at { continue }
      best = index
    }
    return best
  }

  /// The send requests that left since the last look, which this forgets.
  mutating func takeRequests() -> [(job: UInt32, request: FCMRequest)] {
    var requests: [(job: UInt32, request: FCMRequest)] = []
    sent.removeAll { packet in
      guard case .send(let job, let request) = packet.body else { return false }
      requests.append((job, request))
      return true
    }
    return requests
  }

  /// Answers a job as FCM would, with its record.
  mutating func answer(
    _ job: UInt32, _ code: FCMCode, detail: FCMDetail = .none, retryAfter: Int32 = -1,
    isDate: Bool = false
  ) {
    var answer = FCMAnswer(code, detail: detail)
    answer.retryAfterSeconds = retryAfter
    answer.retryAfterIsDate = isDate
    context.cause = .none
    let cause: RecordID
    if code == .ok {
      answer.copy = CopyID(rawValue: nextCopy)
      nextCopy += 1
      cause = context.note(.accepted, message: .none, copy: answer.copy)
    } else {
      cause = context.note(.refused, message: .none, detail: code.rawValue)
    }
    receive(.sendAnswer(job: job, answer), cause: cause)
  }

  /// Takes the requests that left and lets FCM accept them all.
  @discardableResult
  mutating func acceptAll() -> [FCMRequest] {
    let requests = takeRequests()
    for request in requests { answer(request.job, .ok) }
    return requests.map(\.request)
  }

  /// Uploads as an install would; returns the status of the answer.
  @discardableResult
  mutating func upload(
    _ key: UInt32, user: UserID, address: UInt32? = nil, version: UInt32 = 1,
    session: UserID? = nil, since login: RecordID = RecordID(rawValue: 0),
    change: (inout UploadBody) -> Void = { _ in }
  ) -> UInt16? {
    var body = UploadBody(installKey: key, install: InstallID(rawValue: key))
    body.user = user
    body.session = Session(of: session ?? user, since: login)
    body.address = AddressID(rawValue: address ?? key + 100)
    body.version = version
    body.isEnabled = true
    change(&body)
    receive(.upload(body), fromDevice: key)
    return lastStatus()
  }

  /// Sends to a user; returns the message.
  @discardableResult
  mutating func send(
    _ message: UInt32, to user: UserID, change: (inout SendOrder) -> Void = { _ in }
  ) -> MessageID {
    send(message, .user(user), change: change)
  }

  @discardableResult
  mutating func send(
    _ message: UInt32, _ audience: Audience, change: (inout SendOrder) -> Void = { _ in }
  ) -> MessageID {
    let id = MessageID(rawValue: message)
    var order = SendOrder(
      payload: PushPayload(message: id, kind: .data, sentAt: context.now), audience: audience)
    change(&order)
    context.cause = .none
    server.take(order, &state, in: &context)
    collect()
    return id
  }

  /// Asks for an inbox; returns the answer.
  mutating func sync(
    _ install: UInt32, as session: UserID, after cursor: MessageID = .none
  ) -> SyncAnswer? {
    receive(
      .sync(
        install: InstallID(rawValue: install),
        session: Session(of: session, since: RecordID(rawValue: 0)), cursor: cursor,
        purpose: .start), fromDevice: install)
    guard case .syncAnswer(let answer)? = sent.popLast()?.body else { return nil }
    return answer
  }

  /// Every message of an inbox behind a cursor.
  mutating func inbox(of user: UserID, after cursor: MessageID = .none) -> [MessageID] {
    var found: [MessageID] = []
    var cursor = cursor
    while let item = server.nextInboxItem(&state, user: user, after: cursor) {
      cursor = item.message
      found.append(cursor)
    }
    return found
  }

  /// Reports events; returns the status of the answer.
  @discardableResult
  mutating func report(
    _ events: [(MessageID, ClientEvent, UserID)], from install: UInt32, as session: UserID,
    number: UInt32 = 1
  ) -> UInt16? {
    var batch = EventBatch(
      install: InstallID(rawValue: install),
      session: Session(of: session, since: RecordID(rawValue: 0)), number: number)
    for (index, event) in events.enumerated() {
      batch.messages[index] = event.0.rawValue
      batch.types[index] = event.1.rawValue
      batch.users[index] = event.2.rawValue
      batch.count += 1
    }
    receive(.events(batch), fromDevice: install)
    return lastStatus()
  }

  /// The status of the newest answer to a device, which this forgets.
  mutating func lastStatus() -> UInt16? {
    switch sent.popLast()?.body {
    case .uploadAnswer(_, _, let answer)?: answer.status
    case .eraseAnswer(_, let answer)?: answer.status
    case .eventsAnswer(_, _, let answer)?: answer.status
    case .syncAnswer(let answer)?: answer.answer.status
    default: nil
    }
  }

  /// The outcomes that the server named for a message.
  func outcomes(of message: MessageID) -> [Outcome] {
    facts(.messageSettled).filter { $0.message == message }.compactMap {
      Outcome(rawValue: $0.detail)
    }
  }
}

let alice = UserID(rawValue: 0)
let bob = UserID(rawValue: 1)

/// The documented rules with one question answered otherwise.
func answering(_ reading: String, _ answer: Int64) -> Rulebook {
  Rulebook(preset: .documented, overriding: [Override(RuleKey(text: reading), answer)])
}
