import Judgement
import PushDomain
import PushWorld
import Rulebook
import ScenarioLanguage
import Scenarios
import SimKernel

/// A story of five phones with every promise on, again and again with other seeds.
enum SmallWorldBenchmark {
  static let part = BenchmarkPart(
    name: "small-world", title: "SMALL WORLD, 5 phones, FCM, server, all promises", run: run)

  private static let story = """
    scenario  Five phones in ordinary use
    users     ann bob cid dan eve
    phone     p1  android 15
    phone     p2  android 14
    phone     p3  android 13
    phone     p4  android 15
    phone     p5  android 12
    0s        p1  ready ann
              p2  ready bob
              p3  ready cid
              p4  ready dan
              p5  ready eve
    1m        p1  background
              p2  background
              p3  offline
    +1m       server send m1 to=ann kind=data priority=high
              server send m2 to=bob kind=notification
              server send m3 to=cid kind=data ttl=1h
              server send m4 to=dan kind=data
              server send m5 to=eve kind=notification
    +1m       p1  tap m1
              p2  dismiss m2
    +1m       p3  online
    +1m       p4  logout
              server send m6 to=dan kind=data
              server send m7 to=ann kind=data
              server send m8 to=eve kind=data priority=high
    settle    1h

    """

  private static func run(_ options: BenchmarkOptions) -> BenchmarkTable {
    var table = BenchmarkTable(columns: ["figure"])
    let compilation = Compilation(file: "small.push", bytes: Array(story.utf8))
    guard let scenario = compilation.scenarios.first else {
      fatalExit("the story of the small world has mistakes: \(compilation.mistakeText)")
    }
    let count = options.isQuick ? 500 : 5_000
    var events: UInt64 = 0
    var digest = RunDigest()
    func seconds(keepingHistory keepsHistory: Bool) -> Double {
      Measurement.median(
        (0..<options.repeatCount).map { _ in
          events = 0
          digest = RunDigest()
          return Measurement.processorSeconds {
            for seed in 0..<count {
              var run = RunOptions()
              run.seed = UInt64(seed)
              run.keepsHistory = keepsHistory
              let result = ScenarioRun(scenario, options: run)
              events += result.world.eventCount
              digest.combine(result.world.digest.value)
            }
          }
        })
    }
    let keeping = seconds(keepingHistory: true)
    let median = seconds(keepingHistory: false)
    table.add(
      "worlds a second and core, each built anew", [Measurement.text(Double(count) / median)])
    table.add("microseconds a world", [Measurement.text(median * 1e6 / Double(count))])
    table.add("events a world", [Measurement.text(Double(events) / Double(count))])
    table.add("ns an event", [Measurement.text(median * 1e9 / Double(events))])
    table.add("history kept / digest only", [Measurement.text(keeping / median)])
    table.notes.append("digest of all runs \(digest)")
    return table
  }
}
