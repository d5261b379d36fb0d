package import PushDomain
import Rulebook
package import SimKernel

extension AndroidOS {
  /// The device loses its network; FCM learns of it when a heartbeat goes unanswered.
  @inline(never)
  func loseNetwork(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard !state[device].flags.contains(.offline) else { return }
    state[device].flags.insert(.offline)
    context.note(.networkDown, operand: device.rawValue)
    dropConnection(device, &state, &context)
    tellSockets(device, &state, &context)
  }

  /// The apps that keep a socket to their server hear of the network, as long as they run.
  private func tellSockets(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    var next = state.firstInstall(on: device)
    while !next.isNone {
      if state[state[next].slot].choices.contains(.socket), state[next].isAlive {
        context.tell(.network(next, surroundings(of: next, in: &state, at: context.now)))
      }
      next = state.install(after: next)
    }
  }

  /// The device gets a network and connects again a moment later.
  @inline(never)
  func gainNetwork(
    _ device: DeviceID, metered: Bool, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let wasOffline = state[device].flags.contains(.offline)
    state[device].flags.set(.metered, metered)
    state[device].flags.remove(.offline)
    if wasOffline {
      context.note(.networkUp, operand: device.rawValue)
      connectSoon(device, &state, &context)
      tellSockets(device, &state, &context)
    }
    runJobs(on: device, &state, &context)
    if wasOffline { wantWindowForJobs(device, &state, &context) }
  }

  /// Nothing passes between the device and FCM any more, or again.
  @inline(never)
  func cutOff(
    _ device: DeviceID, _ isCut: Bool, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[device].flags.contains(.cutOff) != isCut else { return }
    state[device].flags.set(.cutOff, isCut)
    if isCut {
      dropConnection(device, &state, &context)
    } else {
      connectSoon(device, &state, &context)
    }
  }

  /// A router forgets the connection: both ends believe in it until the heartbeat of the phone.
  func forgetConnection(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[device].flags.contains(.linked) else {
      return context.storyMistake(.notConnected)
    }
    context.note(.connectionForgotten, operand: device.rawValue)
    loseLink(device, &state)
    awaitHeartbeat(device, state, &context)
  }

  /// What the device sends and gets over the connection from now on is lost.
  private func loseLink(_ device: DeviceID, _ state: inout AndroidState) {
    state[device].linkGeneration &+= 1
    state[device].flags.remove(.linked)
  }

  /// The connection breaks without a farewell.
  func dropConnection(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    loseLink(device, &state)
    guard state[device].flags.contains(.believed) else { return }
    if rules.transport.halfOpenWhen.answer == .atOnce {
      tellDisconnected(device, &state, &context)
      return
    }
    awaitHeartbeat(device, state, &context)
  }

  /// Arms the moment in which a silent connection counts as dead.
  private func awaitHeartbeat(
    _ device: DeviceID, _ state: borrowing AndroidState, _ context: inout StepContext
  ) {
    context.arm(
      Timer(
        .deviceHeartbeat, index: device.rawValue, generation: state[device].linkGeneration,
        at: heartbeatFailure(of: device, state, after: context.now)))
  }

  /// Who holds the connection ends and closes it, which FCM sees at once where a network carries it.
  func closeConnection(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[device].flags.contains(.linked) else { return }
    loseLink(device, &state)
    tellDisconnected(device, &state, &context)
  }

  /// When FCM gives a silent connection up: the next heartbeat and its time-out.
  ///
  /// Heartbeats stand on a grid that is shifted from device to device.
  private func heartbeatFailure(
    of device: DeviceID, _ state: borrowing AndroidState, after now: SimTime
  ) -> SimTime {
    let interval =
      state[device].flags.contains(.metered)
      ? rules.transport.heartbeatMobile.duration : rules.transport.heartbeatWifi.duration
    let shift = SimDuration.seconds(Int64(device.rawValue) &* 61) % interval
    let passed = (now.sinceStart + shift) % interval
    return now + (interval - passed) + rules.transport.heartbeatTimeout.duration
  }

