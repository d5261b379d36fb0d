import PushDomain
import Rulebook
import SimKernel

extension AndroidOS {
  /// Something arrived at a device over the network.
  @inline(never)
  func arrived(
    _ packet: PacketID, at device: DeviceID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard state[device].isOnline else { return }
    switch context.body(of: packet) {
    case .deliver(let delivery):
      guard state[device].flags.contains(.linked) else { return }
      receive(delivery, at: device, &state, &context)
    case .deletedMessages(_, let install):
      guard state[device].flags.contains(.linked) else { return }
      tellDeleted(install, &state, &context)
    case .registerAnswer(let install, let answer):
      registered(install, answer, packet, &state, &context)
    case let body:
      guard let install = body.asker else { return }
      pass(packet, to: install, &state, &context)
    }
  }

  /// An answer reaches the process that asked, or nobody.
  @inline(__always)
  func pass(
    _ packet: PacketID, to install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard state.knows(install), state[install].isInstalled else { return }
    expireProcess(install, &state, &context)
    guard state[install].isAlive else { return }
    touchProcess(install, &state, context.now)
    context.tell(.arrived(install, packet))
  }

  /// A request of a device got no answer in time.
  @inline(never)
  func unanswered(
    _ packet: PacketID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard let install = context.body(of: packet).asker, state.knows(install),
      state[install].isInstalled
    else {
      return
    }
    expireProcess(install, &state, &context)
    guard state[install].isAlive else { return }
    context.tell(.failed(install, packet))
  }

  /// Play services have a copy: they report it, and hand it over where the app may get it.
  private func receive(
    _ delivery: Delivery, at device: DeviceID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let record = context.note(
      .delivered, message: delivery.payload.message, copy: delivery.copy,
      install: delivery.install)
    let obstacle = obstacle(to: delivery, &state, &context)
    if let obstacle {
      if obstacle.ends {
        drop(
          delivery, obstacle.rule, because: obstacle.because, cause: record, &context)
      }
      return report(
        delivery, obstacle.report, at: device, cause: obstacle.because, &context)
    }
    report(delivery, .received, at: device, &context)
    guard let reason = reasonToHold(delivery, &state, at: context.now) else {
      return handOver(delivery, cause: record, &state, &context)
    }
    let kept = context.note(
      .held, message: delivery.payload.message, copy: delivery.copy, install: delivery.install,
      user: delivery.payload.user, operand: rule(of: reason).rawValue, cause: record)
    hold(delivery, reason, cause: kept, &state, at: context.now)
    if reason == .dozing { wantWindow(device, &state, &context) }
  }

  /// Why an app cannot get a copy.
  private struct Obstacle {
    var report: DeliveryReport
    var rule: RuleKey
    /// The device itself ends the copy.
    var ends = false
    /// The record that put the app into this state.
    var because = RecordID.none
  }

  @inline(__always)
  private func obstacle(
    to delivery: Delivery, _ state: inout AndroidState, _ context: inout StepContext
  ) -> Obstacle? {
    let install = delivery.install
    guard state.knows(install), state[install].isInstalled,
      state[state[install].slot].choices.contains(.receiver),
      !state[install].flags.contains(.forgotten)
    else {
      return Obstacle(report: .noReceiver, rule: rules.transport.noReceiver.key, ends: true)
    }
    guard canRun(install, state) else {
      return Obstacle(report: .userStopped, rule: rules.backup.stoppedUser.key)
    }
    if isLocked(delivery, &state), rules.handling.directBootQueue.answer == .server {
      return Obstacle(report: .locked, rule: rules.transport.userLocked.key)
    }
    hibernateIfDue(install, &state, &context)
    let flags = state[install].flags
    guard flags.isDisjoint(with: [.stopped, .hibernated]),
      state[install].battery != .restricted
    else { return obstacle(ofStanding: install, &state) }
    return nil
  }

