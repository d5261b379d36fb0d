package import PushDomain
import Rulebook
package import SimKernel

extension AndroidOS {
  /// Whether the profile of an install runs and its device is on.
  @inline(__always)
  func canRun(_ install: InstallID, _ state: borrowing AndroidState) -> Bool {
    let row = state[install]
    let device = state[row.device]
    let profile = state[row.slot].profile
    return device.isOn && !row.flags.contains(.suspended)
      && (profile == 0 || state.oddities[device.oddity].isRunning(profile: profile))
  }

  /// Starts the process of an app if it has none.
  func startProcess(
    _ install: InstallID, _ reason: StartReason, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    expireProcess(install, &state, &context)
    touchProcess(install, &state, context.now)
    guard !state[install].isAlive else { return }
    state[install].process = .cached
    let isFirst = !state[install].flags.contains(.delegate)
    if isFirst { state[install].flags.insert(.delegate) }
    context.note(
      .processStarted, install: install, operand: rule(of: reason).rawValue,
      detail: reason.rawValue)
    var around = surroundings(of: install, state, at: context.now)
    around.reason = reason
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
  /// Nothing is armed for it: a phone that lies idle costs no events.
  @inline(__always)
  func expireProcess(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    if state[install].process == .cached { expireCached(install, &state, &context) }
  }

  private func expireCached(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let end =
      Int64(state[install].idleSince) + rules.processes.cachedLife.duration.wholeSeconds
    guard Int64(context.now.rowSeconds) >= end, !hasRunningJob(install, state) else { return }
    endProcess(install, .memory, by: rules.processes.cachedLife.key, &state, &context)
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
    _ install: InstallID, _ reason: EndReason, by rule: RuleKey, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard state[install].isAlive else { return }
    if state[install].process == .foreground { noteUse(install, &state, at: context.now) }
    closeDialog(install, &state, &context)
    state[install].process = .none
    let death = context.note(
      .processEnded, install: install, operand: rule.rawValue,
      detail: reason.rawValue)
    context.tell(.processEnded(install, reason))
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
    of install: InstallID, _ state: borrowing AndroidState, at now: SimTime
  ) -> AppSurroundings {
    let row = state[install]
    let device = state[row.device]
    let oddity = state.oddities[device.oddity]
    var around = AppSurroundings()
    around.canNotify = canNotify(row, device)
    around.hasNetwork = hasNetwork(install, state, at: now)
    around.isForeground = row.process == .foreground && device.isInUse
    around.playServices = device.hasServices ? oddity.playServices : 0
    around.clockOffsetSeconds = oddity.clockOffsetSeconds
    around.zoneMinutes = device.zoneMinutes
    around.isUnlocked = !device.flags.contains(.storageLocked)
    around.api = device.api
    return around
  }
}
