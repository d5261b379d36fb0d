/// Everything behind the door that is not the fast path: tapes, the odometer, recording.
@usableFromInline
struct SlowChoices {
  let mode: Choices.Mode
  let isRecording: Bool
  /// Answers of the odometer's current combination, in order of asking.
  var digits: [ChoiceTape.Entry] = []
  /// How many questions were asked in this run.
  var position = 0
  var recording = ChoiceTape()

  init(mode: Choices.Mode, isRecording: Bool) {
    self.mode = mode
    self.isRecording = isRecording
  }

  /// Answers a question, and writes the answer down if recording.
  @usableFromInline @inline(never)
  mutating func answer(_ label: Label, ordinal: UInt32, among count: UInt32) -> UInt32 {
    guard count > 1 else { return 0 }
    let answer: UInt32
    if case .seeded(let seed) = mode {
      answer = Draw.below(count, seed: seed, label: label, ordinal: ordinal)
    } else {
      answer = unseeded(label, among: count)
    }
    return keep(answer, label, count)
  }

  /// Answers whether something happens, and writes the answer down if recording.
  @usableFromInline @inline(never)
  mutating func answer(_ ratio: Ratio, _ label: Label, ordinal: UInt32) -> UInt32 {
    guard ratio.part > 0 else { return 0 }
    guard ratio.part < ratio.whole else { return 1 }
    let answer: UInt32
    if case .seeded(let seed) = mode {
      let draw = Draw.below(ratio.whole, seed: seed, label: label, ordinal: ordinal)
      answer = draw < ratio.part ? 1 : 0
    } else {
      answer = unseeded(label, among: 2)
    }
    return keep(answer, label, 2)
  }

  /// Moves the odometer: the last answer that can grow does, and those after it are forgotten.
  mutating func advance() -> Bool {
    recording = ChoiceTape()
    position = 0
    while let last = digits.popLast() {
      guard last.answer + 1 < last.count else { continue }
      digits.append(.init(label: last.label, answer: last.answer + 1, count: last.count))
      return true
    }
    return false
  }

  private mutating func unseeded(_ label: Label, among count: UInt32) -> UInt32 {
    switch mode {
    case .seeded, .forbidden:
      preconditionFailure("a machine that must not choose asked \(label)")
    case .tape(let answers):
      return position < answers.count ? min(answers[position], count - 1) : 0
    case .exhaustive:
      guard position < digits.count else {
        digits.append(.init(label: label, answer: 0, count: count))
        return 0
      }
      let digit = digits[position]
      precondition(digit.label == label, "the model asked another question on replay")
      precondition(digit.count == count, "the model offered other alternatives on replay")
      return digit.answer
    }
  }

  private mutating func keep(_ answer: UInt32, _ label: Label, _ count: UInt32) -> UInt32 {
    position += 1
    if isRecording {
      recording.entries.append(.init(label: label, answer: answer, count: count))
    }
    return answer
  }
}
