import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import ClientSDK

struct ReceivingTests {
  @Test(arguments: NotificationIDs.allCases)
  func `code that names its notifications names those without a tag`(ids: NotificationIDs) {
    var phone = Phone()
    phone.act(.login(alice))
    phone.choose(.notificationIDs(ids))
    phone.leave()
    for number in 1...2 as ClosedRange<UInt32> { phone.receive(message(number), copy: number) }
    var tagged = message(3)
    tagged.tag = NameID(9)
    phone.receive(tagged, copy: 3)
    phone.die()
    phone.start(.push)
    phone.receive(message(4), copy: 4)
    let tags = phone.posts.map(\.payload.tag)
    switch ids {
    case .own: #expect(tags == [.none, .none, NameID(9), .none])
    case .one: #expect(tags == [.numbered(0), .numbered(0), NameID(9), .numbered(0)])
    case .counted: #expect(tags == [.numbered(1), .numbered(2), NameID(9), .numbered(1)])
    }
  }

  @Test(arguments: [false, true])
  func `opening takes all notifications away where the host is tidy`(isTidy: Bool) {
    var phone = Phone()
    phone.choose(.clearsTray(isTidy))
    phone.leave()
    phone.calls = []
    phone.open()
    let clears = phone.calls.filter { if case .cancelAll = $0 { true } else { false } }
    #expect(clears.count == (isTidy ? 1 : 0))
  }