  /// What a stop, hibernation or a restriction puts in the way of a copy.
  private func obstacle(ofStanding install: InstallID, _ state: inout AndroidState) -> Obstacle? {
    let row = state[install]
    if row.flags.contains(.stopped) {
      return Obstacle(
        report: .stopped, rule: rules.processes.stopPush.key, because: state.stoppedBy(install))
    }
    if row.flags.contains(.hibernated) {
      return Obstacle(
        report: .barred, rule: rules.standby.hibernateEffect.key, because: state.stoppedBy(install))
    }
    guard rules.standby.userRestricted.answer == .dropped else { return nil }
    return Obstacle(
      report: .received, rule: rules.standby.userRestricted.key, ends: true,
      because: state.stoppedBy(install))
  }

  /// The storage is locked, and app, message or services are not ready for direct boot.
  @inline(__always)
  private func isLocked(_ delivery: Delivery, _ state: inout AndroidState) -> Bool {
    state[state[delivery.install].device].flags.contains(.storageLocked)
      && !isReady(delivery, &state)
  }

  /// App, message and services are ready for direct boot.
  private func isReady(_ delivery: Delivery, _ state: inout AndroidState) -> Bool {
    let row = state[delivery.install]
    return state[row.slot].choices.contains(.directBoot)
      && delivery.payload.flags.contains(.directBoot)
      && Int64(state.oddity(of: row.device).playServices) >= rules.priority.proxyServices.value
  }

  /// Why play services keep a copy to themselves for now.
  @inline(__always)
  private func reasonToHold(
    _ delivery: Delivery, _ state: inout AndroidState, at now: SimTime
  ) -> HeldRow.Reason? {
    if isLocked(delivery, &state) { return .locked }
    let install = delivery.install
    let device = state[install].device
    if state[device].flags.contains(.aggressive), isFrozen(install, &state, at: now) {
      return .frozen
    }
    // FCM lets a lowered notification go ahead of the window only for play services to draw it.
    let isForProxy = delivery.original == .high && delivery.payload.kind != .data
    if delivery.delivered == .normal, isHeldBack(device, &state, at: now),
      state[install].battery != .unrestricted,
      isForProxy ? !drawsByProxy(delivery, &state) : rules.doze.windowLate.answer == .nextWindow
    {
      return .dozing
    }
    return nil
  }

  /// Whether an aggressive vendor has frozen an app in the background.
  private func isFrozen(
    _ install: InstallID, _ state: inout AndroidState, at now: SimTime
  ) -> Bool {
    rules.standby.oemPolicy.answer == .backgroundFreeze
      && state[install].process != .foreground
      && now - rowTime(state[install].lastUsed) >= rules.standby.oemFreezeAfter.duration
  }

  /// The rule by which play services keep a copy to themselves.
  private func rule(of reason: HeldRow.Reason) -> RuleKey {
    switch reason {
    case .dozing: rules.doze.windowLate.key
    case .frozen: rules.standby.oemPolicy.key
    case .locked: rules.handling.directBootQueue.key
    case .inHand, .orphaned: .none
    }
  }

  /// Draws a copy by proxy, or gives it to the app.
  func handOver(
    _ delivery: Delivery, cause: RecordID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let install = delivery.install
    if delivery.original == .high {
      // A lowered message opens the network as well, but permits no foreground service.
      state[install].flags.set(.passIsPlain, delivery.delivered != .high)
      grantPass(install, rules.transport.allowlistDuration.duration, &state, at: context.now)
      reportBucket(install, &state, &context)
    }
    if drawsByProxy(delivery, &state) {
      return drawByProxy(delivery, &state, &context)
    }
    let around = startProcess(of: install, for: .push, &state, &context)
    hold(delivery, .inHand, cause: cause, &state, at: context.now)
    context.tell(.message(install, context.deliveries.lend(delivery), around))
  }

  /// Gives an app a pass out of Doze for a while.
  func grantPass(
    _ install: InstallID, _ span: SimDuration, _ state: inout AndroidState, at now: SimTime
  ) {
    let until = now + min(span, rules.doze.allowlistMax.duration)
    let owner = state.workHandle(of: install)
    state.work[owner].passUntil = max(state.work[owner].passUntil, until)
  }

