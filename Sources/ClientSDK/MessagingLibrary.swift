import PushDomain
import Rulebook
import SimKernel

/// firebase-messaging: its token store, its registration, its callbacks, its topic queue.
extension PushClient {
  /// Whether the manifest and the library together use FIDs.
  @inline(__always)
  func usesFID(_ who: InstallID, _ state: borrowing ClientState) -> Bool {
    usesFID(host: state.hostHandle(of: state.rows[who].slot), state)
  }

  /// Whether the manifest of a host and its library together use FIDs.
  @inline(__always)
  func usesFID(host: UInt32, _ state: borrowing ClientState) -> Bool {
    let wantsFID = state.hosts[host].fidMode ?? (rules.guide.addressUsed.answer == .fid)
    return wantsFID && Int64(state.hosts[host].library) >= rules.messaging.fidLibrary.value
  }

  /// Whether the SDK knows tokens only; one that knows FIDs follows the manifest.
  var asksForTokens: Bool { rules.guide.addressUsed.answer == .token }

  /// The library's part of a process start; says whether a good address is stored already.
  @inline(__always) @discardableResult
  func startLibrary(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) -> Bool {
    let host = state.hostHandle(of: state.rows[who].slot)
    guard !state.hosts[host].hasOnlyReceiver else { return false }
    if !state.rows[who].flags.contains(.hasMarker) {
      // After a restore the marker outside the backup is missing: the store is wiped.
      state.rows[who].flags.insert(.hasMarker)
      forgetStored(who, &state)
    }
    guard state.hosts[host].autoInit, state.rows[who].flags.contains(.hasPlayServices) else {
      return false
    }
    let isStale = needsRefresh(who, host: host, state, at: context.now)
    if isStale { request(who, &state, &context) }
    sendTopic(who, &state, &context)
    return !isStale
  }

  /// Whether the stored address is missing, old, of another app version or of the other kind.
  @inline(__always)
  private func needsRefresh(
    _ who: InstallID, host: UInt32, _ state: borrowing ClientState, at now: SimTime
  ) -> Bool {
    guard !state.rows[who].storedAddress.isNone else { return true }
    if state.rows[who].storedVersion != state.rows[who].appVersion { return true }
    if state.rows[who].flags.contains(.storesFID) != usesFID(host: host, state) { return true }
    let age = Int64(wallSeconds(ofHost: host, state, at: now)) - Int64(state.rows[who].storedAt)
    return age > rules.messaging.refreshAge.duration.microseconds / 1_000_000
  }

  /// A call for the address: from the store where it is good, else by a request.
  @inline(never)
  func register(
    _ who: InstallID, isExplicit: Bool, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let host = state.hostHandle(of: state.rows[who].slot)
    if needsRefresh(who, host: host, state, at: context.now) {
      request(who, &state, &context)
    } else if isExplicit {
      tellAddress(isNew: false, on: who, &state, &context)
    }
  }

  /// Asks FCM for a registration; requests at the same time share one.
  @inline(never)
  private func request(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    let row = state.rows[who]
    guard row.flags.contains(.hasPlayServices), !row.flags.contains(.isRegistering) else { return }
    if row.side != .max, isSilenced(row.side, state, at: context.now) {
      noteRefusal(.fisAuthError, by: rules.installations.badConfig.key, on: who, &context)
      return
    }
    guard row.flags.contains(.hasNetwork) else {
      call(.enqueue(.registration, after: .zero, expedited: false), on: who, &context)
      return
    }
    state.rows[who].flags.insert(.isRegistering)
    context.cause = context.note(.addressAsked, install: who)
    let request = RegisterRequest(
      install: who, slot: row.slot, kind: usesFID(who, state) ? .fid : .token, fid: row.fid,
      sender: UInt16(state[hostOf: row.slot].project.rawValue), held: row.storedAddress,
      path: .library)
    transmit(.register(request), to: .fcm, on: who, &context)
  }

  /// FCM's answer to a request of the library.
  func hearRegistration(
    _ answer: RegisterAnswer, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    state.rows[who].flags.remove(.isRegistering)
    guard answer.error == .none, !answer.address.isNone else {
      if answer.error == .fidAlreadyUsed, rules.messaging.fidAlreadyUsed.value > 0,
        state.rows[who].tries & 0x80 == 0
      {
        state.rows[who].tries |= 0x80
        renewInstallationID(who, &state)
        request(who, &state, &context)
      } else if answer.error.isRepeated || answer.error == .none {
        planRetry(who, &state, &context)
      } else if answer.error == .fisAuthError {
        silence(who, &state, at: context.now)
      }
      return
    }
    let isNew = state.rows[who].storedAddress != answer.address
    state.rows[who].tries = 0
    state.rows[who].storedAddress = answer.address
    state.rows[who].flags.set(.storesFID, answer.kind == .fid)
    state.rows[who].storedAt = wallSeconds(of: who, state, at: context.now)
    state.rows[who].storedVersion = state.rows[who].appVersion
    tellAddress(isNew: isNew, on: who, &state, &context)
    sendTopic(who, &state, &context)
  }

