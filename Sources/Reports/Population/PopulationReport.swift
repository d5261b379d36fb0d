package import Judgement
import PushDomain
package import PushWorld
package import Rulebook
import SimKernel

/// A population's outcome, ready to be told: as a page of text, JSON, tables and plots.
package struct PopulationReport: Sendable {
  /// What was run.
  package let plan: PopulationPlan
  /// What came of it.
  package let result: PopulationResult
  /// The rules that were in force.
  package let rules: Rulebook
  /// What the design is called.
  package var designName = "published"
  /// What a reader of the figures should know of the call.
  package var notes: [String] = []
  /// How long it took, where somebody asked; never part of a digest.
  package var timing: Timing?

  /// What a run cost.
  package struct Timing: Sendable {
    /// Milliseconds on the wall.
    package var wallMilliseconds: Int64
    /// Milliseconds of all processors.
    package var processorMilliseconds: Int64
    /// The largest size of the process in bytes.
    package var peakBytes: Int64
    /// How many workers there were.
    package var workers: Int

    /// Describes what a run cost.
    package init(
      wallMilliseconds: Int64, processorMilliseconds: Int64, peakBytes: Int64, workers: Int
    ) {
      self.wallMilliseconds = wallMilliseconds
      self.processorMilliseconds = processorMilliseconds
      self.peakBytes = peakBytes
      self.workers = workers
    }
  }

  /// Puts a plan and what came of it side by side.
  package init(plan: PopulationPlan, result: PopulationResult, rules: Rulebook) {
    self.plan = plan
    self.result = result
    self.rules = rules
  }

  /// The fates of all sorts together.
  package var whole: FateStatistics { result.fates.whole }

  /// The percentiles that are told, in thousandths.
  static let percentiles: [(name: String, perMille: Int)] = [
    ("p50", 500), ("p90", 900), ("p99", 990), ("p99.9", 999),
  ]

  /// The verdict: broken books are a bug, broken promises a finding.
  package var exitStatus: Int32 {
    if result.imbalance != nil || result.mistakes > 0 { return 4 }
    return result.promises.contains { $0.verdict == .violated } ? 1 : 0
  }

  /// A sort of message in words: what it is, how urgent.
  func sortText(_ sort: PushSort) -> String {
    var text = Self.word(for: sort.kind) + (sort.priority == .high ? " high" : " normal")
    if sort.collapses { text += " collapsible" }
    if sort.isSilent { text += " silent" }
    return text
  }

  /// A kind of message in a word; asking the enumeration for it costs more than the page.
  private static func word(for kind: MessageKind) -> String {
    switch kind {
    case .data: "data"
    case .notification: "notification"
    case .mixed: "mixed"
    }
  }

  /// A cause as `because=` writes it.
  func word(_ because: Because) -> String {
    BecauseWords.word(for: because, in: rules) ?? "-"
  }
}

/// Numbers for people.
enum Figures {
  /// A number with commas between thousands.
  static func grouped(_ number: UInt64) -> String {
    let digits = Array(String(number))
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// A part of a whole in percent with two decimals.
  static func percent(_ part: UInt64, of whole: UInt64) -> String {
    guard whole > 0 else { return "-" }
    let hundredths = (part * 20_000 + whole) / (2 * whole)
    return "\(hundredths / 100).\(twoDigits(hundredths % 100))%"
  }

  /// A span with two leading parts at most: `1.3s`, `4m20s`, `7h12m`, `2d3h`.
  static func span(_ duration: SimDuration?) -> String {
    guard let duration else { return "-" }
    let milliseconds = duration.microseconds / 1_000
    if milliseconds < 1_000 { return "\(milliseconds)ms" }
    let seconds = milliseconds / 1_000
    if seconds < 60 { return "\(seconds).\(milliseconds % 1_000 / 100)s" }
    if seconds < 3_600 { return "\(seconds / 60)m\(seconds % 60)s" }
    if seconds < 86_400 { return "\(seconds / 3_600)h\(seconds % 3_600 / 60)m" }
    return "\(seconds / 86_400)d\(seconds % 86_400 / 3_600)h"
  }

  /// Pads on the left.
  static func right(_ text: String, _ width: Int) -> String {
    text.count >= width ? text : String(repeating: " ", count: width - text.count) + text
  }

  private static func twoDigits(_ number: UInt64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
