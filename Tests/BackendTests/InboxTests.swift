import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import Backend

struct InboxTests {
  @Test func `an inbox holds the user's messages in the order of their ids`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    for number in [4, 2, 3, 9] as [UInt32] { bench.send(number, to: alice) }
    bench.send(5, to: bob)
    #expect(bench.inbox(of: alice).map(\.rawValue) == [2, 3, 4, 9])
    #expect(bench.sync(1, as: alice)?.through.rawValue == 9)
    #expect(bench.inbox(of: alice, after: MessageID(rawValue: 3)).map(\.rawValue) == [4, 9])
    #expect(bench.sync(1, as: alice, after: MessageID(rawValue: 9))?.through.isNone == true)
  }

  @Test func `an answer of the inbox ends at a page and the cursor fetches the rest`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    for number in 0..<150 as Range<UInt32> { bench.send(number, to: alice) }
    let first = bench.sync(1, as: alice)
    #expect(first?.through.rawValue == 99)
    #expect(first?.hasMore == true)
    #expect(bench.sync(1, as: alice, after: MessageID(99))?.hasMore == false)
    #expect(bench.sync(1, as: alice, after: first?.through ?? .none)?.through.rawValue == 149)
  }

  @Test func `a message that was read on one phone leaves the other where the reading says so`() {
    let rules = Rulebook(
      preset: .documented,
      overriding: [Override(Rulebook.documented.guide.readElsewhere.key, 1)])
    var bench = ServerBench(rules: rules)
    bench.upload(1, user: alice)
    bench.upload(2, user: alice)
    let message = bench.send(0, to: alice)
    bench.acceptAll()
    bench.report([(message, .read, alice)], from: 1, as: alice)
    let removals = bench.acceptAll()
    #expect(removals.map(\.address.rawValue) == [102])
    #expect(removals.first?.payload.flags.contains(.retraction) == true)
    #expect(bench.outcomes(of: message) == [.accepted])
  }

  @Test func `a topic's messages are in the inbox of those who opted in`() {
    var bench = ServerBench()
    let topic = NameID(rawValue: 5)
    bench.upload(1, user: alice) { $0.topics = TopicSet(topic) }
    bench.upload(2, user: bob)
    bench.send(0, to: alice)
    bench.send(1, .topic(topic)) { $0.payload.topic = topic }
    bench.send(2, to: alice)
    #expect(bench.inbox(of: alice).map(\.rawValue) == [0, 1, 2])
    #expect(bench.inbox(of: bob).isEmpty)
  }

  @Test func `content that FCM fans out is in the inbox of the person whose it is`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    for (number, audience) in [Audience.group(NameID(rawValue: 5)), .fcmTopic(NameID(rawValue: 6))]
      .enumerated()
    {
      bench.send(UInt32(2 * number), audience) { $0.payload.user = alice }
      bench.send(UInt32(2 * number + 1), audience)
    }
    #expect(bench.inbox(of: alice).map(\.rawValue) == [0, 2])
  }

  @Test func `no session, no inbox`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    #expect(bench.sync(1, as: .none)?.answer.status == 401)
  }

  @Test(arguments: [Design.published, .published.with(.serverTellsUnknownInstall)])
  func `a server that lost the row says so only if it was taught to`(design: Design) {
    var bench = ServerBench(design)
    bench.upload(1, user: alice)
    bench.give(.operate(.forget(alice)))
    let tells = design.has(.serverTellsUnknownInstall)
    #expect(bench.sync(1, as: alice)?.answer.status == (tells ? 404 : 200))
  }

  @Test func `a removal is as urgent as the reading says`() {
    for (answer, priority) in [(Int64(0), Priority.normal), (1, .high)] {
      var bench = ServerBench(rules: answering("design.removal.priority", answer))
      bench.upload(1, user: alice)
      let message = bench.send(0, to: alice)
      bench.acceptAll()
      bench.give(.operate(.retract(message)))
      #expect(bench.takeRequests().map(\.request.priority) == [priority])
    }
  }

  @Test func `a retracted message leaves the inbox and the screens`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    let message = bench.send(0, to: alice)
    bench.acceptAll()
    bench.give(.operate(.retract(message)))
    #expect(bench.inbox(of: alice).isEmpty)
    let removal = bench.takeRequests().first?.request.payload
    #expect(removal?.flags == [.retraction, .silent])
    #expect(removal?.refersTo == message)
    #expect(bench.outcomes(of: message) == [.accepted])
  }

  @Test func `what was read elsewhere comes marked as read and is not sent any more`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    let message = bench.send(0, to: alice) { $0.delay = .minutes(5) }
    bench.give(.operate(.readElsewhere(alice, message)))
    bench.pass(.minutes(5))
    #expect(bench.takeRequests().isEmpty)
    #expect(bench.facts(.notSent).map(\.detail) == [Unsent.seenElsewhere.rawValue])
    let item = bench.server.nextInboxItem(&bench.state, user: alice, after: .none)
    #expect(item?.flags == [.read])
  }

  @Test func `messages older than the inbox keeps are forgotten and their place is used again`() {
    let rules = Rulebook(
      preset: .documented,
      overriding: [
        Override(Rulebook.documented.design.inboxAge.key, SimDuration.hours(1).microseconds)
      ])
    var bench = ServerBench(rules: rules)
    bench.upload(1, user: alice)
    for number in 0..<1_000 as Range<UInt32> {
      bench.send(number, to: alice)
      bench.acceptAll()
      bench.pass(.minutes(1))
    }
    #expect(bench.inbox(of: alice).count <= 60)
    let isForgotten = bench.state.log.isForgotten(MessageID(rawValue: 900))
    #expect(isForgotten)
    #expect(bench.inbox(of: alice, after: MessageID(rawValue: 10)).count <= 60)
  }

  @Test func `an event counts once for its message, kind and user`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    let message = bench.send(0, to: alice)
    bench.report([(message, .opened, alice)], from: 1, as: alice)
    bench.report([(message, .opened, alice), (message, .delivered, alice)], from: 1, as: alice)
    bench.report([(message, .opened, bob)], from: 2, as: bob)
    #expect(bench.state.eventCount(.opened) == 2)
    #expect(bench.state.eventCount(.opened, of: alice) == 1)
    #expect(bench.state.eventCount(.delivered, of: alice) == 1)
    #expect(bench.facts(.eventRepeated).count == 1)
  }

  @Test func `without the batch key a repeated batch counts twice`() {
    var bench = ServerBench(.published.without(.eventBatchKey))
    bench.upload(1, user: alice)
    let message = bench.send(0, to: alice)
    for _ in 0..<2 { bench.report([(message, .opened, alice)], from: 1, as: alice) }
    #expect(bench.state.eventCount(.opened) == 2)
  }
}