  /// Takes an app's pass away.
  func endPass(of install: InstallID, _ state: inout AndroidState) {
    guard state[install].work != .max else { return }
    state.work[state[install].work].passUntil = .zero
    state.releaseIdleWork(of: install)
  }

  /// Play services draw notification messages that lost their priority, or that allow it.
  @inline(__always)
  private func drawsByProxy(_ delivery: Delivery, _ state: inout AndroidState) -> Bool {
    delivery.payload.kind != .data && delivery.original == .high && mayDraw(delivery, &state)
  }

  /// Whether play services may draw a notification message that was asked to be high.
  private func mayDraw(_ delivery: Delivery, _ state: inout AndroidState) -> Bool {
    let row = state[delivery.install]
    let flags = delivery.payload.flags
    guard canProxy(row.device, state), row.flags.contains(.delegate),
      !state[row.slot].choices.contains(.noDelegate), !flags.contains(.proxyDeny),
      !(row.process == .foreground && state[row.device].isInUse)
    else { return false }
    if flags.contains(.proxyAllow) { return true }
    return delivery.delivered != .high && rules.priority.proxyOrLower.answer == .proxied
  }

  private func drawByProxy(
    _ delivery: Delivery, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let install = delivery.install
    context.cause = context.note(
      .handed, message: delivery.payload.message, copy: delivery.copy, install: install,
      operand: rules.priority.proxy.key.rawValue, detail: HandOver.playServices.rawValue)
    let isShown = post(
      AppNotification(
        payload: delivery.payload, copy: delivery.copy, channel: delivery.payload.channel,
        author: .playServices), by: install, &state, &context)
    reportDisplay(delivery, isShown, &state, &context)
  }

  /// Says whether a copy that was asked to be high led to something visible.
  func reportDisplay(
    _ delivery: Delivery, _ isShown: Bool, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let device = state[delivery.install].device
    guard delivery.original == .high, state[device].isOnline else { return }
    report(delivery, isShown ? .displayed : .notDisplayed, at: device, &context)
  }

  private func report(
    _ delivery: Delivery, _ report: DeliveryReport, at device: DeviceID,
    cause: RecordID = .none, _ context: inout StepContext
  ) {
    context.transmit(
      from: .device(device), to: .fcm,
      .deliveryReport(copy: delivery.copy, address: delivery.address, report), cause: cause)
  }

  /// A rule ends a copy on the device.
  func drop(
    _ delivery: Delivery, _ rule: RuleKey, because: RecordID = .none, cause: RecordID,
    _ context: inout StepContext
  ) {
    context.note(
      .dropped, message: delivery.payload.message, copy: delivery.copy,
      install: delivery.install, user: delivery.payload.user, operand: rule.rawValue,
      because: because, cause: cause)
  }

  /// The signal that messages were dropped goes to the app like a message.
  private func tellDeleted(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state.knows(install), state[install].isInstalled, canRun(install, state),
      state[install].flags.isDisjoint(with: [.stopped, .hibernated]),
      !state[state[install].device].flags.contains(.storageLocked)
    else { return }
    startProcess(install, .push, &state, &context)
    context.tell(.deletedMessages(install))
  }
}

extension Packet.Body {
  /// The install that asked, for requests and their answers.
  @inline(__always)
  var asker: InstallID? {
    switch self {
    case .register(let request): request.install
    case .registerAnswer(let install, _), .unregister(_, let install),
      .unregisterAnswer(let install, _), .topic(_, let install, _, _),
      .topicAnswer(let install, _, _), .uploadAnswer(let install, _, _),
      .erase(_, let install, _), .eraseAnswer(let install, _), .eventsAnswer(let install, _, _),
      .sync(let install, _, _, _), .socket(let install, _), .socketPush(let install, _):
      install
    case .upload(let body): body.install
    case .events(let batch): batch.install
    case .syncAnswer(let answer): answer.install
    default: nil
    }
  }
}
