import Foundation
import Testing

/// Which answers to open questions a verdict rests on, and how one sees the others.
@Suite struct ReadingTests {
  private struct Report: Decodable {
    var scenarios: [Scenario]

    struct Scenario: Decodable {
      var file: String
      var variant: [String: String]
      var verdict: String
      var digest: String
      var fates: [Fate]
      var readings: [Reading]
    }

    struct Fate: Decodable, Equatable {
      var message: String
      var install: Int
      var fate: String
      var because: String?
    }

    struct Reading: Decodable {
      var id: String
      var answer: String
      var mattered: Bool
      var changes: [Change]
    }

    struct Change: Decodable {
      var answer: String
      var verdict: String
      var flips: [String]
      var fates: Int
    }
  }

  private func report(_ arguments: [String], in folder: URL = Program.root) throws -> Report {
    let run = try Program.run(arguments + ["--json", "-"], in: folder)
    return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
  }

  /// Five collapse keys wait for a phone that is away: one must go, and no document says which.
  private let fiveKeys = """
    scenario  Five keys, four places
    users     alice
    phone     pixel  android 15
    0s        pixel   ready alice
    1h        pixel   offline
    +1m       repeat 5 every 1s server send k# to=alice kind=data collapse=key# ttl=1d
    2h        pixel   background
    +1m       pixel   online
    settle    1h
    expect    k1 on pixel  shown push=handled

    """

  @Test func `a reading matters exactly when another answer in the file changes the outcome`()
    throws
  {
    try Program.inFolder { folder in
      try Program.write(fiveKeys, to: "a.push", in: folder)
      let usual = try #require(try report(["run", "a.push"], in: folder).scenarios.first)
      #expect(usual.readings.contains { $0.id == "fcm.collapse.which4" && $0.mattered })
      var tried = 0
      for reading in usual.readings {
        for change in reading.changes {
          let text = fiveKeys.replacingOccurrences(
            of: "users ", with: "reading   \(reading.id) \(change.answer)\nusers ")
          try Program.write(text, to: "b.push", in: folder)
          let other = try #require(try report(["run", "b.push"], in: folder).scenarios.first)
          #expect(other.verdict == change.verdict, "\(reading.id) \(change.answer)")
          #expect(other.fates != usual.fates || other.verdict != usual.verdict)
          let own = try #require(other.readings.first { $0.id == reading.id })
          #expect(own.answer == change.answer && own.mattered)
          tried += 1
        }
      }
      #expect(tried > 0)
    }
  }

  @Test func `the text names the answers that the verdict rests on and what they change`() throws {
    try Program.inFolder { folder in
      try Program.write(fiveKeys, to: "a.push", in: folder)
      let run = try Program.run(["run", "a.push"], in: folder)
      #expect(run.output.contains("rests on"))
      #expect(run.output.contains("fcm.collapse.which4 = newest"))
      #expect(run.output.contains("line 10"))
    }
  }

  @Test func `every answer that the file leaves open is run, and none that it settles`() throws {
    let runs = try report(["run", "scenarios/process", "scenarios/tap", "--readings", "all"])
    #expect(runs.scenarios.contains { $0.variant.keys.contains { $0.contains(".") } })
    let file = "scenarios/process/killed-in-the-handler.push"
    let own = runs.scenarios.filter { $0.file == file }
    let id = "sdk.redeliver.after-death"
    let asWritten = try report(["run", file]).scenarios
    #expect(
      Set(own.compactMap { $0.variant[id] }) == Set(asWritten.compactMap { $0.variant[id] }))
    for scenario in own {
      let others = scenario.variant.filter { pair in !asWritten[0].variant.keys.contains(pair.key) }
      #expect(others.count <= 1, "one answer at a time: \(scenario.variant)")
    }
    #expect(asWritten.allSatisfy { $0.variant.keys.contains(id) })
  }

  @Test func `the replay line of a variant replays that variant`() throws {
    try Program.inFolder { folder in
      try Program.write(
        fiveKeys.replacingOccurrences(
          of: "users ", with: "vary      pixel.os android 14 android 15\nusers "),
        to: "a b.push", in: folder)
      let all = try Program.run(
        ["run", "a b.push", "--readings", "all", "--json", "all.json"], in: folder)
      let whole = try JSONDecoder().decode(
        Report.self, from: Data(contentsOf: folder.appendingPathComponent("all.json")))
      let joined = all.output.replacingOccurrences(of: "\\\n", with: " ")
      let lines = joined.split(separator: "\n").filter { $0.contains("  replay  ") }
      let failed = whole.scenarios.filter { $0.verdict == "violated" }
      #expect(lines.count == whole.scenarios.count { $0.verdict != "held" })
      #expect(!failed.isEmpty)
      for (line, scenario) in zip(lines, whole.scenarios.filter { $0.verdict != "held" }) {
        let words = Self.words(String(line)).dropFirst(2)
        let again = try report(Array(words), in: folder)
        #expect(again.scenarios.map(\.digest) == [scenario.digest], "\(line)")
        #expect(again.scenarios.map(\.variant) == [scenario.variant])
      }
    }
  }

  /// Parts a line as a shell does, as far as replay lines need it.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 1 {
        words.append(String(part))
      } else {
        words += part.split(separator: " ").map(String.init)
      }
    }
    return words
  }
}
