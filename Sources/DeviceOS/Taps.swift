import PushDomain
import Rulebook
import SimKernel

extension AndroidOS {
  /// A person taps the notification of a message.
  func tap(
    _ message: MessageID, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard let handle = entry(of: message, install, state, &context) else { return }
    pickUp(state[install].device, &state, &context)
    let row = state.tray[handle]
    let extras = extras(of: row, install, state)
    if leadsNowhere(row) {
      return failTap(row, install, rules.handling.tapTarget.key, &context)
    }
    grantPass(install, rules.doze.allowlistAction.duration, &state, at: context.now)
    if !row.payload.flags.contains(.sticky) {
      removeEntry(handle, of: install, .tapped, &state, &context)
    }
    guard let extras else { return failTap(row, install, rules.tray.tapIntent.key, &context) }
    if row.author == .playServices, rules.priority.proxyTap.answer == .launcherOnly {
      failTap(row, install, rules.priority.proxyTap.key, &context)
      bringToFront(install, .user, &state, &context)
      return
    }
    if isTrampoline(row, install, state) {
      // The code behind the tap runs, but the screen it wants to open is blocked.
      startProcess(install, .tap, &state, &context)
      return failTap(row, install, rules.tray.trampoline.key, &context)
    }
    let cold = bringToFront(install, .tap, &state, &context)
    context.tell(
      .tapped(
        install, row.payload.message, context.payloads.lend(extras), cold: cold,
        surroundings(of: install, in: &state, at: context.now)))
    askAsSystemIfDue(install, &state, &context)
  }

  /// What a person can touch of a message; where there is nothing, the story asks what cannot be.
  private func entry(
    of message: MessageID, _ install: InstallID, _ state: borrowing AndroidState,
    _ context: inout StepContext
  ) -> UInt32? {
    guard canRun(install, state), let handle = state.trayHandle(of: message, on: install) else {
      context.storyMistake(.nothingToTap, install: install)
      return nil
    }
    return handle
  }

  // MARK: One intent for all

  /// Makes the intent of a notification where it is the same as that of the others.
  ///
  /// The system keeps it as long as a notification that stands in the tray holds it.
  func shareIntent(
    of notification: AppNotification, _ install: InstallID, _ state: inout AndroidState
  ) {
    let fresh = SharedIntent(
      install: install, extras: notification.payload, message: notification.payload.message)
    guard let place = state.sharedIntents.firstIndex(where: { $0.install == install }) else {
      state.sharedIntents.append(fresh)
      return
    }
    guard notification.tapIntent == .kept, holdsIntent(install, state) else {
      state.sharedIntents[place] = fresh
      return
    }
    state.sharedIntents[place].message = notification.payload.message
  }

  private func holdsIntent(_ install: InstallID, _ state: borrowing AndroidState) -> Bool {
    var handle = state[install].tray
    while handle != .max {
      if state.tray[handle].tapIntent != .own { return true }
      handle = state.tray[handle].next
    }
    return false
  }

  /// What the tap on a notification carries; nothing where its intent was cancelled.
  private func extras(
    of row: TrayRow, _ install: InstallID, _ state: borrowing AndroidState
  ) -> PushPayload? {
    guard row.tapIntent != .own,
      let place = state.sharedIntents.firstIndex(where: { $0.install == install })
    else { return row.payload }
    let shared = state.sharedIntents[place]
    guard row.tapIntent == .cancelled else { return shared.extras }
    return shared.message == row.payload.message ? row.payload : nil
  }

  /// A person taps the group that the system made: the app opens and hears of no message.
  func tapGroup(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let section = isBundled(.main, on: install, state) ? TraySection.main : .quiet
    guard canRun(install, state), isBundled(section, on: install, state) else {
      return context.storyMistake(.nothingToTap, install: install)
    }
    pickUp(state[install].device, &state, &context)
    grantPass(install, rules.doze.allowlistAction.duration, &state, at: context.now)
    if Int64(state[state[install].device].api) >= rules.tray.autoGroupCancel.value {
      removeBundle(section, install, &state, &context)
    }
    bringToFront(install, .tap, by: rules.tray.autoGroupTap.key, &state, &context)
    askAsSystemIfDue(install, &state, &context)
  }

  /// A group of the system leaves with its children, unless one of them outlives its own tap.
  private func removeBundle(
    _ section: TraySection, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    var children: [UInt32] = []
    var handle = state[install].tray
    while handle != .max {
      let row = state.tray[handle]
      if looseSection(of: row, on: install, state) == section {
        if row.payload.flags.contains(.sticky) { return }
        children.append(handle)
      }
      handle = row.next
    }
    for child in children { removeEntry(child, of: install, .groupTapped, &state, &context) }
  }

  /// The library drew it with an action that no activity answers.
  private func leadsNowhere(_ row: TrayRow) -> Bool {
    row.payload.flags.contains(.badClickAction)
      && (row.author == .library || row.author == .playServices)
  }

  private func isTrampoline(
    _ row: TrayRow, _ install: InstallID, _ state: borrowing AndroidState
  ) -> Bool {
    let slot = state[state[install].slot]
    let api = min(slot.target, state[state[install].device].api)
    guard Int64(api) >= rules.tray.trampoline.value else { return false }
    switch row.author {
    case .library, .playServices: return false
    case .sdk, .host, .summary: return slot.tapPath != .activity || row.tapPath != .activity
    }
  }

  private func failTap(
    _ row: TrayRow, _ install: InstallID, _ rule: RuleKey, _ context: inout StepContext
  ) {
    context.note(
      .tapFailed, message: row.payload.message, copy: row.copy, install: install,
      user: row.payload.user, operand: rule.rawValue, because: row.shownBy)
  }

  /// A person answers in the notification of a message: its code gets the text, and no screen opens.
  func reply(
    to message: MessageID, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard let handle = entry(of: message, install, state, &context) else { return }
    let row = state.tray[handle]
    guard row.author == .sdk else {
      return context.storyMistake(.noReplyButton, install: install)
    }
    pickUp(state[install].device, &state, &context)
    grantPass(install, rules.doze.allowlistAction.duration, &state, at: context.now)
    startProcess(install, .broadcast, &state, &context)
    context.tell(.replied(install, context.payloads.lend(row.payload)))
  }

  /// A person dismisses the notification of a message; a summary takes its group along.
  func dismiss(
    _ message: MessageID, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard let handle = entry(of: message, install, state, &context) else { return }
    let row = state.tray[handle]
    dismissEntry(handle, install, .dismissed, &state, &context)
    guard row.author == .summary else { return }
    var child = state[install].tray
    while child != .max {
      let next = state.tray[child].next
      if state.tray[child].payload.group == row.payload.group {
        dismissEntry(child, install, .summaryDismissed, &state, &context)
      }
      child = next
    }
  }

  func dismissAll(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard canRun(install, state), state[install].tray != .max else {
      return context.storyMistake(.nothingToTap, install: install)
    }
    var handle = state[install].tray
    while handle != .max {
      let next = state.tray[handle].next
      dismissEntry(handle, install, .dismissed, &state, &context)
      handle = next
    }
  }

  private func dismissEntry(
    _ handle: UInt32, _ install: InstallID, _ end: TrayEnd, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let row = state.tray[handle]
    removeEntry(handle, of: install, end, &state, &context)
    guard row.author != .summary else { return }
    grantPass(install, rules.doze.allowlistAction.duration, &state, at: context.now)
    startProcess(install, .broadcast, &state, &context)
    context.tell(.dismissed(install, context.payloads.lend(row.payload)))
  }
}
