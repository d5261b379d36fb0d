package import PushDomain
package import SimKernel

/// Everything that changes on the phones of a world, as flat tables.
///
/// It is copied only on purpose, by ``copy()``, to take a snapshot. Steps pass it `inout` even where
/// they only read: who has it `inout` and lends it to a call that is not inlined moves all its words
/// to the stack first.
package struct AndroidState: ~Copyable {
  var devices: Slab<DeviceRow>
  /// What few phones have; the first row is that of all others.
  var oddities = Slab<OddityRow>()
  var slots: Slab<SlotRow>
  var packages: Slab<PackageRow>
  var tray: Slab<TrayRow>
  var channels: Slab<ChannelRow>
  /// The channels that are deleted.
  var deletions: [ChannelDeletion] = []
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
    _ = oddities.insert(OddityRow())
  }

  /// A snapshot that changes no more with the original.
  package borrowing func copy() -> AndroidState {
    var other = AndroidState(capacity: 0)
    other.devices = devices.copy()
    other.oddities = oddities.copy()
    other.slots = slots.copy()
    other.packages = packages.copy()
    other.tray = tray.copy()
    other.channels = channels.copy()
    other.deletions = deletions
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
      zone: profile.zone, api: profile.api, target: profile.target)
    if profile.oem == .aggressive { row.flags.insert(.aggressive) }
    if !profile.hasMotionSensor { row.flags.insert(.noMotionSensor) }
    let device = DeviceID(rawValue: devices.insert(row))
    if profile.clockOffsetSeconds != 0 {
      changeOddity(of: device) { $0.clockOffsetSeconds = profile.clockOffsetSeconds }
    }
    setServices(of: device, to: profile.playServices)
    return device
  }

  /// Changes the version of play services of a device; zero takes them away.
  mutating func setServices(of device: DeviceID, to version: UInt32) {
    guard oddity(of: device).playServices != version else { return }
    changeOddity(of: device) { $0.playServices = version }
    self[device].flags.set(.noServices, version == 0)
  }

  /// Adds a place for an app: profile 0 is the main user, 1 a work profile, higher ones are others.
  package mutating func addSlot(on device: DeviceID, profile: UInt8 = 0) -> SlotID {
    precondition(profile < 8, "a device has at most eight profiles")
    let last = self[device].lastSlot
    precondition(
      last.isNone || last.rawValue + 1 == slots.handleBound,
      "the places of a device are added one behind the other")
    var row = SlotRow(device: device, profile: profile, target: self[device].target)
    if last.isNone { row.choices.insert(.first) }
    let slot = SlotID(rawValue: slots.insert(row))
    self[device].lastSlot = slot
    if profile > 0 { changeOddity(of: device) { $0.profiles |= 1 << profile } }
    return slot
  }

  /// What few phones have, of a device.
  @inline(__always)
  func oddity(of device: DeviceID) -> OddityRow { oddities[self[device].oddity] }

  /// Changes what few phones have, of a device.
  mutating func changeOddity(of device: DeviceID, _ change: (inout OddityRow) -> Void) {
    change(&oddities[oddities.handle(in: &devices[device.rawValue].oddity, none: 0, OddityRow())])
  }

  /// Sets the alarm clock of a device, or takes it away.
  mutating func setAlarm(of device: DeviceID, at time: SimTime) {
    guard oddity(of: device).alarmAt != time else { return }
    changeOddity(of: device) { $0.alarmAt = time }
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

  /// The newest install of a place, on the device or not any more; none before the first.
  package func newest(in slot: SlotID) -> InstallID { self[slot].newest }

  /// The place of an install, for good.
  package func slot(of install: InstallID) -> SlotID { self[install].slot }

  /// The last place of a device, none where it has none: the first one of its list.
  package func lastSlot(on device: DeviceID) -> SlotID { self[device].lastSlot }

  /// The place before one on the same device; none where it is the first.
  @inline(__always)
  package func slot(before slot: SlotID) -> SlotID {
    self[slot].choices.contains(.first) ? .none : SlotID(rawValue: slot.rawValue - 1)
  }

  /// The device of a place.
  package func device(of slot: SlotID) -> DeviceID { self[slot].device }

  /// The profile of a place.
  package func profile(of slot: SlotID) -> UInt8 { self[slot].profile }

  /// How many places for apps there are.
  package var slotCount: Int { Int(slots.handleBound) }

  /// How many installs there ever were.
  package var installCount: Int { Int(packages.handleBound) }

  /// Until when an install has a pass out of Doze; zero where it never had one.
  @inline(__always)
  func passUntil(of install: InstallID) -> SimTime {
    let handle = self[install].work
    return handle == .max ? .zero : work[handle].passUntil
  }

  /// When a notification of an install was seen last, in seconds of the run.
  @inline(__always)
  func lastSeen(of install: InstallID) -> UInt32 {
    let handle = self[install].work
    return handle == .max ? 0 : work[handle].lastSeen
  }

  /// Whether play services keep messages for an install.
  @inline(__always)
  func holdsMessages(_ install: InstallID) -> Bool {
    let handle = self[install].work
    return handle != .max && work[handle].held != .max
  }

  /// Whether jobs of an install wait or run.
  @inline(__always)
  func hasJobs(_ install: InstallID) -> Bool {
    let handle = self[install].work
    return handle != .max && work[handle].jobs != .max
  }

  /// Whether an install has set alarms.
  @inline(__always)
  func hasAlarms(_ install: InstallID) -> Bool {
    let handle = self[install].work
    return handle != .max && work[handle].alarms != .max
  }

  /// The record that stopped or restricted an install that is so.
  func stoppedBy(_ install: InstallID) -> RecordID {
    let handle = self[install].work
    return handle == .max ? .none : work[handle].stoppedBy
  }

  /// Remembers the record that stopped or restricted an install, while it is so.
  mutating func noteStop(of install: InstallID, by record: RecordID) {
    let row = self[install]
    let isHeldUp =
      !row.flags.isDisjoint(with: [.stopped, .hibernated]) || row.battery == .restricted
    if isHeldUp {
      work[workHandle(of: install)].stoppedBy = record
    } else if row.work != .max {
      work[row.work].stoppedBy = .none
      releaseIdleWork(of: install)
    }
  }

  /// The work of an install, made where it does not exist yet.
  @inline(__always)
  mutating func workHandle(of install: InstallID) -> UInt32 {
    let handle = self[install].work
    return handle != .max ? handle : makeWork(of: install)
  }

  private mutating func makeWork(of install: InstallID) -> UInt32 {
    work.handle(in: &packages[install.rawValue].work, none: .max, WorkRow())
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

extension AndroidState {
  /// How much memory each table takes.
  package var tableSizes: [TableSize] {
    [
      TableSize("devices", devices), TableSize("oddities", oddities),
      TableSize("places", slots), TableSize("packages", packages),
      TableSize("channels", channels), TableSize("trays", tray), TableSize("work", work),
      TableSize("jobs", jobs), TableSize("messages in hand", held), TableSize("alarms", alarms),
    ]
  }
}
