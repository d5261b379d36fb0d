package import PushDomain
import Rulebook
import SimKernel

extension AndroidState {
  /// The channel of an install under a name, deleted or not.
  @inline(__always)
  func channelHandle(_ name: NameID, of install: InstallID) -> UInt32? {
    var handle = self[install].channels
    while handle != .max {
      if channels[handle].name == name { return handle }
      handle = channels[handle].next
    }
    return nil
  }

  /// Forgets every channel of an install.
  mutating func freeChannels(of install: InstallID) {
    var handle = self[install].channels
    while handle != .max {
      if channels[handle].isDeleted { _ = endDeletion(of: handle) }
      handle = channels.remove(handle).next
    }
    self[install].channels = .max
  }

  /// Forgets that a channel was deleted, and says when it was.
  mutating func endDeletion(of channel: UInt32) -> SimTime {
    guard let place = deletions.firstIndex(where: { $0.channel == channel }) else {
      preconditionFailure("only a deleted channel comes back")
    }
    return deletions.remove(at: place).at
  }

  /// The record that made a channel what it is; none where there is no such channel.
  func channelRecord(_ name: NameID, of install: InstallID) -> RecordID {
    channelHandle(name, of: install).map { channels[$0].setBy } ?? .none
  }

  /// How important a channel is now; nothing where it does not exist.
  @inline(__always)
  package func importance(of name: NameID, on install: InstallID) -> ChannelImportance? {
    guard let handle = channelHandle(name, of: install), !channels[handle].isDeleted else {
      return nil
    }
    return channels[handle].importance
  }
}

extension AndroidOS {
  /// Channels exist where both the system and the app know them.
  @inline(__always)
  func usesChannels(_ install: InstallID, _ state: borrowing AndroidState) -> Bool {
    let least = rules.channels.required.value
    return Int64(state[state[install].slot].target) >= least
      && Int64(state[state[install].device].api) >= least
  }

  func hasChannel(_ row: PackageRow, _ state: borrowing AndroidState) -> Bool {
    var handle = row.channels
    while handle != .max {
      if !state.channels[handle].isDeleted { return true }
      handle = state.channels[handle].next
    }
    return false
  }

  /// Code creates a channel: an existing one may only become less important, while untouched.
  @inline(never)
  func createChannel(
    _ name: NameID, _ importance: ChannelImportance, _ install: InstallID,
    _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard usesChannels(install, state) else { return }
    if let handle = state.channelHandle(name, of: install) {
      recreate(handle, importance, install, &state, &context)
    } else {
      addChannel(name, importance, install, &state, &context)
    }
    askAsSystemIfDue(install, &state, &context)
  }

  private func addChannel(
    _ name: NameID, _ importance: ChannelImportance, _ install: InstallID,
    _ state: inout AndroidState, _ context: inout StepContext
  ) {
    var count: Int64 = 0
    var handle = state[install].channels
    while handle != .max {
      count += 1
      handle = state.channels[handle].next
    }
    guard count < rules.channels.limit.value else { return }
    let record = noteChannel(name, importance, install, &context)
    var row = ChannelRow(
      name: name, setBy: record, importance: importance, original: importance)
    row.next = state[install].channels
    state[install].channels = state.channels.insert(row)
  }

  private func recreate(
    _ handle: UInt32, _ importance: ChannelImportance, _ install: InstallID,
    _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let row = state.channels[handle]
    if row.isDeleted {
      let age =
        Int64(context.now.rowSeconds) - Int64(state.endDeletion(of: handle).rowSeconds)
      state.channels[handle].isDeleted = false
      if age >= rules.channels.retain.duration.wholeSeconds {
        state.channels[handle].importance = importance
        state.channels[handle].original = importance
        state.channels[handle].isTouched = false
      }
      state.channels[handle].setBy = noteChannel(
        row.name, state.channels[handle].importance, install, &context)
    } else if !row.isTouched, importance.rawValue < row.importance.rawValue {
      state.channels[handle].importance = importance
      state.channels[handle].setBy = noteChannel(row.name, importance, install, &context)
    }
  }

  /// Code deletes a channel; its settings are remembered for a while.
  @inline(never)
  func deleteChannel(
    _ name: NameID, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard let handle = state.channelHandle(name, of: install),
      !state.channels[handle].isDeleted
    else { return }
    state.channels[handle].isDeleted = true
    state.deletions.append(ChannelDeletion(channel: handle, at: context.now))
    state.channels[handle].setBy = noteChannel(name, .none, install, &context)
    clearTray(of: install, channel: name, .cancelled, &state, &context)
  }

  /// The person sets a channel, which from then on belongs to the person.
  func setChannel(
    _ name: NameID, _ setting: ChannelSetting, _ install: InstallID,
    _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard let handle = state.channelHandle(name, of: install),
      !state.channels[handle].isDeleted
    else { return context.storyMistake(.notSupportedHere, install: install) }
    let importance: ChannelImportance =
      switch setting {
      case .on: state.channels[handle].original
      case .off: .none
      case .low: .low
      case .high: .high
      }
    state.channels[handle].importance = importance
    state.channels[handle].isTouched = true
    state.channels[handle].setBy = noteChannel(name, importance, install, &context)
    if importance == .none {
      clearTray(of: install, channel: name, .channelBlocked, &state, &context)
    }
  }

  private func noteChannel(
    _ name: NameID, _ importance: ChannelImportance, _ install: InstallID,
    _ context: inout StepContext
  ) -> RecordID {
    context.note(
      .channelChanged, install: install, operand: name.rawValue, detail: importance.rawValue)
  }
}
