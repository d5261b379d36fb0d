package import PushDomain
import Rulebook
package import SimKernel

extension AndroidOS {
  /// Whether the profile of an install runs and its device is on.
  @inline(__always)
  func canRun(_ install: InstallID, _ state: borrowing AndroidState) -> Bool {
    let device = state[install].device
    let profile = state[state[install].slot].profile
    return state[device].isOn && !state[install].flags.contains(.suspended)
      && (profile == 0 || state.oddity(of: device).isRunning(profile: profile))
  }

  /// Starts the process of an app if it has none, and tells its code.
  func startProcess(
    _ install: InstallID, _ reason: StartReason, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    if makeProcess(install, reason, &state, &context) {
      tellStart(of: install, reason, &state, &context)
    }
  }

  /// Starts the process of an app if it has none, for something that its code is told next.
  ///
  /// Returns what the code finds there. It says as well that the process is new, so that a start
  /// and what it is for are one word.
  func startProcess(
    of install: InstallID, for reason: StartReason, _ state: inout AndroidState,
    _ context: inout StepContext
  ) -> AppSurroundings {
    let isNew = makeProcess(install, reason, &state, &context)
    if isNew, state[install].flags.contains(.jobsDropped) {
      tellStart(of: install, reason, &state, &context)
      return surroundings(of: install, in: &state, at: context.now)
    }
    var around = surroundings(of: install, in: &state, at: context.now)
    if isNew {
      noteStart(for: reason, of: install, in: &around, &state)
      around.facts.insert(.startsProcess)
    }
    return around
  }

  /// Gives an app a process if it has none; says whether it is new.
  private func makeProcess(
    _ install: InstallID, _ reason: StartReason, _ state: inout AndroidState,
    _ context: inout StepContext
  ) -> Bool {
    expireProcess(install, isReplaced: true, &state, &context)
    touchProcess(install, &state, context.now)
    guard !state[install].isAlive else { return false }
    state[install].process = .cached
    state[install].flags.insert(.delegate)
    context.note(
      .processStarted, install: install, operand: rule(of: reason).rawValue,
      detail: reason.rawValue)
    return true
  }

  /// Tells the code of an app that its process is new.
  private func tellStart(
    of install: InstallID, _ reason: StartReason, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    var around = surroundings(of: install, in: &state, at: context.now)
    noteStart(for: reason, of: install, in: &around, &state)
    context.tell(.processStarted(install, around))
    if state[install].flags.contains(.jobsDropped) {
      state[install].flags.remove(.jobsDropped)
      rescheduleJobs(of: install, &state, &context)
    }
  }

  /// The process does something, so that its life in the cache begins anew.
  @inline(__always)
  func touchProcess(_ install: InstallID, _ state: inout AndroidState, _ now: SimTime) {
    state[install].idleSince = now.rowSeconds
  }

  /// Ends a cached process whose time is over.
  ///
  /// Nothing is armed for it: a phone that lies idle costs no events. Where another one takes its
  /// place at once, code hears of the new one only.
  @inline(__always)
  func expireProcess(
    _ install: InstallID, isReplaced: Bool = false, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let life = rules.processes.cachedLife.duration.wholeSeconds
    guard state[install].process == .cached,
      Int64(context.now.rowSeconds) >= Int64(state[install].idleSince) + life
    else { return }
    endExpired(install, isReplaced: isReplaced, &state, &context)
  }

  @inline(never)
  private func endExpired(
    _ install: InstallID, isReplaced: Bool, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard !hasRunningJob(install, state) else { return }
    endProcess(
      install, .memory, by: rules.processes.cachedLife.key, isReplaced: isReplaced, &state,
      &context)
  }

  /// Ends a process for a reason; what it had in hand is given to nobody yet.
  func endProcess(
    _ install: InstallID, _ reason: EndReason, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    endProcess(install, reason, by: rule(of: reason), &state, &context)
  }

  /// Ends a process by a rule that says more than the reason does.
  func endProcess(
    _ install: InstallID, _ reason: EndReason, by rule: RuleKey, isReplaced: Bool = false,
    _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[install].isAlive else { return }
    if state[install].process == .foreground { noteUse(install, &state, at: context.now) }
    closeDialog(install, &state, &context)
    state[install].process = .none
    let death = context.note(
      .processEnded, install: install, operand: rule.rawValue,
      detail: reason.rawValue)
    if !isReplaced { context.tell(.processEnded(install, reason)) }
    abandonHeld(of: install, reason, because: death, &state, &context)
    requeueJobs(of: install, &state, &context)
  }

