import PushWorld
import Rulebook
import SimKernel

/// Phones that live a while with every promise on: what a virtual day of one costs.
///
/// A day of the built-in plan has some 75 events. The goal is meant for days of 55, which is about
/// what one opening of the app a day leaves.
enum PopulationBenchmark {
  static let part = BenchmarkPart(
    name: "population", title: "POPULATION, one worker, all promises", run: run)

  private static func run(_ options: BenchmarkOptions) -> BenchmarkTable {
    var table = BenchmarkTable(columns: ["built-in", "one opening"])
    var plan = PopulationPlan()
    plan.phones = PopulationPlan.shardSize * (options.isQuick ? 2 : 16)
    plan.days = 30
    let whole = measure(plan, options)
    plan.opensPerDay = 1
    plan.pickupsPerDay = 0
    let bare = measure(plan, options)
    func row(_ name: String, _ figure: (Cost) -> Double) {
      table.add(name, [Measurement.text(figure(whole)), Measurement.text(figure(bare))])
    }
    row("device-days a second and core") { 1 / $0.secondsOfDay }
    row("microseconds a device-day") { $0.secondsOfDay * 1e6 }
    row("events a device-day") { $0.eventsOfDay }
    row("events a second and core") { $0.eventsOfDay / $0.secondsOfDay }
    row("ns an event") { $0.secondsOfDay * 1e9 / $0.eventsOfDay }
    table.notes.append(
      "\(plan.phones) phones for \(plan.days) days; digests \(whole.digest), \(bare.digest)")
    return table
  }

  /// What a device-day of a plan costs.
  private struct Cost {
    var secondsOfDay: Double
    var eventsOfDay: Double
    var digest: RunDigest
  }

  private static func measure(_ plan: PopulationPlan, _ options: BenchmarkOptions) -> Cost {
    let rules = PopulationPlan.rules()
    var result = PopulationResult()
    let seconds = (0..<options.repeatCount).map { _ in
      result = PopulationResult()
      return Measurement.processorSeconds {
        for shard in 0..<plan.shardCount {
          result.add(PopulationShard(shard, of: plan, rules: rules).run())
        }
      }
    }
    let days = Double(plan.phones * plan.days)
    return Cost(
      secondsOfDay: Measurement.median(seconds) / days,
      eventsOfDay: Double(result.events) / days, digest: result.digest)
  }
}
