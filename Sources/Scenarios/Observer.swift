import Backend
import ClientSDK
import DeviceOS
import Judgement
import PushDomain
import PushServices
import PushWorld
import SimKernel

/// Looks at a world where an expectation points, and says what is there.
struct Observer {
  /// The names of the story, for what is told.
  let names: StoryNames
  /// What was counted so far.
  let tally: Tally
  /// Of a series, one member is enough: what must never be true is true as soon as one fulfils it.
  var isAnyEnough = false
  /// Nobody reads what is told: a question that is asked at every event builds no strings.
  var isSilent = false

  /// Finds what an expectation speaks of.
  func find(_ subject: Expectation.Subject, in world: borrowing World) -> Finding {
    switch subject {
    case .fate(let expectation): fate(expectation, in: world)
    case .fates(let counts): fates(counts, in: world)
    case .tray(let run, let expectation):
      each(run, in: world) { tray(expectation, of: $0, in: world) }
    case .inbox(let run, let expectation):
      each(run, in: world) { inbox(expectation, of: $0, in: world) }
    case .row(let run, let expectation):
      each(run, in: world) { row(expectation, of: $0, in: world) }
    case .rows(let user, let bounds): rows(user, bounds, in: world)
    case .sdk(let run, let expectation):
      each(run, in: world) { sdk(expectation, of: $0, in: world) }
    case .permission(let run, let word):
      each(run, in: world) { install in
        let found = world.permission(of: install)
        return finding(found == word, "permission \(found)")
      }
    case .prompts(let run, let bounds):
      each(run, in: world) { install in
        count("dialogs", Int64(world.systemState.prompts(of: install)), bounds)
      }
    case .process(let run, let word):
      each(run, in: world) { install in
        let found = world.process(of: install)
        return finding(found == word, "process \(found)")
      }
    case .doze(let run, let phase):
      each(run, in: world) { install in
        let found = world.dozePhase(of: install)
        return finding(found == phase, "doze \(found)")
      }
    case .bucket(let run, let bucket):
      each(run, in: world) { install in
        let found = world.bucket(of: install)
        return finding(found == bucket, "bucket \(found)")
      }
    case .recorded(let run, let outcome): recorded(run, outcome, in: world)
    case .requests(let run, let bounds):
      each(run) { message in
        count("requests", tally.requests(of: message), bounds)
      }
    case .events(let run, let expectation):
      each(run) { events(expectation, of: $0, in: world) }
    case .answers(let code, let bounds):
      count("answers \(code.text)", Int64(world.serverState.answerCount(code)), bounds)
    case .stored(let run, let bounds):
      each(run, in: world) { install in
        let address = world.fcmState.liveAddress(of: install)
        let kept = address.isNone ? 0 : world.fcmState.keptCount(for: address)
        return count("stored", Int64(kept), bounds)
      }
    case .tap(let messages, let run, let expectation):
      each(messages) { message in
        each(run, in: world) { tap(expectation, message, on: $0, in: world) }
      }
    }
  }

  // MARK: Runs of things

  /// Joins what was found of the members of a series.
  private struct Members {
    let isAnyEnough: Bool
    private(set) var finding = Finding(.held, "")
    private var isFirst = true

    init(isAnyEnough: Bool) { self.isAnyEnough = isAnyEnough }

    /// Takes the next finding; says whether it decides, whatever the others are.
    mutating func decides(_ next: Finding) -> Bool {
      let decides = next.verdict == (isAnyEnough ? .held : .violated)
      // What never existed keeps a series from being judged, unless another member decides.
      if isFirst || decides || finding.verdict != .inconclusive { finding = next }
      isFirst = false
      return decides
    }
  }

  /// Asks about every device of a run.
  private func each(
    _ run: DeviceRun, in world: borrowing World, _ ask: (InstallID) -> Finding
  ) -> Finding {
    var members = Members(isAnyEnough: isAnyEnough)
    for offset in 0..<run.count {
      let device = DeviceID(rawValue: run.first.rawValue + offset)
      let install = world.install(
        on: device, profile: run.profile, app: run.app, ordinal: run.install)
      let finding =
        install.map(ask) ?? Finding(.inconclusive, "the app was never installed there")
      if members.decides(finding) { break }
    }
    return members.finding
  }

