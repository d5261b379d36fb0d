import Judgement
import PushDomain
import PushWorld
import SimKernel

extension PopulationReport {
  /// The whole outcome as JSON; the cost only where somebody asked for it.
  package var json: String {
    var json = JSONText()
    json.object { json in
      json.member("version", 1)
      json.member("plan", object: writePlan)
      json.member("events", result.events)
      json.member("messages", result.messages)
      json.member("digest", result.digest.description)
      json.member("all") { write(whole, to: &$0) }
      json.member("sorts", array: sortsWithFates) { json, pair in
        json.object { json in
          json.member("name", pair.sort.name.description)
          json.member("kind", "\(pair.sort.kind)")
          json.member("priority", "\(pair.sort.priority)")
          json.member("ordered", pair.ordered)
          json.member("outcome") { write(pair.fates, to: &$0) }
        }
      }
      json.member("days", array: 0..<plan.days) { json, day in writeDay(day, to: &json) }
      json.member("answers", object: writeAnswers)
      json.member("promises", array: result.promises) { json, tally in
        write(tally, to: &json)
      }
      json.member("books", object: writeBooks)
      if let timing { json.member("timing") { write(timing, to: &$0) } }
    }
    return json.text + "\n"
  }

  /// Each sort with how many were ordered and what became of them.
  var sortsWithFates: [(sort: PushSort, ordered: UInt64, fates: FateStatistics)] {
    plan.sorts.enumerated().map { number, sort in
      (
        sort, number < result.ordered.count ? result.ordered[number] : 0,
        number < result.fates.sorts.count ? result.fates.sorts[number] : FateStatistics()
      )
    }
  }

  private func writePlan(_ json: inout JSONText) {
    json.member("name", plan.name)
    json.member("design", designName)
    json.member("phones", plan.phones)
    json.member("days", plan.days)
    json.member("seed", plan.seed)
    json.member("shardSize", PopulationPlan.shardSize)
  }

  private func write(_ fates: FateStatistics, to json: inout JSONText) {
    json.member("total", fates.total)
    json.member("fates") { json in
      for fate in Fate.allCases.reversed() {
        json.member(fate.word.description, fates.count(fate))
      }
    }
    json.member("causes", array: fates.causeCounts) { json, cause in
      json.object { json in
        json.member("fate", cause.fate.word.description)
        json.member("because", orNull: cause.because == .nothing ? "" : word(cause.because))
        json.member("count", cause.count)
      }
    }
    json.member("fcm") { json in
      for outcome in PushOutcome.allCases {
        if let word = outcome.fcmWord { json.member(word.description, fates.count(outcome)) }
      }
      json.member(PushDelays.noDelay.description, fates.undelayed)
      for (flag, word) in PushDelays.words + PushDelays.insights {
        json.member(word.description, fates.count(flag))
      }
    }
    json.member("delayMilliseconds") { json in
      for percentile in Self.percentiles {
        json.name(percentile.name)
        if let span = fates.latency.percentile(perMille: percentile.perMille) {
          json.number(span.microseconds / 1_000)
        } else {
          json.null()
        }
      }
    }
  }

  private func writeDay(_ day: Int, to json: inout JSONText) {
    json.object { json in
      json.member("day", day + 1)
      let sample = day < result.days.count ? result.days[day] : DaySample()
      json.member("installs", sample.installs)
      json.member("rows", sample.rows)
      json.member("deadAddresses", sample.deadAddresses)
      json.member("disabled", sample.disabled)
      json.member("fates") { json in
        for fate in Fate.allCases.reversed() {
          json.member(fate.word.description, result.fates.count(fate, day: day))
        }
      }
    }
  }

  private func writeAnswers(_ json: inout JSONText) {
    for (code, count) in zip(FCMCode.allCases, result.answers) where count > 0 {
      json.member(code.word.description, count)
    }
  }

  private func write(_ tally: PromiseTally, to json: inout JSONText) {
    json.object { json in
      json.member("name", tally.promise.word.description)
      json.member("verdict", tally.verdict.word.description)
      json.member("count", tally.count)
      if let first = tally.first { json.member("first", story(first)) }
    }
  }

  private func writeBooks(_ json: inout JSONText) {
    json.member("balanced", result.imbalance == nil)
    json.member("accepted", result.books.accepted)
    json.member("handed", result.books.handed)
    json.member("dropped", result.books.dropped)
    json.member("replaced", result.books.replaced)
    json.member("ended", result.books.ended)
  }

  private func write(_ timing: Timing, to json: inout JSONText) {
    json.member("wallMilliseconds", timing.wallMilliseconds)
    json.member("processorMilliseconds", timing.processorMilliseconds)
    json.member("peakBytes", timing.peakBytes)
    json.member("workers", timing.workers)
  }
}
