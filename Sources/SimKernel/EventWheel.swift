/// The far part of the queue: buckets of events by the digit in which their time first differs.
///
/// Times are read as eight digits of eight bits. An event lies at the level of the highest digit
/// that differs between its time and the ``base``, in the bucket of its own digit there. So every
/// event of a lower level precedes every event of a higher one, and within a level buckets are in
/// order. Each bucket is first-in-first-out, so events of equal times keep their order for ever.
@usableFromInline
struct EventWheel: ~Copyable {
  /// The events whose times share all digits from the top down to the bucket's own.
  @usableFromInline
  struct Bucket {
    /// The first chunk of the chain.
    @usableFromInline var head: UnsafeMutableRawPointer?
    /// Where the next event goes; at the end of a chunk or nil if a new chunk is due.
    @usableFromInline var cursor: UnsafeMutablePointer<Event>?
    /// The earliest time in the bucket.
    @usableFromInline var earliest: UInt64 = .max
    /// Length of the chain.
    @usableFromInline var chunkCount = 0

    /// How many events the bucket holds.
    var count: Int {
      let room = (0 &- Int(bitPattern: cursor)) & (ChunkPool.chunkBytes - 1)
      return chunkCount * ChunkPool.eventsPerChunk - room / MemoryLayout<Event>.stride
    }
  }

  /// Digits in a time.
  static let levelCount = 8
  /// Values of a digit.
  static let slotCount = 256
  /// Words of 64 marks for each level.
  static let wordCount = 4

  /// Where the digits of all stored events are compared to; never later than the clock.
  @usableFromInline var base: UInt64 = 0
  /// One bit for each level that holds events.
  @usableFromInline var levels: UInt32 = 0
  @usableFromInline var buckets: UnsafeMutablePointer<Bucket>
  @usableFromInline var marks: UnsafeMutablePointer<UInt64>
  private var isPrepared = false
  @usableFromInline var pool = ChunkPool()

  /// Starts empty and without memory, which ``prepare()`` brings when it is first needed.
  init() {
    buckets = .allocate(capacity: 0)
    marks = .allocate(capacity: 0)
  }

  @inlinable
  deinit {
    buckets.deallocate()
    marks.deallocate()
  }

  /// Makes sure that the buckets exist; must precede the first ``put(_:)``.
  mutating func prepare() {
    guard !isPrepared else { return }
    isPrepared = true
    buckets.deallocate()
    marks.deallocate()
    buckets = .allocate(capacity: Self.levelCount * Self.slotCount)
    buckets.initialize(repeating: Bucket(), count: Self.levelCount * Self.slotCount)
    marks = .allocate(capacity: Self.levelCount * Self.wordCount)
    marks.initialize(repeating: 0, count: Self.levelCount * Self.wordCount)
  }

  /// The level of the highest digit in which a time differs from the base.
  @inlinable @inline(__always)
  func level(of time: UInt64) -> Int {
    (63 &- ((time ^ base) | 1).leadingZeroBitCount) &>> 3
  }

  /// Stores an event behind those of its bucket.
  @inlinable @inline(__always)
  mutating func put(_ event: Event) {
    put(event, at: level(of: event.bits))
  }

  /// Stores an event at a given level.
  @inlinable @inline(__always)
  mutating func put(_ event: Event, at level: Int) {
    let time = event.bits
    let slot = Int(truncatingIfNeeded: time &>> UInt64(level &<< 3)) & 255
    let bucket = buckets + (level &<< 8 | slot)
    if Int(bitPattern: bucket.pointee.cursor) & 1_023 == 0 { addChunk(level, slot) }
    let cursor = bucket.pointee.cursor.unsafelyUnwrapped
    cursor.initialize(to: event)
    bucket.pointee.cursor = cursor + 1
    if time < bucket.pointee.earliest { bucket.pointee.earliest = time }
  }

  /// Gives a bucket one more chunk, and marks the bucket if it was empty.
  @usableFromInline @inline(never)
  mutating func addChunk(_ level: Int, _ slot: Int) {
    let bucket = buckets + (level << 8 | slot)
    let chunk = pool.take()
    if let cursor = bucket.pointee.cursor {
      ChunkPool.setNext(UnsafeMutableRawPointer(cursor) - ChunkPool.chunkBytes, chunk)
    } else {
      bucket.pointee.head = chunk
      marks[level * Self.wordCount + slot >> 6] |= 1 << UInt64(slot & 63)
      levels |= 1 << UInt32(level)
    }
    bucket.pointee.chunkCount += 1
    bucket.pointee.cursor = (chunk + 16).assumingMemoryBound(to: Event.self)
  }

  /// The first bucket that holds events: its level and slot.
  ///
  /// - Precondition: The wheel is not empty.
  func firstBucket() -> (level: Int, slot: Int) {
    precondition(levels != 0, "the wheel holds an event")
    let level = levels.trailingZeroBitCount
    guard let slot = nextSlot(level, from: 0) else {
      preconditionFailure("a marked level has a marked bucket")
    }
    return (level, slot)
  }

