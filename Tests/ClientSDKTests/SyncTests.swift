import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import ClientSDK

struct SyncTests {
  /// The rules of a sync that announces whatever was not seen.
  private func announcing(_ change: (inout Chapters) -> Void = { _ in }) -> Rulebook {
    book {
      $0.client.syncAnnounces.rule.value = Int64(
        ClientDesignRules.SyncAnnouncement.unseen.rawValue)
      change(&$0)
    }
  }

  @Test func `a login, a start and each foreground ask for the inbox`() {
    var phone = Phone()
    #expect(phone.syncs.isEmpty)
    phone.act(.login(alice))
    phone.leave()
    phone.around.isForeground = true
    phone.tell(.foreground(phone.who, phone.around))
    phone.die()
    phone.open()
    #expect(phone.syncs == [.login, .foreground, .start])
  }

  @Test func `without the sync nobody asks`() {
    var phone = Phone(.published(without: .inboxSync))
    phone.act(.login(alice))
    phone.tell(.deletedMessages(phone.who))
    #expect(phone.syncs.isEmpty)
  }

  @Test func `a sync brings what no push brought, announces it, and moves the cursor`() {
    var phone = Phone(.published, announcing())
    phone.act(.login(alice))
    phone.receive(message(1))
    phone.inbox = [message(1), message(2)]
    phone.tell(.deletedMessages(phone.who))
    #expect(phone.facts(.synced).map(\.message) == [MessageID(2)])
    #expect(phone.posts.map(\.payload.message) == [MessageID(1), MessageID(2)])
    #expect(phone.state.memory(of: phone.who).cursor == MessageID(2))
    #expect(phone.state.deletedTold(of: phone.who) == 1)
  }

  @Test func `a push that comes after its sync is a repeat`() {
    var phone = Phone(.published, announcing())
    phone.act(.login(alice))
    phone.inbox = [message(1), message(2)]
    phone.tell(.deletedMessages(phone.who))
    phone.receive(message(1))
    #expect(phone.ignoredBy == [.seenTable])
    #expect(phone.posts.count == 2)
  }

  @Test func `a table that only push uses lets the sync announce again`() {
    let rules = announcing { $0.client.seenScope.rule.value = 2 }
    var phone = Phone(.published, rules)
    phone.act(.login(alice))
    phone.receive(message(1))
    phone.inbox = [message(1)]
    phone.tell(.deletedMessages(phone.who))
    #expect(phone.posts.count == 2)
    var shared = Phone(.published(with: .sharedSeenTable), rules)
    shared.act(.login(alice))
    shared.receive(message(1))
    shared.inbox = [message(1)]
    shared.tell(.deletedMessages(shared.who))
    #expect(shared.posts.count == 1)
  }

  @Test func `a table that forgets dismissed messages lets the sync announce them again`() {
    let rules = announcing { $0.client.seenScope.rule.value = 1 }
    var phone = Phone(.published, rules)
    phone.act(.login(alice))
    phone.receive(message(1))
    phone.tell(.dismissed(phone.who, phone.context.payloads.lend(message(1))))
    phone.inbox = [message(1)]
    phone.tell(.deletedMessages(phone.who))
    #expect(phone.posts.count == 2)
  }

  @Test func `the first sync of a login announces the past unless the design knows better`() {
    var plain = Phone(.published, announcing())
    plain.inbox = [message(1), message(2)]
    plain.act(.login(alice))
    #expect(plain.posts.count == 2)
    var careful = Phone(.published(with: .announceOnlySinceInstall), announcing())
    careful.inbox = [message(1), message(2)]
    careful.act(.login(alice))
    #expect(careful.posts.isEmpty)
    #expect(careful.facts(.synced).count == 2)
    careful.inbox.append(message(3))
    careful.tell(.deletedMessages(careful.who))
    #expect(careful.posts.count == 1)
  }

  @Test(arguments: [0, 2] as [Int64])
  func `usually the sync is quiet in the foreground`(answer: Int64) {
    let rules = book { $0.client.syncAnnounces.rule.value = answer }
    var phone = Phone(.published, rules)
    phone.inbox = [message(1)]
    phone.act(.login(alice))
    #expect(phone.posts.isEmpty)
    phone.leave()
    phone.inbox.append(message(2))
    phone.tell(.deletedMessages(phone.who))
    #expect(phone.posts.count == (answer == 0 ? 1 : 0))
  }

