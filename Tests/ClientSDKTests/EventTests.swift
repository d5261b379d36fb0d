import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import ClientSDK

struct EventTests {
  @Test func `delivered is reported in a batch after a little while`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.receive(message(1), copy: 1)
    phone.receive(message(2), copy: 2)
    #expect(phone.batches.isEmpty)
    phone.pass(.seconds(11))
    #expect(phone.batches.map(\.count) == [2])
    #expect(phone.state.waitingEvents(of: phone.who) == 0)
  }

  @Test func `a batch holds eight events and the rest follows`() {
    var phone = Phone()
    phone.act(.login(alice))
    for number in 0..<11 { phone.receive(message(UInt32(number)), copy: UInt32(number)) }
    phone.pass(.seconds(11))
    #expect(phone.batches.map(\.count) == [8, 3])
  }

  @Test func `a batch whose answer is lost is repeated under the same number`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.receive(message(1), copy: 1)
    phone.status = 503
    phone.pass(.seconds(11))
    phone.receive(message(2), copy: 2)
    phone.status = 200
    phone.pass(.seconds(60))
    #expect(phone.batches.map(\.count) == [1, 1, 1])
    #expect(phone.batches[0].number == phone.batches[1].number)
    #expect(phone.batches[2].number != phone.batches[1].number)
  }

  @Test func `without the key every try is a new batch`() {
    var phone = Phone(.published(without: .eventBatchKey))
    phone.act(.login(alice))
    phone.receive(message(1), copy: 1)
    phone.status = 503
    phone.pass(.seconds(11))
    phone.status = 200
    phone.pass(.seconds(60))
    #expect(phone.batches.count == 2)
    #expect(phone.batches[0].number != phone.batches[1].number)
  }

  @Test func `events survive the process`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.receive(message(1), copy: 1)
    phone.die(.forceStopped)
    phone.open()
    phone.pass(.seconds(11))
    #expect(phone.batches.map(\.count) == [1])
  }

  @Test func `a refused batch is not repeated`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.receive(message(1), copy: 1)
    phone.status = 400
    phone.pass(.hours(1))
    #expect(phone.batches.count == 1)
    #expect(phone.state.waitingEvents(of: phone.who) == 0)
  }

  @Test func `what the client refuses is not reported`() {
    var phone = Phone()
    phone.receive(message(1), copy: 1)
    #expect(phone.facts(.eventQueued).isEmpty)
  }

  @Test func `too many events push the oldest out`() {
    let rules = book { $0.client.eventsKept.value = 2 }
    var phone = Phone(.published, rules)
    phone.act(.login(alice))
    for number in 1...3 { phone.receive(message(UInt32(number)), copy: UInt32(number)) }
    phone.pass(.seconds(11))
    #expect(phone.batches.first?.messages[0] == 2)
  }

  @Test func `a tap opens its link as the user and counts once`() {
    var phone = Phone()
    phone.act(.login(alice))
    var payload = message(1)
    payload.link = NameID(7)
    phone.tap(payload)
    #expect(phone.facts(.tapped).first?.user == alice)
    #expect(phone.facts(.tapped).first?.operand == 7)
    #expect(phone.facts(.eventQueued).map(\.detail) == [ClientEvent.opened.rawValue])
  }

  @Test func `a cold tap waits for the router and reaches the same place`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.choose(.routerAfter(.seconds(1)))
    var payload = message(1)
    payload.link = NameID(7)
    phone.tap(payload, cold: true)
    #expect(phone.facts(.tapped).isEmpty)
    phone.pass(.seconds(2))
    #expect(phone.facts(.tapped).map(\.operand) == [7])
    phone.tap(payload)
    #expect(phone.facts(.tapped).map(\.operand) == [7, 7])
  }

  @Test func `read the other way a cold tap is lost before the router listens`() {
    let rules = book { $0.client.tapPending.rule.value = 1 }
    var phone = Phone(.published, rules)
    phone.act(.login(alice))
    phone.choose(.routerAfter(.seconds(1)))
    phone.tap(message(1), cold: true)
    phone.pass(.seconds(2))
    #expect(phone.facts(.tapped).isEmpty)
    #expect(phone.facts(.tapFailed).count == 1)
  }

  @Test func `a tap on somebody else's message opens it in the wrong session`() {
    var phone = Phone()
    phone.act(.login(bob))
    var payload = message(1)
    payload.link = NameID(7)
    phone.tap(payload)
    #expect(phone.facts(.tapped).first?.user == bob)
    #expect(phone.facts(.tapped).first?.operand == 7)
    var careful = Phone(.published(with: .tapChecksUser))
    careful.act(.login(bob))
    careful.tap(payload)
    #expect(careful.facts(.tapped).first?.operand == NameID.none.rawValue)
    #expect(careful.facts(.eventQueued).isEmpty)
  }

  @Test(arguments: [Design.published, .published(with: .tapChecksUser)])
  func `a reply is reported for whoever is logged in, unless the user is compared`(
    design: Design
  ) {
    var phone = Phone(design)
    phone.act(.login(bob))
    var payload = message(1)
    payload.user = alice
    phone.tell(.replied(phone.who, phone.context.payloads.lend(payload)))
    payload.user = bob
    payload.message = MessageID(2)
    phone.tell(.replied(phone.who, phone.context.payloads.lend(payload)))
    let counted = phone.facts(.eventQueued).filter { $0.detail == ClientEvent.replied.rawValue }
    #expect(counted.map(\.user) == (design.has(.tapChecksUser) ? [bob] : [bob, bob]))
    let cancelled = phone.calls.compactMap { if case .cancel(let id) = $0 { id } else { nil } }
    #expect(cancelled == [MessageID(1), MessageID(2)])
  }

  @Test func `the outbox counts a call for each batch, as large as the design makes them`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.goOffline()
    for number in 0..<6 as Range<UInt32> { phone.receive(message(number), copy: number) }
    #expect(phone.state.outboxCount(of: phone.who, batch: 8) == 1)
    #expect(phone.state.outboxCount(of: phone.who, batch: 2) == 3)
  }

  @Test(arguments: [Design.published, .published.with(.flushEventsOnLogout)])
  func `a logout sends the person's events under their session, or leaves them to the next`(
    design: Design
  ) {
    var phone = Phone(design)
    phone.act(.login(alice))
    phone.receive(message(1), copy: 1)
    phone.act(.logout)
    phone.act(.login(bob))
    phone.pass(.seconds(20))
    #expect(phone.batches.map(\.users[0]) == [alice.rawValue])
    let isFlushed = design.has(.flushEventsOnLogout)
    #expect(phone.batches.map(\.session.user) == [isFlushed ? alice : bob])
  }

  @Test(arguments: [Design.published, .published.with(.flushEventsOnLogout)])
  func `events that could not leave are dropped with the logout, or wait`(design: Design) {
    var phone = Phone(design)
    phone.act(.login(alice))
    phone.receive(message(1), copy: 1)
    phone.goOffline()
    phone.act(.logout)
    let isDropped = design.has(.flushEventsOnLogout)
    #expect(phone.state.waitingEvents(of: phone.who) == (isDropped ? 0 : 1))
    phone.act(.login(bob))
    phone.goOnline()
    phone.receive(message(2, for: bob), copy: 2)
    phone.pass(.seconds(20))
    #expect(phone.batches.first?.users[0] == (isDropped ? bob : alice).rawValue)
  }
}
