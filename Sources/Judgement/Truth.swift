import PushDomain
import SimKernel

/// Who is truly logged in where, and what stands in which tray: 16 bytes for each install.
///
/// It is built from what people did, never from what an SDK or server believes.
struct Truth: ~Copyable {
  /// One place for each install.
  var installs: [InstallTruth] = []
  /// The first link of each user's chain of installs.
  var users: [UInt32] = []
  /// The newest install of each device.
  var devices: [UInt32] = []
  /// What only some installs have; the first row is that of all others.
  var rests = Slab<InstallRest>()
  /// What only some installs have, any number of each.
  var notes = Slab<TruthNote>()
  /// What stands in trays.
  var entries = Slab<TrayEntry>()

  /// Nobody is anywhere.
  init() { _ = rests.insert(InstallRest()) }

  /// Makes an independent copy.
  borrowing func copy() -> Truth {
    var other = Truth()
    other.installs = installs
    other.users = users
    other.devices = devices
    other.rests = rests.copy()
    other.notes = notes.copy()
    other.entries = entries.copy()
    return other
  }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() {
    installs.removeAll(keepingCapacity: true)
    users.removeAll(keepingCapacity: true)
    devices.removeAll(keepingCapacity: true)
    rests.removeAll()
    _ = rests.insert(InstallRest())
    notes.removeAll()
    entries.removeAll()
  }

  /// Makes room for a run.
  mutating func reserveCapacity(installs count: Int, users userCount: Int) {
    installs.reserveCapacity(count)
    devices.reserveCapacity(count)
    users.reserveCapacity(userCount)
  }

  /// Makes room for an install.
  @inline(__always)
  mutating func reserve(_ install: InstallID) {
    while installs.count <= install.index { installs.append(InstallTruth()) }
  }

  /// What else is true of an install.
  @inline(__always)
  borrowing func rest(of install: InstallID) -> InstallRest { rests[state(of: install).rest] }

  /// The handle of what else is true of an install, made where there is nothing yet.
  @inline(__always)
  mutating func restHandle(of install: InstallID) -> UInt32 {
    rests.handle(in: &installs[install.index].rest, none: 0, InstallRest())
  }

  /// How an install stands; an empty one where nothing was heard of it.
  @inline(__always)
  borrowing func state(of install: InstallID) -> InstallTruth {
    install.index < installs.count ? installs[install.index] : InstallTruth()
  }
}

/// What is true of one install.
struct InstallTruth: BitwiseCopyable {
  /// Who signed in first of those who are in.
  var user = UserID.none
  /// The record of that, or of the last sign-out.
  var since = RecordID.none
  /// The next link of the user's chain.
  var nextOfUser = UInt32.max
  /// What else is known; zero where nothing is.
  var rest: UInt32 = 0
}

/// What is true of an install that something has happened to.
struct InstallRest: BitwiseCopyable {
  /// The first note.
  var notes = UInt32.max
  /// The newest tray entry.
  var tray = UInt32.max
  /// Yes-or-no facts.
  var flags: Flags = []

  /// Yes-or-no facts about an install.
  struct Flags: OptionSet, BitwiseCopyable {
    let rawValue: UInt32
    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// It is gone from the device.
    static let uninstalled = Flags(rawValue: 1 << 0)
    /// It was opened with a network after the last message for its user.
    static let caughtUp = Flags(rawValue: 1 << 1)
    /// A message was taken for its user while they were logged in.
    static let awaits = Flags(rawValue: 1 << 2)
  }
}

/// Something that only some installs have.
struct TruthNote: BitwiseCopyable {
  var kind: Kind
  /// A user, an install or a topic, as the kind says.
  var value: UInt32
  /// The record that made it so.
  var record: RecordID
  /// The next note of the install.
  var next: UInt32
  /// The install it belongs to.
  var install: InstallID
  /// The next link of the user's chain, for an account beside the first.
  var nextOfUser = UInt32.max
  /// Whose wish it is, for a topic that somebody asked for.
  var owner = UserID.none

  /// What a note says.
  enum Kind: UInt8, BitwiseCopyable {
    /// A further account that is in.
    case account
    /// A person who signed out.
    case departed
    /// A person whose session went with the app's data.
    case former
    /// The install that was on the device before.
    case predecessor
    /// A topic that the person does not want.
    case optedOut
    /// A topic that a person asked for, whoever uses the install now.
    case optedIn
    /// A person whose sessions the server ended, of which the phone knows nothing.
    case ended
    /// The person asked for erasure.
    case erasureAsked
    /// The server erased it.
    case erased
  }
}

/// One message in a tray.
struct TrayEntry: BitwiseCopyable {
  var message: MessageID
  /// Whose content it is.
  var user: UserID
  /// The record that showed it.
  var record: RecordID
  /// The entry below.
  var next: UInt32
}
