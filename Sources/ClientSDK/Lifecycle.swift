import PushDomain
import Rulebook
import SimKernel

/// Install, start, foreground, end: what the system tells the app about itself.
extension PushClient {
  /// The app was put on the device afresh.
  @inline(never)
  func install(
    _ who: InstallID, in slot: SlotID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    var row = ClientRow(slot: slot, key: who.rawValue, fid: who.rawValue)
    row.sdk = state[hostOf: slot].sdk
    place(row, as: who, &state)
    if !design.has(.receiverPermission) {
      // The manifest of such an app lets anybody send the receive broadcast.
      context.effects.append(.device(.host(slot, who, .receiverPermission(false))))
    }
  }

  /// Puts a row where its number says; numbers that other worlds use stay empty.
  func place(_ row: ClientRow, as who: InstallID, _ state: inout ClientState) {
    while state.rows.handleBound <= who.rawValue {
      var empty = row
      empty.flags = []
      _ = state.rows.insert(empty)
    }
    state.rows[who] = row
  }

  /// Process start: libraries first, then the SDK, as content providers and the app do.
  @inline(never)
  func start(
    _ who: InstallID, _ around: AppSurroundings, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    end(who, &state, &context)
    look(around, on: who, &state)
    // Before the first unlock the stored values cannot be read, so nobody asks for anything.
    guard around.isUnlocked else { return }
    let isStored = startLibrary(who, &state, &context)
    configure(
      who, hasChannel: around.facts.contains(.hasChannel), isStored: isStored, &state, &context)
  }

  /// The SDK's start-up: channels, address, refresh age, outbox.
  func configure(
    _ who: InstallID, hasChannel: Bool = false, isStored: Bool = false,
    _ state: inout ClientState, _ context: inout StepContext
  ) {
    state.rows[who].flags.insert(.isConfigured)
    if design.has(.channelsAtStart), !hasChannel {
      call(.createChannel(.messagesChannel, .high), on: who, &context)
    }
    if !design.has(.neverPrompt) { call(.askPermission(byHost: false), on: who, &context) }
    if state.rows[who].record.localVersion == 0 {
      state.rows[who].record.isEnabled = state.rows[who].flags.contains(.canNotify)
    }
    takeZone(who, &state, &context)
    readAddress(who, isStored: isStored, &state, &context)
    refreshIfOld(who, &state, &context)
    if needsUpload(who, state) { enqueueUpload(who, &state, &context) }
  }

  /// The app came to the foreground.
  @inline(never)
  func enterForeground(
    _ who: InstallID, _ around: AppSurroundings, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let isColdStart = !state.rows[who].flags.contains(.wasForeground)
    look(around, on: who, &state)
    state.rows[who].flags.formUnion([.isForeground, .wasForeground])
    if !state.rows[who].flags.contains(.isConfigured) {
      // The process began before the first unlock, when nothing could be read.
      startLibrary(who, &state, &context)
      configure(who, &state, &context)
    }
    let host = state[hostOf: state.rows[who].slot]
    if host.clearsTray { call(.cancelAll, on: who, &context) }
    if host.asksAtOpen, !state.rows[who].flags.contains(.wasAsked) {
      state.rows[who].flags.insert(.wasAsked)
      call(.askPermission(byHost: true), on: who, &context)
    }
    if design.has(.readPermissionAtForeground) {
      takePermission(around.canNotify, on: who, &state, &context)
    }
    takeZone(who, &state, &context)
    // What could not leave in the background leaves now that the app may run.
    if needsUpload(who, state) { enqueueUpload(who, &state, &context) }
    sync(isColdStart ? .start : .foreground, on: who, &state, &context)
    openSocket(who, &state, &context)
    showInbox(who, &state, &context)
    thaw(who, &state, &context)
    if isColdStart, around.reason != .tap || keepsLaunch {
      handleLaunchAgain(who, &state, &context)
    }
    if keepsLaunch { enterTask(who, by: around.reason, &state) }
  }

  /// A dialog was answered.
  func hearPermission(
    _ isAllowed: Bool, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    state.rows[who].flags.set(.canNotify, isAllowed)
    takePermission(isAllowed, on: who, &state, &context)
  }

  /// The record follows the right to notify.
  private func takePermission(
    _ isAllowed: Bool, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    guard state.rows[who].record.isEnabled != isAllowed else { return }
    state.rows[who].record.isEnabled = isAllowed
    bump(who, &state, &context)
  }

  /// The record follows the zone of the phone, where the design looks for a change.
  private func takeZone(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    guard design.has(.uploadOnZoneChange) else { return }
    let zone = state[hostOf: state.rows[who].slot].zone
    guard state.rows[who].record.zone != zone else { return }
    state.rows[who].record.zone = zone
    // A record that never changed has nothing to upload: its first one will name the zone.
    if state.rows[who].record.localVersion != 0 { bump(who, &state, &context) }
  }

  /// The process is gone, and with it whatever only it knew.
  @inline(__always)
  func end(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    dropThreads(who, &state, &context)
    endProcess(who, &state)
    state.tidySide(of: who)
  }

  @inline(__always)
  private func endProcess(_ who: InstallID, _ state: inout ClientState) {
    // A job that ran is queued again by the system.
    if state.rows[who].flags.contains(.runsUploadJob) {
      state.rows[who].flags.insert(.queuedUploadJob)
    }
    state.rows[who].flags.subtract(.volatile)
    state.rows[who].generation &+= 1
    state.rows[who].tries = 0
    state.removeVolatile(of: who)
    let slot = state.rows[who].slot
    if state[hostOf: slot].numbered > 0 { state.changeHost(of: slot) { $0.numbered = 0 } }
  }

