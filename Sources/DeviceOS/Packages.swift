import PushDomain
import Rulebook
import SimKernel

extension AndroidOS {
  /// The app comes onto the device: stopped until its first start.
  func install(
    _ install: InstallID, in slot: SlotID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    if let obstacle = state.obstacle(toInstallIn: slot) { return context.storyMistake(obstacle) }
    place(install, in: slot, isRestored: false, &state, &context)
    context.tell(.installed(install, slot))
  }

  /// The app comes back with a backup; what stood in the place before goes.
  @inline(never)
  func restored(
    _ install: InstallID, in slot: SlotID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let old = state[slot].install
    if !old.isNone { uninstall(old, &state, &context) }
    place(install, in: slot, isRestored: true, &state, &context)
  }

  private func place(
    _ install: InstallID, in slot: SlotID, isRestored: Bool, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let device = state[slot].device
    var row = PackageRow(device: device, slot: slot)
    while state.packages.handleBound < install.rawValue {
      // Numbers that other platforms use: never installed here.
      _ = state.packages.insert(PackageRow(device: device, slot: slot))
    }
    precondition(!state.knows(install), "an install gets a fresh number")
    row.flags = [.installed, .stopped]
    let record = context.note(
      .appInstalled, install: install, operand: device.rawValue, detail: isRestored ? 1 : 0)
    _ = state.packages.insert(row)
    state.noteStop(of: install, by: record)
    state[slot].install = install
    if !state[device].flags.contains(.linked) { connect(device, &state, &context) }
  }

  /// The app leaves the device with everything it stored; FCM is told by nobody.
  func uninstall(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    endProcess(install, .uninstalled, &state, &context)
    clearTray(of: install, .uninstalled, &state, &context)
    dropHeld(of: install, &state, &context)
    forgetWork(of: install, &state)
    state.freeChannels(of: install)
    state[install].flags = []
    state[state[install].slot].install = .none
    context.note(.appUninstalled, install: install)
    context.tell(.uninstalled(install))
  }

  private func forgetWork(of install: InstallID, _ state: inout AndroidState) {
    dropJobs(of: install, &state)
    cancelAlarms(of: install, &state)
    let owner = state[install].work
    guard owner != .max, state.work[owner].held == .max else { return }
    // What the system itself knows of the app outlives its data.
    var rest = WorkRow()
    rest.passUntil = state.work[owner].passUntil
    rest.lastSeen = state.work[owner].lastSeen
    rest.stoppedBy = state.work[owner].stoppedBy
    state.work[owner] = rest
    state.releaseIdleWork(of: install)
  }

  /// The person clears the data of the app.
  func clearData(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    endProcess(install, .cleared, &state, &context)
    forgetWork(of: install, &state)
    state.freeChannels(of: install)
    state[install].flags.remove(.delegate)
    context.note(.dataCleared, install: install)
    context.tell(.dataCleared(install))
    guard rules.backup.clearDataPermission.isOn else { return }
    clearTray(of: install, .cleared, &state, &context)
    state[install].denials = 0
    state[install].flags.subtract([.grantedForNow, .switchedOff])
    if state[install].flags.contains(.granted) {
      setGrant(install, false, rules.backup.clearDataPermission.key, &state, &context)
    }
  }

  /// Another version of the app takes the place of the old one.
  func update(
    _ install: InstallID, target: UInt8, sdk: UInt8, project: Project?,
    _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let slot = state[install].slot
    endProcess(install, .updated, &state, &context)
    clearTray(of: install, .updated, &state, &context)
    if target != 0 {
      let gate = rules.permission.target33.value
      if Int64(state[slot].target) < gate, Int64(target) >= gate { state[install].denials = 0 }
      state[slot].target = target
    }
    context.tell(.updated(install, sdk: sdk, project: project))
    guard canRun(install, state), state[install].flags.isDisjoint(with: [.stopped, .hibernated]),
      !state[state[install].device].flags.contains(.storageLocked)
    else { return }
    startProcess(install, .update, &state, &context)
  }

  /// The device gets another version of Android and boots.
  func upgrade(
    _ device: DeviceID, to api: UInt8, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let gate = rules.permission.newInstall.value
    let crosses = Int64(state[device].api) < gate && Int64(api) >= gate
    powerOff(device, &state, &context)
    state[device].api = api
    if crosses {
      var next = state.firstInstall(on: device)
      while !next.isNone {
        carryPermissionOver(next, &state, &context)
        next = state.install(after: next)
      }
    }
    powerOn(device, &state, &context)
  }

  /// The device is erased: every app goes, and FCM sees a new device from now on.
  func erase(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    var next = state.firstInstall(on: device)
    while !next.isNone {
      let install = next
      next = state.install(after: install)
      uninstall(install, &state, &context)
    }
    context.effects.append(.provider(.deviceErased(device)))
    state[device].flags.remove(.believed)
    powerOff(device, &state, &context)
    powerOn(device, &state, &context)
    state[device].flags.remove(.storageLocked)
  }

  /// Saves the backed-up storage of every app; each process is ended for it.
  func backUp(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[device].isOn else { return context.storyMistake(.deviceOff) }
    let isTaken =
      rules.backup.usual.isOn || rules.backup.deviceToDevice.answer == .ignoresOptOut
    guard isTaken else { return context.storyMistake(.noBackup) }
    var next = state.firstInstall(on: device)
    while !next.isNone {
      endProcess(next, .backup, &state, &context)
      context.tell(.backedUp(next))
      next = state.install(after: next)
    }
  }
}
