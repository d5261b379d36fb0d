package import SimKernel

/// The three shapes that a message can have for FCM.
package enum MessageKind: UInt8, BitwiseCopyable, Hashable, CaseIterable, Sendable {
  case data, notification, mixed
}

/// How urgent a message is for the provider.
package enum Priority: UInt8, BitwiseCopyable, Hashable, CaseIterable, Sendable {
  case normal, high
}

/// Yes-or-no properties of a payload.
package struct PayloadFlags: OptionSet, BitwiseCopyable, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The payload carries no content: the client fetches it as the current user.
  package static let hint = PayloadFlags(rawValue: 1 << 0)
  /// No provider sent it: another app or server forged it.
  package static let forged = PayloadFlags(rawValue: 1 << 1)
  /// May be handed over before the first unlock.
  package static let directBoot = PayloadFlags(rawValue: 1 << 2)
  /// Play services must not display it by themselves.
  package static let proxyDeny = PayloadFlags(rawValue: 1 << 3)
  /// Play services may always display it by themselves.
  package static let proxyAllow = PayloadFlags(rawValue: 1 << 4)
  /// The keys have the prefix of another vendor's SDK.
  package static let foreignPrefix = PayloadFlags(rawValue: 1 << 5)
  /// Carries the address of an image.
  package static let image = PayloadFlags(rawValue: 1 << 6)
  /// Stays in the tray after a tap.
  package static let sticky = PayloadFlags(rawValue: 1 << 7)
  /// Nothing is meant to be shown: data for the app's code.
  package static let silent = PayloadFlags(rawValue: 1 << 8)
  /// The payload keys were renamed by a newer server: an old SDK does not know them.
  package static let renamedKeys = PayloadFlags(rawValue: 1 << 9)
  /// Takes earlier messages back: a removal, drawn by nobody.
  package static let retraction = PayloadFlags(rawValue: 1 << 10)
  /// The notification carries a click action that no activity answers.
  package static let badClickAction = PayloadFlags(rawValue: 1 << 11)
}

/// What travels from the sender to the client code, as plain bits.
package struct PushPayload: BitwiseCopyable, Hashable, Sendable {
  /// The server's own id of the message, stable over every retry.
  package var message: MessageID
  /// Whose content it is; nobody's for a topic.
  package var user: UserID = .none
  /// The collapse key of the request, if any.
  package var collapseKey: NameID = .none
  /// The notification tag: an equal one replaces on the screen.
  package var tag: NameID = .none
  /// The group that notifications are bundled under.
  package var group: NameID = .none
  /// The channel that the notification asks for.
  package var channel: NameID = .none
  /// The topic that the message belongs to.
  package var topic: NameID = .none
  /// Where a tap leads.
  package var link: NameID = .none
  /// For a retraction: the message that is taken back.
  package var refersTo: MessageID = .none
  /// The number on the app icon; 65,535 leaves it alone.
  package var badge: UInt16 = .max
  /// Yes-or-no properties.
  package var flags: PayloadFlags = []
  /// Data, notification or mixed.
  package var kind: MessageKind
  /// When the server wrote the payload.
  package var sentAt: SimTime

  /// Makes the payload of one message.
  package init(message: MessageID, kind: MessageKind, sentAt: SimTime) {
    self.message = message
    self.kind = kind
    self.sentAt = sentAt
  }
}

/// What an FCM v1 request asks for, as plain bits.
package struct FCMRequest: BitwiseCopyable, Sendable {
  /// What the message says.
  package var payload: PushPayload
  /// The registration, or none for a topic, condition or group.
  package var address: AddressID
  /// The topic or condition or group; exactly one target must be set.
  package var audience: NameID = .none
  /// How `audience` is to be read.
  package var audienceKind: AudienceKind = .none
  /// Asked priority; none leaves the provider's default.
  package var priority: Priority?
  /// Asked life in milliseconds; negative values other than `unset` are refused.
  package var ttlMilliseconds: Int64 = FCMRequest.unset
  /// The size of the payload as the sender counts it.
  package var bytes: UInt32 = 200
  /// What is wrong with the request by construction of the story.
  package var defect: RequestDefect = .none
  /// Only checked, never delivered.
  package var validateOnly = false
  /// The sender's project is not the one the address belongs to.
  package var sender: UInt16 = 0
  /// The credential that the sender presents.
  package var credential: CredentialState = .valid

  /// Marks a field that the request leaves out.
  package static let unset = Int64.min

  /// Makes a request to one address.
  package init(payload: PushPayload, address: AddressID) {
    self.payload = payload
    self.address = address
  }
}

/// How the audience of a request is given.
package enum AudienceKind: UInt8, BitwiseCopyable, Sendable {
  case none, topic, condition, group
}

/// What makes a request wrong in itself.
package enum RequestDefect: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case none, reservedKey, dataNotString, twoTargets, noTarget, badTopic, tooManyTopics, badImage,
    badPackage, badLabel, malformedAddress, contestedKey
}

/// What a sender's credential is worth.
package enum CredentialState: UInt8, BitwiseCopyable, Sendable {
  case valid, expired, missing, revoked, stolen, forbidden
}
