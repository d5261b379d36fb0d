import PushDomain
import Rulebook
import SimKernel

/// `handleMessage`: filters, work, display.
extension PushClient {
  /// What the SDK does with a message that was handed to it.
  func dispatch(
    _ payload: PushPayload, copy: CopyID, isLocked: Bool, on who: InstallID,
    _ state: inout ClientState, _ context: inout StepContext
  ) {
    guard !isLocked else {
      dispatchLocked(payload, copy: copy, on: who, &state, &context)
      return
    }
    if design.has(.refreshOnReceive) {
      refresh(
        ifOlderThan: rules.client.receiveRefreshAge.duration, on: who, &state, &context)
    }
    if let rule = ruleAgainst(payload, on: who, state, at: context.now) {
      context.note(
        .dropped, message: payload.message, copy: copy, install: who, user: payload.user,
        operand: rule.rawValue)
      finish(copy, displayed: false, on: who, &context)
      return
    }
    if let defence = defenceAgainst(payload, on: who, &state) {
      ignore(payload, copy: copy, by: defence, on: who, state, &context)
      return
    }
    if payload.flags.contains(.retraction) {
      retract(payload, copy: copy, on: who, &state, &context)
      return
    }
    queueEvent(.delivered, payload, on: who, &state, &context)
    // The defence has looked for it.
    enterUnseen(payload.message, on: who, &state)
    work(on: payload, copy: copy, isLocked: false, on: who, &state, &context)
  }

  /// What the SDK does before the first unlock, when it knows no user, no topic and no id.
  @inline(never)
  private func dispatchLocked(
    _ payload: PushPayload, copy: CopyID, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    guard rules.client.lockedHandler.answer != .crashes else {
      return call(.readLockedStorage, on: who, &context)
    }
    if rules.client.lockedHandler.answer == .asFreshInstall,
      let defence = defenceWithoutRecord(against: payload)
    {
      ignore(payload, copy: copy, by: defence, on: who, state, &context)
    } else if payload.flags.contains(.retraction) {
      call(.cancel(payload.refersTo), on: who, &context)
      context.note(
        .handled, message: payload.message, copy: copy, install: who, user: payload.user)
      finish(copy, displayed: false, on: who, &context)
    } else {
      work(on: payload, copy: copy, isLocked: true, on: who, &state, &context)
    }
  }

  /// The defence that refuses a message where nobody is logged in, if the design has one.
  private func defenceWithoutRecord(against payload: PushPayload) -> Defence? {
    if design.has(.clientUserFilter), !payload.user.isNone { return .clientUserFilter }
    if design.has(.clientTopicFilter), !payload.topic.isNone { return .clientTopicFilter }
    return payload.flags.contains(.hint) ? .hintPayload : nil
  }

  /// The rule by which the SDK or host can make nothing of a message.
  @inline(__always)
  private func ruleAgainst(
    _ payload: PushPayload, on who: InstallID, _ state: borrowing ClientState, at now: SimTime
  ) -> RuleKey? {
    if payload.flags.contains(.renamedKeys), state.rows[who].sdk < 2 {
      return rules.client.renamedKeys.key
    }
    let slot = state.rows[who].slot
    let limit = state[hostOf: slot].maxAge
    guard limit > .zero else { return nil }
    let clock = now + .seconds(Int64(state[hostOf: slot].clockOffsetSeconds))
    return clock - payload.sentAt > limit ? rules.client.maxAge.key : nil
  }

  /// The defence that refuses a message, if the design has one that does.
  @inline(__always)
  private func defenceAgainst(
    _ payload: PushPayload, on who: InstallID, _ state: inout ClientState
  ) -> Defence? {
    if design.has(.clientUserFilter), !payload.user.isNone,
      !isCurrent(payload.user, on: who, &state)
    {
      return .clientUserFilter
    }
    if design.has(.clientTopicFilter), !payload.topic.isNone,
      !state.topics(of: who).contains(TopicSet(payload.topic))
    {
      return .clientTopicFilter
    }
    // A hint names no content: without anybody logged in there is nothing to fetch.
    if payload.flags.contains(.hint), state.rows[who].session.isNone { return .hintPayload }
    // A removal bears the id of what it removes.
    if design.has(.seenTable), !payload.flags.contains(.retraction),
      hasSeen(payload.message, on: who, state)
    {
      return .seenTable
    }
    return nil
  }

  /// Writes down that a defence refused a message, and because of whose login or logout.
  func ignore(
    _ payload: PushPayload, copy: CopyID, by defence: Defence, on who: InstallID,
    _ state: borrowing ClientState, _ context: inout StepContext
  ) {
    let isAboutUser = defence != .seenTable && defence != .clientTopicFilter
    context.note(
      .ignored, message: payload.message, copy: copy, install: who, user: payload.user,
      operand: UInt32(defence.rawValue),
      because: isAboutUser ? state.rows[who].signedBy : state.rows[who].queuedBy)
    finish(copy, displayed: false, on: who, &context)
  }

