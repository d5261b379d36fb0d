import PushDomain
import Rulebook
import SimKernel

extension AndroidOS {
  /// Code posts a notification: permission, channel, replacement, rate and room decide.
  ///
  /// Returns whether it stands in the tray now.
  @discardableResult
  func post(
    _ notification: AppNotification, by install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) -> Bool {
    let cause = context.cause
    defer { context.cause = cause }
    if notification.tapIntent != .own { shareIntent(of: notification, install, &state) }
    guard canNotify(install, in: state) else {
      refuse(
        notification, install, silencingRule(install, state),
        because: state[install].permissionBy, &context)
      return false
    }
    guard let channel = channel(for: notification, install, &state, &context) else {
      refuse(notification, install, rules.channels.required.key, &context)
      return false
    }
    let importance = state.importance(of: channel, on: install) ?? .normal
    guard importance != .none else {
      refuse(
        notification, install, rules.channels.blocked.key,
        because: state.channelRecord(channel, of: install), &context)
      return false
    }
    let old = replaced(by: notification, install, &state)
    let alert = alert(
      of: notification, in: channel, importance, joins: old == nil, install, state, at: context.now)
    if let old {
      guard allowsUpdate(of: install, &state, at: context.now) else {
        refuse(notification, install, rules.tray.updateRate.key, &context)
        return false
      }
      removeEntry(old, of: install, .replaced, &state, &context)
    } else if !hasRoom(install, &state) {
      let isTen = state[state[install].device].api == Self.android10
      refuse(notification, install, (isTen ? rules.tray.max10 : rules.tray.max).key, &context)
      return false
    }
    insert(notification, channel, importance, alert, install, &state, &context)
    return true
  }

  @inline(__always)
  private func insert(
    _ notification: AppNotification, _ channel: NameID, _ importance: ChannelImportance,
    _ alert: Alert, _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let payload = notification.payload
    let user = payload.flags.contains(.hint) ? UserID.none : payload.user
    let isSilent = alert.silencedBy != .none
    let record = context.note(
      isSilent ? .shownQuietly : .shown, message: payload.message, copy: notification.copy,
      install: install, user: user, operand: isSilent ? alert.silencedBy.rawValue : 1,
      detail: Surface.tray.rawValue, because: alert.because)
    var row = TrayRow(
      payload: payload, copy: notification.copy, channel: channel, shownBy: record,
      author: notification.author, tapPath: notification.tapPath,
      tapIntent: notification.tapIntent,
      isQuiet: importance.rawValue <= ChannelImportance.low.rawValue, cooldown: alert.cooldown,
      postedAt: context.now.rowSeconds)
    row.next = state[install].tray
    state[install].tray = state.tray.insert(row)
    state[install].trayCount &+= 1
    if let held = heldHandle(notification.copy, of: install, state) {
      state.held[held].wasShown = true
    }
    if state[state[install].device].isInUse {
      state.work[state.workHandle(of: install)].lastSeen = context.now.rowSeconds
    }
  }

  /// The rule that keeps an app silent.
  private func silencingRule(_ install: InstallID, _ state: borrowing AndroidState) -> RuleKey {
    Int64(state[state[install].device].api) >= rules.permission.newInstall.value
      ? rules.permission.offEffect.key : rules.channels.blocked.key
  }

  @inline(never)
  private func refuse(
    _ notification: AppNotification, _ install: InstallID, _ rule: RuleKey,
    because: RecordID = .none, _ context: inout StepContext
  ) {
    context.note(
      .notShown, message: notification.payload.message, copy: notification.copy, install: install,
      user: notification.payload.user, operand: rule.rawValue, because: because)
  }

  /// The channel that a notification goes to; the library falls back to one of its own.
  @inline(__always)
  private func channel(
    for notification: AppNotification, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) -> NameID? {
    guard usesChannels(install, state) else { return notification.channel }
    let asked = notification.channel.isNone ? notification.payload.channel : notification.channel
    if state.importance(of: asked, on: install) != nil { return asked }
    return channel(insteadOf: asked, for: notification, install, &state, &context)
  }

  /// The channel of a notification whose own does not exist.
  private func channel(
    insteadOf asked: NameID, for notification: AppNotification, _ install: InstallID,
    _ state: inout AndroidState, _ context: inout StepContext
  ) -> NameID? {
    let fallsBack = notification.author == .library || notification.author == .playServices
    if asked != .fallbackChannel, !asked.isNone {
      let payload = notification.payload
      context.cause = context.note(
        .channelMissing, message: payload.message, copy: notification.copy, install: install,
        user: payload.user, operand: asked.rawValue, detail: fallsBack ? 1 : 0)
    }
    guard fallsBack else { return nil }
    if state.importance(of: .fallbackChannel, on: install) == nil {
      createChannel(.fallbackChannel, .normal, install, &state, &context)
    }
    return .fallbackChannel
  }

