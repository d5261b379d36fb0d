extension SimDuration: CustomStringConvertible {
  /// The span from its largest unit down, such as `1d3h`, `3h0m0.2s`, `45s`, `0.25s` or `0s`.
  ///
  /// The largest non-zero unit comes first; smaller units that are zero are left out only at the
  /// end. A negative span starts with a minus sign.
  public var description: String {
    guard microseconds != 0 else { return "0s" }
    var text = microseconds < 0 ? "-" : ""
    var rest = microseconds.magnitude
    var hasStarted = false
    for (unit, length) in Self.units {
      guard rest > 0 else { return text }
      let count = rest / length
      rest %= length
      guard hasStarted || count > 0 else { continue }
      hasStarted = true
      text += "\(count)\(unit)"
    }
    if rest > 0 { text += Self.secondsText(rest) }
    return text
  }

  /// Units above the second, largest first, with their lengths in microseconds.
  private static let units: [(unit: String, length: UInt64)] = [
    ("d", 86_400_000_000), ("h", 3_600_000_000), ("m", 60_000_000),
  ]

  /// Writes less than a minute as seconds with as many digits as needed.
  private static func secondsText(_ microseconds: UInt64) -> String {
    let whole = microseconds / 1_000_000
    var fraction = microseconds % 1_000_000
    guard fraction > 0 else { return "\(whole)s" }
    var digitCount = 6
    while fraction % 10 == 0 {
      fraction /= 10
      digitCount -= 1
    }
    let digits = String(fraction)
    let zeros = String(repeating: "0", count: digitCount - digits.utf8.count)
    return "\(whole).\(zeros)\(digits)s"
  }
}
