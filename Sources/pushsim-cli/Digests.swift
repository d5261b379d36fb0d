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
    let isRecording = getenv("PUSHSIM_RECORD") != nil
    guard Files.kind(path) != .nothing, !isRecording else {
      try Files.write(lines.map { $0 + "\n" }.joined(), to: path)
      Console.tell("pushsim: wrote \(lines.count) digests to \(path)\n")
      return 0
    }
    let bytes = try Files.read(path, limit: 64 << 20)
    let known = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    let changed = lines.filter { !known.contains($0) }
    let gone = known.filter { !lines.contains($0) }
    guard !changed.isEmpty || !gone.isEmpty else { return 0 }
    for line in gone { Console.tell("- \(TerminalText.escaped(line))\n") }
    for line in changed { Console.tell("+ \(TerminalText.escaped(line))\n") }
    Console.tell(
      "pushsim: behaviour differs from \(path); say why in the change, and record it with"
        + " PUSHSIM_RECORD=1\n")
    return 1
  }

  private static func line(_ scenario: ScenarioReport) -> String {
    var text = scenario.file
    for pair in scenario.choices { text += " \(pair.name)=\(pair.value)" }
    return text + " seed=\(scenario.seed) \(scenario.digest)"
  }
}
