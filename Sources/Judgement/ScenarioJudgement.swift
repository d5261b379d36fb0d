package import PushDomain

/// Puts together what a run says: promises, declarations, expectations, and what never happened.
package struct ScenarioJudgement: Sendable {
  /// One promise of the run.
  package struct PromiseResult: Sendable {
    /// The promise.
    package var promise: Promise
    /// Whether it held.
    package var verdict: PromiseVerdict
    /// Every violation was declared.
    package var isExpected: Bool
    /// How often it was broken.
    package var count: UInt64
    /// The first violations.
    package var violations: [Violation]
  }

  /// All promises, in the order of the list.
  package private(set) var promises: [PromiseResult] = []
  /// The violations that no line declared, in the order in which they showed.
  package private(set) var undeclared: [Violation] = []
  /// The declarations that did not come true.
  package private(set) var unfulfilled: [DeclaredViolation] = []
  /// The promises that the file is about and that were not exercised.
  package private(set) var unexercised: [Promise] = []
  /// The verdict of the scenario.
  package private(set) var verdict = ScenarioVerdict.held

  /// Judges a run.
  ///
  /// - Parameters:
  ///   - judge: The judge that read the whole run and its ending.
  ///   - declared: The `violates` lines that apply.
  ///   - subjects: The promises of `promise` lines.
  ///   - expectations: The verdicts of `expect` lines.
  ///   - idleFaults: How many faults of the story found nothing to act on.
  ///   - mistakes: How many statements of the story could not take effect.
  ///   - ending: Says which install belongs to which device.
  package init(
    _ judge: borrowing Judge, declared: [DeclaredViolation], subjects: [Promise],
    expectations: [ExpectationVerdict], idleFaults: Int, mistakes: Int,
    ending: borrowing Ending
  ) {
    let devices = Self.devices(ending)
    let found = judge.violations
    for promise in Promise.allCases {
      let violations = found.all(promise)
      let open = violations.filter { violation in
        !declared.contains { $0.covers(violation, devices: devices) }
      }
      undeclared += open
      promises.append(
        PromiseResult(
          promise: promise, verdict: judge.verdict(promise),
          isExpected: !violations.isEmpty && open.isEmpty, count: found.count(promise),
          violations: violations))
    }
    unfulfilled = declared.filter { line in
      !found.kept.contains { line.covers($0, devices: devices) }
    }
    unexercised = subjects.filter { !found.isExercised($0) }
    if idleFaults > 0 || !unexercised.isEmpty || expectations.contains(.inconclusive) {
      verdict = .inconclusive
    }
    if !undeclared.isEmpty || !unfulfilled.isEmpty || expectations.contains(.violated) {
      verdict = .violated
    }
    if mistakes > 0 { verdict = .mistaken }
  }

  /// The device of each install.
  private static func devices(_ ending: borrowing Ending) -> [DeviceID] {
    var devices: [DeviceID] = []
    for standing in ending.installs {
      while devices.count <= standing.install.index { devices.append(.none) }
      devices[standing.install.index] = standing.device
    }
    return devices
  }
}
