package import PushDomain
package import SimKernel

/// What the code and storage of every install hold.
package struct ClientState: ~Copyable {
  var rows = Slab<ClientRow>()
  /// What installs keep of messages; the first row is that of those that never had one.
  var memories = Slab<MemoryRow>()
  var sides = Slab<SideRow>()
  var ids = Slab<IDCell>()
  var items = Slab<InboxCell>()
  var events = Slab<EventCell>()
  var accounts = Slab<AccountCell>()
  var topics = Slab<TopicCell>()
  var work = Slab<WorkCell>()
  var backups: [BackupRow] = []
  /// The choices of hosts that are not the usual ones; the first is the usual host.
  var hosts = Slab<HostChoices>()
  /// Which choices a slot has, as far as slots have chosen anything.
  var hostOfSlot: [UInt32] = []
  /// The next number for an id that is not an install's first.
  var nextNumber: UInt32 = 0x8000_0000
  /// The next number for a batch of events.
  var nextBatch: UInt32 = 0

  /// The opt-ins of the record, by install, as far as one has some.
  private var optIns: [TopicSet] = []

  /// Nothing installed.
  package init() {
    _ = hosts.insert(HostChoices())
    _ = memories.insert(MemoryRow())
  }

  /// Makes room for a population.
  package mutating func reserve(installs: Int) {
    guard rows.isEmpty else { return }
    rows = Slab(capacity: installs)
  }

  /// Makes an independent state for a snapshot of a world.
  package borrowing func copy() -> ClientState {
    var other = ClientState()
    other.rows = rows.copy()
    other.memories = memories.copy()
    other.optIns = optIns
    other.sides = sides.copy()
    other.ids = ids.copy()
    other.items = items.copy()
    other.events = events.copy()
    other.accounts = accounts.copy()
    other.topics = topics.copy()
    other.work = work.copy()
    other.backups = backups
    other.hosts = hosts.copy()
    other.hostOfSlot = hostOfSlot
    other.nextNumber = nextNumber
    other.nextBatch = nextBatch
    return other
  }

  /// Tells which versions of the libraries the app in a slot has.
  package mutating func describe(_ slot: SlotID, _ profile: DeviceProfile) {
    let usual = DeviceProfile()
    guard
      profile.library != usual.library || profile.installations != usual.installations
        || profile.sdk != usual.sdk
    else { return }
    changeHost(of: slot) {
      $0.library = profile.library
      $0.installations = profile.installations
      $0.sdk = profile.sdk
    }
  }

  /// The choices of the host in a slot.
  subscript(hostOf slot: SlotID) -> HostChoices {
    @inline(__always) unsafeAddress { hosts.address(of: hostHandle(of: slot)) }
  }

  /// Where the choices of the host in a slot stand until it chooses, for who asks for several.
  @inline(__always)
  func hostHandle(of slot: SlotID) -> UInt32 {
    slot.index < hostOfSlot.count ? hostOfSlot[slot.index] : 0
  }

  /// Changes the choices of the host in a slot.
  @inline(never)
  mutating func changeHost(of slot: SlotID, _ change: (inout HostChoices) -> Void) {
    while hostOfSlot.count <= slot.index { hostOfSlot.append(0) }
    if hostOfSlot[slot.index] == 0 {
      hostOfSlot[slot.index] = hosts.insert(hosts[0])
    }
    change(&hosts[hostOfSlot[slot.index]])
  }

  /// Whether the app of an install is there.
  borrowing func isPresent(_ install: InstallID) -> Bool {
    install.rawValue < rows.handleBound && rows[install].flags.contains(.isPresent)
  }

  /// An id that no install has: the first life of an install uses its own number.
  mutating func freshNumber() -> UInt32 {
    nextNumber &+= 1
    return nextNumber
  }

  /// What an install keeps of messages.
  @inline(__always)
  borrowing func memory(of install: InstallID) -> MemoryRow { memories[rows[install].memory] }

  /// The handle of what an install keeps of messages, made where there is nothing yet.
  @inline(__always)
  mutating func memoryHandle(of install: InstallID) -> UInt32 {
    memories.handle(in: &rows[install].memory, none: 0, MemoryRow())
  }

  /// Lets the next sync of an install begin with the oldest message.
  mutating func forgetCursor(of install: InstallID) {
    if rows[install].memory != 0 { memories[rows[install].memory].cursor = .none }
  }

  /// The topics that the person opted into, as the SDK remembers them.
  @inline(__always)
  borrowing func topics(of install: InstallID) -> TopicSet {
    install.index < optIns.count ? optIns[install.index] : []
  }

  /// Changes the topics of an install.
  mutating func setTopics(of install: InstallID, _ topics: TopicSet) {
    guard topics != self.topics(of: install) else { return }
    while optIns.count <= install.index { optIns.append([]) }
    optIns[install.index] = topics
  }

  /// The handle of the side row of an install, made where there is none.
  @inline(__always)
  mutating func side(of install: InstallID) -> UInt32 {
    sides.handle(in: &rows[install].side, none: .max, SideRow())
  }

  /// Gives up the side row of an install that has nothing going on.
  @inline(__always)
  mutating func tidySide(of install: InstallID) {
    let handle = rows[install].side
    guard handle != .max, sides[handle].isIdle, !rows[install].flags.contains(.isSessionEnding)
    else { return }
    sides.remove(handle)
    rows[install].side = .max
  }

  /// The item of a message in the local inbox of an install.
  borrowing func item(_ message: MessageID, on install: InstallID) -> InboxCell? {
    guard install.rawValue < rows.handleBound else { return nil }
    let handle = items.find(message.rawValue, in: memory(of: install).inbox)
    return handle == .max ? nil : items[handle]
  }

  /// Gives up every list of an install.
  mutating func removeLists(of install: InstallID) {
    let memory = rows[install].memory
    if memory != 0 {
      ids.removeAll(of: &memories[memory].seen)
      items.removeAll(of: &memories[memory].inbox)
      memories.remove(memory)
      rows[install].memory = 0
    }
    let handle = rows[install].side
    guard handle != .max else { return }
    removeVolatile(of: install)
    work.removeAll(of: &sides[handle].launch)
    work.removeAll(of: &sides[handle].later)
    events.removeAll(of: &sides[handle].events)
    accounts.removeAll(of: &sides[handle].accounts)
    topics.removeAll(of: &sides[handle].topics)
    sides.remove(handle)
    rows[install].side = .max
  }

  /// Marks what waits to be shown of a message that is taken back.
  mutating func takeBack(_ message: MessageID, on install: InstallID) {
    let side = rows[install].side
    guard side != .max else { return }
    for head in [sides[side].work, sides[side].hints, sides[side].later] {
      var handle = head
      while handle != .max {
        if work[handle].payload.message == message { work[handle].isTakenBack = true }
        handle = work[handle].next
      }
    }
  }

  /// Gives up what ends with the process.
  @inline(__always)
  mutating func removeVolatile(of install: InstallID) {
    let handle = rows[install].side
    if handle != .max { removeVolatile(ofSide: handle) }
  }

  private mutating func removeVolatile(ofSide handle: UInt32) {
    ids.removeAll(of: &sides[handle].recent)
    // No list has anything in it where all bits of all heads are set.
    if sides[handle].work & sides[handle].hints & sides[handle].taps != .max {
      work.removeAll(of: &sides[handle].work)
      work.removeAll(of: &sides[handle].hints)
      work.removeAll(of: &sides[handle].taps)
    }
    sides[handle].change = .none
    sides[handle].requests = 0
    sides[handle].silentUntil = 0
    sides[handle].hasSocket = false
    sides[handle].isFrozen = false
  }
}

