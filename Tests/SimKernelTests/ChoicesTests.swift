import SimKernel
import Testing

/// The one door for choices, in all its modes.
@Suite struct ChoicesTests {
  private let delay = Label("network.delay")
  private let loss = Label("network.loss")

  /// Draws a few answers for one subject with a counter of its own.
  private func draws(
    _ label: Label, from choices: inout Choices, count: Int = 20, among bound: UInt32 = 1_000
  ) -> [UInt32] {
    var counter: UInt32 = 0
    return (0..<count).map { _ in choices.choose(label, counter: &counter, among: bound) }
  }

  @Test func `equal seeds give equal answers and other seeds give others`() {
    var first = Choices(.seeded(7))
    var second = Choices(.seeded(7))
    var third = Choices(.seeded(8))
    let answers = draws(delay, from: &first)
    #expect(answers == draws(delay, from: &second))
    #expect(answers != draws(delay, from: &third))
    #expect(first.check == second.check)
    #expect(first.check != third.check)
  }

  @Test func `seeded answers are the same in every process`() {
    var choices = Choices(.seeded(1))
    #expect(draws(delay, from: &choices, count: 6) == [467, 692, 765, 829, 194, 200])
    #expect(choices.check == 13_021_664_194_607_369_053)
  }

  @Test func `adding a subject shifts nobody's draws`() {
    var alone = Choices(.seeded(3))
    let expected = draws(delay.of(UInt32(1)), from: &alone)
    var crowded = Choices(.seeded(3))
    var counters: [UInt32] = [0, 0, 0]
    var seen: [UInt32] = []
    for _ in expected {
      for subject in 0..<3 {
        let label = delay.of(UInt32(subject))
        let answer = crowded.choose(label, counter: &counters[subject], among: 1_000)
        if subject == 1 { seen.append(answer) }
      }
      var other: UInt32 = 0
      _ = crowded.choose(loss, counter: &other, among: 2)
    }
    #expect(seen == expected)
  }

  @Test func `streams of neighbours are not alike`() {
    var choices = Choices(.seeded(3))
    var seen: [[UInt32]] = []
    for subject: UInt32 in 0..<50 {
      let answers = draws(delay.of(subject), from: &choices)
      #expect(!seen.contains(answers))
      seen.append(answers)
    }
  }

  @Test(arguments: [2, 3, 7, 10, 64] as [UInt32])
  func `every alternative is drawn equally often`(_ bound: UInt32) {
    var choices = Choices(.seeded(11))
    var tally = [Int](repeating: 0, count: Int(bound))
    var counter: UInt32 = 0
    let perAlternative = 2_000
    for _ in 0..<perAlternative * Int(bound) {
      tally[Int(choices.choose(delay, counter: &counter, among: bound))] += 1
    }
    // Six standard deviations: never reached by chance, and these draws are fixed anyway.
    #expect(tally.allSatisfy { abs($0 - perAlternative) < 270 })
  }

  @Test func `the largest number of alternatives is drawn below its bound`() {
    var choices = Choices(.seeded(5))
    let answers = draws(delay, from: &choices, count: 1_000, among: .max)
    #expect(answers.allSatisfy { $0 < .max })
    #expect(answers.contains { $0 > .max / 4 * 3 })
  }

  @Test func `a ratio happens as often as it says`() {
    var choices = Choices(.seeded(2))
    var counter: UInt32 = 0
    let count = (0..<100_000).count { _ in
      choices.happens(Ratio(3, in: 1_000), loss, counter: &counter)
    }
    #expect((240...360).contains(count))
    #expect(counter == 100_000)
    #expect((0..<100).allSatisfy { _ in choices.happens(.one, loss, counter: &counter) })
    #expect((0..<100).allSatisfy { _ in !choices.happens(.zero, loss, counter: &counter) })
  }

  @Test func `a tape answers in order, is bounded by the count, and ends in zeros`() {
    var choices = Choices(.tape([2, 9, 1]))
    #expect(draws(delay, from: &choices, count: 5, among: 4) == [2, 3, 1, 0, 0])
    #expect(choices.depth == 5)
  }

