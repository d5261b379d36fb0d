import Judgement
import PushDomain
import Rulebook
import SimKernel
import Testing

private let full = RuleKey("fcm.store.limit").rawValue
private let late = RuleKey("fcm.ttl.expired").rawValue
private let away = RuleKey("fcm.store.when").rawValue
private let blocked = RuleKey("perm.denied").rawValue

@Test func `a push that is shown has the fate shown, with its surface and its time`() {
  var story = Story()
  story.signIn(0)
  story.wait()
  story.send(0)
  story.wait(.seconds(2))
  story.deliver(0)
  let id = story.show(0, copy: 0)
  #expect(story.fate(0)?.fate == .shown)
  #expect(story.fate(0)?.because == .surface(.tray))
  #expect(story.fate(0)?.push == .delivered)
  #expect(story.fate(0)?.latency == .seconds(2))
  #expect(story.fate(0)?.decided == id)
  #expect(story.judge.ledger.checkBooks() == nil)
}

@Test func `a message waits where the last record left it`() {
  var story = Story()
  story.signIn(0)
  story.note(.messageTaken, message: 0, user: 0)
  #expect(story.fate(0)?.because == .waiting(.server))
  story.note(.requestSent, message: 0, install: 0)
  #expect(story.fate(0)?.because == .waiting(.provider))
  story.note(.accepted, message: 0, copy: 0, install: 0)
  story.note(.stored, message: 0, copy: 0, install: 0, operand: away)
  #expect(story.fate(0)?.because == .rule(away))
  #expect(story.fate(0)?.push == .pending)
  story.note(.released, message: 0, copy: 0, install: 0)
  #expect(story.fate(0)?.because == .waiting(.network))
  story.note(.delivered, message: 0, copy: 0, install: 0)
  #expect(story.fate(0)?.because == .waiting(.device))
  story.note(.handed, message: 0, copy: 0, install: 0)
  #expect(story.fate(0)?.because == .waiting(.handler))
  #expect(story.fate(0)?.fate == .pending)
}

@Test func `a dry run is unsent because it was one`() {
  var story = Story()
  story.signIn(0)
  story.note(.messageTaken, message: 0, user: 0)
  story.note(.requestSent, message: 0, install: 0)
  story.note(.messageSettled, message: 0, detail: Outcome.dryRun.rawValue)
  #expect(story.fate(0)?.fate == .unsent)
  #expect(story.fate(0)?.because == .unsent(.dryRun))
}

@Test func `a dropped push that the inbox brings is synced, with what stopped it`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  let drop = story.note(.dropped, message: 0, copy: 0, install: 0, operand: full)
  #expect(story.fate(0)?.fate == .dropped)
  #expect(story.fate(0)?.push == .tooManyPending)
  story.wait()
  story.note(.synced, message: 0, install: 0, user: 0)
  #expect(story.fate(0)?.fate == .synced)
  #expect(story.fate(0)?.because == .rule(full))
  #expect(story.fate(0)?.stopped == drop)
  story.show(0)
  #expect(story.fate(0)?.fate == .synced)
  #expect(story.fate(0)?.surface == .tray)
}

@Test func `a synced message whose push comes late and is shown was shown`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.note(.synced, message: 0, install: 0, user: 0)
  #expect(story.fate(0)?.because == .waiting(.provider))
  story.deliver(0)
  story.show(0, copy: 0)
  #expect(story.fate(0)?.fate == .shown)
}

@Test func `a hint that fetches its content and shows it was shown`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.deliver(0)
  story.note(.handled, message: 0, copy: 0, install: 0)
  #expect(story.fate(0)?.fate == .handled)
  story.note(.synced, message: 0, install: 0, user: 0)
  story.show(0)
  #expect(story.fate(0)?.fate == .shown)
}

@Test func `a refused message that is accepted later waits again`() {
  var story = Story()
  story.signIn(0)
  story.note(.messageTaken, message: 0, user: 0)
  story.note(.requestSent, message: 0, install: 0)
  story.note(
    .refused, message: 0, install: 0, operand: away, detail: FCMCode.unavailable.rawValue)
  #expect(story.fate(0)?.fate == .refused)
  #expect(story.fate(0)?.because == .code(.unavailable))
  #expect(story.fate(0)?.rule == away)
  story.note(.requestSent, message: 0, install: 0, detail: 1)
  story.note(.accepted, message: 0, copy: 0, install: 0)
  #expect(story.fate(0)?.fate == .pending)
  story.note(.dropped, message: 0, copy: 0, install: 0, operand: late)
  #expect(story.fate(0)?.fate == .dropped)
  #expect(story.fate(0)?.push == .ttlExpired)
}

