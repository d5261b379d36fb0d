/// A number that stands for one thing of a run.
///
/// Names become numbers when a scenario is compiled and names again when a report is printed.
public protocol Identifier: BitwiseCopyable, Hashable, Comparable, Sendable {
  /// The position in the table that holds the thing.
  var rawValue: UInt32 { get }
  /// Wraps a position.
  init(rawValue: UInt32)
}

extension Identifier {
  /// The identifier of nothing.
  @inlinable public static var none: Self { Self(rawValue: .max) }
  /// Whether this names nothing.
  @inlinable public var isNone: Bool { rawValue == .max }
  /// The position as an array index.
  @inlinable public var index: Int { Int(rawValue) }
  /// Wraps an array index.
  @inlinable public init(_ index: Int) { self.init(rawValue: UInt32(truncatingIfNeeded: index)) }
  /// Orders by position, which is the order of creation.
  @inlinable public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A word of the story: a topic, a channel, a group, a collapse key, a link.
public struct NameID: Identifier {
  /// The bits.
  public let rawValue: UInt32
  /// Wraps bits.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A person.
public struct UserID: Identifier {
  /// The bits.
  public let rawValue: UInt32
  /// Wraps bits.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A time zone of the story, by name; zero is universal time.
public struct ZoneID: BitwiseCopyable, Hashable, Sendable {
  /// The position among the zones of the run.
  public let rawValue: UInt16
  /// Wraps a position.
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// Universal time, which every run knows.
  @inlinable public static var universal: ZoneID { ZoneID(rawValue: 0) }
}

/// A phone, tablet, desktop or browser.
public struct DeviceID: Identifier {
  /// The bits.
  public let rawValue: UInt32
  /// Wraps bits.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A place for one app in one profile of one device, through all its reinstalls.
public struct SlotID: Identifier {
  /// The bits.
  public let rawValue: UInt32
  /// Wraps bits.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// One installation of the app: a reinstall is another one.
public struct InstallID: Identifier {
  /// The bits.
  public let rawValue: UInt32
  /// Wraps bits.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A message as the server took it.
public struct MessageID: Identifier {
  /// The bits.
  public let rawValue: UInt32
  /// Wraps bits.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// One copy of a message that a provider accepted for one address.
public struct CopyID: Identifier {
  /// The bits.
  public let rawValue: UInt32
  /// Wraps bits.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// An address that a provider issued: FID, registration token, APNs token, subscription.
public struct AddressID: Identifier {
  /// The bits.
  public let rawValue: UInt32
  /// Wraps bits.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension AddressID {
  /// What a forger gives for an address: no provider issued it.
  public static let forged = AddressID(rawValue: .max - 1)
}

/// Something on its way over a link; the number is given out again when nobody needs it any more.
public struct PacketID: Identifier {
  /// The bits.
  public let rawValue: UInt32
  /// Wraps bits.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The server's record of an install.
public struct RowID: Identifier {
  /// The bits.
  public let rawValue: UInt32
  /// Wraps bits.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// One observation in the history of a run.
public struct RecordID: Identifier {
  /// The bits.
  public let rawValue: UInt32
  /// Wraps bits.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// An end of a network link.
public struct Place: BitwiseCopyable, Hashable, Sendable {
  /// The kind in the two top bits, the number below.
  public let rawValue: UInt32

  /// What stands at the end of a link.
  public enum Kind: UInt32, BitwiseCopyable, Sendable {
    case server, fcm, device, playServices
  }

  /// Names the number-th place of a kind.
  @inlinable public init(_ kind: Kind, _ number: UInt32 = 0) {
    rawValue = kind.rawValue << 30 | (number & 0x3FFF_FFFF)
  }

  /// All nodes of the server together.
  @inlinable public static var server: Place { Place(.server) }
  /// Firebase Cloud Messaging.
  @inlinable public static var fcm: Place { Place(.fcm) }
  /// A device.
  @inlinable public static func device(_ device: DeviceID) -> Place {
    Place(.device, device.rawValue)
  }

  /// What stands here.
  @inlinable public var kind: Kind { Kind(rawValue: rawValue >> 30) ?? .server }
  /// Which of its kind.
  @inlinable public var number: UInt32 { rawValue & 0x3FFF_FFFF }
}
