import PushDomain
import Rulebook
import SimKernel

extension AndroidOS {
  /// Starts or ends the chains of Doze, after something changed that they depend on.
  func reconsiderSleep(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let flags = state[device].flags
    let mayDoze =
      flags.isDisjoint(with: [.off, .charging]) && !flags.isDisjoint(with: [.screenOff, .locked])
    if mayDoze, !flags.contains(.still) {
      state[device].flags.insert(.still)
      state[device].stillBy = context.cause
      startChains(device, &state, &context)
    } else if !mayDoze, flags.contains(.still) {
      wake(device, &state, &context)
      state[device].flags.remove(.still)
    }
  }

  /// Computes when light and deep Doze begin, and arms the one timer of an idle phone.
  func startChains(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let row = state[device]
    let now = context.now
    if row.flags.contains(.batterySaver) {
      let start = now + rules.doze.quick.duration
      state[device].flags.insert(.quick)
      state[device].deepFrom = start
      state[device].lightFrom = start
    } else {
      state[device].flags.remove(.quick)
      state[device].lightFrom = now + lightEntry(row)
      state[device].deepFrom = deepEntry(
        row, from: now, wait: rules.doze.deepInactive.duration, state)
    }
    state[device].lightRound = 0
    state[device].deepRound = 0
    state[device].lightBudget = UInt16(clamping: rules.doze.lightWindowMin.duration.wholeSeconds)
    armEntry(device, &state, &context)
  }

  @inline(__always)
  func armEntry(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    state[device].dozeGeneration &+= 1
    state[device].flags.remove(.windowArmed)
    let at = min(state[device].lightFrom, state[device].deepFrom)
    context.arm(
      Timer(
        .deviceLightDoze, index: device.rawValue, generation: state[device].dozeGeneration, at: at))
  }

  /// How long the screen is off before light Doze begins.
  private func lightEntry(_ row: DeviceRow) -> SimDuration {
    if row.api >= 34 { return rules.doze.lightEnter14.duration }
    if row.api >= 31 { return rules.doze.lightEnter12.duration }
    return rules.doze.lightEnter11.duration
  }

  /// When deep idle begins if the chain starts now with a first wait; never without a sensor.
  func deepEntry(
    _ row: DeviceRow, from start: SimTime, wait: SimDuration, _ state: borrowing AndroidState
  ) -> SimTime {
    if row.flags.contains(.noMotionSensor), rules.doze.noMotionSensor.isOn {
      return .distantFuture
    }
    let alarm = state.oddities[row.oddity].alarmAt
    let begin = holdsBack(alarm, at: start) ? alarm : start
    return begin + stretched(wait) + watching
  }

  /// What follows the first wait of the deep chain.
  @inline(__always)
  private var watching: SimDuration {
    stretched(rules.doze.deepIdlePending.duration) + rules.doze.deepSensing.duration
      + rules.doze.deepLocating.duration
  }

  /// A wait as a prediction of stillness changes it.
  private func stretched(_ wait: SimDuration) -> SimDuration {
    wait * rules.doze.preIdle.value / 100
  }

  /// Whether the guard of an alarm clock lasts.
  private func holdsBack(_ alarm: SimTime, at now: SimTime) -> Bool {
    alarm != .distantFuture && now >= alarm - rules.doze.alarmGuard.duration
  }

  /// The first idle period begins.
  @inline(never)
  func fallAsleep(
    _ device: DeviceID, _ generation: UInt16, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard generation == state[device].dozeGeneration, state[device].flags.contains(.still) else {
      return
    }
    if waitsForWork(device, &state, at: context.now) {
      state[device].lightFrom = context.now + rules.doze.lightPreIdle.duration
      state[device].flags.insert(.preIdled)
      armEntry(device, &state, &context)
      return
    }
    state[device].flags.remove(.preIdled)
    state[device].flags.insert(.dozing)
    let phase: DozePhase = context.now >= state[device].deepFrom ? .deep : .light
    noteDoze(device, phase, state, &context)
    tellWakefulness(device, &state, &context)
    wantWindowForJobs(device, &state, &context)
  }

