import SimKernel

extension Habits {
  /// Writes the agenda of a phone's next day.
  mutating func planDay(_ phone: Int, _ choices: inout Choices) {
    var row = rows[phone]
    var day = DayPlan()
    let wake = hours(plan.morningHour) + draw(7_200, &row, &choices)
    let bed = hours(plan.eveningHour) + draw(7_200, &row, &choices)
    for _ in 0..<plan.pushesPerDay {
      let at = draw(AgendaEntry.daySeconds, &row, &choices)
      let sort = UInt32(sortOfDraw[Int(draw(1_000, &row, &choices))])
      add(AgendaEntry(second: at, .push, argument: sort), &day)
    }
    if !row.traits.contains(.gone) {
      live(from: wake, to: bed, &row, &day, &choices)
    }
    row.next = 0
    row.count = UInt8(day.count)
    rows[phone] = row
    let base = phone * Self.capacity
    for place in 0..<day.count { agenda[base + place] = day.entries[place] }
  }

  /// What a person does between getting up and going to bed.
  private mutating func live(
    from wake: UInt32, to bed: UInt32, _ row: inout HabitRow, _ day: inout DayPlan,
    _ choices: inout Choices
  ) {
    add(AgendaEntry(second: wake, .pickUp), &day)
    add(AgendaEntry(second: wake + 120, .putAside), &day)
    for _ in 0..<plan.opensPerDay {
      use(.open, wake + draw(bed - wake, &row, &choices), 240, &row, &day, &choices)
    }
    for _ in 0..<plan.pickupsPerDay {
      use(.pickUp, wake + draw(bed - wake, &row, &choices), 120, &row, &day, &choices)
    }
    if row.traits.contains(.charges) {
      add(AgendaEntry(second: wake, .unplug), &day)
      add(AgendaEntry(second: bed, .plug), &day)
    }
    if row.traits.contains(.commutes), row.day % 7 < 5 {
      for hour in [7, 17] {
        let start = hours(hour) + draw(5_400, &row, &choices)
        let length = 60 * (1 + draw(plan.commuteMinutes, &row, &choices))
        add(AgendaEntry(second: start, .goOffline), &day)
        add(AgendaEntry(second: start + length, .goOnline), &day)
      }
    }
    let today = row.day
    let (lent, back) = (row.lendDay, row.lendDay == .max ? .max : row.lendDay + 1)
    once(.reinstall, row.reinstallDay == today, wake, bed, &row, &day, &choices)
    once(.lend, lent == today, wake, bed, &row, &day, &choices)
    once(.takeBack, back == today, wake, bed, &row, &day, &choices)
    once(.forceStop, row.stopDay == today, wake, bed, &row, &day, &choices)
    once(.revoke, row.revokeDay == today, wake, bed, &row, &day, &choices)
    once(.uninstall, row.uninstallDay == today, wake, bed, &row, &day, &choices)
  }

  /// Something rare, if this is its day.
  private mutating func once(
    _ habit: Habit, _ isDue: Bool, _ wake: UInt32, _ bed: UInt32, _ row: inout HabitRow,
    _ day: inout DayPlan, _ choices: inout Choices
  ) {
    guard isDue else { return }
    use(habit, wake + draw(bed - wake, &row, &choices), 60, &row, &day, &choices)
  }

  /// Something that a person does with the phone in hand, and putting it aside.
  private mutating func use(
    _ habit: Habit, _ second: UInt32, _ longest: UInt32, _ row: inout HabitRow,
    _ day: inout DayPlan, _ choices: inout Choices
  ) {
    add(AgendaEntry(second: second, habit), &day)
    add(AgendaEntry(second: second + 20 + draw(longest, &row, &choices), .putAside), &day)
  }

  /// Enters something in the order of time.
  private mutating func add(_ entry: AgendaEntry, _ day: inout DayPlan) {
    precondition(day.count < day.entries.count, "no day has more habits than an agenda holds")
    var place = day.count
    while place > 0, day.entries[place - 1] > entry.bits {
      day.entries[place] = day.entries[place - 1]
      place -= 1
    }
    day.entries[place] = entry.bits
    day.count += 1
  }

  @inline(__always)
  private func draw(_ count: UInt32, _ row: inout HabitRow, _ choices: inout Choices) -> UInt32 {
    choices.choose(Self.label.of(row.key), counter: &row.draws, among: count)
  }

  private func hours(_ count: Int) -> UInt32 { UInt32(count) * 3_600 }

  /// The agenda of a day while it is written.
  private struct DayPlan {
    var entries = InlineArray<64, UInt32>(repeating: 0)  // `capacity`, which must be a literal here
    var count = 0
  }
}
