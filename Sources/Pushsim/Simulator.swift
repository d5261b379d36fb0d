import PushDomain
import Reports
import ScenarioLanguage
import Scenarios

/// Runs scenario text: people, phones, FCM, the SDK and the server of one story, and its verdict.
///
/// ```swift
/// let outcome = Simulator().run("""
///   scenario  A message reaches Alice
///   users     alice
///   phone     pixel  android 15
///   0s        pixel   ready alice
///   +1m       server  send hello to=alice
///   settle    1h
///   expect    hello on pixel  shown
///   """)
/// precondition(outcome.verdict == .held, outcome.text)
/// ```
///
/// The same text and seed give the same outcome everywhere. A run touches no file, no clock and no
/// network. Cost: tens of microseconds for a small story.
public struct Simulator: Sendable {
  /// The seed of everything drawn, from 0 on; 1 unless set.
  public var seed: UInt64 = 1
  /// The design under test by name, `published` or `hardened`; nil leaves it to the text.
  public var design: String?
  /// Defences added to the design, by their words.
  public var with: [String] = []
  /// Defences taken from the design, by their words.
  public var without: [String] = []

  /// Makes a simulator with the first seed, which takes the design from the text.
  public init() {}

  /// Runs every variant of a scenario.
  ///
  /// - Parameters:
  ///   - text: The scenario, as a `.push` file holds it; includes are not loaded.
  ///   - name: How mistakes call the text.
  /// - Returns: The outcome of every variant; mistakes in the text make it `mistaken`, nothing is
  ///   thrown.
  public func run(_ text: String, named name: String = "scenario.push") -> SimulationOutcome {
    var options = CompileOptions()
    options.seed = seed
    options.design = design
    options.with = Self.defences(with)
    options.without = Self.defences(without)
    let compilation = Compilation(file: name, bytes: Array(text.utf8), options: options)
    var report = RunReport()
    if compilation.mistakes.isEmpty {
      var options = RunOptions()
      options.seed = seed
      for scenario in compilation.scenarios {
        report.scenarios.append(
          ScenarioReport(ScenarioRun(scenario, options: options), explainsFates: true))
      }
    } else {
      var mistaken = ScenarioReport()
      mistaken.file = name
      mistaken.verdict = .mistaken
      mistaken.remarks = [RemarkReport(line: 0, text: compilation.mistakeText)]
      report.scenarios = [mistaken]
    }
    return SimulationOutcome(report)
  }

  /// The defences that words name; a word that names none is a mistake of the calling program.
  private static func defences(_ words: [String]) -> [Defence] {
    words.map { word in
      guard let defence = Defence.allCases.first(where: { $0.word.description == word }) else {
        preconditionFailure("there is no defence \(word)")
      }
      return defence
    }
  }
}
