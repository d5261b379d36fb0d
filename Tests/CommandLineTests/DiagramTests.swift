import Foundation
import Testing

/// Diagrams, traces and JSON about one message or one run.
@Suite struct DiagramTests {
  private let story = """
    scenario  end; %%{init: {"theme":"dark"}}%% "quoted" <b>x</b>: -->> loop
    users     end alice
    phone     Note  android 15
    phone     wrap  android 15
    0s        Note  ready alice
              wrap  ready alice
    +1m       server  send participant to=alice
    1h        Note  offline
              Note  screen off
    +1m       server  send end.x to=alice kind=data ttl=4h
    +3h       Note  online
    +1m       Note  tap participant
    settle    1h

    """

  /// What one line of a sequence diagram may be, as far as ours use the language.
  private static let lines = [
    "sequenceDiagram", "  participant [a-z]+[0-9]* as TEXT", "  actor [a-z]+[0-9]* as TEXT",
    "  Note over [a-z]+[0-9]*(,[a-z]+[0-9]*)?: TEXT",
    "  [a-z]+[0-9]*(->>|-->>|--x)[a-z]+[0-9]*: TEXT",
  ].map { $0.replacingOccurrences(of: "TEXT", with: #"([^;#%{}<>&:\\]|#[0-9]+;)+"#) }

  @Test func `a diagram is valid whatever names are called, and passes the message on`() throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      for message in ["participant", "end.x"] {
        let run = try Program.run(["why", "a.push", message, "--mermaid"], in: folder)
        #expect(run.status == 0, "\(run.error)")
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines[0] == "---" && lines[2] == "---" && lines[1].hasPrefix("title: \""))
        #expect(!lines[1].contains("%") && !lines[1].contains("<"))
        for line in lines.dropFirst(3) {
          #expect(
            Self.lines.contains {
              line.range(of: "^\($0)$", options: .regularExpression) != nil
            }, "\(line)")
        }
        #expect(lines.filter { $0.hasPrefix("  server->>fcm") }.count == 2)
        #expect(lines.contains { $0.hasPrefix("  app0->>person0") })
      }
      let one = try Program.run(["why", "a.push", "participant", "wrap", "--mermaid"], in: folder)
      #expect(!one.output.contains("phone1"))
    }
  }

  @Test func `a diagram of several runs asks for one`() throws {
    let file = "scenarios/logout/offline-notification.push"
    let run = try Program.run(["why", file, "secret", "--mermaid"])
    #expect(run.status == 3)
    #expect(run.error.contains("--only"))
    let one = try Program.run(
      ["why", file, "secret", "--mermaid", "--only", "design=published"])
    #expect(one.status == 0)
  }

  @Test func `why as JSON has each fate with its chain, records and times`() throws {
    struct Why: Decodable {
      struct Run: Decodable { var fates: [Fate] }
      struct Fate: Decodable {
        var fate: String
        var causes: [Cause]
      }
      struct Cause: Decodable {
        var record: Int
        var microseconds: Int
        var line: Int?
        var what: String
        var rule: String?
      }
      var scenarios: [Run]
    }
    let run = try Program.run(
      ["why", "scenarios/store/hundred-and-first.push", "m1", "--json"])
    let why = try JSONDecoder().decode(Why.self, from: Data(run.output.utf8))
    let fate = try #require(why.scenarios.first?.fates.first)
    #expect(fate.causes.map(\.record) == fate.causes.map(\.record).sorted())
    #expect(fate.causes.map(\.microseconds) == fate.causes.map(\.microseconds).sorted())
    #expect(fate.causes.contains { $0.line != nil })
    #expect(fate.causes.contains { $0.rule == "fcm.store.limit" })
  }

  private struct Trace: Decodable {
    struct Event: Decodable {
      var ph: String
      var name: String
      var pid: Int
      var tid: Int?
      var ts: Int?
      var dur: Int?
      var id: Int?
      var cat: String?
    }
    var traceEvents: [Event]
  }

  @Test func `a trace has phones as processes, spans that fit and a life for each fate`() throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      let run = try Program.run(["run", "a.push", "--trace", "t.json", "--json", "-"], in: folder)
      let data = try Data(contentsOf: folder.appendingPathComponent("t.json"))
      let events = try JSONDecoder().decode(Trace.self, from: data).traceEvents
      let begins = events.filter { $0.ph == "b" }
      let ends = events.filter { $0.ph == "e" }
      #expect(begins.count == run.output.components(separatedBy: "\"fate\":").count - 1)
      #expect(Set(begins.compactMap(\.id)) == Set(ends.compactMap(\.id)))
      for begin in begins {
        let end = try #require(ends.first { $0.id == begin.id })
        #expect(try #require(end.ts) >= #require(begin.ts))
      }
      let spans = events.filter { $0.ph == "X" }
      #expect(spans.contains { $0.name == "process" })
      #expect(spans.contains { $0.name == "no network" && $0.dur == 10_860_000_000 })
      #expect(spans.contains { $0.name.contains("Doze") })
      for span in spans {
        for other in spans where other.pid == span.pid && other.tid == span.tid {
          let (a, b) = (try #require(span.ts), try #require(other.ts))
          let isApart = b >= a + (span.dur ?? 0) || a >= b + (other.dur ?? 0)
          #expect(isApart || (a == b && span.dur == other.dur), "\(span) \(other)")
        }
      }
      let processes = Set(events.filter { $0.ph == "M" && $0.tid == nil }.map(\.pid))
      #expect(processes.count == 3)
      #expect(Set(events.map(\.pid)).isSubset(of: processes))
    }
  }

  @Test func `a trace of several runs asks for one`() throws {
    let run = try Program.run(["run", "scenarios/logout", "--trace", "never-written.json"])
    #expect(run.status == 3)
    #expect(run.error.contains("--only"))
  }
}
