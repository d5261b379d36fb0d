import PushDomain
import SimKernel
import Testing

@testable import Judgement

/// Most records are turned away at the door: they must truly be of no concern.
struct HearingTests {
  /// A story in which every kind of state can be touched in the middle, and shows at the end.
  private func outcome(
    with fact: Fact? = nil, detail: UInt8 = 0
  ) -> (entries: [FateEntry], verdicts: [PromiseVerdict], violations: [Violation]) {
    var story = Story()
    story.note(.appInstalled, install: 0, operand: 0)
    story.signIn(0)
    story.send(0)
    story.deliver(0)
    story.show(0)
    if let fact {
      var record = Record(fact)
      record.time = story.now
      record.message = MessageID(0)
      record.copy = CopyID(0)
      record.install = InstallID(0)
      record.user = UserID(0)
      record.detail = detail
      story.judge.hear(record, id: RecordID(rawValue: 1_000))
    }
    story.note(.signedOut, install: 0, user: 0)
    story.wait()
    story.show(0)
    story.signIn(1)
    story.send(1, to: 1)
    story.settle()
    return (
      story.judge.ledger.entries(), Promise.allCases.map { story.judge.verdict($0) },
      Promise.allCases.flatMap { story.violations($0) }
    )
  }

  @Test func `a fact that the judge turns away would have changed nothing`() {
    let usual = outcome()
    #expect(usual.violations.count > 1)
    for fact in Fact.allCases where !Judge.hears(fact) {
      for detail in [UInt8(0), 1, 2, 255] {
        let other = outcome(with: fact, detail: detail)
        #expect(other.entries == usual.entries, "\(fact)")
        #expect(other.verdicts == usual.verdicts, "\(fact)")
        #expect(other.violations == usual.violations, "\(fact)")
      }
    }
  }

  @Test func `what the judge hears makes a difference to that story`() {
    let usual = outcome()
    let telling = Fact.allCases.filter { fact in
      Judge.hears(fact)
        && [UInt8(0), 1, 2].contains {
          let other = outcome(with: fact, detail: $0)
          return other.entries != usual.entries || other.verdicts != usual.verdicts
            || other.violations != usual.violations
        }
    }
    #expect(telling.count > 15)
  }
}
