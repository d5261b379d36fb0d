import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import Backend

struct HygieneTests {
  @Test func `a dead address takes its row with it`() throws {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    bench.send(0, to: alice)
    bench.answer(try #require(bench.takeRequests().first).job, .unregistered)
    #expect(bench.state.rowCount == 0)
    #expect(bench.facts(.rowRemoved).map(\.detail) == [RowEnd.unregistered.rawValue])
  }

  @Test(arguments: [FCMCode.unregistered, .invalidArgument, .senderIDMismatch])
  func `a server that does not prune sends to a dead address for ever`(code: FCMCode) throws {
    var bench = ServerBench(.published.without(.pruneUnregistered))
    bench.upload(1, user: alice)
    for number in 0..<2 as Range<UInt32> {
      bench.send(number, to: alice)
      bench.answer(try #require(bench.takeRequests().first).job, code, detail: .fcmError)
      #expect(bench.outcomes(of: MessageID(rawValue: number)) == [.refused])
    }
    #expect(bench.state.rowCount == 1)
  }

  @Test(arguments: [
    Design.published, .published.without(.compare410Time),
    .published.without(.compare410Time).with(.compare410ByRowVersion),
  ])
  func `a row that was written after the send survives the answer if somebody compares`(
    design: Design
  ) throws {
    var bench = ServerBench(design)
    bench.upload(1, user: alice)
    bench.send(0, to: alice)
    let request = try #require(bench.takeRequests().first)
    bench.pass(.milliseconds(50))
    bench.upload(1, user: alice, address: 500, version: 2)
    bench.answer(request.job, .unregistered)
    let compares = design.has(.compare410Time) || design.has(.compare410ByRowVersion)
    #expect(bench.state.rowCount == (compares ? 1 : 0))
  }

  @Test(arguments: [Design.published, .published.with(.compare410ByRowVersion)])
  func `times of two clocks mislead where versions do not`(design: Design) throws {
    var bench = ServerBench(design, nodes: 2)
    bench.upload(1, user: alice)
    bench.send(0, to: alice) { $0.node = 0 }
    let request = try #require(bench.takeRequests().first)
    // The upload lands on a node whose clock is behind: the row looks older than the send.
    for node in 0..<2 as Range<UInt8> {
      bench.give(.operate(.clockOffset(node: node, .zero - .minutes(5))))
    }
    bench.pass(.milliseconds(50))
    bench.upload(1, user: alice, address: 500, version: 2)
    bench.answer(request.job, .unregistered)
    #expect(bench.state.rowCount == (design.has(.compare410ByRowVersion) ? 1 : 0))
  }

  @Test(arguments: [Design.published, .published.with(.errorScope)])
  func `a bad message looks like a dead address unless errors have a scope`(
    design: Design
  ) throws {
    var bench = ServerBench(design)
    bench.upload(1, user: alice)
    bench.send(0, to: alice)
    bench.answer(
      try #require(bench.takeRequests().first).job, .invalidArgument, detail: .badRequest)
    #expect(bench.state.rowCount == (design.has(.errorScope) ? 1 : 0))
  }

  @Test(arguments: [
    (Int64(0), FCMCode.unavailable, 1), (1, .unavailable, 1), (2, .unavailable, 0),
    (0, .permissionDenied, 1), (1, .permissionDenied, 0), (2, .permissionDenied, 0),
  ])
  func `what a server takes for a dead address is a question of its design`(
    answer: Int64, code: FCMCode, rows: Int
  ) throws {
    var bench = ServerBench(rules: answering("design.dead-address.answers", answer))
    bench.upload(1, user: alice)
    bench.send(0, to: alice)
    bench.answer(try #require(bench.takeRequests().first).job, code)
    #expect(bench.state.rowCount == rows)
  }

  @Test func `a malformed address is dead in every design`() throws {
    var bench = ServerBench(.published.with(.errorScope))
    bench.upload(1, user: alice)
    bench.send(0, to: alice)
    bench.answer(
      try #require(bench.takeRequests().first).job, .invalidArgument, detail: .fcmError)
    #expect(bench.state.rowCount == 0)
  }

  @Test(arguments: [Design.published, .published.with(.massDeletionGuard)])
  func `a wrong project deletes every row unless the guard holds them`(design: Design) {
    var bench = ServerBench(design)
    for key in 0..<8 as Range<UInt32> { bench.upload(key, user: alice) }
    bench.give(.operate(.project(.wrong)))
    bench.send(0, to: alice)
    let requests = bench.takeRequests()
    #expect(requests.allSatisfy { $0.request.sender == 1 })
    for request in requests { bench.answer(request.job, .senderIDMismatch) }
    bench.pass(.hours(1))
    #expect(bench.state.rowCount == (design.has(.massDeletionGuard) ? 8 : 0))
  }

  @Test func `the guard lets a single dead row go when its window ends`() throws {
    var bench = ServerBench(.published.with(.massDeletionGuard))
    bench.upload(1, user: alice)
    bench.send(0, to: alice)
    bench.answer(try #require(bench.takeRequests().first).job, .unregistered)
    #expect(bench.state.rowCount == 1)
    bench.pass(.minutes(10))
    #expect(bench.state.rowCount == 0)
  }

  @Test func `the reaper removes rows that were not uploaded for thirty days, daily`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    bench.pass(.days(10) + .hours(1))
    bench.upload(2, user: alice)
    bench.pass(.days(19))
    #expect(bench.state.rowCount == 2)
    bench.pass(.days(2))
    #expect(bench.state.rowCount == 1)
    bench.pass(.days(9))
    #expect(bench.state.rowCount == 1)
    bench.pass(.days(2))
    #expect(bench.state.rowCount == 0)
    #expect(bench.timers.isEmpty)
  }

  @Test(arguments: [Design.published, .published.with(.refreshOnReceive)])
  func `a phone that only receives stays if its events count as life`(design: Design) {
    var bench = ServerBench(design)
    bench.upload(1, user: alice)
    bench.pass(.days(20))
    bench.report([(MessageID(rawValue: 0), .delivered, alice)], from: 1, as: alice)
    bench.pass(.days(15))
    #expect(bench.state.rowCount == (design.has(.refreshOnReceive) ? 1 : 0))
  }
}
