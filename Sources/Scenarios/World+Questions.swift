import Backend
import ClientSDK
import DeviceOS
import Judgement
import PushDomain
import PushServices
import PushWorld
import Rulebook
import SimKernel

/// What expectations and reports ask a world.
extension World {
  /// An install of an app on a device: the current one, or the one with a number from one.
  func install(on device: DeviceID, profile: UInt8, app: UInt8, ordinal: UInt16) -> InstallID? {
    guard let slot = slot(on: device, profile: profile, app: app) else { return nil }
    var install = systemState.newest(in: slot)
    while !install.isNone, ordinal != 0, self.ordinal(of: install) != ordinal {
      install = former(of: install)
    }
    return install.isNone ? nil : install
  }

  /// How many calls of an install to the server wait.
  func outboxCount(of install: InstallID) -> Int {
    clientState.outboxCount(of: install, batch: rules.design.eventBatch.count)
  }

  /// The right to notify of an install.
  func permission(of install: InstallID) -> PermissionWord {
    if system.canNotify(install, in: systemState) { return .allowed }
    return systemState.isUndecided(install) ? .undecided : .denied
  }

  /// The state of the app's process.
  func process(of install: InstallID) -> ProcessWord {
    guard systemState.isInstalled(install) else { return .absent }
    if systemState.isStopped(install) { return .stopped }
    if systemState.isForeground(install) { return .foreground }
    return systemState.isAlive(install) ? .cached : .cold
  }

  /// The phase of Doze of the device that an install is on.
  func dozePhase(of install: InstallID) -> DozePhase {
    system.phase(of: device(of: install), in: systemState, at: now)
  }

  /// The standby bucket of an install.
  func bucket(of install: InstallID) -> StandbyBucket {
    system.bucket(of: install, in: systemState, at: now)
  }

  /// What a person sees of the app in the tray.
  func trayCounts(of install: InstallID) -> TrayCounts {
    system.trayCounts(of: install, in: systemState)
  }

  /// The server's rows that an install wrote last, oldest first.
  func rows(of install: InstallID) -> [RowStanding] {
    var found: [RowStanding] = []
    serverState.forEachRow { if $0.install == install { found.append($0) } }
    return found
  }

  /// What an address is worth for an install.
  func addressWord(_ address: AddressID, of install: InstallID) -> AddressWord {
    if address.isNone { return .none }
    let isCurrent =
      fcmState.isLive(address, at: now) && fcmState.install(of: address) == install
    return isCurrent ? .current : .stale
  }

  /// The number on the app's icon: each notification counts one, or what it says.
  func badge(of install: InstallID) -> Int {
    systemState.trayMessages(on: install).reduce(0) { sum, message in
      let badge = systemState.trayEntry(of: message, on: install)?.badge ?? .max
      return sum + (badge == .max ? 1 : Int(badge))
    }
  }
}
