import Judgement
import PushDomain
import PushWorld
import ScenarioLanguage
import Scenarios
import SimKernel
import Testing

/// What a run says of its expectations.
struct RunTests {
  private let head = "scenario  A run\nusers     alice bob\nphones    p# 3 android 15\n"

  /// Runs the only variant of a file and gives its verdict and those of its expectations.
  private func run(
    _ lines: String, loader: SourceLoader = .none, eventLimit: UInt64? = nil
  ) throws -> (verdict: ScenarioVerdict, judged: [ExpectationVerdict], digest: String, cut: UInt32?)
  {
    let result = Compilation(file: "a.push", bytes: Array((head + lines).utf8), loader: loader)
    let scenario = try #require(result.scenarios.first, "\(result.mistakeText)")
    var options = RunOptions()
    if let eventLimit { options.eventLimit = eventLimit }
    let run = ScenarioRun(scenario, options: options)
    return (
      run.judgement.verdict, run.judged.map(\.verdict), run.world.digest.description,
      run.cut.map(\.line)
    )
  }

  @Test func `never is broken as soon as one of a series fulfils it`() throws {
    let watched = try run(
      """
      0s p# ready alice
      1m expect never p# sdk user=bob
      +1h p2 logout
      +1m p2 login bob
      +1h p2 logout
      +1m p2 login alice
      settle 1h
      """)
    #expect(watched.judged == [.violated])
    let atEnd = try run(
      """
      0s p# ready alice
      1h p3 offline
      +1m server send m to=alice ttl=1m
      settle 1h
      expect never m on p# shown
      expect never p# process absent
      expect never p# sdk user=bob
      """)
    #expect(atEnd.judged == [.violated, .held, .held])
  }

  @Test func `a fate that must never come is watched for each message of a series`() throws {
    let story = "0s p# ready alice\n1s expect never m# on p# dropped\n1h p2 offline\n"
    let send = "+1m repeat 3 every 1m server send m# to=alice "
    #expect(try run(story + send + "ttl=1h\nsettle 1d\n").judged == [.violated])
    #expect(try run(story + send + "ttl=1d\n+2h p2 online\nsettle 1d\n").judged == [.held])
  }

  @Test func `never is inconclusive where there is nothing to judge`() throws {
    let result = try run(
      """
      0s p1 ready alice
      1m expect never m on p2 shown
      1h server send m to=alice
      settle 1h
      expect never m on p1/2 shown
      expect never m on p2 shown
      expect never m on p# dropped
      """)
    #expect(result.judged == [.inconclusive, .inconclusive, .inconclusive, .inconclusive])
    #expect(result.verdict == .inconclusive)
  }

  @Test func `a member that fails outweighs one that cannot be judged`() throws {
    let result = try run(
      """
      0s p3 ready alice
      1h server send m to=alice
      settle 1h
      expect m on p# dropped
      """)
    #expect(result.judged == [.violated])
  }

  @Test func `how often something was shown and fetched is counted to the end`() throws {
    let result = try run(
      """
      0s p1 ready alice
      +1h server send m to=alice
      +1m expect m requests 1
      +1m p1 tap m
      settle 1h
      expect m on p1 shown times=1
      expect m events opened=1
      expect m requests 1
      expect tap of m on p1 fails=off
      """)
    #expect(result.judged.allSatisfy { $0 == .held }, "\(result.judged)")
  }

  @Test
  func `a run that does not end is stopped, inconclusive, with the line that took effect last`()
    throws
  {
    let story = """
      rule os.mem-kill.after 1s
      0s p# ready alice
      1h p# background
      +1h repeat 100 every 1s server send m# to=alice ttl=28d
      settle 30d
      expect m1 on p1 dropped
      violates nothing-lost
      """
    let whole = try run(story)
    #expect(whole.cut == nil)
    let cut = try run(story, eventLimit: 200)
    #expect(cut.verdict == .inconclusive)
    #expect(cut.judged == [.inconclusive])
    #expect(cut.cut == 7)
  }

  @Test(arguments: [
    "fcm refuse-registration service-not-available", "fcm ignore-registration", "fcm slow 5s",
    "fcm condemn p1", "fcm answer 503", "network p1-server partition",
  ])
  func `a fault that finds nothing to act on makes a run inconclusive`(fault: String) throws {
    let story = """
      0s        p1 ready alice
      1h        p1 offline
      +1h       \(fault)
      +1h       expect p1 inbox entries=0
      settle    1h
      """
    #expect(try run(story).verdict == .inconclusive)
  }

  @Test(arguments: ["n1", "n2", "server"])
  func `so does the crash of a node that never stood there`(node: String) throws {
    let story = """
      nodes     n1 n2
      0s        p1 ready alice
      1h        p1 background
                \(node) crash between=taken,planned
                n1 send m1 to=alice
      settle    1h
      expect    m1 on p1 shown
      """
    #expect(try run(story).verdict == (node == "n2" ? .inconclusive : .held))
  }

  @Test func `an empty file proves nothing`() throws {
    #expect(try run("settle 1h\n").verdict == .inconclusive)
  }

  @Test func `comments and blank lines change neither faults nor draws`() throws {
    let story = """
      0s        p# ready alice
      network p1-server drop next=1
      +1h       p# force-stop share=34% over=1h
      +1m       server send m to=alice
      settle    1d
      """
    let plain = try run(story)
    let spaced = try run(
      "# Two lines more.\n\n" + story.replacing("        p#", with: "   p#  "))
    #expect(plain.digest == spaced.digest)
  }

  @Test func `an expectation behind an include is judged behind what the include does`() throws {
    let loader = SourceLoader { path, _, _ in
      .found(name: path, bytes: Array("+1h p1 logout\n".utf8))
    }
    let result = try run(
      "0s p# ready alice\ninclude out.push\n+0s expect p1 sdk user=none\nsettle 1h\n",
      loader: loader)
    #expect(result.judged == [.held])
  }

  @Test func `an app that cannot be installed in a stopped profile is a mistake, not a crash`()
    throws
  {
    let result = try run(
      """
      phone     slate  android 15 profiles=work
      0s slate profile work off
      slate ready alice profile=work
      1h slate open profile=work
      server send m to=alice
      settle 1h
      """)
    #expect(result.verdict == .mistaken)
  }

  @Test(arguments: ["network.latency.jitter 36500d", "network.latency.push 36500d"])
  func `the largest value of a rule is computed with`(rule: String) throws {
    let story = "0s p1 ready alice\n1h server send m to=alice\nsettle 1h\n"
    #expect(try run("rule \(rule)\n" + story).cut == nil)
  }
}
