package import PushDomain
package import SimKernel

/// The fate of one message on one install, as reports print it.
package struct FateEntry: BitwiseCopyable, Hashable, Sendable {
  /// The message.
  package var message: MessageID
  /// The install.
  package var install: InstallID
  /// Whose content the message is; nobody's for a topic.
  package var user: UserID
  /// How it ended.
  package var fate: Fate
  /// What made it end so; for `synced`, what stopped the push.
  package var because: Because
  /// The rule behind the error code of a refusal, as the raw value of its key; else zero.
  package var rule: UInt32
  /// What became of the push.
  package var push: PushOutcome
  /// Where it was seen.
  package var surface: Surface?
  /// What delayed the push.
  package var delays: PushDelays
  /// When the fate was decided.
  package var time: SimTime
  /// When the server took the message, or when it was first heard of.
  package var takenAt: SimTime
  /// The record that decided the fate.
  package var decided: RecordID
  /// The record that stopped the push, where something else made the fate.
  package var stopped: RecordID
  /// The record by which the server took the message, or by which it was first heard of.
  package var taken: RecordID
  /// The install was truly the user's, or somebody sent to it.
  package var isTargeted: Bool

  /// The push itself brought it: to the tray, a banner, an open screen, or the app's code.
  package var isByPush: Bool { Self.isByPush(fate, surface) }

  /// Whether the push itself brought what came to a fate on a surface.
  static func isByPush(_ fate: Fate, _ surface: Surface?) -> Bool {
    fate == .handled || (fate == .shown && surface != .inbox && surface != nil)
  }

  /// How long the push took, where it brought its message.
  package var latency: SimDuration? { isByPush ? time - takenAt : nil }
}

extension Ledger {
  /// The fate of a message on an install as it stands now.
  package borrowing func entry(_ message: MessageID, on install: InstallID) -> FateEntry? {
    row(message, install).map { entry(ofRow: $0) }
  }

  /// The fates of a message, in the order of installs.
  ///
  /// - Precondition: The ledger keeps its rows.
  package borrowing func entries(of message: MessageID) -> [FateEntry] {
    precondition(!isFolding, "a folding ledger does not keep the rows of a message")
    var result: [FateEntry] = []
    var row = messageRow(message)?.head ?? .max
    while row != .max {
      result.append(entry(ofRow: row))
      row = rows[row].link
    }
    return result.sorted { $0.install < $1.install }
  }

  /// All fates that were not folded, in the order of messages and installs.
  package borrowing func entries() -> [FateEntry] {
    rows.handles.map { entry(ofRow: $0) }.sorted {
      ($0.message, $0.install) < ($1.message, $1.install)
    }
  }

  /// The fates of messages that were due on no install: nobody was there to send to.
  package borrowing func strays() -> [FateEntry] {
    messages.handles.map { messages[$0] }.compactMap { stray($0) }
  }

  /// The fate of a message that was due on no install.
  package borrowing func stray(_ whole: MessageRow) -> FateEntry? {
    let isUnsent = whole.unsent != 0
    guard isUnsent || whole.refusal != 0,
      !entries(of: whole.message).contains(where: \.isTargeted)
    else { return nil }
    let because: Because =
      isUnsent
      ? .unsent(Unsent(rawValue: whole.unsent - 1) ?? .noRow)
      : .code(FCMCode(rawValue: whole.refusal) ?? .unspecified)
    return FateEntry(
      message: whole.message, install: .none, user: whole.user,
      fate: isUnsent ? .unsent : .refused, because: because,
      rule: isUnsent ? 0 : whole.refusalRule, push: .none,
      surface: nil, delays: [], time: whole.takenAt, takenAt: whole.takenAt,
      decided: whole.senderSaid, stopped: .none, taken: whole.taken, isTargeted: true)
  }

  /// The fate of a row as it stands now.
  borrowing func entry(ofRow handle: UInt32) -> FateEntry {
    let row = rows[handle]
    let whole =
      messageRow(row.message)
      ?? MessageRow(message: row.message, time: row.time, record: row.decided)
    let (fate, because) = verdict(row, whole)
    let isUndecided = row.best == .pending && fate != .pending
    return FateEntry(
      message: row.message, install: row.install, user: whole.user, fate: fate,
      because: because, rule: fate == .refused ? rule(row, whole) : 0,
      push: row.push, surface: row.surface, delays: row.delays,
      time: row.time, takenAt: whole.takenAt,
      decided: isUndecided && !whole.senderSaid.isNone ? whole.senderSaid : row.decided,
      stopped: row.stopped,
      taken: whole.taken, isTargeted: row.isTargeted)
  }

