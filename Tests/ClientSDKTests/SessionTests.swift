import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import ClientSDK

struct SessionTests {
  @Test func `a logout takes the user out of the record, uploads, and clears the inbox`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.receive(message(1))
    #expect(phone.state.inboxCount(of: phone.who) == 1)
    phone.act(.logout)
    #expect(phone.record.user.isNone)
    #expect(phone.uploads.last?.user == UserID.none)
    #expect(phone.uploads.last?.session.user == alice)
    #expect(phone.state.inboxCount(of: phone.who) == 0)
    #expect(phone.facts(.inboxRemoved).count == 1)
    #expect(phone.facts(.signedOut).first?.user == alice)
  }

  @Test func `the upload of a logout names the logout as its cause`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.act(.logout)
    let queued = phone.facts(.uploadQueued).last
    let out = phone.context.history.record(queued?.because ?? .none)
    #expect(out?.fact == .signedOut)
  }

  @Test func `every login is a session of its own, which also signs its late unlink`() {
    var phone = Phone()
    phone.act(.login(alice))
    let first = phone.uploads.last?.session
    phone.act(.logout)
    #expect(phone.uploads.last?.user == UserID.none)
    #expect(phone.uploads.last?.session == first)
    phone.act(.login(alice))
    let second = phone.uploads.last?.session
    #expect(second?.user == alice)
    #expect(second?.login == phone.state.rows[phone.who].signedBy)
    #expect(first.flatMap { one in second.map { one.login < $0.login } } == true)
  }

  @Test func `an account that comes to the front again has the session of its own login`() {
    var phone = Phone()
    phone.act(.login(alice))
    let first = phone.uploads.last?.session
    phone.act(.addAccount(bob))
    #expect(phone.uploads.last?.session.user == bob)
    phone.act(.removeAccount(bob))
    #expect(phone.uploads.last?.session == first)
  }

  @Test func `an unlink that was made offline leaves without a session`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.goOffline()
    phone.act(.logout)
    phone.goOnline()
    #expect(phone.uploads.last?.user == UserID.none)
    #expect(phone.uploads.last?.session == Session.none)
  }

  @Test func `a 401 after the session ended is final, and the next login mends it`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.goOffline()
    phone.act(.logout)
    phone.status = 401
    phone.goOnline()
    #expect(phone.facts(.uploadGivenUp).count == 1)
    phone.status = 200
    phone.act(.login(bob))
    #expect(phone.uploads.last?.user == bob)
    #expect(phone.record.isUploaded)
  }

  @Test func `a session that ends with the unlink signs it however late it leaves`() {
    let rules = book { $0.client.sessionEnd.rule.value = 2 }
    var phone = Phone(.published, rules)
    phone.act(.login(alice))
    phone.goOffline()
    phone.act(.logout)
    phone.pass(.hours(1))
    phone.goOnline()
    #expect(phone.uploads.last?.session.user == alice)
    #expect(phone.state.rows[phone.who].session.isNone)
  }

  @Test func `a logout that queues the unlink last has no session for it`() {
    var phone = Phone(.published(without: .unlinkQueuedFirst))
    phone.act(.login(alice))
    phone.act(.logout)
    #expect(phone.uploads.last?.user == UserID.none)
    #expect(phone.uploads.last?.session == Session.none)
  }

  @Test func `an unlink in the foreground does not wait for a job`() {
    var phone = Phone(.published(with: .unlinkInForeground))
    phone.act(.login(alice))
    phone.around.isForeground = false  // No job runs from here on.
    phone.act(.logout)
    #expect(phone.uploads.last?.user == UserID.none)
    var plain = Phone()
    plain.act(.login(alice))
    plain.around.isForeground = false
    plain.act(.logout)
    #expect(plain.uploads.last?.user == alice)
  }

  @Test func `the next user's login uploads the new user under the same key`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.act(.logout)
    phone.act(.login(bob))
    #expect(phone.uploads.last?.user == bob)
    #expect(phone.uploads.last?.installKey == phone.uploads.first?.installKey)
    #expect(phone.state.person(on: phone.who) == bob)
  }

  @Test func `a login reads the address again`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.act(.logout)
    phone.choose(.deleteToken)
    phone.nextAddress = 101
    phone.act(.login(bob))
    #expect(phone.record.address == AddressID(101))
    var forgetful = Phone(.published(without: .rereadAddressOnLogin))
    forgetful.act(.login(alice))
    forgetful.act(.logout)
    forgetful.choose(.deleteToken)
    forgetful.nextAddress = 101
    forgetful.act(.login(bob))
    #expect(forgetful.record.address == AddressID(100))
  }

  @Test func `a login reaches the server only where the app uploads it, or the address is new`() {
    var phone = Phone(.published(without: .linkOnLogin))
    phone.open()
    let count = phone.uploads.count
    phone.act(.login(alice))
    #expect(phone.uploads.count == count)
    phone.act(.logout)
    phone.choose(.deleteToken)
    phone.nextAddress = 101
    phone.act(.login(bob))
    #expect(phone.uploads.last?.user == bob)
    #expect(phone.uploads.last?.address == AddressID(101))
  }

  @Test func `logging in again as the same user uploads only where the design says so`() {
    var plain = Phone()
    var eager = Phone(.published(with: .uploadOnLogin))
    plain.act(.login(alice))
    eager.act(.login(alice))
    let counts = (plain.uploads.count, eager.uploads.count)
    plain.act(.login(alice))
    eager.act(.login(alice))
    #expect(plain.uploads.count == counts.0)
    #expect(eager.uploads.count == counts.1 + 1)
  }

  @Test func `without the defence the inbox stays, and that is noted`() {
    var phone = Phone(.published(without: .clearInboxOnLogout))
    phone.act(.login(alice))
    phone.receive(message(1))
    phone.act(.logout)
    #expect(phone.state.inboxCount(of: phone.who, user: alice) == 1)
    #expect(phone.facts(.keptAfterLogout).first?.user == alice)
  }

  @Test func `opt-ins end with the session only with the defence`() {
    var plain = Phone()
    var tidy = Phone(.published(with: .clearTopicsOnLogout))
    let topics = TopicSet(NameID(5))
    plain.act(.login(alice))
    tidy.act(.login(alice))
    plain.act(.subscribe(NameID(5)))
    tidy.act(.subscribe(NameID(5)))
    plain.act(.logout)
    tidy.act(.logout)
    #expect(plain.uploads.last?.topics == topics)
    #expect(tidy.uploads.last?.topics == [])
  }

  @Test func `the tray is cleared only with the defence`() {
    var plain = Phone()
    var tidy = Phone(.published(with: .clearTrayOnLogout))
    plain.act(.login(alice))
    tidy.act(.login(alice))
    plain.act(.logout)
    tidy.act(.logout)
    #expect(!plain.calls.contains { if case .cancelAll = $0 { true } else { false } })
    #expect(tidy.calls.contains { if case .cancelAll = $0 { true } else { false } })
  }

  @Test func `a logout in steps that dies half-way never unlinks`() {
    let rules = book { $0.client.recordChange.rule.value = 1 }
    var phone = Phone(.published(without: .unlinkQueuedFirst), rules)
    phone.act(.login(alice))
    phone.pass(.seconds(1))
    phone.act(.logout)
    phone.die(.swiped)
    phone.open()
    phone.pass(.hours(1))
    #expect(phone.state.person(on: phone.who).isNone)
    #expect(phone.record.user == alice)
    var atomic = Phone(
      .published(without: .unlinkQueuedFirst).with(.atomicRecord), rules)
    atomic.act(.login(alice))
    atomic.act(.logout)
    atomic.die(.swiped)
    #expect(atomic.record.user.isNone)
  }

  @Test func `a second change carries the first one through`() {
    let rules = book { $0.client.recordChange.rule.value = 1 }
    var phone = Phone(.published, rules)
    phone.act(.login(alice))
    phone.act(.logout)
    phone.act(.login(bob))
    phone.pass(.seconds(1))
    #expect(phone.record.user == bob)
    #expect(phone.uploads.last?.user == bob)
  }

  @Test func `a second account takes the only place in the record`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.act(.addAccount(bob))
    #expect(phone.record.user == bob)
    phone.receive(message(1, for: alice))
    #expect(phone.ignoredBy == [.clientUserFilter])
    phone.act(.removeAccount(bob))
    #expect(phone.record.user == alice)
    #expect(phone.uploads.last?.user == alice)
  }

  @Test func `with a row for each account both get their messages`() {
    let rules = book { $0.client.accounts.rule.value = 1 }
    var phone = Phone(.published, rules)
    phone.act(.login(alice))
    phone.act(.addAccount(bob))
    #expect(phone.uploads.last?.user == bob)
    #expect(phone.uploads.last?.installKey != phone.uploads.first?.installKey)
    phone.receive(message(1, for: alice), copy: 1)
    phone.receive(message(2, for: bob), copy: 2)
    #expect(phone.ignoredBy.isEmpty)
    #expect(phone.uploads.last?.session.user == bob)
    phone.act(.removeAccount(bob))
    #expect(phone.uploads.last?.user == UserID.none)
    #expect(phone.uploads.last?.session.user == bob)
    phone.receive(message(3, for: bob), copy: 3)
    #expect(phone.ignoredBy == [.clientUserFilter])
  }

  @Test func `cleared data make a new install with nobody logged in`() {
    var phone = Phone()
    phone.act(.login(alice))
    let key = phone.record.key
    phone.die(.cleared)
    phone.tell(.dataCleared(phone.who))
    #expect(phone.facts(.signedOut).count == 1)
    phone.nextAddress = 101
    phone.open()
    #expect(phone.record.key != key)
    #expect(phone.uploads.last?.user == UserID.none)
    #expect(phone.uploads.last?.address == AddressID(101))
  }

  @Test func `a logout of nobody is a mistake of the story`() {
    var phone = Phone()
    phone.act(.logout)
    #expect(phone.facts(.storyMistake).count == 1)
  }

  @Test(arguments: [Design.published, .published.with(.logoutOn401)])
  func `a refused session logs its person out where the design says so`(design: Design) {
    var phone = Phone(design)
    phone.act(.login(alice))
    phone.receive(message(1))
    phone.leave()
    phone.status = 401
    phone.hear(.socket(install: phone.who, session: .none))
    let isOut = design.has(.logoutOn401)
    #expect(phone.facts(.signedOut).count == (isOut ? 1 : 0))
    #expect(phone.record.user == (isOut ? .none : alice))
    #expect(phone.state.inboxCount(of: phone.who) == (isOut ? 0 : 1))
    // The unlink is refused as well, which logs nobody out again.
    phone.pass(.minutes(1))
    #expect(phone.facts(.signedOut).count == (isOut ? 1 : 0))
    phone.status = 200
    phone.open()
    phone.act(.login(alice))
    #expect(phone.record.user == alice)
  }

  @Test func `of several accounts only the one whose session is refused is logged out`() {
    var phone = Phone(.published(with: .logoutOn401), book { $0.client.accounts.rule.value = 1 })
    phone.act(.login(alice))
    phone.status = 401
    phone.act(.addAccount(bob))
    #expect(phone.facts(.signedOut).map(\.user) == [bob])
    #expect(phone.record.user == alice)
  }

  @Test func `each call that is refused for its session is heard`() {
    var upload = Phone(.published(with: .logoutOn401))
    upload.status = 401
    upload.act(.login(alice))
    #expect(upload.facts(.signedOut).count == 1)
    var events = Phone(.published(with: .logoutOn401))
    events.act(.login(alice))
    events.receive(message(1), copy: 1)
    events.status = 401
    events.pass(.seconds(20))
    #expect(events.facts(.signedOut).count == 1)
    var forbidden = Phone(.published(with: .logoutOn401))
    forbidden.status = 403
    forbidden.act(.login(alice))
    #expect(forbidden.facts(.signedOut).isEmpty)
  }

  @Test(arguments: [Design.published, .published.with(.cancelAlarmsOnLogout)])
  func `a logout cancels what the app has planned where the design says so`(design: Design) {
    var phone = Phone(design)
    phone.act(.login(alice))
    phone.act(.logout)
    let isCancelled = phone.calls.contains { if case .cancelAlarms = $0 { true } else { false } }
    #expect(isCancelled == design.has(.cancelAlarmsOnLogout))
  }

  @Test func `a session that goes with the data of the app is told apart from a logout`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.act(.logout)
    phone.act(.login(alice))
    phone.tell(.dataCleared(phone.who))
    #expect(phone.facts(.signedOut).map(\.detail) == [0, 1])
  }
}
