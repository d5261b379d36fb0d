import Judgement
import PushDomain
import SimKernel
import Testing

/// A message with a link that stands in Alice's tray.
private func shownStory(link: UInt32? = 7) -> Story {
  var story = Story()
  story.signIn(0)
  story.send(0, link: link)
  story.deliver(0)
  story.show(0, copy: 0)
  story.note(.trayRemoved, message: 0, install: 0, detail: TrayEnd.tapped.rawValue)
  return story
}

private let opened = ClientEvent.opened.rawValue
private let replied = ClientEvent.replied.rawValue

@Test(arguments: [UInt8(0), 1])
func `a tap that lands at its link, counted once, is in order cold and warm`(_ cold: UInt8) {
  var story = shownStory()
  story.note(.tapped, message: 0, install: 0, user: 0, operand: 7, detail: cold)
  story.note(.eventCounted, message: 0, install: 0, user: 0, detail: opened)
  story.settle(healthyEnding())
  #expect(story.broken == [])
  #expect(story.judge.verdict(.openedExactlyOnce) == .held)
  #expect(story.judge.verdict(.tapLandsRight) == .held)
}

@Test func `without a tap neither promise is put to the test`() {
  var story = shownStory()
  story.settle(healthyEnding())
  #expect(story.judge.verdict(.openedExactlyOnce) == .notExercised)
  #expect(story.judge.verdict(.tapLandsRight) == .notExercised)
}

@Test func `an opening that is counted twice, never, or without a tap`() {
  var twice = shownStory()
  twice.note(.tapped, message: 0, install: 0, user: 0, operand: 7)
  twice.note(.eventCounted, message: 0, install: 0, user: 0, detail: opened)
  twice.note(.eventCounted, message: 0, install: 0, user: 0, detail: opened)
  #expect(twice.broken == [.openedExactlyOnce])
  var never = shownStory()
  never.note(.tapped, message: 0, install: 0, user: 0, operand: 7)
  never.settle(healthyEnding())
  #expect(never.broken == [.openedExactlyOnce])
  var invented = shownStory()
  invented.note(.eventCounted, message: 0, install: 0, user: 0, detail: opened)
  #expect(invented.broken == [.openedExactlyOnce])
}

@Test func `a message that its person opens on two phones counts once`() {
  func both(isCounted: Bool) -> Story {
    var story = Story()
    for install: UInt32 in 0...1 {
      story.signIn(0, on: install)
    }
    story.send(0, copy: 0, link: 7)
    story.send(0, copy: 1, install: 1, link: 7)
    for install: UInt32 in 0...1 {
      story.deliver(0, copy: install, install: install)
      story.show(0, copy: install, install: install)
      story.note(.tapped, message: 0, install: install, user: 0, operand: 7)
    }
    if isCounted {
      story.note(.eventCounted, message: 0, install: 1, user: 0, detail: opened)
    }
    story.settle(healthyEnding())
    return story
  }
  #expect(both(isCounted: true).judge.verdict(.openedExactlyOnce) == .held)
  #expect(both(isCounted: false).judge.verdict(.openedExactlyOnce) == .violated)
}

@Test func `an opening that cannot be reported yet is not missed`() {
  var story = shownStory()
  story.note(.tapped, message: 0, install: 0, user: 0, operand: 7)
  var ending = healthyEnding()
  ending.installs[0].isOnline = false
  story.settle(ending)
  #expect(story.judge.verdict(.openedExactlyOnce) == .held)
}

@Test func `a reply counts once too`() {
  var story = shownStory()
  story.note(.eventQueued, message: 0, install: 0, user: 0, detail: replied)
  story.settle(healthyEnding())
  #expect(story.broken == [.openedExactlyOnce])
  var counted = shownStory()
  counted.note(.eventQueued, message: 0, install: 0, user: 0, detail: replied)
  counted.note(.eventCounted, message: 0, install: 0, user: 0, detail: replied)
  counted.settle(healthyEnding())
  #expect(counted.judge.verdict(.openedExactlyOnce) == .held)
}

@Test func `a tap that lands elsewhere, nowhere, or as somebody else`() {
  var elsewhere = shownStory()
  elsewhere.note(.tapped, message: 0, install: 0, user: 0, operand: .max)
  #expect(elsewhere.broken == [.tapLandsRight])
  var nowhere = shownStory()
  nowhere.note(.tapFailed, message: 0, install: 0, user: 0, operand: 1)
  #expect(nowhere.broken == [.tapLandsRight])
  var other = shownStory()
  other.note(.tapped, message: 0, install: 0, user: 3, operand: 7)
  #expect(other.broken == [.tapLandsRight])
}

@Test func `Bob who taps what Alice left must end at the front door`() {
  var story = shownStory()
  story.note(.signedOut, install: 0, user: 0)
  let bob = story.signIn(1)
  story.wait()
  story.note(.tapped, message: 0, install: 0, user: 1, operand: .max)
  #expect(story.broken == [])
  story.note(.tapped, message: 0, install: 0, user: 1, operand: 7)
  #expect(story.broken == [.noCrossUserContent, .noContentAfterLogout, .tapLandsRight])
  #expect(story.violations(.tapLandsRight).first?.second == bob)
  story.note(.eventCounted, message: 0, install: 0, user: 1, detail: opened)
  #expect(story.broken.contains(.openedExactlyOnce))
}

@Test func `an intent that is handled without a tap lands nowhere right`() {
  var story = shownStory()
  story.note(.tapped, message: 0, install: 0, user: 0, operand: 7)
  story.note(.eventCounted, message: 0, install: 0, user: 0, detail: opened)
  #expect(story.broken == [])
  let again = story.note(.tapped, message: 0, install: 0, user: 0, operand: 7, detail: 2)
  #expect(story.broken == [.tapLandsRight])
  #expect(story.violations(.tapLandsRight).first?.record == again)
}

@Test func `of a message that was rolled back only the front door is right, and nothing is owed`() {
  var story = shownStory()
  story.note(.undone, message: 0, user: 0)
  story.note(.tapped, message: 0, install: 0, user: 0, operand: NameID.none.rawValue)
  #expect(story.broken == [])
  story.note(.tapped, message: 0, install: 0, user: 0, operand: 7)
  #expect(story.broken == [.tapLandsRight])
  func lost(isUndone: Bool) -> Story {
    var story = Story()
    story.signIn(0)
    story.send(0)
    if isUndone { story.note(.undone, message: 0, user: 0) }
    story.note(.appOpened, install: 0, detail: 1)
    story.settle(healthyEnding())
    return story
  }
  #expect(lost(isUndone: false).broken == [.nothingLost])
  #expect(lost(isUndone: true).broken == [])
}