  /// What a row comes to now, with what its message says.
  @inline(__always)
  borrowing func end(ofRow handle: UInt32, _ whole: UInt32) -> FateEnd {
    if whole == .max {
      let row = rows[handle]
      let alone = MessageRow(message: row.message, time: row.time, record: row.decided)
      let (fate, because) = verdict(row, alone)
      return FateEnd(fate: fate, because: because, takenAt: row.time)
    }
    let (fate, because) = verdict(rows[handle], messages[whole])
    return FateEnd(fate: fate, because: because, takenAt: messages[whole].takenAt)
  }

  /// What a row comes to: the best that was reached, unless something better may still come.
  private borrowing func verdict(_ row: LedgerRow, _ whole: MessageRow) -> (Fate, Because) {
    switch row.best {
    case .shown: return (.shown, .surface(Surface(rawValue: row.seenAt &- 1) ?? .tray))
    case .shownQuietly: return (.shownQuietly, cause(row))
    case .synced: return (.synced, syncCause(row, whole))
    case .handled: return (.handled, .nothing)
    case .lost: return (.lost, cause(row))
    case .replaced, .ignored, .dropped, .refused:
      return row.isOpen ? (.pending, .waiting(.provider)) : (row.best, cause(row))
    case .unsent:
      if row.isOpen { return (.pending, .waiting(.provider)) }
      let gaveUp = row.code == Unsent.gaveUp.rawValue
      if gaveUp && whole.lostLine != 0 { return (.lost, .fault(line: whole.lostLine)) }
      return (.unsent, cause(row))
    case .pending:
      if row.isOpen || row.push > .requested { return (.pending, cause(row)) }
      return unsentVerdict(row, whole)
    }
  }

  /// What a row comes to that no provider ever answered about.
  private borrowing func unsentVerdict(_ row: LedgerRow, _ whole: MessageRow) -> (Fate, Because) {
    if row.push == .requested {
      if whole.lostLine != 0 { return (.lost, .fault(line: whole.lostLine)) }
      if let code = FCMCode(rawValue: whole.refusal), code != .ok {
        return (.refused, .code(code))
      }
      // The request went to an address that leads elsewhere: nothing is on its way here.
      guard whole.isSettled else { return (.pending, cause(row)) }
      let isDryRun = whole.outcome == Outcome.dryRun.rawValue + 1
      return (.unsent, .unsent(isDryRun ? .dryRun : .noAddress))
    }
    if whole.unsent != 0 {
      return (.unsent, .unsent(Unsent(rawValue: whole.unsent - 1) ?? .noRow))
    }
    guard whole.isSettled else { return (.pending, cause(row)) }
    let outcome = Outcome(rawValue: whole.outcome - 1) ?? .noRow
    if whole.isForMany, outcome == .accepted { return (.unsent, .unsent(.noSubscription)) }
    return (.unsent, .unsent(Self.unsent(for: outcome)))
  }

  /// The rule behind the error code of a refusal.
  private borrowing func rule(_ row: LedgerRow, _ whole: MessageRow) -> UInt32 {
    row.kind == .code ? row.operand : whole.refusalRule
  }

  /// Why nothing went to an install, when the server's record of the message names this outcome.
  private static func unsent(for outcome: Outcome) -> Unsent {
    switch outcome {
    case .accepted, .refused, .noRow: .noRow
    case .optedOut: .optedOut
    case .capped: .capped
    case .expired: .expired
    case .disabled: .disabled
    case .gaveUp: .gaveUp
    case .dryRun: .dryRun
    case .retracted: .retracted
    }
  }

  /// The cause that a row holds.
  private borrowing func cause(_ row: LedgerRow) -> Because {
    switch row.kind {
    case .rule: .rule(row.operand)
    case .defence: Defence(rawValue: row.code).map { .defence($0) } ?? .nothing
    case .code: FCMCode(rawValue: row.code).map { .code($0) } ?? .nothing
    case .unsent: Unsent(rawValue: row.code).map { .unsent($0) } ?? .nothing
    case .fault: .fault(line: row.operand)
    case .nothing:
      row.best == .pending
        ? .waiting(WaitingPlace(rawValue: row.code) ?? .server) : .nothing
    }
  }

  /// What stopped the push of a message that came through the inbox.
  private borrowing func syncCause(_ row: LedgerRow, _ whole: MessageRow) -> Because {
    if row.kind != .nothing { return cause(row) }
    if row.isOpen { return .waiting(WaitingPlace(rawValue: row.code) ?? .provider) }
    if row.push > .requested { return .nothing }
    let (fate, because) = unsentVerdict(row, whole)
    return fate == .pending ? .waiting(.server) : because
  }
}
