/// How reading a number went.
enum NumberReading: Equatable {
  case value(Int64)
  case malformed
  case tooLarge
  /// It has parts of a microsecond.
  case tooFine
  case missingUnit
  case unknownUnit(SourceRange)
}

/// The largest duration: a thousand years, far from where sums of times overflow.
let longestDuration: Int64 = 1000 * 366 * 86_400_000_000

extension SourceText {
  /// A bare number without sign.
  func count(_ range: SourceRange) -> NumberReading {
    guard !range.isEmpty else { return .malformed }
    var value: Int64 = 0
    for index in range.bounds {
      guard isDigit(bytes[index]) else { return .malformed }
      let (product, first) = value.multipliedReportingOverflow(by: 10)
      let (sum, second) = product.addingReportingOverflow(Int64(bytes[index] &- 0x30))
      if first || second { return .tooLarge }
      value = sum
    }
    return .value(value)
  }

  /// `1h30m` in microseconds; each part is a number, perhaps with a fraction, and its unit.
  func duration(_ range: SourceRange) -> NumberReading {
    guard !range.isEmpty else { return .malformed }
    var at = Int(range.start)
    let end = Int(range.end)
    var total: Int64 = 0
    while at < end {
      let (reading, next) = durationPart(from: at, to: end)
      guard case .value(let part) = reading else { return reading }
      let (sum, overflows) = total.addingReportingOverflow(part)
      if overflows || sum > longestDuration { return .tooLarge }
      total = sum
      at = next
    }
    return .value(total)
  }

  private func durationPart(from start: Int, to end: Int) -> (NumberReading, next: Int) {
    var at = start
    while at < end, isDigit(bytes[at]) { at += 1 }
    guard at > start else { return (.malformed, at) }
    let whole = count(SourceRange(start, at))
    guard case .value(let number) = whole else { return (whole, at) }
    var fraction: Int64 = 0
    var scale: Int64 = 1
    if at + 1 < end, bytes[at] == UInt8(ascii: "."), isDigit(bytes[at + 1]) {
      at += 1
      while at < end, isDigit(bytes[at]) {
        guard scale < 1_000_000 else { return (.tooFine, at) }
        fraction = fraction * 10 + Int64(bytes[at] &- 0x30)
        scale *= 10
        at += 1
      }
    }
    let unitStart = at
    while at < end, isLetter(bytes[at]) { at += 1 }
    if at == unitStart { return (at == end ? .missingUnit : .malformed, at) }
    let unitRange = SourceRange(unitStart, at)
    guard let unit = unit(unitRange) else { return (.unknownUnit(unitRange), at) }
    let (product, overflows) = number.multipliedReportingOverflow(by: unit)
    if overflows || product > longestDuration { return (.tooLarge, at) }
    if fraction * unit % scale != 0 { return (.tooFine, at) }
    return (.value(product + fraction * unit / scale), at)
  }

  private func unit(_ range: SourceRange) -> Int64? {
    switch (range.count, bytes[Int(range.start)]) {
    case (1, UInt8(ascii: "s")): 1_000_000
    case (1, UInt8(ascii: "m")): 60_000_000
    case (1, UInt8(ascii: "h")): 3_600_000_000
    case (1, UInt8(ascii: "d")): 86_400_000_000
    case (1, UInt8(ascii: "w")): 604_800_000_000
    case (2, _): says(range, "ms") ? 1000 : says(range, "us") ? 1 : nil
    default: nil
    }
  }

  /// `4096B` or `4KB` in bytes; a kilobyte has 1024.
  func size(_ range: SourceRange) -> NumberReading {
    var at = Int(range.start)
    let end = Int(range.end)
    while at < end, isDigit(bytes[at]) { at += 1 }
    guard at > Int(range.start) else { return .malformed }
    let whole = count(SourceRange(Int(range.start), at))
    guard case .value(let number) = whole else { return whole }
    let unitRange = SourceRange(at, end)
    if unitRange.isEmpty { return .missingUnit }
    let unit: Int64
    if says(unitRange, "B") {
      unit = 1
    } else if says(unitRange, "KB") {
      unit = 1024
    } else if says(unitRange, "MB") {
      unit = 1 << 20
    } else if isLetter(bytes[at]) {
      return .unknownUnit(unitRange)
    } else {
      return .malformed
    }
    let (product, overflows) = number.multipliedReportingOverflow(by: unit)
    return overflows ? .tooLarge : .value(product)
  }

  /// `12.34%` in parts of a million.
  func share(_ range: SourceRange) -> NumberReading {
    guard range.count >= 2, bytes[Int(range.end) - 1] == UInt8(ascii: "%") else {
      return range.isEmpty || !isDigit(bytes[Int(range.start)]) ? .malformed : .missingUnit
    }
    let end = Int(range.end) - 1
    var at = Int(range.start)
    while at < end, isDigit(bytes[at]) { at += 1 }
    guard case .value(let whole) = count(SourceRange(Int(range.start), at)) else {
      return .malformed
    }
    guard whole <= 100 else { return .tooLarge }
    var parts = whole * 10_000
    if at < end {
      guard bytes[at] == UInt8(ascii: "."), end - at == 2 || end - at == 3,
        case .value(var digits) = count(SourceRange(at + 1, end))
      else { return .malformed }
      if end - at == 2 { digits *= 10 }
      parts += digits * 100
    }
    return parts > 1_000_000 ? .tooLarge : .value(parts)
  }

  /// `22:00` or `22:00:30` in seconds of the day.
  func clock(_ range: SourceRange) -> Int64? {
    let pieces = split(range, at: UInt8(ascii: ":"))
    guard pieces.count == 2 || pieces.count == 3 else { return nil }
    var total: Int64 = 0
    for (index, piece) in pieces.enumerated() {
      guard piece.count == 2 || index == 0 && piece.count == 1,
        case .value(let value) = count(piece),
        value < (index == 0 ? 24 : 60)
      else { return nil }
      total = total * 60 + value
    }
    return pieces.count == 2 ? total * 60 : total
  }

  /// `15` or `12.1` as major × 100 + minor.
  func version(_ range: SourceRange) -> Int64? {
    let pieces = split(range, at: UInt8(ascii: "."))
    guard pieces.count <= 2, let first = pieces.first, case .value(let major) = count(first),
      major < 1_000_000_000
    else { return nil }
    guard pieces.count == 2 else { return major * 100 }
    guard case .value(let minor) = count(pieces[1]), minor < 100 else { return nil }
    return major * 100 + minor
  }

  /// The stretches between separators, also empty ones.
  func split(_ range: SourceRange, at separator: UInt8) -> [SourceRange] {
    var pieces: [SourceRange] = []
    var start = Int(range.start)
    for index in range.bounds where bytes[index] == separator {
      pieces.append(SourceRange(start, index))
      start = index + 1
    }
    pieces.append(SourceRange(start, Int(range.end)))
    return pieces
  }

  /// The two sides of `2..5`; nil when there are no dots.
  func bounds(_ range: SourceRange) -> (SourceRange, SourceRange)? {
    var at = Int(range.start)
    while at + 1 < Int(range.end) {
      if bytes[at] == UInt8(ascii: "."), bytes[at + 1] == UInt8(ascii: ".") {
        return (SourceRange(Int(range.start), at), SourceRange(at + 2, Int(range.end)))
      }
      at += 1
    }
    return nil
  }
}

@inline(__always)
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
