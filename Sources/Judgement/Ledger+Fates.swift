import PushDomain
import SimKernel

extension Ledger {
  /// Marks a row as one that must have a fate.
  @inline(__always)
  mutating func target(_ row: UInt32) {
    if rows[row].flags.contains(.targeted) { return }
    rows[row].flags.insert(.targeted)
    books.targeted += 1
  }

  /// Lifts the fate of a row, if the new one is better; the newest refusal or omission counts.
  mutating func raise(
    _ row: UInt32, to fate: Fate, _ kind: CauseKind, _ record: Record, _ id: RecordID,
    operand: UInt32 = 0, code: UInt8 = 0
  ) {
    let best = rows[row].best
    let isNewest = fate == best && (fate == .refused || fate == .unsent || fate == .lost)
    guard fate > best || isNewest else { return }
    rows[row].best = fate
    rows[row].kind = kind
    rows[row].operand = operand
    rows[row].code = code
    rows[row].time = record.time
    rows[row].decided = id
  }

  /// Something ended a push: it decides the fate, or explains why another way was needed.
  mutating func stop(
    _ row: UInt32, at fate: Fate, _ kind: CauseKind, _ record: Record, _ id: RecordID
  ) {
    let isSmall = kind == .defence
    let operand = isSmall ? 0 : record.operand
    let code = isSmall ? UInt8(truncatingIfNeeded: record.operand) : 0
    if rows[row].best == .synced && rows[row].stopped.isNone {
      rows[row].stopped = id
      rows[row].kind = kind
      rows[row].operand = operand
      rows[row].code = code
    }
    raise(row, to: fate, kind, record, id, operand: operand, code: code)
  }

  /// It came through the inbox: what stopped the push stays known.
  mutating func sync(_ row: UInt32, _ record: Record, _ id: RecordID) {
    if rows[row].best >= .handled { books.repeats += 1 }
    rows[row].flags.insert(.synced)
    // What code has handled is handled: the inbox only brings it once more.
    guard rows[row].best < .handled else { return }
    if rows[row].best != .pending { rows[row].stopped = rows[row].decided }
    rows[row].best = .synced
    rows[row].time = record.time
    rows[row].decided = id
  }

  /// It became visible: by its push, or only because the inbox brought it.
  mutating func see(_ row: UInt32, _ record: Record, _ id: RecordID) {
    let surface = Surface(rawValue: record.detail) ?? .tray
    let isTray = surface == .tray || surface == .banner
    if isTray && record.fact != .seenInApp {
      rows[row].flags.insert(.stood)
      if record.fact == .shown && record.operand == 1 { rows[row].flags.insert(.alerted) }
    }
    let flags = rows[row].flags
    let isBySync = record.copy.isNone && flags.contains(.synced) && !flags.contains(.handled)
    if isBySync && rows[row].best == .synced {
      if rows[row].seenAt == 0 { rows[row].seenAt = record.detail &+ 1 }
      return
    }
    let fate: Fate = record.fact == .shownQuietly ? .shownQuietly : .shown
    guard fate > rows[row].best else { return }
    rows[row].seenAt = record.detail &+ 1
    raise(
      row, to: fate, fate == .shown ? .nothing : .rule, record, id, operand: record.operand)
  }

  /// A copy got further: whatever ate an earlier passage of it no longer decides.
  mutating func moveOn(_ row: UInt32, _ place: WaitingPlace) {
    rows[row].flags.remove(.lost)
    guard rows[row].best <= .lost else { return }
    rows[row].best = .pending
    rows[row].kind = .nothing
    rows[row].code = place.rawValue
  }

  /// Closes an open copy; false where it was closed before, which happens when a report was lost.
  mutating func close(_ row: UInt32, _ copy: CopyID) -> Bool {
    if copy.isNone { return false }
    if copy == rows[row].copy {
      guard rows[row].flags.contains(.copyOpen) else { return false }
      rows[row].flags.remove(.copyOpen)
      return true
    }
    var place = rows[row].olderCopies
    var before = UInt32.max
    while place != .max {
      let entry = older[place]
      if entry.copy == copy {
        if before == .max {
          rows[row].olderCopies = entry.next
        } else {
          older[before].next = entry.next
        }
        older.remove(place)
        return true
      }
      before = place
      place = entry.next
    }
    if copy.rawValue >= books.bound { countStray(copy) }
    return false
  }

  /// Something happened to a copy that nobody accepted.
  mutating func countStray(_ copy: CopyID) {
    books.stray += 1
    if books.firstStray.isNone { books.firstStray = copy }
  }

  /// Whose content a row's message is.
  @inline(__always)
  borrowing func messageUser(of row: UInt32) -> UserID {
    messageRow(rows[row].message)?.user ?? .none
  }
}
