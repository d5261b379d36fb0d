import Judgement
import PushWorld
import Scenarios
import Testing

/// What becomes of packets when the network misbehaves.
struct TroubleTests {
  private static let faults = [
    "drop", "one-way", "delay 5m", "duplicate", "reorder", "hold", "lose-answer", "close",
  ]
  private static let links = ["p1-server", "p1-fcm", "server-fcm"]

  /// Runs a story and gives its verdict, and how many packets stay behind when all is quiet.
  private func run(_ lines: String) throws -> (verdict: ScenarioVerdict, strays: Int) {
    let head = "scenario  Trouble\nusers     alice bob\nphones    p# 2 android 15\n"
    let result = Compilation(file: "a.push", bytes: Array((head + lines).utf8))
    let scenario = try #require(result.scenarios.first, "\(result.mistakeText)")
    let run = ScenarioRun(scenario, options: RunOptions())
    return (run.judgement.verdict, run.world.strayPacketCount)
  }

  @Test(arguments: faults, links)
  func `every packet arrives, comes back or is lost`(fault: String, link: String) throws {
    for limit in ["", " next=1", " next=3"] {
      for end in ["heal", "\(link) release", "p2-fcm release"] {
        let strays = try run(
          """
          0s p# ready alice
          p1 subscribe news
          p1 handler-takes 30s
          p1 handler-fetches on
          5m network \(link) \(fault)\(limit)
          p# topic-subscribe weather
          +1m server send a to=alice kind=data priority=high hint=on
          server send b topic=news
          +3s p1 logout
          p1 kill
          +1m p1 ready bob
          +1m p1 background
          server send c to=bob
          +10m p1 offline
          p2 reinstall
          +1m p1 online
          p2 ready bob
          +1h network \(end)
          +1h p1 open
          p1 erase-me
          settle 60d
          """
        ).strays
        #expect(strays == 0, "\(fault)\(limit), \(end)")
      }
    }
  }

  @Test(arguments: ["p1-fcm", "p1-server", "server-fcm", "p2-fcm"])
  func `only the connection of a phone to fcm can be forgotten`(link: String) throws {
    let story = """
      0s p1 ready alice
      1h p1 background
      network \(link) forget
      +1m server send m1 to=alice kind=data priority=high
      settle 1h
      expect m1 on p1 shown
      """
    #expect(try run(story).verdict == (link == "p1-fcm" ? .held : .mistaken))
  }

  @Test func `a process that ends before its request leaves takes the request with it`() throws {
    let strays = try run(
      """
      0s p1 ready alice
      p1 handler-takes 30s
      p1 handler-fetches on
      1h p1 background
      server send a to=alice kind=data priority=high hint=on
      +1d p1 open
      settle 60d
      """
    ).strays
    #expect(strays == 0)
  }

  @Test(arguments: ["heal", "p1-fcm release", nil])
  func `a packet that nothing overtakes goes on when the fault ends`(end: String?) throws {
    let ending = end.map { "+1m network \($0)\n" } ?? ""
    let arrives = end == nil ? "" : "+1m expect m on p1 shown\n"
    let story = """
      0s p1 ready alice
      1h p1 background
      network p1-fcm reorder
      server send m to=alice kind=data priority=high
      +1m expect p1 tray entries=0\n
      """
    let result = try run(story + ending + arrives + "settle 1d\nexpect m on p1 shown\n")
    #expect(result.verdict == .held)
  }

  @Test func `a request that waits to be overtaken is unanswered, and made again`() throws {
    let result = try run(
      """
      0s network p1-server reorder next=1 only=upload
      p1 ready alice
      +1h expect row of p1 user=alice
      settle 1h
      """)
    #expect(result.verdict == .held)
  }

  @Test func `an address of an erased phone is not rotated, and no crash`() throws {
    let result = try run("0s p1 ready alice\n1h p1 reset\n+1m fcm rotate p1\nsettle 1h\n")
    #expect(result.verdict == .mistaken)
  }
}