extension ClientState {
  /// Fills in what the SDK holds, for promises that fall due.
  package borrowing func describe(_ standing: inout InstallStanding) {
    guard standing.install.rawValue < rows.handleBound else { return }
    let record = rows[standing.install].record
    standing.sdkUser = record.user
    standing.sdkAddress = record.address
    standing.installKey = record.key
    standing.isUploaded = record.isUploaded
    let side = rows[standing.install].side
    if side != .max, sides[side].events != .max {
      standing.oldestEventOf = events[sides[side].events].user
    }
  }

  /// The SDK's record of an install; none for one that never was.
  package borrowing func record(of install: InstallID) -> DeviceRegistration? {
    install.rawValue < rows.handleBound ? rows[install].record : nil
  }

  /// The address that the SDK of an install holds.
  package borrowing func address(of install: InstallID) -> AddressID {
    install.rawValue < rows.handleBound ? rows[install].record.address : .none
  }

  /// The person who is truly logged in on an install.
  package borrowing func person(on install: InstallID) -> UserID {
    install.rawValue < rows.handleBound ? rows[install].person : .none
  }

  /// The address in the library's own store.
  package borrowing func libraryAddress(of install: InstallID) -> AddressID {
    install.rawValue < rows.handleBound ? rows[install].storedAddress : .none
  }

