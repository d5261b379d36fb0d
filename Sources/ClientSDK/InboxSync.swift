import PushDomain
import Rulebook
import SimKernel

/// The inbox call, its cursor, its announcements, and the local inbox.
extension PushClient {
  /// Asks the server for what the inbox lacks; says whether a question left.
  @discardableResult
  func sync(
    _ purpose: SyncPurpose, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) -> Bool {
    guard design.has(.inboxSync) || purpose == .hint else { return false }
    let session = session(who, &state, at: context.now)
    let row = state.rows[who]
    guard !row.record.user.isNone, session.user == row.record.user else { return false }
    context.cause = context.note(
      .syncAsked, install: who, user: session.user, detail: purpose.rawValue)
    let body = Packet.Body.sync(
      install: who, session: session, cursor: state.memory(of: who).cursor, purpose: purpose)
    transmit(body, to: .server, on: who, &context)
    return true
  }

  /// One item of an answer.
  @inline(never)
  func receive(
    item loan: Loan<PushPayload>, of purpose: SyncPurpose, on who: InstallID,
    _ state: inout ClientState, _ context: inout StepContext
  ) {
    let payload = context.payloads[loan]
    // An answer that comes after its user left is as foreign as a push.
    if design.has(.clientUserFilter), !payload.user.isNone,
      !isCurrent(payload.user, on: who, &state)
    {
      return
    }
    fillHint(payload, on: who, &state, &context)
    guard !payload.flags.contains(.retraction) else { return }
    let isKnown = syncKnows(payload.message, on: who, state)
    let item = state.items.find(payload.message.rawValue, in: state.memory(of: who).inbox)
    if item != .max {
      state.items[item].isSynced = true
    } else {
      context.note(.synced, message: payload.message, install: who, user: payload.user)
      insert(payload, isSynced: true, on: who, &state, &context)
    }
    guard !isKnown else { return }
    rememberSynced(payload.message, on: who, &state)
    guard announces(purpose, on: who, state),
      payload.flags.isDisjoint(with: [.silent, .read])
    else { return }
    post(payload, copy: .none, by: .sdk, on: who, &state, &context)
  }

  /// Whether items that were not seen are announced.
  @inline(__always)
  private func announces(
    _ purpose: SyncPurpose, on who: InstallID, _ state: borrowing ClientState
  ) -> Bool {
    let flags = state.rows[who].flags
    // The first answer of a fresh install or login is the past.
    if design.has(.announceOnlySinceInstall), !flags.contains(.hasSynced) { return false }
    return switch rules.client.syncAnnounces.answer {
    case .unseen: true
    case .background: !flags.contains(.isForeground)
    case .never: false
    }
  }

  /// The answer as a whole, after its items.
  func hearSync(
    _ answer: SyncAnswer, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let status = answer.answer.status
    let isSuccess = status / 100 == 2
    if isSuccess, answer.user == state.rows[who].record.user {
      moveCursor(answer, on: who, &state, &context)
      // The next page belongs to the same question; what waits for the answer waits on.
      if answer.hasMore, sync(answer.purpose, on: who, &state, &context) { return }
    }
    if status == 404, design.has(.serverTellsUnknownInstall) {
      // The question comes again when the server knows the install.
      state.rows[who].flags.insert(.syncsAfterUpload)
      hearUnknown(who, &state, &context)
    }
    if answer.purpose == .hint { settleHints(who, isAnswered: isSuccess, &state, &context) }
    if state.rows[who].flags.contains(.runsSyncJob) {
      endSyncJob(again: !isSuccess && retries(answer.answer), who, &state, &context)
    } else if !isSuccess, retries(answer.answer) {
      // The retry rule holds for every call to the server.
      call(.enqueue(.sync, after: .zero, expedited: false), on: who, &context)
    }
    if isSuccess { showInbox(who, &state, &context) }
    if status == 401, answer.user == state.rows[who].session {
      hearSessionIsOver(of: state.rows[who].person, on: who, &state, &context)
    }
  }

  /// The cursor moves up; the answer to an older question does not move it back.
  private func moveCursor(
    _ answer: SyncAnswer, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    state.rows[who].flags.insert(.hasSynced)
    guard !answer.through.isNone, answer.after == state.memory(of: who).cursor else { return }
    state.memories[state.memoryHandle(of: who)].cursor = answer.through
  }

  /// Ends the sync job.
  func endSyncJob(
    again: Bool, _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    state.rows[who].flags.remove(.runsSyncJob)
    call(.jobEnded(.sync, retryAfter: again ? .zero : nil), on: who, &context)
  }

  // MARK: Hints

  /// Content for a hint that waits for it.
  @inline(__always)
  private func fillHint(
    _ payload: PushPayload, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let side = state.rows[who].side
    if side != .max, state.sides[side].hints != .max {
      fill(side, with: payload, on: who, &state, &context)
    }
  }