  /// FCM notices that the device is gone, and a device that has a network connects anew.
  @inline(never)
  func heartbeatFailed(
    _ device: DeviceID, _ generation: UInt16, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard generation == state[device].linkGeneration else { return }
    tellDisconnected(device, &state, &context)
    connectSoon(device, &state, &context)
  }

  private func tellDisconnected(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    state[device].flags.remove(.believed)
    tellLink(device, connected: false, state, &context)
  }

  /// Arms the next try to connect.
  func connectSoon(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard canConnect(device, state) else { return }
    state[device].linkGeneration &+= 1
    context.arm(
      Timer(
        .deviceReconnect, index: device.rawValue, generation: state[device].linkGeneration,
        at: context.now + rules.transport.reconnectFirst.duration))
  }

  /// A try to connect is due.
  @inline(never)
  func reconnect(
    _ device: DeviceID, _ generation: UInt16, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard generation == state[device].linkGeneration else { return }
    connect(device, &state, &context)
  }

  /// Connects at once; a connection that FCM still believed in is replaced.
  func connect(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard canConnect(device, state) else { return }
    if state[device].flags.contains(.believed) { tellDisconnected(device, &state, &context) }
    state[device].linkGeneration &+= 1
    state[device].flags.formUnion([.linked, .believed])
    tellLink(device, connected: true, state, &context)
  }

  private func canConnect(_ device: DeviceID, _ state: borrowing AndroidState) -> Bool {
    state[device].isOnline && state[device].hasServices && !state[device].flags.contains(.cutOff)
  }

  /// Tells FCM how the connection stands.
  @inline(__always)
  func tellLink(
    _ device: DeviceID, connected: Bool, _ state: borrowing AndroidState,
    _ context: inout StepContext
  ) {
    let link = LinkState(
      isConnected: connected, isDozing: state[device].holdsBack, canProxy: canProxy(device, state))
    context.effects.append(.provider(.link(device, link)))
  }

  /// Tells FCM that wakefulness changed, where there is a connection to tell it by.
  @inline(__always)
  func tellWakefulness(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let flags = state[device].flags
    guard flags.contains(.linked) else { return }
    context.effects.append(.provider(.wakefulness(device, isDozing: flags.contains(.dozing))))
  }

  /// Whether play services of this device can draw messages by themselves.
  @inline(__always)
  func canProxy(_ device: DeviceID, _ state: borrowing AndroidState) -> Bool {
    rules.priority.proxy.isOn && Int64(state[device].api) >= rules.priority.proxyLevel.value
      && Int64(state.oddity(of: device).playServices) >= rules.priority.proxyServices.value
  }

  /// Whether the app that an answer is for may not use the network now.
  package func hasClosedNetwork(
    for body: Packet.Body, _ state: inout AndroidState, at now: SimTime
  ) -> Bool {
    guard let install = body.asker, state.knows(install), state[install].isInstalled else {
      return false
    }
    return !hasNetwork(install, &state, at: now)
  }

  /// Whether an app may use the network now: the gate stands apart from what woke the app.
  @inline(__always)
  func hasNetwork(
    _ install: InstallID, _ state: inout AndroidState, at now: SimTime
  ) -> Bool {
    hasOpenNetwork(install, state) || isLetOut(install, &state, at: now)
  }

  /// Whether there is a network and nothing stands between it and an app.
  @inline(__always)
  func hasOpenNetwork(_ install: InstallID, _ state: borrowing AndroidState) -> Bool {
    state[state[install].device].flags.isDisjoint(with: [.off, .offline, .dozing, .dataSaver])
      && state[install].battery != .restricted
  }

  /// Whether an app may use the network where something stands against it.
  private func isLetOut(
    _ install: InstallID, _ state: inout AndroidState, at now: SimTime
  ) -> Bool {
    let device = state[install].device
    let flags = state[device].flags
    let battery = state[install].battery
    guard state[device].isOnline else { return false }
    if state[install].process == .foreground, state[device].isInUse { return true }
    if flags.contains(.dozing), battery != .unrestricted, now >= state.passUntil(of: install),
      isHeldBack(device, &state, at: now)
    {
      return false
    }
    if flags.isSuperset(of: [.dataSaver, .metered]), battery != .unrestricted { return false }
    return battery != .restricted || now < state.passUntil(of: install)
  }
}
