import Judgement
import PushDomain
import PushWorld
import SimKernel

extension PopulationReport {
  /// The tables of a run: file names and their comma-separated text.
  package var tables: [(file: String, text: String)] {
    [
      ("days.csv", dayTable), ("fates.csv", fateTable), ("delays.csv", delayTable),
      ("provider.csv", providerTable), ("promises.csv", promiseTable),
    ]
  }

  private var dayTable: String {
    var text = "day,installs,rows,dead_addresses,disabled"
    for fate in Fate.allCases.reversed() { text += ",\(fate.word)" }
    text += "\n"
    for day in 0..<plan.days {
      let sample = day < result.days.count ? result.days[day] : DaySample()
      text +=
        "\(day + 1),\(sample.installs),\(sample.rows),\(sample.deadAddresses),\(sample.disabled)"
      for fate in Fate.allCases.reversed() { text += ",\(result.fates.count(fate, day: day))" }
      text += "\n"
    }
    return text
  }

  private var fateTable: String {
    var text = "sort,fate,because,count\n"
    for (sort, _, fates) in sortsWithFates {
      for cause in fates.causeCounts {
        text += "\(sort.name),\(cause.fate.word),\(word(cause.because)),\(cause.count)\n"
      }
    }
    return text
  }

  private var delayTable: String {
    var text = "sort,up_to_microseconds,count\n"
    for (sort, _, fates) in sortsWithFates {
      for bucket in fates.latency.buckets {
        text += "\(sort.name),\(bucket.upTo.microseconds),\(bucket.count)\n"
      }
    }
    return text
  }

  private var providerTable: String {
    var text = "sort,word,count\n"
    for (sort, _, fates) in sortsWithFates {
      for outcome in PushOutcome.allCases {
        if let word = outcome.fcmWord { text += "\(sort.name),\(word),\(fates.count(outcome))\n" }
      }
      text += "\(sort.name),\(PushDelays.noDelay),\(fates.undelayed)\n"
      for (flag, word) in PushDelays.words + PushDelays.insights {
        text += "\(sort.name),\(word),\(fates.count(flag))\n"
      }
    }
    return text
  }

  private var promiseTable: String {
    var text = "promise,verdict,count\n"
    for tally in result.promises {
      text += "\(tally.promise.word),\(tally.verdict.word),\(tally.count)\n"
    }
    return text
  }
}
