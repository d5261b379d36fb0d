import PushDomain
import SimKernel

/// A cell of a list with the newest in front, in which one id is looked for, and of which so many
/// are kept.
///
/// Most questions are about something new, which the first cell can answer; the oldest cell is
/// found without a walk.
protocol Remembered: Linked {
  /// What is looked for.
  var id: UInt32 { get }
  /// What this list is to whoever looks at it from here.
  var list: RememberedList { get set }
}

/// What a cell of a list knows of the others.
struct RememberedList: BitwiseCopyable {
  /// No id from here to the end of the list is larger.
  var highest: UInt32 = 0
  /// In the first cell: how many cells the list has.
  var count: UInt32 = 1
  /// In the first cell: the last one.
  var oldest = UInt32.max
  /// The cell before this one; of no meaning in the first.
  var newer = UInt32.max
}

/// One id of a seen table or of the library's memory.
struct IDCell: Remembered {
  var id: UInt32
  var next: UInt32 = .max
  var list = RememberedList()
}

/// One item of a local inbox.
struct InboxCell: Remembered {
  var message: MessageID
  /// Whose content it is.
  var user: UserID
  /// A sync brought or confirmed it.
  var isSynced = false
  /// The person has looked at it.
  var isSeen = false
  /// The person may not have looked at everything behind it in the list.
  var hidesUnseen = false
  var next: UInt32 = .max
  var list = RememberedList()

  var id: UInt32 { message.rawValue }
}

/// One event that the server has not confirmed.
struct EventCell: Linked {
  var message: MessageID
  var user: UserID
  var type: ClientEvent
  var next: UInt32 = .max
}

/// One account beside the record's user.
struct AccountCell: Linked {
  /// None once it was removed and waits for its unlink.
  var user: UserID
  /// The session that signs its uploads.
  var session = Session.none
  /// The key of its own row at the server; the largest number where it has none.
  var key: UInt32 = .max
  var localVersion: UInt32 = 0
  var uploadedVersion: UInt32 = 0
  var next: UInt32 = .max
}

/// One topic call that FCM has not confirmed.
struct TopicCell: Linked {
  var topic: NameID
  var subscribes: Bool
  var next: UInt32 = .max
}

/// One message that code works on.
struct WorkCell: Linked {
  var payload: PushPayload
  var copy: CopyID
  /// The record as it was when the work began.
  var user: UserID
  var version: UInt32
  var topics: TopicSet
  /// The record of its being handed over.
  var handed = RecordID.none
  /// Content came for a hint.
  var hasContent = false
  /// A later message took it back before it was shown.
  var isTakenBack = false
  /// Nothing that is stored could be read or written when the work began.
  var isLocked = false
  /// The messaging library draws it, and no code of the app runs.
  var isLibrarys = false
  /// The application was started by the tap.
  var isCold = false
  /// The message whose notification was tapped.
  var notification = MessageID.none
  /// The record of the tap, once it was handled.
  var tappedBy = RecordID.none
  var next: UInt32 = .max
}

extension Slab where Row: Linked {
  /// Puts a cell behind a list.
  mutating func append(_ cell: Row, to head: inout UInt32) {
    let handle = insert(cell)
    guard head != .max else {
      head = handle
      return
    }
    var last = head
    while self[last].next != .max { last = self[last].next }
    self[last].next = handle
  }

  /// Takes the first cell off a list.
  mutating func removeFirst(of head: inout UInt32) -> Row? {
    guard head != .max else { return nil }
    let cell = remove(head)
    head = cell.next
    return cell
  }

  /// Removes the cells of a list that answer yes; returns how many stay.
  mutating func removeAll(of head: inout UInt32, where condition: (Row) -> Bool) -> Int {
    var kept = 0
    var previous: UInt32 = .max
    var handle = head
    while handle != .max {
      let next = self[handle].next
      if condition(self[handle]) {
        remove(handle)
        if previous == .max { head = next } else { self[previous].next = next }
      } else {
        previous = handle
        kept += 1
      }
      handle = next
    }
    return kept
  }

  /// Gives up a whole list.
  mutating func removeAll(of head: inout UInt32) {
    while head != .max {
      let next = self[head].next
      remove(head)
      head = next
    }
  }

  /// Copies a list, in order, and returns its head.
  mutating func copyList(_ head: UInt32) -> UInt32 {
    var first: UInt32 = .max
    var last: UInt32 = .max
    var handle = head
    while handle != .max {
      var cell = self[handle]
      handle = cell.next
      cell.next = .max
      let added = insert(cell)
      if last == .max { first = added } else { self[last].next = added }
      last = added
    }
    return first
  }

  /// How many cells a list has.
  borrowing func length(_ head: UInt32) -> Int {
    var count = 0
    var handle = head
    while handle != .max {
      count += 1
      handle = self[handle].next
    }
    return count
  }
}

extension Slab where Row: Remembered {
  /// The cell of an id in a list, the newest first; the largest number where there is none.
  @inline(__always)
  borrowing func find(_ id: UInt32, in head: UInt32) -> UInt32 {
    var handle = head
    while handle != .max, self[handle].list.highest >= id {
      if self[handle].id == id { return handle }
      handle = self[handle].next
    }
    return .max
  }

  /// Puts a cell in front of a list; the oldest fall out where there are more than a limit.
  mutating func remember(_ cell: Row, in head: inout UInt32, atMost limit: Int) {
    var cell = cell
    let former = head
    cell.next = former
    cell.list.highest = cell.id
    if former != .max {
      let list = self[former].list
      cell.list.highest = Swift.max(cell.id, list.highest)
      cell.list.count = list.count + 1
      cell.list.oldest = list.oldest
    }
    head = insert(cell)
    if former == .max { self[head].list.oldest = head } else { self[former].list.newer = head }
    while head != .max, self[head].list.count > limit { dropOldest(of: &head) }
  }

  private mutating func dropOldest(of head: inout UInt32) {
    let oldest = self[head].list.oldest
    guard oldest != head else {
      remove(oldest)
      head = .max
      return
    }
    let last = self[oldest].list.newer
    remove(oldest)
    self[last].next = .max
    self[head].list.oldest = last
    self[head].list.count -= 1
  }

  /// Takes the cells out of a list that answer yes.
  mutating func forget(in head: inout UInt32, where condition: (Row) -> Bool) {
    _ = removeAll(of: &head, where: condition)
    countAnew(head)
  }

  /// Copies a list, in order, and returns its head.
  mutating func copyRemembered(_ head: UInt32) -> UInt32 {
    let copy = copyList(head)
    countAnew(copy)
    return copy
  }

  /// Cells were copied or taken out: those that are there learn of each other.
  private mutating func countAnew(_ head: UInt32) {
    guard head != .max else { return }
    var count: UInt32 = 0
    var before = UInt32.max
    var handle = head
    while handle != .max {
      self[handle].list.newer = before
      before = handle
      count += 1
      handle = self[handle].next
    }
    self[head].list.oldest = before
    self[head].list.count = count
  }
}

extension Slab where Row == ClientRow {
  /// The row of an install.
  subscript(_ install: InstallID) -> ClientRow {
    @inline(__always) unsafeAddress { address(of: install.rawValue) }
    @inline(__always) unsafeMutableAddress { mutableAddress(of: install.rawValue) }
  }
}