  /// Asks about every message of a run.
  private func each(_ run: MessageRun, _ ask: (MessageID) -> Finding) -> Finding {
    var members = Members(isAnyEnough: isAnyEnough)
    for offset in 0..<run.count
    where members.decides(ask(MessageID(rawValue: run.first.rawValue + offset))) {
      break
    }
    return members.finding
  }

  private func count(_ what: String, _ found: Int64, _ bounds: Bounds?) -> Finding {
    guard let bounds else { return Finding(.held, "") }
    return finding(bounds.contains(found), "\(what)=\(found)")
  }

  private func finding(_ isMet: Bool, _ told: @autoclosure () -> String) -> Finding {
    Finding(isMet ? .held : .violated, isSilent ? "" : told())
  }

  /// Joins findings: the worst decides, every part is told.
  private func all(_ findings: [Finding]) -> Finding {
    let told = findings.map(\.actual).filter { !$0.isEmpty }.joined(separator: " ")
    let worst = findings.max { $0.verdict.rawValue < $1.verdict.rawValue }
    return Finding(worst?.verdict ?? .held, told, record: worst?.record ?? .none)
  }

  private func part(_ isMet: Bool?, _ told: @autoclosure () -> String) -> Finding {
    guard let isMet else { return Finding(.held, "") }
    return finding(isMet, told())
  }

  // MARK: Fates

  private func fate(
    _ expectation: FateExpectation, in world: borrowing World
  ) -> Finding {
    each(expectation.messages) { message in
      each(expectation.devices, in: world) { install in
        guard
          let entry = world.judge.ledger.entry(message, on: install)
            ?? nobodysFate(of: message, in: world)
        else {
          return Finding(.inconclusive, isSilent ? "" : whyNoFate(of: message, in: world))
        }
        var finding = judge(entry, shows: tally.shows(of: message, on: install), by: expectation)
        let ordinal = world.ordinal(of: install)
        if ordinal > 1, !isSilent {
          finding.actual += ", on \(names.text(of: world.device(of: install)))/\(ordinal)"
        }
        return finding
      }
    }
  }

  /// The fate everywhere of a message for many, among whom there was nobody.
  private func nobodysFate(of message: MessageID, in world: borrowing World) -> FateEntry? {
    guard let row = world.judge.ledger.messageRow(message), row.reachedNobody else { return nil }
    return world.judge.ledger.stray(row)
  }

  /// Why a message has no fate on an install: nobody addressed it.
  private func whyNoFate(of message: MessageID, in world: borrowing World) -> String {
    guard let row = world.judge.ledger.messageRow(message) else {
      return "the message was never sent"
    }
    guard !row.topic.isNone else { return "it was not addressed: the message went to others" }
    return "it was not addressed: it followed topic \(names.text(of: row.topic)) not yet, or no"
      + " more, when the message was sent; let it topic-subscribe (for fcm-topic=) or subscribe"
      + " (for topic=) before, or expect nothing of it"
  }

  private func judge(
    _ entry: FateEntry, shows: Int64, by expectation: FateExpectation
  ) -> Finding {
    var isMet = entry.fate == expectation.fate
    isMet = isMet && expectation.because.fits(entry.because)
    if let push = expectation.push { isMet = isMet && entry.push.fate == push }
    if let surface = expectation.surface { isMet = isMet && entry.surface == surface }
    if let within = expectation.within {
      isMet = isMet && within.contains((entry.time - entry.takenAt).microseconds)
    }
    if let by = expectation.by { isMet = isMet && entry.time <= by }
    if let times = expectation.times { isMet = isMet && times.contains(shows) }
    if isSilent { return Finding(isMet ? .held : .violated, "") }
    var told = "\(entry.fate.word)"
    let because = entry.because.word
    if !because.isEmpty { told += " because=\(because)" }
    if expectation.push != nil { told += " push=\(entry.push.word)" }
    if let surface = entry.surface { told += " surface=\(hyphenated("\(surface)"))" }
    if expectation.times != nil { told += " times=\(shows)" }
    if expectation.within != nil { told += " after \(entry.time - entry.takenAt)" }
    told += " at \(entry.time)"
    return Finding(
      isMet ? .held : .violated, told, entry: entry)
  }

