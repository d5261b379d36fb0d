package import PushDomain
package import Rulebook
package import SimKernel

/// Everything that FCM knows, as flat tables; copied only by `copy()`.
package struct FCMState: ~Copyable {
  /// One row for each address that was ever issued.
  var registrations = Slab<Registration>(capacity: 16)
  /// One row for each device that was ever heard of.
  var devices = Slab<DeviceRow>(capacity: 16)
  /// The copies that are kept, for whatever reason.
  var copies = Slab<KeptCopy>(capacity: 16)
  /// Where something depends on them; the first row is that of all others.
  var habits = Slab<Habits>(capacity: 8)
  /// The counts of devices that got a message.
  var rates = Slab<DeviceRates>(capacity: 8)
  /// The newest address of each install.
  var newest: [AddressID] = []
  /// Addresses by installation id, to notice clones.
  var fids = FIDIndex()
  /// The topics of each address, as far as any has some.
  var topics: [TopicSet] = []
  /// Changes of subscriptions that do not count yet, in order.
  var pendingTopics: [PendingSubscription] = []
  /// The first of `pendingTopics` that is not done.
  var pendingTopicsDone = 0
  /// Members of device groups.
  var groups: [GroupMember] = []
  /// The device groups that were created.
  var groupNames: [NameID] = []
  /// The conditions that a send may name.
  var conditions: [ConditionRow] = []
  /// Messages on their way to many.
  var fanOuts = Slab<FanOut>(capacity: 1)
  /// Unusual behaviour that a story set.
  var trouble = Trouble()
  /// Answers that wait.
  var lateAnswers = Slab<LateAnswer>(capacity: 1)
  /// The project's quota.
  var quota = WindowCount()
  /// Subscriptions in this second.
  var subscriptions = WindowCount()
  /// Handles of the copies of one release, in order.
  var order: [UInt32] = []
  /// How many copies were accepted.
  var copyCount: UInt32 = 0
  /// How often a release was shuffled, or a key was drawn.
  var draws: UInt32 = 0
  /// The present of the last step.
  var clock = SimTime.zero
  /// How long an unused registration lives.
  let expireAfter: SimDuration

  /// One condition with its name.
  struct ConditionRow: BitwiseCopyable, Sendable {
    var name: NameID
    var condition: TopicCondition
  }

  /// Knows nobody, but the conditions that sends may name.
  package init(
    _ conditions: [(name: NameID, condition: TopicCondition)] = [],
    rules: Rulebook = .documented
  ) {
    self.conditions = conditions.map { ConditionRow(name: $0.name, condition: $0.condition) }
    expireAfter = rules.registration.expireAfter.duration
    _ = habits.insert(Habits())
  }

  private init(expireAfter: SimDuration) { self.expireAfter = expireAfter }

  /// Makes an independent state, for a snapshot of a world.
  package borrowing func copy() -> FCMState {
    var other = FCMState(expireAfter: expireAfter)
    other.registrations = registrations.copy()
    other.devices = devices.copy()
    other.copies = copies.copy()
    other.habits = habits.copy()
    other.rates = rates.copy()
    other.newest = newest
    other.fids = fids
    other.topics = topics
    other.pendingTopics = pendingTopics
    other.pendingTopicsDone = pendingTopicsDone
    other.groups = groups
    other.groupNames = groupNames
    other.conditions = conditions
    other.fanOuts = fanOuts.copy()
    other.trouble = trouble
    other.lateAnswers = lateAnswers.copy()
    other.quota = quota
    other.subscriptions = subscriptions
    other.copyCount = copyCount
    other.draws = draws
    other.clock = clock
    return other
  }

  /// Makes room before a large run.
  package mutating func reserve(installs: Int) {
    newest.reserveCapacity(installs)
    fids.reserve(below: installs)
    registrations = Slab(capacity: max(installs, 16))
    devices = Slab(capacity: max(installs, 16))
  }

  // MARK: What the world asks

  /// The newest address that leads to an install and is not dead.
  package func liveAddress(of install: InstallID) -> AddressID {
    guard install.index < newest.count else { return .none }
    let address = newest[install.index]
    if isLive(address, at: clock) { return address }
    guard !address.isNone else { return .none }
    var other = firstAddress(of: registrations[address.rawValue].device)
    var found = AddressID.none
    while !other.isNone {
      let row = registrations[other.rawValue]
      if row.install == install, isLive(other, at: clock), found.isNone || other > found {
        found = other
      }
      other = row.next
    }
    return found
  }

  /// Whether FCM would accept an address.
  package func isLive(_ address: AddressID, at now: SimTime) -> Bool {
    guard address.rawValue < registrations.handleBound else { return false }
    let row = registrations[address.rawValue]
    return isLive(row, at: now) && !hasExpired(row, at: now)
  }

  /// The install that an address truly leads to.
  package func install(of address: AddressID) -> InstallID {
    guard address.rawValue < registrations.handleBound else { return .none }
    return registrations[address.rawValue].install
  }

  /// How many copies FCM keeps for an address.
  package func keptCount(for address: AddressID) -> Int {
    guard address.rawValue < registrations.handleBound else { return 0 }
    let last = registrations[address.rawValue].lastCopy
    guard last != .max else { return 0 }
    var count = 1
    var handle = copies[last].next
    while handle != last {
      count += 1
      handle = copies[handle].next
    }
    return count
  }

  /// How many copies FCM keeps for an install, with those that left and are unacknowledged.
  package func keptCount(of install: InstallID) -> Int {
    guard install.index < newest.count, !newest[install.index].isNone else { return 0 }
    let last = newest[install.index]
    let device = registrations[last.rawValue].device
    if device.isNone { return keptCount(for: last) }
    var count = 0
    var address = firstAddress(of: device)
    while !address.isNone {
      if registrations[address.rawValue].install == install { count += keptCount(for: address) }
      address = registrations[address.rawValue].next
    }
    return count
  }

  // MARK: Rows

  /// Whether a send at an instant would find a registration, expiry apart.
  @inline(__always)
  func isLive(_ row: Registration, at now: SimTime) -> Bool {
    !row.marks.contains(.ended) && habits[row.habits].deadFrom.time > now
  }

  /// Whether anything at an address waits for the device to connect.
  @inline(__always)
  func awaitsConnection(_ address: AddressID) -> Bool {
    registrations[address.rawValue].lastCopy != .max
      || !registrations[address.rawValue].marks.isDisjoint(with: [.untold, .owesSignal])
  }

  /// Whether a copy is all that FCM keeps for an address, and nothing else waits there either.
  @inline(__always)
  func holdsOnly(_ handle: UInt32, at address: AddressID) -> Bool {
    registrations[address.rawValue].lastCopy == handle && copies[handle].next == handle
      && registrations[address.rawValue].marks.isDisjoint(with: [.untold, .owesSignal])
  }

  /// Whether nobody used a registration for so long that it expired.
  @inline(__always)
  func hasExpired(_ row: Registration, at now: SimTime) -> Bool {
    var seen = row.lastActive
    if row.device.rawValue < devices.handleBound {
      let device = devices[row.device.rawValue]
      if device.link.isConnected { return false }
      seen = max(seen, device.lastSeen)
    }
    return now - seen.time >= expireAfter
  }

  /// The first registration in the list of a device.
  func firstAddress(of device: DeviceID) -> AddressID {
    device.rawValue < devices.handleBound ? devices[device.rawValue].first : .none
  }

  /// The connection of a device, as far as FCM knows.
  @inline(__always)
  func link(of device: DeviceID) -> LinkState {
    device.rawValue < devices.handleBound
      ? devices[device.rawValue].link : LinkState(isConnected: false, isDozing: false)
  }

  /// Makes sure that a device has a row.
  @inline(__always)
  mutating func meet(_ device: DeviceID) {
    if !device.isNone, devices.handleBound <= device.rawValue { makeRows(through: device) }
  }

  private mutating func makeRows(through device: DeviceID) {
    while devices.handleBound <= device.rawValue { _ = devices.insert(DeviceRow()) }
  }

  /// The newest live address of a slot, for a statement that names the slot.
  func address(of slot: SlotID) -> AddressID {
    var index = registrations.handleBound
    while index > 0 {
      index -= 1
      let row = registrations[index]
      if row.slot == slot, isLive(row, at: clock) { return AddressID(rawValue: index) }
    }
    return .none
  }

  /// The habits of a registration, made at first need.
  @inline(__always)
  mutating func habitsHandle(of address: AddressID) -> UInt32 {
    habits.handle(in: &registrations[address.rawValue].habits, none: 0, Habits())
  }
}

