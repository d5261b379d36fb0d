/// The near part of the queue: the next events, sorted, in one stretch of memory.
@usableFromInline
struct EventFront: ~Copyable {
  /// How long the front may be before it is split, while it holds all events.
  static let lengthMaxAtFirst = 40
  /// How long a front is short, so that a linear search beats a binary one.
  private static let shortMax = 24

  @usableFromInline var events: UnsafeMutablePointer<Event>
  @usableFromInline var capacity = 256
  @usableFromInline var head = 0
  @usableFromInline var tail = 0
  /// The length beyond which ``insert(_:)`` asks for a split.
  @usableFromInline var lengthMax = Self.lengthMaxAtFirst

  // A run is the next content of the front while it is being collected.
  @usableFromInline var scratch: UnsafeMutablePointer<Event>
  private var isRunSorted = true
  private(set) var runCount = 0
  @usableFromInline var tallies: UnsafeMutablePointer<UInt32>
  private static let tallyCount = 2_048

  /// Starts empty.
  init() {
    events = .allocate(capacity: capacity)
    scratch = .allocate(capacity: capacity)
    tallies = .allocate(capacity: Self.tallyCount)
  }

  @inlinable
  deinit {
    events.deallocate()
    scratch.deallocate()
    tallies.deallocate()
  }

  /// Whether the front holds no event; the wheel may.
  @inlinable @inline(__always)
  var isEmpty: Bool { head == tail }

  /// The next event.
  @inlinable @inline(__always)
  var first: Event { events[head] }

  /// The last event.
  var last: Event { events[tail - 1] }

  /// Removes the next event.
  @inlinable @inline(__always)
  mutating func dropFirst() { head &+= 1 }

  /// The event at a distance from the next one, if the front is that long.
  @inlinable @inline(__always)
  func event(at distance: Int) -> Event? {
    head &+ distance < tail ? events[head &+ distance] : nil
  }

  /// Puts an event behind those of its time and before the later ones.
  ///
  /// - Returns: Whether the front has become too long.
  @inlinable @inline(__always)
  mutating func insert(_ event: Event) -> Bool {
    // Most of what a step schedules comes before all that was pending: it takes the place that the
    // present event left.
    guard head > 0, head < tail, event.time < events[head].time else {
      return insertBehind(event)
    }
    head &-= 1
    events[head] = event
    return tail &- head > lengthMax
  }

  /// Puts an event where it belongs, most likely behind the first one.
  @usableFromInline @inline(never)
  mutating func insertBehind(_ event: Event) -> Bool {
    if tail == capacity { makeRoom() }
    if tail &- head <= Self.shortMax {
      insertFromBehind(event)
    } else if events[tail &- 1].time <= event.time {
      events[tail] = event
      tail &+= 1
    } else {
      insert(event, at: position(after: event.time))
    }
    return tail &- head > lengthMax
  }

  /// Searches and shifts in one loop, which is faster while the front is short.
  @inline(__always)
  private mutating func insertFromBehind(_ event: Event) {
    let (events, head) = (events, head)
    var hole = tail
    while hole > head, events[hole &- 1].time > event.time {
      events[hole] = events[hole &- 1]
      hole &-= 1
    }
    events[hole] = event
    tail &+= 1
  }

  @inline(__always)
  private mutating func insert(_ event: Event, at position: Int) {
    let before = position &- head
    if head > 0, before < tail &- position {
      let source = events + head
      (source - 1).update(from: source, count: before)
      head &-= 1
      events[position &- 1] = event
    } else {
      let source = events + position
      (source + 1).update(from: source, count: tail &- position)
      tail &+= 1
      events[position] = event
    }
  }

  /// Where the events after a time begin.
  @inline(__always)
  private func position(after time: SimTime) -> Int {
    var low = head
    var length = tail &- head
    guard length > 0 else { return low }
    // Written so that the compiler selects instead of branching: the outcomes are coin tosses.
    while length > 1 {
      let half = length &>> 1
      low = events[low &+ half &- 1].time <= time ? low &+ half : low
      length &-= half
    }
    return events[low].time <= time ? low &+ 1 : low
  }

  /// The event a given number of places behind the next one, or the first one after a time.
  func firstEvent(after time: UInt64, from distance: Int) -> Event {
    let candidate = events[head + distance]
    guard candidate.bits <= time else { return candidate }
    return events[position(after: SimTime(microseconds: Int64(bitPattern: time)))]
  }

