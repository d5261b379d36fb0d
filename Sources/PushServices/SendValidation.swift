import PushDomain
import Rulebook
import SimKernel

extension FCMService {
  /// The first reason to refuse a request, in the order in which FCM looks.
  @inline(__always)
  func refusal(
    _ state: inout FCMState, of request: FCMRequest, in context: inout StepContext
  ) -> FCMAnswer? {
    let now = context.now
    if let refusal = credentialRefusal(&state, request.credential, at: now) { return refusal }
    if !request.validateOnly || rules.send.validateQuota.answer == .counts {
      let hasRoom = state.quota.take(
        at: now, window: rules.rates.projectWindow.duration,
        limit: rules.rates.projectPerMinute.value)
      if !hasRoom {
        return answer(.quotaExceeded, .quotaFailure, rules.rates.projectPerMinute.key)
      }
    }
    if request.credential == .forbidden {
      return answer(.permissionDenied, .none, rules.errors.permission.key)
    }
    if request.defect != .none, let refusal = defectRefusal(request.defect) { return refusal }
    if let refusal = payloadRefusal(request) { return refusal }
    if request.audienceKind == .none { return addressRefusal(&state, request, in: &context) }
    return audienceRefusal(&state, request)
  }

  /// Refuses callers whom FCM does not know; such requests have used quota all the same.
  @inline(__always)
  private func credentialRefusal(
    _ state: inout FCMState, _ credential: CredentialState, at now: SimTime
  ) -> FCMAnswer? {
    switch credential {
    case .valid, .stolen, .forbidden: return nil
    case .expired, .missing, .revoked:
      state.quota.add(at: now, window: rules.rates.projectWindow.duration)
      return answer(.unauthenticated, .none, rules.errors.oauth.key)
    }
  }

  /// Refuses what the story made wrong on purpose.
  private func defectRefusal(_ defect: RequestDefect) -> FCMAnswer? {
    let rule: RuleKey
    var detail = FCMDetail.badRequest
    switch defect {
    case .none: return nil
    case .twoTargets, .noTarget: rule = rules.send.target.key
    case .dataNotString: rule = rules.payload.strings.key
    case .reservedKey: rule = rules.payload.reserved.key
    case .contestedKey:
      // A key that some of the published lists reserve and others do not.
      guard rules.payload.reservedList.answer == .union else { return nil }
      rule = rules.payload.reservedList.key
    case .badTopic: rule = rules.topics.nameMax.key
    case .tooManyTopics: rule = rules.topics.conditionMax.key
    case .badImage: rule = rules.send.androidNotification.key
    case .badLabel: rule = rules.send.labelLength.key
    case .badPackage:
      rule = rules.send.restrictedPackage.key
      detail = .fcmError
    case .malformedAddress:
      rule = rules.errors.invalidTokenShape.key
      detail = .fcmError
    }
    return answer(.invalidArgument, detail, rule)
  }

  /// Refuses a life out of range and too many bytes.
  @inline(__always)
  private func payloadRefusal(_ request: FCMRequest) -> FCMAnswer? {
    if request.ttlMilliseconds != FCMRequest.unset {
      let isInRange =
        request.ttlMilliseconds >= 0
        && wholeSeconds(request.ttlMilliseconds) <= rules.store.ttlMax.duration
      guard isInRange else {
        return answer(.invalidArgument, .badRequest, rules.store.ttlMax.key)
      }
    }
    let isForMany = request.audienceKind == .topic || request.audienceKind == .condition
    let limit =
      isForMany && rules.payload.topicLimit.answer == .smaller
      ? rules.payload.maxTopic : rules.payload.max
    guard Int64(request.bytes) <= limit.value else {
      return answer(.invalidArgument, .badRequest, limit.key)
    }
    return nil
  }

  /// Refuses an address that is not one, is not the sender's, or is dead.
  @inline(__always)
  private func addressRefusal(
    _ state: inout FCMState, _ request: FCMRequest, in context: inout StepContext
  ) -> FCMAnswer? {
    guard !request.address.isNone else {
      return answer(.invalidArgument, .badRequest, rules.send.target.key)
    }
    guard request.address.rawValue < state.registrations.handleBound else {
      return answer(.invalidArgument, .fcmError, rules.errors.invalidTokenShape.key)
    }
    let row = state.registrations[request.address.rawValue]
    guard row.sender == request.sender else {
      return answer(.senderIDMismatch, .fcmError, rules.errors.senderMismatch.key)
    }
    if !state.trouble.condemned.isEmpty, let line = state.trouble.condemns(request.address) {
      context.note(
        .faultHit, message: request.payload.message, install: row.install, operand: line,
        detail: FCMCode.unregistered.rawValue)
      return answer(.unregistered, .fcmError, rules.errors.unregistered.key)
    }
    if endIfExpired(&state, request.address, in: &context) {
      return rules.registration.expireCode.answer == .unregistered
        ? answer(.unregistered, .fcmError, rules.registration.expireAfter.key)
        : answer(.invalidArgument, .fcmError, rules.registration.expireAfter.key)
    }
    guard state.isLive(row, at: context.now) else {
      return answer(.unregistered, .fcmError, rules.errors.unregistered.key)
    }
    if !request.validateOnly, overDeviceRate == .refused {
      let over = takeDeviceRate(&state, row.device, at: context.now)
      if let over { return answer(.quotaExceeded, .fcmError, over.rule) }
    }
    return nil
  }

  /// Refuses an audience that does not exist, or one fan-out too many.
  private func audienceRefusal(_ state: inout FCMState, _ request: FCMRequest) -> FCMAnswer? {
    guard request.address.isNone, !request.audience.isNone else {
      return answer(.invalidArgument, .badRequest, rules.send.target.key)
    }
    switch request.audienceKind {
    case .none, .topic: break
    case .condition:
      guard let row = state.conditions.first(where: { $0.name == request.audience }),
        Int64(row.condition.topicCount) <= rules.topics.conditionMax.value
      else { return answer(.invalidArgument, .badRequest, rules.topics.conditionMax.key) }
    case .group:
      guard state.groupNames.contains(request.audience) else {
        return answer(.invalidArgument, .fcmError, rules.errors.invalidTokenShape.key)
      }
      if rules.topics.groupEmptied.answer == .refused,
        memberCount(state, of: request.audience, at: state.clock) == 0
      {
        return answer(.unregistered, .fcmError, rules.topics.groupEmptied.key)
      }
    }
    if state.fanOuts.count >= rules.rates.fanoutsMax.count,
      rules.rates.fanoutOver.answer == .rejected
    {
      return answer(.quotaExceeded, .quotaFailure, rules.rates.fanoutsMax.key)
    }
    return nil
  }

  /// Puts a refusal together.
  private func answer(_ code: FCMCode, _ detail: FCMDetail, _ rule: RuleKey) -> FCMAnswer {
    FCMAnswer(code, detail: detail, rule: rule.rawValue)
  }

  /// How long a request lets its message live.
  @inline(__always)
  func lifespan(of request: FCMRequest) -> SimDuration {
    request.ttlMilliseconds == FCMRequest.unset
      ? rules.store.ttlDefault.duration : wholeSeconds(request.ttlMilliseconds)
  }

  /// A life without its fraction of a second.
  private func wholeSeconds(_ milliseconds: Int64) -> SimDuration {
    .seconds(milliseconds / 1_000)
  }
}
