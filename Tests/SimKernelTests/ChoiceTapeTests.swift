import SimKernel
import Testing

/// The text form of a tape.
@Suite struct ChoiceTapeTests {
  private let tape = ChoiceTape(entries: [
    .init(label: Label("network.delay", UInt32(12)), answer: 3, count: 64),
    .init(label: Label("network.loss"), answer: 0, count: 2),
    .init(label: Label("order"), answer: .max - 1, count: .max),
  ])

  @Test func `a tape reads back from its text`() throws {
    #expect(try ChoiceTape(text: tape.text()) == tape)
    #expect(try ChoiceTape(text: tape.text(naming: { "delay\nof \($0.subject)" })) == tape)
    #expect(try ChoiceTape(text: ChoiceTape().text()) == ChoiceTape())
  }

  @Test func `comments, empty lines and other line ends do not matter`() throws {
    let text = "\n# a story\r\n tape  1 # version\r\n\n1 of 2\t89abcdef:7\r\n"
    let tape = try ChoiceTape(text: text)
    #expect(tape.answers == [1])
    #expect(tape.entries.first?.label.subject == 7)
  }

  @Test(arguments: [
    ("", ChoiceTapeMistake.Code.missingHeading, 1),
    ("tape 2\n", .missingHeading, 1),
    ("\n1 of 2 89abcdef:7\n", .missingHeading, 2),
    ("tape 1\n1 of 2\n", .badEntry, 2),
    ("tape 1\n1 of 2 89abcdef:7 more\n", .badEntry, 2),
    ("tape 1\n\n+1 of 2 89abcdef:7\n", .badEntry, 3),
    ("tape 1\n1 of 2 89abcdef:-7\n", .badEntry, 2),
    ("tape 1\n99999999999 of 2 89abcdef:7\n", .badEntry, 2),
    ("tape 1\n2 of 2 89abcdef:7\n", .answerOutOfRange, 2),
    ("tape 1\n0 of 1 89abcdef:7\n", .answerOutOfRange, 2),
    ("tape 1\n0 of 2 89abcdef:7\n0 of 2 89abcdef:7", .tooLong(limit: 1), 3),
  ])
  func `a mistake names its line and what would be right`(
    _ text: String, _ code: ChoiceTapeMistake.Code, _ line: Int
  ) {
    #expect(throws: ChoiceTapeMistake(code: code, line: line)) {
      try ChoiceTape(text: text, entryLimit: 1)
    }
    #expect(ChoiceTapeMistake(code: code, line: line).description.hasPrefix("line \(line): "))
  }

  @Test func `no mutation of a good text stops the reader`() {
    var dice = TestDice(seed: 5)
    let good = Array(tape.text().utf8)
    for _ in 0..<3_000 {
      var bytes = good
      for _ in 0...dice.below(4) {
        switch dice.below(3) {
        case 0: bytes[dice.below(bytes.count)] = UInt8(truncatingIfNeeded: dice.next())
        case 1: bytes.insert(good[dice.below(good.count)], at: dice.below(bytes.count))
        default: bytes.removeSubrange(dice.below(bytes.count)...)
        }
        if bytes.isEmpty { bytes = good }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let read = try? ChoiceTape(text: text) else { continue }
      // What was accepted must survive a round trip.
      #expect((try? ChoiceTape(text: read.text())) == read)
    }
  }
}
