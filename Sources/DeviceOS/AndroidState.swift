package import PushDomain
import SimKernel

/// Everything that changes on the phones of a world, as flat tables.
///
/// It is copied only on purpose, by ``copy()``, to take a snapshot.
package struct AndroidState: ~Copyable {
  var devices: Slab<DeviceRow>
  var slots: Slab<SlotRow>
  var packages: Slab<PackageRow>
  var tray: Slab<TrayRow>
  var channels: Slab<ChannelRow>
  var work: Slab<WorkRow>
  var jobs: Slab<JobRow>
  var held: Slab<HeldRow>
  var alarms = Slab<AlarmRow>()
  /// The one intent of each app that makes the taps of all its notifications the same.
  var sharedIntents: [SharedIntent] = []
  /// Numbers the armings of job timers.
  var jobSerial: UInt16 = 0

  /// An empty world with room for a number of devices, each with one app.
  package init(capacity: Int = 8) {
    devices = Slab(capacity: capacity)
    slots = Slab(capacity: capacity)
    packages = Slab(capacity: capacity)
    tray = Slab()
    channels = Slab(capacity: capacity)
    work = Slab()
    jobs = Slab()
    held = Slab()
  }

  /// A snapshot that changes no more with the original.
  package borrowing func copy() -> AndroidState {
    var other = AndroidState(capacity: 0)
    other.devices = devices.copy()
    other.slots = slots.copy()
    other.packages = packages.copy()
    other.tray = tray.copy()
    other.channels = channels.copy()
    other.work = work.copy()
    other.jobs = jobs.copy()
    other.held = held.copy()
    other.alarms = alarms.copy()
    other.sharedIntents = sharedIntents
    other.jobSerial = jobSerial
    return other
  }

  /// Adds a phone that is on, unlocked, charged from a battery and on an unmetered network.
  package mutating func addDevice(_ profile: DeviceProfile) -> DeviceID {
    var row = DeviceRow(
      clockOffsetSeconds: profile.clockOffsetSeconds, playServices: profile.playServices,
      zoneMinutes: profile.zoneMinutes, api: profile.api, target: profile.target)
    if profile.oem == .aggressive { row.flags.insert(.aggressive) }
    if !profile.hasMotionSensor { row.flags.insert(.noMotionSensor) }
    return DeviceID(rawValue: devices.insert(row))
  }

  /// Adds a place for an app: profile 0 is the main user, 1 a work profile, higher ones are others.
  package mutating func addSlot(on device: DeviceID, profile: UInt8 = 0) -> SlotID {
    precondition(profile < 8, "a device has at most eight profiles")
    var row = SlotRow(device: device, profile: profile, target: self[device].target)
    row.next = self[device].firstSlot
    let slot = SlotID(rawValue: slots.insert(row))
    self[device].firstSlot = slot.rawValue
    if profile > 0 { self[device].profiles |= 1 << profile }
    return slot
  }

  /// The row of a device.
  package subscript(device: DeviceID) -> DeviceRow {
    @inline(__always) unsafeAddress { devices.address(of: device.rawValue) }
    @inline(__always) unsafeMutableAddress { devices.mutableAddress(of: device.rawValue) }
  }

  /// The row of a place.
  package subscript(slot: SlotID) -> SlotRow {
    @inline(__always) unsafeAddress { slots.address(of: slot.rawValue) }
    @inline(__always) unsafeMutableAddress { slots.mutableAddress(of: slot.rawValue) }
  }

  /// The row of an install.
  package subscript(install: InstallID) -> PackageRow {
    @inline(__always) unsafeAddress { packages.address(of: install.rawValue) }
    @inline(__always) unsafeMutableAddress { packages.mutableAddress(of: install.rawValue) }
  }

  /// Whether an install is known at all.
  func knows(_ install: InstallID) -> Bool { install.rawValue < packages.handleBound }

  /// The install that is now in a place; none where the app is not installed.
  package func install(in slot: SlotID) -> InstallID { self[slot].install }

  /// The device of a place.
  package func device(of slot: SlotID) -> DeviceID { self[slot].device }

  /// The work of an install, made where it does not exist yet.
  mutating func workHandle(of install: InstallID) -> UInt32 {
    let handle = self[install].work
    if handle != .max { return handle }
    let fresh = work.insert(WorkRow())
    self[install].work = fresh
    return fresh
  }

  /// Gives the work row of an install back when nothing is in it.
  @inline(__always)
  mutating func releaseIdleWork(of install: InstallID) {
    let handle = self[install].work
    guard handle != .max, work[handle].isIdle else { return }
    work.remove(handle)
    self[install].work = .max
  }
}

extension SimTime {
  /// Whole seconds since the start of the run, as rows keep them; what lies beyond them is the last.
  @inline(__always)
  var rowSeconds: UInt32 {
    let longest = UInt64(UInt32.max) * 1_000_000
    return UInt32(truncatingIfNeeded: min(UInt64(bitPattern: microseconds), longest) / 1_000_000)
  }
}