  @Test func `a question with one alternative is not taken from the tape`() {
    var choices = Choices(.tape([3]), isRecording: true)
    #expect(draws(delay, from: &choices, count: 1, among: 1) == [0])
    #expect(draws(delay, from: &choices, count: 1, among: 4) == [3])
    #expect(choices.recording.answers == [3])
  }

  @Test(arguments: [Choices.Mode.seeded(9), .tape([1, 2, 3]), .exhaustive])
  func `a recording replays the run that it was made of`(_ mode: Choices.Mode) {
    var recorded = Choices(mode, isRecording: true)
    var counter: UInt32 = 0
    let answers = draws(delay, from: &recorded)
    let isLost = recorded.happens(.percent(50), loss, counter: &counter)
    var replayed = Choices(.tape(recorded.recording.answers))
    counter = 0
    #expect(draws(delay, from: &replayed) == answers)
    #expect(replayed.happens(.percent(50), loss, counter: &counter) == isLost)
    #expect(replayed.check == recorded.check)
  }

  @Test func `recording does not change what a seed gives`() {
    var plain = Choices(.seeded(4))
    var recording = Choices(.seeded(4), isRecording: true)
    #expect(draws(delay, from: &plain) == draws(delay, from: &recording))
    #expect(recording.recording.entries.count == 20)
    #expect(plain.recording.entries == [])
  }

  @Test func `the odometer visits every combination once, in order`() {
    var choices = Choices(.exhaustive)
    var runs: [[UInt32]] = []
    repeat {
      var counter: UInt32 = 0
      let first = choices.choose(delay, counter: &counter, among: 3)
      // Only one branch asks again, so the tree is lopsided.
      let second = first == 1 ? choices.choose(loss, counter: &counter, among: 2) : 0
      runs.append([first, second])
    } while choices.advance()
    #expect(runs == [[0, 0], [1, 0], [1, 1], [2, 0]])
  }

  @Test func `outside an exhaustive search there is no other run`() {
    var seeded = Choices(.seeded(1))
    #expect(seeded.advance() == false)
    var tape = Choices(.tape([1]))
    #expect(tape.advance() == false)
  }

  @Test func `a copy goes on from the same place and on its own`() {
    var original = Choices(.tape([1, 2, 3, 4]), isRecording: true)
    _ = draws(delay, from: &original, count: 2)
    var copy = original.copy()
    #expect(draws(delay, from: &copy, count: 2) == [3, 4])
    #expect(original.recording.answers == [1, 2])
    #expect(draws(delay, from: &original, count: 2) == [3, 4])
    #expect(original.check == copy.check)
  }

  @Test func `a machine that must not choose is stopped when it asks`() async {
    await #expect(processExitsWith: .failure) {
      var choices = Choices(.forbidden)
      var counter: UInt32 = 0
      _ = choices.choose(Label("forbidden"), counter: &counter, among: 2)
    }
  }

  @Test func `a model that asks another question on replay is stopped`() async {
    await #expect(processExitsWith: .failure) {
      var choices = Choices(.exhaustive)
      var counter: UInt32 = 0
      _ = choices.choose(Label("first"), counter: &counter, among: 2)
      _ = choices.advance()
      _ = choices.choose(Label("other"), counter: &counter, among: 2)
    }
  }
}

/// Labels: what is kept apart and what is recognised.
@Suite struct LabelTests {
  @Test func `a label knows its purpose and its subject`() {
    let label = Label("network.delay", UInt32(12))
    #expect(label.subject == 12)
    #expect(label.hasPurpose("network.delay"))
    #expect(!label.hasPurpose("network.loss"))
    #expect(label == Label("network.delay").of(UInt32(12)))
    #expect(label.of(UInt32(13)) == Label("network.delay", UInt32(13)))
  }

  @Test func `a small key is the same subject whatever its width`() {
    #expect(Label("purpose", UInt64(12)) == Label("purpose", UInt32(12)))
    #expect(Label("purpose", UInt64(1 << 40 | 12)) != Label("purpose", UInt32(12)))
  }

  @Test func `a label reads back from its text`() {
    let label = Label("network.delay", UInt32(4_000_000_000))
    #expect(Label(parsing: label.description) == label)
    for text in ["", ":", "12345678:", "1234567:1", "123456789:1", "1234567g:1", "+1234567:1"] {
      #expect(Label(parsing: text) == nil, "\(text)")
    }
  }
}