  private func fates(_ counts: FateCounts, in world: borrowing World) -> Finding {
    var found = [Int64](repeating: 0, count: Fate.allCases.count)
    var total: Int64 = 0
    for offset in 0..<counts.messages.count {
      let message = MessageID(rawValue: counts.messages.first.rawValue + offset)
      for index in 0..<counts.devices.count {
        let device = DeviceID(rawValue: counts.devices.first.rawValue + index)
        guard
          let install = world.install(
            on: device, profile: counts.devices.profile, app: counts.devices.app,
            ordinal: counts.devices.install),
          let entry = world.judge.ledger.entry(message, on: install)
        else { continue }
        found[Int(entry.fate.rawValue)] += 1
        total += 1
      }
    }
    guard total > 0 else { return Finding(.inconclusive, "nothing was meant for these installs") }
    let isMet = counts.counts.allSatisfy { $0.bounds.contains(found[Int($0.fate.rawValue)]) }
    let told = Fate.allCases.reversed().filter { found[Int($0.rawValue)] > 0 }
      .map { "\($0.word)=\(found[Int($0.rawValue)])" }.joined(separator: " ")
    return Finding(isMet ? .held : .violated, told)
  }

  // MARK: Devices

  private func tray(
    _ expectation: TrayExpectation, of install: InstallID, in world: borrowing World
  ) -> Finding {
    let counts = world.trayCounts(of: install)
    return all([
      count("entries", Int64(counts.entries), expectation.entries),
      count("groups", Int64(counts.groups), expectation.groups),
      count("summaries", Int64(counts.summaries), expectation.summaries),
      count("badge", Int64(world.badge(of: install)), expectation.badge),
      holds(expectation.has, expectation.lacks) {
        world.systemState.trayEntries(of: $0, on: install) > 0
      },
    ])
  }

  private func inbox(
    _ expectation: ListExpectation, of install: InstallID, in world: borrowing World
  ) -> Finding {
    all([
      count("entries", Int64(world.clientState.inboxCount(of: install)), expectation.entries),
      count("unread", Int64(world.clientState.unreadCount(of: install)), expectation.unread),
      holds(expectation.has, expectation.lacks) {
        world.clientState.holds($0, inInboxOf: install)
      },
    ])
  }

  /// Whether a list has what it must have and lacks what it must lack.
  private func holds(
    _ wanted: MessageRun?, _ unwanted: MessageRun?, _ contains: (MessageID) -> Bool
  ) -> Finding {
    func number(_ run: MessageRun) -> UInt32 {
      (0..<run.count).reduce(0) {
        contains(MessageID(rawValue: run.first.rawValue + $1)) ? $0 + 1 : $0
      }
    }
    var findings: [Finding] = []
    if let wanted {
      let found = number(wanted)
      let isMet = isAnyEnough ? found > 0 : found == wanted.count
      findings.append(part(isMet, "has \(found) of \(wanted.count)"))
    }
    if let unwanted {
      let found = number(unwanted)
      let isMet = isAnyEnough ? found < unwanted.count : found == 0
      findings.append(part(isMet, "has \(found) of \(unwanted.count) it must lack"))
    }
    return all(findings)
  }

