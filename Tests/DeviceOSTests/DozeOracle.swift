import PushDomain
import Rulebook
import SimKernel

/// Doze as a state machine that steps from one alarm to the next, to hold the closed form to.
///
/// Nobody ever has work, so every window ends as early as it may.
struct DozeOracle {
  enum Light { case active, inactive, idle, window, overridden }
  enum Deep { case inactive, pending, sensing, locating, idle, window }

  private let rules: Rulebook
  private var light = Light.inactive
  private var deep = Deep.inactive
  private var lightDue: SimTime
  private var deepDue: SimTime
  private var nextLightIdle: SimDuration
  private var nextDeepIdle: SimDuration

  /// The screen just went off.
  init(_ rules: Rulebook, screenOffAt now: SimTime, lightEntry: SimDuration) {
    self.rules = rules
    nextLightIdle = rules.doze.lightIdleFirst.duration
    nextDeepIdle = rules.doze.deepIdleFirst.duration
    lightDue = now + lightEntry
    deepDue = now + rules.doze.deepInactive.duration
  }

  /// Steps through every alarm up to and including an instant.
  mutating func advance(to now: SimTime) {
    while min(lightDue, deepDue) <= now {
      if deepDue <= lightDue { stepDeep() } else { stepLight() }
    }
  }

  private mutating func stepLight() {
    switch light {
    case .inactive, .window:
      light = .idle
      lightDue = lightDue + nextLightIdle
      nextLightIdle = min(
        rules.doze.lightIdleMax.duration, nextLightIdle * rules.doze.lightIdleFactor.value)
    case .idle:
      light = .window
      lightDue = lightDue + rules.doze.lightWindowPause.duration
    case .active, .overridden: lightDue = .distantFuture
    }
  }

  private mutating func stepDeep() {
    switch deep {
    case .inactive:
      deep = .pending
      deepDue = deepDue + rules.doze.deepIdlePending.duration
    case .pending:
      deep = .sensing
      deepDue = deepDue + rules.doze.deepSensing.duration
    case .sensing:
      deep = .locating
      deepDue = deepDue + rules.doze.deepLocating.duration
    case .locating, .window:
      deep = .idle
      light = .overridden
      lightDue = .distantFuture
      deepDue = deepDue + nextDeepIdle
      nextDeepIdle = min(
        rules.doze.deepIdleMax.duration, nextDeepIdle * rules.doze.deepIdleFactor.value)
    case .idle:
      deep = .window
      deepDue = deepDue + rules.doze.deepWindowMin.duration
    }
  }

  /// The phase that the two machines make together.
  var phase: DozePhase {
    switch deep {
    case .idle: return .deep
    case .window: return .deepWindow
    case .inactive, .pending, .sensing, .locating: break
    }
    return switch light {
    case .idle: .light
    case .window: .lightWindow
    case .active, .inactive, .overridden: .awake
    }
  }
}
