import Reports

/// What came of a scenario: one run for each of its variants.
public struct SimulationOutcome: Sendable {
  private let report: RunReport

  init(_ report: RunReport) { self.report = report }

  /// How a scenario ends.
  public enum Verdict: String, Sendable, CaseIterable {
    /// Everything held, or broke as the text declares.
    case held
    /// A promise broke undeclared, or an expectation was not met.
    case violated
    /// Something that the text names never came into play.
    case inconclusive
    /// The text has mistakes.
    case mistaken
    /// The program itself is wrong.
    case unsound
  }

  /// The strongest verdict of all variants.
  public var verdict: Verdict {
    let order: [Verdict] = [.unsound, .mistaken, .violated, .inconclusive]
    return order.first { verdict in runs.contains { $0.verdict == verdict } } ?? .held
  }

  /// Each variant, in the order of the text.
  public var runs: [Run] { report.scenarios.map(Run.init) }

  /// The outcome as a person reads it, plain text of 80 columns.
  public var text: String {
    var text = TextReport()
    text.isDetailed = true
    return text.text(report)
  }

  /// The outcome as JSON, in the form of `pushsim run --json`.
  public var json: String { JSONReport.text(report) }

  /// One variant of a scenario, run to its end.
  public struct Run: Sendable {
    private let report: ScenarioReport

    init(_ report: ScenarioReport) { self.report = report }

    /// How it ended.
    public var verdict: Verdict { Verdict(rawValue: report.verdict.rawValue) ?? .unsound }
    /// What differs in this variant, as `name=value`.
    public var variant: [String] { report.variant.map { "\($0.name)=\($0.value)" } }
    /// How every message ended for every targeted install.
    public var fates: [Fate] { report.fates.map(Fate.init) }
    /// The promises that broke, declared or not, by their words.
    public var brokenPromises: [String] {
      report.promises.filter { $0.verdict == .violated }.map(\.name)
    }
    /// The digest of everything observed: equal digests mean equal behaviour.
    public var digest: String { report.digest }

    /// The fate of a message on a device; nil where it was not meant for it.
    public func fate(of message: String, on device: String) -> Fate? {
      fates.last { $0.message == message && $0.device == device }
    }
  }

  /// How one message ended for one install.
  public struct Fate: Sendable {
    /// The message, as the text calls it.
    public let message: String
    /// The device, as the text calls it.
    public let device: String
    /// The number of the install on the device, from 1.
    public let install: Int
    /// One of the closed list: shown, shown-quietly, handled, synced, replaced, ignored, dropped,
    /// refused, unsent, lost, pending.
    public let fate: String
    /// The rule, defence, code or reason that made it so; empty where none is due.
    public let because: String
    /// What led to it, one sentence a step, the first cause first.
    public let causes: [String]

    init(_ report: FateReport) {
      message = report.message
      device = report.device
      install = report.install
      fate = report.fate
      because = report.because
      causes = report.causes.map { cause in
        (cause.line > 0 ? "line \(cause.line): " : "") + cause.what
      }
    }
  }
}
