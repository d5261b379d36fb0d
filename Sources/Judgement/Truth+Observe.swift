import PushDomain
import SimKernel

extension Truth {
  /// Learns from a record what is true now.
  @inline(__always)
  mutating func observe(_ record: Record, id: RecordID) {
    switch record.fact {
    case .messageTaken: expect(record.user)
    case .shown, .shownQuietly: display(record, id)
    case .trayRemoved: removeEntry(of: record.message, from: record.install)
    case .signedIn, .signedOut, .appInstalled, .appUninstalled, .dataCleared, .appOpened,
      .optedOut, .optedIn, .rowRemoved, .erasureAsked:
      observeChange(record, id: id)
    default: break
    }
  }

  /// Learns of something that happens to an install or a person now and then.
  @inline(never)
  private mutating func observeChange(_ record: Record, id: RecordID) {
    switch record.fact {
    case .signedIn: signIn(record.user, on: record.install, record: id)
    case .signedOut: signOut(record.user, on: record.install, record: id)
    case .appInstalled: install(record, id: id)
    case .appUninstalled:
      empty(record.install)
      rests[restHandle(of: record.install)].flags = .uninstalled
    case .dataCleared: clear(record.install, id)
    case .appOpened where record.detail == 1:
      reserve(record.install)
      // There is nothing to catch up with before a message was taken.
      let rest = installs[record.install.index].rest
      if rest != 0 { rests[rest].flags.insert(.caughtUp) }
    case .optedOut: setOptOut(record, id: id, isOut: true)
    case .optedIn: setOptOut(record, id: id, isOut: false)
    case .rowRemoved where record.detail == RowEnd.erased.rawValue && !record.install.isNone:
      reserve(record.install)
      add(.erased, value: record.user.rawValue, to: record.install, record: id)
    case .erasureAsked:
      reserve(record.install)
      add(.erasureAsked, value: record.user.rawValue, to: record.install, record: id)
    default: break
    }
  }

  /// Content stands in the tray now; an update in place changes nothing.
  private mutating func display(_ record: Record, _ id: RecordID) {
    let surface = record.detail
    guard surface == Surface.tray.rawValue || surface == Surface.banner.rawValue else { return }
    let isSilent = record.fact == .shown && record.operand == 0
    if isSilent && entry(of: record.message, on: record.install) != nil { return }
    pushEntry(record, id: id)
  }

  /// A person is in now.
  private mutating func signIn(_ user: UserID, on install: InstallID, record: RecordID) {
    reserve(install)
    remove(.departed, value: user.rawValue, from: install)
    removeAll(.erasureAsked, from: install)
    removeAll(.erased, from: install)
    removeAll(.ended, from: install)
    if isIn(user, on: install) { return }
    while users.count <= user.index { users.append(.max) }
    if installs[install.index].user.isNone {
      installs[install.index].user = user
      installs[install.index].since = record
      installs[install.index].nextOfUser = users[user.index]
      users[user.index] = install.rawValue
    } else {
      let note = add(.account, value: user.rawValue, to: install, record: record)
      notes[note].nextOfUser = users[user.index]
      users[user.index] = note | Self.noteLink
    }
  }

  /// A person is out now: by their own hand, or everywhere, because the server says so.
  private mutating func signOut(_ user: UserID, on install: InstallID, record: RecordID) {
    guard !install.isNone else {
      while firstLink(of: user) != .max {
        let install = self.install(at: firstLink(of: user))
        signOut(user, on: install, record: record)
        add(.ended, value: user.rawValue, to: install, record: record)
      }
      return
    }
    reserve(install)
    guard leave(user, install) else { return }
    installs[install.index].since = record
    removeAll(.optedOut, from: install)
    add(.departed, value: user.rawValue, to: install, record: record)
  }

