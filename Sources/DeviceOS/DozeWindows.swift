package import PushDomain
import Rulebook
package import SimKernel

/// One of the two rhythms of Doze: idle periods that grow, with windows between them.
struct DozeLane: BitwiseCopyable {
  var first: SimDuration
  var factor: Int64
  var longest: SimDuration
  /// How long a window stays open when nobody has work.
  var pause: SimDuration

  /// The idle period of a round, counted from zero.
  func idle(_ round: Int) -> SimDuration {
    var idle = min(longest, first)
    for _ in 0..<round {
      let next = self.idle(after: idle)
      if next == idle { break }
      idle = next
    }
    return idle
  }

  /// The idle period behind one.
  private func idle(after length: SimDuration) -> SimDuration { min(longest, length * factor) }

  /// Where a rhythm stands, if nobody used a window since it was at the start of a round.
  func position(from anchor: SimTime, round: Int, at now: SimTime) -> DozePosition {
    var length = idle(round)
    var position = DozePosition(round: round, idleFrom: anchor, windowFrom: anchor + length)
    while now >= position.windowFrom + pause {
      let next = idle(after: length)
      if next == length {
        let period = length + pause
        let skipped = (now - position.idleFrom) / period
        position.passed += Int(skipped)
        position.idleFrom += period * skipped
      } else {
        position.idleFrom = position.windowFrom + pause
        position.passed += 1
        position.round += 1
        length = next
      }
      position.windowFrom = position.idleFrom + length
    }
    return position
  }
}

/// One round of a rhythm: an idle period and the window behind it.
struct DozePosition: BitwiseCopyable {
  var round: Int
  var idleFrom: SimTime
  var windowFrom: SimTime
  /// How many windows nobody used lie between the anchor and this round.
  var passed = 0
}

extension AndroidOS {
  var lightLane: DozeLane {
    DozeLane(
      first: rules.doze.lightIdleFirst.duration, factor: rules.doze.lightIdleFactor.value,
      longest: rules.doze.lightIdleMax.duration, pause: rules.doze.lightWindowPause.duration)
  }

  var deepLane: DozeLane {
    DozeLane(
      first: rules.doze.deepIdleFirst.duration, factor: rules.doze.deepIdleFactor.value,
      longest: rules.doze.deepIdleMax.duration, pause: rules.doze.deepWindowMin.duration)
  }

  /// The phase of a device, computed without events: a window nobody used is seen as well.
  @inline(__always)
  package func phase(
    of device: DeviceID, in state: borrowing AndroidState, at now: SimTime
  ) -> DozePhase {
    let flags = state[device].flags
    if flags.contains(.windowOpen) {
      return flags.contains(.windowIsDeep) ? .deepWindow : .lightWindow
    }
    guard flags.contains(.dozing) else { return .awake }
    if now >= state[device].deepFrom {
      return now < deepPosition(of: device, state, at: now).windowFrom ? .deep : .deepWindow
    }
    return now < lightPosition(of: device, state, at: now).windowFrom ? .light : .lightWindow
  }

  /// Where the light rhythm of a device stands.
  @inline(__always)
  private func lightPosition(
    of device: DeviceID, _ state: borrowing AndroidState, at now: SimTime
  ) -> DozePosition {
    lightLane.position(
      from: state[device].lightFrom, round: Int(state[device].lightRound), at: now)
  }

  /// Where the deep rhythm of a device stands.
  @inline(__always)
  private func deepPosition(
    of device: DeviceID, _ state: borrowing AndroidState, at now: SimTime
  ) -> DozePosition {
    deepLane.position(from: state[device].deepFrom, round: Int(state[device].deepRound), at: now)
  }

  /// Doze keeps ordinary apps from the network at this instant.
  @inline(__always)
  func isHeldBack(
    _ device: DeviceID, _ state: inout AndroidState, at now: SimTime
  ) -> Bool {
    state[device].holdsBack && isBetweenWindows(device, &state, at: now)
  }

  private func isBetweenWindows(
    _ device: DeviceID, _ state: inout AndroidState, at now: SimTime
  ) -> Bool {
    let phase = phase(of: device, in: state, at: now)
    return phase == .light || phase == .deep
  }

  /// When the next window opens: now, if one is open.
  @inline(__always)
  private func nextWindow(
    of device: DeviceID, _ state: borrowing AndroidState, at now: SimTime
  ) -> SimTime {
    let deepFrom = state[device].deepFrom
    if now < deepFrom {
      let from = max(now, lightPosition(of: device, state, at: now).windowFrom)
      if from < deepFrom { return from }
    }
    return max(now, deepPosition(of: device, state, at: max(now, deepFrom)).windowFrom)
  }

  /// Something waits for a window: arms one timer for the next.
  func wantWindow(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[device].flags.contains(.dozing), !state[device].flags.contains(.windowArmed)
    else { return }
    armWindow(device, &state, &context)
  }

  func armWindow(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    state[device].dozeGeneration &+= 1
    state[device].flags.insert(.windowArmed)
    context.arm(
      Timer(
        .deviceDoze, index: device.rawValue, generation: state[device].dozeGeneration,
        argument: WindowStep.open.rawValue, at: nextWindow(of: device, state, at: context.now)))
  }

