package import PushDomain
package import Rulebook
import SimKernel

/// Everything that runs in the app's process: our SDK, the messaging library, the host app.
///
/// One step advances one install by one thing that it is told. What is told about an install that
/// is gone is of no effect.
package struct PushClient: Sendable {
  /// The book and the design: one word from function to function, for they never change.
  private let setup: Setup

  private final class Setup: Sendable {
    let rules: Rulebook
    let design: Design

    init(rules: Rulebook, design: Design) {
      self.rules = rules
      self.design = design
    }
  }

  /// Binds a book and a design.
  package init(rules: Rulebook, design: Design) {
    setup = Setup(rules: rules, design: design)
  }

  /// The rules in force.
  @inline(__always)
  package var rules: Rulebook { setup.rules }

  /// The SDK under test.
  @inline(__always)
  package var design: Design { setup.design }

  /// Advances one install by one input.
  package func step(
    _ state: inout ClientState, _ input: ClientInput, in context: inout StepContext
  ) {
    switch input {
    case .installed(let who, let slot): install(who, in: slot, &state, &context)
    case .restored(let who, let slot, let source):
      restore(who, in: slot, from: source, &state, &context)
    case .chosen(let slot, let action):
      state.changeHost(of: slot) { Self.choose(action, in: &$0) }
    case .timer(let timer): fire(timer, &state, &context)
    default:
      let who = input.install
      guard state.isPresent(who) else { return }
      stepPresent(input, of: who, &state, &context)
    }
  }

  /// Advances an install that is there.
  @inline(__always)
  private func stepPresent(
    _ input: ClientInput, of who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    switch input {
    case .arrived(_, let packet): arrived(packet, on: who, &state, &context)
    case .inboxItem(_, let loan, let purpose):
      receive(item: loan, of: purpose, on: who, &state, &context)
    case .dismissed(_, let loan): dismiss(loan, on: who, &state, &context)
    case .processStarted(_, let around): start(who, around, &state, &context)
    case .foreground(_, let around): enterForeground(who, around, &state, &context)
    default: stepAware(input, of: who, &state, &context)
    }
  }

  /// Advances an install by what a look at its surroundings comes with.
  @inline(never)
  private func stepAware(
    _ input: ClientInput, of who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    switch input {
    case .message(_, let loan, let around): receive(loan, around, on: who, &state, &context)
    case .job(_, let kind, let around): run(kind, around, on: who, &state, &context)
    default: stepRarely(input, of: who, &state, &context)
    }
  }

  /// Advances an install by what it is seldom told.
  @inline(never)
  private func stepRarely(
    _ input: ClientInput, of who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    switch input {
    case .failed(_, let packet): failed(packet, on: who, &state, &context)
    case .tapped(_, let notification, let loan, let isCold, let around):
      look(around, on: who, &state)
      tap(notification, context.payloads[loan], isCold: isCold, on: who, &state, &context)
    case .replied(_, let loan): reply(to: context.payloads[loan], on: who, &state, &context)
    case .processEnded: end(who, &state, &context)
    case .deletedMessages: hearDeleted(who, &state, &context)
    case .forged(_, let loan, let around):
      look(around, on: who, &state)
      receive(
        forged: context.payloads[loan], isLocked: !around.isUnlocked, on: who, &state, &context)
    case .alarm(_, let loan, let around):
      look(around, on: who, &state)
      post(context.payloads[loan], copy: .none, by: .host, on: who, &state, &context)
    case .registration(_, let answer, let isForged):
      hearC2DM(answer, isForged: isForged, on: who, &state, &context)
    case .app(_, let action, let around):
      look(around, on: who, &state)
      personActs(action, on: who, &state, &context)
    case .host(_, let action, let around):
      look(around, on: who, &state)
      hostActs(action, on: who, &state, &context)
    default: live(input, of: who, &state, &context)
    }
  }

  /// What happens to the app as a whole.
  @inline(__always)
  private func live(
    _ input: ClientInput, of who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    switch input {
    case .background:
      state.rows[who].flags.remove(.isForeground)
      closeSocket(who, &state, &context)
    case .network(_, let around):
      look(around, on: who, &state)
      hearNetwork(who, &state, &context)
    case .taskRemoved: forgetLaunch(who, &state)
    case .permission(_, let isAllowed): hearPermission(isAllowed, on: who, &state, &context)
    case .updated(_, let sdk, let project): update(who, sdk: sdk, project: project, &state)
    case .dataCleared: clearData(who, &state, &context)
    case .uninstalled: uninstall(who, &state, &context)
    case .backedUp: backUp(who, &state)
    default: break
    }
  }

  /// Asks the system for something.
  @inline(__always)
  func call(_ request: SystemCall, on who: InstallID, _ context: inout StepContext) {
    context.effects.append(.call(who, request))
  }

  /// Asks the system to send something.
  @inline(__always)
  func transmit(
    _ body: Packet.Body, to place: Place, on who: InstallID, _ context: inout StepContext
  ) {
    call(.transmit(context.draft(body, to: place)), on: who, &context)
  }

  /// Takes note of what the app sees around it; where its process is new, its code starts first.
  @inline(__always)
  func meet(
    _ around: AppSurroundings, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    if around.facts.contains(.startsProcess) {
      start(who, around, &state, &context)
    } else {
      look(around, on: who, &state)
    }
  }

  /// Takes note of what the app sees around it.
  func look(_ around: AppSurroundings, on who: InstallID, _ state: inout ClientState) {
    var flags = state.rows[who].flags.subtracting(.seen)
    flags.insert(.isAlive)
    // An app that is on top of a locked phone is not in the foreground.
    if around.isForeground { flags.insert(.isForeground) }
    if around.canNotify { flags.insert(.canNotify) }
    if around.hasNetwork { flags.insert(.hasNetwork) }
    if around.playServices != 0 { flags.insert(.hasPlayServices) }
    state.rows[who].flags = flags
    let slot = state.rows[who].slot
    let host = state.hostHandle(of: slot)
    if state.hosts[host].clockOffsetSeconds != around.clockOffsetSeconds
      || state.hosts[host].zone != around.zone
    {
      setClock(of: slot, around, &state)
    }
  }

  /// The clock of a device is not as the app saw it last.
  @inline(never)
  private func setClock(
    of slot: SlotID, _ around: AppSurroundings, _ state: inout ClientState
  ) {
    state.changeHost(of: slot) {
      $0.clockOffsetSeconds = around.clockOffsetSeconds
      $0.zone = around.zone
    }
  }

  /// The wall clock of an install in whole seconds.
  @inline(__always)
  func wallSeconds(
    of who: InstallID, _ state: borrowing ClientState, at now: SimTime
  ) -> Int32 {
    wallSeconds(ofHost: state.hostHandle(of: state.rows[who].slot), state, at: now)
  }

  /// The wall clock of a host in whole seconds.
  @inline(__always)
  func wallSeconds(
    ofHost host: UInt32, _ state: borrowing ClientState, at now: SimTime
  ) -> Int32 {
    Int32(clamping: now.sinceStart.wholeSeconds + Int64(state.hosts[host].clockOffsetSeconds))
  }
}

extension ClientFlags {
  /// Sets a flag to a truth.
  mutating func set(_ flag: ClientFlags, _ isOn: Bool) {
    if isOn { insert(flag) } else { remove(flag) }
  }
}

extension ClientInput {
  /// Whom the input is about; none for a timer.
  var install: InstallID {
    switch self {
    case .installed(let who, _), .restored(let who, _, _), .uninstalled(let who),
      .dataCleared(let who), .backedUp(let who), .updated(let who, _, _),
      .processStarted(let who, _), .processEnded(let who, _), .foreground(let who, _),
      .background(let who), .message(let who, _, _), .forged(let who, _, _),
      .deletedMessages(let who), .app(let who, _, _), .host(let who, _, _),
      .tapped(let who, _, _, _, _), .taskRemoved(let who), .network(let who, _),
      .dismissed(let who, _), .replied(let who, _), .permission(let who, _),
      .alarm(let who, _, _), .job(let who, _, _), .arrived(let who, _), .inboxItem(let who, _, _),
      .failed(let who, _), .registration(let who, _, _):
      who
    case .chosen, .timer: .none
    }
  }
}
