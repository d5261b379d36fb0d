package import PushDomain
package import SimKernel

/// The server's record of one install, 40 bytes.
package struct DeviceRow: BitwiseCopyable, Sendable {
  /// The key that the row is found by.
  package var installKey: UInt32
  /// The install that truly wrote it last.
  package var install: InstallID
  /// The address to send to.
  package var address: AddressID = .none
  /// The user it is linked to.
  package var user: UserID = .none
  /// The next row of the same user.
  var next: UInt32 = .max
  /// The client's version of what it says.
  package var version: UInt32 = 0
  /// The record that last wrote it; it doubles as the row's version on the server.
  package var record: RecordID = .none
  /// The zone that the client last told, with its offset at that time: an era of the calendar.
  var era: UInt16 = 0
  private var bits: UInt8 = 0
  /// Which generation of the SDK wrote it.
  package var sdkVersion: UInt8 = 1
  /// When it was last refreshed, on the clock of the node that wrote it.
  package var uploadedAt: SimTime = .zero

  /// A row that says nothing yet.
  init(installKey: UInt32, install: InstallID) {
    self.installKey = installKey
    self.install = install
  }

  /// The client said that it can show notifications.
  package var isEnabled: Bool {
    get { bits & 1 != 0 }
    set { bits = newValue ? bits | 1 : bits & ~1 }
  }

  /// The guard against mass deletion holds this row's deletion back.
  var isCondemned: Bool {
    get { bits & 2 != 0 }
    set { bits = newValue ? bits | 2 : bits & ~2 }
  }

  /// The kind of its address.
  var addressKind: AddressKind {
    get { AddressKind(rawValue: bits >> 2 & 3) ?? .token }
    set { bits = bits & ~0b1100 | newValue.rawValue << 2 }
  }
}

/// A person, as every person has a row: 8 bytes.
struct UserRow: BitwiseCopyable, Sendable {
  /// The first of the person's rows.
  var firstRow: UInt32 = .max
  /// What happened to the person so far; zero where nothing did.
  var history: UInt32 = 0
}

/// What the server knows of a person to whom something has happened.
struct UserHistory: BitwiseCopyable, Sendable {
  /// The oldest and newest message in the inbox, as raw ids.
  var firstMessage: UInt32 = .max
  var lastMessage: UInt32 = .max
  /// The record that took the last row away, and the install whose row it was.
  var lastUnlink: RecordID = .none
  var lastInstall = InstallID.none
  /// The record that ended all sessions of the person until then.
  var revokedBy: RecordID = .none
  /// The message that the cap was last asked about, and what it said.
  var capMessage = MessageID.none
  /// When the present window of the cap began, and what it let through.
  var capStart: SimTime = .zero
  var capUsed: UInt16 = 0
  var capWasReached = false
  /// The account does not exist any more.
  var isErased = false
  /// Local minutes of the day; equal ones mean no quiet hours.
  var quietFrom: UInt16 = 0
  var quietTo: UInt16 = 0
  /// How often each kind of event was counted.
  var delivered: UInt32 = 0
  var opened: UInt32 = 0
}
