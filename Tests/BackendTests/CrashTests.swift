import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import Backend

struct CrashTests {
  @Test(arguments: CrashPoint.allCases)
  func `whatever the crash point, the message has one outcome in the end`(point: CrashPoint) {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    bench.give(.operate(.crash(node: 0, point)))
    let message = bench.send(0, to: alice)
    let before = bench.acceptAll().count
    #expect(bench.facts(.workerDied).map(\.detail) == [point.rawValue])
    #expect(bench.outcomes(of: message).isEmpty)
    bench.pass(.seconds(30))
    let after = bench.acceptAll().count
    #expect(bench.outcomes(of: message) == [.accepted])
    // Who dies after the request left sends it again.
    let isDoubled = point == .sentAccepted || point == .acceptedRecorded
    #expect(before + after == (isDoubled ? 2 : 1))
    #expect(bench.state.openJobCount == 0)
  }

  @Test func `an order to the server reaches every node`() {
    var bench = ServerBench(nodes: 2)
    bench.upload(1, user: alice)
    bench.give(.operate(.crash(node: .max, .acceptedRecorded)))
    for node in 0..<2 as Range<UInt8> { bench.send(UInt32(node), to: alice) { $0.node = node } }
    bench.acceptAll()
    #expect(bench.facts(.workerDied).map(\.operand) == [0, 1])
    bench.give(.operate(.stop(node: .max)))
    #expect(bench.state.nodes.map(\.isUp) == [false, false])
    bench.give(.operate(.start(node: .max)))
    #expect(bench.state.nodes.map(\.isUp) == [true, true])
    bench.give(.operate(.clockOffset(node: .max, .minutes(5))))
    #expect(bench.state.nodes.map(\.clockOffset) == [.minutes(5), .minutes(5)])
  }

  @Test(arguments: [SimDuration.minutes(1), .minutes(5)])
  func `another node takes the work of one that stays away`(lease: SimDuration) {
    var chapters = Chapters()
    chapters.design.workerLease.value = lease.microseconds
    var bench = ServerBench(rules: Rulebook(chapters), nodes: 2)
    bench.upload(1, user: alice)
    let message = bench.send(0, to: alice) {
      $0.node = 0
      $0.delay = .seconds(10)
    }
    bench.give(.operate(.stop(node: 0)))
    bench.pass(lease - .milliseconds(1))
    #expect(bench.takeRequests().isEmpty)
    bench.pass(.milliseconds(1))
    bench.acceptAll()
    #expect(bench.outcomes(of: message) == [.accepted])
  }

  @Test func `a stopped node hears the answers that are due`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    let message = bench.send(0, to: alice)
    bench.give(.operate(.stop(node: 0)))
    bench.acceptAll()
    #expect(bench.outcomes(of: message) == [.accepted])
  }

  @Test func `a batch that fell into a node's death goes out after its return`() {
    var bench = ServerBench()
    for key in 0..<4 as Range<UInt32> { bench.upload(key, user: alice) }
    let message = bench.send(0, .everyone(batch: 2, every: .seconds(10)))
    bench.acceptAll()
    bench.give(.operate(.stop(node: 0)))
    bench.pass(.minutes(5))
    #expect(bench.takeRequests().isEmpty)
    bench.give(.operate(.start(node: 0)))
    bench.pass(.seconds(1))
    #expect(bench.acceptAll().count == 2)
    bench.pass(.seconds(10))
    #expect(bench.outcomes(of: message) == [.accepted])
  }

  @Test(arguments: [Design.published, .published.with(.readRowAtSend)])
  func `a node with an old copy of the row sends to who was unlinked`(design: Design) {
    var bench = ServerBench(design, nodes: 2)
    bench.upload(1, user: alice)
    bench.pass(.minutes(5))
    bench.upload(1, user: .none, version: 2, session: alice)
    for number in 0..<2 as Range<UInt32> {
      bench.send(number, to: alice) { $0.node = UInt8(number) }
    }
    #expect(bench.acceptAll().count == (design.has(.readRowAtSend) ? 0 : 1))
    bench.pass(.minutes(2))
    for number in 2..<4 as Range<UInt32> {
      bench.send(number, to: alice) { $0.node = UInt8(number - 2) }
    }
    #expect(bench.acceptAll().isEmpty)
  }

  @Test func `a copy of the server goes its own way`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    let copy = bench.state.copy()
    bench.upload(1, user: bob, version: 2)
    #expect(copy.row(ofKey: 1)?.user == alice)
    #expect(bench.state.row(ofKey: 1)?.user == bob)
  }
}
