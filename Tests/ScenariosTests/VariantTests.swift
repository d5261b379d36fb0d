import PushDomain
import ScenarioLanguage
import PushWorld
import Rulebook
import Scenarios
import SimKernel
import Testing

struct VariantTests {
  @Test func `where keeps and leaves variants out`() {
    let text = """
      scenario  Kinds and ways
      users     alice
      phone     pixel  android 15
      vary      kind data notification mixed
      vary      priority normal high
      where     not kind=data priority=high
      where     kind!=mixed
      0s        server send m1 to=alice kind=$kind priority=$priority
      """

    #expect(
      compiled(text).map { $0.variant.map(\.value).joined(separator: " ") }
        == ["data normal", "notification normal", "notification high"])
  }

  @Test func `a reading that runs through all answers gives each run its own`() {
    let text = """
      scenario  Answers
      reading   fcm.reg.expire.code all
      phone     pixel  android 15
      0s        pixel install
      """

    #expect(compiled(text).map { $0.overrides.map(\.value) } == [[0], [1]])
  }

  @Test func `the operating system of a declared phone varies`() {
    let text = """
      scenario  Versions
      phone     pixel  android 15
      vary      pixel.os android 12 android 13
      vary      pixel.oem stock aggressive
      0s        pixel install
      expect    pixel process  cold  when pixel.os=android-13
      """
    let scenarios = compiled(text)

    #expect(scenarios.map { $0.devices[0].profile.api } == [31, 31, 33, 33])
    #expect(
      scenarios.map { $0.devices[0].profile.oem } == [.stock, .aggressive, .stock, .aggressive])
    #expect(scenarios.map { $0.expectations[0].isJudged } == [false, false, true, true])
  }

  @Test func `pairwise shows every pair of values`() throws {
    let sizes = [3, 4, 2, 5, 3]
    let rows = try #require(pairwise(sizes) { _ in true })

    for first in sizes.indices {
      for second in sizes.indices where first < second {
        for left in 0..<sizes[first] {
          for right in 0..<sizes[second] {
            #expect(rows.contains { $0[first] == left && $0[second] == right })
          }
        }
      }
    }
    #expect(rows.count < 30)
  }

  @Test func `pairwise keeps to what is allowed and gives up impossible pairs`() throws {
    let rows = try #require(pairwise([3, 3, 3]) { !($0[0] == 0 && $0[1] == 0) })

    #expect(rows.allSatisfy { !($0[0] == 0 && $0[1] == 0) })
    #expect(rows.contains { $0[0] == 0 && $0[1] == 1 })
  }

  @Test func `a population has exact shares`() throws {
    let text = """
      scenario  Many phones
      users     u# 1000
      phones    p# 1000 android 15 oem=stock:70%,aggressive:30%
      0s        p# ready u#
      1h        p# force-stop share=12.5% over=1h
      """
    let scenario = try #require(compiled(text).first)

    #expect(scenario.devices.count == 1000)
    #expect(scenario.devices.count { $0.profile.oem == .aggressive } == 300)
    #expect(scenario.steps.count == 1125)
    let stops = scenario.steps.suffix(125)
    #expect(stops.first?.time == SimTime(microseconds: 3_600_000_000))
    #expect(stops.allSatisfy { $0.time < SimTime(microseconds: 7_200_000_000) })
    #expect(scenario.names.text(of: DeviceID(6)) == "p7")
  }

  @Test func `an include sets its variables and keeps its line numbers`() throws {
    let loader = SourceLoader { path, _, _ in
      .found(
        name: path,
        bytes: Array("let phone pixel\nlet when 1h\n$when $phone offline\n".utf8))
    }
    let text = """
      scenario  Reuse
      phone     nexus  android 15
      include   "part.push" phone=nexus
      +1m       nexus online
      """
    let result = Compilation(file: "main.push", bytes: Array(text.utf8), loader: loader)
    let scenario = try #require(result.scenarios.first, "\(result.mistakeText)")

    #expect(scenario.steps.map(\.time.description) == ["1h", "1h1m"])
    #expect(scenario.origin(ofLine: scenario.steps[0].line).file == "part.push")
    #expect(scenario.origin(ofLine: scenario.steps[0].line).line == 3)
    #expect(scenario.origin(ofLine: scenario.steps[1].line).line == 4)
  }

  @Test func `calendar times follow the clock changes of the zone`() throws {
    let text = """
      scenario  The clocks change
      phone     pixel  android 15 zone=Europe/Berlin
      start     2026-03-28 21:30 Europe/Berlin
      day 1 22:00  pixel offline
      day 2 09:00  pixel online
      """
    let result = Compilation(
      file: "a.push", bytes: Array(text.utf8), zones: MistakeExample.zones)
    let scenario = try #require(result.scenarios.first, "\(result.mistakeText)")

    #expect(scenario.steps.map(\.time.description) == ["30m", "10h30m"])
    #expect(scenario.devices[0].profile.zone == ZoneID(rawValue: 1))
    #expect(scenario.zones.map(\.name) == ["UTC", "Europe/Berlin"])
    #expect(scenario.setup.epoch == 1_774_729_800_000_000)
  }
}
