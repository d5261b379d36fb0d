import Judgement
package import PushDomain
import Rulebook

extension Because {
  /// The cause as `because=` writes it; empty for a fate that needs none.
  package var word: String {
    switch self {
    case .nothing: ""
    case .rule(let key):
      Rulebook.documented.entry(for: RuleKey(rawValue: key))?.idText ?? ""
    case .defence(let defence): defence.word.description
    case .code(let code): code.text.description
    case .unsent(let reason): hyphenated("\(reason)")
    case .fault: "fault"
    case .surface(let surface): hyphenated("\(surface)")
    case .waiting(let place): place.word.description
    }
  }
}

extension CauseWord {
  /// Whether a cause is the one that a file names.
  func fits(_ because: Because) -> Bool {
    switch (self, because) {
    case (.any, _): true
    case (.rule(let wanted), .rule(let found)): wanted == found
    case (.defence(let wanted), .defence(let found)): wanted == found
    case (.code(let wanted), .code(let found)): wanted == found
    case (.unsent(let wanted), .unsent(let found)): wanted == found
    case (.fault, .fault): true
    case (.surface(let wanted), .surface(let found)): wanted == found
    case (.waiting(let wanted), .waiting(let found)): wanted == found
    default: false
    }
  }
}

extension PushOutcome {
  /// The outcome of a push, in the words of fates, for `push=`.
  var fate: Fate {
    switch self {
    case .none: .unsent
    case .requested: .lost
    case .refused: .refused
    case .pending: .pending
    case .delivered: .handled
    case .collapsed: .replaced
    case .tooManyPending, .appForceStopped, .deviceInactive, .ttlExpired, .ended: .dropped
    }
  }
}
