package import PushDomain
import SimKernel

extension AndroidState {
  /// Whether a device is on.
  package func isOn(_ device: DeviceID) -> Bool { self[device].isOn }

  /// Whether a device is on and has a network.
  package func isOnline(_ device: DeviceID) -> Bool { self[device].isOnline }

  /// Whether an install is still on its device.
  package func isInstalled(_ install: InstallID) -> Bool {
    knows(install) && self[install].isInstalled
  }

  /// Why nothing can be installed in a place now; nil where something can.
  package func obstacle(toInstallIn slot: SlotID) -> StoryMistake? {
    if !self[slot].install.isNone { return .alreadyInstalled }
    let runs = oddity(of: self[slot].device).isRunning(profile: self[slot].profile)
    return runs ? nil : .profileStopped
  }

  /// Whether the person stopped an app, or it never ran.
  package func isStopped(_ install: InstallID) -> Bool {
    self[install].flags.contains(.stopped)
  }

  /// Whether the person or the system restricted an app, or its profile does not run.
  package func isRestricted(_ install: InstallID) -> Bool {
    let row = self[install]
    return row.flags.contains(.hibernated) || row.battery == .restricted
      || !oddity(of: row.device).isRunning(profile: self[row.slot].profile)
  }

  /// Whether an install is in the foreground.
  package func isForeground(_ install: InstallID) -> Bool {
    self[install].process == .foreground
  }

  /// Whether a permission dialog of an install is open.
  package func isDialogOpen(on install: InstallID) -> Bool {
    self[install].flags.contains(.dialogOpen)
  }

  /// Whether an app's process runs.
  package func isAlive(_ install: InstallID) -> Bool { self[install].isAlive }

  /// Whether nobody has answered for the app's right to notify yet.
  package func isUndecided(_ install: InstallID) -> Bool {
    let row = self[install]
    return row.denials == 0 && !row.flags.contains(.granted)
      && !row.flags.contains(.switchedOff)
  }

  /// How often the permission dialog came up for an install.
  package func prompts(of install: InstallID) -> Int { Int(self[install].prompts) }

  /// The API level that the app in a place targets.
  package func target(of slot: SlotID) -> UInt8 { self[slot].target }
}

extension AndroidOS {
  /// Fills in what the system knows of the standing of an install.
  package func describe(
    _ standing: inout InstallStanding, in state: borrowing AndroidState
  ) {
    let install = standing.install
    guard state.knows(install) else { return }
    let row = state[install]
    standing.device = row.device
    standing.slot = row.slot
    standing.isInstalled = row.isInstalled
    standing.isStopped = state.isStopped(install)
    standing.isRestricted = state.isRestricted(install)
    standing.isOnline = state[row.device].isOnline && state[row.device].hasServices
    standing.canNotify = canNotify(install, in: state)
  }

  /// How FCM would see the connection of a device now.
  package func link(of device: DeviceID, in state: borrowing AndroidState) -> LinkState {
    let row = state[device]
    return LinkState(
      isConnected: row.flags.contains(.linked), isDozing: row.holdsBack,
      canProxy: canProxy(device, state))
  }
}