  /// The first slot of a level, from a given one on, that holds events.
  func nextSlot(_ level: Int, from slot: Int) -> Int? {
    guard slot < Self.slotCount else { return nil }
    let row = marks + level * Self.wordCount
    var word = slot >> 6
    var bits = row[word] & (~0 << UInt64(slot & 63))
    while bits == 0 {
      word += 1
      guard word < Self.wordCount else { return nil }
      bits = row[word]
    }
    return word << 6 | bits.trailingZeroBitCount
  }

  /// The earliest time in the wheel.
  ///
  /// - Precondition: The wheel is not empty.
  var earliest: UInt64 {
    let (level, slot) = firstBucket()
    return buckets[level << 8 | slot].earliest
  }

  /// How many events a bucket holds.
  func count(_ level: Int, _ slot: Int) -> Int {
    buckets[level << 8 | slot].count
  }

  /// Where a bucket's time begins.
  func start(_ level: Int, _ slot: Int) -> UInt64 {
    let shift = UInt64(level << 3)
    return (buckets[level << 8 | slot].earliest &>> shift) &<< shift
  }

  /// Empties a bucket into memory that has room for it, in order, and returns how many.
  mutating func take(_ level: Int, _ slot: Int, to target: UnsafeMutablePointer<Event>) -> Int {
    let count = count(level, slot)
    var left = count
    var target = target
    var chunk = buckets[level << 8 | slot].head
    while let current = chunk {
      let taken = min(left, ChunkPool.eventsPerChunk)
      target.initialize(
        from: (current + 16).assumingMemoryBound(to: Event.self), count: taken)
      target += taken
      left -= taken
      chunk = ChunkPool.next(current)
    }
    clear(level, slot)
    return count
  }

  /// Moves a bucket's events one level down and the base to where the bucket begins.
  @inline(never)
  mutating func spread(_ level: Int, _ slot: Int) {
    precondition(level > 0, "the lowest level has nothing below it")
    base = start(level, slot)
    let bucket = buckets[level << 8 | slot]
    unlink(level, slot)
    var left = bucket.count
    var chunk = bucket.head
    while let current = chunk {
      let events = (current + 16).assumingMemoryBound(to: Event.self)
      let taken = min(left, ChunkPool.eventsPerChunk)
      for position in 0..<taken { put(events[position], at: level &- 1) }
      left -= taken
      chunk = ChunkPool.next(current)
      pool.giveBack(current, through: current)
    }
  }

  /// Empties the wheel; the cost is in proportion to the buckets in use.
  mutating func removeAll() {
    while levels != 0 {
      let (level, slot) = firstBucket()
      clear(level, slot)
    }
    base = 0
  }

  /// Copies another wheel's events into this empty one.
  mutating func fill(from other: borrowing EventWheel) {
    precondition(levels == 0, "only an empty wheel can become a copy")
    base = other.base
    guard other.levels != 0 else { return }
    prepare()
    for level in 0..<Self.levelCount where other.levels & 1 << UInt32(level) != 0 {
      var slot = other.nextSlot(level, from: 0)
      while let current = slot {
        let bucket = other.buckets[level << 8 | current]
        var left = bucket.count
        var chunk = bucket.head
        while let source = chunk {
          let events = (source + 16).assumingMemoryBound(to: Event.self)
          let taken = min(left, ChunkPool.eventsPerChunk)
          for position in 0..<taken { put(events[position], at: level) }
          left -= taken
          chunk = ChunkPool.next(source)
        }
        slot = other.nextSlot(level, from: current + 1)
      }
    }
  }

  /// Forgets a bucket's events and gives its chunks back.
  private mutating func clear(_ level: Int, _ slot: Int) {
    let bucket = buckets[level << 8 | slot]
    unlink(level, slot)
    guard let head = bucket.head, let cursor = bucket.cursor else { return }
    let last = (Int(bitPattern: cursor) - 1) & ~(ChunkPool.chunkBytes - 1)
    guard let tail = UnsafeMutableRawPointer(bitPattern: last) else { return }
    pool.giveBack(head, through: tail)
  }

  /// Takes a bucket's mark away and leaves it empty, without giving its chunks back.
  private mutating func unlink(_ level: Int, _ slot: Int) {
    buckets[level << 8 | slot] = Bucket()
    let row = marks + level * Self.wordCount
    row[slot >> 6] &= ~(1 << UInt64(slot & 63))
    if row[0] | row[1] | row[2] | row[3] == 0 { levels &= ~(1 << UInt32(level)) }
  }
}

extension Event {
  /// The time as digits; times are never negative in a queue.
  @inlinable @inline(__always)
  var bits: UInt64 { UInt64(bitPattern: time.microseconds) }
}
