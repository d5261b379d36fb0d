import PushDomain
import SimKernel

/// A message as the inbox keeps it.
struct LoggedMessage: BitwiseCopyable, Sendable {
  var payload: PushPayload
  var takenAt: SimTime
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
/// Message ids are dense and grow, and an id is never used again, so a message stands at its id
/// modulo the size of the table, which is a power of two. A message can be forgotten when its order
/// is settled and it is older than the inbox keeps. Forgetting happens from the front only, while a
/// new message is taken: a long run keeps memory for one span of the inbox.
struct MessageLog: ~Copyable {
  private var places = Slab<LoggedMessage>(capacity: 64)
  /// One less than the number of places.
  private var mask: UInt32 = 63
  /// The id of the oldest message that is kept.
  private var first: UInt32 = 0
  /// One more than the newest id that has a place.
  private var end: UInt32 = 0
  /// Messages that many users have, in the order of their ids.
  private(set) var broadcasts: [MessageID] = []

  /// How many later messages a message that was not taken may keep from being forgotten.
  private static let patience = 65_536

  /// Knows no message.
  init() {
    for _ in 0...mask { _ = places.insert(Self.blank) }
  }

  private init(places: consuming Slab<LoggedMessage>) { self.places = places }

  /// Makes an independent copy, for a snapshot of a world.
  borrowing func copy() -> MessageLog {
    var other = MessageLog(places: places.copy())
    other.mask = mask
    other.first = first
    other.end = end
    other.broadcasts = broadcasts
    return other
  }

  /// Whether a message was taken and is still kept.
  @inline(__always)
  func has(_ message: MessageID) -> Bool {
    hasPlace(message) && places[message.rawValue & mask].flags.contains(.isTaken)
  }

  /// A message that is kept, read or changed in place.
  subscript(_ message: MessageID) -> LoggedMessage {
    @inline(__always) unsafeAddress {
      precondition(hasPlace(message), "only a message that is kept can be read")
      return places.address(of: message.rawValue & mask)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(hasPlace(message), "only a message that is kept can be changed")
      return places.mutableAddress(of: message.rawValue & mask)
    }
  }

  /// Whether a message is so old that its entry is gone.
  func isForgotten(_ message: MessageID) -> Bool { message.rawValue < first }

  /// Enters a message that is being taken; one whose place is forgotten has no inbox any more.
  @inline(__always)
  mutating func take(_ payload: PushPayload, order: UInt32, at now: SimTime) -> Bool {
    guard !isForgotten(payload.message) else { return false }
    if payload.message.rawValue >= end { extend(through: payload.message.rawValue) }
    places[payload.message.rawValue & mask] = LoggedMessage(
      payload: payload, takenAt: now, order: order, flags: .isTaken)
    return true
  }

  /// Adds a message to everybody's inbox.
  mutating func broadcast(_ message: MessageID) {
    self[message].flags.insert(.isBroadcast)
    broadcasts.insert(message, at: firstBroadcast(after: message))
  }

  /// The oldest message, if it can be forgotten.
  @inline(__always)
  func oldest(before horizon: SimTime) -> MessageID? {
    guard first < end else { return nil }
    let place = first & mask
    if places[place].flags.contains(.isTaken) {
      guard places[place].takenAt < horizon, places[place].order == .max else { return nil }
    } else {
      // Another server sends this one, or it comes later; a story is too short to miss it.
      guard end - first > Self.patience else { return nil }
    }
    return MessageID(rawValue: first)
  }

  /// Forgets the oldest message.
  mutating func forgetOldest() {
    first += 1
    // Whoever reads the broadcasts steps over forgotten ones, so they may stay for one round.
    if first & mask == 0, !broadcasts.isEmpty { broadcasts.removeAll { $0.rawValue < first } }
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

  @inline(__always)
  private func hasPlace(_ message: MessageID) -> Bool {
    message.rawValue &- first < end &- first
  }

  /// Gives every id up to one a place, which the caller fills; those in between wait for their
  /// messages.
  @inline(__always)
  private mutating func extend(through id: UInt32) {
    while end < id {
      addPlace()
      places[(end - 1) & mask] = Self.blank
    }
    addPlace()
  }

  @inline(__always)
  private mutating func addPlace() {
    if end &- first > mask { grow() }
    end += 1
  }

  /// What stands where no message was taken yet.
  private static var blank: LoggedMessage {
    LoggedMessage(
      payload: PushPayload(message: .none, kind: .data, sentAt: .zero), takenAt: .zero)
  }

  /// Doubles the table.
  @inline(never)
  private mutating func grow() {
    let count = (mask + 1) * 2
    var larger = Slab<LoggedMessage>(capacity: Int(count))
    // Each message stands at one of two places in the new table; what stands at the other is old.
    for place in 0..<count { _ = larger.insert(places[place & mask]) }
    places = larger
    mask = count - 1
  }
}
