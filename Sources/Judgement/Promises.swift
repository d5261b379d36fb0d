import PushDomain
import SimKernel

/// All promises, and the one switch that leads a record to those that it concerns.
struct Promises {
  /// What was broken and what was exercised.
  var found: Violations
  /// What falls due when the present instant is over.
  var due: [DueCheck] = []
  /// The instant after which the first of it falls due.
  var dueAfter = SimTime.distantFuture
  /// The server's rows, for those that need them.
  var server = ServerBook()

  var noCrossUserContent = NoCrossUserContent()
  var noContentAfterLogout = NoContentAfterLogout()
  var everyMessageAccountedFor = EveryMessageAccountedFor()
  var noDuplicateDisplay = NoDuplicateDisplay()
  var nothingLost = NothingLost()
  var everyInstallReachable = EveryInstallReachable()
  var oneRowPerInstall = OneRowPerInstall()
  var oneOwnerPerAddress = OneOwnerPerAddress()
  var deadAddressesForgotten = DeadAddressesForgotten()
  var liveAddressesKept: LiveAddressesKept
  var retryDiscipline = RetryDiscipline()
  var promptDiscipline = PromptDiscipline()
  var optOutHonoured = OptOutHonoured()
  var openedExactlyOnce = OpenedExactlyOnce()
  var tapLandsRight = TapLandsRight()
  var privacy = Privacy()
  var credentialDiscipline = CredentialDiscipline()
  var converges = Converges()

  /// No record was read.
  ///
  /// - Parameters:
  ///   - capacity: How many violations of one promise are kept in full.
  ///   - reach: What tells when an install is out of reach.
  init(capacity: UInt64, reach: ReachRules) {
    found = Violations(capacity: capacity)
    liveAddressesKept = LiveAddressesKept(reach: Reach(rules: reach))
  }

  /// Leads a record to the promises; truth and ledger do not know it yet.
  @inline(__always)
  mutating func observe(
    _ record: Record, id: RecordID, ledger: inout Ledger, truth: inout Truth
  ) {
    switch record.fact {
    case .shown, .shownQuietly, .seenInApp:
      observeVisible(record, id: id, ledger: &ledger, truth: &truth)
    case .trayRemoved: noDuplicateDisplay.observeRemoved(record)
    case .appInstalled: liveAddressesKept.reach.place(record)
    case .messageTaken:
      found.exercise(.everyMessageAccountedFor)
      optOutHonoured.observeTaken(record, into: &found)
    case .tapped, .tapFailed: observeTap(record, id: id, ledger: &ledger, truth: &truth)
    case .eventQueued:
      if record.detail == ClientEvent.replied.rawValue { found.exercise(.openedExactlyOnce) }
    case .eventCounted:
      openedExactlyOnce.observeCounted(record, id: id, ledger: &ledger, into: &found)
      privacy.observeCounted(record, id: id, truth: &truth, into: &found)
    case .signedIn, .signedOut, .optedOut, .erasureAsked, .payloadLogged, .keptAfterLogout:
      observePerson(record, id: id, truth: &truth)
    case .messageSettled: deadAddressesForgotten.observeSettled(record, id: id)
    case .rowWritten, .rowRemoved, .addressIssued, .addressEnded, .refused:
      observeRegistration(record, id: id, ledger: &ledger, truth: &truth)
    case .retried: retryDiscipline.observe(record, id: id, into: &found)
    case .promptShown: promptDiscipline.observe(record, id: id, into: &found)
    case .tokenMinted: credentialDiscipline.observeMinted(record, id: id, into: &found)
    case .tokenMisused: credentialDiscipline.observeMisused(record, id: id, into: &found)
    default: break
    }
  }

  /// Content became visible.
  @inline(never)
  private mutating func observeVisible(
    _ record: Record, id: RecordID, ledger: inout Ledger, truth: inout Truth
  ) {
    noCrossUserContent.observeVisible(record, id: id, truth: &truth, into: &found)
    noContentAfterLogout.observeVisible(record, id: id, truth: &truth, into: &found)
    if record.fact == .seenInApp { return }
    noDuplicateDisplay.observe(record, id: id, ledger: &ledger, truth: &truth, into: &found)
    optOutHonoured.observeVisible(record, id: id, ledger: &ledger, truth: &truth, into: &found)
  }

  /// Somebody tapped something.
  @inline(never)
  private mutating func observeTap(
    _ record: Record, id: RecordID, ledger: inout Ledger, truth: inout Truth
  ) {
    let message = ledger.messageRow(record.message)
    let owner = message?.user ?? .none
    tapLandsRight.observe(record, id: id, message: message, truth: &truth, into: &found)
    guard record.fact == .tapped else { return }
    found.exercise(.openedExactlyOnce)
    noCrossUserContent.observeTap(record, id: id, owner: owner, truth: &truth, into: &found)
    noContentAfterLogout.observeTap(record, id: id, owner: owner, truth: &truth, into: &found)
  }

  /// A person comes, goes, chooses or asks, or something of theirs is left behind.
  private mutating func observePerson(_ record: Record, id: RecordID, truth: inout Truth) {
    switch record.fact {
    case .signedIn:
      noCrossUserContent.observeSignIn(record, truth: &truth, into: &found)
      optOutHonoured.observeSignIn(record, truth: truth)
      fallsDue(.arrival, record, id)
    case .signedOut:
      found.exercise(.noContentAfterLogout)
      found.exercise(.privacy)
      // What stands in a tray is out of the server's reach.
      if !record.install.isNone { fallsDue(.departure, record, id) }
    case .optedOut: optOutHonoured.observeOptOut(record)
    case .erasureAsked: found.exercise(.privacy)
    default:
      privacy.observeLeft(record, id: id, into: &found)
      if record.fact == .keptAfterLogout {
        noContentAfterLogout.observeKept(record, id: id, into: &found)
      }
    }
  }

  /// Something happened to a row of the server or to an address.
  private mutating func observeRegistration(
    _ record: Record, id: RecordID, ledger: inout Ledger, truth: inout Truth
  ) {
    switch record.fact {
    case .addressIssued, .addressEnded: liveAddressesKept.observeAddress(record)
    case .refused:
      found.exercise(.liveAddressesKept)
      deadAddressesForgotten.observe(
        record, id: id, server: server, ledger: ledger, into: &found)
    case .rowWritten:
      privacy.observeWritten(record, id: id, truth: &truth, into: &found)
      if record.copy.isNone { judgeRemoval(record, id: id, truth: &truth) }
      server.write(record, id: id)
    default:
      judgeRemoval(record, id: id, truth: &truth)
      server.remove(record)
    }
  }

  /// A row loses its address.
  private mutating func judgeRemoval(_ record: Record, id: RecordID, truth: inout Truth) {
    let row = server.row(RowID(rawValue: record.operand))
    let check = liveAddressesKept.observeRemoval(
      record, id: id, row: row, truth: &truth, into: &found)
    if let check { add(check) }
  }

  /// Remembers to look at a tray when the instant is over.
  private mutating func fallsDue(_ kind: DueCheck.Kind, _ record: Record, _ id: RecordID) {
    add(
      DueCheck(
        kind: kind, time: record.time, install: record.install, user: record.user, record: id))
  }

  /// Remembers to look at something when the instant is over.
  private mutating func add(_ check: DueCheck) {
    due.append(check)
    dueAfter = min(dueAfter, check.time)
  }
}