  /// Cuts off all events from a time on, handing them over in order.
  mutating func removeEvents(from time: UInt64, _ body: (Event) -> Void) {
    guard time > 0 else { return }
    let cut = position(after: SimTime(microseconds: Int64(bitPattern: time &- 1)))
    for position in cut..<tail { body(events[position]) }
    tail = cut
  }

  /// Forgets all events.
  mutating func removeAll() {
    head = 0
    tail = 0
    lengthMax = Self.lengthMaxAtFirst
  }

  /// Copies another front's events into this empty one.
  mutating func fill(from other: borrowing EventFront) {
    reserve(other.tail - other.head)
    events.update(from: other.events + other.head, count: other.tail - other.head)
    head = 0
    tail = other.tail - other.head
    lengthMax = other.lengthMax
  }

  /// Slides the events down, or doubles the memory.
  private mutating func makeRoom() {
    let count = tail - head
    if head >= capacity / 2 {
      events.update(from: events + head, count: count)
    } else {
      let larger = UnsafeMutablePointer<Event>.allocate(capacity: capacity * 2)
      larger.update(from: events + head, count: count)
      events.deallocate()
      scratch.deallocate()
      events = larger
      capacity *= 2
      scratch = .allocate(capacity: capacity)
    }
    head = 0
    tail = count
  }
}

// Collecting and sorting a new content.
extension EventFront {
  /// Makes sure that this many events fit into the empty front, and a usual run besides.
  mutating func reserve(_ count: Int) {
    precondition(isEmpty, "only an empty front is filled")
    head = 0
    tail = 0
    let needed = max(count, EventQueue.sortedRange.upperBound)
    guard needed > capacity else { return }
    events.deallocate()
    scratch.deallocate()
    capacity = max(needed, capacity * 2)
    events = .allocate(capacity: capacity)
    scratch = .allocate(capacity: capacity)
  }

  /// Starts a run whose parts come sorted or not.
  mutating func beginRun(isSorted: Bool) {
    isRunSorted = isSorted
    runCount = 0
  }

  /// Lets a bucket be written behind the run.
  @inline(__always)
  mutating func extendRun(_ body: (UnsafeMutablePointer<Event>) -> Int) {
    runCount += body((isRunSorted ? events : scratch) + runCount)
  }

  /// Sorts the end of a run in place, keeping the order of equal times.
  mutating func sortRun(from start: Int) {
    Self.sortByInsertion(events + start, count: runCount - start)
  }

  /// Makes the run the content of the front.
  mutating func endRun(start: UInt64, end: UInt64) {
    if !isRunSorted { sortScratch(start: start, end: end) }
    head = 0
    tail = runCount
  }

  /// Sorts the run: one counting pass by the highest digits that differ, one insertion pass.
  private mutating func sortScratch(start: UInt64, end: UInt64) {
    let count = runCount
    let (events, scratch, tallies) = (events, scratch, tallies)
    guard count > 12 else {
      events.update(from: scratch, count: count)
      Self.sortByInsertion(events, count: count)
      return
    }
    let width = 64 &- (end &- start &- 1).leadingZeroBitCount
    let digits = min(width, 64 &- count.leadingZeroBitCount)
    let shift = UInt64(width &- digits)
    tallies.update(repeating: 0, count: 1 &<< digits)
    for position in 0..<count {
      tallies[Int(truncatingIfNeeded: (scratch[position].bits &- start) &>> shift)] &+= 1
    }
    var sum: UInt32 = 0
    for digit in 0..<(1 &<< digits) {
      let tally = tallies[digit]
      tallies[digit] = sum
      sum &+= tally
    }
    for position in 0..<count {
      let event = scratch[position]
      let digit = Int(truncatingIfNeeded: (event.bits &- start) &>> shift)
      events[Int(tallies[digit])] = event
      tallies[digit] &+= 1
    }
    if shift > 0 { Self.sortByInsertion(events, count: count) }
  }

  /// Sorts a few or nearly sorted events, keeping the order of equal times.
  @inline(__always)
  private static func sortByInsertion(_ events: UnsafeMutablePointer<Event>, count: Int) {
    guard count > 1 else { return }
    for position in 1..<count {
      let event = events[position]
      var hole = position
      while hole > 0, events[hole &- 1].bits > event.bits {
        events[hole] = events[hole &- 1]
        hole &-= 1
      }
      events[hole] = event
    }
  }
}
