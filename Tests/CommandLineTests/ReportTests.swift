import Foundation
import Testing

/// What a person reads, and what CI reads.
@Suite struct ReportTests {
  /// A hundred messages that wait, one that does not arrive, and one that the file speaks of.
  private let story = """
    scenario  Many messages, few of them remarkable
    users     alice bob
    phone     pixel  android 15
    phone     away   android 15
    0s        pixel   ready alice
              away    ready bob
    1h        repeat 40 every 1s server send m# to=alice kind=data
    2h        away    offline
    +1m       server  send short to=bob kind=data ttl=1m
    +10m      away    online
    3h        server  send last to=alice kind=data
    settle    1d
    expect    last on pixel  shown
    expect    last on pixel  ignored

    """

  @Test func `named and abnormal fates come first and equal ones are one row`() throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      let run = try Program.run(["run", "a.push"], in: folder)
      let lines = run.output.split(separator: "\n").map(String.init)
      let start = try #require(lines.firstIndex(of: "  fates"))
      let rows = lines[(start + 1)...].prefix { $0.hasPrefix("    ") && !$0.hasPrefix("      ") }
      #expect(rows.first?.hasPrefix("    last") == true, "\(run.output)")
      #expect(rows.dropFirst().first?.hasPrefix("    short") == true, "\(run.output)")
      #expect(rows.dropFirst(2).first?.hasPrefix("    m1 .. m40") == true, "\(run.output)")
      #expect(!run.output.contains("more;"))
    }
  }

  @Test func `no line of a report is longer than eighty columns`() throws {
    // Each file in full and each with all readings would take minutes in a debug build.
    var texts = [try Program.run(["run"]).output, try Program.run(["help"]).output]
    for file in [
      "logout/offline-notification", "store/hundred-and-first", "process/killed-in-the-handler",
    ] {
      texts.append(try Program.run(["run", "scenarios/\(file).push", "--readings", "all"]).output)
    }
    for word in ["run", "check", "fmt", "why", "rules", "words", "explain", "new", "pages"] {
      texts.append(try Program.run(["help", word]).output)
    }
    for line in texts.joined(separator: "\n").split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test func `the report says what held means and what to type next`() throws {
    let run = try Program.run(["run", "scenarios/logout"])
    #expect(run.output.contains("held: every expectation was met"))
    #expect(run.output.contains("pushsim why FILE MESSAGE"))
  }

  @Test func `JUnit has a case for each expectation at its line with its causes`() throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      let run = try Program.run(["run", "a.push", "--junit", "-"], in: folder)
      #expect(run.status == 1)
      #expect(XMLCheck.isWellFormed(run.output))
      let cases = run.output.split(separator: "\n").filter { $0.contains("<testcase") }
      #expect(cases.contains { $0.contains("shown\"") && $0.contains("line=\"13\"") })
      let failed = try #require(
        cases.first { $0.contains("expect last on pixel ignored") && $0.contains("line=\"14\"") })
      #expect(failed.hasSuffix(">") && !failed.hasSuffix("/>"))
      #expect(cases.contains { $0.contains("name=\"no-cross-user-content\"") } == false)
      #expect(cases.contains { $0.contains("name=\"every-message-accounted-for\"") })
      #expect(run.output.contains("a.push:14: expected last on pixel ignored: found"))
      #expect(run.output.contains("3h line 11  3h server send last to=alice kind=data"))
      #expect(run.output.contains("failures=\"1\""))
    }
  }

  @Test func `what did not hold among many is named once more at the end`() throws {
    try Program.inFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("s"), withIntermediateDirectories: false)
      try Program.write(story, to: "s/a.push", in: folder)
      try Program.write(
        story.replacingOccurrences(of: "expect    last on pixel  ignored\n", with: ""),
        to: "s/b.push", in: folder)
      let output = try Program.run(["run", "s"], in: folder).output
      let end = try #require(output.range(of: "2 runs: 1 held, 1 violated")?.upperBound)
      #expect(output[end...].contains("violated     s/a.push"))
      #expect(!output[end...].contains("s/b.push"))
      #expect(output[end...].contains("violated: an expectation was not met"))
    }
  }

  @Test func `a story that cannot go on says so before what came of it`() throws {
    try Program.inFolder { folder in
      try Program.write(
        "scenario  Left\nusers alice\nphone pixel android 15\n0s pixel ready alice\n"
          + "1h pixel background\n+1m pixel logout\n+1m server send m1 to=alice\nsettle 1d\n"
          + "expect m1 on pixel unsent\n", to: "a.push", in: folder)
      let output = try Program.run(["run", "a.push"], in: folder).output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let cause = try #require(output.range(of: "the app is not open on pixel; let pixel open"))
      let effect = try #require(output.range(of: "not as expected at a.push:9"))
      #expect(cause.lowerBound < effect.lowerBound)
    }
  }

  @Test func `a finding speaks the language and names a later install`() throws {
    try Program.inFolder { folder in
      try Program.write(
        "scenario  Again\nusers alice\nphone pixel android 14\n0s pixel ready alice\n"
          + "1h pixel uninstall\n+5m server send m1 to=alice\n+1h pixel ready alice\n"
          + "+1m server send m2 to=alice\n+1h server send m3 to=alice\nsettle 1d\n"
          + "expect m1 on pixel shown\n", to: "a.push", in: folder)
      let output = try Program.run(["run", "a.push"], in: folder).output
      #expect(output.contains("surface=inbox at"), "\(output)")
      #expect(output.contains(", on pixel/2"))
      #expect(output.contains("    m2 ") && output.contains("    m3 "))
      #expect(!output.contains("m2 .. m3"))
    }
  }
}
