import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import Backend

struct CredentialTests {
  private func bench(
    _ nodes: Int = 1, design: Design = .published, _ change: (inout Chapters) -> Void = { _ in }
  ) -> ServerBench {
    var chapters = Chapters()
    change(&chapters)
    var bench = ServerBench(design, rules: Rulebook(chapters), nodes: nodes)
    bench.upload(1, user: alice)
    return bench
  }

  /// The exchanges that left since the last look, which this forgets.
  private func takeExchanges(_ bench: inout ServerBench) -> [SimTime] {
    var times: [SimTime] = []
    bench.sent.removeAll { packet in
      guard case .tokenExchange(_, let time) = packet.body else { return false }
      times.append(time)
      return true
    }
    return times
  }

  private func answer(_ status: UInt16, _ bench: inout ServerBench) {
    bench.receive(.tokenAnswer(node: 0, status: status, expires: bench.context.now + .hours(1)))
  }

  @Test func `messages wait in line for the access token`() {
    var bench = bench()
    bench.mintsTokens = false
    for number in 0..<3 as Range<UInt32> { bench.send(number, to: alice) }
    #expect(takeExchanges(&bench).count == 1)
    #expect(bench.takeRequests().isEmpty)
    answer(200, &bench)
    #expect(bench.takeRequests().map(\.request.payload.message.rawValue) == [0, 1, 2])
    #expect(bench.facts(.tokenMinted).count == 1)
  }

  @Test func `a node that has its token does not wait for one that gets none`() {
    var bench = bench(2)
    bench.send(0, to: alice) { $0.node = 1 }
    #expect(bench.acceptAll().count == 1)
    bench.mintsTokens = false
    bench.send(1, to: alice) { $0.node = 0 }
    answer(400, &bench)
    bench.send(2, to: alice) { $0.node = 1 }
    #expect(bench.acceptAll().map(\.payload.message.rawValue) == [2])
    bench.send(3, to: alice) { $0.node = 0 }
    #expect(bench.facts(.held).map(\.message.rawValue) == [1, 3])
  }

  @Test func `a server that never renews its token goes on with a dead one`() throws {
    var bench = bench(design: .published.without(.renewAccessToken))
    bench.send(0, to: alice)
    #expect(bench.acceptAll().map(\.credential) == [.valid])
    bench.pass(.hours(2))
    bench.send(1, to: alice)
    let request = try #require(bench.takeRequests().first)
    #expect(request.request.credential == .expired)
    bench.answer(request.job, .unauthenticated)
    bench.pass(.hours(1))
    #expect(bench.takeRequests().isEmpty)
    #expect(bench.outcomes(of: MessageID(rawValue: 1)) == [.refused])
    #expect(bench.facts(.tokenMinted).count == 1)
  }

  @Test(arguments: [(3, SimDuration.seconds(1)), (5, .milliseconds(200))])
  func `a failed exchange is tried three times, a second and two apart`(
    tries: Int, first: SimDuration
  ) {
    var bench = bench {
      $0.oauth.exchangeTries.value = Int64(tries)
      $0.oauth.exchangeWait.value = first.microseconds
    }
    bench.mintsTokens = false
    bench.send(0, to: alice)
    var wait = first
    for _ in 1..<tries {
      #expect(takeExchanges(&bench).count == 1)
      answer(503, &bench)
      bench.pass(wait - .milliseconds(1))
      #expect(takeExchanges(&bench).isEmpty)
      bench.pass(.milliseconds(1))
      wait = wait + wait
    }
    #expect(takeExchanges(&bench).count == 1)
    answer(503, &bench)
    bench.pass(.seconds(5))
    #expect(takeExchanges(&bench).isEmpty)
    bench.pass(.seconds(10))
    #expect(takeExchanges(&bench).count == 1)
    answer(200, &bench)
    #expect(bench.acceptAll().count == 1)
  }

  @Test(arguments: [(Int64(400), 0), (503, 1)])
  func `an exchange for a disabled account is refused for good, not tried again`(
    status: Int64, repeats: Int
  ) {
    var bench = bench { $0.oauth.invalidGrant.value = status }
    bench.mintsTokens = false
    bench.give(.operate(.credential(.revoke)))
    bench.send(0, to: alice)
    #expect(takeExchanges(&bench).count == 1)
    answer(200, &bench)
    bench.pass(.seconds(2))
    #expect(takeExchanges(&bench).count == repeats)
  }

