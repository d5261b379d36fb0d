import SimKernel

/// The classic hold model: so many events pending; each one schedules its successor.
///
/// Delays are exponential with a mean of one second, from a table of 2,048 values. Three loops do
/// it: the whole engine (dispatch, timers with cancelling, choices, digest), the queue alone, and a
/// binary heap. The last two see equal delays and must leave the same fingerprint of their order.
enum HoldBenchmark {
  static let part = BenchmarkPart(
    name: "hold", title: "HOLD, ns of processor time per event, N pending", run: run)

  private static func run(_ options: BenchmarkOptions) -> BenchmarkTable {
    if options.isCounting {
      _ = holdEngine(1_000, 100_000)
      return BenchmarkTable(columns: [])
    }
    let sizes =
      options.isQuick ? [1_000, 100_000] : [10, 100, 1_000, 100_000, 1_000_000, 10_000_000]
    let eventCount = options.isQuick ? 300_000 : 2_000_000
    var table = BenchmarkTable(columns: sizes.map { "N=\($0)" })
    var engine: [Double] = []
    var queue: [Outcome] = []
    var heap: [Outcome] = []
    for size in sizes {
      let repeats = size > 1_000_000 ? 1 : options.repeatCount
      engine.append(median(repeats) { holdEngine(size, eventCount) }.nanoseconds)
      queue.append(median(repeats) { holdQueue(size, eventCount) })
      heap.append(median(min(repeats, 3)) { holdHeap(size, eventCount) })
    }
    table.add("engine: dispatch, timers, choices, digest", engine.map(Measurement.text))
    table.add("queue alone", queue.map { Measurement.text($0.nanoseconds) })
    table.add("binary heap in an array", heap.map { Measurement.text($0.nanoseconds) })
    table.add(
      "heap / engine", zip(heap, engine).map { Measurement.text($0.nanoseconds / $1) })
    table.add(
      "heap / queue", zip(heap, queue).map { Measurement.text($0.nanoseconds / $1.nanoseconds) })
    let isEqual = zip(queue, heap).allSatisfy { $0.order == $1.order }
    table.notes.append(
      "queue and heap popped \(isEqual ? "the same" : "DIFFERENT") events in order")
    let orders = zip(sizes, queue).map { "N=\($0) \(String($1.order, radix: 16))" }
    table.notes.append("fingerprints of the order: \(orders.joined(separator: ", "))")
    return table
  }

  /// What one measurement gives: the time for an event, and what order was seen.
  private struct Outcome {
    var nanoseconds: Double
    var order: UInt64
  }

  private static func median(_ repeatCount: Int, _ body: () -> Outcome) -> Outcome {
    let outcomes = (0..<repeatCount).map { _ in body() }
    let middle = Measurement.median(outcomes.map(\.nanoseconds))
    return Outcome(nanoseconds: middle, order: outcomes[0].order)
  }

  /// Runs `body` to warm up and then against the clock.
  private static func timed(
    _ size: Int, _ eventCount: Int, _ body: (Int) -> Void
  ) -> Double {
    body(min(max(size, 100_000), 2 * eventCount))
    return Measurement.processorSeconds { body(eventCount) } * 1e9 / Double(eventCount)
  }

  /// The delays, in order of their quantile from long to short.
  private static let delays: [Int64] = (0..<2_048).map {
    Int64((-Measurement.logarithm((Double($0) + 0.5) / 2_048) * 1e6).rounded()) + 1
  }

  /// The cheapest generator, for loops that measure a queue and nothing else.
  private struct Dice {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    let delays = HoldBenchmark.delays

    mutating func delay() -> SimDuration {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return .microseconds(delays[Int(state >> 53)])
    }
  }

  private static func holdQueue(_ size: Int, _ eventCount: Int) -> Outcome {
    var queue = EventQueue()
    var dice = Dice()
    var order: UInt64 = 0
    for index in 0..<UInt32(size) {
      queue.schedule(Event(time: .zero + dice.delay(), kind: 0, index: index))
    }
    let nanoseconds = timed(size, eventCount) { count in
      for _ in 0..<count {
        guard var event = queue.popNext() else { return }
        order = order &* 31 &+ (UInt64(event.time.microseconds) ^ UInt64(event.index))
        event.time += dice.delay()
        queue.schedule(event)
      }
    }
    return Outcome(nanoseconds: nanoseconds, order: order)
  }

  private static func holdHeap(_ size: Int, _ eventCount: Int) -> Outcome {
    var heap = ReferenceHeap()
    var dice = Dice()
    var order: UInt64 = 0
    for index in 0..<UInt32(size) {
      heap.push(Event(time: .zero + dice.delay(), kind: 0, index: index))
    }
    let nanoseconds = timed(size, eventCount) { count in
      for _ in 0..<count {
        var event = heap.pop()
        order = order &* 31 &+ (UInt64(event.time.microseconds) ^ UInt64(event.index))
        event.time += dice.delay()
        heap.push(event)
      }
    }
    return Outcome(nanoseconds: nanoseconds, order: order)
  }

  private static func holdEngine(_ size: Int, _ eventCount: Int) -> Outcome {
    var simulation = Simulation(seed: 1)
    var model = HoldModel(delays: LatencyTable(delays.map { .microseconds($0) }))
    for _ in 0..<size { model.addPhone(in: &simulation) }
    let nanoseconds = timed(size, eventCount) { count in
      simulation.run(&model, eventLimit: UInt64(count))
    }
    return Outcome(nanoseconds: nanoseconds, order: simulation.digest.value)
  }
}

/// The hold model on the public engine: each subject re-arms its one timer when it fires.
///
/// One event in sixteen changes its mind: it arms, cancels and arms again, so that stale events
/// are pending as in a real model.
private struct HoldModel: EventHandler, ~Copyable {
  struct Row: BitwiseCopyable {
    var timer = TimerSlot()
    var draws: UInt32 = 0
  }

  enum Kind: UInt8 {
    case steady, fickle
  }

  let delays: LatencyTable
  let label = Label("hold.delay")
  var rows = Slab<Row>()

  init(delays: LatencyTable) {
    self.delays = delays
  }

  mutating func addPhone(in simulation: inout Simulation) {
    let index = rows.insert(Row())
    arm(index, in: &simulation)
  }

  @inline(__always)
  mutating func handle(_ event: Event, in simulation: inout Simulation) {
    guard rows[event.index].timer.fires(event) else { return }
    switch Kind(rawValue: event.kind) {
    case .steady?:
      arm(event.index, in: &simulation)
    case .fickle?:
      arm(event.index, in: &simulation)
      rows[event.index].timer.cancel()
      arm(event.index, in: &simulation)
    case nil:
      preconditionFailure("the hold model schedules only its own kinds")
    }
  }

  @inline(__always)
  func prepare(for event: Event) {
    rows.prefetch(event.index)
  }

  @inline(__always)
  private mutating func arm(_ index: UInt32, in simulation: inout Simulation) {
    let delay = delays.draw(
      from: &simulation.choices, label.of(index), counter: &rows[index].draws)
    let kind: Kind = delay.microseconds & 15 == 0 ? .fickle : .steady
    let event = Event(time: simulation.now + delay, kind: kind.rawValue, index: index)
    rows[index].timer.arm(event, in: &simulation.queue)
  }
}
