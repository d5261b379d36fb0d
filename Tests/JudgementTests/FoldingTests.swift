import Judgement
import PushDomain
import SimKernel
import Testing

/// A world of many phones whose messages come to all sorts of ends.
private func play(_ story: inout Story, phones: UInt32, messages: UInt32, seed: UInt64) {
  var choices = seed
  func draw(_ bound: UInt64) -> UInt64 {
    choices = choices &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (choices >> 33) % bound
  }
  for phone in 0..<phones {
    story.signIn(phone / 2, on: phone)
  }
  for message in 0..<messages {
    story.wait(.minutes(7))
    let phone = UInt32(truncatingIfNeeded: draw(UInt64(phones)))
    story.send(message, to: phone / 2, install: phone)
    story.wait(.seconds(Int64(draw(90))))
    switch draw(6) {
    case 0: story.note(.dropped, message: message, copy: message, install: phone, operand: 3)
    case 1: story.note(.replaced, message: message, copy: message, install: phone, operand: 4)
    case 2: break
    case 3:
      story.deliver(message, install: phone)
      story.note(.handled, message: message, copy: message, install: phone)
    default:
      story.deliver(message, install: phone)
      story.show(message, of: phone / 2, copy: message, install: phone)
    }
    if draw(3) == 0 {
      let earlier = UInt32(truncatingIfNeeded: draw(UInt64(message + 1)))
      if let entry = story.fate(earlier, on: phone), entry.fate < .handled {
        story.note(.synced, message: earlier, install: phone, user: phone / 2)
      }
    }
  }
}

@Test(arguments: [UInt64(1), 2, 3])
func `folding gives the numbers that keeping gives`(_ seed: UInt64) {
  var keeping = Story()
  var folding = Story(foldingAfter: .hours(1))
  play(&keeping, phones: 20, messages: 600, seed: seed)
  play(&folding, phones: 20, messages: 600, seed: seed)
  #expect(keeping.judge.ledger.statistics() == folding.judge.ledger.statistics())
  #expect(keeping.judge.ledger.checkBooks() == nil)
  #expect(folding.judge.ledger.checkBooks() == nil)
  #expect(folding.judge.ledger.folded.whole.total > 100)
  for promise in Promise.allCases {
    #expect(keeping.judge.verdict(promise) == folding.judge.verdict(promise))
  }
}

@Test func `a folded ledger uses its places again`() {
  var story = Story(foldingAfter: .minutes(1))
  story.signIn(0)
  for message in UInt32(0)..<500 {
    story.wait(.minutes(5))
    story.send(message)
    story.deliver(message)
    story.note(.handled, message: message, copy: message, install: 0)
  }
  #expect(story.judge.ledger.entries().count < 4)
  #expect(story.judge.ledger.statistics().count(.handled) == 500)
}

@Test func `a judge that forgets judges the next world like a new one`() {
  var fresh = Story()
  var used = Story()
  play(&used, phones: 6, messages: 80, seed: 9)
  used.judge.removeAll()
  play(&fresh, phones: 8, messages: 100, seed: 5)
  var again = Story()
  swap(&again.judge, &used.judge)
  play(&again, phones: 8, messages: 100, seed: 5)
  #expect(again.judge.ledger.entries() == fresh.judge.ledger.entries())
  #expect(again.broken == fresh.broken)
}

@Test func `a copy of a judge goes its own way`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  let branch = story.judge.copy()
  story.show(0, copy: 0)
  #expect(branch.ledger.entry(MessageID(0), on: InstallID(0))?.fate == .pending)
  #expect(story.fate(0)?.fate == .shown)
}
