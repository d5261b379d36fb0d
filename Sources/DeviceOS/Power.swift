import PushDomain
import Rulebook
import SimKernel

extension AndroidOS {
  /// The screen goes on or off; going off raises the keyguard.
  @inline(never)
  func turnScreen(
    _ device: DeviceID, on: Bool, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[device].isOn else { return context.storyMistake(.deviceOff) }
    setScreen(device, on: on, &state, at: context.now)
    if !on { state[device].flags.insert(.locked) }
    reconsiderSleep(device, &state, &context)
    reportBuckets(on: device, &state, &context)
  }

  /// Switches the screen and adds to the time it was on.
  private func setScreen(
    _ device: DeviceID, on: Bool, _ state: inout AndroidState, at now: SimTime
  ) {
    guard state[device].flags.contains(.screenOff) == on else { return }
    state[device].screenSeconds = screenSeconds(state[device], at: now)
    state[device].screenSince = now.rowSeconds
    state[device].flags.set(.screenOff, !on)
  }

  /// How long the screen has been on in all.
  @inline(__always)
  func screenSeconds(_ row: DeviceRow, at now: SimTime) -> UInt32 {
    guard row.flags.isDisjoint(with: [.screenOff, .off]) else { return row.screenSeconds }
    return row.screenSeconds &+ (now.rowSeconds &- row.screenSince)
  }

  /// The person unlocks the device; the first time after booting the storage opens.
  @inline(never)
  func unlock(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[device].isOn else { return context.storyMistake(.deviceOff) }
    setScreen(device, on: true, &state, at: context.now)
    let isFirst = state[device].flags.contains(.storageLocked)
    state[device].flags.subtract([.locked, .storageLocked])
    reconsiderSleep(device, &state, &context)
    guard isFirst else { return }
    context.note(.booted, operand: device.rawValue, detail: 1)
    var next = state.firstInstall(on: device)
    while !next.isNone {
      grantPass(next, rules.doze.allowlistBoot.duration, &state, at: context.now)
      context.effects.append(.provider(.ready(next)))
      next = state.install(after: next)
    }
    releaseHeld(on: device, .locked, &state, &context)
    releaseOrphans(on: device, &state, &context)
    runJobs(on: device, &state, &context)
  }

  @inline(never)
  func charge(
    _ device: DeviceID, on: Bool, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    state[device].flags.set(.charging, on)
    reconsiderSleep(device, &state, &context)
    reportBuckets(on: device, &state, &context)
    if on { runJobs(on: device, &state, &context) }
  }

  @inline(never)
  func reboot(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    powerOff(device, &state, &context)
    powerOn(device, &state, &context)
  }

  /// A person switches the device off.
  @inline(never)
  func switchOff(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[device].isOn else { return }
    context.note(.switchedOff, operand: device.rawValue)
    powerOff(device, &state, &context)
  }

  /// Ends every process and forgets what stands in memory only.
  @inline(never)
  func powerOff(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[device].isOn else { return }
    var next = state.firstInstall(on: device)
    while !next.isNone {
      endProcess(next, .reboot, &state, &context)
      cancelAlarms(of: next, &state)
      clearTray(of: next, .rebooted, &state, &context)
      endPass(of: next, &state)
      next = state.install(after: next)
    }
    state[device].screenSeconds = screenSeconds(state[device], at: context.now)
    state.setAlarm(of: device, at: .distantFuture)
    closeConnection(device, &state, &context)
    state[device].flags.insert(.off)
    reconsiderSleep(device, &state, &context)
  }

  /// Boots the device, which stays locked until the person unlocks it.
  @inline(never)
  func powerOn(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard !state[device].isOn else { return }
    state[device].flags.subtract([.off, .screenOff])
    state[device].flags.formUnion([.locked, .storageLocked])
    state[device].screenSince = context.now.rowSeconds
    context.note(.booted, operand: device.rawValue, detail: 0)
    stopOtherUsers(on: device, &state, &context)
    connectSoon(device, &state, &context)
    reconsiderSleep(device, &state, &context)
  }

  /// The wall clock of the device jumps; nothing but what reads it notices.
  func jumpClock(_ device: DeviceID, by span: SimDuration, _ state: inout AndroidState) {
    state.changeOddity(of: device) {
      $0.clockOffsetSeconds = Int32(clamping: Int64($0.clockOffsetSeconds) + span.wholeSeconds)
    }
  }
}
