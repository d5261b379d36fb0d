import SimKernel
import Testing

/// The queue against a sorted array, under workloads that stress one of its parts each.
@Suite struct EventQueueTests {
  /// How far ahead of now events are scheduled, in microseconds.
  enum Workload: CaseIterable, Sendable {
    case nearUniform, farUniform, burstsOfEqualTimes, nearTheFront, decades, mixed

    func delay(_ dice: inout TestDice) -> Int64 {
      switch self {
      case .nearUniform: Int64(dice.below(1_000))
      case .farUniform: Int64(dice.below(10_000_000))
      case .burstsOfEqualTimes: Int64(dice.below(4)) * 250_000
      case .nearTheFront: Int64(dice.below(20)) == 0 ? 5_000_000 : Int64(dice.below(3))
      case .decades: Int64(1) << Int64(dice.below(60))
      case .mixed: Self.allCases[dice.below(5)].delay(&dice)
      }
    }
  }

  /// Pops and schedules at random, and compares everything that can be seen.
  private func compare(_ workload: Workload, seed: UInt64, pendingMax: Int, steps: Int) {
    var dice = TestDice(seed: seed)
    var queue = EventQueue()
    var oracle = SortedQueue()
    var ordinal: UInt32 = 0
    var isGrowing = true
    for _ in 0..<steps {
      if oracle.count >= pendingMax { isGrowing = false }
      if oracle.count == 0 { isGrowing = true }
      let share = isGrowing ? 60 : 40
      switch dice.below(100) {
      case ..<share:
        let time = queue.now + .microseconds(workload.delay(&dice))
        let event = Event(time: time, kind: 1, index: ordinal)
        ordinal += 1
        queue.schedule(event)
        oracle.schedule(event)
      case 98:
        let copy = queue.copy()
        queue = copy
      default:
        let reach = dice.below(3) == 0 ? workload.delay(&dice) : Int64.max
        let horizon = queue.now + .microseconds(reach)
        let event = queue.popNext(through: horizon)
        let expected = oracle.popNext(through: horizon)
        guard event == expected else {
          Issue.record(
            "\(workload): \(String(describing: event)) for \(String(describing: expected))")
          return
        }
      }
      guard queue.count == oracle.count, queue.nextTime == oracle.nextTime,
        queue.now == oracle.now
      else {
        Issue.record("\(workload): count, next time or clock differ")
        return
      }
    }
  }

  @Test(arguments: Workload.allCases)
  func `a queue of few events keeps the order of a sorted array`(_ workload: Workload) {
    for seed in 1...20 {
      compare(workload, seed: UInt64(seed), pendingMax: 4 + seed * 5, steps: 2_000)
    }
  }

  @Test(arguments: Workload.allCases)
  func `a queue of many events keeps the order of a sorted array`(_ workload: Workload) {
    for seed in 1...3 {
      compare(workload, seed: UInt64(seed), pendingMax: 3_000, steps: 30_000)
    }
  }
}
