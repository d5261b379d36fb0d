import PushDomain
import PushServices
import Rulebook
import SimKernel

/// FCM alone on a desk: the test plays the devices, the sender and the clock.
struct Desk: ~Copyable {
  let service: FCMService
  var state: FCMState
  var context: StepContext
  /// Timers that are armed, in order of arming.
  var timers: [Timer] = []
  /// Packets that FCM sent, oldest first.
  var sent: [Packet] = []
  /// How often a device was told that something waits.
  var mailCount = 0
  /// Whether devices acknowledge what reaches them.
  var acknowledges = true
  private var nextMessage: UInt32 = 0

  init(
    conditions: [(name: NameID, condition: TopicCondition)] = [],
    choices: Choices.Mode = .seeded(1), _ change: (inout Chapters) -> Void = { _ in }
  ) {
    var chapters = Chapters()
    change(&chapters)
    let rules = Rulebook(chapters)
    service = FCMService(rules: rules)
    state = FCMState(conditions, rules: rules)
    context = StepContext(choices: Choices(choices), keepsHistory: true)
  }

  // MARK: Time

  var now: SimTime { context.now }

  /// Lets time pass and timers fire.
  mutating func pass(_ span: SimDuration) {
    let end = context.now + span
    while let index = nextTimer(through: end) {
      let timer = timers.remove(at: index)
      context.now = max(timer.at, context.now)
      context.cause = .none
      step(.timer(timer))
    }
    context.now = end
  }

  private func nextTimer(through end: SimTime) -> Int? {
    var best: Int?
    for index in timers.indices where timers[index].at <= end {
      if let other = best, timers[other].at <= timers[index].at { continue }
      best = index
    }
    return best
  }

  // MARK: Doing things

  mutating func step(_ input: ProviderInput) {
    service.step(&state, input, in: &context)
    var acknowledged: [Delivery] = []
    while let effect = context.effects.popFirst() {
      switch effect {
      case .transmit(let id):
        let packet = context.packets.remove(id.rawValue)
        sent.append(packet)
        if case .deliver(let delivery) = packet.body { acknowledged.append(delivery) }
      case .arm(let timer): timers.append(timer)
      case .device(.mailWaits): mailCount += 1
      default: break
      }
    }
    guard acknowledges else { return }
    for delivery in acknowledged { report(delivery, .received) }
  }

  /// Lets something arrive at FCM.
  mutating func receive(_ body: Packet.Body, from place: Place = .device(DeviceID(0))) {
    let id = context.packets.insert(Packet(from: place, to: .fcm, cause: .none, body))
    step(.arrived(PacketID(rawValue: id)))
    context.packets.remove(id)
  }

  mutating func report(_ delivery: Delivery, _ report: DeliveryReport) {
    receive(.deliveryReport(copy: delivery.copy, address: delivery.address, report))
  }

  mutating func link(
    _ device: Int = 0, connected: Bool = true, dozing: Bool = false, canProxy: Bool = true
  ) {
    step(
      .link(
        DeviceID(device),
        LinkState(isConnected: connected, isDozing: dozing, canProxy: canProxy)))
  }

  /// Registers an install and returns its address, or none where FCM refused or kept silent.
  @discardableResult
  mutating func register(
    _ install: Int = 0, device: Int = 0, slot: Int? = nil, kind: AddressKind = .token,
    fid: UInt32? = nil, sender: UInt16 = 0, path: RegistrationPath = .library
  ) -> AddressID {
    let count = sent.count
    let request = RegisterRequest(
      install: InstallID(install), slot: SlotID(slot ?? device), kind: kind,
      fid: fid ?? UInt32(install), sender: sender, held: .none, path: path)
    receive(.register(request), from: .device(DeviceID(device)))
    for packet in sent[count...] {
      if case .registerAnswer(_, let answer) = packet.body { return answer.address }
    }
    return .none
  }

  mutating func unregister(_ address: AddressID, install: Int = 0) {
    receive(.unregister(address: address, install: InstallID(install)))
  }

  /// A connected phone with one registered app.
  mutating func phone(_ number: Int = 0) -> AddressID {
    link(number)
    return register(number, device: number)
  }

  func request(_ address: AddressID, kind: MessageKind = .data) -> FCMRequest {
    FCMRequest(
      payload: PushPayload(message: MessageID(rawValue: nextMessage), kind: kind, sentAt: now),
      address: address)
  }

  /// Sends a message to one address; the change may set every field.
  @discardableResult
  mutating func send(
    _ address: AddressID, kind: MessageKind = .data, _ change: (inout FCMRequest) -> Void = { _ in }
  ) -> FCMAnswer {
    var request = request(address, kind: kind)
    nextMessage += 1
    change(&request)
    let count = sent.count
    receive(.send(job: 7, request), from: .server)
    for packet in sent[count...] {
      if case .sendAnswer(_, let answer) = packet.body { return answer }
    }
    return FCMAnswer(.html)
  }

  /// Changes a subscription and returns the status of the answer.
  mutating func topic(
    _ address: AddressID, _ topic: NameID, _ subscribe: Bool = true
  ) -> UInt16 {
    let install = state.install(of: address)
    receive(.topic(address: address, install: install, topic: topic, subscribe: subscribe))
    guard case .topicAnswer(_, _, let status)? = sent.last?.body else { return 0 }
    return status
  }

  /// Sends a message to a topic, condition or group.
  @discardableResult
  mutating func sendMany(_ kind: AudienceKind, _ name: NameID) -> FCMAnswer {
    send(.none) {
      $0.audience = name
      $0.audienceKind = kind
    }
  }

  /// Asks for an access token by a clock that is off by so much.
  mutating func exchange(skew: SimDuration) -> (UInt16, SimTime) {
    receive(.tokenExchange(node: 0, assertionTime: now + skew), from: .server)
    guard case .tokenAnswer(_, let status, let expires)? = sent.last?.body else {
      return (0, .zero)
    }
    return (status, expires)
  }

  // MARK: Looking

  /// How many answers to sends came.
  var answers: Int {
    sent.count {
      guard case .sendAnswer = $0.body else { return false }
      return true
    }
  }

  /// The addresses that FCM sent to devices.
  var announced: [AddressID] {
    sent.compactMap {
      guard case .registerAnswer(_, let answer) = $0.body else { return nil }
      return answer.address
    }
  }

  func notes(_ fact: Fact) -> [Record] { context.history.records.filter { $0.fact == fact } }

  /// The numbers of the messages that a fact is about, in order.
  func messages(_ fact: Fact) -> [UInt32] { notes(fact).map(\.message.rawValue) }

  /// The messages that were dropped by a rule.
  func dropped(by rule: RuleKey) -> [UInt32] {
    notes(.dropped).filter { $0.rule == rule }.map(\.message.rawValue)
  }

  /// The rule of the newest fact of a kind.
  func lastRule(_ fact: Fact) -> RuleKey? { notes(fact).last?.rule }

  var deliveries: [Delivery] {
    sent.compactMap {
      guard case .deliver(let delivery) = $0.body else { return nil }
      return delivery
    }
  }

  var signals: Int {
    sent.count {
      guard case .deletedMessages = $0.body else { return false }
      return true
    }
  }

  func isLive(_ address: AddressID) -> Bool { state.isLive(address, at: now) }

  var rules: Rulebook { service.rules }
}

extension FCMAnswer {
  var ruleKey: RuleKey { RuleKey(rawValue: rule) }
}
