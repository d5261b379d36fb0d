import DeviceOS
package import PushDomain

extension World {
  /// How many places for apps there are.
  package var slotCount: Int { systemState.slotCount }

  /// How many installs there ever were.
  package var installCount: Int { systemState.installCount }

  /// The place of an install.
  package func slot(of install: InstallID) -> SlotID { systemState.slot(of: install) }

  /// The device that an install is on.
  package func device(of install: InstallID) -> DeviceID {
    systemState.device(of: slot(of: install))
  }

  /// The place of an app on a device; nil where the device has no such place.
  package func slot(on device: DeviceID, profile: UInt8, app: UInt8) -> SlotID? {
    var slot = systemState.lastSlot(on: device)
    while !slot.isNone {
      if systemState.profile(of: slot) == profile, self.app(of: slot) == app { return slot }
      slot = systemState.slot(before: slot)
    }
    return nil
  }

  /// Which app a place is for.
  func app(of slot: SlotID) -> UInt8 { slot.index < apps.count ? apps[slot.index] : 0 }

  /// The number of an install in its place, from one.
  package func ordinal(of install: InstallID) -> UInt16 {
    reinstall(install)?.ordinal ?? 1
  }

  /// The install before one in its place; none before the first.
  package func former(of install: InstallID) -> InstallID {
    reinstall(install)?.former ?? .none
  }

  /// The entry of an install that was not the first of its place, by bisection.
  private func reinstall(_ install: InstallID) -> Reinstall? {
    var (low, high) = (0, reinstalls.count)
    while low < high {
      let middle = (low + high) / 2
      if reinstalls[middle].install < install { low = middle + 1 } else { high = middle }
    }
    return low < reinstalls.count && reinstalls[low].install == install ? reinstalls[low] : nil
  }
}
