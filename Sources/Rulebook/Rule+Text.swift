import SimKernel

extension Rule {
  /// The id as text.
  public var idText: String { id.description }

  /// The value in force as a scenario writes it.
  public var valueText: String { text(of: value) }

  /// Some value of this rule as a scenario writes it; a mechanism has none.
  public func text(of value: Int64) -> String {
    switch unit {
    case .none: ""
    case .count: String(value)
    case .duration: SimDuration.microseconds(value).description
    case .bytes: "\(value)B"
    case .flag: value == 0 ? "off" : "on"
    case .answer: answerWords.indices.contains(Int(value)) ? answerWords[Int(value)] : ""
    }
  }

  /// The answers of a reading as words, in the order of their numbers.
  public var answerWords: [String] {
    answers.utf8CodeUnitCount == 0
      ? [] : answers.description.split(separator: "|").map(String.init)
  }

  /// Whether the entry is a question that the documents leave open.
  public var isReading: Bool { unit == .answer }

  /// The line of a scenario that gives the entry a value; nil where that has no effect.
  public func settingText(for value: Int64) -> String? {
    guard relation == .enforced, unit != .none else { return nil }
    return "\(isReading ? "reading" : "rule") \(idText) \(text(of: value))"
  }
}

/// Why a text is no value of a rule.
public enum ValueMistake: Error, BitwiseCopyable, Hashable, Sendable {
  /// The rule is a mechanism without a number.
  case hasNoValue
  /// The rule is true by construction or not modelled, so a value would change nothing.
  case hasNoEffect
  /// The text is no number.
  case notANumber
  /// A span or size was written without its unit.
  case needsUnit
  /// The unit is not one of this rule.
  case wrongUnit
  /// The value lies below the least sensible one.
  case tooSmall
  /// The value lies above the largest that the model computes with.
  case tooLarge
  /// The word is neither on nor off.
  case notOnOrOff
  /// The word is none of the answers.
  case unknownAnswer
}

extension Rule {
  /// The largest value that a run may give the rule.
  public var most: Int64 {
    let most: Int64 =
      switch unit {
      case .none: 0
      case .count: 1_000_000_000
      case .duration: SimDuration.days(36_500).microseconds
      case .bytes: 1 << 40
      case .flag: 1
      case .answer: Int64(answerWords.count) - 1
      }
    return min(most, greatest)
  }

  /// Whether a run may give the rule this value.
  public func accepts(_ value: Int64) -> Bool { unit != .none && least <= value && value <= most }

  /// Reads a value from a scenario or the command line.
  public func value(from text: some StringProtocol) throws(ValueMistake) -> Int64 {
    guard relation == .enforced else { throw .hasNoEffect }
    let value: Int64
    switch unit {
    case .none: throw .hasNoValue
    case .count: value = try readCount(text)
    case .duration: value = try readDuration(text)
    case .bytes: value = try readBytes(text)
    case .flag:
      guard text == "on" || text == "off" else { throw .notOnOrOff }
      value = text == "on" ? 1 : 0
    case .answer:
      guard let index = answerWords.firstIndex(where: { $0 == text }) else { throw .unknownAnswer }
      value = Int64(index)
    }
    guard value >= least else { throw .tooSmall }
    guard value <= most else { throw .tooLarge }
    return value
  }
}

/// Splits a text into the digits at its start and the rest.
private func splitDigits(_ text: Substring.UTF8View) -> (
  digits: Substring.UTF8View, rest: Substring.UTF8View
) {
  let end = text.firstIndex { $0 < 48 || $0 > 57 } ?? text.endIndex
  return (text[..<end], text[end...])
}

/// Reads digits as a number.
private func readNumber(_ digits: Substring.UTF8View) throws(ValueMistake) -> Int64 {
  guard !digits.isEmpty else { throw .notANumber }
  var number: Int64 = 0
  for digit in digits {
    let (shifted, overflow) = number.multipliedReportingOverflow(by: 10)
    let (sum, carry) = shifted.addingReportingOverflow(Int64(digit) - 48)
    if overflow || carry { throw .tooLarge }
    number = sum
  }
  return number
}

