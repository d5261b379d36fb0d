extension Binder {
  /// Reads a number of some kind; nil when it is none, which is listed.
  mutating func quantity(
    _ kind: ValueKind, _ range: SourceRange, _ place: SourceRange
  ) -> Value? {
    switch kind {
    case .count(let bounds): return countValue(bounds, range, place)
    case .bound, .window: return boundValue(range, place, kind)
    case .duration:
      return durationValue(range, place, code: .badValue).map { .duration($0) }
    case .offset: return offsetValue(range, place)
    case .size:
      return number(source.text.size(range), range, place, kind).map { .number($0) }
    case .percent:
      return number(source.text.share(range), range, place, kind).map { .share($0) }
    case .quantity: return anyValue(range, place)
    default: return plainValue(kind, range, place)
    }
  }

  private mutating func plainValue(
    _ kind: ValueKind, _ range: SourceRange, _ place: SourceRange
  ) -> Value? {
    let read: Int64? =
      switch kind {
      case .clock: source.text.clock(range)
      case .version: source.text.version(range)
      case .date: source.text.date(range)
      default: nil
      }
    if let read { return .number(read) }
    bad(kind, range, place)
    return nil
  }

  private mutating func bad(_ kind: ValueKind, _ range: SourceRange, _ place: SourceRange) {
    mistake(
      .badValue, place, "\(string(range)) is not \(kind.placeholder).", expected: kind.placeholder)
  }

  private mutating func countValue(
    _ bounds: ClosedRange<Int64>, _ range: SourceRange, _ place: SourceRange
  ) -> Value? {
    if range.count == 1, source.text[range.start] == UInt8(ascii: "#"), counterEnd > 0 {
      return .counter
    }
    guard let count = number(source.text.count(range), range, place, .count(bounds)) else {
      return nil
    }
    guard bounds.contains(count) else {
      mistake(
        .badValue, place, "\(count) is out of range.",
        expected: ValueKind.count(bounds).placeholder)
      return nil
    }
    return .number(count)
  }

  private mutating func offsetValue(_ range: SourceRange, _ place: SourceRange) -> Value? {
    let sign = range.isEmpty ? 0 : source.text[range.start]
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      bad(.offset, range, place)
      return nil
    }
    let span = SourceRange(Int(range.start) + 1, Int(range.end))
    return number(source.text.duration(span), span, place, .offset).map {
      .duration(sign == UInt8(ascii: "-") ? -$0 : $0)
    }
  }

  /// Reads a duration; nil when it is none, which is listed.
  mutating func durationValue(
    _ range: SourceRange, _ place: SourceRange, code: MistakeCode
  ) -> Int64? {
    let reading = source.text.duration(range)
    if case .malformed = reading, code == .badTime {
      mistake(
        .badTime, place, "\(string(place)) is no time.", expected: "1h30m, +5m or day 2 09:00")
      return nil
    }
    return number(reading, range, place, .duration)
  }

  /// Turns what went wrong with a number into a mistake.
  private mutating func number(
    _ reading: NumberReading, _ range: SourceRange, _ place: SourceRange, _ kind: ValueKind
  ) -> Int64? {
    switch reading {
    case .value(let value): return value
    case .malformed: bad(kind, range, place)
    case .tooLarge:
      mistake(
        .numberTooLarge, place, "\(string(range)) is too large; the most is \(most(kind)).",
        expected: kind.placeholder)
    case .tooFine:
      mistake(
        .badValue, place, "\(string(range)) has parts of a microsecond, or too many decimals.",
        expected: kind.placeholder)
    case .missingUnit:
      mistake(
        .missingUnit, place, "\(string(range)) has no unit.", expected: kind.placeholder,
        nearest: suggestion(kind, range))
    case .unknownUnit(let unit):
      mistake(
        .unknownUnit, range == place ? unit : place, "\(string(unit)) is no unit.",
        expected: "us, ms, s, m, h, d or w; B, KB or MB")
    }
    return nil
  }

  /// The largest value of a kind.
  private func most(_ kind: ValueKind) -> String {
    switch kind {
    case .count(let bounds): "\(bounds.upperBound)"
    case .duration, .offset, .window: durationText(longestDuration)
    case .size: "\(Int64.max)B"
    case .percent: "100%"
    default: "\(Int64.max)"
    }
  }

  private func suggestion(_ kind: ValueKind, _ range: SourceRange) -> String {
    switch kind {
    case .size: "\(string(range))B"
    case .percent: "\(string(range))%"
    default: "\(string(range))s"
    }
  }

  private mutating func boundValue(
    _ range: SourceRange, _ place: SourceRange, _ kind: ValueKind
  ) -> Value? {
    guard let (low, high) = source.text.bounds(range) else {
      let reading = edge(range, kind)
      if case .value(let value) = reading, case .window = kind { return .range(0, value) }
      return number(reading, range, place, kind).map { .range($0, $0) }
    }
    if low.isEmpty && high.isEmpty {
      bad(kind, range, place)
      return nil
    }
    let first = low.isEmpty ? 0 : number(edge(low, kind), low, place, kind)
    let last = high.isEmpty ? .max : number(edge(high, kind), high, place, kind)
    guard let first, let last else { return nil }
    if first > last {
      mistake(
        .badValue, place, "\(string(range)) ends before it begins.",
        expected: "\(string(high))..\(string(low))")
      return nil
    }
    if first == 0, last == .max {
      mistake(
        .badValue, place, "\(string(range)) fits everything, so it says nothing.",
        expected: kind.placeholder)
      return nil
    }
    return .range(first, last)
  }

  private func edge(_ range: SourceRange, _ kind: ValueKind) -> NumberReading {
    if case .window = kind { source.text.duration(range) } else { source.text.count(range) }
  }

  /// Reads what the value of a rule can be: number, duration, size, share or word.
  private mutating func anyValue(_ range: SourceRange, _ place: SourceRange) -> Value? {
    if !range.isEmpty, isDigit(source.text[range.start]) {
      if case .value(let count) = source.text.count(range) { return .number(count) }
      if case .value(let span) = source.text.duration(range) { return .duration(span) }
      if case .value(let size) = source.text.size(range) { return .number(size) }
      if case .value(let share) = source.text.share(range) { return .share(share) }
      bad(.quantity, range, place)
      return nil
    }
    let content = source.text.content(of: range)
    return text(content, place)
  }
}
