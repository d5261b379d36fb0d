import Judgement
import PushDomain
import SimKernel
import Testing

/// A run in which Alice's message 4 is shown on phone 0 after her logout.
private func leak() -> Story {
  var story = Story()
  story.signIn(0)
  story.note(.signedOut, install: 0, user: 0)
  story.wait()
  story.show(4)
  return story
}

private func judge(
  _ story: borrowing Story, declared: [DeclaredViolation] = [], subjects: [Promise] = [],
  expectations: [ExpectationVerdict] = [], idleFaults: Int = 0, mistakes: Int = 0,
  isCut: Bool = false
) -> ScenarioJudgement {
  ScenarioJudgement(
    story.judge, declared: declared, subjects: subjects, expectations: expectations,
    idleFaults: idleFaults, mistakes: mistakes, isCut: isCut, ending: healthyEnding())
}

@Test func `a violation that nobody declared violates the scenario`() {
  let result = judge(leak())
  #expect(result.verdict == .violated)
  #expect(result.promises.filter { $0.undeclared > 0 }.map(\.promise) == [.noContentAfterLogout])
}

@Test func `a declared violation that happens holds, by message and device`() {
  let line = DeclaredViolation(
    .noContentAfterLogout, message: MessageID(4), device: DeviceID(0))
  let result = judge(leak(), declared: [line], subjects: [.noContentAfterLogout])
  #expect(result.verdict == .held)
  let promise = result.promises.first { $0.promise == .noContentAfterLogout }
  #expect(promise?.verdict == .violated)
  #expect(promise?.isExpected == true)
}

@Test func `a declared violation that happens elsewhere is both unfulfilled and undeclared`() {
  let line = DeclaredViolation(.noContentAfterLogout, message: MessageID(5))
  let result = judge(leak(), declared: [line])
  #expect(result.verdict == .violated)
  #expect(result.unfulfilled == [line])
  #expect(result.promises.map(\.undeclared).reduce(0, +) == 1)
}

@Test func `a declared violation that does not happen violates the scenario`() {
  let line = DeclaredViolation(.nothingLost)
  #expect(judge(Story(), declared: [line]).verdict == .violated)
}

@Test func `silence is not success`() {
  #expect(judge(Story()).isIdle)
  #expect(judge(Story()).verdict == .inconclusive)
  #expect(judge(Story(), expectations: [.held]).verdict == .held)
  #expect(judge(Story(), subjects: [.nothingLost]).verdict == .inconclusive)
  #expect(judge(Story(), expectations: [.held, .inconclusive]).verdict == .inconclusive)
  #expect(judge(Story(), idleFaults: 1).verdict == .inconclusive)
}

@Test func `the strongest verdict wins`() {
  #expect(judge(Story(), expectations: [.violated, .inconclusive]).verdict == .violated)
  #expect(judge(leak(), idleFaults: 1, mistakes: 1).verdict == .mistaken)
}

@Test func `exit statuses have their own order of strength`() {
  let order = [ExitStatus.held, .inconclusive, .violated, .mistake, .bug]
  #expect(order.sorted() == order)
  #expect(order.max()?.rawValue == 4)
  #expect(ScenarioVerdict.allCases.map { $0.exitStatus.rawValue } == [0, 2, 1, 3])
}

@Test func `an undeclared violation behind five hundred declared ones violates, and is told first`()
{
  var story = Story()
  story.signIn(0)
  story.note(.signedOut, install: 0, user: 0)
  story.wait()
  for message in 0..<500 as Range<UInt32> { story.show(message) }
  story.show(900)
  let declared = (0..<500).map {
    DeclaredViolation(.noContentAfterLogout, message: MessageID($0))
  }
  let result = judge(story, declared: declared)
  #expect(result.verdict == .violated)
  #expect(result.unfulfilled.isEmpty)
  let promise = result.promises.first { $0.promise == .noContentAfterLogout }
  #expect(promise?.undeclared == 1)
  #expect(promise?.violations.first?.message == MessageID(900))
  #expect(promise?.violations.count == 501)
}

@Test func `a run that was cut short proves nothing by what did not happen`() {
  let line = DeclaredViolation(.nothingLost)
  let result = judge(Story(), declared: [line], subjects: [.nothingLost], isCut: true)
  #expect(result.verdict == .inconclusive)
  #expect(judge(leak(), isCut: true).verdict == .violated)
}
