import PushDomain
import Rulebook
import SimKernel

extension AndroidOS {
  /// A person does something with the app in a place.
  @inline(never)
  func person(
    _ action: AppAction, _ slot: SlotID, fresh: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard state[state[slot].device].isOn else { return context.storyMistake(.deviceOff) }
    if case .install = action { return install(fresh, in: slot, &state, &context) }
    let install = state[slot].install
    guard !install.isNone else { return context.storyMistake(.notInstalled) }
    switch action {
    case .install, .reinstall, .ready: break  // The world cuts these into single actions.
    case .uninstall: uninstall(install, &state, &context)
    case .clearData: clearData(install, &state, &context)
    case .update(let target, let sdk, let project):
      update(install, target: target, sdk: sdk, project: project, &state, &context)
    case .open: open(install, &state, &context)
    case .background: leave(install, &state, &context)
    case .swipeAway: swipeAway(install, &state, &context)
    case .forceStop: forceStop(install, .forceStopped, &state, &context)
    case .stopActive: stopActive(install, &state, &context)
    case .killProcess: endProcess(install, .memory, &state, &context)
    case .tap(let message): tap(message, install, &state, &context)
    case .tapGroup: tapGroup(install, &state, &context)
    case .reply(let message): reply(to: message, install, &state, &context)
    case .dismiss(let message): dismiss(message, install, &state, &context)
    case .dismissAll: dismissAll(install, &state, &context)
    case .permission(let answer): answerDialog(answer, install, &state, &context)
    case .notifications(let on): switchNotifications(install, on: on, &state, &context)
    case .channel(let name, let setting):
      setChannel(name, setting, install, &state, &context)
    case .battery(let mode): setBattery(mode, install, &state, &context)
    case .bucket(let bucket): forceBucket(bucket, install, &state, &context)
    case .hibernate: hibernate(install, &state, &context)
    case .rotate, .login, .addAccount, .removeAccount, .logout, .subscribe, .unsubscribe, .read,
      .eraseMe, .consent:
      actInApp(action, install, &state, &context)
    }
  }

  /// Something that needs the app on the screen goes on to its code.
  private func actInApp(
    _ action: AppAction, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard state[install].process == .foreground, state[state[install].device].isInUse else {
      return context.storyMistake(.notInForeground, install: install)
    }
    touchProcess(install, &state, context.now)
    context.tell(.app(install, action, surroundings(of: install, in: &state, at: context.now)))
  }

  /// The host app uses one of its choices; what the system enforces is kept for the place.
  @inline(never)
  func host(
    _ action: HostAction, _ slot: SlotID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    switch action {
    case .receiver(let has): state[slot].choices.set(.receiver, has)
    case .receiverPermission(let demands): state[slot].choices.set(.receiverPermission, demands)
    case .directBoot(let ready): state[slot].choices.set(.directBoot, ready)
    case .delegation(let allowed): state[slot].choices.set(.noDelegate, !allowed)
    case .tapThrough(let path): state[slot].tapPath = path
    case .socket(let isUsed): state[slot].choices.set(.socket, isUsed)
    default: break
    }
    let install = state[slot].install
    guard !install.isNone, state[install].isInstalled else {
      if action.isChoice {
        context.tell(.chosen(slot, action))
      } else {
        context.storyMistake(.notInstalled, install: install)
      }
      return
    }
    context.tell(.host(install, action, surroundings(of: install, in: &state, at: context.now)))
  }

  /// The person brings the app to the screen.
  func open(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard canRun(install, state) else {
      return context.storyMistake(.profileStopped, install: install)
    }
    pickUp(state[install].device, &state, &context)
    bringToFront(install, .user, &state, &context)
    askAsSystemIfDue(install, &state, &context)
  }

  /// The person holds the device: the screen is on and the keyguard down.
  func pickUp(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard !state[device].isInUse || state[device].flags.contains(.storageLocked) else { return }
    unlock(device, &state, &context)
  }