  @Test func `a token that is minted early says so, unless the last one was refused`() throws {
    var bench = bench()
    bench.send(0, to: alice)
    bench.acceptAll()
    bench.pass(.minutes(29))
    bench.give(.operate(.clockOffset(node: 0, .hours(1))))
    bench.send(1, to: alice)
    bench.acceptAll()
    bench.give(.operate(.clockOffset(node: 0, .zero)))
    bench.pass(.minutes(1))
    bench.send(2, to: alice)
    bench.answer(try #require(bench.takeRequests().first).job, .unauthenticated)
    #expect(bench.facts(.tokenMinted).map(\.detail) == [0, 1, 0])
  }

  @Test func `an exchange without an answer is a failed one`() {
    var bench = bench()
    bench.mintsTokens = false
    bench.send(0, to: alice)
    #expect(takeExchanges(&bench).count == 1)
    bench.pass(.seconds(11))
    #expect(takeExchanges(&bench).count == 1)
  }

  @Test func `while the account is disabled nothing leaves and nothing is lost`() {
    var bench = bench()
    bench.give(.operate(.credential(.revoke)))
    let message = bench.send(0, to: alice)
    bench.pass(.minutes(5))
    #expect(bench.takeRequests().isEmpty)
    bench.give(.operate(.credential(.restore)))
    var count = 0
    for _ in 0..<60 {
      bench.pass(.seconds(9))
      count += bench.acceptAll().count
    }
    #expect(count == 1)
    #expect(bench.outcomes(of: message) == [.accepted])
    #expect(bench.state.rowCount == 1)
  }

  @Test func `a clock that jumps forward makes every token look old`() {
    var bench = bench()
    bench.send(0, to: alice)
    bench.acceptAll()
    bench.give(.operate(.clockOffset(node: 0, .hours(2))))
    bench.send(1, to: alice)
    bench.send(2, to: alice)
    #expect(bench.facts(.tokenMinted).count == 2)
    #expect(bench.acceptAll().allSatisfy { $0.credential == .valid })
  }

  @Test func `a clock of the server as a whole is the clock of each node`() {
    var bench = bench()
    bench.send(0, to: alice)
    bench.acceptAll()
    bench.give(.operate(.clockOffset(node: .max, .hours(2))))
    bench.send(1, to: alice)
    #expect(bench.facts(.tokenMinted).count == 2)
  }

  @Test func `a clock that jumps back keeps a token that has ended`() {
    var bench = bench()
    bench.send(0, to: alice)
    bench.acceptAll()
    bench.give(.operate(.clockOffset(node: 0, .zero - .hours(2))))
    bench.pass(.hours(1))
    bench.send(1, to: alice)
    #expect(bench.takeRequests().first?.request.credential == .expired)
  }

  @Test func `a stolen token works to the end of its hour, rotated or not`() {
    var bench = bench()
    bench.send(0, to: alice)
    bench.acceptAll()
    bench.give(.operate(.credential(.steal)))
    bench.give(.operate(.credential(.rotate)))
    for (number, expected) in [(1, CredentialState.stolen), (2, .expired)] {
      bench.pass(.minutes(40))
      bench.send(UInt32(number), .user(alice)) {
        $0.isDirect = true
        $0.usesStolenToken = true
      }
      let requests = bench.takeRequests()
      #expect(requests.map(\.request.credential) == [expected])
      #expect(requests.first?.request.payload.flags.contains(.forged) == true)
    }
    #expect(bench.facts(.messageTaken).count == 1)
  }

  @Test func `each node has a token of its own`() {
    var bench = bench(2)
    for number in 0..<4 as Range<UInt32> { bench.send(number, to: alice) }
    #expect(bench.facts(.tokenMinted).map(\.operand).sorted() == [0, 1])
  }

  @Test func `a token that is minted early names what ended the one before`() throws {
    var bench = bench()
    bench.send(0, to: alice)
    let refused = try #require(bench.takeRequests().first)
    bench.answer(refused.job, .unauthenticated)
    bench.acceptAll()
    bench.give(.operate(.crash(node: 0, .sentAccepted)))
    bench.send(1, to: alice)
    bench.pass(.minutes(1))
    let causes = bench.facts(.tokenMinted).map {
      bench.context.history.record($0.because)?.fact
    }
    #expect(causes == [nil, .refused, .workerDied])
  }
}
