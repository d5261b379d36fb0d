import Judgement
import PushDomain
import PushWorld
import SimKernel

extension PopulationReport {
  /// One page for people, 80 columns wide.
  package func text(_ terminal: TerminalText = TerminalText()) -> String {
    var page = ""
    page += terminal.style("population \(plan.name)", .strong)
    page +=
      ": \(Figures.grouped(result.phones)) phones, \(plan.days) days, seed \(plan.seed), design"
      + " \(designName)\n"
    page +=
      "\(Figures.grouped(result.events)) events, \(Figures.grouped(result.messages)) messages,"
      + " digest \(result.digest.description)\n"
    page += planLines(terminal)
    page += "\n" + fateLines()
    page += "\n" + delayLines()
    page += "\n" + providerLines()
    page += "\n" + dayLines()
    page += "\n" + promiseLines(terminal)
    if let timing { page += "\n" + timingLines(timing) }
    return page
  }

  /// What the plan assumes of people and messages, and what of a file was not used.
  private func planLines(_ terminal: TerminalText) -> String {
    func share(_ millionths: Int64) -> String { "\((millionths + 5_000) / 10_000) %" }
    let sorts = plan.sorts.map { "\($0.name) \($0.perMille / 10) %" }.joined(separator: ", ")
    let days =
      "each day: \(plan.pushesPerDay) messages (\(sorts)), \(plan.opensPerDay) openings of the app,"
      + " \(plan.pickupsPerDay) other uses of the phone, in bed from about \(plan.eveningHour):00 to"
      + " \(plan.morningHour):00; \(share(plan.chargers)) charge over night,"
      + " \(share(plan.commuters)) travel twice without a network"
    let month =
      "each month: \(share(plan.reinstalls)) reinstall, \(share(plan.logouts)) lend the phone to"
      + " another account, \(share(plan.forceStops)) force-stop,"
      + " \(share(plan.revocations)) revoke and \(share(plan.uninstalls)) uninstall;"
      + " \(share(plan.denied)) deny at first"
    var text =
      terminal.wrapped(days, first: "", rest: "  ") + "\n"
      + terminal.wrapped(month, first: "", rest: "  ") + "\n"
    for note in notes { text += terminal.wrapped("note: " + note, first: "", rest: "  ") + "\n" }
    return text
  }

  private func fateLines() -> String {
    let whole = self.whole
    var text =
      "what became of \(Figures.grouped(whole.total)) messages due on installs"
      + " (100 %)\n"
    for fate in Fate.allCases.reversed() where whole.count(fate) > 0 {
      text += line(fate.word.description, whole.count(fate), of: whole.total)
      guard fate == .shown, whole.foundInApp > 0 else { continue }
      let found = whole.foundInApp
      text += line("  by the push itself", whole.count(fate) - found, of: whole.total)
      text += line("  only found in the app's inbox", found, of: whole.total)
    }
    // A message to somebody who has the app nowhere is due on no install.
    let nowhere = result.messages - min(result.messages, whole.total)
    if nowhere > 0 {
      text += "  (\(Figures.grouped(nowhere)) more were for people who had the app nowhere)\n"
    }
    let causes = whole.causeCounts.filter {
      $0.fate != .shown && $0.fate != .handled && $0.because != .nothing
    }
    text += "the most frequent causes\n"
    for cause in causes.prefix(8) {
      let name = "\(cause.fate.word) \(word(cause.because))"
      text += line(String(name.prefix(48)), cause.count, of: whole.total)
    }
    return text
  }

  private func line(_ name: String, _ count: UInt64, of whole: UInt64) -> String {
    "  " + TerminalText.padded(name, 48) + Figures.right(Figures.grouped(count), 15)
      + Figures.right(Figures.percent(count, of: whole), 10) + "\n"
  }

  private func delayLines() -> String {
    var text = "delay of what the push itself brought, about"
    for percentile in Self.percentiles { text += Figures.right(percentile.name, 9) }
    text += "\n"
    for (number, sort) in plan.sorts.enumerated() where number < result.fates.sorts.count {
      let name = "\(sort.name), \(sortText(sort))"
      text += delayLine(name, result.fates.sorts[number].latency)
    }
    return text + delayLine("all", whole.latency)
  }

  private func delayLine(_ name: String, _ latency: LatencyHistogram) -> String {
    var text = "  " + TerminalText.padded(String(name.prefix(41)), 42)
    for percentile in Self.percentiles {
      let span = latency.percentile(perMille: percentile.perMille)
      text += Figures.right(Figures.span(span), 9)
    }
    return text + "\n"
  }

