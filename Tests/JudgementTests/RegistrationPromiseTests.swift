import Judgement
import PushDomain
import Rulebook
import SimKernel
import Testing

@Test func `an install in good order breaks nothing and exercises what it can`() {
  var story = Story()
  story.signIn(0)
  story.settle(healthyEnding())
  #expect(story.broken == [])
  for promise in [
    Promise.everyInstallReachable, .oneRowPerInstall, .oneOwnerPerAddress, .converges,
  ] {
    #expect(story.judge.verdict(promise) == .held)
  }
}

@Test func `an empty world exercises nothing`() {
  var story = Story()
  story.settle()
  for promise in Promise.allCases { #expect(story.judge.verdict(promise) == .notExercised) }
}

@Test func `without rest nothing that needs rest is judged`() {
  var story = Story()
  story.signIn(0)
  story.note(.messageTaken, message: 0, user: 0)
  var ending = healthyEnding()
  ending.rows = []
  story.judge.finish(ending)
  #expect(story.broken == [])
}

@Test func `an install whose address no row holds cannot be reached`() {
  var story = Story()
  let signed = story.signIn(0)
  var ending = healthyEnding()
  ending.rows[0].addressInstall = InstallID(7)
  story.settle(ending)
  #expect(story.broken == [.everyInstallReachable])
  #expect(story.violations(.everyInstallReachable).first?.record == signed)
}

@Test(arguments: 0..<4)
func `what the person put out of reach is not judged`(_ way: Int) {
  var story = Story()
  story.signIn(0)
  var ending = healthyEnding()
  ending.rows = []
  switch way {
  case 0: ending.installs[0].isOnline = false
  case 1: ending.installs[0].isStopped = true
  case 2: ending.installs[0].isRestricted = true
  default: ending.installs[0].isInstalled = false
  }
  story.settle(ending)
  #expect(story.broken == [])
  #expect(story.judge.verdict(.everyInstallReachable) == .notExercised)
}

@Test func `two rows of one install are one too many`() {
  var story = Story()
  story.signIn(0)
  let first = story.note(.rowWritten, copy: 0, install: 0, user: 0, operand: 0)
  let second = story.note(.rowWritten, copy: 1, install: 0, user: 0, operand: 1)
  var ending = healthyEnding()
  var extra = ending.rows[0]
  extra.row = RowID(1)
  extra.installKey = 1
  extra.address = AddressID(1)
  ending.rows.append(extra)
  story.settle(ending)
  #expect(story.broken == [.oneRowPerInstall])
  #expect(story.violations(.oneRowPerInstall).first?.record == second)
  #expect(story.violations(.oneRowPerInstall).first?.second == first)
}

@Test func `an address in two rows has an owner too many`() {
  var story = Story()
  story.signIn(0)
  var ending = healthyEnding()
  var extra = ending.rows[0]
  extra.row = RowID(1)
  extra.installKey = 9
  extra.install = InstallID(9)
  ending.rows.append(extra)
  story.settle(ending)
  #expect(story.broken == [.oneOwnerPerAddress])
}

@Test func `a row that keeps an address which FCM called dead`() {
  var story = Story()
  story.signIn(0)
  let told = story.note(
    .refused, message: 0, copy: 5, install: 0, detail: FCMCode.unregistered.rawValue)
  var ending = healthyEnding()
  var dead = RowStanding(row: RowID(1))
  dead.address = AddressID(5)
  dead.install = InstallID(8)
  ending.rows.append(dead)
  story.settle(ending)
  #expect(story.broken == [.deadAddressesForgotten])
  #expect(story.violations(.deadAddressesForgotten).first?.record == told)
}

@Test func `a dead address that the server dropped, and one that nobody called dead`() {
  var story = Story()
  story.signIn(0)
  story.note(.refused, message: 0, copy: 5, install: 0, detail: FCMCode.unregistered.rawValue)
  var ending = healthyEnding()
  var silent = RowStanding(row: RowID(1))
  silent.address = AddressID(6)
  ending.rows.append(silent)
  story.settle(ending)
  #expect(story.judge.verdict(.deadAddressesForgotten) == .held)
}

/// A story in which the server is told by a first message that address 5 is dead, and a row may
/// hold it; then a second message goes there.
private func sendsTwice(
  outcome: Outcome = .refused, isUnderWay: Bool = false, rowHoldsIt: Bool = false,
  isTaken: Bool = true
) -> (story: [Promise], told: Bool) {
  var story = Story()
  story.signIn(0)
  if rowHoldsIt { story.note(.rowWritten, copy: 5, install: 0, user: 0, operand: 0) }
  story.note(.messageTaken, message: 0, user: 0)
  if isTaken { story.note(.messageTaken, message: 1, user: 0) }
  var second = isUnderWay ? story.note(.requestSent, message: 1, install: 0, operand: 5) : .none
  let told = story.note(
    .refused, message: 0, copy: 5, install: 0, detail: FCMCode.unregistered.rawValue)
  story.note(.messageSettled, message: 0, detail: outcome.rawValue)
  story.wait()
  if !isUnderWay { second = story.note(.requestSent, message: 1, install: 0, operand: 5) }
  story.note(
    .refused, message: 1, copy: 5, install: 0, detail: FCMCode.unregistered.rawValue,
    cause: second)
  let violations = story.violations(.deadAddressesForgotten)
  return (story.broken, violations.first?.second == told)
}

@Test func `a send to an address that the server has forgotten as dead`() {
  let (broken, isTold) = sendsTwice()
  #expect(broken == [.deadAddressesForgotten])
  #expect(isTold)
}

@Test func `sends to a dead address that are in order`() {
  #expect(sendsTwice(isUnderWay: true).story.isEmpty, "it was under way before the answer came")
  #expect(sendsTwice(outcome: .gaveUp).story.isEmpty, "the answer was never heard")
  #expect(sendsTwice(rowHoldsIt: true).story.isEmpty, "a row still holds it, and is judged at rest")
  #expect(sendsTwice(isTaken: false).story.isEmpty, "another sender was told nothing")
}

@Test func `a row with a live address of somebody who is logged in must not be removed`() {
  var story = Story()
  story.signIn(0)
  story.note(.addressIssued, install: 0, operand: 3)
  let written = story.note(.rowWritten, copy: 3, install: 0, user: 0, operand: 0)
  let removed = story.note(
    .rowRemoved, install: 0, user: 0, operand: 0, detail: RowEnd.reaped.rawValue)
  story.wait()
  story.settle()
  #expect(story.broken == [.liveAddressesKept])
  #expect(story.violations(.liveAddressesKept).first?.record == removed)
  #expect(story.violations(.liveAddressesKept).first?.second == written)
}

/// Reaps a row on the thirtieth day, while the install is away since `gone`, until `back`.
private func reaped(
  _ goes: Fact, _ comes: Fact, since gone: SimDuration, until back: SimDuration
) -> PromiseVerdict {
  let rules = Rulebook.documented.standby
  let isHibernated = goes == .appRestricted
  var story = Story()
  story.note(.appInstalled, install: 0, operand: 0)
  story.signIn(0)
  story.note(.addressIssued, install: 0, operand: 3)
  story.note(.rowWritten, copy: 3, install: 0, user: 0, operand: 0)
  story.wait(gone)
  story.note(
    goes, install: 0, operand: isHibernated ? rules.hibernateEffect.key.rawValue : 0, detail: 1)
  story.wait(.days(30) - gone)
  story.note(.rowRemoved, install: 0, user: 0, operand: 0, detail: RowEnd.reaped.rawValue)
  story.wait(back - .days(30))
  story.note(
    comes, install: 0, operand: isHibernated ? rules.hibernateExit.key.rawValue : 0)
  story.settle()
  return story.judge.verdict(.liveAddressesKept)
}

@Test(arguments: [
  (Fact.networkDown, Fact.networkUp), (.switchedOff, .booted), (.appStopped, .appUnstopped),
  (.appRestricted, .appRestricted),
])
func `who was out of reach for the reaper's whole window loses nothing with a row`(
  goes: Fact, comes: Fact
) {
  #expect(reaped(goes, comes, since: .zero, until: .days(31)) == .held)
  #expect(reaped(goes, comes, since: .days(2), until: .days(32)) == .held)
  #expect(reaped(goes, comes, since: .days(2), until: .days(31)) == .violated)
}

@Test func `nothing is owed to an install that was erased until somebody signs in again`() {
  var story = Story()
  story.signIn(0)
  story.note(.rowRemoved, install: 0, user: 0, operand: 0, detail: RowEnd.erased.rawValue)
  var ending = healthyEnding()
  ending.rows = []
  story.settle(ending)
  #expect(story.judge.verdict(.everyInstallReachable) == .notExercised)
  #expect(story.judge.verdict(.converges) == .notExercised)

  var again = Story()
  again.signIn(0)
  again.note(.rowRemoved, install: 0, user: 0, operand: 0, detail: RowEnd.erased.rawValue)
  again.signIn(0)
  again.settle(ending)
  #expect(again.broken.contains(.everyInstallReachable))
}

@Test func `nobody waits for a phone to hear that the server ended its sessions, until a login`() {
  var ending = healthyEnding()
  ending.rows[0].user = .none
  var story = Story()
  story.signIn(0)
  story.note(.signedOut, user: 0)
  story.settle(ending)
  #expect(story.broken == [])
  var again = Story()
  again.signIn(0)
  again.note(.signedOut, user: 0)
  again.signIn(0)
  again.settle(ending)
  #expect(again.broken == [.everyInstallReachable, .converges])
}

@Test func `a removed address may be dead, handed to another row, erased, or a stranger's`() {
  var story = Story()
  story.signIn(0)
  // Dead.
  story.note(.addressIssued, install: 0, operand: 3)
  story.note(.rowWritten, copy: 3, install: 0, user: 0, operand: 0)
  story.note(.addressEnded, install: 0, operand: 3, detail: 1)
  story.note(.rowRemoved, install: 0, operand: 0, detail: RowEnd.unregistered.rawValue)
  // Handed over.
  story.note(.addressIssued, install: 0, operand: 4)
  story.note(.rowWritten, copy: 4, install: 0, user: 0, operand: 1)
  story.note(.rowRemoved, install: 0, operand: 1, detail: RowEnd.retired.rawValue)
  story.note(.rowWritten, copy: 4, install: 0, user: 0, operand: 2)
  // A stranger's.
  story.note(.rowWritten, copy: 4, install: 0, user: 9, operand: 3)
  story.note(.rowRemoved, install: 0, operand: 3, detail: RowEnd.claimed.rawValue)
  story.wait()
  // Erased by request.
  story.note(.rowRemoved, install: 0, operand: 2, detail: RowEnd.erased.rawValue)
  story.settle()
  #expect(story.broken == [])
  #expect(story.judge.verdict(.liveAddressesKept) == .held)
}

@Test(arguments: 0..<4)
func `person, SDK, provider and server must name the same`(_ way: Int) {
  var story = Story()
  story.signIn(0)
  story.note(.signedOut, install: 0, user: 0)
  story.signIn(1)
  story.wait()
  var ending = healthyEnding(user: 1)
  switch way {
  case 0: ending.installs[0].sdkUser = UserID(0)
  case 1: ending.rows[0].user = UserID(0)
  case 2: ending.installs[0].sdkAddress = AddressID(4)
  default: ending.rows = []
  }
  ending.installs[0].canNotify = false
  story.settle(ending)
  #expect(story.broken == [.converges])
}

@Test func `a logged-out install agrees with a row that names nobody`() {
  var story = Story()
  story.signIn(0)
  story.note(.signedOut, install: 0, user: 0)
  var ending = healthyEnding()
  ending.installs[0].sdkUser = .none
  ending.rows[0].user = .none
  story.settle(ending)
  #expect(story.broken == [])
  var other = Story()
  other.signIn(0)
  other.note(.signedOut, install: 0, user: 0)
  ending.rows[0].user = UserID(0)
  other.settle(ending)
  #expect(other.broken == [.converges])
}