  /// Starts the app if needed and puts it on top; returns whether the start was cold.
  @discardableResult
  func bringToFront(
    _ install: InstallID, _ reason: StartReason, by rule: RuleKey? = nil,
    _ state: inout AndroidState, _ context: inout StepContext
  ) -> Bool {
    expireProcess(install, isReplaced: true, &state, &context)
    let device = state[install].device
    var next = state.firstInstall(on: device)
    while !next.isNone {
      if next != install { leave(next, &state, &context) }
      next = state.install(after: next)
    }
    let cold = !state[install].isAlive
    let wasBarred = useByPerson(install, &state, &context)
    context.note(
      .appOpened, install: install, operand: rule?.rawValue ?? 0,
      detail: state[device].isOnline ? 1 : 0)
    startProcess(install, reason, &state, &context)
    state[install].process = .foreground
    var around = surroundings(of: install, in: &state, at: context.now)
    around.reason = reason
    context.tell(.foreground(install, around))
    if wasBarred { context.effects.append(.provider(.ready(install))) }
    releaseHeld(of: install, .frozen, &state, &context)
    releaseHeld(of: install, .orphaned, &state, &context)
    runJobs(of: install, &state, &context)
    return cold
  }

  /// Use by a person ends the stopped state and hibernation; returns whether one was in force.
  private func useByPerson(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) -> Bool {
    noteUse(install, &state, at: context.now)
    let flags = state[install].flags
    if flags.contains(.stopped) {
      let hasBoot = Int64(state[state[install].device].api) >= rules.processes.stop15.value
      let rule = hasBoot ? rules.processes.stop15.key : rules.processes.stopExit.key
      context.note(
        .appUnstopped, install: install, operand: rule.rawValue,
        because: state.stoppedBy(install))
    }
    if flags.contains(.hibernated) {
      context.note(
        .appRestricted, install: install, operand: rules.standby.hibernateExit.key.rawValue)
    }
    state[install].flags.subtract([.stopped, .hibernated])
    let wasHeldUp = !flags.isDisjoint(with: [.stopped, .hibernated])
    if wasHeldUp { state.noteStop(of: install, by: state.stoppedBy(install)) }
    state[install].flags.insert(.used)
    reportBucket(install, &state, &context)
    return wasHeldUp
  }

  /// The app leaves the screen; its process stays.
  func leave(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[install].process == .foreground else { return }
    closeDialog(install, &state, &context)
    state[install].process = .cached
    touchProcess(install, &state, context.now)
    noteUse(install, &state, at: context.now)
    context.note(.appLeft, install: install)
    context.tell(.background(install))
  }
}

extension AndroidState {
  /// The first install on a device; with `install(after:)` it walks all of them.
  @inline(__always)
  func firstInstall(on device: DeviceID) -> InstallID {
    firstInstall(from: self[device].lastSlot)
  }

  /// Whether jobs, alarms or messages wait on a device: on most phones nothing does.
  @inline(__always)
  mutating func isBusy(_ device: DeviceID) -> Bool {
    self[device].flags.contains(.busy) && findsWork(on: device)
  }

  /// Looks for what waits on a device; where nothing does, nobody looks again until something may.
  @inline(never)
  private mutating func findsWork(on device: DeviceID) -> Bool {
    var next = firstInstall(on: device)
    while !next.isNone {
      if holdsMessages(next) || hasJobs(next) || hasAlarms(next) { return true }
      next = install(after: next)
    }
    self[device].flags.remove(.busy)
    return false
  }

  /// Something may wait from now on where an install is.
  @inline(__always)
  mutating func markBusy(_ install: InstallID) { self[self[install].device].flags.insert(.busy) }

  /// The install in the next place of the same device.
  @inline(__always)
  func install(after install: InstallID) -> InstallID {
    firstInstall(from: slot(before: self[install].slot))
  }

  @inline(__always)
  private func firstInstall(from slot: SlotID) -> InstallID {
    var slot = slot
    while !slot.isNone {
      let install = self[slot].install
      if !install.isNone { return install }
      slot = self.slot(before: slot)
    }
    return .none
  }
}