  private func fill(
    _ side: UInt32, with payload: PushPayload, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    var handle = state.sides[side].hints
    while handle != .max, state.work[handle].payload.message != payload.message {
      handle = state.work[handle].next
    }
    guard handle != .max else { return }
    var cell = state.work[handle]
    _ = state.work.removeAll(of: &state.sides[side].hints) {
      $0.payload.message == payload.message
    }
    cell.payload.user = payload.user
    // From here on it is content like any other: whoever sees it sees the user's text.
    cell.payload.flags.remove(.hint)
    if payload.flags.contains(.read) { cell.payload.flags.insert(.read) }
    cell.hasContent = true
    display(cell, on: who, &state, &context)
  }

  /// The fetch is over: a hint that the server has no content for is not for this user.
  ///
  /// Where the fetch failed it shows a neutral text, or nothing.
  func settleHints(
    _ who: InstallID, isAnswered: Bool, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let side = state.rows[who].side
    guard side != .max else { return }
    while let cell = state.work.removeFirst(of: &state.sides[side].hints) {
      var payload = cell.payload
      if cell.isTakenBack {
        handleQuietly(payload, copy: cell.copy, on: who, &context)
      } else if isAnswered {
        ignore(payload, copy: cell.copy, by: .hintPayload, on: who, state, &context)
      } else if rules.client.hintOffline.answer == .neutral {
        payload.user = .none
        post(payload, copy: cell.copy, by: .sdk, on: who, &state, &context)
        finish(cell.copy, displayed: true, on: who, &context)
      } else {
        context.note(
          .notShown, message: payload.message, copy: cell.copy, install: who,
          user: payload.user, operand: rules.client.hintOffline.key.rawValue)
        finish(cell.copy, displayed: false, on: who, &context)
      }
    }
    state.tidySide(of: who)
  }

  // MARK: The local inbox

  /// Saves the payload of a push.
  func store(
    _ payload: PushPayload, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let inbox = state.memory(of: who).inbox
    guard state.items.find(payload.message.rawValue, in: inbox) == .max else { return }
    insert(payload, isSynced: false, on: who, &state, &context)
  }

  private func insert(
    _ payload: PushPayload, isSynced: Bool, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let memory = state.memoryHandle(of: who)
    let newest = state.memories[memory].inbox
    let cell = InboxCell(
      message: payload.message, user: payload.user, isSynced: isSynced,
      // Data for the app's code has nothing that a person could look at.
      isSeen: payload.flags.contains(.silent),
      hidesUnseen: newest != .max
        && (!state.items[newest].isSeen || state.items[newest].hidesUnseen))
    state.items.remember(
      cell, in: &state.memories[memory].inbox, atMost: rules.client.inboxKept.count)
  }

  /// The person looks at the inbox: an app shows it to whoever is logged in.
  func showInbox(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    let row = state.rows[who]
    guard row.flags.contains(.isForeground), !row.person.isNone else { return }
    var handle = state.memory(of: who).inbox
    while handle != .max {
      let item = state.items[handle]
      if !item.isSeen {
        state.items[handle].isSeen = true
        context.note(
          .seenInApp, message: item.message, install: who, user: item.user,
          detail: Surface.inbox.rawValue)
      }
      state.items[handle].hidesUnseen = false
      guard item.hidesUnseen else { return }
      handle = item.next
    }
  }

  /// The person reads one message in the app.
  func read(
    _ message: MessageID, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let handle = state.items.find(message.rawValue, in: state.memory(of: who).inbox)
    guard handle != .max else {
      context.note(
        .storyMistake, message: message, install: who,
        detail: StoryMistake.notInInbox.rawValue)
      return
    }
    let user = state.items[handle].user
    if !state.items[handle].isSeen {
      state.items[handle].isSeen = true
      context.note(
        .seenInApp, message: message, install: who, user: user, detail: Surface.inbox.rawValue)
    }
    queueEvent(.read, message: message, user: user, on: who, &state, &context)
    call(.cancel(message), on: who, &context)
  }

  /// One message leaves the inbox.
  func removeFromInbox(
    _ message: MessageID, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    guard state.holds(message, inInboxOf: who) else { return }
    let memory = state.memoryHandle(of: who)
    state.items.forget(in: &state.memories[memory].inbox) { $0.message == message }
    context.note(.inboxRemoved, message: message, install: who)
  }

  /// The inbox and the saved payloads go.
  func clearInbox(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    let memory = state.rows[who].memory
    guard memory != 0 else { return }
    while let item = state.items.removeFirst(of: &state.memories[memory].inbox) {
      context.note(.inboxRemoved, message: item.message, install: who, user: item.user)
    }
  }
}
