package import ScenarioLanguage

/// A wrong and a right file for one code of mistake, as `pushsim explain` shows them and a test runs them.
package struct MistakeExample: Sendable {
  /// The code it explains.
  package let code: MistakeCode
  /// Lines that make the mistake.
  package let wrong: String
  /// Lines that say what was meant.
  package let right: String
  /// Whether the lines are a whole file; else they stand behind three lines of declarations.
  package let isWhole: Bool

  init(_ code: MistakeCode, wrong: String, right: String, isWhole: Bool = false) {
    self.code = code
    self.wrong = wrong
    self.right = right
    self.isWhole = isWhole
  }

  /// The whole file with the mistake.
  package var wrongFile: [UInt8] { file(wrong, isWrong: true) }

  /// The whole file without.
  package var rightFile: [UInt8] { file(right, isWrong: false) }

  private func file(_ lines: String, isWrong: Bool) -> [UInt8] {
    let head = "scenario  An example\nusers     alice bob\nphone     pixel  android 15\n"
    var bytes = Array((isWhole ? lines : head + lines).utf8)
    if isWrong { bytes += unwritable }
    return bytes + [0x0A]
  }

  /// Bytes that cannot stand in the source of a program.
  private var unwritable: [UInt8] {
    switch code {
    case .notUTF8: [0x20, 0xFF]
    case .notText: [0x20, 0x00]
    case .controlCharacter: [0x20, 0x1B, 0x5B]
    default: []
    }
  }

  /// The reader's limits under which the example is wrong.
  package var limits: ReaderLimits { code.isLimit ? .small : ReaderLimits() }

  /// The files that examples include.
  package static let loader = SourceLoader { path, _, _ in
    switch path {
    case "two-users.push": .found(name: path, bytes: Array("note Two users.\n".utf8))
    case "circle.push": .found(name: path, bytes: Array("include circle.push\n".utf8))
    case let path where path.hasPrefix("deeper") && path.utf8.count < 100:
      .found(name: path, bytes: Array("include deeper-\(path)\n".utf8))
    case let path where path.hasPrefix("note"):
      .found(name: path, bytes: Array("note One line.\n".utf8))
    default: .missing(reason: "there is no such file")
    }
  }

  /// The zones that examples name.
  package static let zones = ZoneResolver { name, _ in
    guard name == "Europe/Berlin" else { return name == "UTC" ? .universal : nil }
    return Zone(
      name: name,
      changes: [
        ZoneChange(instant: .min, offset: 3600), ZoneChange(instant: 1_774_746_000, offset: 7200),
        ZoneChange(instant: 1_792_890_000, offset: 3600),
      ])
  }

  /// The example of a code.
  package static func of(_ code: MistakeCode) -> MistakeExample? {
    all.first { $0.code == code }
  }

  /// The examples, by code.
  package static let all =
    byteExamples + statementExamples + timeExamples + nameExamples
    + reuseExamples + variantExamples
}

/// What `pushsim explain E12` prints: the rule, a wrong file with its mistake, a right one.
package func explanation(of code: MistakeCode) -> String {
  var result = "\(code.name)  \(code.title)\n"
  guard let example = MistakeExample.of(code) else { return result }
  var options = CompileOptions()
  options.limits = example.limits
  let shown = Compilation(
    file: "example.push", bytes: example.wrongFile, options: options,
    loader: MistakeExample.loader, zones: MistakeExample.zones)
  result += "\nWrong\n\n" + indented(example.wrong) + "\n"
  result += indented(MistakeText(shown.text, width: 72).render(shown.mistakes.first(of: code)))
  result += "\nRight\n\n" + indented(example.right)
  return result
}

extension MistakeList {
  /// The first mistake of a code alone.
  fileprivate func first(of code: MistakeCode) -> MistakeList {
    var list = MistakeList(limit: 1)
    if let mistake = all.first(where: { $0.code == code }) { list.add(mistake) }
    return list
  }
}

private func indented(_ text: String) -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  return lines[..<((lines.lastIndex { !$0.isEmpty } ?? -1) + 1)]
    .map { line in
      let shown = line.count > 72 ? line.prefix(71) + "…" : line
      return line.isEmpty ? "" : "    " + escapedForTerminal(Array(shown.utf8)[...])
    }
    .joined(separator: "\n") + "\n"
}

