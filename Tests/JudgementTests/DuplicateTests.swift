import Judgement
import PushDomain
import SimKernel
import Testing

@Test func `a message that alerts twice is shown twice`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  let first = story.show(0, copy: 0)
  story.wait()
  story.note(.accepted, message: 0, copy: 1, install: 0)
  story.show(0, copy: 1)
  story.settle()
  #expect(story.broken == [.noDuplicateDisplay])
  #expect(story.violations(.noDuplicateDisplay).map(\.second) == [first])
}

@Test func `a second copy that the seen table stops is no duplicate`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.show(0, copy: 0)
  story.note(.accepted, message: 0, copy: 1, install: 0)
  story.deliver(0, copy: 1)
  story.note(
    .ignored, message: 0, copy: 1, install: 0, operand: UInt32(Defence.seenTable.rawValue))
  story.settle()
  #expect(story.judge.verdict(.noDuplicateDisplay) == .held)
}

@Test func `a message that comes once exercises no duplicate`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.show(0, copy: 0)
  story.settle()
  #expect(story.judge.verdict(.noDuplicateDisplay) == .notExercised)
}

@Test func `an update in place that does not alert is no duplicate, a second entry is`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.show(0, copy: 0)
  story.show(0, copy: 0, alerts: false)
  #expect(story.broken == [])
  story.note(.trayRemoved, message: 0, install: 0, detail: TrayEnd.dismissed.rawValue)
  story.wait()
  story.show(0, alerts: false)
  #expect(story.broken == [.noDuplicateDisplay])
}

@Test func `a reinstalled app that announces what the old one showed shows it twice`() {
  var story = Story()
  story.note(.appInstalled, install: 0, operand: 0)
  story.signIn(0)
  story.send(0)
  story.show(0, copy: 0)
  story.note(.appUninstalled, install: 0)
  story.note(.appInstalled, install: 1, operand: 0)
  story.signIn(0, on: 1)
  story.wait()
  story.note(.synced, message: 0, install: 1, user: 0)
  story.show(0, install: 1)
  story.settle()
  #expect(story.broken == [.noDuplicateDisplay])
}

@Test func `the same message on two phones is shown once on each`() {
  var story = Story()
  story.note(.appInstalled, install: 0, operand: 0)
  story.note(.appInstalled, install: 1, operand: 1)
  story.signIn(0, on: 0)
  story.signIn(0, on: 1)
  story.send(0)
  story.note(.accepted, message: 0, copy: 1, install: 1)
  story.show(0, copy: 0)
  story.show(0, copy: 1, install: 1)
  story.settle()
  #expect(story.broken == [])
}

@Test func `a copy that takes the place of its own message's entry is no duplicate`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.show(0, copy: 0)
  story.wait()
  story.note(.accepted, message: 0, copy: 1, install: 0)
  story.note(
    .trayRemoved, message: 0, install: 0, user: 0, detail: TrayEnd.replaced.rawValue)
  story.show(0, copy: 1)
  story.settle()
  #expect(story.judge.verdict(.noDuplicateDisplay) == .held)
}
