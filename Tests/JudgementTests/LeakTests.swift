import Judgement
import PushDomain
import SimKernel
import Testing

@Test func `content of Alice in front of Bob crosses users`() {
  var story = Story()
  story.signIn(0)
  story.wait()
  story.note(.signedOut, install: 0, user: 0)
  let bob = story.signIn(1)
  story.wait()
  let shown = story.show(4)
  story.settle()
  #expect(story.broken == [.noCrossUserContent, .noContentAfterLogout])
  #expect(story.violations(.noCrossUserContent).map(\.second) == [bob])
  #expect(story.violations(.noCrossUserContent).map(\.record) == [shown])
}

@Test func `content of Alice on her own phone crosses nobody`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.show(0, copy: 0)
  story.note(.signedOut, install: 0, user: 0)
  story.note(
    .trayRemoved, message: 0, install: 0, detail: TrayEnd.cancelled.rawValue)
  story.signIn(1)
  story.wait()
  story.send(1, to: 1)
  story.show(1, of: 1, copy: 1)
  story.settle()
  #expect(story.broken == [])
  #expect(story.judge.verdict(.noCrossUserContent) == .held)
  #expect(story.judge.verdict(.noContentAfterLogout) == .held)
}

@Test func `content of a person whose sessions the server ended leaks, old tray entries do not`() {
  var story = Story()
  story.signIn(0)
  story.signIn(0, on: 1)
  story.show(0)
  story.wait()
  let end = story.note(.signedOut, user: 0)
  story.wait()
  #expect(story.broken == [])
  let shown = story.show(1, install: 1)
  #expect(story.violations(.noContentAfterLogout).map(\.record) == [shown])
  #expect(story.violations(.noContentAfterLogout).map(\.second) == [end])
  story.signIn(0)
  story.show(2)
  story.settle()
  #expect(story.violations(.noContentAfterLogout).count == 1)
}

@Test func `one person alone exercises neither leak`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.show(0, copy: 0)
  story.settle()
  #expect(story.judge.verdict(.noCrossUserContent) == .notExercised)
  #expect(story.judge.verdict(.noContentAfterLogout) == .notExercised)
}

@Test func `a tray that outlives its user leaks at the logout, and again at the next login`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  let shown = story.show(0, copy: 0)
  story.wait()
  let out = story.note(.signedOut, install: 0, user: 0)
  story.wait()
  #expect(story.broken == [])
  let bob = story.signIn(1)
  #expect(story.broken == [.noContentAfterLogout])
  story.settle()
  #expect(story.broken == [.noCrossUserContent, .noContentAfterLogout])
  #expect(story.violations(.noContentAfterLogout).first?.record == out)
  #expect(story.violations(.noContentAfterLogout).first?.second == shown)
  #expect(story.violations(.noCrossUserContent).first?.record == bob)
}

@Test func `Alice's message after her logout, with nobody there, is only her leak`() {
  var story = Story()
  story.signIn(0)
  story.note(.signedOut, install: 0, user: 0)
  story.wait()
  story.show(3)
  story.settle()
  #expect(story.broken == [.noContentAfterLogout])
}

@Test func `two accounts side by side share a phone without a leak`() {
  var story = Story()
  story.signIn(0)
  story.signIn(1)
  story.send(0, to: 0)
  story.send(1, to: 1)
  story.show(0, of: 0, copy: 0)
  story.show(1, of: 1, copy: 1)
  story.settle()
  #expect(story.broken == [])
  #expect(story.fate(1)?.isTargeted == true)
  story.note(.signedOut, install: 0, user: 1)
  story.wait()
  story.send(2, to: 1)
  story.show(2, of: 1, copy: 2)
  story.settle()
  #expect(story.broken == [.noCrossUserContent, .noContentAfterLogout])
}

@Test func `Bob who opens what Alice left in the app sees it across users`() {
  var story = Story()
  story.signIn(0)
  story.note(.signedOut, install: 0, user: 0)
  story.signIn(1)
  story.wait()
  story.note(.seenInApp, message: 0, install: 0, user: 0, detail: Surface.inbox.rawValue)
  story.settle()
  #expect(story.broken.contains(.noCrossUserContent))
}

@Test func `content for everybody belongs to nobody`() {
  var story = Story()
  story.signIn(0)
  story.note(.signedOut, install: 0, user: 0)
  story.signIn(1)
  story.send(0, to: nil, topic: 5)
  story.show(0, of: nil, copy: 0)
  story.settle()
  #expect(story.broken == [])
}