  /// A later message takes an earlier one back.
  private func retract(
    _ payload: PushPayload, copy: CopyID, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    call(.cancel(payload.refersTo), on: who, &context)
    removeFromInbox(payload.refersTo, on: who, &state, &context)
    // What it takes back may still be on its way, or waits to be shown.
    insertSeen(payload.refersTo, on: who, &state)
    state.takeBack(payload.refersTo, on: who)
    context.note(
      .handled, message: payload.message, copy: copy, install: who, user: payload.user)
    finish(copy, displayed: false, on: who, &context)
  }

  /// Tells the system that the handler of a copy is done.
  func finish(
    _ copy: CopyID, displayed: Bool, on who: InstallID, _ context: inout StepContext
  ) {
    guard !copy.isNone else { return }
    call(.handled(copy, displayed: displayed), on: who, &context)
  }

  // MARK: Work before the display

  /// A message as work, with the record as it stands now.
  @inline(__always)
  func workCell(
    _ payload: PushPayload, copy: CopyID, on who: InstallID, _ state: borrowing ClientState
  ) -> WorkCell {
    let record = state.rows[who].record
    return WorkCell(
      payload: payload, copy: copy, user: record.user, version: record.localVersion,
      topics: state.topics(of: who))
  }

  /// Fetches, waits, or shows at once, as the message and the host want it.
  @inline(__always)
  private func work(
    on payload: PushPayload, copy: CopyID, isLocked: Bool, on who: InstallID,
    _ state: inout ClientState, _ context: inout StepContext
  ) {
    var cell = workCell(payload, copy: copy, on: who, state)
    cell.isLocked = isLocked
    let slot = state.rows[who].slot
    let isLight =
      state[hostOf: slot].isLight && payload.flags.isDisjoint(with: [.hint, .image])
      && !isWorkerBusy(who, state)
    guard isLight else { return workLong(on: cell, on: who, &state, &context) }
    display(cell, on: who, &state, &context)
  }

  /// Works on a message that cannot be shown at once.
  @inline(never)
  private func workLong(
    on cell: WorkCell, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let host = state[hostOf: state.rows[who].slot]
    guard !cell.payload.flags.contains(.hint) else {
      return awaitContent(cell, on: who, &state, &context)
    }
    guard host.works == .itself else {
      handOff(cell, host, on: who, &state, &context)
      return
    }
    let time = workTime(of: cell, on: who, state)
    if host.startsService { call(.startForegroundService, on: who, &context) }
    guard time > .zero || host.startsService || isWorkerBusy(who, state) else {
      display(cell, on: who, &state, &context)
      return
    }
    // One worker thread: the next message waits for this one.
    beginWork(cell, on: who, &state, &context)
  }

  /// A hint waits for its content.
  private func awaitContent(
    _ cell: WorkCell, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let side = state.side(of: who)
    let isFirst = state.sides[side].hints == .max
    state.work.append(cell, to: &state.sides[side].hints)
    guard isFirst else { return }
    guard !cell.isLocked, sync(.hint, on: who, &state, &context) else {
      settleHints(who, isAnswered: false, &state, &context)
      return
    }
    // The handler has to show something while it lives, whatever the network does.
    let due = context.now + rules.client.hintDeadline.duration
    state.sides[side].hintsDue = due
    context.arm(
      Timer(
        .clientTimeout, index: who.rawValue, generation: state.rows[who].generation, at: due))
  }

  func armHandler(
    _ cell: WorkCell, on who: InstallID, _ state: borrowing ClientState,
    _ context: inout StepContext
  ) {
    let time = max(workTime(of: cell, on: who, state), .milliseconds(1))
    // The system ends a handler in the background just after its budget.
    let isLimited = overruns(time) && !state.rows[who].flags.contains(.isForeground)
    context.arm(
      Timer(
        .clientHandler, index: who.rawValue, generation: state.rows[who].generation,
        at: context.now + (isLimited ? rules.handling.budget.duration + .milliseconds(1) : time)))
  }

  /// Whether work needs longer than a handler in the background has.
  private func overruns(_ time: SimDuration) -> Bool {
    time > rules.handling.budget.duration && rules.handling.afterBudget.answer == .killed
  }

