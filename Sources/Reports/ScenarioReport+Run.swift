import Backend
import DeviceOS
import Judgement
import PushDomain
import PushWorld
import Rulebook
import ScenarioLanguage
package import Scenarios
import SimKernel

extension ScenarioReport {
  /// Puts a finished run into words.
  ///
  /// - Parameter explainsFates: Also walk the causes of every fate back, as `why` shows them.
  package init(_ run: borrowing ScenarioRun, explainsFates: Bool = false) {
    self.init()
    let scenario = run.scenario
    file = scenario.file
    name = scenario.title
    variant = scenario.variant.map { Pair(name: $0.axis, value: $0.value) }
    seed = run.options.seed
    design = scenario.designText
    digest = run.world.digest.description
    events = run.world.eventCount
    simulated = run.world.now.description

    let narrator = Narrator(names: run.reportNames, rules: run.world.rules)
    let chain = CauseChain(
      history: run.world.context.history.records, narrator: narrator, steps: scenario.steps)
    let judgement = run.judgement
    verdict = Verdict(judgement.verdict)
    promises = judgement.promises.map { PromiseReport($0, chain) }
    expectations = run.expectationReports(chain)
    let entries =
      run.world.judge.ledger.entries().filter { run.isReported($0) }
      + run.world.judge.ledger.strays()
    fates = entries.sorted { ($0.message, $0.install) < ($1.message, $1.install) }
      .map { entry in
        var fate = FateReport(entry, chain, isExplained: explainsFates)
        fate.isNamed = run.names(entry, judgement)
        return fate
      }
    counts = run.counts
    remarks = run.remarks(judgement, narrator)
    leansOn = run.leansOn
    if let imbalance = run.world.judge.ledger.checkBooks() {
      verdict = .unsound
      remarks.append(
        RemarkReport(
          line: 0, text: "the books do not balance, a bug of pushsim: \(imbalance)",
          verdict: .unsound))
    }
  }
}

extension ScenarioReport.Verdict {
  /// The verdict of a judgement.
  init(_ verdict: ScenarioVerdict) {
    switch verdict {
    case .held: self = .held
    case .violated: self = .violated
    case .inconclusive: self = .inconclusive
    case .mistaken: self = .mistaken
    }
  }
}

extension PromiseReport {
  /// Puts what became of a promise into words.
  init(_ result: ScenarioJudgement.PromiseResult, _ chain: CauseChain) {
    self.init()
    name = result.promise.word.description
    isExpected = result.isExpected
    undeclared = result.undeclared
    switch result.verdict {
    case .held: verdict = .held
    case .violated: verdict = .violated
    case .notExercised: verdict = .notExercised
    }
    breach = result.violations.first.map { Breach($0, chain) }
    count = result.violations.count
  }
}

extension PromiseReport.Breach {
  /// Puts one violation into words.
  init(_ violation: Violation, _ chain: CauseChain) {
    self.init()
    let narrator = chain.narrator
    time = violation.time.description
    message = violation.message.isNone ? "" : narrator.names.messageName(violation.message)
    device = violation.install.isNone ? "" : narrator.names.install(violation.install)
    causes = chain.causes(of: violation)
    line = chain.line(of: violation.record)
    if line == 0 { line = chain.line(of: violation.second) }
    what = narrator.sentence(violation, record: chain.history.record(violation.record))
  }
}

extension FateReport {
  /// Puts the fate of one message on one install into words.
  init(_ entry: FateEntry, _ chain: CauseChain, isExplained: Bool) {
    self.init()
    let names = chain.narrator.names
    message = names.messageName(entry.message)
    user = entry.user.isNone ? "" : names.user(entry.user)
    if !entry.install.isNone {
      let place = names.installs[entry.install.index]
      device = names.slots[place.slot]
      install = place.ordinal
    }
    fate = entry.fate.word.description
    because = entry.because.word
    push = entry.push.word.description
    surface = entry.surface.map { "\($0)" } ?? ""
    time = entry.time.description
    instant = entry.time.microseconds
    delay = entry.latency.map { "\($0)" } ?? ""
    fcm = entry.push.fcmWord?.description ?? ""
    if isExplained { causes = chain.causes(of: entry) }
  }
}

extension ScenarioRun {
  /// The names of the run.
  var reportNames: Names {
    var names = Names()
    let story = scenario.names
    names.users = (0..<story.userCount).map { story.text(of: UserID($0)) }
    names.devices = scenario.devices.indices.map { story.text(of: DeviceID($0)) }
    names.slots = scenario.slots.map { slot in
      var name = story.text(of: slot.device)
      if slot.profile > 0 { name += ".profile\(slot.profile)" }
      if slot.app > 0 { name += ".app\(slot.app)" }
      return name
    }
    names.messages = (0..<story.messageCount).map { story.text(of: MessageID($0)) }
    names.words = (0..<story.words.count).map { story.text(of: NameID($0)) }
    names.installs = world.namedInstalls
    names.line = { [scenario] in scenario.text(ofLine: $0) }
    return names
  }

  /// A message for an install that it was neither meant for nor sent to is of no interest.
  func isReported(_ entry: FateEntry) -> Bool { entry.isTargeted }

  /// Whether an expectation or a breach is about a fate.
  func names(_ entry: FateEntry, _ judgement: ScenarioJudgement) -> Bool {
    guard !entry.install.isNone else { return false }
    let device = scenario.slots[world.slot(of: entry.install).index].device
    let isExpected = scenario.expectations.contains { expectation in
      guard expectation.isJudged, case .fate(let line) = expectation.subject else { return false }
      return line.messages.contains(entry.message) && line.devices.contains(device)
    }
    return isExpected
      || judgement.promises.contains { promise in
        promise.violations.contains {
          $0.message == entry.message && ($0.install.isNone || $0.install == entry.install)
        }
      }
  }

