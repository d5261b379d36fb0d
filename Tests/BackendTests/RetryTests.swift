import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import Backend

struct RetryTests {
  /// A server with one row of alice and one message on its way.
  private func bench(
    _ design: Design = .published, sdk: AdminSDK = .plain,
    _ change: (inout Chapters) -> Void = { _ in }
  ) -> ServerBench {
    var chapters = Chapters()
    change(&chapters)
    var bench = ServerBench(design, rules: Rulebook(chapters))
    bench.give(.operate(.adminSDK(sdk)))
    bench.upload(1, user: alice)
    bench.send(0, to: alice)
    return bench
  }

  private let message = MessageID(rawValue: 0)

  @Test(arguments: [
    FCMCode.invalidArgument, .senderIDMismatch, .permissionDenied, .thirdPartyAuth,
    .unregistered, .html,
  ])
  func `a refusal that is final is not repeated`(code: FCMCode) throws {
    var bench = bench(.published.with(.errorScope))
    bench.answer(try #require(bench.takeRequests().first).job, code, detail: .badRequest)
    bench.pass(.hours(2))
    #expect(bench.takeRequests().isEmpty)
    #expect(bench.outcomes(of: message) == [.refused])
  }

  @Test(arguments: [AdminSDK.plain, .python])
  func `without a retry of the server's own only the library repeats`(sdk: AdminSDK) throws {
    var bench = bench(.published.without(.serverRetry), sdk: sdk)
    var requests = 0
    while let request = bench.takeRequests().first {
      requests += 1
      bench.answer(request.job, .unavailable)
      bench.pass(.seconds(30))
    }
    #expect(requests == (sdk == .plain ? 1 : 1 + bench.server.rules.admin.pySyncRetries.count))
    #expect(bench.outcomes(of: message) == [.gaveUp])
  }

  @Test func `a retry repeats its target, or by the other reading all that the message is for`() {
    for (answer, targets) in [(Int64(0), [101, 102]), (1, [101, 102, 103])] {
      let topic = NameID(rawValue: 5)
      var bench = ServerBench(rules: answering("design.retry.scope", answer))
      for key in 1...3 as ClosedRange<UInt32> {
        bench.upload(key, user: alice) { $0.topics = TopicSet(topic) }
      }
      bench.send(0, .topic(topic)) { $0.payload.topic = topic }
      for (number, request) in bench.takeRequests().enumerated() {
        bench.answer(request.job, number < 2 ? .unavailable : .ok)
      }
      bench.pass(.seconds(20))
      let again = bench.acceptAll()
      #expect(again.map { Int($0.address.rawValue) }.sorted() == targets)
      bench.pass(.hours(1))
      #expect(bench.takeRequests().isEmpty)
      #expect(bench.outcomes(of: MessageID(rawValue: 0)) == [.accepted])
    }
  }

  @Test func `after 429 without a header the sender waits a minute`() throws {
    var bench = bench()
    bench.answer(try #require(bench.takeRequests().first).job, .quotaExceeded)
    bench.pass(.seconds(59))
    #expect(bench.takeRequests().isEmpty)
    bench.pass(.seconds(16))
    #expect(bench.takeRequests().count == 1)
    #expect(bench.facts(.retried).map(\.detail) == [1])
  }

  @Test(arguments: [Design.published, .published.with(.ttlCountsDown)])
  func `a retry asks for a whole life or for what is left of it`(design: Design) throws {
    var bench = ServerBench(design)
    bench.upload(1, user: alice)
    bench.send(0, to: alice) { $0.ttlMilliseconds = 60_000 }
    let first = try #require(bench.takeRequests().first)
    #expect(first.request.ttlMilliseconds == 60_000)
    bench.answer(first.job, .unavailable, retryAfter: 20)
    bench.pass(.seconds(20))
    let again = try #require(bench.takeRequests().first)
    #expect(again.request.ttlMilliseconds == (design.has(.ttlCountsDown) ? 40_000 : 60_000))
  }

  @Test func `Retry-After is kept to the second`() throws {
    var bench = bench()
    bench.answer(
      try #require(bench.takeRequests().first).job, .unavailable, retryAfter: 120)
    bench.pass(.seconds(119))
    #expect(bench.takeRequests().isEmpty)
    bench.pass(.seconds(1))
    #expect(bench.takeRequests().count == 1)
  }

  @Test(arguments: [(SimDuration.zero, Int64(120)), (.seconds(90), 30), (.minutes(3), 0)])
  func `a date in Retry-After is read by the clock of the node`(
    ahead: SimDuration, wait: Int64
  ) throws {
    var bench = bench()
    let job = try #require(bench.takeRequests().first).job
    bench.give(.operate(.clockOffset(node: 0, ahead)))
    bench.answer(job, .unavailable, retryAfter: 120, isDate: true)
    if wait > 0 { bench.pass(.seconds(wait) - .milliseconds(1)) }
    #expect(bench.takeRequests().isEmpty)
    bench.pass(wait > 0 ? .milliseconds(1) : .zero)
    #expect(bench.takeRequests().count == 1)
    #expect(bench.facts(.retried).map(\.detail) == [wait == 120 ? 1 : 0])
  }

  @Test func `a closed connection took nothing, so the job comes again after a wait`() throws {
    var bench = bench()
    let job = try #require(bench.takeRequests().first).job
    bench.receive(.sendFailed(job: job))
    #expect(bench.facts(.answerMissing).map(\.detail) == [1])
    bench.pass(.seconds(9))
    #expect(bench.takeRequests().isEmpty)
    bench.pass(.seconds(3))
    #expect(bench.acceptAll().count == 1)
    #expect(bench.facts(.retried).map(\.detail) == [1])
    bench.pass(.hours(1))
    #expect(bench.outcomes(of: message) == [.accepted])
  }

  @Test(arguments: [(AdminSDK.python, 1), (.python, 2), (.node, 4), (.node, 3)])
  func `a library repeats at once on a closed connection, so many times`(
    sdk: AdminSDK, times: Int
  ) throws {
    var bench = bench(sdk: sdk) {
      if sdk == .python { $0.admin.pySyncConnect.value = Int64(times) }
      if sdk == .node { $0.admin.nodeRetries.value = Int64(times) }
    }
    for _ in 0..<times {
      let job = try #require(bench.takeRequests().first).job
      bench.receive(.sendFailed(job: job))
      bench.pass(.zero)
    }
    let job = try #require(bench.takeRequests().first).job
    bench.receive(.sendFailed(job: job))
    bench.pass(.seconds(5))
    #expect(bench.takeRequests().isEmpty)
  }

  @Test func `server errors are repeated with growing waits and given up after an hour`() throws {
    var bench = bench()
    var tries = 1
    var answered = try #require(bench.takeRequests().first)
    for _ in 0..<5_000 {
      bench.answer(answered.job, .internal)
      while bench.outcomes(of: message).isEmpty {
        bench.pass(.seconds(10))
        guard let next = bench.takeRequests().first else { continue }
        answered = next
        tries += 1
        break
      }
      if !bench.outcomes(of: message).isEmpty { break }
    }
    #expect(bench.outcomes(of: message) == [.gaveUp])
    #expect(tries > 5 && tries < 15)
    #expect(bench.facts(.retried).allSatisfy { $0.detail == 1 })
    #expect(bench.context.now.sinceStart <= .minutes(61))
    #expect(bench.inbox(of: alice) == [message])
  }

  @Test func `a new message for a failing target joins its planned retry`() throws {
    var bench = bench()
    bench.answer(
      try #require(bench.takeRequests().first).job, .unavailable, retryAfter: 300)
    bench.pass(.minutes(1))
    bench.send(1, to: alice)
    #expect(bench.takeRequests().isEmpty)
    bench.pass(.minutes(4))
    #expect(bench.takeRequests().map(\.request.payload.message.rawValue) == [0, 1])
  }

  @Test func `those who joined go on when the answer came late after all`() throws {
    var bench = bench()
    let first = try #require(bench.takeRequests().first)
    bench.pass(.seconds(10))
    #expect(bench.facts(.answerMissing).count == 1)
    bench.send(1, to: alice)
    bench.answer(first.job, .ok)
    #expect(bench.outcomes(of: message) == [.accepted])
    bench.pass(.seconds(1))
    #expect(bench.takeRequests().map(\.request.payload.message.rawValue) == [1])
  }

  @Test func `a missing answer is repeated, for nobody knows what became of it`() throws {
    var bench = bench()
    _ = bench.takeRequests()
    bench.pass(.seconds(10))
    bench.pass(.seconds(25))
    #expect(bench.acceptAll().count == 1)
    #expect(bench.outcomes(of: message) == [.accepted])
  }

  @Test(arguments: [
    (AdminSDK.python, FCMCode.internal, true), (.python, .unavailable, true),
    (.python, .quotaExceeded, false), (.pythonAsync, .internal, true),
    (.node, .unavailable, true), (.node, .internal, false), (.node, .quotaExceeded, false),
    (.plain, .unavailable, false),
  ])
  func `the libraries repeat some errors at once, against the advice`(
    sdk: AdminSDK, code: FCMCode, repeats: Bool
  ) throws {
    var bench = bench(sdk: sdk)
    bench.answer(try #require(bench.takeRequests().first).job, code)
    bench.pass(.milliseconds(1))
    #expect(bench.takeRequests().count == (repeats ? 1 : 0))
    #expect(bench.facts(.retried).map(\.detail) == (repeats ? [0] : []))
  }

  @Test func `the libraries wait 0, 1, 2 and 4 seconds and then leave it to the sender`() throws {
    var bench = bench(sdk: .python)
    var request = try #require(bench.takeRequests().first)
    for wait in [0, 1, 2, 4] as [Int64] {
      bench.answer(request.job, .unavailable)
      bench.pass(.seconds(wait) - .milliseconds(1))
      if wait > 0 { #expect(bench.takeRequests().isEmpty) }
      bench.pass(.milliseconds(1))
      request = try #require(bench.takeRequests().first)
    }
    bench.answer(request.job, .unavailable)
    bench.pass(.seconds(9))
    #expect(bench.takeRequests().isEmpty)
    bench.pass(.seconds(4))
    #expect(bench.takeRequests().count == 1)
  }

  @Test func `Node fails at once when Retry-After exceeds a minute`() throws {
    var bench = bench(sdk: .node)
    bench.answer(try #require(bench.takeRequests().first).job, .unavailable, retryAfter: 61)
    bench.pass(.seconds(60))
    #expect(bench.takeRequests().isEmpty)
    bench.pass(.seconds(1))
    #expect(bench.takeRequests().count == 1)
  }

  @Test func `Python repeats a lost answer once at once`() {
    var bench = bench(sdk: .python)
    #expect(bench.takeRequests().count == 1)
    bench.pass(bench.server.rules.admin.pyTimeout.duration)
    #expect(bench.takeRequests().count == 1)
    #expect(bench.facts(.retried).map(\.rule) == [bench.server.rules.admin.pyReadRetry.key])
  }

  @Test func `a 401 renews the token at most twice`() throws {
    var bench = bench()
    var request = try #require(bench.takeRequests().first)
    for _ in 0..<2 {
      bench.answer(request.job, .unauthenticated)
      request = try #require(bench.takeRequests().first)
    }
    bench.answer(request.job, .unauthenticated)
    #expect(bench.takeRequests().isEmpty)
    #expect(bench.outcomes(of: message) == [.refused])
    #expect(bench.facts(.tokenMinted).count == 3)
  }

  @Test func `Node takes an expired token for an APNs error and goes on with it`() throws {
    var bench = bench(sdk: .node)
    bench.answer(try #require(bench.takeRequests().first).job, .unauthenticated)
    #expect(bench.outcomes(of: message) == [.refused])
    bench.send(1, to: alice)
    #expect(bench.takeRequests().count == 1)
    #expect(bench.facts(.tokenMisused).count == 1)
  }

  @Test(arguments: [(AdminSDK.plain, 1), (.python, 0), (.node, 0)])
  func `the libraries refuse what is visibly wrong before it leaves`(sdk: AdminSDK, count: Int) {
    var bench = ServerBench()
    bench.give(.operate(.adminSDK(sdk)))
    bench.upload(1, user: alice)
    let message = bench.send(0, to: alice) { $0.defect = .dataNotString }
    #expect(bench.takeRequests().count == count)
    #expect(bench.outcomes(of: message) == (count == 0 ? [.refused] : []))
  }
}
