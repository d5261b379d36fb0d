import Backend
import ClientSDK
import DeviceOS
import Judgement
import PushDomain
import PushServices
import SimKernel

extension World {
  /// Gives the phones their habits: all people join in the small hours of the first day.
  mutating func settle(_ plan: PopulationPlan, _ traits: PopulationTraits, _ phones: Range<Int>) {
    server.expectNoTrouble(&serverState)
    habits.plan = plan
    habits.ordered = Array(repeating: 0, count: plan.sorts.count)
    for (number, sort) in plan.sorts.enumerated() {
      habits.sortOfDraw.append(
        contentsOf: repeatElement(UInt8(number), count: Int(sort.perMille)))
    }
    precondition(habits.sortOfDraw.count == 1_000, "the sorts of a plan make up a thousand")
    habits.agenda = Array(repeating: 0, count: phones.count * Habits.capacity)
    habits.rows.reserveCapacity(phones.count)
    for (index, phone) in phones.enumerated() {
      var row = traits.row(phone, &context.choices)
      let second = context.choices.choose(
        Habits.label.of(row.key), counter: &row.draws, among: 3_600)
      habits.agenda[index * Habits.capacity] = AgendaEntry(second: second, .join).bits
      habits.agenda[index * Habits.capacity + 1] =
        AgendaEntry(second: second + 300, .putAside).bits
      row.count = 2
      habits.rows.append(row)
      armHabit(index)
    }
  }

  /// How the tables of server and provider stand.
  func sample() -> DaySample {
    var sample = DaySample()
    serverState.forEachRow { row in
      sample.rows += 1
      let isLive =
        fcmState.isLive(row.address, at: now) && fcmState.install(of: row.address) == row.install
      if !isLive { sample.deadAddresses += 1 }
      if !row.isEnabled { sample.disabled += 1 }
    }
    for index in 0..<slotCount where !systemState.install(in: SlotID(index)).isNone {
      sample.installs += 1
    }
    return sample
  }
}
