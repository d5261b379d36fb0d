import PushDomain
import Rulebook
import SimKernel

/// The outbox: one unique job that brings the server up to the record.
extension PushClient {
  /// Counts a local change and queues its upload.
  func bump(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext,
    because: RecordID = .none
  ) {
    state.rows[who].record.localVersion &+= 1
    state.rows[who].flags.remove(.isAbandoned)
    let record = state.rows[who].record
    state.rows[who].queuedBy = context.note(
      .uploadQueued, install: who, user: record.user, operand: record.localVersion,
      because: because)
    state.rows[who].flags.subtract([.repeatsUpload, .repeatsRefused])
    enqueueUpload(who, isNews: true, &state, &context)
  }

  /// Whether the server does not know everything that it shall know.
  @inline(__always)
  func needsUpload(_ who: InstallID, _ state: borrowing ClientState) -> Bool {
    let flags = state.rows[who].flags
    if flags.contains(.isErasing) { return true }
    if flags.contains(.isErased) { return false }
    if !state.rows[who].record.isUploaded, !flags.contains(.isAbandoned) { return true }
    return accountToUpload(who, state) != nil
  }

  /// Enqueues the unique job; in the foreground with a network the system runs it at once.
  ///
  /// A job that waits is left alone, for it survives the process. News may cut its backoff short,
  /// but not a wait that the server asked for.
  func enqueueUpload(
    _ who: InstallID, isNews: Bool = false, _ state: inout ClientState,
    _ context: inout StepContext, after span: SimDuration = .zero
  ) {
    let flags = state.rows[who].flags
    guard !flags.contains(.isUploading), needsUpload(who, state) else { return }
    if flags.contains(.queuedUploadJob) {
      guard isNews, flags.contains(.uploadBacksOff), flags.contains(.isForeground) else { return }
    }
    state.rows[who].flags.insert(.queuedUploadJob)
    state.rows[who].flags.remove(.uploadBacksOff)
    let isExpedited = flags.contains(.isForeground) && span == .zero
    call(.enqueue(.upload, after: span, expedited: isExpedited), on: who, &context)
  }

  /// The system runs the job.
  func runUpload(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    state.rows[who].flags.insert(.runsUploadJob)
    state.rows[who].flags.subtract([.queuedUploadJob, .uploadBacksOff])
    // A direct call is on its way; its answer ends the job.
    guard !state.rows[who].flags.contains(.isUploading) else { return }
    if !sendNext(who, &state, &context) { endUploadJob(who, &state, &context, after: nil) }
  }

  /// Sends what the server lacks most; says whether there was anything to send.
  @discardableResult
  func sendNext(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) -> Bool {
    let row = state.rows[who]
    if row.flags.contains(.isErasing) {
      state.rows[who].flags.insert(.isUploading)
      let body = Packet.Body.erase(
        installKey: row.record.key, install: who, session: session(who, &state, at: context.now))
      transmit(body, to: .server, on: who, &context)
      return true
    }
    guard needsUpload(who, state), !isParked(who, state) else { return false }
    if row.record.isUploaded || row.flags.contains(.isAbandoned) {
      sendAccount(who, &state, &context)
    } else {
      send(who, &state, &context)
    }
    return true
  }

  /// Whether withdrawn consent keeps the upload from leaving.
  private func isParked(_ who: InstallID, _ state: borrowing ClientState) -> Bool {
    guard state.rows[who].flags.contains(.deniesConsent) else { return false }
    let isUnlink = state.rows[who].record.user.isNone
    let isSpared =
      design.has(.unlinkIgnoresConsent) || rules.client.consentGuard.answer == .sparesUnlink
    return !(isUnlink && isSpared)
  }

  /// The session that signs a call now; one that outlived its logout ends here.
  @inline(__always)
  func session(_ who: InstallID, _ state: inout ClientState, at now: SimTime) -> Session {
    if state.rows[who].flags.contains(.isSessionEnding) { endSessionIfDue(who, &state, at: now) }
    let user = state.rows[who].session
    return user.isNone ? .none : Session(of: user, since: login(of: who, state))
  }

  private func endSessionIfDue(_ who: InstallID, _ state: inout ClientState, at now: SimTime) {
    let side = state.rows[who].side
    if side != .max, now > state.sides[side].sessionUntil { endSession(who, &state) }
  }

  /// The record of the login that began the present session.
  @inline(__always)
  func login(of who: InstallID, _ state: borrowing ClientState) -> RecordID {
    let side = state.rows[who].side
    guard side != .max, !state.sides[side].login.isNone else { return state.rows[who].signedBy }
    return state.sides[side].login
  }

  /// Uploads the record as it stands.
  func send(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    let record = state.rows[who].record
    var body = UploadBody(installKey: record.key, install: who)
    body.user = record.user
    body.version = record.localVersion
    body.session = session(who, &state, at: context.now)
    transmit(body, on: who, &state, &context)
  }

  /// Fills in what every upload says, and lets it go.
  func transmit(
    _ draft: UploadBody, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let row = state.rows[who]
    var body = draft
    body.address = row.record.address
    body.addressKind = row.record.kind
    body.topics = state.topics(of: who)
    body.isEnabled = row.record.isEnabled
    body.zone = state[hostOf: row.slot].zone
    state.rows[who].record.zone = body.zone
    body.sdkVersion = row.sdk
    if design.has(.retireRowsOfSameDevice) { body.place = row.slot }
    state.rows[who].flags.insert(.isUploading)
    if row.flags.contains(.repeatsUpload) {
      // The system keeps the wait; only what was refused for good must not be repeated at all.
      let isAllowed = !row.flags.contains(.repeatsRefused)
      context.note(
        .retried, install: who, user: body.user, operand: rules.design.retryFirst.key.rawValue,
        detail: isAllowed ? 1 : 0)
    }
    context.cause = context.note(
      .uploadSent, install: who, user: body.user, operand: body.version, cause: row.queuedBy)
    transmit(.upload(body), to: .server, on: who, &context)
  }