  /// Another version of the app is on the device.
  func update(
    _ who: InstallID, sdk: UInt8, project: Project?, _ state: inout ClientState
  ) {
    if sdk != 0 { state.rows[who].sdk = sdk }
    state.rows[who].appVersion &+= 1
    let slot = state.rows[who].slot
    guard let project, project != state[hostOf: slot].project else { return }
    // Installation ids belong to an app of a project: another project sees another one.
    state.changeHost(of: slot) { $0.project = project }
    renewInstallationID(who, &state)
  }

  /// The app's storage is empty, as after an installation.
  func clearData(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    signOutEverybody(who, &state, &context)
    state.removeLists(of: who)
    let old = state.rows[who]
    var row = ClientRow(slot: old.slot, key: state.freshNumber(), fid: state.freshNumber())
    row.generation = old.generation &+ 1
    row.sdk = old.sdk
    row.appVersion = old.appVersion
    row.signedBy = old.signedBy
    state.rows[who] = row
    state.setTopics(of: who, [])
  }

  /// The app and its storage are gone.
  func uninstall(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    signOutEverybody(who, &state, &context)
    state.removeLists(of: who)
    state.rows[who].flags = []
    state.rows[who].generation &+= 1
  }

  /// A timer of this install is due.
  @inline(never)
  func fire(_ timer: Timer, _ state: inout ClientState, _ context: inout StepContext) {
    let who = InstallID(rawValue: timer.index)
    guard state.isPresent(who) else { return }
    guard timer.generation == state.rows[who].generation else { return }
    switch timer.kind {
    case .clientRetry: continueChange(who, &state, &context)
    case .clientRegistration:
      if state[hostOf: state.rows[who].slot].hasOnlyReceiver {
        askC2DM(who, &state, &context)
      } else {
        register(who, isExplicit: false, &state, &context)
      }
    case .clientHandler where timer.argument == 1: finishLaterWork(who, &state, &context)
    case .clientHandler: finishHandler(who, &state, &context)
    case .clientTimeout:
      let side = state.rows[who].side
      if side != .max, state.sides[side].hintsDue <= context.now {
        settleHints(who, isAnswered: false, &state, &context)
      }
    case .clientTap: routeTaps(who, &state, &context)
    case .clientC2DM: giveUpC2DM(who, &state, &context)
    case .clientTopic: sendTopic(who, &state, &context)
    default: break
    }
  }

  /// An answer from the network.
  @inline(never)
  func arrived(
    _ packet: PacketID, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    switch context.body(of: packet) {
    case .uploadAnswer(_, let version, let answer):
      hearUpload(version, answer, on: who, &state, &context)
    case .eraseAnswer(_, let answer): hearErase(answer, on: who, &state, &context)
    case .eventsAnswer(_, let batch, let answer):
      hearEvents(batch, answer, on: who, &state, &context)
    case .syncAnswer(let answer): hearSync(answer, on: who, &state, &context)
    case .socketPush(_, let payload): receive(bySocket: payload, on: who, &state, &context)
    case .socket: hearSocketClosed(who, &state, &context)
    case .registerAnswer(_, let answer):
      if answer.path == .c2dm {
        hearC2DM(answer, isForged: false, on: who, &state, &context)
      } else {
        hearRegistration(answer, on: who, &state, &context)
      }
    case .unregisterAnswer(_, let status): hearUnregister(status, on: who, &state, &context)
    case .topicAnswer(_, let topic, let status):
      hearTopic(topic, status, on: who, &state, &context)
    default: break
    }
  }

  /// A request could not leave, or no answer came in time.
  func failed(
    _ packet: PacketID, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let nothing = APIAnswer(0)
    switch context.body(of: packet) {
    case .upload(let upload): hearUpload(upload.version, nothing, on: who, &state, &context)
    case .erase: hearErase(nothing, on: who, &state, &context)
    case .events(let batch): hearEvents(batch.number, nothing, on: who, &state, &context)
    case .sync(_, let session, let cursor, let purpose):
      hearSync(
        SyncAnswer(
          install: who, user: session.user, after: cursor, through: .none, answer: nothing,
          purpose: purpose), on: who, &state, &context)
    case .register: failRegistration(who, &state, &context)
    case .unregister: hearUnregister(0, on: who, &state, &context)
    case .topic(_, _, let topic, _): hearTopic(topic, 0, on: who, &state, &context)
    default: break
    }
  }

  /// The system runs a job.
  @inline(__always)
  func run(
    _ kind: JobKind, _ around: AppSurroundings, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    meet(around, on: who, &state, &context)
    switch kind {
    case .upload: runUpload(who, &state, &context)
    case .events: runEvents(who, &state, &context)
    case .sync:
      state.rows[who].flags.insert(.runsSyncJob)
      if !sync(.periodic, on: who, &state, &context) {
        endSyncJob(again: false, who, &state, &context)
      }
    case .registration:
      register(who, isExplicit: false, &state, &context)
      call(.jobEnded(.registration, retryAfter: nil), on: who, &context)
    case .handler: beginLaterWork(who, &state, &context)
    case .topics:
      sendTopic(who, &state, &context)
      call(.jobEnded(.topics, retryAfter: nil), on: who, &context)
    }
  }
}
