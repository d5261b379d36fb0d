import Judgement
import PushDomain
import SimKernel
import Testing

@Test func `a retry that does not keep its wait is undisciplined`() {
  var story = Story()
  story.note(.retried, message: 0, install: 0, detail: 1)
  story.settle()
  #expect(story.judge.verdict(.retryDiscipline) == .held)
  story.note(.retried, message: 0, install: 0, operand: 9, detail: 0)
  #expect(story.broken == [.retryDiscipline])
}

@Test func `a dialog that the host did not ask for is undisciplined`() {
  var story = Story()
  story.note(.promptShown, install: 0, detail: 1)
  #expect(story.judge.verdict(.promptDiscipline) == .held)
  story.note(.promptShown, install: 0, detail: 0)
  #expect(story.broken == [.promptDiscipline])
}

@Test func `tokens are reused until they are old or refused`() {
  var story = Story()
  story.note(.tokenMinted, operand: 0)
  let other = story.note(.tokenMinted, operand: 1)
  story.wait(.minutes(56))
  story.note(.tokenMinted, operand: 0)
  story.wait(.minutes(1))
  story.note(.tokenMinted, operand: 0, because: other)
  story.settle()
  #expect(story.judge.verdict(.credentialDiscipline) == .held)
  let early = story.note(.tokenMinted, operand: 0, detail: 1)
  #expect(story.broken == [.credentialDiscipline])
  #expect(story.violations(.credentialDiscipline).first?.record == early)
}

@Test func `a send with a token that is known to be bad is undisciplined`() {
  var story = Story()
  story.note(.tokenMisused, message: 0, operand: 0)
  story.settle()
  #expect(story.broken == [.credentialDiscipline])
}

@Test func `nothing of a person who left is kept, and nothing of anybody is logged`() {
  var story = Story()
  story.signIn(0)
  story.note(.signedOut, install: 0, user: 0)
  story.settle()
  #expect(story.judge.verdict(.privacy) == .held)
  story.note(.payloadLogged, message: 0, install: 0)
  #expect(story.broken == [.privacy])
  var kept = Story()
  kept.note(.keptAfterLogout, install: 0, user: 0, detail: StorageItem.seenTable.rawValue)
  #expect(kept.broken == [.privacy])
  var inbox = Story()
  inbox.note(.keptAfterLogout, install: 0, user: 0, detail: StorageItem.inbox.rawValue)
  #expect(inbox.broken == [.noContentAfterLogout, .privacy])
}

@Test func `a row that comes back after the erasure is not erased`() {
  var story = Story()
  story.signIn(0)
  story.note(.rowWritten, copy: 0, install: 0, user: 0, operand: 0)
  story.note(.erasureAsked, install: 0, user: 0)
  let erased = story.note(
    .rowRemoved, install: 0, user: 0, operand: 0, detail: RowEnd.erased.rawValue)
  #expect(story.broken == [])
  story.note(.rowWritten, copy: 0, install: 0, user: 0, operand: 1)
  #expect(story.broken == [.privacy])
  #expect(story.violations(.privacy).first?.second == erased)
}

@Test func `an erasure that never happened shows at rest, a new sign-in starts anew`() {
  var story = Story()
  story.signIn(0)
  story.note(.erasureAsked, install: 0, user: 0)
  story.settle(healthyEnding())
  #expect(story.broken == [.privacy])
  var again = Story()
  again.signIn(0)
  again.note(.erasureAsked, install: 0, user: 0)
  again.note(.rowRemoved, install: 0, operand: 0, detail: RowEnd.erased.rawValue)
  again.note(.signedOut, install: 0, user: 0)
  again.signIn(0)
  again.note(.rowWritten, copy: 0, install: 0, user: 0, operand: 1)
  again.settle(healthyEnding())
  #expect(again.broken == [])
}

@Test func `what a person did is told under no other person's name once they have left`() {
  func counted(under session: UInt32, after isOut: Bool) -> Story {
    var story = Story()
    story.signIn(0)
    story.send(0)
    story.note(.eventQueued, message: 0, install: 0, user: 0)
    if isOut {
      story.note(.signedOut, install: 0, user: 0)
      story.signIn(1)
    }
    story.note(.eventCounted, message: 0, install: 0, user: 0, operand: session)
    return story
  }
  #expect(counted(under: 0, after: true).broken == [])
  // Two accounts in one app: both are in.
  #expect(counted(under: 1, after: false).broken == [])
  #expect(counted(under: 1, after: true).broken == [.privacy])
}

@Test func `events of a person who left wait for nobody`() {
  func kept(of user: UInt32) -> Story {
    var story = Story()
    story.signIn(0)
    story.note(.signedOut, install: 0, user: 0)
    story.signIn(1)
    var ending = healthyEnding(user: 1)
    ending.installs[0].oldestEventOf = UserID(rawValue: user)
    story.settle(ending)
    return story
  }
  #expect(kept(of: 1).broken == [])
  #expect(kept(of: 0).broken == [.privacy])
}
