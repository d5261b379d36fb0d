package import PushDomain
package import SimKernel

/// Reads the records of a run as they stream by: fates, books and promises.
///
/// A judge sees nothing but records and, at the end, how things stand; so it outlives every
/// rewrite of a machine.
package struct Judge: ~Copyable {
  /// The fates and the books.
  package private(set) var ledger: Ledger
  /// The promises.
  private(set) var promises: Promises
  /// Who is truly where.
  private(set) var truth = Truth()
  /// The digest of everything observed so far.
  package private(set) var digest = RunDigest()
  /// The lines of faults that touched something.
  package private(set) var linesHit: [UInt32] = []
  /// What a story asked for that could not be done.
  package private(set) var storyMistakes: [RecordID] = []

  /// A judge of a run that has not begun.
  ///
  /// - Parameters:
  ///   - grace: How long a finished row stays before it is folded; nil keeps all rows.
  ///   - reach: What tells when an install is out of reach.
  package init(foldingAfter grace: SimDuration? = nil, reach: ReachRules = ReachRules()) {
    ledger = Ledger(foldingAfter: grace)
    promises = Promises(capacity: grace == nil ? .max : Self.foldedViolations, reach: reach)
  }

  /// How many violations of a promise a folding judge keeps as examples.
  private static let foldedViolations: UInt64 = 128

  /// Makes room for the installs and users of a run.
  package mutating func reserve(installs: Int, users: Int) {
    truth.reserveCapacity(installs: installs, users: users)
    promises.server.reserveCapacity(rows: installs)
  }

  /// What was broken so far, and which promises were exercised.
  package var violations: Violations { promises.found }

  /// Reads what nobody has observed yet of a history.
  ///
  /// A third of all records are of no concern to fates and promises, and end here.
  package mutating func observe(_ history: borrowing History) {
    for position in history.observed..<history.positions.upperBound {
      digest.combine(history[position])
      let fact = history[position].fact
      if Self.hears(fact) {
        hear(history[position], id: history.id(at: position))
      } else if Self.tellsOfReach(fact) {
        promises.observeReach(history[position], truth: truth)
      } else if Self.tellsOfStory(fact) {
        hearOfStory(history[position], id: history.id(at: position))
      }
    }
  }

  /// Reads a record that tells how a story and its faults got on.
  @inline(never)
  private mutating func hearOfStory(_ record: Record, id: RecordID) {
    if record.fact == .storyMistake { return storyMistakes.append(id) }
    let line = record.fact == .workerDied ? record.line : record.operand
    if !linesHit.contains(line) { linesHit.append(line) }
  }

  /// Whether a fact tells how a story and its faults got on.
  @inline(__always)
  private static func tellsOfStory(_ fact: Fact) -> Bool {
    fact == .faultHit || fact == .storyMistake || fact == .workerDied
  }

  /// Whether a fact tells that something came in reach or went out of it.
  @inline(__always)
  private static func tellsOfReach(_ fact: Fact) -> Bool {
    switch fact {
    case .networkUp, .networkDown, .switchedOff, .booted, .appStopped, .appUnstopped,
      .appRestricted:
      true
    default: false
    }
  }

  /// Reads one record.
  ///
  /// Tables are lent as `inout` even to those who only read: a borrowed one of this size is copied
  /// at every call that is not inlined.
  @inline(__always)
  mutating func hear(_ record: Record, id: RecordID) {
    if record.time > promises.dueAfter { promises.fallDue(truth: truth) }
    promises.observe(record, id: id, ledger: &ledger, truth: &truth)
    ledger.observe(record, id: id, truth: &truth)
    truth.observe(record, id: id)
  }

  /// Whether a fact can change a fate, a promise or what is true of installs and people.
  @inline(__always)
  static func hears(_ fact: Fact) -> Bool {
    switch fact {
    case .messageTaken, .messageSettled, .requestSent, .accepted, .refused, .notSent, .held,
      .stored, .lowered, .released, .delivered, .dropped, .replaced, .lost, .handed, .shown,
      .shownQuietly, .notShown, .handled, .ignored, .synced, .seenInApp, .tapped, .tapFailed,
      .eventQueued, .eventCounted, .trayRemoved, .appInstalled, .appUninstalled, .appOpened,
      .dataCleared, .signedIn, .signedOut, .optedIn, .optedOut, .erasureAsked, .payloadLogged,
      .keptAfterLogout, .rowWritten, .rowRemoved, .addressIssued, .addressEnded, .retried,
      .promptShown, .tokenMinted, .tokenMisused, .undone, .nobodyReached:
      true
    default: false
    }
  }

  /// Judges what falls due when the run is over.
  package mutating func finish(_ ending: borrowing Ending) {
    promises.finish(ending, ledger: ledger, truth: truth)
  }

  /// The verdict about one promise.
  package func verdict(_ promise: Promise) -> PromiseVerdict {
    if promises.found.count(promise) > 0 { return .violated }
    return promises.found.isExercised(promise) ? .held : .notExercised
  }

  /// Makes an independent copy, for a branch of the run.
  package borrowing func copy() -> Judge {
    var other = Judge(foldingAfter: ledger.grace, reach: promises.liveAddressesKept.reach.rules)
    other.ledger = ledger.copy()
    other.promises = promises
    other.truth = truth.copy()
    other.digest = digest
    other.linesHit = linesHit
    other.storyMistakes = storyMistakes
    return other
  }

  /// Forgets everything and keeps the memory, for the next small world.
  package mutating func removeAll() {
    ledger.removeAll()
    promises.removeAll()
    truth.removeAll()
    digest = RunDigest()
    linesHit.removeAll()
    storyMistakes.removeAll()
  }
}
