import SimKernel

/// The oracle: a sorted array, so simple that its order is plain to see.
struct SortedQueue {
  private(set) var events: [Event] = []
  private(set) var now = SimTime.zero

  var count: Int { events.count }
  var nextTime: SimTime? { events.first?.time }

  mutating func schedule(_ event: Event) {
    var low = 0
    var high = events.count
    while low < high {
      let middle = (low + high) / 2
      if events[middle].time <= event.time { low = middle + 1 } else { high = middle }
    }
    events.insert(event, at: low)
  }

  mutating func popNext(through horizon: SimTime) -> Event? {
    guard let event = events.first, event.time <= horizon else { return nil }
    events.removeFirst()
    now = event.time
    return event
  }

  mutating func removeAll() {
    events.removeAll()
    now = .zero
  }
}

/// A small generator for tests, independent of what is tested.
struct TestDice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func below(_ bound: Int) -> Int { Int(next() >> 1) % bound }
}
