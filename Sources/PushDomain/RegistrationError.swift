public import Rulebook

/// The errors of registration, old and new; the last one never comes from FCM.
public enum RegistrationError: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case none, serviceNotAvailable, accountMissing, authenticationFailed, invalidSender,
    phoneRegistrationError, invalidParameters, tooManyRegistrations, internalServerError,
    instanceIDReset, tooManySubscribers, fidAlreadyUsed, missingPlayServices, fisAuthError,
    apiDisabled

  /// The error as the library spells it.
  public var text: StaticString {
    switch self {
    case .none: "no error"
    case .serviceNotAvailable: "SERVICE_NOT_AVAILABLE"
    case .accountMissing: "ACCOUNT_MISSING"
    case .authenticationFailed: "AUTHENTICATION_FAILED"
    case .invalidSender: "INVALID_SENDER"
    case .phoneRegistrationError: "PHONE_REGISTRATION_ERROR"
    case .invalidParameters: "INVALID_PARAMETERS"
    case .tooManyRegistrations: "TOO_MANY_REGISTRATIONS"
    case .internalServerError: "INTERNAL_SERVER_ERROR"
    case .instanceIDReset: "RST"
    case .tooManySubscribers: "TOO_MANY_SUBSCRIBERS"
    case .fidAlreadyUsed: "FID_ALREADY_USED"
    case .missingPlayServices: "MISSING_INSTANCEID_SERVICE"
    case .fisAuthError: "FIS_AUTH_ERROR"
    case .apiDisabled: "API disabled"
    }
  }

  /// Whether the messaging library repeats a request after it by itself.
  public var isRepeated: Bool { self == .serviceNotAvailable || self == .internalServerError }

  /// The rule that says what the error means; none for none.
  public func rule(in rules: Rulebook) -> RuleKey {
    switch self {
    case .none: .none
    case .serviceNotAvailable: rules.c2dm.serviceNotAvailable.key
    case .accountMissing: rules.c2dm.accountMissing.key
    case .authenticationFailed: rules.c2dm.authenticationFailed.key
    case .invalidSender: rules.c2dm.invalidSender.key
    case .phoneRegistrationError: rules.c2dm.phoneError.key
    case .invalidParameters: rules.c2dm.invalidParameters.key
    case .tooManyRegistrations: rules.c2dm.tooMany.key
    case .internalServerError, .instanceIDReset, .tooManySubscribers: rules.c2dm.modernErrors.key
    case .fidAlreadyUsed: rules.messaging.fidAlreadyUsed.key
    case .missingPlayServices: rules.c2dm.gmsAvailable.key
    case .fisAuthError: rules.installations.authError.key
    case .apiDisabled: rules.messaging.fidNoNewToken.key
    }
  }
}