  private func rule(of reason: StartReason) -> RuleKey {
    switch reason {
    case .user, .boot, .broadcast: .none
    case .push: rules.handling.routeKilled.key
    case .tap: rules.handling.tapColdStart.key
    case .job: rules.processes.workPersists.key
    case .update: rules.backup.update.key
    }
  }

  private func rule(of reason: EndReason) -> RuleKey {
    switch reason {
    case .swiped: rules.processes.swipe.key
    case .forceStopped: rules.processes.stopEnter.key
    case .stoppedActive: rules.processes.taskManagerStop.key
    case .memory: rules.processes.memoryKill.key
    case .permissionRevoked: rules.permission.revokeKills.key
    case .updated: rules.backup.update.key
    case .cleared: rules.backup.clearData.key
    case .uninstalled: rules.backup.reinstall.key
    case .reboot: rules.processes.rebootLocked.key
    case .crashed: rules.priority.foregroundService.key
    case .backup: rules.backup.every.key
    case .profileStopped: rules.backup.workOff.key
    case .handlerTooLong: rules.handling.afterBudget.key
    case .restricted: rules.standby.hibernateEffect.key
    }
  }

  /// The person swipes the app out of the list of recent apps.
  func swipeAway(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    leave(install, &state, &context)
    if stopsOnSwipe(state[state[install].device]) {
      stop(install, .swiped, rules.standby.oemSwipeStops.key, &state, &context)
    } else {
      endProcess(install, .swiped, &state, &context)
      context.tell(.taskRemoved(install))
    }
  }

  private func stopsOnSwipe(_ row: DeviceRow) -> Bool {
    rules.standby.oemSwipeStops.isOn
      || row.flags.contains(.aggressive) && rules.standby.oemPolicy.answer == .swipeStops
  }

  /// The person stops the app in the settings.
  func forceStop(
    _ install: InstallID, _ reason: EndReason, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    stop(install, reason, rules.processes.stopEnter.key, &state, &context)
  }

  /// Puts an app into the stopped state.
  private func stop(
    _ install: InstallID, _ reason: EndReason, _ rule: RuleKey, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    state[install].flags.formUnion([.stopped, .jobsDropped])
    cancelAlarms(of: install, &state)
    let record = context.note(
      .appStopped, install: install, operand: rule.rawValue, detail: reason.rawValue)
    state.noteStop(of: install, by: record)
    endProcess(install, reason, by: rule, &state, &context)
    context.tell(.taskRemoved(install))
    clearTray(of: install, .forceStopped, &state, &context)
  }

  /// The stop button in the list of active apps, from Android 13: not the stopped state.
  func stopActive(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[state[install].device].api >= 33 else {
      return context.storyMistake(.notSupportedHere, install: install)
    }
    endProcess(install, .stoppedActive, &state, &context)
  }

  /// What an app finds when the system starts or calls it.
  package func surroundings(
    of install: InstallID, in state: inout AndroidState, at now: SimTime
  ) -> AppSurroundings {
    hasOpenNetwork(install, state)
      ? surroundings(of: install, hasNetwork: true, state)
      : surroundingsBehindGate(of: install, &state, at: now)
  }

  /// What an app finds where something stands between it and the network.
  @inline(never)
  private func surroundingsBehindGate(
    of install: InstallID, _ state: inout AndroidState, at now: SimTime
  ) -> AppSurroundings {
    let hasNetwork = hasNetwork(install, &state, at: now)
    return surroundings(of: install, hasNetwork: hasNetwork, state)
  }

  @inline(__always)
  private func surroundings(
    of install: InstallID, hasNetwork: Bool, _ state: borrowing AndroidState
  ) -> AppSurroundings {
    let device = state[install].device
    let oddity = state[device].oddity
    var facts: AppFacts = hasNetwork ? .hasNetwork : []
    if canNotify(install, in: state) { facts.insert(.canNotify) }
    if state[install].process == .foreground, state[device].isInUse { facts.insert(.isForeground) }
    if !state[device].flags.contains(.storageLocked) { facts.insert(.isUnlocked) }
    return AppSurroundings(
      playServices: state[device].hasServices ? state.oddities[oddity].playServices : 0,
      clockOffsetSeconds: state.oddities[oddity].clockOffsetSeconds,
      zone: state[device].zone, facts: facts, api: state[device].api)
  }

  /// Adds what an app finds when its process begins.
  private func noteStart(
    for reason: StartReason, of install: InstallID, in around: inout AppSurroundings,
    _ state: inout AndroidState
  ) {
    around.reason = reason
    // Nothing is more important than what the SDK asks for, so a channel that stands stays.
    if state.importance(of: .messagesChannel, on: install) != nil {
      around.facts.insert(.hasChannel)
    }
  }
}
