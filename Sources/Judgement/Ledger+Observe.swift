import PushDomain
import SimKernel

extension Ledger {
  /// Learns what a record says about a message, and gives the row that it is about.
  ///
  /// The largest number stands for no row. `truth` says where the user of a message is logged in.
  @discardableResult @inline(__always)
  mutating func observe(_ record: Record, id: RecordID, truth: inout Truth) -> UInt32 {
    if record.time >= foldDue { foldDueRows(record.time) }
    if record.message.isNone { return .max }
    switch record.fact {
    case .messageTaken:
      take(record, id: id, truth: &truth)
      return .max
    case .messageSettled:
      settleMessage(record, id: id)
      return .max
    case .undone:
      messages[findOrMakeMessage(record.message, time: record.time, id: id)].isUndone = true
      return .max
    case .requestSent, .accepted, .refused, .notSent, .nobodyReached:
      return observeSender(record, id: id)
    case .held:
      return observeHeld(record)
    case .stored, .lowered, .released, .delivered, .dropped, .replaced, .lost, .handed:
      return observeCopy(record, id: id)
    case .shown, .shownQuietly, .notShown, .handled, .ignored, .synced, .seenInApp, .tapped:
      return observeDevice(record, id: id)
    case .eventQueued, .eventCounted:
      // That it came or was dismissed is known from the device itself.
      guard
        record.detail == ClientEvent.opened.rawValue
          || record.detail == ClientEvent.replied.rawValue
      else { return .max }
      return observeDevice(record, id: id)
    default: return .max
    }
  }

  /// The server took a message: every install of its user is targeted.
  private mutating func take(_ record: Record, id: RecordID, truth: inout Truth) {
    let whole = findOrMakeMessage(record.message, time: record.time, id: id)
    messages[whole].isTaken = true
    messages[whole].user = record.user
    messages[whole].takenAt = record.time
    messages[whole].taken = id
    messages[whole].link = NameID(rawValue: record.copy.rawValue)
    if record.operand != 0 { messages[whole].topic = NameID(rawValue: record.operand) }
    if record.user.isNone {
      if record.operand != 0 { takeTopic(record, id: id, whole, truth: &truth) }
      return
    }
    var link = truth.firstLink(of: record.user)
    while link != .max {
      let install = truth.install(at: link)
      var row = find(record.message, install)
      if row == .max { row = make(record.message, install, record.time, id, whole) }
      target(row)
      link = truth.next(after: link)
    }
  }

  /// The server took a message of a topic: every install is targeted whose person asked for it.
  private mutating func takeTopic(
    _ record: Record, id: RecordID, _ whole: UInt32, truth: inout Truth
  ) {
    for place in truth.installs.indices where truth.rests[truth.installs[place].rest].notes != .max
    {
      let install = InstallID(place)
      guard truth.wants(record.operand, on: install) else { continue }
      var row = find(record.message, install)
      if row == .max { row = make(record.message, install, record.time, id, whole) }
      target(row)
    }
  }

  /// The server's own record of a message names an outcome.
  private mutating func settleMessage(_ record: Record, id: RecordID) {
    let whole = findOrMakeMessage(record.message, time: record.time, id: id)
    messages[whole].outcome = record.detail &+ 1
    forgetMessageIfDone(whole)
  }

  /// What the sending side says.
  private mutating func observeSender(_ record: Record, id: RecordID) -> UInt32 {
    if record.install.isNone {
      observeNowhere(record, id: id)
      return .max
    }
    let row = findOrMake(record, id: id)
    switch record.fact {
    case .requestSent:
      target(row)
      if rows[row].push <= .refused {
        rows[row].push = .requested
        if rows[row].best == .pending {
          rows[row].kind = .nothing
          rows[row].code = WaitingPlace.provider.rawValue
        }
      }
    case .accepted:
      target(row)
      accept(row, record)
    case .refused:
      target(row)
      if rows[row].push <= .refused { rows[row].push = .refused }
      raise(row, to: .refused, .code, record, id, operand: record.operand, code: record.detail)
    default:
      let whole = findOrMakeMessage(record.message, time: record.time, id: id)
      if record.operand == .max {
        messages[whole].unsent = record.detail &+ 1
        messages[whole].senderSaid = id
      }
      // A person who is in nowhere had the message due on the install that the server knew last.
      if messageUser(of: row).isNone || messages[whole].rows == 1 { target(row) }
      // A sender that gives up after a fault ate its requests is not the cause.
      if rows[row].best == .lost && record.detail == Unsent.gaveUp.rawValue { return row }
      overtake(row, record, id)
      raise(row, to: .unsent, .unsent, record, id, code: record.detail)
    }
    return row
  }

  /// A decision of the sender ends what a temporary refusal only put off.
  private mutating func overtake(_ row: UInt32, _ record: Record, _ id: RecordID) {
    guard rows[row].kind == .code, record.detail != Unsent.gaveUp.rawValue,
      FCMCode(rawValue: rows[row].code)?.isTemporary == true
    else { return }
    if rows[row].best == .refused { rows[row].best = .unsent }
    guard rows[row].best == .synced else { return }
    rows[row].kind = .unsent
    rows[row].code = record.detail
    rows[row].stopped = id
  }

