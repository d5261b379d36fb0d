import PushDomain
import Rulebook
import Scenarios
import SimKernel

/// What a record rests on beside its causes: how things stood when it was made.
///
/// A machine keeps the number of a record only where it has room and acts on it. That a phone was
/// offline, or an app had no right to notify, stands in the history: the last change before.
struct Grounds {
  private let history: [Record]
  private let rules: Rulebook
  private let steps: [Step]
  private let names: Names

  /// Prepares to look into one history, made by the steps of a story.
  init(history: [Record], narrator: Narrator, steps: [Step]) {
    self.history = history
    rules = narrator.rules
    names = narrator.names
    self.steps = steps
  }

  /// Something that a record rests on.
  struct Ground {
    var record: RecordID
    /// What must be said of it beside its own sentence, and by which rule.
    var remark = ""
    var rule = RuleKey.none
    /// It stands for many like it: its own reasons do not matter.
    var isExample = false
    /// It made a difference to what is explained.
    var isTurn = false

    init(_ record: RecordID) { self.record = record }
  }

  /// What a record rests on.
  func of(_ record: Record, _ id: RecordID) -> [Ground] {
    switch record.fact {
    case .stored, .dropped: return waiting(record, id)
    case .held: return plain(holding(record, id))
    case .released: return plain(network(record, id))
    case .uploadQueued: return plain(network(record, id))
    case .lowered: return lowering(record, id)
    case .notShown: return silence(record, id)
    case .shown, .shownQuietly:
      let isQuiet = record.rule == rules.channels.lowBar.key && record.fact == .shownQuietly
      return plain(
        announcement(record, id), isQuiet ? channel(record, id) : nil, putOff(record, id))
    case .notSent: return refusal(record, id)
    case .refused: return rejection(record, id)
    case .registrationRefused: return plain(failure(record, id))
    case .nobodyReached:
      // What was to come into a device group did not.
      return plain(last(before: id) { $0.fact == .refused && $0.message.isNone })
    case .ignored: return unlink(record, id)
    case .requestSent: return unlink(record, id) + wait(record, id)
    case .accepted: return subscription(record, id)
    default: return []
    }
  }

  private func plain(_ records: RecordID?...) -> [Ground] {
    records.compactMap { $0 }.map(Ground.init)
  }

  /// The row of an install and the last try to change it, before a record.
  func registration(of install: InstallID, before id: RecordID) -> [RecordID] {
    let row = last(before: id) {
      ($0.fact == .rowWritten || $0.fact == .rowRemoved) && $0.install == install
    }
    let upload = last(before: id) { Self.isUpload($0.fact) && $0.install == install }
    let isDone = upload.flatMap { history.record($0) }.map(Self.isSuccess) ?? true
    return [row, isDone ? nil : upload].compactMap { $0 }
      + (row.map { takeover(of: $0, before: id) } ?? [])
  }

  /// What another install made of the row that one wrote, and the restore that let them share it.
  private func takeover(of row: RecordID, before id: RecordID) -> [RecordID] {
    guard let written = history.record(row), written.fact == .rowWritten else { return [] }
    let end = id.isNone ? history.count : min(id.index, history.count)
    let taken = history[row.index..<end].firstIndex {
      ($0.fact == .rowWritten || $0.fact == .rowRemoved) && $0.operand == written.operand
        && $0.install != written.install && $0.user != written.user
    }
    guard let taken else { return [] }
    let restored = last(before: id) {
      $0.fact == .appInstalled && $0.detail == 1
        && ($0.install == written.install || $0.install == history[taken].install)
    }
    return [restored, RecordID(taken)].compactMap { $0 }
  }

  // MARK: Copies

  /// Why a copy waits at FCM, or waited until a rule ended it.
  private func waiting(_ record: Record, _ id: RecordID) -> [Ground] {
    switch record.rule {
    case rules.store.redelivery.key: return deadSend(record, id)
    case rules.store.ttlExpired.key, rules.store.ttlZero.key:
      // What was kept says itself why it waited.
      if history.record(record.cause)?.fact == .stored { return [] }
      let sent = deadSend(record, id)
      return sent.isEmpty ? plain(network(record, id)) : sent
    case rules.store.storeWhen.key, rules.store.inactiveAfter.key:
      return plain(network(record, id))
    case rules.backup.stoppedUser.key:
      return plain(last(before: id) { $0.fact == .appRestricted && $0.install == record.install })
    case rules.transport.userLocked.key:
      return plain(lastOfDevice(record, id) { $0.fact == .booted })
    case rules.standby.userRestricted.key, rules.standby.hibernateEffect.key:
      return plain(last(before: id) { $0.fact == .appRestricted && $0.install == record.install })
    case rules.handling.budget.key:
      return plain(
        choice(record, id) {
          switch $0 {
          case .handlerTakes, .handlerFetches: true
          default: false
          }
        })
    case rules.transport.noReceiver.key:
      let gone = last(before: id) { $0.fact == .appUninstalled && $0.install == record.install }
      return plain(
        gone
          ?? choice(record, id) { if case .receiver(false) = $0 { true } else { false } })
    default: return []
    }
  }

