/// The error codes of FCM's v1 API, with success in front.
public enum FCMCode: UInt8, BitwiseCopyable, Hashable, CaseIterable, Sendable {
  case ok, invalidArgument, unregistered, senderIDMismatch, permissionDenied, quotaExceeded,
    unavailable, `internal`, thirdPartyAuth, unauthenticated, unspecified, html

  /// The HTTP status that carries the code.
  public var status: UInt16 {
    switch self {
    case .ok: 200
    case .invalidArgument: 400
    case .unregistered, .html: 404
    case .senderIDMismatch, .permissionDenied: 403
    case .quotaExceeded: 429
    case .unavailable: 503
    case .internal, .unspecified: 500
    case .thirdPartyAuth, .unauthenticated: 401
    }
  }

  /// A later try may succeed, so that the answer ends nothing by itself.
  public var isTemporary: Bool {
    switch self {
    case .quotaExceeded, .unavailable, .internal, .unspecified, .unauthenticated: true
    case .ok, .invalidArgument, .unregistered, .senderIDMismatch, .permissionDenied,
      .thirdPartyAuth, .html:
      false
    }
  }

  /// The code as the API spells it.
  public var text: StaticString {
    switch self {
    case .ok: "OK"
    case .invalidArgument: "INVALID_ARGUMENT"
    case .unregistered: "UNREGISTERED"
    case .senderIDMismatch: "SENDER_ID_MISMATCH"
    case .permissionDenied: "PERMISSION_DENIED"
    case .quotaExceeded: "QUOTA_EXCEEDED"
    case .unavailable: "UNAVAILABLE"
    case .internal: "INTERNAL"
    case .thirdPartyAuth: "THIRD_PARTY_AUTH_ERROR"
    case .unauthenticated: "UNAUTHENTICATED"
    case .unspecified: "UNSPECIFIED_ERROR"
    case .html: "HTML"
    }
  }
}

/// Which entry of the error's details says what was wrong.
public enum FCMDetail: UInt8, BitwiseCopyable, Hashable, Sendable {
  case none, fcmError, badRequest, quotaFailure
}

/// What FCM answered to one request.
public struct FCMAnswer: BitwiseCopyable, Sendable {
  /// The code; its status follows.
  public var code: FCMCode
  /// The details entry.
  public var detail: FCMDetail
  /// The value of Retry-After in seconds; negative where the header is absent.
  public var retryAfterSeconds: Int32
  /// Retry-After is written as a date, which some senders cannot read.
  public var retryAfterIsDate: Bool
  /// The rule that the refusal rests on; the raw value of its key.
  public var rule: UInt32
  /// The copy that was accepted.
  public var copy: CopyID

  /// An answer without Retry-After.
  public init(_ code: FCMCode, detail: FCMDetail = .none, rule: UInt32 = 0, copy: CopyID = .none) {
    self.code = code
    self.detail = detail
    self.rule = rule
    self.copy = copy
    retryAfterSeconds = -1
    retryAfterIsDate = false
  }
}

/// A login as the server knows it: each one begins a session of its own.
public struct Session: BitwiseCopyable, Hashable, Sendable {
  /// Whose it is.
  public var user: UserID
  /// The record of the login that began it; records are numbered as things happen.
  public var login: RecordID

  /// No session.
  @inlinable public static var none: Session { Session(of: .none, since: .none) }

  /// The session of a user since a login.
  @inlinable public init(of user: UserID, since login: RecordID) {
    self.user = user
    self.login = login
  }

  /// Whether there is none.
  @inlinable public var isNone: Bool { user.isNone }
}

/// The body of `PUT /v1/devices/{installId}`.
public struct UploadBody: BitwiseCopyable, Sendable {
  /// The key of the row: the SDK's own install id, or the address without `stable-install-id`.
  public var installKey: UInt32
  /// The install that truly sends; only judges and reports look at it.
  public var install: InstallID
  /// The address the SDK holds.
  public var address: AddressID
  /// The user the record names.
  public var user: UserID
  /// The session that signs the call; none after it ended.
  public var session: Session
  /// The local version that is being uploaded.
  public var version: UInt32
  /// A hint that survives reinstalls, for `retire-rows-of-same-device`; else none.
  ///
  /// It stands for the package and the `ANDROID_ID`, which each user of a device has of its own
  /// (Android, Settings.Secure.ANDROID_ID).
  public var place: SlotID
  /// The topics that the person opted into.
  public var topics: TopicSet
  /// The client's zone as it stands now: its name, and with it the offset of this moment.
  public var zone: ZoneID
  /// The client can show notifications.
  public var isEnabled: Bool
  /// The kind of address, by which the server routes.
  public var addressKind: AddressKind
  /// Which generation of the SDK speaks.
  public var sdkVersion: UInt8

  /// Makes a body; the rest is filled by the caller.
  public init(installKey: UInt32, install: InstallID) {
    self.installKey = installKey
    self.install = install
    address = .none
    user = .none
    session = .none
    version = 0
    place = .none
    topics = []
    zone = .universal
    isEnabled = false
    addressKind = .token
    sdkVersion = 1
  }
}

/// The kinds of address.
public enum AddressKind: UInt8, BitwiseCopyable, Hashable, CaseIterable, Sendable {
  case fid, token, apns, subscription
}

/// What the client reports about a message.
public enum ClientEvent: UInt8, BitwiseCopyable, Hashable, CaseIterable, Sendable {
  case delivered, opened, dismissed, replied, read
}

/// The answer of the app's server to one of the four calls.
public struct APIAnswer: BitwiseCopyable, Sendable {
  /// The HTTP status; zero where no answer came.
  public var status: UInt16
  /// The value of Retry-After in seconds; negative where the header is absent.
  public var retryAfterSeconds: Int32

  /// An answer without Retry-After.
  public init(_ status: UInt16) {
    self.status = status
    retryAfterSeconds = -1
  }
}