  /// Up to Android 13 light Doze waits once for work that is under way.
  @inline(__always)
  private func waitsForWork(
    _ device: DeviceID, _ state: inout AndroidState, at now: SimTime
  ) -> Bool {
    state[device].api < 34 && state[device].flags.isDisjoint(with: [.preIdled, .quick])
      && now < state[device].deepFrom && hasRunningJob(on: device, &state)
  }

  /// Doze ends: everything that waited is released.
  func wake(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let slept = !state[device].flags.isDisjoint(with: [.dozing, .windowOpen])
    let told = state[device].flags.contains(.dozing)
    state[device].dozeGeneration &+= 1
    state[device].flags.subtract([
      .dozing, .windowOpen, .windowIsDeep, .windowArmed, .quick, .preIdled,
    ])
    state[device].lightFrom = .distantFuture
    state[device].deepFrom = .distantFuture
    guard slept else { return }
    context.note(
      .dozeChanged, operand: device.rawValue, detail: DozePhase.awake.rawValue)
    if told { tellWakefulness(device, &state, &context) }
    releaseHeld(on: device, .dozing, &state, &context)
    runJobs(on: device, &state, &context)
  }

  /// The device is carried: deep Doze and the way there start again, with a shorter wait.
  @inline(never)
  func move(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let row = state[device]
    guard row.flags.contains(.still), !row.flags.contains(.quick),
      row.deepFrom != .distantFuture
    else { return }
    let isDeep = row.flags.contains(.windowIsDeep) || context.now >= row.deepFrom
    // In the first wait nothing watches for motion.
    guard isDeep || context.now >= row.deepFrom - watching else { return }
    if isDeep {
      wake(device, &state, &context)
      startChains(device, &state, &context)
    }
    state[device].deepFrom = deepEntry(
      state[device], from: context.now, wait: rules.doze.motion.duration, state)
    if isDeep {
      armEntry(device, &state, &context)
    } else if state[device].flags.contains(.windowArmed) {
      armWindow(device, &state, &context)
    }
  }

  /// An alarm clock is set: its guard keeps the device out of deep Doze.
  @inline(never)
  func setAlarm(
    _ device: DeviceID, after span: SimDuration, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    // Alarm clocks ring on whole seconds.
    state.setAlarm(of: device, at: context.now + span)
    let at = state.oddity(of: device).alarmAt
    let guardAt = max(context.now, at - rules.doze.alarmGuard.duration)
    context.arm(Timer(.deviceAlarm, index: device.rawValue, argument: 0, at: guardAt))
    context.arm(Timer(.deviceAlarm, index: device.rawValue, argument: 1, at: at))
  }

  /// The guard of an alarm clock begins, or the alarm rings.
  @inline(never)
  func alarmTimer(
    _ device: DeviceID, _ timer: Timer, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let alarm = state.oddity(of: device).alarmAt
    let rings = timer.argument == 1
    guard rings ? timer.at == alarm : holdsBack(alarm, at: context.now) else { return }
    if rings { state.setAlarm(of: device, at: .distantFuture) }
    guard state[device].flags.contains(.still) else { return }
    wake(device, &state, &context)
    startChains(device, &state, &context)
  }

  @inline(never)
  func setBatterySaver(
    _ device: DeviceID, on: Bool, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    state[device].flags.set(.batterySaver, on)
    let row = state[device]
    guard on, row.flags.contains(.still), context.now < row.deepFrom,
      !row.flags.contains(.windowIsDeep)
    else { return }
    let start = context.now + rules.doze.quick.duration
    guard start < row.deepFrom else { return }
    state[device].flags.insert(.quick)
    state[device].deepFrom = start
    if row.flags.isDisjoint(with: [.dozing, .windowOpen]) {
      state[device].lightFrom = min(row.lightFrom, start)
      armEntry(device, &state, &context)
    } else if row.flags.contains(.windowArmed) {
      armWindow(device, &state, &context)
    }
  }

  /// Notes a phase that a timer brought: it goes back to whatever let the device lie still, and
  /// what the step does from here on goes back to it.
  func noteDoze(
    _ device: DeviceID, _ phase: DozePhase, _ state: borrowing AndroidState,
    _ context: inout StepContext
  ) {
    context.cause = context.note(
      .dozeChanged, operand: device.rawValue, detail: phase.rawValue,
      cause: state[device].stillBy)
  }
}
