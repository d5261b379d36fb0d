/// A change of the offset of a time zone.
package struct ZoneChange: Equatable, BitwiseCopyable, Sendable {
  /// Seconds since 1970 in universal time.
  package var instant: Int64
  /// Seconds that local clocks are ahead of universal time from then on.
  package var offset: Int32

  package init(instant: Int64, offset: Int32) {
    self.instant = instant
    self.offset = offset
  }
}

/// A time zone as far as a story reaches; the first change lies before its beginning.
package struct Zone: Equatable, Sendable {
  /// What the zone is called.
  package var name: String
  /// The offsets, from the beginning on, in order of time.
  package var changes: [ZoneChange]

  package init(name: String, changes: [ZoneChange]) {
    precondition(!changes.isEmpty, "a zone has an offset from the beginning")
    self.name = name
    self.changes = changes
  }

  /// Universal time, which every resolver knows.
  package static let universal = Zone(name: "UTC", changes: [ZoneChange(instant: .min, offset: 0)])

  /// Seconds that local clocks are ahead of universal time at an instant.
  package func offset(at instant: Int64) -> Int32 {
    var result = changes[0].offset
    for change in changes where change.instant <= instant { result = change.offset }
    return result
  }

  /// The first instant at which local clocks show this; nil in the hour that a clock change skips.
  package func instant(ofLocal local: Int64) -> Int64? {
    var first: Int64?
    for change in changes {
      let candidate = local - Int64(change.offset)
      if offset(at: candidate) == change.offset { first = min(first ?? candidate, candidate) }
    }
    return first
  }
}

/// Where zones come from: the edge of the program reads the system's data, the language stays pure.
///
/// The answer covers the given years; nil means that no zone has this name.
package struct ZoneResolver: Sendable {
  /// Finds a zone by its name, for some years.
  package let resolve: @Sendable (_ name: String, _ years: ClosedRange<Int64>) -> Zone?

  package init(resolve: @escaping @Sendable (String, ClosedRange<Int64>) -> Zone?) {
    self.resolve = resolve
  }

  /// Knows universal time only.
  package static let universal = ZoneResolver { name, _ in name == "UTC" ? .universal : nil }
}

/// Where a story hangs in the calendar.
package struct CalendarStart: Equatable, Sendable {
  /// Seconds since 1970 at the story's zero, in universal time.
  package var instant: Int64
  /// Days since 1970 of the local first day.
  package var day: Int64
  /// Where the clocks of the story hang.
  package var zone: Zone
}

/// Days since 1970 of a date of the Gregorian calendar; nil when there is no such day.
package func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64? {
  guard (1...12).contains(month), (1970...9999).contains(year), day >= 1 else { return nil }
  let lengths: [Int64] = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  guard day <= lengths[Int(month) - 1] else { return nil }
  let before = year - 1
  let leapDays = before / 4 - before / 100 + before / 400
  let untilYear = before * 365 + leapDays - 719_162
  return untilYear + lengths[..<(Int(month) - 1)].reduce(0, +) + day - 1
}

/// The year of a day since 1970, for asking a zone about the years around it.
package func year(ofDay day: Int64) -> Int64 {
  var year = 1970 + day / 366
  while let next = daysSince1970(year: year + 1, month: 1, day: 1), next <= day { year += 1 }
  return year
}

private func isLeap(_ year: Int64) -> Bool {
  year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

extension SourceText {
  /// `2026-03-27` in days since 1970.
  func date(_ range: SourceRange) -> Int64? {
    let pieces = split(range, at: UInt8(ascii: "-"))
    guard pieces.count == 3, pieces[0].count == 4, pieces[1].count == 2, pieces[2].count == 2,
      case .value(let year) = count(pieces[0]), case .value(let month) = count(pieces[1]),
      case .value(let day) = count(pieces[2])
    else { return nil }
    return daysSince1970(year: year, month: month, day: day)
  }
}