  /// Every expectation of the file that was judged.
  func expectationReports(_ chain: CauseChain) -> [ExpectationReport] {
    zip(scenario.expectations, judged).compactMap { expectation, judged in
      guard expectation.isJudged else { return nil }
      var report = ExpectationReport()
      report.line = Int(expectation.line)
      report.text = expectation.text.droppingFirstWord
      switch judged.verdict {
      case .held: report.verdict = .held
      case .violated: report.verdict = .violated
      case .inconclusive: report.verdict = .inconclusive
      }
      report.actual = judged.finding.actual
      report.state = [Pair(name: "time", value: judged.time.description)]
      if judged.verdict != .held {
        report.causes =
          judged.finding.entry.map { chain.causes(of: $0) }
          ?? chain.causes(of: [judged.finding.record])
      }
      return report
    }
  }

  /// What stands on the devices and at the server.
  var counts: CountsReport {
    var counts = CountsReport()
    for index in 0..<world.slotCount {
      let install = world.systemState.newest(in: SlotID(index))
      guard !install.isNone else { continue }
      let name = scenario.names.text(of: scenario.slots[index].device)
      let tray = world.system.trayCounts(of: install, in: world.systemState)
      counts.tray.append((device: name, entries: tray.entries, groups: tray.groups))
      counts.prompts.append(
        (device: name, count: world.systemState.prompts(of: install)))
    }
    var byStatus: [(status: Int, count: Int)] = []
    for code in FCMCode.allCases {
      let count = Int(world.serverState.answerCount(code))
      guard count > 0 else { continue }
      if let at = byStatus.firstIndex(where: { $0.status == Int(code.status) }) {
        byStatus[at].count += count
      } else {
        byStatus.append((status: Int(code.status), count: count))
      }
    }
    counts.provider = byStatus.sorted { $0.status < $1.status }
    counts.events = ClientEvent.allCases.map {
      (name: "\($0)", count: Int(world.serverState.eventCount($0)))
    }
    return counts
  }

  /// The first impossible request of each line, and how many there were.
  private var storyMistakes: [(first: Record, count: Int)] {
    var lines: [(first: Record, count: Int)] = []
    for id in world.judge.storyMistakes {
      guard let record = world.context.history.record(id) else { continue }
      if let known = lines.lastIndex(where: { $0.first.line == record.line }) {
        lines[known].count += 1
      } else {
        lines.append((record, 1))
      }
    }
    return lines
  }

  /// Why a run proves nothing although nothing in it failed.
  private func emptyRemarks(_ judgement: ScenarioJudgement) -> [RemarkReport] {
    var remarks: [RemarkReport] = []
    if let cut {
      remarks.append(
        RemarkReport(
          line: Int(cut.line),
          text: "stopped at \(cut.time) after \(cut.events) events, and this line took effect last."
            + " Something goes round and round, or the story is too large: undo a rule that this"
            + " file changes, or tell of fewer devices and messages", verdict: .inconclusive))
    }
    if judgement.isIdle {
      remarks.append(
        RemarkReport(
          line: 0,
          text: "nothing in this file can fail: it expects nothing and exercises no promise",
          verdict: .inconclusive))
    }
    return remarks
  }

  /// What the reader must know beside promises and expectations.
  func remarks(_ judgement: ScenarioJudgement, _ narrator: Narrator) -> [RemarkReport] {
    var remarks: [RemarkReport] = []
    for (first, count) in storyMistakes {
      remarks.append(
        RemarkReport(
          line: Int(first.line),
          text: "the story cannot go on so: " + narrator.sentence(first)
            + (count > 1 ? ", and \(count - 1) more times for this line" : ""),
          verdict: .mistaken))
    }
    for declared in judgement.unfulfilled {
      remarks.append(
        RemarkReport(
          line: Int(declared.line),
          text: "declared to violate \(declared.promise.word), but it did not",
          verdict: .violated))
    }
    for promise in judgement.unexercised {
      let line = scenario.promises.first { $0.promise == promise }?.line ?? 0
      remarks.append(
        RemarkReport(
          line: Int(line), text: "nothing in the story exercises \(promise.word)",
          verdict: .inconclusive))
    }
    remarks += emptyRemarks(judgement)
    for fault in idleFaults {
      var text = "this fault found nothing to act on"
      if fault.isEndedBySettle {
        text += ": settle ended it in the instant in which it began; begin it earlier, or let a"
        text += " later line stand before settle, such as +1h expect"
      }
      remarks.append(
        RemarkReport(line: Int(fault.line), text: text, verdict: .inconclusive))
    }
    if scenario.violations.contains(where: { !$0.isJudged && !$0.hasCondition }) {
      remarks.append(
        RemarkReport(
          line: 0, text: "violates lines are not judged: the call chose the design"))
    }
    return remarks
  }

  /// The doubtful rules that records of the run cite.
  var leansOn: [String] {
    var cited: [UInt32] = []
    for record in world.context.history.records where record.fact.citesRule {
      if record.operand != 0, !cited.contains(record.operand) { cited.append(record.operand) }
    }
    let rules = cited.compactMap { world.rules.entry(for: RuleKey(rawValue: $0)) }
    return rules.filter {
      !$0.isReading && ($0.evidence == .reported || $0.evidence == .unverified)
    }.map(\.idText).sorted()
  }
}

extension String {
  /// `expect m1 on pixel shown` without its first word; blanks are folded.
  fileprivate var droppingFirstWord: String {
    split(separator: " ").drop { $0 == "expect" }.joined(separator: " ")
  }
}