  @Test func `an answer that comes after the logout is of no effect`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.answers = false
    phone.tell(.deletedMessages(phone.who))
    phone.act(.logout)
    phone.inbox = [message(1)]
    phone.reply(
      to: .sync(
        install: phone.who, session: Session(of: alice, since: .none), cursor: .none,
        purpose: .deletedMessages))
    #expect(phone.state.inboxCount(of: phone.who) == 0)
    #expect(phone.posts.isEmpty)
  }

  @Test func `a sync that fails is repeated when there is a network`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.leave()
    phone.goOffline()
    phone.tell(.deletedMessages(phone.who))
    phone.inbox = [message(1)]
    phone.goOnline()
    #expect(phone.facts(.synced).count == 1)
  }

  @Test func `an item that comes twice by sync is announced once`() {
    var phone = Phone(.published, announcing())
    phone.act(.login(alice))
    phone.answers = false
    phone.inbox = [message(1)]
    phone.tell(.deletedMessages(phone.who))
    let question = Packet.Body.sync(
      install: phone.who, session: Session(of: alice, since: .none), cursor: .none,
      purpose: .deletedMessages)
    phone.reply(to: question)
    phone.reply(to: question)
    #expect(phone.facts(.synced).count == 1)
    #expect(phone.posts.count == 1)
  }

  @Test func `a server that does not know the install is asked again after the upload`() {
    var phone = Phone(.published(with: .serverTellsUnknownInstall))
    phone.act(.login(alice))
    phone.inbox = [message(1)]
    let answer = SyncAnswer(
      install: phone.who, user: alice, after: .none, through: .none, answer: APIAnswer(404),
      purpose: .foreground)
    phone.hear(.syncAnswer(answer))
    #expect(phone.facts(.synced).count == 1)
  }

  @Test func `a hint of somebody else's message shows nothing`() {
    var phone = Phone(.published(with: .hintPayload))
    phone.act(.login(bob))
    phone.inbox = [message(1)]
    var hint = message(1, for: .none)
    hint.flags = .hint
    phone.receive(hint)
    #expect(phone.posts.isEmpty)
    #expect(phone.ignoredBy == [.hintPayload])
  }

  @Test func `a hint is shown with the content that the current user may fetch`() {
    var phone = Phone(.published(with: .hintPayload))
    phone.act(.login(alice))
    phone.leave()
    phone.inbox = [message(1)]
    var hint = message(1)
    hint.flags = .hint
    phone.receive(hint)
    #expect(phone.syncs.last == .hint)
    #expect(phone.posts.map(\.payload.user) == [alice])
    #expect(phone.posts.count == 1)
    #expect(phone.posts.first?.payload.flags.contains(.hint) == false)
  }

  @Test func `a full inbox is fetched page by page, and a hint waits for the last one`() {
    var phone = Phone(.published(with: .hintPayload))
    phone.act(.login(alice))
    phone.leave()
    phone.inbox = (1...5).map { message($0) }
    phone.page = 2
    var hint = message(5)
    hint.flags = .hint
    phone.receive(hint)
    #expect(phone.syncs.suffix(3) == [.hint, .hint, .hint])
    #expect(phone.state.memory(of: phone.who).cursor == MessageID(5))
    #expect(phone.ignoredBy == [])
    #expect(phone.posts.filter { $0.payload.message == MessageID(5) }.count == 1)
  }

  @Test func `a hint for nobody who is logged in fetches nothing`() {
    var phone = Phone(.published(with: .hintPayload))
    var hint = message(1, for: .none)
    hint.flags = .hint
    phone.receive(hint)
    #expect(phone.ignoredBy == [.hintPayload])
  }

  @Test func `a hint without a network shows a neutral text, or nothing`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.goOffline()
    var hint = message(1)
    hint.flags = .hint
    phone.receive(hint)
    #expect(phone.posts.map(\.payload.user) == [UserID.none])
    let rules = book { $0.client.hintOffline.rule.value = 1 }
    var silent = Phone(.published, rules)
    silent.act(.login(alice))
    silent.goOffline()
    silent.receive(hint)
    #expect(silent.posts.isEmpty)
    #expect(silent.facts(.notShown).count == 1)
  }

  @Test func `a hint waits eight seconds for its content, and a later one for its own`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.leave()
    phone.answers = false
    var hint = message(1)
    hint.flags = .hint
    phone.receive(hint, copy: 1)
    phone.pass(.seconds(8) - .milliseconds(1))
    #expect(phone.posts.isEmpty)
    phone.pass(.milliseconds(1))
    #expect(phone.posts.map(\.payload.user) == [UserID.none])
    phone.answers = true
    phone.inbox = [message(1), message(2)]
    hint.message = MessageID(2)
    phone.receive(hint, copy: 2)
    phone.answers = false
    phone.pass(.seconds(4))
    hint.message = MessageID(3)
    phone.receive(hint, copy: 3)
    phone.pass(.seconds(5))
    #expect(phone.posts.map(\.payload.message) == [MessageID(1), MessageID(2)])
    phone.pass(.seconds(3))
    #expect(phone.posts.map(\.payload.message).last == MessageID(3))
  }

  @Test func `the person sees each item of the inbox once`() {
    var phone = Phone()
    phone.inbox = [message(1)]
    phone.act(.login(alice))
    phone.leave()
    phone.open()
    #expect(phone.facts(.seenInApp).count == 1)
  }

  @Test func `somebody else's items that were left behind are seen by the next user`() {
    var phone = Phone(.published(without: .clearInboxOnLogout))
    phone.act(.login(alice))
    phone.leave()
    phone.receive(message(1))
    phone.tell(.foreground(phone.who, phone.around))
    phone.leave()
    phone.receive(message(2), copy: 2)
    phone.around.isForeground = true
    phone.act(.logout)
    phone.open()
    phone.act(.login(bob))
    #expect(phone.facts(.seenInApp).map(\.user) == [alice, alice])
  }

  @Test func `the local inbox keeps only so many items`() {
    let rules = book { $0.client.inboxKept.value = 3 }
    var phone = Phone(.published, rules)
    phone.act(.login(alice))
    for number in 1...5 { phone.receive(message(UInt32(number)), copy: UInt32(number)) }
    #expect(phone.state.inboxCount(of: phone.who) == 3)
    #expect(phone.state.holds(MessageID(5), inInboxOf: phone.who) == true)
  }

  @Test func `reading a message counts and takes its notification away`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.receive(message(1))
    phone.act(.read(MessageID(1)))
    #expect(phone.facts(.eventQueued).last?.detail == ClientEvent.read.rawValue)
    #expect(phone.calls.contains { if case .cancel(MessageID(1)) = $0 { true } else { false } })
  }
}
