/// One named defence of the SDK and server design under test.
///
/// The words of the scenario language are the cases with hyphens, see `word`.
public enum Defence: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
  // In the published guide.
  case clientUserFilter, unlinkOnClaim, unlinkQueuedFirst, clearInboxOnLogout,
    rereadAddressOnLogin, stableInstallID, saveVersionSent, refreshAge, seenTable, eventBatchKey,
    inboxSync, reaper, compare410Time, outboxRetry, stopOn4xx, channelsAtStart,
    readPermissionAtForeground, enabledCheckAtSend, optOutAtSend, capsOnServer, neverPrompt,
    hostForwardsByPrefix, proxyNext, addOnlyKeys, receiverPermission, sdkDraws
  // Close holes of the guide.
  case uploadVersionCheck, addressUniqueness, retireRowsOfSameDevice, hintPayload,
    deviceBoundInstallID, unlinkByInstallCredential, clearTrayOnLogout, tapChecksUser,
    filterAtDisplay, compare410ByRowVersion, massDeletionGuard, errorScope, environmentRetry,
    collapseByMessageID, sharedSeenTable, announceOnlySinceInstall, clientTopicFilter,
    unlinkInForeground, unlinkIgnoresConsent, erasureTombstone, refreshOnReceive, uploadOnLogin,
    serverTellsUnknownInstall, demoteSilentInstalls, inboxNotBackedUp, singleWriterLock,
    readRowAtSend, quietHoursByZoneName, registrationReplyCheck, registrationTimeout, atomicRecord,
    clearTopicsOnLogout, sessionEndUnlinksRow
  // Habits that the published guide takes for granted; they stand last so that no other defence
  // changes its number.
  case linkOnLogin, updateKnownRow, pruneUnregistered, renewAccessToken, serverRetry

  /// The last defence that the published guide names.
  static let lastNamed = Defence.sdkDraws

  /// Whether it is a habit that delivery rests on, which the published guide takes for granted.
  package var isHabit: Bool { rawValue >= Defence.linkOnLogin.rawValue }
}

/// A set of defences.
public struct Design: OptionSet, BitwiseCopyable, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt64
  /// Wraps bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The design with one defence only.
  @inlinable public init(_ defence: Defence) { rawValue = 1 << UInt64(defence.rawValue) }

  /// Whether the design has a defence.
  @inlinable @inline(__always) public func has(_ defence: Defence) -> Bool {
    rawValue & (1 << UInt64(defence.rawValue)) != 0
  }

  /// The SDK and server as the guide describes them.
  public static let published = Defence.allCases.reduce(into: Design(rawValue: 0)) {
    if $1.rawValue <= Defence.lastNamed.rawValue || $1.isHabit { $0.formUnion(Design($1)) }
  }

  /// The published design with every defence that closes a hole.
  public static let hardened = Design(
    rawValue: .max >> UInt64(UInt64.bitWidth - Defence.allCases.count))

  /// This design with one defence more.
  public func with(_ defence: Defence) -> Design { union(Design(defence)) }

  /// This design with one defence less.
  public func without(_ defence: Defence) -> Design { subtracting(Design(defence)) }
}

extension Defence {
  /// The defence as the scenario language writes it.
  public var word: StaticString {
    switch self {
    case .clientUserFilter: "client-user-filter"
    case .unlinkOnClaim: "unlink-on-claim"
    case .unlinkQueuedFirst: "unlink-queued-first"
    case .clearInboxOnLogout: "clear-inbox-on-logout"
    case .rereadAddressOnLogin: "reread-address-on-login"
    case .stableInstallID: "stable-install-id"
    case .saveVersionSent: "save-version-sent"
    case .refreshAge: "refresh-age"
    case .seenTable: "seen-table"
    case .eventBatchKey: "event-batch-key"
    case .inboxSync: "inbox-sync"
    case .reaper: "reaper"
    case .compare410Time: "compare-410-time"
    case .outboxRetry: "outbox-retry"
    case .stopOn4xx: "stop-on-4xx"
    case .channelsAtStart: "channels-at-start"
    case .readPermissionAtForeground: "read-permission-at-foreground"
    case .enabledCheckAtSend: "enabled-check-at-send"
    case .optOutAtSend: "opt-out-at-send"
    case .capsOnServer: "caps-on-server"
    case .neverPrompt: "never-prompt"
    case .hostForwardsByPrefix: "host-forwards-by-prefix"
    case .proxyNext: "proxy-next"
    case .addOnlyKeys: "add-only-keys"
    case .receiverPermission: "receiver-permission"
    case .sdkDraws: "sdk-draws"
    case .uploadVersionCheck: "upload-version-check"
    case .addressUniqueness: "address-uniqueness"
    case .retireRowsOfSameDevice: "retire-rows-of-same-device"
    case .hintPayload: "hint-payload"
    case .deviceBoundInstallID: "device-bound-install-id"
    case .unlinkByInstallCredential: "unlink-by-install-credential"
    case .clearTrayOnLogout: "clear-tray-on-logout"
    case .tapChecksUser: "tap-checks-user"
    case .filterAtDisplay: "filter-at-display"
    case .compare410ByRowVersion: "compare-410-by-row-version"
    case .massDeletionGuard: "mass-deletion-guard"
    case .errorScope: "error-scope"
    case .environmentRetry: "environment-retry"
    case .collapseByMessageID: "collapse-by-message-id"
    case .sharedSeenTable: "shared-seen-table"
    case .announceOnlySinceInstall: "announce-only-since-install"
    case .clientTopicFilter: "client-topic-filter"
    case .unlinkInForeground: "unlink-in-foreground"
    case .unlinkIgnoresConsent: "unlink-ignores-consent"
    case .erasureTombstone: "erasure-tombstone"
    case .refreshOnReceive: "refresh-on-receive"
    case .uploadOnLogin: "upload-on-login"
    case .serverTellsUnknownInstall: "server-tells-unknown-install"
    case .demoteSilentInstalls: "demote-silent-installs"
    case .inboxNotBackedUp: "inbox-not-backed-up"
    case .singleWriterLock: "single-writer-lock"
    case .readRowAtSend: "read-row-at-send"
    case .quietHoursByZoneName: "quiet-hours-by-zone-name"
    case .registrationReplyCheck: "registration-reply-check"
    case .registrationTimeout: "registration-timeout"
    case .atomicRecord: "atomic-record"
    case .clearTopicsOnLogout: "clear-topics-on-logout"
    case .sessionEndUnlinksRow: "session-end-unlinks-row"
    case .linkOnLogin: "link-on-login"
    case .updateKnownRow: "update-known-row"
    case .pruneUnregistered: "prune-unregistered"
    case .renewAccessToken: "renew-access-token"
    case .serverRetry: "server-retry"
    }
  }
}