private let byteExamples: [MistakeExample] = [
  .init(.notText, wrong: "note      a program, not a text", right: "note      a text"),
  .init(.notUTF8, wrong: "note      a broken letter:", right: "note      a letter: é"),
  .init(
    .fileTooLarge,
    wrong: String(repeating: "note      A hundred lines of notes.\n", count: 15),
    right: "note      One line."),
  .init(
    .lineTooLong, wrong: "note      " + String(repeating: "very ", count: 30) + "long",
    right: "note      short"),
  .init(
    .openQuote, wrong: "0s        server send m1 to=alice group=\"chat",
    right: "0s        server send m1 to=alice group=\"chat\""),
  .init(
    .badEscape, wrong: "0s        server send m1 to=alice group=\"a\\n\"",
    right: "0s        server send m1 to=alice group=\"a\\\"b\""),
  .init(.controlCharacter, wrong: "note      a red word", right: "note      a red word"),
  .init(
    .tooManyLines, wrong: String(repeating: "note N\n", count: 25), right: "note N"),
]

private let statementExamples: [MistakeExample] = [
  .init(
    .noScenario, wrong: "users     alice", right: "scenario  A user\nusers     alice",
    isWhole: true),
  .init(.declaredAgain, wrong: "settle    1d\nsettle    2d", right: "settle    2d"),
  .init(.unknownStatement, wrong: "fone      iphone", right: "phone     second  android 14"),
  .init(.unknownVerb, wrong: "0s        pixel oflline", right: "0s        pixel offline"),
  .init(.wrongSubject, wrong: "0s        server offline", right: "0s        pixel offline"),
  .init(.missingWord, wrong: "0s        pixel login", right: "0s        pixel login alice"),
  .init(.tooManyWords, wrong: "0s        pixel offline now", right: "0s        pixel offline"),
  .init(
    .badValue, wrong: "0s        server cap many per=1d", right: "0s        server cap 3 per=1d"),
  .init(
    .unknownWord, wrong: "0s        pixel permission alow",
    right: "0s        pixel permission allow"),
  .init(
    .unknownOption, wrong: "0s        server send m1 to=alice prio=high",
    right: "0s        server send m1 to=alice priority=high"),
  .init(
    .optionAgain, wrong: "0s        server send m1 to=alice ttl=1h ttl=2h",
    right: "0s        server send m1 to=alice ttl=2h"),
  .init(
    .emptyOption, wrong: "0s        server send m1 to=alice ttl=",
    right: "0s        server send m1 to=alice ttl=2h"),
  .init(
    .missingOption, wrong: "0s        server send m1", right: "0s        server send m1 to=alice"),
  .init(
    .missingUnit, wrong: "0s        server send m1 to=alice ttl=30",
    right: "0s        server send m1 to=alice ttl=30s"),
  .init(.unknownUnit, wrong: "10min     pixel offline", right: "10m       pixel offline"),
  .init(
    .numberTooLarge, wrong: "0s        server cap 99999999999999999999 per=1d",
    right: "0s        server cap 9 per=1d"),
  .init(
    .afterSettle, wrong: "settle    1d\n1h        pixel offline",
    right: "1h        pixel offline\nsettle    1d"),
  .init(
    .unknownExpectation, wrong: "expect    pixel tary entries=1",
    right: "expect    pixel tray  entries=1"),
  .init(
    .notModelled, wrong: "phone     iphone  ios 18", right: "phone     second  android 15"),
  .init(
    .contradiction, wrong: "with      hint-payload\nwithout   hint-payload",
    right: "with      hint-payload"),
]

private let timeExamples: [MistakeExample] = [
  .init(.badTime, wrong: "1h:30     pixel offline", right: "1h30m     pixel offline"),
  .init(
    .timeTooLarge, wrong: "300000d   pixel offline\n+300000d  pixel online",
    right: "300000d   pixel offline"),
  .init(
    .timeGoesBack, wrong: "2h        pixel offline\n1h        pixel online",
    right: "1h        pixel offline\n2h        pixel online"),
  .init(
    .dayWithoutStart, wrong: "day 2 09:00  pixel offline",
    right: "start     2026-03-27 21:30 UTC\nday 2 09:00  pixel offline"),
  .init(
    .unknownZone, wrong: "start     2026-03-27 21:30 Berlin",
    right: "start     2026-03-27 21:30 UTC"),
  .init(
    .noSuchInstant, wrong: "start     2026-03-29 02:30 Europe/Berlin",
    right: "start     2026-03-29 03:30 Europe/Berlin"),
]

