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
    /// The violations that no line declares, and behind them those that one does.
    package var violations: [Violation]
    /// How many of them no line declares.
    package var undeclared: Int
  }

  /// All promises, in the order of the list.
  package private(set) var promises: [PromiseResult] = []
  /// The declarations that did not come true.
  package private(set) var unfulfilled: [DeclaredViolation] = []
  /// The promises that the file is about and that were not exercised.
  package private(set) var unexercised: [Promise] = []
  /// Nothing was expected or declared and no promise was exercised: the run cannot fail.
  package private(set) var isIdle = false
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
  ///   - isCut: The run was stopped before its end, so what never happened proves nothing.
  ///   - ending: Says which install belongs to which device.
  package init(
    _ judge: borrowing Judge, declared: [DeclaredViolation], subjects: [Promise],
    expectations: [ExpectationVerdict], idleFaults: Int, mistakes: Int,
    isCut: Bool, ending: borrowing Ending
  ) {
    let devices = Self.devices(ending)
    let found = judge.violations
    for promise in Promise.allCases {
      let violations = found.all(promise)
      let open = violations.filter { violation in
        !declared.contains { $0.covers(violation, devices: devices) }
      }
      let covered = violations.filter { violation in
        declared.contains { $0.covers(violation, devices: devices) }
      }
      promises.append(
        PromiseResult(
          promise: promise, verdict: judge.verdict(promise),
          isExpected: !violations.isEmpty && open.isEmpty, violations: open + covered,
          undeclared: open.count))
    }
    unfulfilled = declared.filter { line in
      !isCut && !found.kept.contains { line.covers($0, devices: devices) }
    }
    unexercised = subjects.filter { !isCut && !found.isExercised($0) }
    isIdle =
      declared.isEmpty && subjects.isEmpty && expectations.isEmpty
      && promises.allSatisfy { $0.verdict == .notExercised }
    if idleFaults > 0 || !unexercised.isEmpty || expectations.contains(.inconclusive) || isCut
      || isIdle
    {
      verdict = .inconclusive
    }
    if promises.contains(where: { $0.undeclared > 0 }) || !unfulfilled.isEmpty
      || expectations.contains(.violated)
    {
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
