import ScenarioLanguage
import Scenarios
import Testing

struct MistakeTests {
  @Test(arguments: MistakeCode.allCases)
  func `every code has a wrong example that makes it`(code: MistakeCode) throws {
    let example = try #require(MistakeExample.of(code))
    var options = CompileOptions()
    options.limits = example.limits
    let found = Compilation(
      file: "example.push", bytes: example.wrongFile, options: options,
      loader: MistakeExample.loader, zones: MistakeExample.zones)

    #expect(found.mistakes.all.map(\.code).contains(code), "\(found.mistakeText)")
  }

  @Test(arguments: MistakeCode.allCases)
  func `every code has a right example without mistakes`(code: MistakeCode) throws {
    let example = try #require(MistakeExample.of(code))
    var options = CompileOptions()
    options.limits = example.limits
    let found = Compilation(
      file: "example.push", bytes: example.rightFile, options: options,
      loader: MistakeExample.loader, zones: MistakeExample.zones)

    #expect(found.mistakes.isEmpty, "\(found.mistakeText)")
  }

  @Test func `a mistyped verb is told with line, caret and the nearest word`() {
    let text = """
      scenario  A typo
      phone     pixel  android 15
      0s        pixel oflline
      """
    let found = Compilation(file: "typo.push", bytes: Array(text.utf8))

    #expect(
      found.mistakeText == """
        typo.push:3:17: mistake E12: oflline is no verb of a DEVICE.
            3 | 0s        pixel oflline
              |                 ^^^^^^^
          expected: offline, online, screen, unlock, charge, carry, reboot, power,
                    battery-saver, data-saver, alarm-clock, clock, …
          did you mean: offline


        """)
  }

  @Test func `a series where nothing counts is told with a subject that counts`() {
    let head = "scenario  Three\nusers     u# 3\nphones    p# 3 android 15\n"
    let found = Compilation(file: "a.push", bytes: Array((head + "0s        all ready u#").utf8))
    #expect(
      found.mistakeText == """
        a.push:4:21: mistake E67: Nothing counts here, so u# does not say which one.
            4 | 0s        all ready u#
              |                     ^^
          expected: p# as the subject of u#, repeat COUNT every DURATION in front of the
                    statement, or one of them, such as u1


        """)
    for line in [
      "0s p1 ready u#", "0s server send m1 to=u#", "0s network p#-fcm drop",
      "0s all dismiss m#\n1h repeat 3 every 1s server send m# to=u1",
    ] {
      let codes = Compilation(file: "a.push", bytes: Array((head + line).utf8)).mistakes.all
        .map(\.code)
      #expect(codes == [.counterOutsideRepeat], "\(line)")
    }
    for line in [
      "0s p# ready u#", "0s repeat 3 every 1s network p#-fcm drop next=1",
      "0s repeat 3 every 1s all ready u#", "0s p# ready u2",
    ] {
      let found = Compilation(file: "a.push", bytes: Array((head + line).utf8))
      #expect(found.mistakes.isEmpty, "\(found.mistakeText)")
    }
  }

  @Test func `all mistakes of a file are told in one go`() {
    let text = """
      scenario  Many mistakes
      users     alice
      phone     pixel  android 15
      0s        pixel oflline
      +5        pixel online
      +1m       pixel login alcie
      +1m       server send m1 to=alice ttl=30 prio=high
      rule      fcm.store.limt 3
      expect    m2 on pixel shown
      """

    #expect(
      codes(text) == ["E12", "E22", "E47", "E22", "E18", "E44", "E45"].sorted()
        || codes(text).count == 7)
  }

  /// The text of the mistakes of a story with one phone.
  private func told(_ lines: String) -> String {
    let head = "scenario  Told\nusers     alice\nphone     pixel  android 15\n"
    return Compilation(file: "a.push", bytes: Array((head + lines).utf8)).mistakeText
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(arguments: [
    ("1h repeat 99999999999999999999 every 1s pixel carry", "repeated at most 1000000 times"),
    ("1h repeat 0 every 1s pixel carry", "a number from 1 to 1000000"),
    ("999999999999999999999d pixel carry", "the most is 366000d"),
    ("+0.000001us pixel carry", "parts of a microsecond"),
    ("0s pixel offline\nexpect pixel prompts 5..2", "expected: 2..5"),
    ("rule os.mem-kill.after 0s", "the least is 1s"),
    ("vary k a b\nwhere k!=a,b", "one of its 2 combinations"),
  ])
  func `a number that does not fit is told with the one that would`(line: String, text: String) {
    #expect(told(line + "\n").contains(text), "\(told(line + "\n"))")
  }

  @Test func `content that is sent to a person is nobody else's`() {
    #expect(
      told("server send m1 to=alice of=alice\n").contains("What is sent to a person is theirs"))
    #expect(told("server send m1 device-group=home of=alice\n").isEmpty)
  }

  @Test func `one wrong word makes one mistake`() {
    #expect(codes("scenario  Phones\nphones p# 0 android 15\n0s p# ready\n").prefix(1) == ["E16"])
    let text = "scenario  x\nusers alice\nphones p# 0 android 15\n0s p# ready alice\n"
    #expect(codes(text + "settle 1d\nexpect p# permission allowed\n") == ["E16"])
  }

  @Test(arguments: ["11 12", "11 12 13 14", "11", "android 11 12 13", "android 11 android"])
  func `versions without their system are told the form that is right`(values: String) {
    let form = "vary pixel.os android 11 android 12"
    let text = told("vary pixel.os \(values)\n")
    #expect(text.contains(form), "\(text)")
    #expect(told(form + "\n").isEmpty)
  }

  @Test func `hostile bytes come out escaped`() {
    let text = "scenario  Hostile\nphone \u{1B}[31mred android 15\n"
    let found = Compilation(file: "bad\u{1B}[0m\nname.push", bytes: Array(text.utf8))

    #expect(!found.mistakeText.utf8.contains(0x1B))
    #expect(found.mistakeText.hasPrefix("bad\\x1b[0m\\x0aname.push:2:7: mistake E07:"))
  }

  @Test func `a circle of includes is shown as a chain`() {
    let loader = SourceLoader { path, _, _ in
      .found(name: path, bytes: Array("include \(path == "a.push" ? "b" : "a").push\n".utf8))
    }
    let text = "scenario  Circle\ninclude a.push\n"
    let found = Compilation(file: "main.push", bytes: Array(text.utf8), loader: loader)

    #expect(
      found.mistakeText == """
        b.push:1:9: mistake E61: This include closes a circle: main.push includes a.push
          includes b.push includes a.push.
            1 | include a.push
              |         ^^^^^^
          included from main.push:2
          included from a.push:1


        """)
  }

  @Test func `an explanation shows the mistake and what to write instead`() {
    let text = explanation(of: .missingUnit)

    #expect(text.hasPrefix("E22  Durations and sizes have a unit\n"))
    #expect(text.contains("did you mean: 30s"))
    #expect(text.contains("ttl=30s"))
  }

  @Test func `codes are found by what a person types`() {
    #expect(MistakeCode(name: "E12") == .unknownVerb)
    #expect(MistakeCode(name: "e12") == .unknownVerb)
    #expect(MistakeCode(name: "12") == .unknownVerb)
    #expect(MistakeCode(name: "E999") == nil)
    #expect(MistakeCode(name: "") == nil)
  }

  @Test(arguments: [
    ("start     2026-03-03 Europe/Berlin", "E14"), ("note      No calendar.", "E33"),
  ])
  func `a calendar that is mistaken or missing is one mistake, and the days below it are none`(
    line: String, code: String
  ) {
    let story = """
      scenario  A night
      users     alice
      phone     pixel  android 15
      \(line)
      day 1 22:00  pixel   ready alice
      day 2 02:00  server  send chat to=alice
      settle    1d
      expect    chat on pixel  shown
      """
    #expect(codes(story) == [code])
  }

  @Test func `what a line with a mistyped verb introduces is not missed elsewhere`() {
    let story = """
      scenario  A typo
      users     alice
      phone     pixel  android 15
      0s        server  sned m1 to=alice
      settle    1d
      expect    m1 on pixel  shown
      expect    m2 on pixel  shown
      """
    #expect(codes(story).sorted() == ["E12", "E45"])
  }

  @Test func `who looks for a time in an expectation is told within and by`() {
    #expect(
      told("0s server send m1 to=alice\nexpect m1 on pixel shown at=02:40\n")
        .contains("app; or, without =, within, by"))
  }

  @Test(arguments: MistakeCode.allCases)
  func `an explanation fits eighty columns and has no gaps`(code: MistakeCode) {
    let text = explanation(of: code)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(!text.contains("\n\n\n"))
    #expect(!explanation(of: .unknownVerb).contains("po…"))
  }
}
