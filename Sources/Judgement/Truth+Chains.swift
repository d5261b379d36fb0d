import PushDomain
import SimKernel

extension Truth {
  /// Marks a link that leads to a note and not to an install.
  static let noteLink: UInt32 = 1 << 31

  /// Whether a person is truly logged in on an install.
  @inline(__always)
  borrowing func isIn(_ user: UserID, on install: InstallID) -> Bool {
    guard install.index < installs.count else { return false }
    let state = installs[install.index]
    if state.user == user { return true }
    return rests[state.rest].notes != .max
      && note(.account, value: user.rawValue, of: install) != nil
  }

  /// Somebody who is truly logged in, and the record of that; none where nobody is.
  borrowing func presence(on install: InstallID) -> (user: UserID, record: RecordID) {
    let state = state(of: install)
    if !state.user.isNone { return (state.user, state.since) }
    guard let note = firstNote(.account, of: install) else { return (.none, .none) }
    return (UserID(rawValue: notes[note].value), notes[note].record)
  }

  /// The first link of a user's chain of installs.
  @inline(__always)
  borrowing func firstLink(of user: UserID) -> UInt32 {
    user.index < users.count ? users[user.index] : .max
  }

  /// The link after another one.
  @inline(__always)
  borrowing func next(after link: UInt32) -> UInt32 {
    link & Self.noteLink != 0
      ? notes[link & ~Self.noteLink].nextOfUser : installs[Int(link)].nextOfUser
  }

  /// The install that a link leads to.
  @inline(__always)
  borrowing func install(at link: UInt32) -> InstallID {
    link & Self.noteLink != 0
      ? notes[link & ~Self.noteLink].install : InstallID(rawValue: link)
  }

  /// The note of a kind with a value.
  borrowing func note(
    _ kind: TruthNote.Kind, value: UInt32, of install: InstallID
  ) -> UInt32? {
    var place = rest(of: install).notes
    while place != .max {
      if notes[place].kind == kind && notes[place].value == value { return place }
      place = notes[place].next
    }
    return nil
  }

  /// Whether what the server had of an install was erased, and nobody has signed in there since.
  borrowing func isErased(on install: InstallID) -> Bool {
    rest(of: install).notes != .max && firstNote(.erased, of: install) != nil
  }

  /// Whether the server ended the sessions on an install, and nobody has signed in there since.
  borrowing func isEnded(on install: InstallID) -> Bool {
    rest(of: install).notes != .max && firstNote(.ended, of: install) != nil
  }

  /// The newest note of a kind.
  borrowing func firstNote(_ kind: TruthNote.Kind, of install: InstallID) -> UInt32? {
    var place = rest(of: install).notes
    while place != .max {
      if notes[place].kind == kind { return place }
      place = notes[place].next
    }
    return nil
  }

  /// Whether somebody who is in on an install asked for a topic there.
  borrowing func wants(_ topic: UInt32, on install: InstallID) -> Bool {
    var place = rest(of: install).notes
    while place != .max {
      let note = notes[place]
      if note.kind == .optedIn, note.value == topic, isIn(note.owner, on: install) { return true }
      place = note.next
    }
    return false
  }

  /// The wish by which a topic still reaches an install whose present users did not ask for it.
  ///
  /// Where nobody is logged in, what the install was subscribed to is nobody's loss.
  borrowing func foreignWish(for topic: UInt32, on install: InstallID) -> TruthNote? {
    guard !presence(on: install).user.isNone else { return nil }
    var foreign: TruthNote?
    var place = rest(of: install).notes
    while place != .max {
      let note = notes[place]
      if note.kind == .optedIn, note.value == topic {
        if isIn(note.owner, on: install) { return nil }
        foreign = note
      }
      place = note.next
    }
    return foreign
  }

  /// Adds a note.
  @discardableResult
  mutating func add(
    _ kind: TruthNote.Kind, value: UInt32, to install: InstallID, record: RecordID
  ) -> UInt32 {
    let rest = restHandle(of: install)
    let note = notes.insert(
      TruthNote(
        kind: kind, value: value, record: record, next: rests[rest].notes, install: install))
    rests[rest].notes = note
    return note
  }

  /// Removes the notes of a kind with a value.
  mutating func remove(_ kind: TruthNote.Kind, value: UInt32, from install: InstallID) {
    filter(install) { $0.kind != kind || $0.value != value }
  }

  /// Removes every note of a kind.
  mutating func removeAll(_ kind: TruthNote.Kind, from install: InstallID) {
    filter(install) { $0.kind != kind }
  }

  /// Keeps only some notes of an install.
  @inline(__always)
  mutating func filter(_ install: InstallID, _ isKept: (TruthNote) -> Bool) {
    let rest = installs[install.index].rest
    var place = rests[rest].notes
    var before = UInt32.max
    while place != .max {
      let note = notes[place]
      if isKept(note) {
        before = place
      } else {
        if before == .max {
          rests[rest].notes = note.next
        } else {
          notes[before].next = note.next
        }
        notes.remove(place)
      }
      place = note.next
    }
  }

  /// Puts a message into the tray.
  mutating func pushEntry(_ record: Record, id: RecordID) {
    reserve(record.install)
    let rest = restHandle(of: record.install)
    rests[rest].tray = entries.insert(
      TrayEntry(
        message: record.message, user: record.user, record: id, next: rests[rest].tray))
  }

  /// Takes the newest entry of a message out of the tray.
  mutating func removeEntry(of message: MessageID, from install: InstallID) {
    guard install.index < installs.count else { return }
    let rest = installs[install.index].rest
    var place = rests[rest].tray
    var before = UInt32.max
    while place != .max {
      let entry = entries[place]
      if entry.message == message {
        if before == .max {
          rests[rest].tray = entry.next
        } else {
          entries[before].next = entry.next
        }
        entries.remove(place)
        return
      }
      before = place
      place = entry.next
    }
  }

  /// The newest entry of a message in the tray.
  borrowing func entry(of message: MessageID, on install: InstallID) -> TrayEntry? {
    var place = rest(of: install).tray
    while place != .max {
      if entries[place].message == message { return entries[place] }
      place = entries[place].next
    }
    return nil
  }
}
