package import PushDomain
package import SimKernel

/// What every message came to on every targeted install, as records stream by.
///
/// One row stands for one message on one install and is found by both numbers. Rows of a message
/// are chained for reports. A folding ledger counts a row into its statistics once nothing is
/// likely to change it, and uses its place again; then only facts of a live row are heard, so a
/// second display long after the first goes unnoticed.
package struct Ledger: ~Copyable {
  /// One row for each message and install.
  var rows = Slab<LedgerRow>()
  /// One row for each message.
  var messages = Slab<MessageRow>()
  /// The open copies of a row besides its newest.
  var older = Slab<OlderCopy>()
  var rowIndex = PairIndex()
  /// Which row a message has, by its number; the largest number where it has none.
  ///
  /// Messages are numbered one by one, so this takes four bytes for each that ever was.
  var messagePlaces: [UInt32] = []
  /// What was accepted, and what became of it.
  package internal(set) var books = Books()
  /// The rows that were folded.
  package internal(set) var folded = FateTables()
  /// How long a finished row stays before it is folded; nothing where rows are kept.
  package let grace: SimDuration?
  /// The queue of rows to fold.
  var foldFirst = UInt32.max
  var foldLast = UInt32.max
  /// When the first of them is due.
  var foldDue = SimTime.distantFuture
  /// The pair that was looked up last, and its row.
  var lastKey = UInt64.max
  var lastRow = UInt32.max

  /// An empty ledger.
  ///
  /// - Parameter grace: How long a finished row stays before it is folded; nil keeps all rows.
  package init(foldingAfter grace: SimDuration? = nil) { self.grace = grace }

  /// Whether rows are folded into statistics.
  package var isFolding: Bool { grace != nil }

  /// Makes an independent copy.
  package borrowing func copy() -> Ledger {
    var other = Ledger(foldingAfter: grace)
    other.rows = rows.copy()
    other.messages = messages.copy()
    other.older = older.copy()
    other.rowIndex = rowIndex
    other.messagePlaces = messagePlaces
    other.books = books
    other.folded = folded
    other.foldFirst = foldFirst
    other.foldLast = foldLast
    other.foldDue = foldDue
    return other
  }

  /// Forgets everything and keeps the memory, for the next small world.
  package mutating func removeAll() {
    rows.removeAll()
    messages.removeAll()
    older.removeAll()
    rowIndex.removeAll()
    messagePlaces.removeAll(keepingCapacity: true)
    books = Books()
    if isFolding { folded = FateTables() }
    foldFirst = .max
    foldLast = .max
    foldDue = .distantFuture
    lastKey = .max
    lastRow = .max
  }

  /// The row of a message on an install, or the largest number.
  @inline(__always)
  mutating func find(_ message: MessageID, _ install: InstallID) -> UInt32 {
    let key = PairIndex.key(message.rawValue, install.rawValue)
    if key == lastKey { return lastRow }
    guard let row = rowIndex.find(key) else { return .max }
    lastKey = key
    lastRow = row
    return row
  }

  /// The row of a message on an install, without remembering the search.
  @inline(__always)
  package borrowing func row(_ message: MessageID, _ install: InstallID) -> UInt32? {
    rowIndex.find(PairIndex.key(message.rawValue, install.rawValue))
  }

  /// The row of a message as a whole.
  @inline(__always)
  package borrowing func messageRow(_ message: MessageID) -> MessageRow? {
    let whole = findMessage(message)
    return whole == .max ? nil : messages[whole]
  }

  /// The place of a message as a whole, or the largest number.
  @inline(__always)
  borrowing func findMessage(_ message: MessageID) -> UInt32 {
    message.index < messagePlaces.count ? messagePlaces[message.index] : .max
  }

  /// The row of a message on an install, made where it is missing.
  @inline(__always)
  mutating func findOrMake(_ record: Record, id: RecordID) -> UInt32 {
    let row = find(record.message, record.install)
    if row != .max { return row }
    let whole = findOrMakeMessage(record.message, time: record.time, id: id)
    return make(record.message, record.install, record.time, id, whole)
  }

  /// Makes the row of a message on an install, whose row as a whole is given.
  @inline(never)
  mutating func make(
    _ message: MessageID, _ install: InstallID, _ time: SimTime, _ id: RecordID, _ whole: UInt32
  ) -> UInt32 {
    let key = PairIndex.key(message.rawValue, install.rawValue)
    let row = rows.insert(LedgerRow(message: message, install: install, time: time, record: id))
    rowIndex.insert(key, row)
    messages[whole].rows += 1
    if !isFolding {
      rows[row].link = messages[whole].head
      messages[whole].head = row
    }
    lastKey = key
    lastRow = row
    return row
  }

  /// The row of a message as a whole, made where it is missing.
  @inline(__always)
  mutating func findOrMakeMessage(_ message: MessageID, time: SimTime, id: RecordID) -> UInt32 {
    let whole = findMessage(message)
    return whole != .max ? whole : makeMessage(message, time, id)
  }

  /// Makes the row of a message as a whole.
  @inline(never)
  private mutating func makeMessage(
    _ message: MessageID, _ time: SimTime, _ id: RecordID
  ) -> UInt32 {
    let whole = messages.insert(MessageRow(message: message, time: time, record: id))
    while messagePlaces.count <= message.index { messagePlaces.append(.max) }
    messagePlaces[message.index] = whole
    return whole
  }
}

/// An accepted copy that is open although a newer one exists.
struct OlderCopy: BitwiseCopyable {
  var copy: CopyID
  var next: UInt32
}

/// How many copies FCM accepted, and what became of them.
package struct Books: BitwiseCopyable, Hashable, Sendable {
  /// Accepted by FCM.
  package var accepted: UInt64 = 0
  /// Handed to code, to play services or to a receiver.
  package var handed: UInt64 = 0
  /// Ended by a rule.
  package var dropped: UInt64 = 0
  /// Replaced by a newer one.
  package var replaced: UInt64 = 0
  /// Ended on the device in another way.
  package var ended: UInt64 = 0
  /// Ended or handed over though it was never accepted.
  package var stray: UInt64 = 0
  /// The first of those.
  package var firstStray = CopyID.none
  /// One more than the largest copy that was accepted.
  var bound: UInt32 = 0
  /// Rows that were ever targeted.
  package var targeted: UInt64 = 0
  /// How often a message reached an install that it had reached before, or was sent again.
  package var repeats: UInt64 = 0

  /// No books yet.
  package init() {}

  /// Adds the books of another part of the world; the numbers of copies are each part's own.
  package mutating func add(_ other: Books) {
    if stray == 0 { firstStray = other.firstStray }
    accepted += other.accepted
    handed += other.handed
    dropped += other.dropped
    replaced += other.replaced
    ended += other.ended
    stray += other.stray
    targeted += other.targeted
    repeats += other.repeats
  }
}