@Test func `the newest refusal decides`() {
  var story = Story()
  story.signIn(0)
  story.note(.messageTaken, message: 0, user: 0)
  for code in [FCMCode.unavailable, .unregistered] {
    story.note(.requestSent, message: 0, install: 0)
    story.note(.refused, message: 0, install: 0, detail: code.rawValue)
  }
  story.note(.notSent, message: 0, install: 0, detail: Unsent.gaveUp.rawValue)
  #expect(story.fate(0)?.because == .code(.unregistered))
}

@Test func `a refusal of an address that leads nowhere is the row's refusal`() {
  var story = Story()
  story.signIn(0)
  story.note(.messageTaken, message: 0, user: 0)
  story.note(.requestSent, message: 0, install: 0)
  story.note(
    .refused, message: 0, copy: 3, operand: away, detail: FCMCode.invalidArgument.rawValue)
  #expect(story.fate(0)?.because == .code(.invalidArgument))
  #expect(story.fate(0)?.rule == away)
}

@Test func `a message without a row is unsent on every phone of its user`() {
  var story = Story()
  story.signIn(0, on: 0)
  story.signIn(0, on: 1)
  story.note(.messageTaken, message: 0, user: 0)
  story.note(.notSent, message: 0, detail: Unsent.noRow.rawValue)
  story.note(.messageSettled, message: 0, detail: Outcome.noRow.rawValue)
  for install in [UInt32(0), 1] {
    #expect(story.fate(0, on: install)?.fate == .unsent)
    #expect(story.fate(0, on: install)?.because == .unsent(.noRow))
  }
}

@Test func `a phone that the server does not know is unsent though another one was served`() {
  var story = Story()
  story.signIn(0, on: 0)
  story.signIn(0, on: 1)
  story.send(0)
  story.show(0, copy: 0)
  #expect(story.fate(0, on: 0)?.fate == .shown)
  #expect(story.fate(0, on: 1)?.because == .unsent(.noRow))
}

@Test func `a fault that ate the passage decides until the copy gets further`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.note(.released, message: 0, copy: 0, install: 0)
  story.note(.lost, message: 0, copy: 0, install: 0, operand: 17)
  #expect(story.fate(0)?.fate == .lost)
  #expect(story.fate(0)?.because == .fault(line: 17))
  story.note(.released, message: 0, copy: 0, install: 0)
  #expect(story.fate(0)?.fate == .pending)
}

@Test func `a sender that gives up after a fault names the fault`() {
  var story = Story()
  story.signIn(0)
  story.note(.messageTaken, message: 0, user: 0)
  story.note(.requestSent, message: 0, install: 0)
  story.note(.lost, message: 0, operand: 9)
  story.note(.answerMissing, message: 0, install: 0)
  story.note(.notSent, message: 0, install: 0, detail: Unsent.gaveUp.rawValue)
  #expect(story.fate(0)?.because == .fault(line: 9))
}

@Test func `a message that a newer one replaced before it was seen was replaced`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.note(.replaced, message: 0, copy: 0, install: 0, operand: away)
  #expect(story.fate(0)?.fate == .replaced)
  #expect(story.fate(0)?.push == .collapsed)
}

@Test(arguments: [FCMCode.unavailable, .quotaExceeded, .unauthenticated])
func `what the sender decides between two tries ends a message, and no refusal for now`(
  _ code: FCMCode
) {
  var story = Story()
  story.signIn(0)
  story.note(.messageTaken, message: 0, user: 0)
  story.note(.requestSent, message: 0, install: 0)
  story.note(.refused, message: 0, install: 0, detail: code.rawValue)
  let decision = story.note(
    .notSent, message: 0, install: 0, detail: Unsent.optedOut.rawValue)
  #expect(story.fate(0)?.because == .unsent(.optedOut))
  #expect(story.fate(0)?.decided == decision)
  #expect(story.fate(0)?.push == .refused)
}

