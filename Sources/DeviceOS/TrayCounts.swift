package import PushDomain
import Rulebook
import SimKernel

/// What a person sees of one app in the tray.
package struct TrayCounts: BitwiseCopyable, Hashable, Sendable {
  /// Notifications with content, without summaries.
  package var entries = 0
  /// Bundles that they stand in.
  package var groups = 0
  /// Notifications that stand for a bundle, of the app's code or of the system: each has one.
  package var summaries: Int { groups }

  /// Counts nothing yet, or what a test expects.
  package init(entries: Int = 0, groups: Int = 0) {
    self.entries = entries
    self.groups = groups
  }
}

/// The parts of the tray in which the system bundles what the app did not.
enum TraySection: CaseIterable {
  /// Everything, and from Android 16 only what alerts.
  case main
  /// What comes without a sound, from Android 16.
  case quiet
}

extension AndroidOS {
  /// Counts the entries of an install and the bundles that the system makes of them.
  package func trayCounts(of install: InstallID, in state: borrowing AndroidState) -> TrayCounts {
    var counts = TrayCounts()
    // The notifications of a suspended app are hidden.
    guard !state[install].flags.contains(.suspended) else { return counts }
    var handle = state[install].tray
    while handle != .max {
      let row = state.tray[handle]
      if row.author != .summary {
        counts.entries += 1
        let isNewest = state.isNewest(handle, ofGroupOn: install)
        if isNewest, state.hasSummary(row.payload.group, on: install) { counts.groups += 1 }
      }
      handle = row.next
    }
    for section in TraySection.allCases where isBundled(section, on: install, state) {
      counts.groups += 1
    }
    return counts
  }

  /// Android 10 keeps fewer notifications than the releases around it.
  static let android10: UInt8 = 29

  /// Whether an app has a place left in the tray: each summary takes one too.
  @inline(__always)
  func hasRoom(_ install: InstallID, _ state: inout AndroidState) -> Bool {
    let isTen = state[state[install].device].api == Self.android10
    let most = isTen ? rules.tray.max10.count : rules.tray.max.count
    let rows = Int(state[install].trayCount)
    // A bundle has two children or more, but for each section's own: a tray with room needs no count.
    return rows + rows / 2 + TraySection.allCases.count < most
      || countPlaces(of: install, &state) < most
  }

  private func countPlaces(of install: InstallID, _ state: inout AndroidState) -> Int {
    let counts = trayCounts(of: install, in: state)
    return counts.entries + counts.summaries
  }

  /// Whether the system made a group of what is loose in a section.
  func isBundled(
    _ section: TraySection, on install: InstallID, _ state: borrowing AndroidState
  ) -> Bool {
    let isNew = state[state[install].device].api >= 33
    return loose(in: section, on: install, state).count
      >= (isNew ? rules.tray.autoGroup13.count : rules.tray.autoGroup12.count)
  }

  /// How many notifications of a section no group of the app holds, and the newest of them.
  func loose(
    in section: TraySection, on install: InstallID, _ state: borrowing AndroidState
  ) -> (count: Int, newest: UInt32) {
    var count = 0
    var newest = UInt32.max
    var handle = state[install].tray
    while handle != .max {
      let row = state.tray[handle]
      if looseSection(of: row, on: install, state) == section {
        if count == 0 { newest = handle }
        count += 1
      }
      handle = row.next
    }
    return (count, newest)
  }

  /// Where the system would bundle a notification; nowhere where the app has grouped it.
  func looseSection(
    of row: TrayRow, on install: InstallID, _ state: borrowing AndroidState
  ) -> TraySection? {
    guard row.author != .summary else { return nil }
    let bySection = Int64(state[state[install].device].api) >= rules.tray.autoGroup16.value
    if !row.payload.group.isNone,
      !bySection || state.hasSummary(row.payload.group, on: install)
    {
      return nil
    }
    return bySection && row.isQuiet ? .quiet : .main
  }
}

extension AndroidState {
  /// Whether the summary of a group stands in the tray.
  ///
  /// Code that groups posts a summary beside its second notification; the library never groups.
  func hasSummary(_ group: NameID, on install: InstallID) -> Bool {
    guard !group.isNone else { return false }
    var drawnByCode = 0
    var handle = self[install].tray
    while handle != .max {
      let row = tray[handle]
      if row.payload.group == group {
        switch row.author {
        case .summary: return true
        case .sdk, .host: drawnByCode += 1
        case .library, .playServices: break
        }
      }
      handle = row.next
    }
    return drawnByCode > 1
  }

  /// Whether no newer entry of the same group stands before one.
  func isNewest(_ handle: UInt32, ofGroupOn install: InstallID) -> Bool {
    var other = self[install].tray
    while other != handle {
      let row = tray[other]
      if row.author != .summary, row.payload.group == tray[handle].payload.group { return false }
      other = row.next
    }
    return true
  }

  /// The newest entry of a message in the tray of an install; none takes the newest of all.
  package func trayEntry(of message: MessageID, on install: InstallID) -> PushPayload? {
    trayHandle(of: message, on: install).map { tray[$0].payload }
  }

  func trayHandle(of message: MessageID, on install: InstallID) -> UInt32? {
    var handle = self[install].tray
    while handle != .max {
      let row = tray[handle]
      if message.isNone ? row.author != .summary : row.payload.message == message { return handle }
      handle = row.next
    }
    return nil
  }

  /// How many entries of one message stand in the tray of an install.
  package func trayEntries(of message: MessageID, on install: InstallID) -> Int {
    var count = 0
    var handle = self[install].tray
    while handle != .max {
      let row = tray[handle]
      if row.author != .summary, row.payload.message == message { count += 1 }
      handle = row.next
    }
    return count
  }

  /// The message of the newest notification in the tray; none where the tray is empty.
  package func newestTrayMessage(on install: InstallID) -> MessageID {
    let handle = self[install].tray
    return handle == .max ? .none : tray[handle].payload.message
  }

  /// The messages in the tray of an install, newest first, without summaries.
  package func trayMessages(on install: InstallID) -> [MessageID] {
    var messages: [MessageID] = []
    var handle = self[install].tray
    while handle != .max {
      let row = tray[handle]
      if row.author != .summary { messages.append(row.payload.message) }
      handle = row.next
    }
    return messages
  }
}