private let nameExamples: [MistakeExample] = [
  .init(.badName, wrong: "users     <carol>", right: "users     carol"),
  .init(.reservedName, wrong: "users     repeat", right: "users     carol"),
  .init(.nameTaken, wrong: "users     alice", right: "users     carol"),
  .init(.unknownDevice, wrong: "0s        pixle offline", right: "0s        pixel offline"),
  .init(.unknownUser, wrong: "0s        pixel login alcie", right: "0s        pixel login alice"),
  .init(
    .unknownMessage,
    wrong: "0s        server send secret to=alice\nexpect    secert on pixel  shown",
    right: "0s        server send secret to=alice\nexpect    secret on pixel  shown"),
  .init(
    .unknownName, wrong: "vary      tablet.os android 12 android 13",
    right: "vary      pixel.os android 12 android 13\nphone     other  android 15"),
  .init(
    .unknownRule, wrong: "rule      fcm.store.limits 3", right: "rule      fcm.store.limit 3"),
  .init(
    .unknownReading, wrong: "reading   nothing.such all",
    right: "note      pushsim rules lists the readings."),
  .init(
    .unknownDefence, wrong: "without   client-filter", right: "without   client-user-filter"),
  .init(
    .unknownPromise, wrong: "promise   no-cross-user", right: "promise   no-cross-user-content"),
  .init(
    .unknownDesign, wrong: "vary      design published hardned",
    right: "vary      design published hardened"),
  .init(
    .shortSeries,
    wrong: "0s        repeat 2 every 1s  server send m# to=alice\n"
      + "+1m       repeat 3 every 1s  pixel dismiss m#",
    right: "0s        repeat 2 every 1s  server send m# to=alice\n"
      + "+1m       repeat 2 every 1s  pixel dismiss m#"),
]

private let reuseExamples: [MistakeExample] = [
  .init(
    .includeNotFound, wrong: "include   \"two-user.push\"", right: "include   \"two-users.push\""),
  .init(.includeCycle, wrong: "include   circle.push", right: "include   two-users.push"),
  .init(.includeTooDeep, wrong: "include   deeper.push", right: "include   two-users.push"),
  .init(
    .tooManyIncludes, wrong: (1...6).map { "include   note\($0)" }.joined(separator: "\n"),
    right: "include   note1"),
  .init(
    .unknownVariable, wrong: "0s        server send m1 to=alice ttl=$tll",
    right: "let       ttl 4h\n0s        server send m1 to=alice ttl=$ttl"),
  .init(.variableAgain, wrong: "let       ttl 4h\nlet       ttl 5h", right: "let       ttl 5h"),
  .init(
    .tooManyRepetitions, wrong: "0s        repeat 1000000000000 every 1us  pixel carry",
    right: "0s        repeat 10 every 1s  pixel carry"),
  .init(
    .counterOutsideRepeat, wrong: "0s        server send m# to=alice",
    right: "0s        repeat 3 every 1s  server send m# to=alice"),
  .init(
    .badRepeat, wrong: "0s        repeat 3 pixel carry",
    right: "0s        repeat 3 every 1s  pixel carry"),
  .init(
    .tooManySteps,
    wrong: (1...3).map { "\($0)h        repeat 90 every 1s  pixel carry" }
      .joined(separator: "\n"), right: "1h        repeat 90 every 1s  pixel carry"),
]

private let variantExamples: [MistakeExample] = [
  .init(.badAxis, wrong: "vary      kind data", right: "vary      kind data notification"),
  .init(
    .tooManyVariants, wrong: "vary      a 1 2 3 4\nvary      b 1 2 3 4",
    right: "vary      a 1 2 3 4"),
  .init(
    .unknownAxis, wrong: "vary      kind data mixed\nwhere     knid=data",
    right: "vary      kind data mixed\nwhere     kind=data"),
  .init(
    .notAnAxisValue, wrong: "vary      kind data mixed\nwhere     kind=dta",
    right: "vary      kind data mixed\nwhere     kind=data"),
  .init(
    .nothingLeft, wrong: "vary      kind data mixed\nwhere     kind!=data,mixed",
    right: "vary      kind data mixed\nwhere     kind!=data"),
  .init(
    .conditionOnStory, wrong: "vary      kind data mixed\n0s        pixel offline when kind=data",
    right: "vary      kind data mixed\n0s        pixel offline"),
  .init(
    .neverTrue,
    wrong: "vary      kind data mixed\nwhere     kind=data\n0s        pixel install\n"
      + "expect    pixel process  cold  when kind=mixed",
    right: "vary      kind data mixed\nwhere     kind=data\n0s        pixel install\n"
      + "expect    pixel process  cold  when kind=data"),
]
