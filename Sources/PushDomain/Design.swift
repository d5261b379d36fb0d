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
    clearTopicsOnLogout, sessionEndUnlinksRow, sessionEndClosesSocket, logoutOn401,
    flushEventsOnLogout, cancelAlarmsOnLogout, uploadOnZoneChange, ttlCountsDown
  // Habits that the published guide takes for granted; they stand last so that no other defence
  // changes its number.
  case linkOnLogin, updateKnownRow, pruneUnregistered, renewAccessToken, serverRetry,
    ownTapIntent, tapHandledOnce, rowForEachInstall, sendAfterCommit

  /// The last defence that the published guide names.
  static let lastNamed = Defence.sdkDraws

  /// Whether it is a habit that delivery rests on, which the published guide takes for granted.
  fileprivate var isHabit: Bool { rawValue >= Defence.linkOnLogin.rawValue }

  /// Whether messages reach people by it: a design without it breaks promises less only since
  /// fewer messages are seen.
  package var carriesMessages: Bool {
    isHabit || self == .channelsAtStart || self == .sdkDraws
  }
}

/// A set of up to 128 defences, in two words so that it aligns like any other field.
public struct Design: OptionSet, BitwiseCopyable, Hashable, Sendable {
  @usableFromInline let low: UInt64
  @usableFromInline let high: UInt64

  /// The bits, one for each defence.
  public var rawValue: UInt128 { UInt128(high) << 64 | UInt128(low) }
  /// Wraps bits.
  public init(rawValue: UInt128) {
    low = UInt64(truncatingIfNeeded: rawValue)
    high = UInt64(truncatingIfNeeded: rawValue >> 64)
  }

  /// The design with one defence only.
  public init(_ defence: Defence) { self.init(rawValue: 1 << UInt128(defence.rawValue)) }

  /// Whether the design has a defence.
  @inlinable @inline(__always) public func has(_ defence: Defence) -> Bool {
    (defence.rawValue < 64 ? low : high) >> UInt64(defence.rawValue & 63) & 1 != 0
  }

  /// The SDK and server as the guide describes them.
  public static let published = Design(
    Defence.allCases.filter { $0.rawValue <= Defence.lastNamed.rawValue || $0.isHabit })

  /// The published design with every defence that closes a hole.
  public static let hardened = Design(Defence.allCases)

  private init(_ defences: [Defence]) {
    self = defences.reduce(into: []) { $0.formUnion(Design($1)) }
  }

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
    case .sessionEndClosesSocket: "session-end-closes-socket"
    case .logoutOn401: "logout-on-401"
    case .flushEventsOnLogout: "flush-events-on-logout"
    case .cancelAlarmsOnLogout: "cancel-alarms-on-logout"
    case .uploadOnZoneChange: "upload-on-zone-change"
    case .ttlCountsDown: "ttl-counts-down"
    case .linkOnLogin: "link-on-login"
    case .updateKnownRow: "update-known-row"
    case .pruneUnregistered: "prune-unregistered"
    case .renewAccessToken: "renew-access-token"
    case .serverRetry: "server-retry"
    case .ownTapIntent: "own-tap-intent"
    case .tapHandledOnce: "tap-handled-once"
    case .rowForEachInstall: "row-for-each-install"
    case .sendAfterCommit: "send-after-commit"
    }
  }
}
