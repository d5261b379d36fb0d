package import PushDomain
package import SimKernel

/// What changes on the app's server: rows, inboxes, sends under way, nodes, credentials.
package struct ServerState: ~Copyable {
  // Rows.
  var rows: Slab<DeviceRow>
  /// The row of an install key: the newest one, where several users hold one each.
  var rowOfKey = IdentifierIndex()
  /// Older rows of a key, which stay because nobody unlinked them on a claim.
  var leftBehind: [UInt32] = []
  /// The row that holds an address; kept only while a node demands uniqueness.
  var rowOfAddress = IdentifierIndex()
  var indexesAddresses = false
  /// The topics that the person of a row opted into, by handle, as far as one did.
  private var topics: [TopicSet] = []
  /// The row of an app on a device; kept only while a node retires rows by it.
  var rowOfPlace = IdentifierIndex()
  /// The app on a device that a row is for, by handle.
  var placeOfRow: [SlotID] = []
  /// The key that each install last presented.
  var keyOfInstall: [UInt32] = []
  /// When a row last gave a sign that somebody saw something, in seconds; by handle.
  var lastSign: [UInt32] = []
  /// Keys that were erased, with whom they were linked to, as raw values.
  var tombstones = IdentifierIndex()
  /// Rows whose deletion the guard holds back.
  var condemned: [Condemned] = []
  /// Recent changes of rows, for nodes that keep copies.
  var changes: [RowChange] = []

  // People and messages.
  var users: [UserRow]
  /// What happened to people; the first row is that of everybody to whom nothing did.
  var histories = Slab<UserHistory>()
  var log = MessageLog()
  /// Marks of events on messages that several users have.
  var marks = EventMarks()
  /// Users who read a message that others have too.
  var readers: [Reader] = []
  /// The socket of each install that ever had one.
  var sockets: [Socket] = []

  // Work.
  var orders = Slab<PendingOrder>()
  var jobs = Slab<SendJob>()
  var campaigns: [Campaign] = []
  /// The target's planned retry: the row's handle and the job that waits.
  var backoff = IdentifierIndex()
  var jobSerial: UInt32 = 0
  var armings: UInt16 = 0
  /// Handles that a step collects; reused from step to step.
  var scratch: [UInt32] = []

  // The house.
  var nodes: [ServerNode]
  var turn = 0
  /// The library that a story chose; else the rulebook does.
  var adminSDK: AdminSDK?
  var project = Project.right
  var capCount: UInt16 = 0
  var capSpan: SimDuration = .zero
  /// The service account is disabled, or Google refuses exchanges.
  var accountIsRevoked = false
  var refusesExchange = false
  /// When the access token in a thief's hands ends.
  var stolenExpiry: SimTime = .zero
  /// The next run of the reaper; `.distantFuture` while none is armed.
  var reaperAt = SimTime.distantFuture
  var reaperGeneration: UInt16 = 0
  var guardWindow = GuardWindow()
  /// Where the run hangs in the calendar, set before it begins.
  package var calendar = ServerCalendar()
  /// The present, for questions between steps.
  var now = SimTime.zero
  /// Answers of FCM, by code.
  var answers = InlineArray<12, UInt32>(repeating: 0)
  /// Events that were counted, by kind.
  var eventCounts = InlineArray<5, UInt32>(repeating: 0)
  /// Requests to FCM so far.
  var requestCount: UInt64 = 0
  /// Every request has its answer in time, so none needs a time-out.
  package internal(set) var hearsEveryAnswer = false

  /// A server that knows nobody.
  package init(design: Design, nodeCount: Int, userCount: Int) {
    rows = Slab()
    users = [UserRow](repeating: UserRow(), count: userCount)
    nodes = [ServerNode](repeating: ServerNode(design: design), count: max(1, nodeCount))
    _ = histories.insert(UserHistory())
    precondition(
      FCMCode.allCases.count == answers.count && ClientEvent.allCases.count == eventCounts.count,
      "every code and every kind of event has its count")
    indexesAddresses = design.has(.addressUniqueness)
  }

  private init(rows: consuming Slab<DeviceRow>, users: [UserRow], nodes: [ServerNode]) {
    self.rows = rows
    self.users = users
    self.nodes = nodes
  }

  /// Makes an independent copy, for a snapshot of a world.
  package borrowing func copy() -> ServerState {
    var other = ServerState(rows: rows.copy(), users: users, nodes: nodes)
    other.rowOfKey = rowOfKey
    other.leftBehind = leftBehind
    other.rowOfAddress = rowOfAddress
    other.indexesAddresses = indexesAddresses
    other.topics = topics
    other.rowOfPlace = rowOfPlace
    other.placeOfRow = placeOfRow
    other.keyOfInstall = keyOfInstall
    other.lastSign = lastSign
    other.tombstones = tombstones
    other.condemned = condemned
    other.changes = changes
    other.histories = histories.copy()
    other.log = log.copy()
    other.marks = marks
    other.readers = readers
    other.sockets = sockets
    other.orders = orders.copy()
    other.jobs = jobs.copy()
    other.campaigns = campaigns
    other.backoff = backoff
    other.jobSerial = jobSerial
    other.armings = armings
    copyHouse(to: &other)
    return other
  }

  private borrowing func copyHouse(to other: inout ServerState) {
    other.turn = turn
    other.adminSDK = adminSDK
    other.project = project
    other.capCount = capCount
    other.capSpan = capSpan
    other.accountIsRevoked = accountIsRevoked
    other.refusesExchange = refusesExchange
    other.stolenExpiry = stolenExpiry
    other.reaperAt = reaperAt
    other.reaperGeneration = reaperGeneration
    other.guardWindow = guardWindow
    other.calendar = calendar
    other.now = now
    other.answers = answers
    other.eventCounts = eventCounts
    other.requestCount = requestCount
    other.hearsEveryAnswer = hearsEveryAnswer
  }

  /// Makes room for a population at once.
  package mutating func reserveCapacity(installs: Int) {
    rowOfKey.reserve(below: installs)
    keyOfInstall.reserveCapacity(installs)
    if rows.isEmpty { rows = Slab(capacity: installs) }
  }

  /// The next number for an arming.
  mutating func nextArming() -> UInt16 {
    armings &+= 1
    return armings
  }

  /// Makes sure that a user has a record.
  @inline(__always)
  mutating func meet(_ user: UserID) {
    if user.index >= users.count { makeUsers(through: user) }
  }

  private mutating func makeUsers(through user: UserID) {
    users.append(
      contentsOf: repeatElement(UserRow(), count: user.index + 1 - users.count))
  }

  /// The topics that the person of a row opted into.
  @inline(__always)
  func topics(of row: UInt32) -> TopicSet { Int(row) < topics.count ? topics[Int(row)] : [] }

  /// Changes the topics of a row.
  mutating func setTopics(of row: UInt32, _ wanted: TopicSet) {
    guard wanted != topics(of: row) else { return }
    while topics.count <= Int(row) { topics.append([]) }
    topics[Int(row)] = wanted
  }

  /// The handle of what happened to a user, made where nothing did yet.
  @inline(__always)
  mutating func historyHandle(of user: UserID) -> UInt32 {
    let known = users[user.index].history
    return known != 0 ? known : makeHistory(of: user)
  }

  private mutating func makeHistory(of user: UserID) -> UInt32 {
    histories.handle(in: &users[user.index].history, none: 0, UserHistory())
  }

  /// A message is forgotten, and with it who read it.
  @inline(never)
  mutating func forgetReaders(of message: MessageID) {
    readers.removeAll { $0.message == message }
  }

  /// The node that takes a request: in turn among those that run.
  @inline(__always)
  mutating func nextNode() -> Int? {
    guard nodes.count == 1 else { return nextOfSeveralNodes() }
    turn = 0
    return nodes[0].isUp ? 0 : nil
  }

  private mutating func nextOfSeveralNodes() -> Int? {
    for _ in nodes.indices {
      turn = (turn + 1) % nodes.count
      if nodes[turn].isUp { return turn }
    }
    return nil
  }

  /// Whether some node's design has a defence.
  @inline(__always)
  func anyNodeHas(_ defence: Defence) -> Bool {
    for node in nodes where node.design.has(defence) { return true }
    return false
  }
}

