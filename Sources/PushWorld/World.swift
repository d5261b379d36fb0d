package import Backend
package import ClientSDK
package import DeviceOS
package import Judgement
package import PushDomain
package import PushServices
package import Rulebook
package import SimKernel

/// Everything that a run is about: machines, their states, the network, the clock, the judges.
///
/// There is one world at every size: a scenario has three phones in it, a population a million
/// rows of the same state, moved by the same steps. The world is the only place where time
/// passes, where effects happen and where packets travel.
package struct World: ~Copyable {
  /// The rules in force.
  package let rules: Rulebook
  /// Firebase Cloud Messaging.
  package let fcm: FCMService
  /// The operating system of the phones.
  package let system: AndroidOS
  /// What runs in the app's process.
  package let client: PushClient
  /// The app's server.
  package let server: PushServer

  /// What FCM knows and keeps.
  package var fcmState: FCMState
  /// What the phones hold.
  package var systemState: AndroidState
  /// What the apps hold.
  package var clientState: ClientState
  /// What the server holds.
  package var serverState: ServerState

  /// Reads every record: the digest of the run, the fate of every message, and the promises.
  package private(set) var judge: Judge

  var queue = EventQueue()
  var network = Network()
  /// Time, choices, effects and history, lent to every step.
  package var context: StepContext
  /// How many events were dispatched.
  package private(set) var eventCount: UInt64 = 0

  /// Which app a slot is for, as far as one is for another than the first.
  private(set) var apps: [UInt8] = []
  /// The installs that were not the first of their slots, in the order of their numbers.
  private(set) var reinstalls: [Reinstall] = []
  var devices = Slab<DevicePlace>()
  private let latencyLabel = Label("network.latency")
  /// How many latencies there are, one millisecond apart.
  private let latencySteps: UInt32
  /// What drives the phones of a population; empty in a story.
  var habits = Habits()

  /// An install that was not the first of its slot.
  struct Reinstall: BitwiseCopyable, Sendable {
    var install: InstallID
    /// The install before it in the slot.
    var former: InstallID
    /// Its number in the slot, from two.
    var ordinal: UInt16
  }

  /// What the world itself knows of a device.
  struct DevicePlace: BitwiseCopyable {
    var key: UInt32
    var draws: UInt32 = 0
  }

  /// Builds a world in which nothing has happened.
  package init(
    _ setup: WorldSetup, rules: Rulebook, design: Design, choices: consuming Choices,
    keepsHistory: Bool, foldingAfter grace: SimDuration? = nil
  ) {
    self.rules = rules
    latencySteps = UInt32(clamping: rules.design.latencyJitter.value / 1_000 + 1)
    fcm = FCMService(rules: rules)
    system = AndroidOS(rules: rules)
    client = PushClient(rules: rules, design: design)
    server = PushServer(rules: rules)
    fcmState = FCMState(setup.conditions, rules: rules)
    systemState = AndroidState(capacity: max(8, setup.devices.count))
    clientState = ClientState()
    serverState = ServerState(
      design: design, nodeCount: setup.nodeCount, userCount: setup.userCount)
    for zone in setup.zones { serverState.calendar.addZone(zone.changes) }
    serverState.calendar.epoch = setup.epoch
    context = StepContext(choices: choices, keepsHistory: keepsHistory)
    judge = Judge(foldingAfter: grace, reach: ReachRules(rules))
    // A place has one install in most runs, so tables need not grow while phones come in.
    serverState.reserveCapacity(installs: setup.slots.count)
    clientState.reserve(installs: setup.slots.count)
    fcmState.reserve(installs: setup.slots.count)
    judge.reserve(installs: setup.slots.count, users: setup.userCount)
    devices = Slab(capacity: setup.devices.count)
    for device in setup.devices {
      _ = systemState.addDevice(device.profile)
      _ = devices.insert(DevicePlace(key: device.key))
    }
    for (index, slot) in setup.slots.enumerated() {
      _ = systemState.addSlot(on: slot.device, profile: slot.profile)
      clientState.describe(SlotID(index), setup.devices[slot.device.index].profile)
      if slot.app != 0 {
        apps.append(contentsOf: repeatElement(0, count: index - apps.count))
        apps.append(slot.app)
      }
    }
  }

  /// The digest of everything observed so far.
  package var digest: RunDigest { judge.digest }

  /// The present.
  package var now: SimTime { context.now }

  /// Runs until every event up to and including an instant has happened, and stands there.
  ///
  /// - Parameter limit: How many events may have happened in all; at that many the run stands still
  ///   wherever it is.
  package mutating func run(through horizon: SimTime, eventLimit limit: UInt64 = .max) {
    while eventCount < limit, advance(through: horizon) {
      if context.history.unobservedCount >= Self.recordsAtOnce { observe() }
    }
    observe()
    if eventCount < limit, context.now < horizon { context.now = horizon }
  }

  /// Whether anything is still to come.
  package var isQuiet: Bool { queue.isEmpty }

  /// How many events are still to come, those of cancelled timers included.
  package var pendingCount: Int { queue.count }

  /// How many packets of a quiet world are neither kept by a fault nor taken out.
  package var strayPacketCount: Int { context.packets.count - network.heldCount }

  /// Lets the next event happen, if it is due by an instant, and judges what came of it.
  ///
  /// - Returns: Whether there was one.
  package mutating func step(through horizon: SimTime) -> Bool {
    guard advance(through: horizon) else { return false }
    observe()
    return true
  }

  /// How many records wait before the judge reads them, while nobody asks in between.
  private static let recordsAtOnce = 64

  /// Lets the next event happen, if it is due by an instant; says whether there was one.
  @inline(__always)
  private mutating func advance(through horizon: SimTime) -> Bool {
    guard let event = queue.popNext(through: horizon) else { return false }
    context.now = event.time
    eventCount &+= 1
    dispatch(event)
    settleEffects()
    if event.kind == TimerKind.packet.rawValue { context.packets.remove(event.index) }
    return true
  }

  /// Carries out one statement of a story at the present instant.
  package mutating func perform(_ command: Command, line: UInt32) {
    context.line = line
    context.cause = .none
    context.cause = context.note(.statement)
    route(command)
    settleEffects()
    context.line = 0
    context.cause = .none
    observe()
  }

  /// Ends all faults and lets held packets go, as the start of settling does.
  package mutating func heal() {
    let wasCut = network.cutsConnections
    for packet in network.heal() { schedule(packet, after: latency(of: packet)) }
    if wasCut { tellCuts() }
    provide(.operate(.recover))
    settleEffects()
    observe()
  }

  /// Ends the run: promises that fall due are judged on how things stand.
  package mutating func finish(isSettled: Bool) {
    assert(!isQuiet || strayPacketCount == 0, "a packet arrives, is lost or is kept by a fault")
    judge.finish(ending(isSettled: isSettled))
  }

  // MARK: Time

  @inline(__always)
  private mutating func dispatch(_ event: Event) {
    if event.kind == TimerKind.packet.rawValue { return arrive(PacketID(rawValue: event.index)) }
    context.cause = .none
    guard let kind = TimerKind(rawValue: event.kind) else {
      preconditionFailure("every event is of a kind that some machine armed")
    }
    let timer = Timer(
      kind, index: event.index, generation: event.generation, argument: event.argument,
      at: event.time)
    switch kind.owner {
    case .world: live(Int(event.index))
    case .device: tellDevice(.timer(timer))
    case .client: tellClient(.timer(timer))
    case .server: tellServer(.timer(timer))
    case .provider: provide(.timer(timer))
    }
  }

  /// Does what the steps asked for, in order, until nothing is left.
  @inline(__always)
  mutating func settleEffects() {
    if !context.effects.isEmpty { carryOut() }
  }

  private mutating func carryOut() {
    // Effects are read where they stand: copying one costs more than carrying it out often does.
    while !context.effects.isEmpty {
      switch context.effects.first {
      case .transmit(let id):
        context.effects.removeFirst()
        transmit(id)
      case .arm(let timer):
        context.effects.removeFirst()
        queue.schedule(
          Event(
            time: timer.at, kind: timer.kind.rawValue, index: timer.index,
            generation: timer.generation, argument: timer.argument))
      case .call(let install, let call):
        context.effects.removeFirst()
        system.serve(call, of: install, &systemState, in: &context)
      case .device(let input):
        context.effects.removeFirst()
        tellDevice(input)
      case .client(let input):
        context.effects.removeFirst()
        tellClient(input)
      case .provider(let input):
        context.effects.removeFirst()
        provide(input)
      }
    }
    context.endLoans()
    while let packet = context.returned.popLast() { context.packets.remove(packet.rawValue) }
  }

  /// Shows the judge what is new.
  private mutating func observe() {
    guard context.history.unobservedCount > 0 else { return }
    judge.observe(context.history)
    context.history.markObserved()
  }

  // MARK: Machines

  @inline(__always)
  private mutating func tellDevice(_ input: DeviceInput) {
    system.step(&systemState, input, in: &context)
  }

  @inline(__always)
  mutating func tellServer(_ input: ServerInput) {
    server.step(&serverState, input, in: &context)
  }

  @inline(__always)
  private mutating func provide(_ input: ProviderInput) {
    fcm.step(&fcmState, input, in: &context)
  }

  /// Tells the client, with the items of an inbox answer spread out before it.
  private mutating func tellClient(_ input: ClientInput) {
    if case .arrived(let install, let packet) = input,
      case .syncAnswer(let answer) = context.body(of: packet), answer.answer.status == 200
    {
      var after = answer.after
      while !answer.through.isNone, after != answer.through,
        let item = server.nextInboxItem(&serverState, user: answer.user, after: after),
        item.message <= answer.through
      {
        after = item.message
        client.step(
          &clientState, .inboxItem(install, context.payloads.lend(item), answer.purpose),
          in: &context)
      }
    }
    client.step(&clientState, input, in: &context)
  }

  // MARK: The story

  mutating func route(_ command: Command) {
    switch command {
    case .device(let device, .restore(let source)): restore(device, from: source)
    case .device(let device, let action): tellDevice(.act(device, action))
    case .app(let slot, .install): install(slot)
    case .app(let slot, .ready(let user)): makeReady(slot, user)
    case .app(let slot, .reinstall):
      tellDevice(.app(slot, systemState.newest(in: slot), .uninstall))
      settleEffects()
      install(slot)
    case .app(let slot, let action):
      tellDevice(.app(slot, systemState.newest(in: slot), action))
    case .host(let slot, let action):
      tellDevice(.host(slot, systemState.newest(in: slot), action))
    case .send(let order): server.take(addressed(order), &serverState, in: &context)
    case .server(let action): tellServer(.operate(action))
    case .provider(let action):
      mayBeDisturbed()
      provide(.operate(action))
    case .network(let action):
      mayBeDisturbed()
      trouble(action)
    }
  }

  /// Holds stories to what the server was told: without time-outs it must hear every answer.
  private func mayBeDisturbed() {
    precondition(!serverState.hearsEveryAnswer, "nothing disturbs FCM or the links of a population")
  }

  /// Gives a slot its next install.
  private mutating func newInstall(_ slot: SlotID) -> InstallID {
    let install = InstallID(systemState.installCount)
    let former = systemState.newest(in: slot)
    if !former.isNone {
      reinstalls.append(
        Reinstall(install: install, former: former, ordinal: ordinal(of: former) &+ 1))
    }
    return install
  }

  /// Does what is missing of install, open, ask, allow and login.
  private mutating func makeReady(_ slot: SlotID, _ user: UserID) {
    if systemState.newest(in: slot).isNone || !systemState.isInstalled(systemState.newest(in: slot))
    {
      install(slot)
      settleEffects()
    }
    let install = systemState.newest(in: slot)
    guard systemState.isInstalled(install) else { return }
    tellDevice(.app(slot, install, .open))
    settleEffects()
    if !system.canNotify(install, in: systemState) {
      if !systemState.isDialogOpen(on: install) {
        tellDevice(.host(slot, install, .askPermission))
        settleEffects()
      }
      if systemState.isDialogOpen(on: install) {
        tellDevice(.app(slot, install, .permission(.allow)))
        settleEffects()
      }
    }
    if clientState.person(on: install) != user {
      tellDevice(.app(slot, install, .login(user)))
    }
  }

  private mutating func install(_ slot: SlotID) {
    // An install that the device refuses gets no number: nobody would know it.
    if let obstacle = systemState.obstacle(toInstallIn: slot) {
      context.note(
        .storyMistake, install: systemState.newest(in: slot), detail: obstacle.rawValue)
      return
    }
    guard systemState.isOn(systemState.device(of: slot)) else {
      context.note(.storyMistake, detail: StoryMistake.deviceOff.rawValue)
      return
    }
    tellDevice(.app(slot, newInstall(slot), .install))
  }

  /// Sets a device up from another's backup: every app of the same kind comes along.
  private mutating func restore(_ device: DeviceID, from source: DeviceID) {
    tellDevice(.act(device, .restore(from: source)))
    settleEffects()
    for index in 0..<systemState.slotCount {
      let slot = SlotID(index)
      guard systemState.device(of: slot) == device,
        let twin = self.slot(on: source, profile: systemState.profile(of: slot), app: app(of: slot))
      else { continue }
      let original = systemState.newest(in: twin)
      if !original.isNone { restore(slot, from: original) }
    }
  }

  /// Lets an app come back with the backup of another install.
  private mutating func restore(_ slot: SlotID, from original: InstallID) {
    guard clientState.hasBackup(of: original) else {
      context.note(
        .storyMistake, install: original, detail: StoryMistake.noBackup.rawValue)
      return
    }
    let present = systemState.install(in: slot)
    if !present.isNone {
      tellDevice(.app(slot, present, .uninstall))
      settleEffects()
    }
    let install = newInstall(slot)
    tellDevice(.restored(slot, install))
    settleEffects()
    tellClient(.restored(install, slot, from: original))
    settleEffects()
  }

  private mutating func trouble(_ action: NetworkAction) {
    let wasCut = network.cutsConnections
    defer { if wasCut || network.cutsConnections { tellCuts() } }
    switch action {
    case .fault(let from, let to, let kind, let next, let only, let line):
      network.begin(kind, from: from, to: to, next: next, only: only, line: line)
    case .forget(let a, let b): forgetConnection(a, b)
    case .release(let a, let b):
      for packet in network.release(a, b) { schedule(packet, after: latency(of: packet)) }
    case .heal: heal()
    }
  }

  /// The one connection that stands open for hours is that of a phone to FCM.
  private mutating func forgetConnection(_ a: Place, _ b: Place) {
    for (end, other) in [(a, b), (b, a)] where end.kind == .device && other.kind == .fcm {
      return tellDevice(.connectionForgotten(DeviceID(rawValue: end.number)))
    }
    context.note(.storyMistake, detail: StoryMistake.notConnected.rawValue)
  }

  /// Tells devices whether their connection to FCM can live.
  private mutating func tellCuts() {
    for index in 0..<devices.handleBound {
      let device = DeviceID(rawValue: index)
      tellDevice(.cutOff(device, network.cutsOff(device)))
    }
  }

  // MARK: The network

  @inline(__always)
  private mutating func transmit(_ id: PacketID) {
    if network.hasFaults {
      transmitThroughFaults(id)
    } else {
      schedule(id, after: latency(of: id))
    }
  }

  private mutating func transmitThroughFaults(_ id: PacketID) {
    var line: UInt32 = 0
    let packet = context.packets[id.rawValue]
    let passage = network.passage(of: packet, as: id, line: &line)
    let usual = latency(of: id)
    if line != 0 { noteHit(packet, line: line) }
    switch passage {
    case .passes(let extra):
      schedule(id, after: usual + extra)
      if usual + extra >= timeout(of: packet.body) { giveUp(packet) }
    case .passesTwice:
      schedule(id, after: usual)
      schedule(packet, after: usual + .milliseconds(1))
    case .swaps(let waiting):
      schedule(id, after: usual)
      schedule(waiting, after: usual + .milliseconds(1))
    case .lost, .answerLost:
      noteLoss(packet, line: line)
      giveUp(packet)
      context.packets.remove(id.rawValue)
    case .closed:
      if case .send(let job, _) = packet.body {
        schedule(
          Packet(from: packet.to, to: packet.from, cause: packet.cause, .sendFailed(job: job)),
          after: usual)
      } else {
        giveUp(packet)
      }
      context.packets.remove(id.rawValue)
    case .held: giveUp(packet)
    }
  }

  /// How long a device waits for an answer.
  private func timeout(of body: Packet.Body) -> SimDuration {
    switch body {
    case .topic, .topicAnswer: rules.topics.clientTimeout.duration
    default: rules.design.apiTimeout.duration
    }
  }

  /// Puts a packet on the way.
  @inline(__always)
  private mutating func schedule(_ id: PacketID, after delay: SimDuration) {
    queue.schedule(
      Event(
        time: context.now + delay, kind: TimerKind.packet.rawValue, index: id.rawValue))
  }

  /// Puts another packet on the way.
  private mutating func schedule(_ packet: Packet, after delay: SimDuration) {
    schedule(PacketID(rawValue: context.packets.insert(packet)), after: delay)
  }

  /// Gives a device its request back when the answer can no longer come in time.
  private mutating func giveUp(_ packet: Packet) {
    let request: Packet.Body
    let device: Place
    if packet.body.isDeviceRequest, packet.from.kind == .device {
      (request, device) = (packet.body, packet.from)
    } else if let asked = packet.body.answeredRequest, packet.to.kind == .device {
      (request, device) = (asked, packet.to)
    } else {
      return
    }
    let notice = Packet(from: device, to: device, cause: packet.cause, request)
    schedule(notice, after: timeout(of: request))
  }

  @inline(__always)
  private mutating func latency(of id: PacketID) -> SimDuration {
    let (from, to) = (context.packets[id.rawValue].from, context.packets[id.rawValue].to)
    let isFromDevice = from.kind == .device
    guard isFromDevice || to.kind == .device else {
      return rules.design.providerLatency.duration
    }
    let (end, other) = isFromDevice ? (from, to) : (to, from)
    let base =
      other.kind == .server
      ? rules.design.apiLatency.duration : rules.design.pushLatency.duration
    let device = end.number
    let jitter = context.choices.choose(
      latencyLabel.of(devices[device].key), counter: &devices[device].draws,
      among: latencySteps)
    return base + .milliseconds(Int64(jitter))
  }

  @inline(__always)
  private mutating func arrive(_ id: PacketID) {
    context.cause = context.packets[id.rawValue].cause
    let (from, to) = (context.packets[id.rawValue].from, context.packets[id.rawValue].to)
    switch to.kind {
    case .server: tellServer(.arrived(id))
    case .fcm: provide(.arrived(id))
    case .playServices: break
    case .device:
      let device = DeviceID(rawValue: to.number)
      if from == to {
        tellDevice(.unanswered(device, id))
      } else if systemState.isOnline(device), !isGated(id) {
        tellDevice(.arrived(device, id))
      } else {
        giveUp(context.packets[id.rawValue])
      }
    }
  }

  /// Whether an answer of the app's server comes when the app may not use the network.
  private mutating func isGated(_ id: PacketID) -> Bool {
    context.packets[id.rawValue].from.kind == .server
      && system.hasClosedNetwork(
        for: context.packets[id.rawValue].body, &systemState, at: context.now)
  }

  private mutating func noteHit(_ packet: Packet, line: UInt32) {
    let subject = packet.body.subject
    context.note(
      .faultHit, message: subject.message, copy: subject.copy, install: subject.install,
      operand: line, cause: packet.cause)
  }

  private mutating func noteLoss(_ packet: Packet, line: UInt32) {
    guard case .deliver(let delivery) = packet.body else { return }
    context.note(
      .lost, message: delivery.payload.message, copy: delivery.copy, install: delivery.install,
      operand: line, cause: packet.cause)
  }
}