  /// Takes a user out of an install and out of their own chain; false where they were not in.
  private mutating func leave(_ user: UserID, _ install: InstallID) -> Bool {
    if installs[install.index].user == user {
      unlink(install.rawValue, next: installs[install.index].nextOfUser, of: user)
      installs[install.index].user = .none
      installs[install.index].nextOfUser = .max
      return true
    }
    guard let note = note(.account, value: user.rawValue, of: install) else { return false }
    unlink(note | Self.noteLink, next: notes[note].nextOfUser, of: user)
    remove(.account, value: user.rawValue, from: install)
    return true
  }

  /// An install begins, perhaps where another one was.
  private mutating func install(_ record: Record, id: RecordID) {
    reserve(record.install)
    let device = Int(record.operand)
    guard device < Int(UInt32.max) else { return }
    while devices.count <= device { devices.append(.max) }
    let before = devices[device]
    devices[device] = record.install.rawValue
    guard before != .max, before != record.install.rawValue else { return }
    add(.predecessor, value: before, to: record.install, record: id)
  }

  /// The data of an install are gone, and with them the sessions.
  private mutating func clear(_ install: InstallID, _ id: RecordID) {
    let user = state(of: install).user
    empty(install)
    if !user.isNone { add(.former, value: user.rawValue, to: install, record: id) }
  }

  /// Something is on its way for a person: no install of theirs has caught up with it yet.
  private mutating func expect(_ user: UserID) {
    if user.isNone { return }
    var link = firstLink(of: user)
    while link != .max {
      let rest = restHandle(of: install(at: link))
      rests[rest].flags.remove(.caughtUp)
      rests[rest].flags.insert(.awaits)
      link = next(after: link)
    }
  }

  /// Whoever is in is out without having signed out, and the tray is empty.
  private mutating func empty(_ install: InstallID) {
    reserve(install)
    if !installs[install.index].user.isNone { _ = leave(installs[install.index].user, install) }
    while let note = firstNote(.account, of: install) {
      _ = leave(UserID(rawValue: notes[note].value), install)
    }
    removeAll(.optedOut, from: install)
    removeAll(.optedIn, from: install)
    removeAll(.ended, from: install)
    let rest = installs[install.index].rest
    while rests[rest].tray != .max {
      let entry = rests[rest].tray
      rests[rest].tray = entries[entry].next
      entries.remove(entry)
    }
  }

  /// Takes a link out of a user's chain.
  private mutating func unlink(_ link: UInt32, next: UInt32, of user: UserID) {
    var place = users[user.index]
    if place == link {
      users[user.index] = next
      return
    }
    while place != .max {
      let following = self.next(after: place)
      if following == link {
        setNext(next, after: place)
        return
      }
      place = following
    }
  }

  /// Makes a link point somewhere else.
  private mutating func setNext(_ next: UInt32, after link: UInt32) {
    if link & Self.noteLink != 0 {
      notes[link & ~Self.noteLink].nextOfUser = next
    } else {
      installs[Int(link)].nextOfUser = next
    }
  }

  /// A person wants a topic, or not, on one install or on all of theirs.
  private mutating func setOptOut(_ record: Record, id: RecordID, isOut: Bool) {
    if !record.install.isNone {
      reserve(record.install)
      setOptOut(record, id: id, on: record.install, isOut: isOut)
      return
    }
    var link = firstLink(of: record.user)
    while link != .max {
      setOptOut(record, id: id, on: install(at: link), isOut: isOut)
      link = next(after: link)
    }
  }

  /// Notes that a topic is wanted on an install, and by whom, or not by anybody.
  private mutating func setOptOut(
    _ record: Record, id: RecordID, on install: InstallID, isOut: Bool
  ) {
    let topic = record.operand
    remove(.optedOut, value: topic, from: install)
    if isOut {
      remove(.optedIn, value: topic, from: install)
      add(.optedOut, value: topic, to: install, record: id)
    } else if !record.user.isNone {
      filter(install) {
        $0.kind != .optedIn || $0.value != topic || $0.owner != record.user
      }
      let note = add(.optedIn, value: topic, to: install, record: id)
      notes[note].owner = record.user
    }
  }
}