/// A row that the provider called dead while the guard was watching.
struct Condemned: BitwiseCopyable, Sendable {
  var row: UInt32
  var record: RecordID
  var cause: RecordID
  var end: RowEnd
}

/// What a row was before a recent change.
struct RowChange: BitwiseCopyable, Sendable {
  var row: UInt32
  var node: UInt8
  var at: SimTime
  var before: DeviceRow
}

/// Somebody who read a message that others have too.
struct Reader: BitwiseCopyable, Sendable {
  var message: MessageID
  var user: UserID
}

/// How many answers about addresses came in the present window, and how many said dead.
struct GuardWindow: BitwiseCopyable, Sendable {
  var answers: UInt32 = 0
  var dead: UInt32 = 0
  var generation: UInt16 = 0
  var isArmed = false
}

extension ServerState {
  /// How much memory each table takes.
  package var tableSizes: [TableSize] {
    [
      TableSize("server rows", rows), TableSize("rows by key", bytes: rowOfKey.byteCount),
      TableSize("rows by address", bytes: rowOfAddress.byteCount),
      TableSize("rows by place", bytes: rowOfPlace.byteCount),
      TableSize("topics of rows", topics), TableSize("places of rows", placeOfRow),
      TableSize("keys of installs", keyOfInstall),
      TableSize("signs", lastSign), TableSize("users", users),
      TableSize("histories of users", histories), TableSize("sends", jobs),
      TableSize("orders", orders),
    ]
  }
}
