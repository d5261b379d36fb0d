import PushDomain
import SimKernel

/// One id of a seen table or of the library's memory.
struct IDCell: Linked {
  var id: UInt32
  var next: UInt32 = .max
}

/// One item of a local inbox.
struct InboxCell: Linked {
  var message: MessageID
  /// Whose content it is.
  var user: UserID
  /// A sync brought or confirmed it.
  var isSynced = false
  /// The person has looked at it.
  var isSeen = false
  var next: UInt32 = .max
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
  /// Content came for a hint.
  var hasContent = false
  /// Nothing that is stored could be read or written when the work began.
  var isLocked = false
  /// The application was started by the tap.
  var isCold = false
  /// The message whose notification was tapped.
  var notification = MessageID.none
  /// The record of the tap, once it was handled.
  var tappedBy = RecordID.none
  var next: UInt32 = .max
}

extension Slab where Row: Linked {
  /// Puts a cell in front of a list.
  mutating func prepend(_ cell: Row, to head: inout UInt32) {
    var cell = cell
    cell.next = head
    head = insert(cell)
  }

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

  /// Cuts a list after a number of cells; returns how many were cut.
  mutating func cut(_ head: inout UInt32, after limit: Int) -> Int {
    var count = 0
    var previous: UInt32 = .max
    var handle = head
    while handle != .max, count < limit {
      previous = handle
      handle = self[handle].next
      count += 1
    }
    var removed = 0
    while handle != .max {
      let next = self[handle].next
      remove(handle)
      handle = next
      removed += 1
    }
    if previous == .max { head = .max } else { self[previous].next = .max }
    return removed
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

extension Slab where Row == ClientRow {
  /// The row of an install.
  subscript(_ install: InstallID) -> ClientRow {
    @inline(__always) unsafeAddress { address(of: install.rawValue) }
    @inline(__always) unsafeMutableAddress { mutableAddress(of: install.rawValue) }
  }
}
