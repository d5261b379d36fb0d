import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import Backend

struct SendingTests {
  /// What went over sockets since the last look, which this forgets.
  private func takeSocketPushes(_ bench: inout ServerBench) -> [MessageID] {
    var messages: [MessageID] = []
    bench.sent.removeAll { packet in
      guard case .socketPush(_, let payload) = packet.body else { return false }
      messages.append(payload.message)
      return true
    }
    return messages
  }

  private func socket(
    as user: UserID, since login: RecordID = RecordID(rawValue: 0), _ bench: inout ServerBench
  ) {
    bench.receive(
      .socket(
        install: InstallID(rawValue: 1),
        session: user.isNone ? .none : Session(of: user, since: login)), fromDevice: 1)
  }

  @Test func `an open socket gets every message of its user besides FCM`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    socket(as: alice, &bench)
    bench.send(0, to: alice)
    #expect(takeSocketPushes(&bench) == [MessageID(rawValue: 0)])
    #expect(bench.acceptAll().count == 1)
    socket(as: .none, &bench)
    bench.send(1, to: alice)
    #expect(takeSocketPushes(&bench).isEmpty)
    #expect(bench.acceptAll().count == 1)
  }

  @Test(arguments: [Design.published, .published.with(.sessionEndClosesSocket)])
  func `a socket outlives its session unless the design closes it, and none is opened anew`(
    design: Design
  ) {
    var bench = ServerBench(design.with(.sessionEndUnlinksRow))
    bench.upload(1, user: alice)
    socket(as: alice, &bench)
    bench.give(.operate(.revokeSession(alice)))
    bench.send(0, to: alice)
    let isClosed = design.has(.sessionEndClosesSocket)
    #expect(takeSocketPushes(&bench).count == (isClosed ? 0 : 1))
    #expect(bench.acceptAll().isEmpty)
    socket(as: alice, &bench)
    bench.send(1, to: alice)
    #expect(takeSocketPushes(&bench).isEmpty)
    let login = bench.context.note(.signedIn, user: alice)
    socket(as: alice, since: login, &bench)
    bench.send(2, to: alice)
    #expect(takeSocketPushes(&bench) == [MessageID(rawValue: 2)])
  }

  @Test func `a push inside the transaction is faster than its message`() {
    var bench = ServerBench(.published.without(.sendAfterCommit))
    bench.upload(1, user: alice)
    bench.send(0, to: alice)
    #expect(bench.acceptAll().count == 1)
    #expect(bench.inbox(of: alice).isEmpty)
    bench.pass(.seconds(2))
    #expect(bench.inbox(of: alice).map(\.rawValue) == [0])
    #expect(bench.facts(.undone).isEmpty)
  }

  @Test(arguments: [Design.published, .published.without(.sendAfterCommit)])
  func `a transaction that fails sends nothing unless the push left inside it`(design: Design) {
    var bench = ServerBench(design)
    bench.upload(1, user: alice)
    bench.send(0, to: alice) { $0.rollsBack = true }
    let isSafe = design.has(.sendAfterCommit)
    #expect(bench.acceptAll().count == (isSafe ? 0 : 1))
    #expect(bench.facts(.notSent).map(\.detail) == (isSafe ? [Unsent.rolledBack.rawValue] : []))
    bench.pass(.minutes(1))
    #expect(bench.inbox(of: alice).isEmpty)
    #expect(bench.facts(.undone).count == (isSafe ? 0 : 1))
  }

  @Test func `under the other reading FCM gets only what a socket did not confirm in time`() {
    let rules = Rulebook(
      preset: .documented,
      overriding: [Override(RuleKey(text: "design.socket.push"), 1)])
    var bench = ServerBench(rules: rules)
    bench.upload(1, user: alice)
    socket(as: alice, &bench)
    bench.send(0, to: alice)
    bench.send(1, to: alice)
    #expect(takeSocketPushes(&bench).count == 2)
    bench.receive(
      .socketConfirmation(install: InstallID(rawValue: 1), message: MessageID(rawValue: 0)),
      fromDevice: 1)
    #expect(bench.outcomes(of: MessageID(rawValue: 0)) == [.accepted])
    bench.pass(.seconds(10))
    #expect(bench.acceptAll().map(\.payload.message) == [MessageID(rawValue: 1)])
    #expect(takeSocketPushes(&bench).isEmpty)
  }

  @Test func `a message to a user goes to each of the user's rows`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    bench.upload(2, user: alice)
    bench.upload(3, user: bob)
    let message = bench.send(0, to: alice)
    let requests = bench.acceptAll()
    #expect(requests.map(\.address.rawValue) == [101, 102])
    #expect(requests.allSatisfy { $0.payload.user == alice && $0.payload.kind == .data })
    #expect(bench.outcomes(of: message) == [.accepted])
    #expect(bench.state.openJobCount == 0)
  }

  @Test func `a user without a row has the outcome no-row with what took the row away`() throws {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    bench.upload(1, user: bob, version: 2)
    let message = bench.send(0, to: alice)
    #expect(bench.outcomes(of: message) == [.noRow])
    let record = try #require(bench.facts(.notSent).first)
    #expect(record.detail == Unsent.noRow.rawValue)
    #expect(bench.context.history.record(record.because)?.user == bob)
  }

  @Test func `the first send of an hour waits for an access token and the next ones do not`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    bench.send(0, to: alice)
    bench.send(1, to: alice)
    #expect(bench.facts(.tokenMinted).count == 1)
    bench.acceptAll()
    bench.pass(.minutes(56))
    bench.send(2, to: alice)
    #expect(bench.facts(.tokenMinted).count == 1)
    bench.acceptAll()
    bench.pass(.minutes(1))
    bench.send(3, to: alice)
    #expect(bench.facts(.tokenMinted).count == 2)
  }

  @Test func `an opted-in row gets the topic and others do not`() {
    var bench = ServerBench()
    let topic = NameID(rawValue: 5)
    bench.upload(1, user: alice) { $0.topics = TopicSet(topic) }
    bench.upload(2, user: bob)
    bench.send(0, .topic(topic)) { $0.payload.topic = topic }
    #expect(bench.acceptAll().map(\.address.rawValue) == [101])
    #expect(bench.facts(.messageTaken).map(\.operand) == [5])
  }

  @Test(arguments: [Design.published, .published.without(.optOutAtSend)])
  func `an opt-out between planning and sending counts only if it is read again`(
    design: Design
  ) {
    var bench = ServerBench(design)
    let topic = NameID(rawValue: 5)
    bench.upload(1, user: alice) { $0.topics = TopicSet(topic) }
    let message = bench.send(0, .topic(topic)) {
      $0.payload.topic = topic
      $0.delay = .minutes(10)
    }
    bench.upload(1, user: alice, version: 2)
    bench.pass(.minutes(11))
    bench.acceptAll()
    let isRead = design.has(.optOutAtSend)
    #expect(bench.outcomes(of: message) == [isRead ? .optedOut : .accepted])
  }

  @Test(arguments: [Design.published, .published.without(.enabledCheckAtSend)])
  func `a row with notifications off gets nothing if the server looks`(design: Design) {
    var bench = ServerBench(design)
    bench.upload(1, user: alice) { $0.isEnabled = false }
    let message = bench.send(0, to: alice)
    bench.acceptAll()
    let isChecked = design.has(.enabledCheckAtSend)
    #expect(bench.outcomes(of: message) == [isChecked ? .disabled : .accepted])
  }

  @Test(arguments: [Design.published, .published.without(.capsOnServer)])
  func `a cap holds per user and not per row`(design: Design) {
    var bench = ServerBench(design)
    bench.upload(1, user: alice)
    bench.upload(2, user: alice)
    bench.give(.operate(.cap(count: 2, per: .hours(24))))
    let messages = (0..<3).map { bench.send($0, to: alice) }
    bench.acceptAll()
    let last: Outcome = design.has(.capsOnServer) ? .capped : .accepted
    #expect(messages.flatMap { bench.outcomes(of: $0) } == [.accepted, .accepted, last])
    bench.pass(.hours(25))
    let next = bench.send(3, to: alice)
    bench.acceptAll()
    #expect(bench.outcomes(of: next) == [.accepted])
  }

  @Test func `a message over the cap is left to the inbox, or goes out on the next day`() {
    for action in GuideQuestions.CapAction.allCases {
      var chapters = Chapters()
      chapters.guide.capAction.rule.value = Int64(action.rawValue)
      var bench = ServerBench(rules: Rulebook(chapters))
      bench.upload(1, user: alice)
      bench.give(.operate(.cap(count: 1, per: .hours(24))))
      bench.send(0, to: alice)
      let second = bench.send(1, to: alice)
      #expect(bench.acceptAll().count == 1)
      bench.pass(.hours(24) - .seconds(1))
      #expect(bench.acceptAll().isEmpty)
      bench.pass(.seconds(1))
      #expect(bench.acceptAll().count == (action == .nextDay ? 1 : 0))
      #expect(bench.outcomes(of: second) == [action == .nextDay ? .accepted : .capped])
      #expect(bench.inbox(of: alice).contains(second))
    }
  }

  @Test func `quiet hours hold a message until they end`() {
    var bench = ServerBench()
    bench.state.calendar.addZone([(at: .zero, minutes: 60)])
    bench.upload(1, user: alice) { $0.zone = ZoneID(rawValue: 1) }
    bench.give(.operate(.quietHours(alice, fromMinute: 22 * 60, toMinute: 7 * 60)))
    bench.send(0, to: alice)
    #expect(bench.takeRequests().isEmpty)
    bench.pass(.hours(6) - .seconds(1))
    #expect(bench.takeRequests().isEmpty)
    bench.pass(.seconds(1))
    #expect(bench.takeRequests().count == 1)
  }

  @Test(arguments: [Design.published, .published.with(.quietHoursByZoneName)])
  func `quiet hours follow the clocks only if the zone's name is kept`(design: Design) {
    var bench = ServerBench(design)
    bench.state.calendar.addZone([
      (at: .zero, minutes: 60), (at: .zero + .hours(20), minutes: 120),
    ])
    bench.upload(1, user: alice) { $0.zone = ZoneID(rawValue: 1) }
    bench.give(.operate(.quietHours(alice, fromMinute: 22 * 60, toMinute: 7 * 60)))
    bench.pass(.hours(20) + .minutes(30))
    bench.send(0, to: alice)
    #expect(bench.takeRequests().isEmpty == design.has(.quietHoursByZoneName))
  }

  @Test func `zones that share an offset are told apart by their names`() {
    var bench = ServerBench(.published.with(.quietHoursByZoneName))
    bench.state.calendar.addZone([
      (at: .zero, minutes: 60), (at: .zero + .hours(20), minutes: 120),
    ])
    bench.state.calendar.addZone([(at: .zero, minutes: 60)])
    for (user, zone) in [(alice, UInt16(1)), (bob, 2)] {
      bench.upload(user.rawValue + 1, user: user) { $0.zone = ZoneID(rawValue: zone) }
      bench.give(.operate(.quietHours(user, fromMinute: 22 * 60, toMinute: 7 * 60)))
    }
    bench.pass(.hours(20) + .minutes(30))
    bench.send(0, to: alice)
    bench.send(1, to: bob)
    #expect(bench.takeRequests().map(\.request.payload.message.rawValue) == [1])
  }

  @Test func `a sign of life does not tell the zone again`() {
    var bench = ServerBench(.published.with(.quietHoursByZoneName).with(.refreshOnReceive))
    bench.state.calendar.addZone([
      (at: .zero, minutes: 60), (at: .zero + .hours(1), minutes: 120),
    ])
    bench.upload(1, user: alice) { $0.zone = ZoneID(rawValue: 1) }
    bench.give(.operate(.quietHours(alice, fromMinute: 22 * 60, toMinute: 7 * 60)))
    bench.pass(.hours(12))
    bench.report([(MessageID(rawValue: 7), .delivered, alice)], from: 1, as: alice)
    bench.pass(.hours(8) + .minutes(30))
    bench.send(0, to: alice)
    #expect(bench.takeRequests().isEmpty)
    bench.pass(.hours(8) + .minutes(30))
    #expect(bench.takeRequests().count == 1)
  }

  @Test(arguments: [
    (before: Int16(60), after: Int16(120), held: SimDuration.hours(5)),
    (before: 120, after: 60, held: .hours(6)),
  ])
  func `a night in which the clocks change is an hour shorter or longer`(
    _ night: (before: Int16, after: Int16, held: SimDuration)
  ) {
    var bench = ServerBench(.published.with(.quietHoursByZoneName))
    bench.state.calendar.addZone([
      (at: .zero, minutes: night.before), (at: .zero + .hours(1), minutes: night.after),
    ])
    bench.upload(1, user: alice) { $0.zone = ZoneID(rawValue: 1) }
    bench.give(.operate(.quietHours(alice, fromMinute: 22 * 60, toMinute: 7 * 60)))
    bench.send(0, to: alice)
    bench.pass(night.held - .seconds(1))
    #expect(bench.takeRequests().isEmpty)
    bench.pass(.seconds(1))
    #expect(bench.takeRequests().count == 1)
  }

  @Test func `a campaign goes out in batches to those who were there when it was planned`() {
    var bench = ServerBench()
    for key in 0..<5 as Range<UInt32> { bench.upload(key, user: alice) }
    let message = bench.send(0, .everyone(batch: 2, every: .minutes(1)))
    #expect(bench.acceptAll().count == 2)
    bench.upload(9, user: bob)
    bench.pass(.minutes(1))
    #expect(bench.acceptAll().count == 2)
    #expect(bench.outcomes(of: message).isEmpty)
    bench.pass(.minutes(1))
    #expect(bench.acceptAll().count == 1)
    #expect(bench.outcomes(of: message) == [.accepted])
  }

  @Test func `what was planned for later is carried out by one node or by each that runs`() {
    for (answer, count) in [(Int64(0), 1), (1, 2)] {
      var bench = ServerBench(rules: answering("design.plan.runner", answer), nodes: 3)
      bench.upload(1, user: alice)
      bench.give(.operate(.stop(node: 2)))
      let planned = bench.send(0, to: alice) { $0.delay = .hours(1) }
      bench.pass(.hours(1))
      #expect(bench.acceptAll().count == count)
      #expect(bench.outcomes(of: planned) == [.accepted])
      bench.send(1, to: alice)
      #expect(bench.acceptAll().count == 1)
    }
  }

  @Test func `a hint carries neither content nor user`() {
    var bench = ServerBench(.hardened)
    bench.upload(1, user: alice)
    bench.send(3, to: alice) {
      $0.payload.kind = .notification
      $0.kindIsSet = true
    }
    let request = bench.acceptAll().first
    #expect(request?.payload.flags.contains(.hint) == true)
    #expect(request?.payload.user == UserID.none)
    #expect(request?.payload.kind == .data)
    #expect(request?.payload.tag == NameID.ofMessage(MessageID(rawValue: 3)))
  }

  @Test(arguments: [Design.published, .published.without(.sdkDraws)])
  func `who draws decides between data and notification`(design: Design) {
    var bench = ServerBench(design)
    bench.upload(1, user: alice)
    bench.send(0, to: alice)
    #expect(
      bench.acceptAll().first?.payload.kind == (design.has(.sdkDraws) ? .data : .notification))
  }

  @Test(arguments: [Design.published, .published.without(.addOnlyKeys)])
  func `renamed keys reach old clients unless keys are only added`(design: Design) {
    var bench = ServerBench(design)
    bench.upload(1, user: alice)
    bench.give(.operate(.deployPayload(renamed: true)))
    bench.send(0, to: alice)
    let isRenamed = bench.acceptAll().first?.payload.flags.contains(.renamedKeys)
    #expect(isRenamed == !design.has(.addOnlyKeys))
  }

  @Test func `silent rows get normal priority before FCM lowers them`() {
    var bench = ServerBench(.published.with(.demoteSilentInstalls))
    bench.upload(1, user: alice)
    bench.send(0, to: alice) { $0.priority = .high }
    #expect(bench.acceptAll().first?.priority == .high)
    bench.pass(.days(6))
    bench.send(1, to: alice) { $0.priority = .high }
    #expect(bench.acceptAll().first?.priority == .normal)
    bench.report([(MessageID(rawValue: 0), .opened, alice)], from: 1, as: alice)
    bench.send(2, to: alice) { $0.priority = .high }
    #expect(bench.acceptAll().first?.priority == .high)
  }

  @Test func `an upload that repeats the row is no sign of life`() {
    var bench = ServerBench(.published.with(.demoteSilentInstalls))
    bench.upload(1, user: alice)
    bench.pass(.days(6))
    bench.upload(1, user: alice, version: 2)
    bench.send(0, to: alice) { $0.priority = .high }
    #expect(bench.acceptAll().first?.priority == .normal)
  }

  @Test func `a row whose app comes to the foreground is not silent`() {
    var bench = ServerBench(.published.with(.demoteSilentInstalls))
    bench.upload(1, user: alice)
    bench.pass(.days(6))
    _ = bench.sync(1, as: alice)
    bench.send(0, to: alice) { $0.priority = .high }
    #expect(bench.acceptAll().first?.priority == .high)
  }

  @Test func `a message whose life is over is not sent late`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    bench.give(.operate(.quietHours(alice, fromMinute: 0, toMinute: 120)))
    let message = bench.send(0, to: alice) { $0.ttlMilliseconds = 3_600_000 }
    bench.pass(.hours(3))
    #expect(bench.outcomes(of: message) == [.expired])
  }

  @Test func `an order to a server that is down is answered, not taken`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    bench.give(.operate(.stop(node: 0)))
    let message = bench.send(0, to: alice)
    #expect(bench.facts(.messageTaken).isEmpty)
    #expect(bench.facts(.notSent).map(\.detail) == [Unsent.nodeStopped.rawValue])
    #expect(bench.outcomes(of: message).isEmpty)
  }

  @Test func `a dry run has an outcome of its own and no place in the inbox`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    let message = bench.send(0, to: alice) { $0.dryRun = true }
    #expect(bench.acceptAll().first?.validateOnly == true)
    #expect(bench.outcomes(of: message) == [.dryRun])
    #expect(bench.inbox(of: alice).isEmpty)
  }
}