  /// The last send of a copy, and that it went into a connection that was none any more.
  private func deadSend(_ record: Record, _ id: RecordID) -> [Ground] {
    let sent = last(before: id) { $0.fact == .released && $0.copy == record.copy }
    guard let sent, let release = history.record(sent) else { return [] }
    var ground = Ground(sent)
    if network(release, sent) != nil {
      ground.remark = ", whose connection is half open: the network is gone"
      ground.rule = rules.transport.halfOpen.key
    }
    return plain(forgetting(release, sent)) + [ground]
  }

  /// The record of a connection that a router forgot, and into which a copy was sent.
  private func forgetting(_ release: Record, _ id: RecordID) -> RecordID? {
    let transport = rules.transport
    let life = transport.heartbeatMobile.duration + transport.heartbeatTimeout.duration
    return lastOfDevice(release, id) {
      $0.fact == .connectionForgotten && release.time - $0.time <= life
    }
  }

  /// What server or play services hold something back for.
  private func holding(_ record: Record, _ id: RecordID) -> RecordID? {
    switch record.rule {
    case rules.standby.oemPolicy.key:
      last(before: id) { $0.fact == .appLeft && $0.install == record.install }
    case rules.doze.windowLate.key: lastOfDevice(record, id) { $0.fact == .dozeChanged }
    case rules.handling.directBootQueue.key: lastOfDevice(record, id) { $0.fact == .booted }
    case rules.guide.quietAction.key: quietHours(of: record.user, before: id)
    case rules.guide.capAction.key: cap(before: id)
    case rules.oauth.invalidGrant.key:
      statement(before: id) {
        switch $0 {
        case .server(.credential(.revoke)), .server(.credential(.refuseExchange)): true
        default: false
        }
      }
    // Work that an app put off waits for the quota of its bucket.
    default:
      record.message.isNone
        ? last(before: id) { $0.fact == .appRestricted && $0.install == record.install } : nil
    }
  }

  /// What kept the work waiting that the app put off when it got a message.
  private func putOff(_ record: Record, _ id: RecordID) -> RecordID? {
    if record.cause.isNone { return nil }
    return last(before: id) {
      $0.fact == .held && $0.message.isNone && $0.cause == record.cause
    }
  }

  /// The record that took the network of a copy's device away, where it has none.
  private func network(_ record: Record, _ id: RecordID) -> RecordID? {
    let power = lastOfDevice(record, id) { $0.fact == .switchedOff || $0.fact == .booted }
    if let power, history.record(power)?.fact == .switchedOff { return power }
    let change = lastOfDevice(record, id) { $0.fact == .networkDown || $0.fact == .networkUp }
    return change.flatMap { history.record($0)?.fact == .networkDown ? $0 : nil }
  }

  /// What made FCM lower the priority: the bucket of the app, or messages that showed nothing.
  private func lowering(_ record: Record, _ id: RecordID) -> [Ground] {
    guard record.rule == rules.priority.downgrade.key else {
      return plain(last(before: id) { $0.fact == .appRestricted && $0.install == record.install })
    }
    let unseen = last(before: id) {
      $0.install == record.install && ($0.fact == .handled || $0.fact == .notShown)
        && !$0.copy.isNone
    }
    let slot = slot(of: record.install)
    let order = statement(before: id) {
      if case .provider(.lower(slot)) = $0 { true } else { false }
    }
    guard var ground = (unseen ?? order).map(Ground.init) else { return [] }
    ground.isExample = true
    return [ground]
  }

  // MARK: The screen

  /// What silenced a notification.
  private func silence(_ record: Record, _ id: RecordID) -> [Ground] {
    switch record.rule {
    case rules.channels.blocked.key where record.because.isNone: plain(channel(record, id))
    case rules.permission.offEffect.key where record.because.isNone: rightToNotify(record, id)
    default: []
    }
  }

