import PushDomain
import Rulebook
import SimKernel

/// What the last backup of an install holds, by storage class.
struct BackupRow: BitwiseCopyable {
  /// Whose it is.
  var source: InstallID
  /// The record, with the SDK's own id where that is backed up.
  var record: DeviceRegistration
  var topics: TopicSet
  var hasKey: Bool
  var fid: UInt32
  var hasFID: Bool
  var hasAddress: Bool
  /// The session, where it is backed up.
  var session: Session
  var cursor: MessageID
  var hasSynced: Bool
  var sdk: UInt8
  /// Copies of the lists; the largest number where they are not backed up.
  var seen: UInt32
  var inbox: UInt32
}

extension PushClient {
  /// Whether an item is in the backed-up storage: the host's word, else the design's.
  private func isBackedUp(_ item: StorageItem, _ host: HostChoices) -> Bool {
    if item == .fid { return backsUpInstallationID(host) }
    if item == .installID, design.has(.deviceBoundInstallID) { return false }
    if item == .inbox, design.has(.inboxNotBackedUp) { return false }
    if let choice = host.storageClass(of: item) { return choice == .backedUp }
    return switch item {
    case .address: isBackedUp(.installID, host)
    case .session: false
    case .installID, .inbox, .seenTable, .fid: true
    }
  }

  /// Saves the backed-up storage classes; an older backup of the same install goes.
  func backUp(_ who: InstallID, _ state: inout ClientState) {
    let row = state.rows[who]
    let memory = state.memory(of: who)
    let host = state[hostOf: row.slot]
    var backup = BackupRow(
      source: who, record: row.record, topics: state.topics(of: who),
      hasKey: isBackedUp(.installID, host), fid: row.fid, hasFID: isBackedUp(.fid, host),
      hasAddress: isBackedUp(.address, host),
      session: isBackedUp(.session, host) && !row.session.isNone
        ? Session(of: row.session, since: login(of: who, state)) : .none, cursor: memory.cursor,
      hasSynced: row.flags.contains(.hasSynced), sdk: row.sdk, seen: .max, inbox: .max)
    if isBackedUp(.seenTable, host) { backup.seen = state.ids.copyRemembered(memory.seen) }
    if isBackedUp(.inbox, host) { backup.inbox = state.items.copyRemembered(memory.inbox) }
    if let position = state.backups.firstIndex(where: { $0.source == who }) {
      state.ids.removeAll(of: &state.backups[position].seen)
      state.items.removeAll(of: &state.backups[position].inbox)
      state.backups[position] = backup
    } else {
      state.backups.append(backup)
    }
  }

  /// The app comes up on another device with what the backup held.
  @inline(never)
  func restore(
    _ who: InstallID, in slot: SlotID, from source: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    install(who, in: slot, &state, &context)
    guard let backup = state.backups.first(where: { $0.source == source }) else { return }
    var row = state.rows[who]
    let freshKey = row.record.key
    if backup.hasKey {
      row.record = backup.record
    } else {
      // A record of another device is a new install: nothing of it is known to the server.
      row.record.key = freshKey
    }
    row.record.address = backup.hasAddress ? backup.record.address : .none
    row.record.kind = backup.record.kind
    if backup.hasFID { row.fid = backup.fid }
    row.sdk = backup.sdk
    // The library's marker stays outside every backup.
    row.flags.remove(.hasMarker)
    if backup.inbox != .max { row.flags.set(.hasSynced, backup.hasSynced) }
    state.rows[who] = row
    state.setTopics(of: who, backup.topics)
    if backup.seen != .max || backup.inbox != .max {
      let memory = state.memoryHandle(of: who)
      state.memories[memory].seen = state.ids.copyRemembered(backup.seen)
      state.memories[memory].inbox = state.items.copyRemembered(backup.inbox)
      if backup.inbox != .max { state.memories[memory].cursor = backup.cursor }
    }
    if !backup.session.isNone { resume(backup.session, on: who, &state, &context) }
  }

  /// The app comes up with the session that its backup held, and is logged in by it.
  private func resume(
    _ session: Session, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    state.rows[who].signedBy = context.note(.signedIn, install: who, user: session.user)
    state.rows[who].person = session.user
    state.rows[who].record.user = session.user
    setSession(session.user, since: session.login, on: who, &state)
  }
}
