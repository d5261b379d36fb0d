package import PushDomain
package import Rulebook

/// The closed list of `because=` words of each fate.
package enum BecauseWords {
  /// The word for a fault of the story, whatever its line.
  package static let fault: StaticString = "fault"

  /// Whether the cause of a fate may be the id of a rule.
  package static func takesRules(_ fate: Fate) -> Bool {
    switch fate {
    case .dropped, .replaced, .refused, .shownQuietly, .synced, .pending: true
    case .shown, .handled, .ignored, .unsent, .lost: false
    }
  }

  /// The words of a fate besides the ids of rules, in the order in which they are printed.
  package static func words(of fate: Fate) -> [StaticString] {
    switch fate {
    case .shown: Surface.allCases.map(\.word)
    case .ignored: Defence.allCases.map(\.word)
    case .refused: FCMCode.allCases.dropFirst().map(\.word)
    case .unsent: Unsent.allCases.map(\.word)
    case .lost: [fault]
    case .pending: WaitingPlace.allCases.map(\.word)
    case .synced:
      Defence.allCases.map(\.word) + FCMCode.allCases.dropFirst().map(\.word)
        + Unsent.allCases.map(\.word) + [fault] + WaitingPlace.allCases.map(\.word)
    case .shownQuietly, .handled, .replaced, .dropped: []
    }
  }

  /// The word of a cause; nothing for none, and the key for a rule that the book does not have.
  package static func word(for because: Because, in rules: Rulebook) -> String? {
    switch because {
    case .nothing: nil
    case .rule(let key):
      rules.entry(for: RuleKey(rawValue: key)).map { "\($0.id)" } ?? "rule-\(key)"
    case .defence(let defence): "\(defence.word)"
    case .code(let code): "\(code.word)"
    case .unsent(let reason): "\(reason.word)"
    case .fault: "\(fault)"
    case .surface(let surface): "\(surface.word)"
    case .waiting(let place): "\(place.word)"
    }
  }

  /// The causes that a word can stand for with a fate; none where it is not on the list.
  ///
  /// A word stands for more than one cause only with `synced`, where a defence, a code, a reason
  /// of the server and a place have their words side by side.
  package static func causes(_ word: String, of fate: Fate, in rules: Rulebook) -> [Because] {
    var causes: [Because] = []
    let isSynced = fate == .synced
    func add<Kind: CaseIterable>(
      _ cases: Kind.Type, _ text: (Kind) -> StaticString, _ make: (Kind) -> Because
    ) {
      for item in cases.allCases where "\(text(item))" == word { causes.append(make(item)) }
    }
    if fate == .shown { add(Surface.self, \.word) { .surface($0) } }
    if fate == .ignored || isSynced { add(Defence.self, \.word) { .defence($0) } }
    if fate == .refused || isSynced { add(FCMCode.self, \.word) { .code($0) } }
    if fate == .unsent || isSynced { add(Unsent.self, \.word) { .unsent($0) } }
    if fate == .pending || isSynced { add(WaitingPlace.self, \.word) { .waiting($0) } }
    if (fate == .lost || isSynced) && word == "\(fault)" { causes.append(.fault(line: 0)) }
    if takesRules(fate), let rule = rules.entry(named: word) {
      causes.append(.rule(rule.key.rawValue))
    }
    return causes.filter { $0 != .code(.ok) }
  }

  /// Whether a fate came about as a word says: by its cause, or by the rule behind an error code.
  package static func matches(_ causes: [Because], _ entry: FateEntry) -> Bool {
    causes.contains { cause in
      switch (cause, entry.because) {
      case (.fault(line: 0), .fault): true
      case (.rule(let key), _) where entry.rule == key && key != 0: true
      default: cause == entry.because
      }
    }
  }
}

extension Surface {
  /// The surface as the scenario language writes it.
  package var word: StaticString {
    switch self {
    case .tray: "tray"
    case .banner: "banner"
    case .inApp: "in-app"
    case .inbox: "inbox"
    case .tap: "tap"
    }
  }
}

extension Unsent {
  /// The reason as the scenario language writes it.
  package var word: StaticString {
    switch self {
    case .noRow: "no-row"
    case .optedOut: "opted-out"
    case .disabled: "disabled"
    case .capped: "capped"
    case .quietHours: "quiet-hours"
    case .expired: "expired"
    case .noAddress: "no-address"
    case .retracted: "retracted"
    case .nodeStopped: "node-stopped"
    case .rolledBack: "rolled-back"
    case .dryRun: "dry-run"
    case .seenElsewhere: "seen-elsewhere"
    case .gaveUp: "gave-up"
    case .noSubscription: "no-subscription"
    }
  }
}

extension FCMCode {
  /// The code as the scenario language writes it.
  package var word: StaticString {
    switch self {
    case .ok: "ok"
    case .invalidArgument: "invalid-argument"
    case .unregistered: "unregistered"
    case .senderIDMismatch: "sender-id-mismatch"
    case .permissionDenied: "permission-denied"
    case .quotaExceeded: "quota-exceeded"
    case .unavailable: "unavailable"
    case .internal: "internal"
    case .thirdPartyAuth: "third-party-auth"
    case .unauthenticated: "unauthenticated"
    case .unspecified: "unspecified"
    case .html: "html"
    }
  }
}
