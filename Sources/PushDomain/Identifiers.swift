/// A number that stands for one thing of a run.
///
/// Names become numbers when a scenario is compiled and names again when a report is printed.
package protocol Identifier: BitwiseCopyable, Hashable, Comparable, Sendable {
  /// The position in the table that holds the thing.
  var rawValue: UInt32 { get }
  /// Wraps a position.
  init(rawValue: UInt32)
}

extension Identifier {
  /// The identifier of nothing.
  @inlinable package static var none: Self { Self(rawValue: .max) }
  /// Whether this names nothing.
  @inlinable package var isNone: Bool { rawValue == .max }
  /// The position as an array index.
  @inlinable package var index: Int { Int(rawValue) }
  /// Wraps an array index.
  @inlinable package init(_ index: Int) { self.init(rawValue: UInt32(truncatingIfNeeded: index)) }
  /// Orders by position, which is the order of creation.
  @inlinable package static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A word of the story: a topic, a channel, a group, a collapse key, a link.
package struct NameID: Identifier {
  package let rawValue: UInt32
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A person.
package struct UserID: Identifier {
  package let rawValue: UInt32
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A phone, tablet, desktop or browser.
package struct DeviceID: Identifier {
  package let rawValue: UInt32
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A place for one app in one profile of one device, through all its reinstalls.
package struct SlotID: Identifier {
  package let rawValue: UInt32
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// One installation of the app: a reinstall is another one.
package struct InstallID: Identifier {
  package let rawValue: UInt32
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A message as the server took it.
package struct MessageID: Identifier {
  package let rawValue: UInt32
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// One copy of a message that a provider accepted for one address.
package struct CopyID: Identifier {
  package let rawValue: UInt32
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// An address that a provider issued: FID, registration token, APNs token, subscription.
package struct AddressID: Identifier {
  package let rawValue: UInt32
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension AddressID {
  /// What a forger gives for an address: no provider issued it.
  package static let forged = AddressID(rawValue: .max - 1)
}

/// The server's record of an install.
package struct RowID: Identifier {
  package let rawValue: UInt32
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// One observation in the history of a run.
package struct RecordID: Identifier {
  package let rawValue: UInt32
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// An end of a network link.
package struct Place: BitwiseCopyable, Hashable, Sendable {
  /// The kind in the two top bits, the number below.
  package let rawValue: UInt32

  /// What stands at the end of a link.
  package enum Kind: UInt32, BitwiseCopyable, Sendable {
    case server, fcm, device, playServices
  }

  /// Names the number-th place of a kind.
  @inlinable package init(_ kind: Kind, _ number: UInt32 = 0) {
    rawValue = kind.rawValue << 30 | (number & 0x3FFF_FFFF)
  }

  /// All nodes of the server together.
  package static let server = Place(.server)
  /// The number that stands for every place of a kind.
  package static let anyNumber: UInt32 = 0x3FFF_FFFF
  /// Every device.
  package static let everyDevice = Place(.device, anyNumber)
  /// Firebase Cloud Messaging.
  package static let fcm = Place(.fcm)
  /// A device.
  @inlinable package static func device(_ device: DeviceID) -> Place {
    Place(.device, device.rawValue)
  }

  /// What stands here.
  @inlinable package var kind: Kind { Kind(rawValue: rawValue >> 30) ?? .server }
  /// Which of its kind.
  @inlinable package var number: UInt32 { rawValue & 0x3FFF_FFFF }
}