  /// What the sending side says of a message without naming an install.
  private mutating func observeNowhere(_ record: Record, id: RecordID) {
    guard record.fact != .accepted else { return }
    let whole = findOrMakeMessage(record.message, time: record.time, id: id)
    messages[whole].senderSaid = id
    switch record.fact {
    case .requestSent: messages[whole].isForMany = true
    case .notSent: messages[whole].unsent = record.detail &+ 1
    case .nobodyReached: messages[whole].unsent = Unsent.noSubscription.rawValue &+ 1
    default:
      messages[whole].refusal = record.detail
      messages[whole].refusalRule = record.operand
    }
  }

  /// Server or play services keep something back: the rule says where it waits for what.
  private mutating func observeHeld(_ record: Record) -> UInt32 {
    let row = find(record.message, record.install)
    if row == .max { return .max }
    if !record.copy.isNone { moveOn(row, .device) }
    guard rows[row].best == .pending else { return row }
    rows[row].kind = .rule
    rows[row].operand = record.operand
    return row
  }

  /// FCM accepted a copy: earlier refusals and losses of the same message no longer decide.
  private mutating func accept(_ row: UInt32, _ record: Record) {
    books.accepted += 1
    books.bound = max(books.bound, record.copy.rawValue &+ 1)
    if !rows[row].copy.isNone || rows[row].flags.contains(.synced) { books.repeats += 1 }
    if rows[row].flags.contains(.copyOpen) {
      rows[row].olderCopies = older.insert(
        OlderCopy(copy: rows[row].copy, next: rows[row].olderCopies))
    }
    rows[row].copy = record.copy
    rows[row].flags.insert(.copyOpen)
    if rows[row].push <= .pending { rows[row].push = .pending }
    guard rows[row].best <= .refused else { return }
    rows[row].flags.remove(.lost)
    rows[row].best = .pending
    rows[row].kind = .nothing
    rows[row].code = WaitingPlace.provider.rawValue
    rows[row].time = record.time
  }

  /// What the way from FCM to the device says.
  private mutating func observeCopy(_ record: Record, id: RecordID) -> UInt32 {
    let row = find(record.message, record.install)
    if row == .max { return unplaced(record, id: id) }
    switch record.fact {
    case .stored:
      moveOn(row, .provider)
      rows[row].delays.insert(.waiting(by: record.operand))
      if rows[row].best == .pending {
        rows[row].kind = .rule
        rows[row].operand = record.operand
      }
    case .lowered: rows[row].delays.insert(.priorityLowered)
    case .released: moveOn(row, .network)
    case .delivered:
      moveOn(row, .device)
      if rows[row].push <= .pending { rows[row].push = .delivered }
    case .dropped:
      let outcome = PushOutcome(droppedBy: record.operand)
      if close(row, record.copy) { books.dropped += 1 }
      if rows[row].push <= .pending || outcome == .appForceStopped { rows[row].push = outcome }
      stop(row, at: .dropped, .rule, record, id)
    case .replaced:
      if close(row, record.copy) { books.replaced += 1 }
      if rows[row].push <= .pending { rows[row].push = .collapsed }
      stop(row, at: .replaced, .rule, record, id)
    case .lost:
      rows[row].flags.insert(.lost)
      raise(row, to: .lost, .fault, record, id, operand: record.operand)
    default:
      if close(row, record.copy) { books.handed += 1 }
      moveOn(row, .handler)
      if rows[row].flags.contains(.handed) { books.repeats += 1 }
      rows[row].push = .delivered
      rows[row].flags.insert(.handed)
      if record.detail == HandOver.playServices.rawValue { rows[row].delays.insert(.proxied) }
    }
    enqueueIfDone(row)
    return row
  }

  /// A record of a copy or request that belongs to no row.
  private mutating func unplaced(_ record: Record, id: RecordID) -> UInt32 {
    if record.fact == .lost && record.copy.isNone {
      let whole = findOrMakeMessage(record.message, time: record.time, id: id)
      messages[whole].lostLine = record.operand
    } else if record.copy.rawValue >= books.bound && !record.copy.isNone {
      countStray(record.copy)
    }
    return .max
  }

  /// What the device, the client and the person say.
  private mutating func observeDevice(_ record: Record, id: RecordID) -> UInt32 {
    var row = find(record.message, record.install)
    if row == .max {
      // Folded rows must not come back to life, and without an install there is no place.
      if isFolding || record.install.isNone { return .max }
      row = findOrMake(record, id: id)
    }
    if close(row, record.copy) { books.ended += 1 }
    switch record.fact {
    case .shown, .shownQuietly, .seenInApp: see(row, record, id)
    case .notShown: stop(row, at: .dropped, .rule, record, id)
    case .handled:
      rows[row].flags.insert(.handled)
      raise(row, to: .handled, .nothing, record, id)
    case .ignored: stop(row, at: .ignored, .defence, record, id)
    case .synced: sync(row, record, id)
    case .tapped: rows[row].flags.insert(.tapped)
    case .eventQueued where record.detail == ClientEvent.replied.rawValue:
      rows[row].flags.insert(.replied)
    case .eventCounted where record.detail == ClientEvent.opened.rawValue:
      rows[row].flags.insert(.opened)
    case .eventCounted where record.detail == ClientEvent.replied.rawValue:
      rows[row].flags.insert(.replyCounted)
    default: break
    }
    enqueueIfDone(row)
    return row
  }
}