/// A count in windows that begin with the first thing counted.
struct WindowCount: BitwiseCopyable, Sendable {
  /// When the current window began.
  var start = SimTime(microseconds: .min)
  /// What was counted in it.
  var count: UInt32 = 0

  /// Counts one more, unless the window is full; says whether there was room.
  @inline(__always)
  mutating func take(at now: SimTime, window: SimDuration, limit: Int64) -> Bool {
    turn(at: now, window: window)
    guard Int64(count) < limit else { return false }
    count &+= 1
    return true
  }

  /// Counts one more in any case.
  mutating func add(at now: SimTime, window: SimDuration) {
    turn(at: now, window: window)
    if count < .max { count += 1 }
  }

  /// Begins a new window where the old one is over; windows follow each other without a gap.
  @inline(__always)
  private mutating func turn(at now: SimTime, window: SimDuration) {
    let age = now - start
    if age >= window { begin(at: now, age, window) }
  }

  @inline(never)
  private mutating func begin(at now: SimTime, _ age: SimDuration, _ window: SimDuration) {
    start = start.microseconds == .min ? now : now - age % window
    count = 0
  }
}

extension FCMState {
  /// How much memory each table takes.
  package var tableSizes: [TableSize] {
    [
      TableSize("registrations", registrations), TableSize("connections", devices),
      TableSize("copies", copies), TableSize("habits", habits), TableSize("rates", rates),
      TableSize("newest addresses", newest), TableSize("FIDs", bytes: fids.byteCount),
      TableSize("topics", topics),
    ]
  }
}