  private func row(
    _ expectation: RowExpectation, of install: InstallID, in world: borrowing World
  ) -> Finding {
    let rows = world.rows(of: install)
    let newest = rows.last
    if expectation.exists == false {
      return Finding(rows.isEmpty ? .held : .violated, "\(rows.count) rows")
    }
    var findings = [count("count", Int64(rows.count), expectation.count)]
    guard let newest else {
      let asksMore =
        expectation.exists == true || expectation.user != nil || expectation.isEnabled != nil
        || expectation.address != nil
      return asksMore ? Finding(.violated, "no row") : all(findings)
    }
    if let user = expectation.user {
      findings.append(part(newest.user == user, "user=\(name(of: newest.user))"))
    }
    if let isEnabled = expectation.isEnabled {
      findings.append(part(newest.isEnabled == isEnabled, "enabled=\(newest.isEnabled)"))
    }
    if let address = expectation.address {
      let found = world.addressWord(newest.address, of: install)
      findings.append(part(found == address, "address=\(found)"))
    }
    return all(findings)
  }

  private func rows(
    _ user: UserID?, _ bounds: Bounds, in world: borrowing World
  ) -> Finding {
    let found = user.map { world.serverState.rowCount(of: $0) } ?? world.serverState.rowCount
    return count("rows", Int64(found), bounds)
  }

  private func sdk(
    _ expectation: SDKExpectation, of install: InstallID, in world: borrowing World
  ) -> Finding {
    guard let record = world.clientState.record(of: install) else {
      return Finding(.violated, "the app is not installed")
    }
    var findings = [
      count("outbox", Int64(world.outboxCount(of: install)), expectation.outbox),
      count("was-told", Int64(world.clientState.deletedTold(of: install)), expectation.deletedTold),
      count("syncs", tally.syncs(of: install), expectation.syncs),
    ]
    if let user = expectation.user {
      findings.append(part(record.user == user, "user=\(name(of: record.user))"))
    }
    if let isUploaded = expectation.isUploaded {
      findings.append(
        part(record.isUploaded == isUploaded, record.isUploaded ? "uploaded" : "not uploaded"))
    }
    if let address = expectation.address {
      let found = world.addressWord(record.address, of: install)
      findings.append(part(found == address, "address=\(found)"))
    }
    return all(findings)
  }

  // MARK: Messages

  private func recorded(
    _ run: MessageRun, _ outcome: Outcome, in world: borrowing World
  ) -> Finding {
    each(run) { message in
      guard let row = world.judge.ledger.messageRow(message) else {
        return Finding(.inconclusive, "the message was never sent")
      }
      guard let found = row.serverOutcome else {
        return Finding(.violated, "the server's record names no outcome", record: row.taken)
      }
      return Finding(found == outcome ? .held : .violated, "recorded \(found)", record: row.taken)
    }
  }

  private func events(
    _ expectation: EventExpectation, of message: MessageID, in world: borrowing World
  ) -> Finding {
    func number(_ event: ClientEvent) -> Int64 { tally.events(event, of: message) }
    return all([
      count("delivered", number(.delivered), expectation.delivered),
      count("opened", number(.opened), expectation.opened),
      count("dismissed", number(.dismissed), expectation.dismissed),
      count("replied", number(.replied), expectation.replied),
      count("read", number(.read), expectation.read),
    ])
  }

  private func tap(
    _ expectation: TapExpectation, _ message: MessageID, on install: InstallID,
    in world: borrowing World
  ) -> Finding {
    let record = tally.lastTap(of: message, on: install)
    guard let tap = world.context.history.record(record) else {
      return Finding(.inconclusive, "it was never tapped")
    }
    let failed = tap.fact == .tapFailed
    var findings: [Finding] = []
    if let times = expectation.times {
      findings.append(count("times", tally.taps(of: message, on: install), times))
    }
    if let expected = expectation.failed {
      findings.append(part(failed == expected, failed ? "failed" : "landed"))
    }
    if let place = expectation.place {
      findings.append(
        part(
          !failed && tap.operand == place.rawValue,
          "place=\(names.text(of: NameID(rawValue: tap.operand)))"))
    }
    if let user = expectation.user {
      findings.append(part(!failed && tap.user == user, "user=\(name(of: tap.user))"))
    }
    if let isCold = expectation.isCold {
      findings.append(
        part(!failed && (tap.detail == 1) == isCold, tap.detail == 1 ? "cold" : "warm"))
    }
    return all(findings)
  }

  private func name(of user: UserID) -> String { user.isNone ? "nobody" : names.text(of: user) }
}