  @Test func `a data message reaches the callback and is drawn by the SDK`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.leave()
    phone.receive(message(1))
    #expect(phone.facts(.handed).last?.detail == HandOver.callback.rawValue)
    #expect(phone.posts.map(\.author) == [.sdk])
    #expect(phone.posts.first?.channel == .messagesChannel)
  }

  @Test(arguments: [MessageKind.notification, .mixed])
  func `in the background the library draws what has a notification part`(kind: MessageKind) {
    var phone = Phone()
    phone.act(.login(alice))
    phone.leave()
    phone.receive(message(1, for: alice, kind))
    #expect(phone.facts(.handed).last?.detail == HandOver.library.rawValue)
    #expect(phone.posts.map(\.author) == [.library])
    #expect(phone.posts.first?.channel == .fallbackChannel)
  }

  @Test func `in the foreground a notification message reaches the callback`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.receive(message(1, for: alice, .notification))
    #expect(phone.facts(.handed).last?.detail == HandOver.callback.rawValue)
    #expect(phone.posts.map(\.author) == [.sdk])
  }

  @Test func `a host that logs gives away what its handler gets, and no more`() {
    var phone = Phone()
    phone.choose(.logsPayloads(true))
    phone.act(.login(alice))
    phone.leave()
    phone.receive(message(1))
    phone.receive(message(2, for: alice, .notification))
    var hint = message(3)
    hint.flags = .hint
    phone.receive(hint)
    #expect(phone.facts(.payloadLogged).map(\.message.rawValue) == [1])
  }

  @Test func `what a socket brought is a repeat when FCM brings it too`() {
    var phone = Phone()
    phone.choose(.socket(true))
    phone.act(.login(alice))
    phone.hear(.socketPush(install: phone.who, message(1)))
    phone.receive(message(1))
    #expect(phone.posts.count == 1)
    #expect(phone.ignoredBy == [.seenTable])
    #expect(phone.facts(.handed).first?.detail == HandOver.socket.rawValue)
  }

  @Test func `a socket stands for whoever is logged in, while the app is open`() {
    var phone = Phone()
    phone.choose(.socket(true))
    phone.act(.login(alice))
    phone.act(.logout)
    phone.act(.login(bob))
    phone.leave()
    let sessions = phone.sent.compactMap {
      if case .socket(_, let session) = $0 { session.user } else { UserID?.none }
    }
    #expect(sessions == [alice, .none, bob, .none])
  }

  @Test func `a socket ends with the network and is opened again with the next one`() {
    var phone = Phone()
    phone.choose(.socket(true))
    phone.act(.login(alice))
    phone.hearNetwork(false)
    phone.hear(.socketPush(install: phone.who, message(1)))
    #expect(phone.facts(.handed).isEmpty)
    phone.hearNetwork(true)
    phone.hear(.socketPush(install: phone.who, message(1)))
    #expect(phone.facts(.handed).count == 1)
    phone.leave()
    phone.hearNetwork(false)
    phone.hearNetwork(true)
    phone.hear(.socketPush(install: phone.who, message(2)))
    #expect(phone.facts(.handed).count == 1)
  }

  @Test(arguments: [10, 3])
  func `the library drops a copy that it saw among the last ten of the process`(size: Int) {
    var phone = Phone(
      .published(without: .seenTable), book { $0.store.dedupSize.value = Int64(size) })
    phone.act(.login(alice))
    phone.receive(message(0), copy: 0)
    for number in 1..<UInt32(size) { phone.receive(message(number), copy: number) }
    phone.receive(message(0), copy: 0)
    #expect(phone.posts.count == size)
    phone.receive(message(UInt32(size)), copy: UInt32(size))
    phone.receive(message(0), copy: 0)
    #expect(phone.posts.count == size + 2)
  }

  @Test func `the library forgets with its process`() {
    var phone = Phone(.published(without: .seenTable))
    phone.act(.login(alice))
    phone.receive(message(1), copy: 1)
    phone.die()
    phone.start(.push)
    phone.receive(message(1), copy: 1)
    #expect(phone.posts.count == 2)
  }

  @Test func `a message for somebody else is refused because of the logout`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.act(.logout)
    phone.receive(message(1))
    #expect(phone.ignoredBy == [.clientUserFilter])
    let because = phone.facts(.ignored).first?.because ?? .none
    #expect(phone.context.history.record(because)?.fact == .signedOut)
    #expect(phone.posts.isEmpty)
  }

  @Test func `without the filter it is drawn`() {
    var phone = Phone(.published(without: .clientUserFilter))
    phone.act(.login(alice))
    phone.act(.logout)
    phone.receive(message(1))
    #expect(phone.posts.count == 1)
  }

  @Test func `what the library draws no filter sees`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.act(.logout)
    phone.leave()
    phone.receive(message(1, for: alice, .notification))
    #expect(phone.posts.map(\.author) == [.library])
  }

  @Test func `another copy of a seen message is a repeat`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.receive(message(1), copy: 1)
    phone.die()
    phone.start(.push)
    phone.receive(message(1), copy: 2)
    #expect(phone.ignoredBy == [.seenTable])
    var blind = Phone(.published(without: .seenTable))
    blind.act(.login(alice))
    blind.receive(message(1), copy: 1)
    blind.receive(message(1), copy: 2)
    #expect(blind.posts.count == 2)
  }

  @Test func `the oldest id falls out of a full seen table`() {
    let rules = book { $0.client.seenKept.value = 2 }
    var phone = Phone(.published, rules)
    phone.act(.login(alice))
    for number in 1...3 { phone.receive(message(UInt32(number)), copy: UInt32(number)) }
    phone.receive(message(3), copy: 4)
    #expect(phone.ignoredBy == [.seenTable])
    phone.receive(message(1), copy: 5)
    #expect(phone.posts.count == 4)
  }

  @Test func `a topic that the person left is filtered only with the defence`() {
    var payload = message(1)
    payload.topic = NameID(2)
    var plain = Phone()
    plain.act(.login(alice))
    plain.receive(payload)
    #expect(plain.posts.count == 1)
    var filtering = Phone(.published(with: .clientTopicFilter))
    filtering.act(.login(alice))
    filtering.receive(payload)
    #expect(filtering.ignoredBy == [.clientTopicFilter])
    filtering.act(.subscribe(NameID(2)))
    filtering.receive(payload, copy: 2)
    #expect(filtering.posts.count == 1)
  }

  @Test func `a slow handler shows to the wrong user unless it filters at display`() {
    var slow = Phone()
    slow.choose(.handlerTakes(.seconds(5)))
    slow.act(.login(alice))
    slow.receive(message(1))
    #expect(slow.posts.isEmpty)
    slow.pass(.seconds(1))
    slow.act(.logout)
    slow.act(.login(bob))
    slow.pass(.seconds(5))
    #expect(slow.posts.first?.payload.user == alice)
    var careful = Phone(.published(with: .filterAtDisplay))
    careful.choose(.handlerTakes(.seconds(5)))
    careful.act(.login(alice))
    careful.receive(message(1))
    careful.act(.logout)
    careful.pass(.seconds(6))
    #expect(careful.ignoredBy == [.filterAtDisplay])
    #expect(careful.posts.isEmpty)
  }

  @Test func `messages are handled one after another`() {
    var phone = Phone()
    phone.choose(.handlerTakes(.seconds(5)))
    phone.act(.login(alice))
    phone.receive(message(1), copy: 1)
    phone.receive(message(2), copy: 2)
    phone.pass(.seconds(6))
    #expect(phone.posts.count == 1)
    phone.pass(.seconds(5))
    #expect(phone.posts.count == 2)
  }

  @Test func `a removal under the id of a message that was seen removes it`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.receive(message(1), copy: 1)
    var removal = message(1)
    removal.flags = [.retraction, .silent]
    removal.refersTo = removal.message
    phone.receive(removal, copy: 2)
    #expect(phone.ignoredBy.isEmpty)
    let isKept = phone.state.holds(removal.message, inInboxOf: phone.who)
    #expect(!isKept)
  }

  @Test func `a handler in the background that overruns its budget saves nothing`() {
    var phone = Phone()
    phone.choose(.handlerTakes(.seconds(30)))
    phone.act(.login(alice))
    phone.leave()
    phone.receive(message(1))
    phone.pass(.seconds(40))
    #expect(phone.posts.isEmpty)
    let isKept = phone.state.holds(message(1).message, inInboxOf: phone.who)
    #expect(!isKept)
  }

  @Test func `a handler that dies shows nothing`() {
    var phone = Phone()
    phone.choose(.handlerTakes(.seconds(5)))
    phone.act(.login(alice))
    phone.receive(message(1))
    phone.die()
    phone.open()
    phone.pass(.seconds(10))
    #expect(phone.posts.isEmpty)
  }

  @Test func `with several writers a slow handler undoes a logout`() {
    let rules = book { $0.client.recordWriters.rule.value = 1 }
    var phone = Phone(.published, rules)
    phone.choose(.handlerTakes(.seconds(5)))
    phone.act(.login(alice))
    phone.receive(message(1))
    phone.act(.logout)
    phone.pass(.seconds(6))
    #expect(phone.record.user == alice)
    var locked = Phone(.published(with: .singleWriterLock), rules)
    locked.choose(.handlerTakes(.seconds(5)))
    locked.act(.login(alice))
    locked.receive(message(1))
    locked.act(.logout)
    locked.pass(.seconds(6))
    #expect(locked.record.user.isNone)
  }

  @Test func `a handler that fetches shows nothing without a network`() {
    var phone = Phone()
    phone.choose(.handlerFetches(true))
    phone.act(.login(alice))
    phone.leave()
    phone.around.hasNetwork = false
    phone.receive(message(1))
    phone.pass(.seconds(1))
    #expect(phone.posts.isEmpty)
    #expect(
      phone.facts(.notShown).first?.operand == phone.client.rules.client.fetchTime.key.rawValue)
  }

  @Test func `a message that is too old by the device's clock is dropped`() {
    var phone = Phone()
    phone.choose(.maxAge(.minutes(5)))
    phone.act(.login(alice))
    phone.pass(.minutes(10))
    phone.receive(message(1, at: .zero), copy: 1)
    #expect(phone.facts(.dropped).count == 1)
    phone.around.clockOffsetSeconds = -8 * 60
    phone.receive(message(2, at: .zero), copy: 2)
    #expect(phone.posts.count == 1)
  }

  @Test func `a retraction takes a message back, shown or still to come`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.receive(message(1), copy: 1)
    var back = message(9)
    back.flags = .retraction
    back.refersTo = MessageID(1)
    phone.receive(back, copy: 2)
    #expect(phone.calls.contains { if case .cancel(MessageID(1)) = $0 { true } else { false } })
    #expect(phone.state.holds(MessageID(1), inInboxOf: phone.who) == false)
    back.message = MessageID(10)
    back.refersTo = MessageID(2)
    phone.receive(back, copy: 3)
    phone.receive(message(2), copy: 4)
    #expect(phone.ignoredBy == [.seenTable])
  }

  @Test func `a message that waits for its handler is taken back before it shows`() {
    var phone = Phone()
    phone.choose(.handlerTakes(.seconds(5)))
    phone.act(.login(alice))
    phone.receive(message(1), copy: 1)
    var back = message(1)
    back.flags = [.retraction, .silent]
    back.refersTo = back.message
    phone.receive(back, copy: 2)
    phone.pass(.seconds(6))
    #expect(phone.posts.isEmpty)
    #expect(phone.facts(.handled).count == 2)
    let isKept = phone.state.holds(MessageID(1), inInboxOf: phone.who)
    #expect(!isKept)
  }

  @Test func `a silent message is handled without a notification`() {
    var phone = Phone()
    phone.act(.login(alice))
    var payload = message(1)
    payload.flags = .silent
    phone.receive(payload)
    #expect(phone.posts.isEmpty)
    #expect(phone.facts(.handled).count == 1)
  }

  @Test func `an old SDK finds nothing in renamed keys`() {
    var payload = message(1)
    payload.flags = .renamedKeys
    var old = Phone()
    old.act(.login(alice))
    old.receive(payload)
    #expect(old.posts.isEmpty)
    old.tell(.updated(old.who, sdk: 2, project: nil))
    old.receive(payload, copy: 2)
    #expect(old.posts.count == 1)
  }

  @Test func `a host that forgets to forward keeps messages from the SDK`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.choose(.forward(false))
    phone.receive(message(1))
    #expect(phone.posts.isEmpty)
    #expect(
      phone.facts(.dropped).first?.operand == phone.client.rules.client.hostForgets.key.rawValue)
  }

  @Test func `the host asks the next library for messages without the prefix`() {
    var phone = Phone()
    phone.act(.login(alice))
    var payload = message(1)
    payload.flags = .foreignPrefix
    phone.receive(payload, copy: 1)
    #expect(phone.posts.isEmpty)
    #expect(phone.facts(.dropped).map(\.rule) == [phone.client.rules.client.otherSDK.key])
    phone.choose(.secondSDK(.forwarded))
    phone.receive(payload, copy: 2)
    #expect(phone.posts.map(\.author) == [.host])
  }

  @Test func `two SDKs that each ship a service collide`() {
    var phone = Phone(.published(without: .hostForwardsByPrefix))
    phone.act(.login(alice))
    phone.choose(.secondSDK(.ownService))
    phone.receive(message(1))
    #expect(phone.posts.isEmpty)
    #expect(
      phone.facts(.dropped).first?.operand == phone.client.rules.handling.oneService.key.rawValue)
    var forwarding = Phone()
    forwarding.act(.login(alice))
    forwarding.choose(.secondSDK(.ownService))
    forwarding.receive(message(1))
    #expect(forwarding.posts.count == 1)
  }

  @Test(arguments: HostDrawing.allCases, [MessageKind.data, .mixed, .notification])
  func `a host that draws as well sees what its handler or its receiver sees`(
    _ way: HostDrawing, _ kind: MessageKind
  ) {
    var phone = Phone()
    phone.act(.login(alice))
    phone.choose(.drawsItself(way))
    phone.leave()
    phone.receive(message(1, for: alice, kind))
    let isSecond = way == .receiver || way == .on && kind == .data
    #expect(phone.posts.last?.author == (kind == .data ? .sdk : isSecond ? .host : .library))
    #expect(phone.posts.count { $0.author == .host } == (isSecond ? 1 : 0))
    #expect(phone.posts.count { $0.author != .host } == 1)
  }

  @Test(arguments: [HostDrawing.on, .receiver])
  func `what another drawer posts has no name of ours, so it stands beside`(_ way: HostDrawing) {
    var phone = Phone()
    phone.act(.login(alice))
    phone.choose(.drawsItself(way))
    phone.leave()
    var payload = message(1, for: alice)
    payload.tag = .ofMessage(payload.message)
    phone.receive(payload)
    #expect(phone.posts.map(\.payload.tag) == [.none, .ofMessage(payload.message)])
  }

  @Test(arguments: [false, true])
  func `before the first unlock the handler knows no user, no id and no inbox`(
    asFreshInstall: Bool
  ) {
    let rules = book { $0.client.lockedHandler.rule.value = asFreshInstall ? 1 : 0 }
    var phone = Phone(.published, rules)
    phone.act(.login(bob))
    phone.receive(message(1, for: bob))
    phone.die(.reboot)
    phone.around.isUnlocked = false
    phone.start(.push)
    let events = phone.state.waitingEvents(of: phone.who)
    // Neither that it is not for Bob nor that it came before is known.
    phone.receive(message(2, for: alice))
    phone.receive(message(1, for: bob), copy: 1)
    let shown = phone.posts.dropFirst().map(\.payload.message.rawValue)
    #expect(shown == (asFreshInstall ? [] : [2, 1]))
    #expect(phone.ignoredBy == (asFreshInstall ? [.clientUserFilter, .clientUserFilter] : []))
    let isKept = phone.state.holds(MessageID(rawValue: 2), inInboxOf: phone.who)
    #expect(!isKept)
    #expect(phone.state.waitingEvents(of: phone.who) == events)
    phone.around.isUnlocked = true
    phone.receive(message(3, for: alice), copy: 2)
    #expect(phone.ignoredBy.last == .clientUserFilter)
  }

  @Test func `a handler that reads locked storage shows nothing`() {
    var phone = Phone(.published, book { $0.client.lockedHandler.rule.value = 2 })
    phone.act(.login(alice))
    phone.die(.reboot)
    phone.around.isUnlocked = false
    phone.start(.push)
    phone.receive(message(1))
    #expect(phone.posts.isEmpty)
    #expect(phone.calls.contains { if case .readLockedStorage = $0 { true } else { false } })
  }

  @Test func `a hint before the first unlock asks for nothing and shows a neutral text`() {
    var phone = Phone(.hardened)
    phone.act(.login(alice))
    phone.die(.reboot)
    phone.around.isUnlocked = false
    phone.start(.push)
    let questions = phone.syncs.count
    var hint = message(1, for: alice)
    hint.flags = .hint
    phone.receive(hint)
    #expect(phone.syncs.count == questions)
    #expect(phone.posts.last?.payload.user == UserID.none)
  }

  @Test func `a service is started before the display, which waits for the system's word`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.choose(.handlerStartsService(true))
    phone.leave()
    phone.receive(message(1))
    #expect(phone.posts.isEmpty)
    phone.die(.crashed)
    phone.pass(.seconds(1))
    #expect(phone.posts.isEmpty)
  }

  @Test func `a forged push of a logged-in user is drawn like any other`() {
    var phone = Phone()
    phone.act(.login(alice))
    var payload = message(1)
    payload.flags = .forged
    phone.tell(.forged(phone.who, phone.context.payloads.lend(payload), phone.around))
    #expect(phone.posts.count == 1)
  }

  @Test func `the channel is made at the start, or in the handler without the defence`() {
    let early = Phone()
    #expect(early.calls.contains { if case .createChannel = $0 { true } else { false } })
    var late = Phone(.published(without: .channelsAtStart))
    #expect(!late.calls.contains { if case .createChannel = $0 { true } else { false } })
    late.act(.login(alice))
    late.receive(message(1))
    #expect(late.calls.contains { if case .createChannel = $0 { true } else { false } })
  }
}