  /// The entry that a notification takes the place of: an equal tag, or an update of its message.
  @inline(__always)
  private func replaced(
    by notification: AppNotification, _ install: InstallID, _ state: inout AndroidState
  ) -> UInt32? {
    let takesPlace =
      notification.author == .summary || notification.isUpdate || !notification.payload.tag.isNone
    return takesPlace ? namesake(of: notification, install, &state) : nil
  }

  private func namesake(
    of notification: AppNotification, _ install: InstallID, _ state: inout AndroidState
  ) -> UInt32? {
    let payload = notification.payload
    let isSummary = notification.author == .summary
    var handle = state[install].tray
    while handle != .max {
      let row = state.tray[handle]
      if isSummary {
        if row.author == .summary, row.payload.group == payload.group { return handle }
      } else if row.author != .summary {
        if !payload.tag.isNone {
          if row.payload.tag == payload.tag { return handle }
        } else if notification.isUpdate, row.payload.message == payload.message {
          return handle
        }
      }
      handle = row.next
    }
    return nil
  }

  /// Updates of shown notifications pass up to so many in a second.
  private func allowsUpdate(
    of install: InstallID, _ state: inout AndroidState, at now: SimTime
  ) -> Bool {
    let handle = state.workHandle(of: install)
    let moment = UInt32(truncatingIfNeeded: now.sinceStart.wholeMilliseconds)
    if state.work[handle].rateCount == 0 || moment &- state.work[handle].rateSince >= 1_000 {
      state.work[handle].rateSince = moment
      state.work[handle].rateCount = 0
    }
    guard Int64(state.work[handle].rateCount) < rules.tray.updateRate.value else { return false }
    state.work[handle].rateCount &+= 1
    return true
  }

  /// Takes one entry out of the list of its install.
  func removeEntry(
    _ handle: UInt32, of install: InstallID, _ end: TrayEnd, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let row = state.tray.take(handle, from: &state.packages[install.rawValue].tray)
    state[install].trayCount &-= 1
    context.note(
      .trayRemoved, message: row.payload.message, copy: row.copy, install: install,
      user: row.payload.user, operand: rule(of: end).rawValue, detail: end.rawValue,
      because: row.shownBy)
  }

  /// The rule by which something leaves the tray; none where a person or the code decided.
  private func rule(of end: TrayEnd) -> RuleKey {
    switch end {
    case .dismissed, .cancelled: .none
    case .tapped: rules.handling.showAutoCancel.key
    case .groupTapped: rules.tray.autoGroupCancel.key
    case .replaced: rules.handling.showID.key
    case .forceStopped: rules.tray.forceStop.key
    case .rebooted: rules.processes.rebootTray.key
    case .updated: rules.tray.update.key
    case .cleared, .uninstalled: rules.tray.uninstall.key
    case .profileStopped: rules.tray.userStop.key
    case .channelBlocked: rules.channels.blocked.key
    case .summaryDismissed: rules.tray.groupCancel.key
    }
  }

  /// Takes every entry of an install away, or those of one channel.
  @inline(never)
  func clearTray(
    of install: InstallID, channel: NameID? = nil, _ end: TrayEnd, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    var handle = state[install].tray
    while handle != .max {
      let next = state.tray[handle].next
      if channel == nil || state.tray[handle].channel == channel {
        removeEntry(handle, of: install, end, &state, &context)
      }
      handle = next
    }
  }

  /// Code takes the notifications of one message back, as far as it can name them.
  @inline(never)
  func cancel(
    _ message: MessageID, by install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    var handle = state[install].tray
    while handle != .max {
      let row = state.tray[handle]
      if row.payload.message == message {
        if isNamed(row) {
          removeEntry(handle, of: install, .cancelled, &state, &context)
        } else {
          context.note(
            .cancelFailed, message: message, copy: row.copy, install: install,
            user: row.payload.user, operand: rules.handling.showUnnamed.key.rawValue,
            because: row.shownBy)
        }
      }
      handle = row.next
    }
  }

  /// Whether code knows what a notification is called: it gave the name, or its server did.
  private func isNamed(_ row: TrayRow) -> Bool {
    switch row.author {
    case .sdk, .host, .summary: true
    case .library, .playServices: !row.payload.tag.isNone
    }
  }
}
