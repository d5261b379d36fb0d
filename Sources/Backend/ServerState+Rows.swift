package import PushDomain
import SimKernel

extension ServerState {
  /// The row of an install key.
  package func row(ofKey key: UInt32) -> DeviceRow? {
    guard let handle = rowOfKey.value(of: key) else { return nil }
    return rows[handle]
  }

  /// The handle of the row that an install stands behind, by the key it last presented.
  @inline(__always)
  func rowHandle(of install: InstallID) -> UInt32? {
    guard install.index < keyOfInstall.count, keyOfInstall[install.index] != .max else {
      return nil
    }
    return rowOfKey.value(of: keyOfInstall[install.index])
  }

  /// The row that an install stands behind.
  package func row(of install: InstallID) -> DeviceRow? {
    guard let handle = rowHandle(of: install) else { return nil }
    return rows[handle]
  }

  /// How many rows there are.
  package var rowCount: Int { rows.count }

  /// How many rows are linked to a user.
  package func rowCount(of user: UserID) -> Int {
    guard user.index < users.count else { return 0 }
    var count = 0
    var handle = users[user.index].firstRow
    while handle != .max {
      count += 1
      handle = rows[handle].next
    }
    return count
  }

  /// Shows every row as judges see it, in order of handles.
  package func forEachRow(_ body: (RowStanding) -> Void) {
    var handle = rows.firstHandle(from: 0)
    while let present = handle {
      let row = rows[present]
      var standing = RowStanding(row: RowID(rawValue: present))
      standing.installKey = row.installKey
      standing.install = row.install
      standing.user = row.user
      standing.address = row.address
      standing.isEnabled = row.isEnabled
      standing.uploadedAt = row.uploadedAt
      body(standing)
      handle = rows.firstHandle(from: present + 1)
    }
  }

  /// How often FCM gave an answer.
  package func answerCount(_ code: FCMCode) -> UInt32 { answers[Int(code.rawValue)] }

  /// How often an event of a kind was counted.
  package func eventCount(_ event: ClientEvent) -> UInt32 { eventCounts[Int(event.rawValue)] }

  /// How often a user's delivered or opened events were counted.
  package func eventCount(_ event: ClientEvent, of user: UserID) -> UInt32 {
    guard user.index < users.count else { return 0 }
    switch event {
    case .delivered: return histories[users[user.index].history].delivered
    case .opened: return histories[users[user.index].history].opened
    case .dismissed, .replied, .read: return 0
    }
  }

  /// How many messages a user's inbox holds, without those for many.
  package func inboxCount(of user: UserID) -> Int {
    guard user.index < users.count else { return 0 }
    var count = 0
    var message = histories[users[user.index].history].firstMessage
    while message != .max {
      let entry = log[MessageID(rawValue: message)]
      if !entry.flags.contains(.isGone) { count += 1 }
      message = entry.next
    }
    return count
  }

  /// How many sends are under way: planned, sent or waiting.
  package var openJobCount: Int { jobs.count }

  /// Puts a row at the end of a user's chain.
  mutating func link(_ handle: UInt32, to user: UserID) {
    rows[handle].user = user
    rows[handle].next = .max
    guard !user.isNone else { return }
    meet(user)
    var last = users[user.index].firstRow
    guard last != .max else {
      users[user.index].firstRow = handle
      return
    }
    while rows[last].next != .max { last = rows[last].next }
    rows[last].next = handle
  }

  /// Takes a row out of its user's chain.
  mutating func unlink(_ handle: UInt32) {
    let user = rows[handle].user
    guard !user.isNone else { return }
    if users[user.index].firstRow == handle {
      users[user.index].firstRow = rows[handle].next
    } else {
      var before = users[user.index].firstRow
      while rows[before].next != handle { before = rows[before].next }
      rows[before].next = rows[handle].next
    }
    rows[handle].next = .max
    rows[handle].user = .none
  }

  /// Lets every row stand under a key that no install presents any more.
  mutating func rekey() {
    var next = rows.firstHandle(from: 0)
    while let handle = next {
      next = rows.firstHandle(from: handle + 1)
      let key = rows[handle].installKey
      // Keys count up from zero, so their complements are free.
      rowOfKey.remove(key, ifValue: handle)
      rowOfKey.set(~key, to: handle)
      rows[handle].installKey = ~key
      remember(rows[handle].install, key: ~key)
    }
  }

  /// Remembers which key an install presents.
  mutating func remember(_ install: InstallID, key: UInt32) {
    guard !install.isNone else { return }
    if install.index >= keyOfInstall.count {
      keyOfInstall.append(
        contentsOf: repeatElement(.max, count: install.index + 1 - keyOfInstall.count))
    }
    keyOfInstall[install.index] = key
  }
}
