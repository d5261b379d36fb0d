import Judgement
import PushDomain
import SimKernel
import Testing

@Test func `a message without an outcome in the server's record is not accounted for`() {
  var story = Story()
  let taken = story.note(.messageTaken, message: 0, user: 0)
  story.settle()
  #expect(story.broken == [.everyMessageAccountedFor])
  #expect(story.violations(.everyMessageAccountedFor).first?.record == taken)
  var other = Story()
  other.note(.messageTaken, message: 0, user: 0)
  other.note(.messageSettled, message: 0, detail: Outcome.noRow.rawValue)
  other.settle()
  #expect(other.judge.verdict(.everyMessageAccountedFor) == .held)
}

@Test func `an app that was opened with a network and misses a message has lost it`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.note(.dropped, message: 0, copy: 0, install: 0)
  story.wait()
  story.note(.appOpened, install: 0, detail: 1)
  story.settle(healthyEnding())
  #expect(story.broken == [.nothingLost])
  #expect(story.violations(.nothingLost).first?.message == MessageID(0))
}

@Test func `what the inbox brought or the server rightly kept back is not lost`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.note(.dropped, message: 0, copy: 0, install: 0)
  story.note(.messageTaken, message: 1, user: 0)
  story.note(.notSent, message: 1, install: 0, detail: Unsent.expired.rawValue)
  story.note(.messageSettled, message: 1, detail: Outcome.expired.rawValue)
  story.note(.appOpened, install: 0, detail: 1)
  story.note(.synced, message: 0, install: 0, user: 0)
  story.settle(healthyEnding())
  #expect(story.judge.verdict(.nothingLost) == .held)
}

@Test(arguments: [false, true])
func `an app that was not opened after the last message owes nothing yet`(_ isOffline: Bool) {
  var story = Story()
  story.signIn(0)
  if !isOffline { story.note(.appOpened, install: 0, detail: 1) }
  story.send(0)
  story.note(.dropped, message: 0, copy: 0, install: 0)
  if isOffline { story.note(.appOpened, install: 0, detail: 0) }
  story.settle(healthyEnding())
  #expect(story.judge.verdict(.nothingLost) == .notExercised)
}

@Test func `a topic that the person does not want is not shown`() {
  var story = Story()
  story.signIn(0)
  let out = story.note(.optedOut, install: 0, user: 0, operand: 5)
  story.send(0, to: nil, topic: 5)
  story.show(0, of: nil, copy: 0)
  story.settle()
  #expect(story.broken == [.optOutHonoured])
  #expect(story.violations(.optOutHonoured).first?.second == out)
}

@Test func `a topic is shown to those who want it, or want it again`() {
  var story = Story()
  story.signIn(0)
  story.signIn(1, on: 1)
  story.note(.optedOut, install: 0, user: 0, operand: 5)
  story.note(.optedOut, user: 1, operand: 6)
  story.note(.optedIn, install: 0, user: 0, operand: 5)
  story.send(0, to: nil, topic: 5)
  story.show(0, of: nil, copy: 0)
  story.send(1, to: nil, topic: 4)
  story.show(1, of: nil, copy: 1)
  story.settle()
  #expect(story.judge.verdict(.optOutHonoured) == .held)
  #expect(story.broken == [])
}

@Test func `an opt-out made elsewhere counts on every phone of the person`() {
  var story = Story()
  story.signIn(0, on: 0)
  story.signIn(0, on: 1)
  story.note(.optedOut, user: 0, operand: 5)
  story.send(0, to: nil, install: 1, topic: 5)
  story.show(0, of: nil, copy: 0, install: 1)
  #expect(story.broken == [.optOutHonoured])
}

@Test func `what one person asked for is not shown to the next`() {
  var story = Story()
  story.signIn(0)
  let wish = story.note(.optedIn, install: 0, user: 0, operand: 5)
  story.note(.signedOut, install: 0, user: 0)
  story.send(0, to: nil, topic: 5)
  story.show(0, of: nil, copy: 0)
  #expect(story.broken == [])
  story.signIn(1)
  story.send(1, to: nil, topic: 5)
  story.show(1, of: nil, copy: 1)
  #expect(story.broken == [.optOutHonoured])
  #expect(story.violations(.optOutHonoured).first?.second == wish)
}

@Test func `a topic goes to the next person who asks for it too, and to the first who returns`() {
  var story = Story()
  story.signIn(0)
  story.note(.optedIn, install: 0, user: 0, operand: 5)
  story.note(.signedOut, install: 0, user: 0)
  story.signIn(1)
  story.note(.optedIn, install: 0, user: 1, operand: 5)
  story.send(0, to: nil, topic: 5)
  story.show(0, of: nil, copy: 0)
  story.note(.signedOut, install: 0, user: 1)
  story.signIn(0)
  story.send(1, to: nil, topic: 5)
  story.show(1, of: nil, copy: 1)
  #expect(story.judge.verdict(.optOutHonoured) == .held)
}

@Test func `without an opt-out nothing is put to the test`() {
  var story = Story()
  story.signIn(0)
  story.send(0, to: nil, topic: 5)
  story.show(0, of: nil, copy: 0)
  story.settle()
  #expect(story.judge.verdict(.optOutHonoured) == .notExercised)
}
