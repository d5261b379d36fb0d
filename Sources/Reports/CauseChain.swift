package import Judgement
package import PushDomain
import Rulebook
package import Scenarios
import SimKernel

/// Walks causes back: why something came out as it did.
package struct CauseChain {
  /// The history of the run.
  let history: [Record]
  /// Who puts records into words.
  package var narrator: Narrator
  /// Finds what a record rests on beside its causes.
  private let grounds: Grounds

  /// Prepares to explain one run.
  package init(history: [Record], narrator: Narrator, steps: [Step]) {
    self.history = history
    self.narrator = narrator
    grounds = Grounds(history: history, narrator: narrator, steps: steps)
  }

  /// The chain that led to some records, the first cause first.
  ///
  /// The spine follows the cause of each record back to the story. Beside it stand the records
  /// that made a step come out this way, each with the statement that it goes back to. Steps that
  /// only pass things on are left out.
  ///
  /// - Parameters:
  ///   - ends: The records to explain; what leads to the first is how things went.
  ///   - own: The statement that all is about, which is no reason of its own.
  ///   - install: The install that all is about; that it registered is no reason either.
  package func causes(
    of ends: [RecordID], own: RecordID = .none, on install: InstallID = .none
  ) -> [Cause] {
    var walk = Walk()
    for (number, id) in ends.enumerated() where !id.isNone {
      // That what was shown went away later is no reason for anything before.
      let isReason =
        switch history.record(id)?.fact {
        case .trayRemoved: false
        case .rowWritten: install.isNone || history.record(id)?.install != install
        default: true
        }
      follow(Grounds.Ground(id), into: &walk, depth: 0, isReason: number > 0 && isReason)
    }
    return walk.chosen.sorted { $0.record < $1.record }.compactMap { ground in
      history.record(ground.record).map {
        var cause = cause($0, ground)
        cause.isTurn = ground.isTurn && ground.record != own && (cause.line > 0 || $0.cause.isNone)
        return cause
      }
    }
  }

  /// The chain that led to a fate, with what else a reader must know of the message.
  package func causes(of entry: FateEntry) -> [Cause] {
    causes(
      of: [entry.decided, entry.stopped] + aftermath(of: entry),
      own: history.record(entry.taken)?.cause ?? .none, on: entry.install)
  }

  /// The chain that led to a broken promise.
  package func causes(of violation: Violation) -> [Cause] {
    var ends = [violation.record, violation.second]
    switch violation.promise {
    case .converges, .everyInstallReachable:
      ends += grounds.registration(of: violation.install, before: .none)
      ends.append(grounds.registrationTrouble(of: violation.install, before: .none) ?? .none)
    default: break
    }
    return causes(of: ends)
  }

  /// What became of a message besides the record that decided its fate.
  private func aftermath(of entry: FateEntry) -> [RecordID] {
    func last(_ facts: Fact...) -> RecordID? {
      grounds.last(before: .none) {
        $0.message == entry.message && ($0.install == entry.install || $0.install.isNone)
          && facts.contains($0.fact)
      }
    }
    var found: [RecordID?] = []
    switch entry.fate {
    case .synced:
      if entry.stopped.isNone { found.append(last(.held, .stored, .refused, .notSent, .dropped)) }
      found.append(last(.notShown).flatMap { $0 > entry.decided ? $0 : nil })
    case .pending:
      found.append(
        last(
          .held, .stored, .released, .delivered, .accepted, .requestSent, .refused, .retried,
          .answerMissing))
    case .lost: found.append(last(.lost, .faultHit))
    case .unsent:
      if entry.because == .unsent(.noRow) || entry.because == .unsent(.noAddress) {
        found += grounds.registration(of: entry.install, before: entry.decided)
      }
      if entry.because == .unsent(.noSubscription) {
        found += [last(.accepted), grounds.topicCall(of: entry.install, before: entry.decided)]
      }
    case .shown, .shownQuietly:
      found += [last(.shown, .shownQuietly), last(.trayRemoved, .cancelFailed)]
      // Who saw it in the app only did not see it where a push would show it.
      if entry.surface == .inApp || entry.surface == .inbox {
        found.append(last(.notShown, .ignored, .dropped, .replaced, .lost, .refused, .notSent))
        found.append(last(.synced))
      }
    case .handled, .replaced, .ignored, .dropped, .refused: break
    }
    return found.compactMap { $0 }
  }

  /// The line of the story that a record goes back to; zero where it goes back to none.
  package func line(of id: RecordID) -> Int {
    var next = id
    while let record = history.record(next) {
      if record.fact == .statement { return Int(record.line) }
      guard !record.cause.isNone, record.cause < next else { break }
      next = record.cause
    }
    return 0
  }

  /// One record as a step of a chain.
  private func cause(_ record: Record, _ ground: Grounds.Ground) -> Cause {
    let line: UInt32 =
      switch record.fact {
      case .statement: record.line
      case .faultHit, .lost: record.operand
      default: 0
      }
    return Cause(
      time: record.time.description, line: Int(line),
      what: narrator.sentence(record) + ground.remark,
      rule: ground.rule == .none
        ? narrator.ruleID(record) : narrator.rules.entry(for: ground.rule)?.idText ?? "",
      record: ground.record.rawValue, instant: record.time.microseconds)
  }

  /// Walks from a record back to the story, and then from what made each step come out so.
  ///
  /// The spine comes first: what it shares with a reason is explained as part of the spine.
  private func follow(
    _ end: Grounds.Ground, into walk: inout Walk, depth: Int, isReason: Bool = false
  ) {
    var next = end.record
    var turns: [Grounds.Ground] = []
    while let record = history.record(next), !walk.visited.contains(next) {
      walk.visited.append(next)
      let isLast = next == end.record
      let reasons = end.isExample || depth >= Self.depth ? [] : self.reasons(of: record, next)
      let isSilent =
        end.isExample ? record.fact != .statement : Self.passesOn(record) && reasons.isEmpty
      if isLast || !isSilent {
        var ground = isLast ? end : Grounds.Ground(next)
        ground.isTurn = isReason
        walk.chosen.append(ground)
      }
      turns += reasons
      guard !record.cause.isNone, record.cause < next else { break }
      next = record.cause
    }
    for reason in turns {
      // That somebody is registered is how things are; everything else makes a difference.
      let isUsual =
        history.record(reason.record).map { $0.fact == .rowWritten && !$0.user.isNone } ?? false
      follow(
        reason, into: &walk, depth: depth + 1, isReason: !isUsual && (isReason || depth == 0))
    }
  }

  /// What a chain has gathered so far.
  private struct Walk {
    var chosen: [Grounds.Ground] = []
    var visited: [RecordID] = []
  }

  /// What made a record come out as it did.
  private func reasons(of record: Record, _ id: RecordID) -> [Grounds.Ground] {
    ([Grounds.Ground(record.because)] + grounds.of(record, id)).filter {
      !$0.record.isNone && $0.record < id
    }
  }

  /// How many reasons of reasons a chain names.
  private static let depth = 3

  /// Steps that hand something on and decide nothing.
  private static func passesOn(_ record: Record) -> Bool {
    switch record.fact {
    case .handed: record.detail != HandOver.playServices.rawValue
    case .requestSent, .accepted, .released, .delivered, .uploadSent, .messageTaken,
      .processStarted, .syncAsked, .addressAsked, .eventQueued:
      true
    default: false
    }
  }
}
