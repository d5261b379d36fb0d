import Reports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The table of digests: one line a run, so that a change of behaviour is a visible line.
enum Digests {
  /// Compares a report with a file, or writes the file where it does not exist yet.
  ///
  /// - Returns: The exit status: 1 where a digest differs or is missing.
  static func compare(_ report: RunReport, with path: String) throws -> Int32 {
    let lines = report.scenarios.filter { !$0.digest.isEmpty }.map(line)
    let isRecording = getenv("PUSHSIM_RECORD").map { String(cString: $0) } == "1"
    guard Files.kind(path) != .nothing, !isRecording else {
      try Files.write(lines.map { $0 + "\n" }.joined(), to: path)
      Console.tell("pushsim: wrote \(lines.count) digests to \(path)\n")
      return 0
    }
    let bytes = try Files.read(path, limit: 64 << 20)
    // A line break of either kind is one character to `isNewline`.
    var known = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if known.last == "" { known.removeLast() }
    guard known != lines else { return 0 }
    let (gone, changed) = differences(known, lines)
    for line in gone { Console.tell("- \(TerminalText.escaped(line))\n") }
    for line in changed { Console.tell("+ \(TerminalText.escaped(line))\n") }
    if gone.isEmpty, changed.isEmpty {
      Console.tell("pushsim: the lines of \(path) are right but stand in another order\n")
    }
    Console.tell(
      "pushsim: behaviour differs from \(path); say why in the change, and record it with"
        + " PUSHSIM_RECORD=1\n")
    return 1
  }

  /// The lines that only one of two tables has, repeated lines counted.
  private static func differences(
    _ known: [String], _ lines: [String]
  ) -> (gone: [String], changed: [String]) {
    let (left, right) = (known.sorted(), lines.sorted())
    var (gone, changed): ([String], [String]) = ([], [])
    var (at, other) = (0, 0)
    while at < left.count || other < right.count {
      if other == right.count || at < left.count && left[at] < right[other] {
        gone.append(left[at])
        at += 1
      } else if at == left.count || right[other] < left[at] {
        changed.append(right[other])
        other += 1
      } else {
        at += 1
        other += 1
      }
    }
    return (gone, changed)
  }

  private static func line(_ scenario: ScenarioReport) -> String {
    var text = scenario.file
    for pair in scenario.choices { text += " \(pair.name)=\(pair.value)" }
    // One line a run, whatever a file is called.
    return TerminalText.escaped(text) + " seed=\(scenario.seed) \(scenario.digest)"
  }
}