  /// The last word on the right to notify; a fresh install never had it.
  private func rightToNotify(_ record: Record, _ id: RecordID) -> [Ground] {
    let change = last(before: id) {
      $0.install == record.install && ($0.fact == .permissionChanged || $0.fact == .appInstalled)
    }
    guard var ground = change.map(Ground.init) else { return [] }
    if history.record(ground.record)?.fact == .appInstalled {
      ground.remark = " and was never allowed to notify"
      ground.rule = rules.permission.newInstall.key
    }
    return [ground]
  }

  /// The last change of a channel that made it quiet or shut it.
  private func channel(_ record: Record, _ id: RecordID) -> RecordID? {
    last(before: id) {
      $0.fact == .channelChanged && $0.install == record.install
        && $0.detail <= ChannelImportance.low.rawValue
    }
  }

  /// The inbox answer that brought what no push brought, or the host's own plan.
  private func announcement(_ record: Record, _ id: RecordID) -> RecordID? {
    guard record.copy.isNone else { return nil }
    return last(before: id) {
      $0.fact == .synced && $0.message == record.message && $0.install == record.install
    }
      ?? choice(record, id) {
        if case .schedule(_, let message) = $0 { message == record.message } else { false }
      }
  }

  // MARK: The server

  /// What made the server send nothing.
  private func refusal(_ record: Record, _ id: RecordID) -> [Ground] {
    switch Unsent(rawValue: record.detail) {
    case .disabled: rightToNotify(record, id)
    case .capped: plain(cap(before: id))
    case .quietHours: plain(quietHours(of: record.user, before: id))
    case .optedOut:
      plain(last(before: id) { $0.fact == .optedOut && $0.install == record.install })
    case .retracted:
      plain(
        statement(before: id) {
          if case .server(.retract(let message)) = $0 { message == record.message } else { false }
        })
    case .expired:
      plain(
        statement(before: id) {
          if case .server(.expireMessage(let message)) = $0 {
            message == record.message
          } else {
            false
          }
        })
    case .seenElsewhere:
      plain(
        last(before: id) { $0.fact == .eventQueued && $0.message == record.message }
          ?? statement(before: id) {
            if case .server(.readElsewhere(_, let message)) = $0 {
              message == record.message
            } else {
              false
            }
          })
    case .nodeStopped:
      plain(
        statement(before: id) {
          switch $0 {
          case .server(.stop), .server(.crash): true
          default: false
          }
        })
    case .gaveUp where history.record(record.cause)?.fact == .messageTaken:
      // No request ever left.
      plain(last(before: id) { $0.fact == .faultHit })
    case .noAddress: registration(record, id)
    case .noRow, .dryRun, .gaveUp, .noSubscription, .rolledBack, nil: []
    }
  }

  /// What kept an install from an address up to now, where it holds none.
  func registrationTrouble(of install: InstallID, before id: RecordID) -> RecordID? {
    let last = last(before: id) { record in
      guard record.install == install else { return false }
      return switch record.fact {
      case .registrationRefused, .addressHeld: true
      case .faultHit: record.message.isNone
      default: false
      }
    }
    return last.flatMap { history.record($0)?.fact == .addressHeld ? nil : $0 }
  }

  /// The same, and whether the install asked once more.
  private func registration(_ record: Record, _ id: RecordID) -> [Ground] {
    guard let last = registrationTrouble(of: record.install, before: id),
      let trouble = history.record(last)
    else { return [] }
    var ground = Ground(last)
    let isDisabled = trouble.detail == RegistrationError.apiDisabled.rawValue
    if trouble.fact == .registrationRefused, trouble.copy.isNone, !isDisabled {
      let again = history[last.index...].first {
        $0.fact == .addressAsked && $0.install == record.install
      }
      ground.remark = again.map { "; it asks once more at \($0.time)" } ?? "; it asks no more"
    }
    return [ground]
  }

  /// What made a registration fail: a choice of the host, an earlier answer, a line of the story.
  private func failure(_ record: Record, _ id: RecordID) -> RecordID? {
    if record.detail == RegistrationError.apiDisabled.rawValue {
      return choice(record, id) { if case .fidMode(true) = $0 { true } else { false } }
    }
    if record.rule == rules.installations.badConfig.key {
      return last(before: id) {
        $0.fact == .registrationRefused && $0.install == record.install
          && $0.rule != record.rule
      }
    }
    return last(before: id) {
      $0.fact == .faultHit && $0.install == record.install && $0.time == record.time
    }
  }

  /// The last that is known of an install's topic calls: that one was refused, or the wish for it.
  func topicCall(of install: InstallID, before id: RecordID) -> RecordID? {
    last(before: id) { $0.fact == .topicRefused && $0.install == install }
      ?? last(before: id) { $0.fact == .optedIn && $0.install == install }
  }

