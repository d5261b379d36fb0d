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

  @Test func `events of one instant leave in the order of scheduling`() {
    var queue = EventQueue()
    for index: UInt32 in 0..<5_000 {
      queue.schedule(Event(time: .zero + .seconds(Int64(index % 3)), kind: 0, index: index))
    }
    var seen: [[UInt32]] = [[], [], []]
    while let event = queue.popNext() {
      seen[Int(event.time.sinceStart.wholeSeconds)].append(event.index)
    }
    for (second, indices) in seen.enumerated() {
      #expect(indices == Array(stride(from: UInt32(second), to: 5_000, by: 3)))
    }
  }

  @Test func `a horizon without an event leaves everything as it was`() {
    var queue = EventQueue()
    for index: UInt32 in 0..<1_000 {
      queue.schedule(Event(time: .zero + .days(30), kind: 0, index: index))
    }
    #expect(queue.popNext(through: .zero + .days(29)) == nil)
    #expect(queue.now == .zero)
    let early = Event(time: .zero + .seconds(1), kind: 1, index: 7)
    queue.schedule(early)
    #expect(queue.nextTime == early.time)
    #expect(queue.popNext(through: early.time) == early)
    #expect(queue.popNext(through: .zero + .days(30))?.index == 0)
  }

  @Test func `a crowd that waits far away does not slow down what is near`() {
    var queue = EventQueue()
    for index: UInt32 in 0..<20_000 {
      queue.schedule(Event(time: .zero + .days(30), kind: 0, index: index))
    }
    for step: UInt32 in 1...20_000 {
      let time = SimTime.zero + .milliseconds(Int64(step))
      queue.schedule(Event(time: time, kind: 1, index: step))
      #expect(queue.popNext(through: time)?.index == step)
      #expect(queue.popNext(through: time) == nil)
    }
    #expect(queue.count == 20_000)
  }

  @Test func `an emptied queue is like a new one`() {
    var queue = EventQueue()
    for round in 1...50 {
      var dice = TestDice(seed: UInt64(round))
      var oracle = SortedQueue()
      for index in 0..<UInt32(round * 10) {
        let time = SimTime.zero + .microseconds(Int64(dice.below(1 << 30)))
        queue.schedule(Event(time: time, kind: 0, index: index))
        oracle.schedule(Event(time: time, kind: 0, index: index))
      }
      for _ in 0..<round * 7 {
        #expect(queue.popNext() == oracle.popNext(through: .distantFuture))
      }
      queue.removeAll()
      #expect(queue.isEmpty == true)
      #expect(queue.nextTime == nil)
      #expect(queue.popNext() == nil)
      #expect(queue.now == .zero)
    }
  }

  @Test func `a copy is independent of its original`() {
    var queue = EventQueue()
    for index: UInt32 in 0..<3_000 {
      queue.schedule(
        Event(time: .zero + .milliseconds(Int64(index * 37 % 1_000)), kind: 0, index: index))
    }
    for _ in 0..<500 { _ = queue.popNext() }
    var copy = queue.copy()
    var originals: [Event] = []
    while let event = queue.popNext() { originals.append(event) }
    queue.schedule(Event(time: queue.now, kind: 9, index: 0))
    var copies: [Event] = []
    while let event = copy.popNext() { copies.append(event) }
    #expect(copies == originals)
    #expect(originals.count == 2_500)
  }

  @Test func `a copy whose far events have all left takes far events again`() {
    var queue = EventQueue()
    for index: UInt32 in 0..<200 {
      queue.schedule(Event(time: .zero + .seconds(Int64(index)), kind: 0, index: index))
    }
    for _ in 0..<195 { _ = queue.popNext() }
    var copy = queue.copy()
    for index: UInt32 in 200..<400 {
      copy.schedule(Event(time: .zero + .days(Int64(index)), kind: 0, index: index))
    }
    for index: UInt32 in 195..<400 { #expect(copy.popNext()?.index == index) }
    #expect(copy.popNext() == nil)
  }

  @Test func `events at the end of time are kept and never reached by an earlier horizon`() {
    var queue = EventQueue()
    let never = Event(time: .distantFuture, kind: 0, index: 1)
    for _ in 0..<100 { queue.schedule(never) }
    #expect(queue.popNext(through: .zero + .days(100_000)) == nil)
    #expect(queue.popNext() == never)
    #expect(queue.now == .distantFuture)
    queue.schedule(never)
    #expect(queue.count == 100)
  }

  @Test func `the clock moves without events only where no event is skipped`() {
    var queue = EventQueue()
    queue.advance(to: .zero + .hours(1))
    #expect(queue.now == .zero + .hours(1))
    queue.schedule(Event(time: .zero + .hours(2), kind: 0, index: 0))
    queue.advance(to: .zero + .hours(2))
    #expect(queue.popNext()?.time == queue.now)
  }

  @Test func `the soon events are those that leave next`() {
    var queue = EventQueue()
    #expect(queue.upcoming(0) == nil)
    for index: UInt32 in 0..<10 {
      queue.schedule(Event(time: .zero + .seconds(Int64(10 - index)), kind: 0, index: index))
    }
    #expect(queue.upcoming(0)?.index == 9)
    #expect(queue.upcoming(3)?.index == 6)
    #expect(queue.upcoming(10) == nil)
  }

  @Test func `an event in the past is stopped`() async {
    await #expect(processExitsWith: .failure) {
      var queue = EventQueue()
      queue.schedule(Event(time: .zero + .seconds(2), kind: 0, index: 0))
      _ = queue.popNext()
      queue.schedule(Event(time: .zero + .seconds(1), kind: 0, index: 0))
    }
  }

  @Test func `an event keeps its fields apart`() {
    var event = Event(time: .zero, kind: 0xAB, index: .max, generation: 0xCDEF, argument: 0x12)
    #expect(MemoryLayout<Event>.size == 16)
    #expect([event.kind, event.argument] == [0xAB, 0x12])
    #expect(event.index == .max)
    #expect(event.generation == 0xCDEF)
    event.index = 1
    event.generation = 2
    event.kind = 3
    event.argument = 4
    #expect(event == Event(time: .zero, kind: 3, index: 1, generation: 2, argument: 4))
  }
}
