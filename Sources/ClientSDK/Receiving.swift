import PushDomain
import Rulebook
import SimKernel

/// From the library's hands to the SDK's filters.
extension PushClient {
  /// A copy reached the app's process, perhaps before the first unlock.
  @inline(__always)
  func receive(
    _ loan: Loan<Delivery>, _ around: AppSurroundings, on who: InstallID,
    _ state: inout ClientState, _ context: inout StepContext
  ) {
    meet(around, on: who, &state, &context)
    let host = state[hostOf: state.rows[who].slot]
    if host.works == .thread { state.sides[state.side(of: who)].api = around.api }
    let delivery = context.deliveries[loan]
    guard !host.hasOnlyReceiver else {
      note(.receiver, of: delivery, on: who, &context)
      dispatch(
        delivery.payload, copy: delivery.copy, isLocked: !around.isUnlocked, on: who, &state,
        &context)
      return
    }
    guard isNew(delivery.copy, on: who, &state) else {
      call(.handled(delivery.copy, displayed: false), on: who, &context)
      return
    }
    if delivery.payload.kind != .data, !state.rows[who].flags.contains(.isForeground) {
      note(.library, of: delivery, on: who, &context)
      drawByLibrary(delivery, on: who, host, &state, &context)
    } else {
      note(.callback, of: delivery, on: who, &context)
      callHost(delivery, isLocked: !around.isUnlocked, on: who, host, &state, &context)
    }
  }

  /// Writes down who got a copy; what follows in this step is caused by it.
  private func note(
    _ handOver: HandOver, of delivery: Delivery, on who: InstallID, _ context: inout StepContext
  ) {
    context.cause = context.note(
      .handed, message: delivery.payload.message, copy: delivery.copy, install: who,
      user: delivery.payload.user, detail: handOver.rawValue)
  }

  /// Whether the library sees a copy for the first time in this process; it remembers it before
  /// anything else happens.
  private func isNew(_ copy: CopyID, on who: InstallID, _ state: inout ClientState) -> Bool {
    let limit = rules.store.dedupSize.count
    guard limit > 0 else { return true }
    let side = state.side(of: who)
    if state.ids.find(copy.rawValue, in: state.sides[side].recent) != .max { return false }
    state.ids.remember(
      IDCell(id: copy.rawValue), in: &state.sides[side].recent, atMost: limit)
    return true
  }

  /// The library posts a notification message by itself; no code of the app runs.
  private func drawByLibrary(
    _ delivery: Delivery, on who: InstallID, _ host: HostChoices,
    _ state: inout ClientState, _ context: inout StepContext
  ) {
    let payload = delivery.payload
    let isVisible = !payload.flags.contains(.silent) && !payload.flags.contains(.retraction)
    if isVisible, payload.flags.contains(.image) || isWorkerBusy(who, state) {
      // A receiver of the host's own does not wait for the library's worker.
      if host.drawing == .receiver {
        postAnew(payload, copy: delivery.copy, on: who, &state, &context)
      }
      return drawInTurn(payload, copy: delivery.copy, on: who, &state, &context)
    }
    if isVisible {
      let channel = payload.channel.isNone ? NameID.fallbackChannel : payload.channel
      var notification = AppNotification(
        payload: payload, copy: delivery.copy, channel: channel, author: .library)
      notification.tapPath = host.tapPath
      notification.endsHandling = host.drawing != .receiver
      call(.post(context.notifications.lend(notification)), on: who, &context)
      guard host.drawing == .receiver else { return }
      // A receiver of the host's own sees the same broadcast and draws a second time.
      postAnew(payload, copy: delivery.copy, on: who, &state, &context)
    } else {
      context.note(
        .handled, message: payload.message, copy: delivery.copy, install: who,
        user: payload.user)
    }
    call(.handled(delivery.copy, displayed: isVisible), on: who, &context)
  }

  /// Code that is not ours draws a message of ours: by a name of its own, which replaces nothing
  /// that we have drawn.
  private func postAnew(
    _ payload: PushPayload, copy: CopyID, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    var payload = payload
    payload.tag = .none
    post(payload, copy: copy, by: .host, on: who, &state, &context)
  }

  /// The callback of the one messaging service that the system chose.
  @inline(__always)
  private func callHost(
    _ delivery: Delivery, isLocked: Bool, on who: InstallID, _ host: HostChoices,
    _ state: inout ClientState, _ context: inout StepContext
  ) {
    let payload = delivery.payload
    // A hint has no content that a log could give away.
    if host.logsPayloads, !payload.flags.contains(.hint) {
      context.note(
        .payloadLogged, message: payload.message, copy: delivery.copy, install: who,
        user: payload.user)
    }
    if host.drawing != .off {
      postAnew(payload, copy: delivery.copy, on: who, &state, &context)
    }
    let shipsService = !design.has(.hostForwardsByPrefix)
    if host.secondSDK == .ownService, shipsService || !host.forwards,
      rules.client.serviceWinner.answer == .theirs
    {
      drop(delivery, by: rules.handling.oneService.key, on: who, &context)
      return
    }
    guard host.forwards || shipsService else {
      drop(delivery, by: rules.client.hostForgets.key, on: who, &context)
      return
    }
    if payload.flags.contains(.foreignPrefix), design.has(.hostForwardsByPrefix) {
      handToOther(delivery, on: who, host, &state, &context)
      return
    }
    dispatch(payload, copy: delivery.copy, isLocked: isLocked, on: who, &state, &context)
  }

  /// The SDK says that a message is not its own; the host asks the next library.
  private func handToOther(
    _ delivery: Delivery, on who: InstallID, _ host: HostChoices,
    _ state: inout ClientState, _ context: inout StepContext
  ) {
    guard host.secondSDK != .absent else {
      drop(delivery, by: rules.client.otherSDK.key, on: who, &context)
      return
    }
    post(delivery.payload, copy: delivery.copy, by: .host, on: who, &state, &context)
    call(.handled(delivery.copy, displayed: true), on: who, &context)
  }

  /// A rule ends a copy inside the app.
  private func drop(
    _ delivery: Delivery, by rule: RuleKey, on who: InstallID, _ context: inout StepContext
  ) {
    context.note(
      .dropped, message: delivery.payload.message, copy: delivery.copy, install: who,
      user: delivery.payload.user, operand: rule.rawValue)
    call(.handled(delivery.copy, displayed: false), on: who, &context)
  }

  /// A push that no provider sent reached the receiver.
  func receive(
    forged payload: PushPayload, isLocked: Bool, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    context.cause = context.note(
      .handed, message: payload.message, install: who, user: payload.user,
      detail: HandOver.receiver.rawValue)
    let host = state[hostOf: state.rows[who].slot]
    let isDrawn = payload.kind != .data && !state.rows[who].flags.contains(.isForeground)
    if isDrawn, !host.hasOnlyReceiver {
      post(payload, copy: .none, by: .library, on: who, &state, &context)
    } else {
      dispatch(payload, copy: .none, isLocked: isLocked, on: who, &state, &context)
    }
  }

  /// The client is told that FCM deleted messages.
  func hearDeleted(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    guard state[hostOf: state.rows[who].slot].forwards || !design.has(.hostForwardsByPrefix)
    else { return }
    let side = state.side(of: who)
    state.sides[side].deletedTold = min(state.sides[side].deletedTold + 1, 200)
    context.cause = context.note(.deletedTold, install: who)
    sync(.deletedMessages, on: who, &state, &context)
  }
}