  /// The installation id of Firebase; two installs with one value are clones.
  package borrowing func installationID(of install: InstallID) -> UInt32 {
    install.rawValue < rows.handleBound ? rows[install].fid : .max
  }

  /// Whether the local inbox of an install holds a message.
  package borrowing func holds(_ message: MessageID, inInboxOf install: InstallID) -> Bool {
    item(message, on: install) != nil
  }

  /// How many items of the local inbox of an install the person has not looked at.
  package borrowing func unreadCount(of install: InstallID) -> Int {
    guard install.rawValue < rows.handleBound else { return 0 }
    var count = 0
    var handle = memory(of: install).inbox
    while handle != .max {
      if !items[handle].isSeen { count += 1 }
      handle = items[handle].next
    }
    return count
  }

  /// How many calls of an install wait: upload or erasure, accounts, and one for each batch.
  ///
  /// - Parameter batch: How many events the design puts into a batch.
  package borrowing func outboxCount(of install: InstallID, batch: Int) -> Int {
    guard install.rawValue < rows.handleBound else { return 0 }
    let row = rows[install]
    var count = row.record.isUploaded || row.flags.contains(.isAbandoned) ? 0 : 1
    if row.flags.contains(.isErasing) { count += 1 }
    guard row.side != .max else { return count }
    var handle = sides[row.side].accounts
    while handle != .max {
      let cell = accounts[handle]
      if cell.key != .max, cell.localVersion != cell.uploadedVersion { count += 1 }
      handle = cell.next
    }
    return count + (Int(sides[row.side].eventCount) + batch - 1) / batch
  }

  /// How many items the local inbox of an install holds.
  package borrowing func inboxCount(of install: InstallID) -> Int {
    install.rawValue < rows.handleBound ? items.length(memory(of: install).inbox) : 0
  }

  /// How many items of one user the local inbox of an install holds.
  package borrowing func inboxCount(of install: InstallID, user: UserID) -> Int {
    guard install.rawValue < rows.handleBound else { return 0 }
    var count = 0
    var handle = memory(of: install).inbox
    while handle != .max {
      if items[handle].user == user { count += 1 }
      handle = items[handle].next
    }
    return count
  }

  /// How often the SDK of an install was told that messages were deleted.
  package borrowing func deletedTold(of install: InstallID) -> Int {
    guard install.rawValue < rows.handleBound, rows[install].side != .max else { return 0 }
    return Int(sides[rows[install].side].deletedTold)
  }

  /// How many events of an install the server has not confirmed.
  package borrowing func waitingEvents(of install: InstallID) -> Int {
    guard install.rawValue < rows.handleBound, rows[install].side != .max else { return 0 }
    return Int(sides[rows[install].side].eventCount)
  }

  /// Whether an install waits for a C2DM answer.
  package borrowing func awaitsRegistration(_ install: InstallID) -> Bool {
    install.rawValue < rows.handleBound && rows[install].flags.contains(.awaitsC2DM)
  }

  /// Whether there is a backup of an install.
  package borrowing func hasBackup(of install: InstallID) -> Bool {
    backups.contains { $0.source == install }
  }
}

extension ClientState {
  /// How much memory each table takes.
  package var tableSizes: [TableSize] {
    [
      TableSize("clients", rows), TableSize("memories", memories),
      TableSize("opt-ins", optIns), TableSize("client sides", sides), TableSize("seen", ids),
      TableSize("inboxes", items), TableSize("events", events), TableSize("accounts", accounts),
      TableSize("topic calls", topics), TableSize("client work", work),
      TableSize("hosts of places", hostOfSlot),
    ]
  }
}
