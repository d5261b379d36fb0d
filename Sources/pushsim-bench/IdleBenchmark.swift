#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import PushDomain
import PushWorld
import Rulebook
import SimKernel

/// Phones that have the app, are logged in and lie still: what they cost in one world.
enum IdleBenchmark {
  static let part = BenchmarkPart(
    name: "idle", title: "IDLE, phones with a logged-in app in one world", run: run)

  private static func run(_ options: BenchmarkOptions) -> BenchmarkTable {
    let sizes = options.isQuick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000]
    var table = BenchmarkTable(columns: sizes.map { "N=\($0)" })
    let results = sizes.map(measure)
    table.add("bytes a phone, process now", results.map { "\($0.bytes)" })
    table.add("microseconds to set a phone up", results.map { Measurement.text($0.setUp) })
    table.add("pending events", results.map { "\($0.pending)" })
    table.add("events on a day of rest", results.map { "\($0.events)" })
    table.notes.append("bytes: resident memory above that before the world was built, over N")
    table.notes.append("of them in tables: \(results.last?.tables ?? "")")
    table.notes.append("a server has a daily reaper, so a day of rest is not quite without events")
    return table
  }

  /// What phones at rest cost.
  private struct Outcome {
    var bytes: Int
    /// The bytes of a phone in each table where it has some.
    var tables: String
    var setUp: Double
    var pending: Int
    var events: UInt64
  }

  private static func measure(_ count: Int) -> Outcome {
    let before = residentBytes()
    var setup = WorldSetup()
    setup.userCount = count
    setup.devices.reserveCapacity(count)
    setup.slots.reserveCapacity(count)
    for index in 0..<count {
      setup.devices.append(
        DeviceSetup(
          profile: DeviceProfile(), key: UInt32(truncatingIfNeeded: StableHash.of(UInt64(index)))))
      setup.slots.append(SlotSetup(device: DeviceID(index)))
    }
    var world = World(
      setup, rules: .documented, design: .published, choices: Choices(.seeded(1)),
      keepsHistory: false, foldingAfter: .hours(1))
    setup = WorldSetup()
    let seconds = Measurement.processorSeconds {
      for index in 0..<count {
        world.perform(.app(SlotID(index), .ready(UserID(index))), line: 0)
        if index % 1_000 == 999 { world.run(through: world.now + .seconds(30)) }
      }
      world.run(through: world.now + .minutes(1))
      for index in 0..<count {
        world.perform(.app(SlotID(index), .background), line: 0)
        world.perform(.device(DeviceID(index), .screen(on: false)), line: 0)
      }
      world.run(through: world.now + .hours(6))
    }
    let events = world.eventCount
    world.run(through: world.now + .days(1))
    let tables = world.tableSizes.filter { $0.bytes >= count }
      .map { "\($0.name) \($0.bytes / count)" }.joined(separator: ", ")
    return Outcome(
      bytes: (residentBytes() - before) / count, tables: tables,
      setUp: seconds * 1e6 / Double(count), pending: world.pendingCount,
      events: world.eventCount - events)
  }

  /// How much memory the process holds at this moment.
  static func residentBytes() -> Int {
    #if os(Linux)
      var text = [UInt8](repeating: 0, count: 256)
      guard let file = fopen("/proc/self/statm", "r") else { return 0 }
      defer { fclose(file) }
      let count = fread(&text, 1, 256, file)
      let words = String(decoding: text[..<count], as: UTF8.self).split(separator: " ")
      return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return Int(usage.ru_maxrss)
    #endif
  }
}
