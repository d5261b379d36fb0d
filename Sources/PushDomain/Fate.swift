/// How one message ended for one install: exactly one for each, what the person got.
public enum Fate: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case pending, lost, unsent, refused, dropped, ignored, replaced, handled, synced, shownQuietly,
    shown

  /// The fate as the scenario language writes it.
  public var word: StaticString {
    switch self {
    case .pending: "pending"
    case .lost: "lost"
    case .unsent: "unsent"
    case .refused: "refused"
    case .dropped: "dropped"
    case .ignored: "ignored"
    case .replaced: "replaced"
    case .handled: "handled"
    case .synced: "synced"
    case .shownQuietly: "shown-quietly"
    case .shown: "shown"
    }
  }
}

extension Fate: Comparable {
  /// Orders fates by how much the person got; the best that happened is the fate.
  @inlinable public static func < (left: Fate, right: Fate) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What made a fate come out: a rule, a defence, an error code, a reason of the server, a fault.
public enum Because: BitwiseCopyable, Hashable, Sendable {
  case nothing
  /// The raw value of a rule's key.
  case rule(UInt32)
  case defence(Defence)
  case code(FCMCode)
  case unsent(Unsent)
  /// The line of an injected fault.
  case fault(line: UInt32)
  case surface(Surface)
  case waiting(WaitingPlace)
}

/// Where a message still waits.
public enum WaitingPlace: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case server, provider, network, device, handler

  /// The place as the scenario language writes it.
  public var word: StaticString {
    switch self {
    case .server: "server"
    case .provider: "provider"
    case .network: "network"
    case .device: "device"
    case .handler: "handler"
    }
  }
}

/// A promise that holds for every design worth shipping.
public enum Promise: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case noCrossUserContent, noContentAfterLogout, everyMessageAccountedFor, noDuplicateDisplay,
    nothingLost, everyInstallReachable, oneRowPerInstall, oneOwnerPerAddress,
    deadAddressesForgotten, liveAddressesKept, retryDiscipline, promptDiscipline, optOutHonoured,
    openedExactlyOnce, tapLandsRight, privacy, credentialDiscipline, converges

  /// The promise as the scenario language writes it.
  public var word: StaticString {
    switch self {
    case .noCrossUserContent: "no-cross-user-content"
    case .noContentAfterLogout: "no-content-after-logout"
    case .everyMessageAccountedFor: "every-message-accounted-for"
    case .noDuplicateDisplay: "no-duplicate-display"
    case .nothingLost: "nothing-lost"
    case .everyInstallReachable: "every-install-reachable"
    case .oneRowPerInstall: "one-row-per-install"
    case .oneOwnerPerAddress: "one-owner-per-address"
    case .deadAddressesForgotten: "dead-addresses-forgotten"
    case .liveAddressesKept: "live-addresses-kept"
    case .retryDiscipline: "retry-discipline"
    case .promptDiscipline: "prompt-discipline"
    case .optOutHonoured: "opt-out-honoured"
    case .openedExactlyOnce: "opened-exactly-once"
    case .tapLandsRight: "tap-lands-right"
    case .privacy: "privacy"
    case .credentialDiscipline: "credential-discipline"
    case .converges: "converges"
    }
  }
}
