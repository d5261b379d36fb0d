public import SimKernel

/// The three shapes that a message can have for FCM.
public enum MessageKind: UInt8, BitwiseCopyable, Hashable, CaseIterable, Sendable {
  case data, notification, mixed
}

/// How urgent a message is for the provider.
public enum Priority: UInt8, BitwiseCopyable, Hashable, CaseIterable, Sendable {
  case normal, high
}

/// Yes-or-no properties of a payload.
public struct PayloadFlags: OptionSet, BitwiseCopyable, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt16
  /// Wraps bits.
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The payload carries no content: the client fetches it as the current user.
  @inlinable public static var hint: PayloadFlags { .init(rawValue: 1 << 0) }
  /// No provider sent it: another app or server forged it.
  @inlinable public static var forged: PayloadFlags { .init(rawValue: 1 << 1) }
  /// May be handed over before the first unlock.
  @inlinable public static var directBoot: PayloadFlags { .init(rawValue: 1 << 2) }
  /// Play services must not display it by themselves.
  @inlinable public static var proxyDeny: PayloadFlags { .init(rawValue: 1 << 3) }
  /// Play services may always display it by themselves.
  @inlinable public static var proxyAllow: PayloadFlags { .init(rawValue: 1 << 4) }
  /// The keys have the prefix of another vendor's SDK.
  @inlinable public static var foreignPrefix: PayloadFlags { .init(rawValue: 1 << 5) }
  /// Carries the address of an image.
  @inlinable public static var image: PayloadFlags { .init(rawValue: 1 << 6) }
  /// Stays in the tray after a tap.
  @inlinable public static var sticky: PayloadFlags { .init(rawValue: 1 << 7) }
  /// Nothing is meant to be shown: data for the app's code.
  @inlinable public static var silent: PayloadFlags { .init(rawValue: 1 << 8) }
  /// The payload keys were renamed by a newer server: an old SDK does not know them.
  @inlinable public static var renamedKeys: PayloadFlags { .init(rawValue: 1 << 9) }
  /// Takes earlier messages back: a removal, drawn by nobody.
  @inlinable public static var retraction: PayloadFlags { .init(rawValue: 1 << 10) }
  /// The notification carries a click action that no activity answers.
  @inlinable public static var badClickAction: PayloadFlags { .init(rawValue: 1 << 11) }
  /// The server of the image takes the connection and sends nothing.
  @inlinable public static var imageStalls: PayloadFlags { .init(rawValue: 1 << 13) }
  /// Its person has read it on another device: it is listed and not announced.
  @inlinable public static var read: PayloadFlags { .init(rawValue: 1 << 12) }
}

/// What travels from the sender to the client code, as plain bits.
public struct PushPayload: BitwiseCopyable, Hashable, Sendable {
  /// The server's own id of the message, stable over every retry.
  public var message: MessageID
  /// Whose content it is; nobody's for a topic.
  public var user: UserID = .none
  /// The collapse key of the request, if any.
  public var collapseKey: NameID = .none
  /// The notification tag: an equal one replaces on the screen.
  public var tag: NameID = .none
  /// The group that notifications are bundled under.
  public var group: NameID = .none
  /// The channel that the notification asks for.
  public var channel: NameID = .none
  /// The topic that the message belongs to.
  public var topic: NameID = .none
  /// Where a tap leads.
  public var link: NameID = .none
  /// For a retraction: the message that is taken back.
  public var refersTo: MessageID = .none
  /// The number on the app icon; 65,535 leaves it alone.
  public var badge: UInt16 = .max
  /// Yes-or-no properties.
  public var flags: PayloadFlags = []
  /// Data, notification or mixed.
  public var kind: MessageKind
  /// When the server wrote the payload.
  public var sentAt: SimTime

  /// Makes the payload of one message.
  @inlinable
  public init(message: MessageID, kind: MessageKind, sentAt: SimTime) {
    self.message = message
    self.kind = kind
    self.sentAt = sentAt
  }
}

/// What an FCM v1 request asks for, as plain bits.
public struct FCMRequest: BitwiseCopyable, Sendable {
  /// What the message says.
  public var payload: PushPayload
  /// Asked life in milliseconds; negative values other than `unset` are refused.
  public var ttlMilliseconds: Int64 = FCMRequest.unset
  /// The registration, or none for a topic, condition or group.
  public var address: AddressID
  /// The topic or condition or group; exactly one target must be set.
  public var audience: NameID = .none
  /// The size of the payload as the sender counts it; nothing at all for a mere ping.
  public var bytes: UInt32 = 200
  /// How `audience` is to be read.
  public var audienceKind: AudienceKind = .none
  /// Asked priority; none leaves the provider's default.
  public var priority: Priority?
  /// What is wrong with the request by construction of the story.
  public var defect: RequestDefect = .none
  /// Only checked, never delivered.
  public var validateOnly = false
  /// The sender's project is not the one the address belongs to.
  public var sender: UInt16 = 0
  /// The credential that the sender presents.
  public var credential: CredentialState = .valid

  /// Marks a field that the request leaves out.
  @inlinable public static var unset: Int64 { .min }

  /// Makes a request to one address.
  public init(payload: PushPayload, address: AddressID) {
    self.payload = payload
    self.address = address
  }
}

/// How the audience of a request is given.
public enum AudienceKind: UInt8, BitwiseCopyable, Sendable {
  case none, topic, condition, group
}

/// What makes a request wrong in itself.
public enum RequestDefect: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case none, reservedKey, dataNotString, twoTargets, noTarget, badTopic, tooManyTopics, badImage,
    badPackage, badLabel, malformedAddress, contestedKey
}

/// What a sender's credential is worth.
public enum CredentialState: UInt8, BitwiseCopyable, Sendable {
  case valid, expired, missing, revoked, stolen, forbidden
}