  /// Tells who wants to know: the caller, and the host's service, which forwards or forgets.
  @inline(__always)
  func tellAddress(
    isNew: Bool, on who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    let flags = state.rows[who].flags
    let isFID = flags.contains(.storesFID)
    // What asks for tokens has no callback for a FID.
    let forwards = state[hostOf: state.rows[who].slot].forwards && !(isFID && asksForTokens)
    // A FID comes by the callback alone, each time; a token by the callback only when it is new.
    let isHeard = isFID ? forwards : flags.contains(.wantsAddress) || (isNew && forwards)
    state.rows[who].flags = flags.subtracting(.wantsAddress)
    guard isHeard else { return }
    hold(
      state.rows[who].storedAddress, isFID ? .fid : .token, on: who, &state, &context)
  }

  /// A call of the library fails on the device, or its request is refused.
  func noteRefusal(
    _ error: RegistrationError, by rule: RuleKey? = nil, on who: InstallID,
    _ context: inout StepContext
  ) {
    context.note(
      .registrationRefused, install: who, operand: (rule ?? error.rule(in: rules)).rawValue,
      detail: error.rawValue)
  }

  /// A request could not leave, or nobody answered.
  func failRegistration(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    guard state.rows[who].flags.contains(.isRegistering) else { return }
    state.rows[who].flags.remove(.isRegistering)
    planRetry(who, &state, &context)
  }

  /// The retry plan of the library, which by its source may never come to pass.
  private func planRetry(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    guard rules.messaging.retryBroken.answer == .schedule else { return }
    let tries = state.rows[who].tries & 0x7F
    state.rows[who].tries = state.rows[who].tries & 0x80 | min(tries + 1, 0x7F)
    let wait = Self.doubled(
      rules.messaging.retryFirst.duration, times: tries, max: rules.messaging.retryMax.duration)
    context.arm(
      Timer(
        .clientRegistration, index: who.rawValue, generation: state.rows[who].generation,
        at: context.now + wait))
  }

  /// A span that doubles with every try, up to a limit.
  static func doubled(_ first: SimDuration, times: UInt8, max limit: SimDuration) -> SimDuration {
    var span = first
    for _ in 0..<times where span < limit { span = span + span }
    return min(span, limit)
  }

  /// Forgets the stored address.
  func forgetStored(_ who: InstallID, _ state: inout ClientState) {
    state.rows[who].storedAddress = .none
    state.rows[who].storedAt = DeviceRegistration.never
  }

  /// Ends the registration: FCM first, then the local record; a failure keeps it.
  func unregister(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    let row = state.rows[who]
    guard !row.storedAddress.isNone, !row.flags.contains(.isUnregistering) else { return }
    state.rows[who].flags.insert(.isUnregistering)
    let body = Packet.Body.unregister(address: row.storedAddress, install: who)
    transmit(body, to: .fcm, on: who, &context)
  }

  /// FCM's answer to the end of a registration.
  func hearUnregister(
    _ status: UInt16, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    guard state.rows[who].flags.contains(.isUnregistering) else { return }
    state.rows[who].flags.remove(.isUnregistering)
    if status / 100 == 2 { forgetStored(who, &state) }
  }

  // MARK: Topics

  /// Queues a topic call; the queue survives the process.
  func queueTopic(
    _ topic: NameID, subscribes: Bool, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let side = state.side(of: who)
    let isIdle = state.sides[side].topics == .max || state.sides[side].topicTries == .max
    state.topics.append(
      TopicCell(topic: topic, subscribes: subscribes), to: &state.sides[side].topics)
    if isIdle { sendTopic(who, &state, &context) }
  }

  /// Sends the oldest topic call; it needs an address.
  @inline(__always)
  func sendTopic(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    let side = state.rows[who].side
    if side != .max, state.sides[side].topics != .max { sendOldestTopic(who, &state, &context) }
  }

  private func sendOldestTopic(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    let row = state.rows[who]
    guard !row.storedAddress.isNone else { return }
    if state.sides[row.side].topicTries == .max { state.sides[row.side].topicTries = 0 }
    let cell = state.topics[state.sides[row.side].topics]
    let body = Packet.Body.topic(
      address: row.storedAddress, install: who, topic: cell.topic, subscribe: cell.subscribes)
    transmit(body, to: .fcm, on: who, &context)
  }

  /// FCM's answer to the oldest topic call.
  func hearTopic(
    _ topic: NameID, _ status: UInt16, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let side = state.rows[who].side
    guard side != .max, state.sides[side].topics != .max,
      state.topics[state.sides[side].topics].topic == topic
    else { return }
    guard status / 100 != 4 else {
      // What was refused stays first: the next call or process asks for it once more.
      state.sides[side].topicTries = .max
      context.note(
        .topicRefused, message: .none, copy: CopyID(rawValue: topic.rawValue), install: who,
        operand: rules.topics.clientStop.key.rawValue, detail: UInt8(status - 400))
      return
    }
    if status == 0 || status >= 500 {
      let wait = Self.doubled(
        rules.topics.clientRetryFirst.duration, times: state.sides[side].topicTries,
        max: rules.topics.clientRetryMax.duration)
      state.sides[side].topicTries = min(state.sides[side].topicTries + 1, 20)
      context.arm(
        Timer(
          .clientTopic, index: who.rawValue, generation: state.rows[who].generation,
          at: context.now + wait))
      return
    }
    state.sides[side].topicTries = 0
    _ = state.topics.removeFirst(of: &state.sides[side].topics)
    sendTopic(who, &state, &context)
    state.tidySide(of: who)
  }
}
