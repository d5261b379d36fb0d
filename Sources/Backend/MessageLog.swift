import PushDomain
import SimKernel

/// A message as the inbox keeps it.
struct LoggedMessage: BitwiseCopyable, Sendable {
  var payload: PushPayload
  var takenAt: SimTime = .zero
  /// The next message in the same user's inbox.
  var next: UInt32 = .max
  /// The pending order, or `.max`.
  var order: UInt32 = .max
  /// The marks of a message that several users have, or `.max`.
  var marks: UInt32 = .max
  /// One bit for each kind of event that was counted.
  var counted: UInt8 = 0
  var flags: Flags = []

  /// Yes-or-no properties of a kept message.
  struct Flags: OptionSet, BitwiseCopyable, Sendable {
    let rawValue: UInt8
    /// In a user's inbox.
    static let inInbox = Flags(rawValue: 1)
    /// In everybody's inbox, or in that of a topic's subscribers.
    static let isBroadcast = Flags(rawValue: 2)
    /// Taken back, expired or erased.
    static let isGone = Flags(rawValue: 4)
    /// Read on some device.
    static let isRead = Flags(rawValue: 8)
    /// The server took it; a place without this waits for its message or has none.
    static let isTaken = Flags(rawValue: 16)
    /// The transaction that makes it has not ended.
    static let isUncommitted = Flags(rawValue: 32)
    /// The transaction will be rolled back.
    static let isDoomed = Flags(rawValue: 64)
  }
}

/// The messages that the server took, oldest first, without those that nobody needs any more.
///
/// Message ids are dense and grow, and an id is never used again. A message can be forgotten when
/// its order is settled and it is older than the inbox keeps. Forgetting happens from the front
/// only, while a new message is taken, and moves the rest down once half of the table is
/// forgotten: a long run keeps memory for one span of the inbox.
struct MessageLog: Sendable {
  private var entries: [LoggedMessage] = []
  /// The id of the first entry that is kept.
  private var base: UInt32 = 0
  /// How many entries at the front are forgotten.
  private var forgotten = 0
  /// Messages that many users have, in the order of their ids.
  private(set) var broadcasts: [MessageID] = []

  /// How many later messages a message that was not taken may keep from being forgotten.
  private static let patience = 65_536

  /// Whether a message was taken and is still kept.
  func has(_ message: MessageID) -> Bool {
    guard let place = place(of: message) else { return false }
    return entries[place].flags.contains(.isTaken)
  }

  /// A message that is kept.
  subscript(_ message: MessageID) -> LoggedMessage {
    get { entries[Int(message.rawValue - base)] }
    set { entries[Int(message.rawValue - base)] = newValue }
    _modify { yield &entries[Int(message.rawValue - base)] }
  }

  /// Whether a message is so old that its entry is gone.
  func isForgotten(_ message: MessageID) -> Bool {
    message.rawValue < base &+ UInt32(truncatingIfNeeded: forgotten)
  }

  /// Enters a message that is being taken; one whose place is forgotten has no inbox any more.
  mutating func take(_ payload: PushPayload, at now: SimTime) -> Bool {
    let message = payload.message
    guard !isForgotten(message) else { return false }
    let place = Int(message.rawValue - base)
    while entries.count <= place {
      var blank = PushPayload(message: .none, kind: .data, sentAt: .zero)
      blank.message = .none
      entries.append(LoggedMessage(payload: blank))
    }
    entries[place] = LoggedMessage(payload: payload, takenAt: now)
    entries[place].flags.insert(.isTaken)
    return true
  }

  /// Adds a message to everybody's inbox.
  mutating func broadcast(_ message: MessageID) {
    self[message].flags.insert(.isBroadcast)
    broadcasts.insert(message, at: firstBroadcast(after: message))
  }

  /// The oldest message, if it can be forgotten.
  func oldest(before horizon: SimTime) -> MessageID? {
    guard forgotten < entries.count else { return nil }
    let entry = entries[forgotten]
    if !entry.flags.contains(.isTaken) {
      // Another server sends this one, or it comes later; a story is too short to miss it.
      guard entries.count - forgotten > Self.patience else { return nil }
    } else {
      guard entry.order == .max, entry.takenAt < horizon else { return nil }
    }
    return MessageID(rawValue: base + UInt32(truncatingIfNeeded: forgotten))
  }

  /// Forgets the oldest message.
  mutating func forgetOldest() {
    forgotten += 1
    guard forgotten * 2 > entries.count, forgotten >= 64 else { return }
    let kept = base + UInt32(truncatingIfNeeded: forgotten)
    broadcasts.removeAll { $0.rawValue < kept }
    entries.removeFirst(forgotten)
    base = kept
    forgotten = 0
  }

  /// The place in `broadcasts` of the first one behind a cursor; none lies before everything.
  func firstBroadcast(after cursor: MessageID) -> Int {
    guard !cursor.isNone else { return 0 }
    var low = 0
    var high = broadcasts.count
    while low < high {
      let middle = (low + high) / 2
      if broadcasts[middle] > cursor { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func place(of message: MessageID) -> Int? {
    guard message.rawValue >= base &+ UInt32(truncatingIfNeeded: forgotten) else { return nil }
    let place = Int(message.rawValue - base)
    return place < entries.count ? place : nil
  }
}
