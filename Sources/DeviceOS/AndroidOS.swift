package import PushDomain
package import Rulebook
import SimKernel

/// Android with play services: everything between the radio and the code of an app.
package struct AndroidOS: Sendable {
  /// The rules in force.
  package let rules: Rulebook

  /// A system that keeps these rules.
  package init(rules: Rulebook) { self.rules = rules }

  /// Advances the phones of the world by one input.
  package func step(
    _ state: inout AndroidState, _ input: DeviceInput, in context: inout StepContext
  ) {
    switch input {
    case .act(let device, let action): act(action, on: device, &state, &context)
    case .app(let slot, let install, let action):
      person(action, slot, fresh: install, &state, &context)
    case .host(let slot, _, let action): host(action, slot, &state, &context)
    case .cutOff(let device, let isCut): cutOff(device, isCut, &state, &context)
    case .connectionForgotten(let device): forgetConnection(device, &state, &context)
    case .mailWaits(let device): wantWindow(device, &state, &context)
    case .restored(let slot, let install): restored(install, in: slot, &state, &context)
    case .arrived(let device, let packet): arrived(packet, at: device, &state, &context)
    case .unanswered(_, let packet): unanswered(packet, &state, &context)
    case .timer(let timer): fired(timer, &state, &context)
    }
  }

  /// Routes a timer to what armed it.
  @inline(__always)
  private func fired(
    _ timer: Timer, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let device = DeviceID(rawValue: timer.index)
    switch timer.kind {
    case .deviceLightDoze: fallAsleep(device, timer.generation, &state, &context)
    case .deviceDoze: windowTimer(device, timer, &state, &context)
    case .deviceHeartbeat: heartbeatFailed(device, timer.generation, &state, &context)
    case .deviceReconnect: reconnect(device, timer.generation, &state, &context)
    case .deviceAlarm: alarmTimer(device, timer, &state, &context)
    case .deviceJob:
      jobTimer(InstallID(rawValue: timer.index), timer, &state, &context)
    case .deviceAppAlarm:
      fireAlarms(of: InstallID(rawValue: timer.index), &state, &context)
    case .deviceRestart:
      handOrphansOver(InstallID(rawValue: timer.index), &state, &context)
    default: break
    }
  }

  /// Something happens to the device as a whole.
  @inline(never)
  private func act(
    _ action: DeviceAction, on device: DeviceID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    switch action {
    case .offline: loseNetwork(device, &state, &context)
    case .online: gainNetwork(device, metered: false, &state, &context)
    case .onlineMetered: gainNetwork(device, metered: true, &state, &context)
    case .screen(let on): turnScreen(device, on: on, &state, &context)
    case .unlock: unlock(device, &state, &context)
    case .charge(let on): charge(device, on: on, &state, &context)
    case .carry: move(device, &state, &context)
    default: actRarely(action, on: device, &state, &context)
    }
  }

  /// Something happens to the device that seldom does.
  @inline(never)
  private func actRarely(
    _ action: DeviceAction, on device: DeviceID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    switch action {
    case .offline, .online, .onlineMetered, .screen, .unlock, .charge, .carry: break
    case .reboot: reboot(device, &state, &context)
    case .powerOff: switchOff(device, &state, &context)
    case .powerOn: powerOn(device, &state, &context)
    case .batterySaver(let on): setBatterySaver(device, on: on, &state, &context)
    case .dataSaver(let on):
      state[device].flags.set(.dataSaver, on)
      if !on { runJobs(on: device, &state, &context) }
    case .alarmClock(let span): setAlarm(device, after: span, &state, &context)
    case .clockJump(let span): jumpClock(device, by: span, &state)
    case .zone(let zone): state[device].zone = zone
    case .updatePlayServices(let version):
      updateServices(device, to: version, &state, &context)
    case .playServices(let enabled): enableServices(device, enabled, &state, &context)
    case .clearPlayServices: clearServices(device, &state, &context)
    case .upgradeOS(let api): upgrade(device, to: api, &state, &context)
    case .reset: erase(device, &state, &context)
    case .backup: backUp(device, &state, &context)
    case .restore: break  // The world restores each place by a `restored` input.
    case .profile(let profile, let running):
      setProfile(profile, running: running, on: device, &state, &context)
    case .forgePush(let slot, let message, let user):
      forgePush(slot, message, user, &state, &context)
    case .forgeRegistration(let slot): forgeRegistration(slot, &state, &context)
    case .disk(let full): state[device].flags.set(.diskFull, full)
    }
  }
}

extension OptionSet where Self == Element {
  /// Puts a member in or takes it out.
  @inline(__always)
  mutating func set(_ member: Self, _ isIn: Bool) {
    if isIn { insert(member) } else { remove(member) }
  }
}

extension StepContext {
  /// Tells the client something at this instant.
  @inline(__always)
  mutating func tell(_ input: ClientInput) { effects.append(.client(input)) }

  /// Says that a statement of the story cannot take effect.
  mutating func storyMistake(_ mistake: StoryMistake, install: InstallID = .none) {
    note(.storyMistake, install: install, detail: mistake.rawValue)
  }
}
