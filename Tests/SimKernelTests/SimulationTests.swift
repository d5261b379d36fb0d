import SimKernel
import Testing

/// A model that a stranger might write: beacons that flash at random, each with one timer.
private struct Beacons: EventHandler, ~Copyable {
  struct Row: BitwiseCopyable {
    var timer = TimerSlot()
    var draws: UInt32 = 0
    var flashes: UInt32 = 0
  }

  var rows = Slab<Row>()
  let pause = LatencyTable(median: .seconds(10), slow: .minutes(2))

  mutating func add(in simulation: inout Simulation) {
    let beacon = rows.insert(Row())
    arm(beacon, in: &simulation)
  }

  mutating func handle(_ event: Event, in simulation: inout Simulation) {
    guard rows[event.index].timer.fires(event) else { return }
    rows[event.index].flashes += 1
    arm(event.index, in: &simulation)
  }

  func prepare(for event: Event) {
    rows.prefetch(event.index)
  }

  private mutating func arm(_ beacon: UInt32, in simulation: inout Simulation) {
    let span = pause.draw(
      from: &simulation.choices, Label("beacon.pause", beacon), counter: &rows[beacon].draws)
    let event = Event(time: simulation.now + span, kind: 0, index: beacon)
    rows[beacon].timer.arm(event, in: &simulation.queue)
  }
}

/// The small engine and its timers.
@Suite struct SimulationTests {
  /// Runs beacons for an hour, in steps, and returns the digest and the flashes.
  private func run(
    seed: UInt64, beacons: Int, steps: Int64 = 1
  ) -> (digest: UInt64, flashes: [UInt32]) {
    var simulation = Simulation(seed: seed)
    var model = Beacons()
    for _ in 0..<beacons { model.add(in: &simulation) }
    for step in 1...steps {
      simulation.run(&model, through: .zero + SimDuration.minutes(60) * step / steps)
    }
    let flashes = model.rows.handles.map { model.rows[$0].flashes }
    return (simulation.digest.value, flashes)
  }

  @Test func `equal seeds give equal runs, however the time is cut`() {
    let once = run(seed: 1, beacons: 20)
    #expect(run(seed: 1, beacons: 20) == once)
    #expect(run(seed: 1, beacons: 20, steps: 6_000) == once)
    #expect(run(seed: 2, beacons: 20).digest != once.digest)
  }

  @Test func `a new beacon leaves the others as they were`() {
    #expect(run(seed: 1, beacons: 21).flashes.prefix(20) == run(seed: 1, beacons: 20).flashes[...])
  }

  @Test func `an event limit stops a run that can be continued`() {
    var simulation = Simulation(seed: 1)
    var model = Beacons()
    model.add(in: &simulation)
    #expect(simulation.run(&model, eventLimit: 3) == 3)
    #expect(simulation.run(&model, eventLimit: 4) == 4)
    #expect(simulation.eventCount == 7)
  }

  @Test func `a snapshot goes on like its original`() {
    var simulation = Simulation(seed: 1)
    var model = Beacons()
    for _ in 0..<50 { model.add(in: &simulation) }
    simulation.run(&model, through: .zero + .minutes(10))
    var copy = simulation.copy()
    var copiedModel = Beacons()
    copiedModel.rows = model.rows.copy()
    simulation.run(&model, through: .zero + .minutes(20))
    copy.run(&copiedModel, through: .zero + .minutes(20))
    #expect(copy.digest == simulation.digest)
    #expect(copy.eventCount == simulation.eventCount)
    #expect(copy.choices.check == simulation.choices.check)
  }

  @Test func `a timer fires once, for its latest arming only`() {
    var queue = EventQueue()
    var timer = TimerSlot()
    func event(_ seconds: Int64) -> Event {
      Event(time: .zero + .seconds(seconds), kind: 1, index: 0)
    }
    timer.arm(event(1), in: &queue)
    timer.arm(event(3), in: &queue)
    timer.arm(event(2), in: &queue)
    var fired: [SimTime] = []
    while let event = queue.popNext() {
      if timer.fires(event) { fired.append(event.time) }
    }
    #expect(fired == [.zero + .seconds(2)])
  }

  @Test func `a cancelled timer does not fire and can be armed again`() {
    var queue = EventQueue()
    var timer = TimerSlot()
    timer.arm(Event(time: .zero + .seconds(1), kind: 1, index: 0), in: &queue)
    timer.cancel()
    #expect(!timer.isArmed)
    timer.arm(Event(time: .zero + .seconds(1), kind: 1, index: 0), in: &queue)
    var outcomes: [Bool] = []
    while let event = queue.popNext() { outcomes.append(timer.fires(event)) }
    #expect(outcomes == [false, true])
  }
}