  /// A window opens, may close early, or closes.
  @inline(never)
  func windowTimer(
    _ device: DeviceID, _ timer: Timer, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard timer.generation == state[device].dozeGeneration,
      let step = WindowStep(rawValue: timer.argument)
    else { return }
    switch step {
    case .open: openWindow(device, &state, &context)
    case .early: closeIfDone(device, &state, &context)
    case .close: closeWindow(device, &state, &context)
    }
  }

  private func openWindow(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    state[device].flags.remove(.windowArmed)
    let now = context.now
    let isDeep = now >= state[device].deepFrom
    if !isDeep, !state[device].isOnline {
      waitForNetwork(device, &state, &context)
      return
    }
    let pause = isDeep ? deepLane.pause : lightLane.pause
    if isDeep {
      let at = deepPosition(of: device, state, at: now)
      state[device].deepFrom = now
      state[device].deepRound = UInt8(clamping: at.round)
    } else {
      let at = lightPosition(of: device, state, at: now)
      state[device].lightFrom = now
      state[device].lightRound = UInt8(clamping: at.round)
      state[device].lightBudget = carried(
        state[device].lightBudget, windows: at.passed, used: pause)
    }
    var flags = state[device].flags
    flags.remove(.dozing)
    flags.insert(.windowOpen)
    flags.set(.windowIsDeep, isDeep)
    state[device].flags = flags
    armWindowStep(device, .early, at: now + pause, &state, &context)
    noteDoze(device, isDeep ? .deepWindow : .lightWindow, state, &context)
    tellWakefulness(device, &state, &context)
    releaseHeld(on: device, .dozing, &state, &context)
    runJobs(on: device, &state, &context)
  }

  /// A light window without a network waits one more idle period for it.
  private func waitForNetwork(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let round = Int(state[device].lightRound) + 1
    state[device].lightFrom = context.now
    state[device].lightRound = UInt8(clamping: round)
  }

  /// The budget after windows that were used for a while each: what is left is carried over.
  private func carried(_ budget: UInt16, windows: Int, used: SimDuration) -> UInt16 {
    let least = rules.doze.lightWindowMin.duration.wholeSeconds
    let most = rules.doze.lightWindowMax.duration.wholeSeconds
    let sum = Int64(budget) + Int64(windows) * (least - used.wholeSeconds)
    return UInt16(clamping: max(least, min(most, sum)))
  }

  /// How long an open window may last.
  @inline(__always)
  private func windowLength(
    of device: DeviceID, _ state: borrowing AndroidState
  ) -> SimDuration {
    guard state[device].flags.contains(.windowIsDeep) else {
      return .seconds(Int64(state[device].lightBudget))
    }
    let lane = DozeLane(
      first: rules.doze.deepWindowFirst.duration, factor: rules.doze.deepWindowFactor.value,
      longest: rules.doze.deepWindowMax.duration, pause: .zero)
    return lane.idle(Int(state[device].deepRound))
  }

  /// A window without work closes early.
  @inline(__always)
  func closeIfDone(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    if state[device].flags.contains(.windowOpen) { closeOpenIfDone(device, &state, &context) }
  }

  private func closeOpenIfDone(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let isDeep = state[device].flags.contains(.windowIsDeep)
    let start = isDeep ? state[device].deepFrom : state[device].lightFrom
    guard context.now >= start + (isDeep ? deepLane.pause : lightLane.pause) else { return }
    let latest = isDeep ? .distantFuture : state[device].deepFrom
    let end = min(start + windowLength(of: device, state), latest)
    guard hasRunningJob(on: device, &state), context.now < end else {
      closeWindow(device, &state, &context)
      return
    }
    armWindowStep(device, .close, at: end, &state, &context)
  }

  private func closeWindow(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let row = state[device]
    let now = context.now
    let isDeep = row.flags.contains(.windowIsDeep)
    if isDeep {
      state[device].deepFrom = now
      state[device].deepRound = UInt8(clamping: Int(row.deepRound) + 1)
    } else {
      state[device].lightBudget = carried(
        row.lightBudget, windows: 1, used: now - row.lightFrom)
      state[device].lightFrom = now
      state[device].lightRound = UInt8(clamping: Int(row.lightRound) + 1)
    }
    state[device].dozeGeneration &+= 1
    state[device].flags.subtract([.windowOpen, .windowIsDeep])
    state[device].flags.insert(.dozing)
    noteDoze(device, isDeep || now >= row.deepFrom ? .deep : .light, state, &context)
    tellWakefulness(device, &state, &context)
    wantWindowForJobs(device, &state, &context)
  }

  private func armWindowStep(
    _ device: DeviceID, _ step: WindowStep, at: SimTime, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    state[device].dozeGeneration &+= 1
    context.arm(
      Timer(
        .deviceDoze, index: device.rawValue, generation: state[device].dozeGeneration,
        argument: step.rawValue, at: at))
  }
}

/// What a timer of a maintenance window does.
enum WindowStep: UInt8, BitwiseCopyable {
  case open, early, close
}
