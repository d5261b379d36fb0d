package import PushDomain

/// What a run says of one promise.
package enum PromiseVerdict: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case held, violated, notExercised

  /// The verdict as reports write it.
  package var word: StaticString {
    switch self {
    case .held: "held"
    case .violated: "violated"
    case .notExercised: "not-exercised"
    }
  }
}

/// What a run says of one expectation.
package enum ExpectationVerdict: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case held, violated
  /// What it names never existed.
  case inconclusive
}

/// What a run says of its scenario; the strongest comes last.
package enum ScenarioVerdict: UInt8, BitwiseCopyable, CaseIterable, Hashable, Comparable, Sendable {
  case held, inconclusive, violated, mistaken

  /// The verdict as reports write it.
  package var word: StaticString {
    switch self {
    case .held: "held"
    case .inconclusive: "inconclusive"
    case .violated: "violated"
    case .mistaken: "mistaken"
    }
  }

  /// Orders verdicts by strength.
  package static func < (left: ScenarioVerdict, right: ScenarioVerdict) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The exit status that a verdict asks for.
  package var exitStatus: ExitStatus {
    switch self {
    case .held: .held
    case .inconclusive: .inconclusive
    case .violated: .violated
    case .mistaken: .mistake
    }
  }
}

/// The exit statuses of the command, in order of strength.
package enum ExitStatus: Int32, BitwiseCopyable, CaseIterable, Hashable, Comparable, Sendable {
  case held = 0
  case inconclusive = 2
  case violated = 1
  case mistake = 3
  /// A bug of this program: books that do not balance, a run that does not repeat.
  case bug = 4

  /// Orders statuses by strength, which is not the order of their numbers.
  package static func < (left: ExitStatus, right: ExitStatus) -> Bool {
    left.strength < right.strength
  }

  /// The place in the order.
  private var strength: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A `violates` line: this design is known to break a promise, there.
package struct DeclaredViolation: BitwiseCopyable, Hashable, Sendable {
  /// The promise.
  package var promise: Promise
  /// The message that breaks it; none for any.
  package var message: MessageID
  /// The device where it breaks; none for any.
  package var device: DeviceID
  /// The line of the declaration.
  package var line: UInt32

  /// Declares a violation.
  package init(
    _ promise: Promise, message: MessageID = .none, device: DeviceID = .none, line: UInt32 = 0
  ) {
    self.promise = promise
    self.message = message
    self.device = device
    self.line = line
  }

  /// Whether a violation is the declared one; `devices` gives each install's device.
  package func covers(_ violation: Violation, devices: [DeviceID]) -> Bool {
    guard violation.promise == promise else { return false }
    if !message.isNone && violation.message != message { return false }
    if device.isNone { return true }
    let install = violation.install
    return install.index < devices.count && devices[install.index] == device
  }
}
