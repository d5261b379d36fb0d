import PushWorld
import Rulebook
import SimKernel

/// Phones that live a while with every promise on: what a virtual day of one costs.
enum PopulationBenchmark {
  static let part = BenchmarkPart(
    name: "population", title: "POPULATION, the built-in plan, one worker, all promises", run: run)

  private static func run(_ options: BenchmarkOptions) -> BenchmarkTable {
    var table = BenchmarkTable(columns: ["figure"])
    var plan = PopulationPlan()
    plan.phones = PopulationPlan.shardSize * (options.isQuick ? 2 : 16)
    plan.days = 30
    let rules = PopulationPlan.rules()
    var events: UInt64 = 0
    var digest = RunDigest()
    let seconds = (0..<options.repeatCount).map { _ in
      var whole = PopulationResult()
      let seconds = Measurement.processorSeconds {
        for shard in 0..<plan.shardCount {
          whole.add(PopulationShard(shard, of: plan, rules: rules).run())
        }
      }
      events = whole.events
      digest = whole.digest
      return seconds
    }
    let median = Measurement.median(seconds)
    let deviceDays = Double(plan.phones * plan.days)
    table.add("device-days a second and core", [Measurement.text(deviceDays / median)])
    table.add("microseconds a device-day", [Measurement.text(median * 1e6 / deviceDays)])
    table.add("events a device-day", [Measurement.text(Double(events) / deviceDays)])
    table.add("ns an event", [Measurement.text(median * 1e9 / Double(events))])
    table.notes.append("\(plan.phones) phones for \(plan.days) days; digest \(digest)")
    return table
  }
}