  /// What made FCM refuse a request.
  private func rejection(_ record: Record, _ id: RecordID) -> [Ground] {
    switch FCMCode(rawValue: record.detail) {
    case .unregistered:
      plain(
        last(before: id) {
          ($0.fact == .appUninstalled || $0.fact == .dataCleared) && $0.install == record.install
        },
        last(before: id) {
          $0.fact == .addressEnded && $0.operand == record.copy.rawValue
        })
    case .senderIDMismatch:
      plain(
        statement(before: id) {
          if case .server(.project(let project)) = $0 { project != .right } else { false }
        })
    default: []
    }
  }

  private func quietHours(of user: UserID, before id: RecordID) -> RecordID? {
    statement(before: id) {
      if case .server(.quietHours(user, _, _)) = $0 { true } else { false }
    }
  }

  private func cap(before id: RecordID) -> RecordID? {
    statement(before: id) { if case .server(.cap) = $0 { true } else { false } }
  }

  /// How far the unlink of somebody came who has signed out, while the server still sends to them.
  private func unlink(_ record: Record, _ id: RecordID) -> [Ground] {
    guard !record.user.isNone, !record.install.isNone else { return [] }
    let change = last(before: id) {
      ($0.fact == .signedIn || $0.fact == .signedOut) && $0.user == record.user
        && ($0.install == record.install || $0.install.isNone)
    }
    guard let change, history.record(change)?.fact == .signedOut else { return [] }
    let upload = last(before: id) { Self.isUpload($0.fact) && $0.install == record.install }
    return plain(change, upload.flatMap { $0 > change ? $0 : nil })
  }

  /// What put an install into the audience of a topic that FCM holds.
  private func subscription(_ record: Record, _ id: RecordID) -> [Ground] {
    guard let request = history.record(record.cause), request.fact == .requestSent,
      request.install.isNone
    else { return [] }
    return plain(
      choice(record, id) {
        if case .topic(_, let subscribe) = $0 { subscribe } else { false }
      })
  }

  /// What kept a request back that nothing held on purpose: the way to an access token.
  private func wait(_ record: Record, _ id: RecordID) -> [Ground] {
    guard let taken = history.record(record.cause), taken.fact == .messageTaken,
      record.time - taken.time > .seconds(1)
    else { return [] }
    return [Fact.faultHit, .tokenMinted].compactMap { fact in
      last(before: id) { $0.fact == fact && $0.message.isNone && $0.time >= taken.time }
    }.map(Ground.init)
  }

  private static func isSuccess(_ record: Record) -> Bool {
    record.fact == .uploadAnswered && record.detail == 1
  }

  private static func isUpload(_ fact: Fact) -> Bool {
    switch fact {
    case .uploadQueued, .uploadSent, .uploadAnswered, .uploadGivenUp: true
    default: false
    }
  }

  // MARK: The history

  /// The last record before another one that is as asked for.
  func last(before id: RecordID, where isWanted: (Record) -> Bool) -> RecordID? {
    let end = id.isNone ? history.count : min(id.index, history.count)
    return history[..<end].lastIndex(where: isWanted).map { RecordID($0) }
  }

  /// The last statement of the story before a record that did as asked for.
  private func statement(
    before id: RecordID, where isWanted: (Command) -> Bool
  ) -> RecordID? {
    let lines = steps.filter { isWanted($0.command) }.map(\.line)
    if lines.isEmpty { return nil }
    return last(before: id) { $0.fact == .statement && lines.contains($0.line) }
  }

  /// The last choice of the host in the place of a record's install that was as asked for.
  private func choice(
    _ record: Record, _ id: RecordID, where isWanted: (HostAction) -> Bool
  ) -> RecordID? {
    let slot = slot(of: record.install)
    return statement(before: id) {
      if case .host(slot, let action) = $0 { isWanted(action) } else { false }
    }
  }

  /// The place of an install; none where it is not known.
  private func slot(of install: InstallID) -> SlotID {
    install.index < names.installs.count ? SlotID(names.installs[install.index].slot) : .none
  }

  /// The last record about the device of a record's install.
  private func lastOfDevice(
    _ record: Record, _ id: RecordID, where isWanted: (Record) -> Bool
  ) -> RecordID? {
    let placed = last(before: id) { $0.fact == .appInstalled && $0.install == record.install }
    guard let device = placed.flatMap({ history.record($0)?.operand }) else { return nil }
    return last(before: id) { $0.operand == device && isWanted($0) }
  }
}

extension [Record] {
  /// The record of a number in a history that was kept whole.
  func record(_ id: RecordID) -> Record? {
    id.isNone || id.index >= count ? nil : self[id.index]
  }
}