  /// The answer to an upload; status zero where none came.
  func hearUpload(
    _ version: UInt32, _ answer: APIAnswer, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let isSuccess = answer.status / 100 == 2
    if answer.status != 0 {
      context.note(
        .uploadAnswered, install: who, user: state.rows[who].record.user,
        operand: UInt32(answer.status), detail: isSuccess ? 1 : 0)
    }
    guard !isSuccess else {
      confirm(version, on: who, &state, &context)
      return
    }
    // A late refusal of an older version changes nothing: a newer one is on its way or known.
    guard state.rows[who].flags.contains(.isUploading) else { return }
    state.rows[who].flags.remove(.isUploading)
    if retries(answer) {
      state.rows[who].flags.insert(.repeatsUpload)
      state.rows[who].flags.set(.repeatsRefused, !Self.isTemporary(answer.status))
      endUploadJob(who, &state, &context, after: answer)
    } else {
      context.note(
        .uploadGivenUp, install: who, user: state.rows[who].record.user,
        operand: UInt32(answer.status), because: state.rows[who].queuedBy)
      let signer = signer(of: version, on: who, state)
      abandon(version, on: who, &state)
      endUploadJob(who, &state, &context, after: nil)
      if answer.status == 401 { hearSessionIsOver(of: signer, on: who, &state, &context) }
    }
  }

  /// Whose session signed the upload of a version; nobody's where a newer one is on its way.
  private func signer(
    of version: UInt32, on who: InstallID, _ state: borrowing ClientState
  ) -> UserID {
    if let user = accountUser(of: version, on: who, state) { return user }
    return version == state.rows[who].record.localVersion ? state.rows[who].person : .none
  }

  /// Whether an answer is worth another try: the retry rule of the guide.
  func retries(_ answer: APIAnswer) -> Bool {
    guard design.has(.outboxRetry) else { return false }
    return Self.isTemporary(answer.status) || !design.has(.stopOn4xx)
  }

  /// Whether a status may be another one next time.
  private static func isTemporary(_ status: UInt16) -> Bool {
    status == 0 || status == 408 || status == 429 || status >= 500
  }

  /// The server knows a version now.
  private func confirm(
    _ version: UInt32, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    state.rows[who].flags.subtract([.isUploading, .repeatsUpload, .repeatsRefused])
    if !confirmAccount(version, on: who, &state) {
      let record = state.rows[who].record
      let known = design.has(.saveVersionSent) ? version : record.localVersion
      state.rows[who].record.uploadedVersion = max(record.uploadedVersion, known)
      state.rows[who].record.uploadedAt = wallSeconds(of: who, state, at: context.now)
      if record.user.isNone, rules.client.sessionEnd.answer == .withUnlink {
        endSession(who, &state)
      }
    }
    if state.rows[who].flags.contains(.syncsAfterUpload) {
      state.rows[who].flags.remove(.syncsAfterUpload)
      sync(.periodic, on: who, &state, &context)
    }
    if needsUpload(who, state), sendNext(who, &state, &context) { return }
    endUploadJob(who, &state, &context, after: nil)
  }

  /// A version will not be tried again.
  private func abandon(_ version: UInt32, on who: InstallID, _ state: inout ClientState) {
    if abandonAccount(version, on: who, &state) { return }
    if version == state.rows[who].record.localVersion {
      state.rows[who].flags.insert(.isAbandoned)
    }
  }

  /// Ends the job, or asks for another run after a failure.
  private func endUploadJob(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext,
    after failure: APIAnswer?
  ) {
    let seconds = failure?.retryAfterSeconds ?? -1
    let wait = SimDuration.seconds(Int64(max(seconds, 0)))
    if state.rows[who].flags.contains(.runsUploadJob) {
      state.rows[who].flags.remove(.runsUploadJob)
      call(
        .jobEnded(.upload, retryAfter: failure == nil ? nil : wait), on: who, &context)
      if failure != nil {
        state.rows[who].flags.insert(.queuedUploadJob)
        state.rows[who].flags.set(.uploadBacksOff, seconds < 0)
      }
    } else if failure != nil {
      enqueueUpload(who, &state, &context, after: wait)
    }
    // A change that came in while a refused version was on its way still has to leave.
    if failure == nil, needsUpload(who, state), !isParked(who, state) {
      enqueueUpload(who, &state, &context)
    }
  }

  /// The answer to an erasure request.
  func hearErase(
    _ answer: APIAnswer, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    state.rows[who].flags.remove(.isUploading)
    if answer.status / 100 == 2 || answer.status == 404 {
      state.rows[who].flags.remove(.isErasing)
      state.rows[who].flags.insert(.isErased)
      endUploadJob(who, &state, &context, after: nil)
    } else if retries(answer) {
      endUploadJob(who, &state, &context, after: answer)
    } else {
      context.note(
        .uploadGivenUp, install: who, user: state.rows[who].record.user,
        operand: UInt32(answer.status))
      state.rows[who].flags.remove(.isErasing)
      endUploadJob(who, &state, &context, after: nil)
    }
  }

  /// The server says that it does not know this install: what was uploaded counts no more.
  func hearUnknown(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    guard design.has(.serverTellsUnknownInstall), !state.rows[who].flags.contains(.isErased)
    else { return }
    if state.rows[who].record.isUploaded { bump(who, &state, &context) }
  }
}
