import PushDomain
import ScenarioLanguage
import SimKernel

extension Lowering {
  /// Keeps an expectation with the time, line and condition of its sentence.
  mutating func expect(_ subject: Expectation.Subject) {
    result.expectations.append(
      Expectation(
        line: line, order: order, text: script.text.string(sentence.place),
        time: sentence.isAtEnd ? nil : SimTime(microseconds: sentence.time),
        isNever: sentence.isNever, isJudged: sentence.isJudged, subject: subject))
  }

  /// The messages of a place.
  func messages(_ name: StaticString) -> MessageRun? {
    symbol(name).map {
      MessageRun(first: MessageID(Int($0.first)), count: UInt32($0.count))
    }
  }

  /// The devices of a place, with the profile and app that the options name.
  mutating func devices(_ name: StaticString) -> DeviceRun? {
    guard let symbol = symbol(name), slot(of: DeviceID(Int(symbol.first))) != nil else {
      return nil
    }
    var run = DeviceRun(first: DeviceID(Int(symbol.first)), count: UInt32(symbol.count))
    run.install = UInt16(symbol.life)
    run.profile = UInt8(number("profile") ?? 0)
    run.app = UInt8(number("app") ?? 0)
    return run
  }

  /// An expectation about devices.
  mutating func on(
    _ name: StaticString, _ make: (inout Lowering, DeviceRun) -> Expectation.Subject?
  ) -> Expectation.Subject? {
    guard let devices = devices(name) else { return nil }
    return complete(make(&self, devices))
  }

  /// Lists a mistake when the line says nothing that could be false.
  mutating func complete(_ subject: Expectation.Subject?) -> Expectation.Subject? {
    if needsMore, !saysMore {
      let options = slots.filter { $0.style == .option && !["profile", "app"].contains($0.name) }
      mistake(
        .missingOption, sentence.place, "This expectation says nothing that could be false.",
        expected: options.prefix(6).map { "\($0.name)=" }.joined(separator: ", "))
      return nil
    }
    return subject
  }

  /// Whether an option or phrase stands that can be true or false.
  private var saysMore: Bool {
    for given in script.given(of: sentence) where slots[Int(given.slot)].style != .word {
      let name = slots[Int(given.slot)].name
      if name != "profile", name != "app" { return true }
    }
    return false
  }

  /// A user by name, `.none` for the word none; nil when the place is left out or unknown.
  mutating func userOrNone(_ name: StaticString) -> UserID? {
    guard value(name) != .absent else { return nil }
    guard let word = text(name) else {
      mistake(.badValue, place(name), "Here stands a user, or none.", expected: "a user or none")
      return nil
    }
    if word == "none" { return UserID.none }
    let count = script.symbols.count(in: Spaces.user)
    for index in 0..<count where script.symbols.name(of: index, in: Spaces.user) == word {
      return UserID(index)
    }
    let known = (0..<min(count, 200)).map { script.symbols.name(of: $0, in: Spaces.user) }
    mistake(
      .unknownUser, place(name), "There is no user \(word) in this file.",
      expected: (known.prefix(12) + ["none"]).joined(separator: ", "),
      nearest: nearestWord(to: word, among: known))
    return nil
  }

  /// How messages end on devices.
  mutating func fate() -> Expectation.Subject? {
    guard let messages = messages("message"), let devices = devices("device"),
      let fate: Fate = choice("fate")
    else { return nil }
    var expected = FateExpectation(messages: messages, devices: devices, fate: fate)
    if let index = number("because") {
      expected.because = Lists.causes[Int(index)].cause
      checkCause(expected.because, of: fate)
    }
    expected.push = choice("push")
    expected.surface = choice("surface")
    expected.times = bounds("times")
    expected.within = bounds("within")
    expected.by = duration("by").map { SimTime(microseconds: $0.microseconds) }
    return .fate(expected)
  }

  /// Each fate has its own kind of cause.
  private mutating func checkCause(_ cause: CauseWord, of fate: Fate) {
    let fits: Bool
    let expected: String
    switch fate {
    case .ignored: (fits, expected) = (isDefence(cause), "a defence, such as client-user-filter")
    case .lost: (fits, expected) = (cause == .fault, "fault")
    case .refused: (fits, expected) = (isCode(cause) || isRule(cause), "an answer of FCM or a rule")
    case .unsent: (fits, expected) = (isUnsent(cause) || isRule(cause), "a reason of the server")
    case .shown: (fits, expected) = (isSurface(cause), "where it was seen, such as tray")
    case .pending: (fits, expected) = (isPlace(cause) || isRule(cause), "where it waits, or a rule")
    case .dropped, .replaced, .shownQuietly:
      (fits, expected) = (isRule(cause), "a rule, such as fcm.store.limit")
    case .synced, .handled: (fits, expected) = (true, "")
    }
    if !fits {
      mistake(
        .contradiction, place("because"), "A message that was \(fate.word) has no such cause.",
        expected: expected)
    }
  }

  private func isPlace(_ cause: CauseWord) -> Bool {
    if case .waiting = cause { true } else { false }
  }
  private func isDefence(_ cause: CauseWord) -> Bool {
    if case .defence = cause { true } else { false }
  }
  private func isCode(_ cause: CauseWord) -> Bool { if case .code = cause { true } else { false } }
  private func isRule(_ cause: CauseWord) -> Bool { if case .rule = cause { true } else { false } }
  private func isUnsent(_ cause: CauseWord) -> Bool {
    if case .unsent = cause { true } else { false }
  }
  private func isSurface(_ cause: CauseWord) -> Bool {
    if case .surface = cause { true } else { false }
  }

  /// A promise that is known to break.
  mutating func violates() {
    guard let promise: Promise = choice("promise") else { return }
    result.violations.append(
      ExpectedViolation(
        promise: promise, line: line,
        message: symbol("by").map { MessageID(Int($0.first)) },
        device: symbol("on").map { DeviceID(Int($0.first)) },
        isJudged: sentence.isJudged, hasCondition: sentence.isConditional))
  }
}
