import PushDomain
import Rulebook
import SimKernel

/// How a notification comes: with its sound, or by which rule without one.
struct Alert {
  /// The rule that keeps it silent; none where it rings.
  var silencedBy = RuleKey.none
  /// The record that made it so.
  var because = RecordID.none
  /// How far the cooldown of its app has gone with it.
  var cooldown = Cooldown.loud
}

/// How far the system has lowered the sound of an app that notifies in a burst.
enum Cooldown: UInt8, BitwiseCopyable {
  case loud, lowered, muted
}

extension AndroidOS {
  /// How a notification comes that takes the place of another one, or joins those in the tray.
  func alert(
    of notification: AppNotification, in channel: NameID, _ importance: ChannelImportance,
    joins: Bool, _ install: InstallID, _ state: borrowing AndroidState, at now: SimTime
  ) -> Alert {
    // Which channel it is matters where it is quiet, or nobody asked for it.
    if importance.rawValue <= ChannelImportance.low.rawValue {
      return Alert(
        silencedBy: rules.channels.lowBar.key, because: state.channelRecord(channel, of: install))
    }
    var alert = Alert()
    if channel == .fallbackChannel { alert.because = state.channelRecord(channel, of: install) }
    if joins { groupSilently(notification, &alert, install, state) }
    if rules.tray.cooldown.answer == .silent { coolDown(&alert, install, state, at: now) }
    return alert
  }

  /// What the system groups as it comes is marked silent before it could ring.
  ///
  /// What the app has grouped is left alone for a moment, so that a summary can follow.
  private func groupSilently(
    _ notification: AppNotification, _ alert: inout Alert, _ install: InstallID,
    _ state: borrowing AndroidState
  ) {
    guard Int64(state[state[install].device].api) >= rules.tray.autoGroup16.value,
      rules.tray.autoGroupAlert.answer == .silent, notification.author != .summary,
      notification.payload.group.isNone
    else { return }
    let (count, newest) = loose(in: .main, on: install, state)
    guard newest != .max, count + 1 >= rules.tray.autoGroup13.count else { return }
    alert.silencedBy = rules.tray.autoGroupAlert.key
    alert.because = state.tray[newest].shownBy
  }

  /// The second of a burst sounds lower, and what follows at once is muted.
  private func coolDown(
    _ alert: inout Alert, _ install: InstallID, _ state: borrowing AndroidState, at now: SimTime
  ) {
    guard Int64(state[state[install].device].api) >= rules.tray.cooldownFrom.value,
      alert.silencedBy == .none, let last = newestAlert(of: install, state)
    else { return }
    let row = state.tray[last]
    let age = SimDuration.seconds(Int64(now.rowSeconds) - Int64(row.postedAt))
    switch row.cooldown {
    case .loud: alert.cooldown = age < rules.tray.cooldownLowers.duration ? .lowered : .loud
    case .lowered:
      alert.cooldown =
        age < rules.tray.cooldownMutes.duration
        ? .muted : age > rules.tray.cooldownLowers.duration ? .loud : .lowered
    case .muted: alert.cooldown = age > rules.tray.cooldownMutes.duration ? .lowered : .muted
    }
    guard alert.cooldown == .muted else { return }
    alert.silencedBy = rules.tray.cooldown.key
    alert.because = row.shownBy
  }

  /// The newest entry of an app in the section that alerts; a tap or a dismissal took it away.
  private func newestAlert(of install: InstallID, _ state: borrowing AndroidState) -> UInt32? {
    var handle = state[install].tray
    while handle != .max {
      let row = state.tray[handle]
      if !row.isQuiet, row.author != .summary { return handle }
      handle = row.next
    }
    return nil
  }
}