  /// The handler has finished its work on the oldest message.
  func finishHandler(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    let side = state.rows[who].side
    guard side != .max, let cell = state.work.removeFirst(of: &state.sides[side].work) else {
      return
    }
    context.cause = cell.handed
    let host = state[hostOf: state.rows[who].slot]
    if host.works == .itself, !state.rows[who].flags.contains(.isForeground),
      overruns(workTime(of: cell, on: who, state))
    {
      // It did not get as far as saving or showing anything: the system ends the process here.
      finish(cell.copy, displayed: false, on: who, &context)
      return
    }
    workOnNext(who, &state, &context)
    if cell.isLibrarys {
      post(cell.payload, copy: cell.copy, by: .library, isLast: true, on: who, &state, &context)
    } else {
      complete(cell, host, on: who, &state, &context)
    }
    state.tidySide(of: who)
  }

  /// What a handler does when its work is over, wherever it did it.
  func complete(
    _ cell: WorkCell, _ host: HostChoices, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    writeBack(cell, on: who, &state)
    if host.fetches, !state.rows[who].flags.contains(.hasNetwork) {
      context.note(
        .notShown, message: cell.payload.message, copy: cell.copy, install: who,
        user: cell.payload.user, operand: rules.client.fetchTime.key.rawValue)
      finish(cell.copy, displayed: false, on: who, &context)
    } else {
      display(cell, on: who, &state, &context)
    }
  }

  /// With several writers and no lock the handler writes the record back as it had read it.
  private func writeBack(_ cell: WorkCell, on who: InstallID, _ state: inout ClientState) {
    guard !cell.isLocked, !design.has(.singleWriterLock),
      rules.client.recordWriters.answer == .several
    else { return }
    state.rows[who].record.user = cell.user
    state.setTopics(of: who, cell.topics)
    state.rows[who].record.localVersion = cell.version
    state.rows[who].record.uploadedVersion = min(
      state.rows[who].record.uploadedVersion, cell.version)
  }

  // MARK: Display

  /// Shows a message, if it is still for whoever is logged in at this moment.
  func display(
    _ cell: WorkCell, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let payload = cell.payload
    guard !cell.isTakenBack else {
      return handleQuietly(payload, copy: cell.copy, on: who, &context)
    }
    if design.has(.filterAtDisplay), !cell.isLocked, !payload.user.isNone,
      !isCurrent(payload.user, on: who, &state)
    {
      ignore(payload, copy: cell.copy, by: .filterAtDisplay, on: who, state, &context)
      return
    }
    if !cell.isLocked, !payload.user.isNone, !payload.flags.contains(.hint) || cell.hasContent {
      store(payload, on: who, &state, &context)
    }
    // What its person has read on another device is listed and not announced.
    guard payload.flags.isDisjoint(with: [.silent, .read]) else {
      return handleQuietly(payload, copy: cell.copy, on: who, &context)
    }
    post(payload, copy: cell.copy, by: .sdk, isLast: true, on: who, &state, &context)
  }

  /// Code is done with a message that it does not show.
  func handleQuietly(
    _ payload: PushPayload, copy: CopyID, on who: InstallID, _ context: inout StepContext
  ) {
    context.note(
      .handled, message: payload.message, copy: copy, install: who, user: payload.user)
    finish(copy, displayed: false, on: who, &context)
  }

  /// Posts a notification; with the last one the handler of a copy is done.
  func post(
    _ payload: PushPayload, copy: CopyID, by author: AppNotification.Author, isLast: Bool = false,
    on who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    let fallback = author == .library ? NameID.fallbackChannel : .messagesChannel
    if author == .sdk, payload.channel.isNone, !design.has(.channelsAtStart) {
      // The channel is made in the handler, which for old targets means a prompt and a loss.
      call(.createChannel(.messagesChannel, .high), on: who, &context)
    }
    var notification = AppNotification(
      payload: payload, copy: copy, channel: payload.channel.isNone ? fallback : payload.channel,
      author: author)
    notification.endsHandling = isLast && !copy.isNone
    notification.tapPath = state[hostOf: state.rows[who].slot].tapPath
    // The library counts its request codes up.
    if author != .library, !design.has(.ownTapIntent) { notification.tapIntent = sharedTapIntent }
    if author != .library, payload.tag.isNone {
      notification.payload.tag = name(ofNextOn: state.rows[who].slot, &state)
    }
    call(.post(context.notifications.lend(notification)), on: who, &context)
  }

  /// What the one intent of all notifications becomes with a new one.
  private var sharedTapIntent: TapIntent {
    switch rules.client.tapIntent.answer {
    case .updated: .updated
    case .kept: .kept
    case .cancelled: .cancelled
    }
  }

  /// What the app's code calls its next notification; no name where each has one of its own.
  private func name(ofNextOn slot: SlotID, _ state: inout ClientState) -> NameID {
    switch state[hostOf: slot].notificationIDs {
    case .own: return .none
    case .one: return .numbered(0)
    case .counted:
      state.changeHost(of: slot) { $0.numbered &+= 1 }
      return .numbered(state[hostOf: slot].numbered)
    }
  }
}
