import DeviceOS
import PushDomain
import Rulebook
import SimKernel

/// Phones alone, without a world: inputs go in, what comes out is kept and compared.
struct Phone: ~Copyable {
  let os: AndroidOS
  var state = AndroidState()
  var context = StepContext(choices: Choices(.forbidden), keepsHistory: true)
  let device: DeviceID
  let slot: SlotID
  /// What the client was told, in order.
  var told: [ClientInput] = []
  /// What FCM was told besides packets.
  var links: [LinkState] = []
  var ready: [InstallID] = []
  var buckets: [StandbyBucket] = []
  /// Whether FCM was told at last that a charger frees the app.
  var freedByCharging = false
  /// Timers that are still to come, in order of arming.
  var timers: [Timer] = []
  var sent: [Packet] = []
  /// How many timers fired.
  var fired = 0

  /// A phone of a profile; rules may be overridden.
  init(
    api: UInt8 = 35, target: UInt8 = 35, oem: DeviceProfile.OEM = .stock,
    _ rules: Rulebook = .documented, _ change: (inout DeviceProfile) -> Void = { _ in }
  ) {
    os = AndroidOS(rules: rules)
    var profile = DeviceProfile()
    profile.api = api
    profile.target = target
    profile.oem = oem
    change(&profile)
    device = state.addDevice(profile)
    slot = state.addSlot(on: device)
  }

  /// The current install of the first place.
  var install: InstallID { state.install(in: slot) }
  var now: SimTime { context.now }

  /// Feeds one input and interprets what follows at the same instant.
  mutating func feed(_ input: DeviceInput) {
    os.step(&state, input, in: &context)
    settle()
  }

  /// Lets something arrive over the network.
  mutating func receive(_ body: Packet.Body) {
    feed(.arrived(device, context.draft(body, to: .device(device))))
  }

  private mutating func settle() {
    while let effect = context.effects.popFirst() {
      switch effect {
      case .arm(let timer): timers.append(timer)
      case .transmit(let packet): sent.append(context.packets.remove(packet.rawValue))
      case .call(let install, let call): os.serve(call, of: install, &state, in: &context)
      case .device(let input): os.step(&state, input, in: &context)
      case .client(let input): told.append(input)
      case .provider(.link(_, let link)): links.append(link)
      case .provider(.wakefulness(let device, _)): links.append(os.link(of: device, in: state))
      case .provider(.ready(let install)): ready.append(install)
      case .provider(.standby(_, let bucket, let isFree)):
        buckets.append(bucket)
        freedByCharging = isFree
      default: break
      }
    }
  }

  /// Lets timers fire up to an instant.
  mutating func pass(until end: SimTime) {
    while let first = timers.map(\.at).min(), first <= end,
      let index = timers.firstIndex(where: { $0.at == first })
    {
      context.now = first
      let timer = timers.remove(at: index)
      fired += 1
      feed(.timer(timer))
    }
    context.now = end
  }

  mutating func pass(_ span: SimDuration) { pass(until: context.now + span) }

  mutating func act(_ action: DeviceAction) { feed(.act(device, action)) }

  mutating func app(_ action: AppAction) { feed(.app(slot, install, action)) }

  /// Code in the process of an app calls the system.
  mutating func call(_ call: SystemCall, by other: InstallID? = nil) {
    os.serve(call, of: other ?? install, &state, in: &context)
    settle()
  }

  mutating func host(_ action: HostAction) { feed(.host(slot, install, action)) }

  /// Installs the app under the next number.
  mutating func install(in place: SlotID? = nil, as number: UInt32 = 0) {
    feed(.app(place ?? slot, InstallID(rawValue: number), .install))
  }

  /// Installed, opened, with a channel and the right to notify.
  mutating func makeReady() {
    install()
    app(.open)
    call(.createChannel(.messagesChannel, .normal))
    call(.askPermission(byHost: true))
    if context.history.records.contains(where: { $0.fact == .promptShown }) {
      app(.permission(.allow))
    }
  }

  /// Posts a notification of a message as the SDK does.
  mutating func post(
    _ number: UInt32, author: AppNotification.Author = .sdk,
    _ change: (inout AppNotification) -> Void = { _ in }
  ) {
    var notification = AppNotification(
      payload: Self.payload(number), copy: .none, channel: .messagesChannel, author: author)
    change(&notification)
    call(.post(context.notifications.lend(notification)))
  }

  /// Lets FCM deliver a copy.
  mutating func deliver(
    _ number: UInt32, _ kind: MessageKind = .data, priority: Priority = .high,
    original: Priority? = nil, _ change: (inout PushPayload) -> Void = { _ in }
  ) {
    var payload = Self.payload(number, kind)
    change(&payload)
    receive(
      .deliver(
        Delivery(
          copy: CopyID(rawValue: number), address: AddressID(rawValue: 0),
          install: InstallID(rawValue: 0), payload: payload, original: original ?? priority,
          delivered: priority, expires: .distantFuture)))
  }

  static func payload(_ number: UInt32, _ kind: MessageKind = .data) -> PushPayload {
    PushPayload(message: MessageID(rawValue: number), kind: kind, sentAt: .zero)
  }

  /// The observations of one kind, in order.
  func records(_ fact: Fact) -> [Record] { context.history.records.filter { $0.fact == fact } }

  func count(_ fact: Fact) -> Int { records(fact).count }

  /// The reports that went to FCM, in order.
  var reports: [DeliveryReport] {
    sent.compactMap {
      if case .deliveryReport(_, _, let report) = $0.body { report } else { nil }
    }
  }

  /// The mistakes of the story, in order.
  var mistakes: [StoryMistake] {
    records(.storyMistake).compactMap { StoryMistake(rawValue: $0.detail) }
  }

  /// How often the client was told something.
  func toldCount(_ matches: (ClientInput) -> Bool) -> Int { told.filter(matches).count }

  var messagesTold: Int {
    toldCount { if case .message = $0 { true } else { false } }
  }

  /// The messages of the alarms that went off, in order.
  var alarms: [UInt32] {
    var alarms: [UInt32] = []
    for case .alarm(_, let loan, _) in told {
      alarms.append(context.payloads[loan].message.rawValue)
    }
    return alarms
  }

  var jobsTold: Int {
    toldCount { if case .job = $0 { true } else { false } }
  }

  var canNotify: Bool { os.canNotify(install, in: state) }
  var phase: DozePhase { os.phase(of: device, in: state, at: now) }
  var around: AppSurroundings {
    mutating get { os.surroundings(of: install, in: &state, at: now) }
  }
  var bucket: StandbyBucket { os.bucket(of: install, in: state, at: now) }
  var isStopped: Bool { state.isStopped(install) }
  var isForeground: Bool { state.isForeground(install) }
  var isDialogOpen: Bool { state.isDialogOpen(on: install) }
  var hasUpload: Bool { state.hasJob(.upload, of: install) }
  var isOnline: Bool { state.isOnline(device) }
  var messages: [UInt32] { state.trayMessages(on: install).map(\.rawValue) }

  func importance(_ name: NameID) -> ChannelImportance? {
    state.importance(of: name, on: install)
  }

  var counts: TrayCounts { os.trayCounts(of: install, in: state) }
}

/// A book with one rule changed.
func book(_ id: String, _ value: Int64) -> Rulebook {
  Rulebook(preset: .documented, overriding: [Override(RuleKey(text: id), value)])
}