/// Refuses a minus sign with the mistake that fits.
private func refuseNegative(_ text: some StringProtocol) throws(ValueMistake) {
  if text.utf8.first == 45, text.utf8.count > 1 { throw .tooSmall }
}

/// Reads a bare number.
private func readCount(_ text: some StringProtocol) throws(ValueMistake) -> Int64 {
  try refuseNegative(text)
  let (digits, rest) = splitDigits(Substring(text).utf8)
  let number = try readNumber(digits)
  guard rest.isEmpty else { throw .wrongUnit }
  return number
}

/// Reads a number of bytes such as `4096B`, `4KB` or `1MB`, in powers of 1,024.
private func readBytes(_ text: some StringProtocol) throws(ValueMistake) -> Int64 {
  try refuseNegative(text)
  let (digits, rest) = splitDigits(Substring(text).utf8)
  let number = try readNumber(digits)
  let length: Int64
  switch String(Substring(rest)) {
  case "": throw .needsUnit
  case "B": length = 1
  case "KB": length = 1 << 10
  case "MB": length = 1 << 20
  default: throw .wrongUnit
  }
  let (bytes, overflow) = number.multipliedReportingOverflow(by: length)
  if overflow { throw .tooLarge }
  return bytes
}

/// Reads a span such as `1h30m`, `400ms` or `0.25s`; each unit once, from the largest down.
private func readDuration(_ text: some StringProtocol) throws(ValueMistake) -> Int64 {
  try refuseNegative(text)
  var rest = Substring(text).utf8
  guard !rest.isEmpty else { throw .notANumber }
  var total: Int64 = 0
  var largest = Int64.max
  while !rest.isEmpty {
    let part = try readPart(&rest)
    guard part.length < largest else { throw .wrongUnit }
    largest = part.length
    let (span, overflow) = part.number.multipliedReportingOverflow(by: part.length)
    let (sum, carry) = total.addingReportingOverflow(span)
    let (all, excess) = sum.addingReportingOverflow(part.fraction)
    if overflow || carry || excess { throw .tooLarge }
    total = all
  }
  return total
}

/// One number with its unit out of a span.
private struct SpanPart {
  /// The whole number before the unit.
  var number: Int64
  /// The microseconds that stand behind a point; only seconds have them.
  var fraction: Int64
  /// The microseconds of the unit.
  var length: Int64
}

/// Takes the next number with its unit off the front of a span.
private func readPart(_ rest: inout Substring.UTF8View) throws(ValueMistake) -> SpanPart {
  let (digits, afterDigits) = splitDigits(rest)
  let number = try readNumber(digits)
  rest = afterDigits
  var fraction: Int64?
  if rest.first == 46 {
    let (decimals, afterDecimals) = splitDigits(rest.dropFirst())
    guard decimals.count <= 6 else { throw .tooSmall }
    var scale = try readNumber(decimals)
    for _ in decimals.count..<6 { scale *= 10 }
    fraction = scale
    rest = afterDecimals
  }
  let end = rest.firstIndex { (48...57).contains($0) } ?? rest.endIndex
  let unit = String(Substring(rest[..<end]))
  rest = rest[end...]
  let length: Int64
  switch unit {
  case "": throw .needsUnit
  case "d": length = SimDuration.days(1).microseconds
  case "h": length = SimDuration.hours(1).microseconds
  case "m": length = SimDuration.minutes(1).microseconds
  case "s": length = SimDuration.seconds(1).microseconds
  case "ms": length = SimDuration.milliseconds(1).microseconds
  case "us": length = 1
  default: throw .wrongUnit
  }
  guard fraction == nil || unit == "s" else { throw .wrongUnit }
  return SpanPart(number: number, fraction: fraction ?? 0, length: length)
}
