package import SimKernel

/// What the server knows of local time: where the run hangs in the calendar, and clock changes.
package struct ServerCalendar: Sendable {
  /// Microseconds since 1970, universal time, at the start of the run.
  package var epoch: Int64 = 0
  /// Instants at which zones with one offset take another, in order.
  private var shifts: [Shift] = []

  /// An instant at which the zones with one offset take another.
  private struct Shift: BitwiseCopyable, Sendable {
    var at: SimTime
    var from: Int16
    var to: Int16
  }

  /// A run that begins at midnight, universal time, with no clock changes.
  package init() {}

  /// Teaches the calendar the clock changes of one zone, given as offsets and their beginnings.
  package mutating func addZone(_ changes: [(at: SimTime, minutes: Int16)]) {
    for index in changes.indices.dropFirst() {
      shifts.append(
        Shift(
          at: changes[index].at, from: changes[index - 1].minutes, to: changes[index].minutes))
    }
    shifts.sort { $0.at < $1.at }
  }

  /// The offset that a zone has now, known by the offset it had earlier.
  func offset(_ minutes: Int16, asOf earlier: SimTime, at now: SimTime) -> Int16 {
    var minutes = minutes
    for shift in shifts where shift.at > earlier && shift.at <= now && shift.from == minutes {
      minutes = shift.to
    }
    return minutes
  }

  /// When a span of local time ends that begins now, though the clocks change in between.
  func end(of rest: SimDuration, zoneMinutes: Int16, from now: SimTime) -> SimTime {
    let plain = now + rest
    let change = Int64(offset(zoneMinutes, asOf: now, at: plain)) - Int64(zoneMinutes)
    let end = plain - .minutes(change)
    // An end in the hour that the clocks leave out has no other instant.
    return end > now ? end : plain
  }

  /// How long a span of the local day that contains now still lasts; nothing where it does not.
  func remaining(from: UInt16, to: UInt16, zoneMinutes: Int16, at now: SimTime) -> SimDuration? {
    guard from != to else { return nil }
    let dayLength: Int64 = 86_400_000_000
    let minute: Int64 = 60_000_000
    let local = epoch &+ now.microseconds &+ Int64(zoneMinutes) * minute
    let ofDay = (local % dayLength + dayLength) % dayLength
    let begins = Int64(from) * minute
    let ends = Int64(to) * minute
    let isInside =
      from < to ? ofDay >= begins && ofDay < ends : ofDay >= begins || ofDay < ends
    guard isInside else { return nil }
    return .microseconds((ends - ofDay + dayLength) % dayLength)
  }
}