  private func providerLines() -> String {
    let whole = self.whole
    var accepted: UInt64 = 0
    for outcome in PushOutcome.allCases where outcome.fcmWord != nil {
      accepted += whole.count(outcome)
    }
    var text = "what the provider's delivery data show\n"
    for outcome in PushOutcome.allCases {
      guard let word = outcome.fcmWord, whole.count(outcome) > 0 else { continue }
      text += line(word.description, whole.count(outcome), of: accepted)
    }
    let delivered = whole.count(.delivered)
    text += "of the delivered; one message may have been delayed in several ways\n"
    text += line(PushDelays.noDelay.description, whole.undelayed, of: delivered)
    for (flag, word) in PushDelays.words + PushDelays.insights where whole.count(flag) > 0 {
      text += line(word.description, whole.count(flag), of: delivered)
    }
    return text
  }

  private func dayLines() -> String {
    guard let first = result.days.first, let last = result.days.last else { return "" }
    func row(_ name: String, _ value: (DaySample) -> UInt64) -> String {
      let worst = result.days.map(value).max() ?? 0
      return "  " + TerminalText.padded(name, 32)
        + Figures.right(Figures.grouped(value(first)), 15)
        + Figures.right(Figures.grouped(worst), 15)
        + Figures.right(Figures.grouped(value(last)), 15) + "\n"
    }
    return "at midnight" + Figures.right("first day", 38) + Figures.right("most", 15)
      + Figures.right("last day", 15) + "\n"
      + row("phones with the app") { $0.installs } + row("rows of the server") { $0.rows }
      + row("rows with a dead address") { $0.deadAddresses }
      + row("rows with notifications off") { $0.disabled }
  }

  private func promiseLines(_ terminal: TerminalText) -> String {
    var text = "promises\n"
    for tally in result.promises where tally.verdict == .violated {
      text += "  " + terminal.style("violated", .bad) + "  "
      text += TerminalText.padded(tally.promise.word.description, 30)
      text += Figures.right(Figures.grouped(tally.count), 12) + " times\n"
      if let first = tally.first {
        text += terminal.wrapped(story(first), first: "    ", rest: "    ") + "\n"
      }
    }
    for (verdict, word) in [(PromiseVerdict.held, "held"), (.notExercised, "not exercised")] {
      let names = result.promises.filter { $0.verdict == verdict }.map(\.promise.word.description)
      if names.isEmpty { continue }
      text +=
        terminal.wrapped(
          names.joined(separator: ", "), first: "  " + word + ": ", rest: "    ") + "\n"
    }
    text += "  books balanced: "
    if let imbalance = result.imbalance {
      text += terminal.style("NO, a bug of pushsim: \(imbalance)", .bad) + "\n"
    } else {
      text +=
        "\(Figures.grouped(result.books.accepted)) copies accepted, all accounted for\n"
    }
    if result.mistakes > 0 {
      text += terminal.style("  \(result.mistakes) habits could not be carried out\n", .bad)
    }
    return text
  }

  /// The first violation of a promise in one sentence.
  func story(_ first: PromiseTally.First) -> String {
    let violation = first.violation
    var text = "first: day \(violation.time.sinceStart / .days(1) + 1), \(violation.time)"
    if !violation.user.isNone {
      let person = first.shard * PopulationPlan.shardSize + violation.user.index
      text += ", content of person\(person)"
    }
    guard !violation.message.isNone else { return text }
    return text + "; why: --why \(first.shard)/\(violation.message.rawValue)"
  }

  private func timingLines(_ timing: Timing) -> String {
    let deviceDays = result.phones * UInt64(plan.days)
    func rate(_ count: UInt64, _ milliseconds: Int64) -> String {
      Figures.grouped(count * 1_000 / UInt64(max(1, milliseconds)))
    }
    return "cost: \(timing.wallMilliseconds) ms on the wall,"
      + " \(timing.processorMilliseconds) ms of processors, \(timing.workers) workers\n"
      + "  \(rate(deviceDays, timing.processorMilliseconds)) device-days and"
      + " \(rate(result.events, timing.processorMilliseconds)) events a second and core,"
      + " \(result.events / max(1, deviceDays)) events a device-day\n"
      + "  \(Figures.grouped(UInt64(max(0, timing.peakBytes)) / max(1, result.phones)))"
      + " bytes a phone: the process at its largest, over all phones\n"
  }
}
