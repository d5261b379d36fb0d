import PushDomain
package import SimKernel

/// What the server knows of local time: where the run hangs in the calendar, and what each zone does.
package struct ServerCalendar: Sendable {
  /// Microseconds since 1970, universal time, at the start of the run.
  package var epoch: Int64 = 0
  /// The offsets of all zones over the time of the run: zone by zone, each in order of time.
  private var eras = [Era(zone: .universal, begins: .zero, minutes: 0)]
  /// Where the eras of each zone begin.
  private var firsts: [UInt16] = [0]

  /// A time in which a zone keeps one offset.
  private struct Era: BitwiseCopyable, Sendable {
    var zone: ZoneID
    var begins: SimTime
    /// Minutes east of UTC.
    var minutes: Int16
  }

  /// A run that begins at midnight, universal time, and knows no other zone.
  package init() {}

  /// Teaches the calendar the next zone, given as offsets and their beginnings in order.
  ///
  /// - Precondition: The first offset is there from the beginning of the run.
  package mutating func addZone(_ changes: [(at: SimTime, minutes: Int16)]) {
    precondition(changes.first?.at == .zero, "a zone has an offset from the beginning")
    let zone = ZoneID(rawValue: UInt16(firsts.count))
    firsts.append(UInt16(eras.count))
    for change in changes {
      eras.append(Era(zone: zone, begins: change.at, minutes: change.minutes))
    }
    precondition(eras.count <= Int(UInt16.max), "at most 65,535 offsets of zones are in a run")
  }

  /// The era of a zone at an instant.
  @inline(__always)
  func era(of zone: ZoneID, at now: SimTime) -> UInt16 {
    zone == .universal ? 0 : search(zone, at: now)
  }

  private func search(_ zone: ZoneID, at now: SimTime) -> UInt16 {
    var era = Int(firsts[Int(zone.rawValue)])
    while era + 1 < eras.count, eras[era + 1].zone == zone, eras[era + 1].begins <= now {
      era += 1
    }
    return UInt16(era)
  }

  /// The zone that an era is of.
  func zone(of era: UInt16) -> ZoneID { eras[Int(era)].zone }

  /// When a span of local time ends that begins now, though the clocks change in between.
  func end(of rest: SimDuration, in zone: ZoneID, from now: SimTime) -> SimTime {
    let plain = now + rest
    let before = eras[Int(era(of: zone, at: now))].minutes
    let after = eras[Int(era(of: zone, at: plain))].minutes
    let end = plain - .minutes(Int64(after) - Int64(before))
    // An end in the hour that the clocks leave out has no other instant.
    return end > now ? end : plain
  }

  /// How long a span of the local day that contains now still lasts; nothing where it does not.
  func remaining(from: UInt16, to: UInt16, era: UInt16, at now: SimTime) -> SimDuration? {
    guard from != to else { return nil }
    let dayLength: Int64 = 86_400_000_000
    let minute: Int64 = 60_000_000
    let local = epoch &+ now.microseconds &+ Int64(eras[Int(era)].minutes) * minute
    let ofDay = (local % dayLength + dayLength) % dayLength
    let begins = Int64(from) * minute
    let ends = Int64(to) * minute
    let isInside =
      from < to ? ofDay >= begins && ofDay < ends : ofDay >= begins || ofDay < ends
    guard isInside else { return nil }
    return .microseconds((ends - ofDay + dayLength) % dayLength)
  }
}