@Test func `what the inbox brought meanwhile was stopped by the sender's decision`() {
  var story = Story()
  story.signIn(0)
  story.note(.messageTaken, message: 0, user: 0)
  story.note(.requestSent, message: 0, install: 0)
  story.note(.refused, message: 0, install: 0, detail: FCMCode.unavailable.rawValue)
  story.note(.synced, message: 0, install: 0)
  let decision = story.note(
    .notSent, message: 0, install: 0, detail: Unsent.disabled.rawValue)
  #expect(story.fate(0)?.fate == .synced)
  #expect(story.fate(0)?.because == .unsent(.disabled))
  #expect(story.fate(0)?.stopped == decision)
}

@Test func `a refusal for good stays the fate, whatever the sender says later`() {
  var story = Story()
  story.signIn(0)
  story.note(.messageTaken, message: 0, user: 0)
  story.note(.requestSent, message: 0, install: 0)
  story.note(.refused, message: 0, install: 0, detail: FCMCode.unregistered.rawValue)
  story.note(.notSent, message: 0, install: 0, detail: Unsent.noRow.rawValue)
  #expect(story.fate(0)?.because == .code(.unregistered))
}

@Test func `what the client refuses is ignored by the defence that refused it`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.deliver(0)
  story.note(
    .ignored, message: 0, copy: 0, install: 0,
    operand: UInt32(Defence.clientUserFilter.rawValue))
  #expect(story.fate(0)?.fate == .ignored)
  #expect(story.fate(0)?.because == .defence(.clientUserFilter))
  #expect(story.fate(0)?.push == .delivered)
}

@Test func `a later end never worsens a fate`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.deliver(0)
  story.show(0, copy: 0)
  story.note(.dropped, message: 0, copy: 0, install: 0, operand: late)
  story.note(.notSent, message: 0, install: 0, detail: Unsent.expired.rawValue)
  #expect(story.fate(0)?.fate == .shown)
  #expect(story.judge.ledger.checkBooks() == nil)
}

@Test func `a silent display names the rule that silenced it, a loud one wins`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.deliver(0)
  story.note(
    .shownQuietly, message: 0, copy: 0, install: 0, user: 0, operand: blocked,
    detail: Surface.tray.rawValue)
  #expect(story.fate(0)?.because == .rule(blocked))
  story.show(0, copy: 0)
  #expect(story.fate(0)?.fate == .shown)
}

@Test func `while one copy is open, the end of another does not decide`() {
  var story = Story()
  story.signIn(0)
  story.send(0, copy: 0)
  story.note(.accepted, message: 0, copy: 1, install: 0)
  story.note(.dropped, message: 0, copy: 0, install: 0, operand: late)
  #expect(story.fate(0)?.fate == .pending)
  story.note(.dropped, message: 0, copy: 1, install: 0, operand: full)
  #expect(story.fate(0)?.because == .rule(late))
  #expect(story.judge.ledger.checkBooks() == nil)
}

@Test func `somebody who signs in after the send is not targeted`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.signIn(0, on: 1)
  #expect(story.fate(0, on: 1) == nil)
  story.note(.synced, message: 0, install: 1, user: 0)
  #expect(story.fate(0, on: 1)?.fate == .synced)
  #expect(story.fate(0, on: 1)?.isTargeted == false)
}

@Test func `delays are those that FCM would count`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.note(
    .stored, message: 0, copy: 0, install: 0, operand: RuleKey("fcm.prio.normal").rawValue)
  story.note(.lowered, message: 0, copy: 0, install: 0)
  story.note(.handed, message: 0, copy: 0, install: 0, detail: HandOver.playServices.rawValue)
  #expect(story.fate(0)?.delays == [.deviceDoze, .priorityLowered, .proxied])
}

@Test func `a topic's message that FCM took reaches nobody whose subscription it did not count`() {
  var story = Story()
  story.signIn(0)
  story.note(.optedIn, install: 0, user: 0, operand: 7)
  story.note(.messageTaken, message: 0, operand: 7)
  story.note(.requestSent, message: 0)
  #expect(story.fate(0)?.fate == .pending)
  let end = story.note(.messageSettled, message: 0, detail: Outcome.accepted.rawValue)
  #expect(story.fate(0)?.because == .unsent(.noSubscription))
  #expect(story.fate(0).map { $0.decided < end } == true)
}
