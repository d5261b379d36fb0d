/// A reusable first-in-first-out list of effects, which a step appends and the engine interprets.
///
/// It may be appended to while it is being emptied. Its memory is kept from step to step, so that
/// a run allocates only until its largest step has been seen.
///
/// - Complexity: Appending and removing are O(1), about 1 ns each, apart from growth.
public struct EffectBuffer<Effect: BitwiseCopyable>: ~Copyable {
  @usableFromInline var storage: UnsafeMutablePointer<Effect>
  @usableFromInline var capacity: Int
  @usableFromInline var head = 0
  @usableFromInline var tail = 0

  /// Makes an empty buffer with room for a first few effects.
  ///
  /// - Parameter capacity: How many effects fit before the buffer grows; at least one.
  @inlinable
  public init(capacity: Int = 16) {
    precondition(capacity > 0, "a buffer needs room for at least one effect")
    self.capacity = capacity
    storage = .allocate(capacity: capacity)
  }

  @inlinable
  deinit { storage.deallocate() }

  /// Whether nothing waits to be interpreted.
  @inlinable
  public var isEmpty: Bool { head == tail }

  /// How many effects wait to be interpreted.
  @inlinable
  public var count: Int { tail &- head }

  /// Appends an effect.
  @inlinable @inline(__always)
  public mutating func append(_ effect: Effect) {
    if tail == capacity { makeRoom() }
    (storage + tail).initialize(to: effect)
    tail &+= 1
  }

  /// Removes and returns the oldest effect, or nothing.
  @inlinable @inline(__always)
  public mutating func popFirst() -> Effect? {
    guard head != tail else { return nil }
    let effect = storage[head]
    removeFirst()
    return effect
  }

  /// The oldest effect, read in place; to be taken out by ``removeFirst()`` before others come.
  ///
  /// - Precondition: The buffer is not empty.
  @inlinable
  public var first: Effect {
    @inline(__always) unsafeAddress {
      precondition(head != tail, "an empty buffer has no first effect")
      return UnsafePointer(storage + head)
    }
  }

  /// Takes out the oldest effect, without looking at it.
  ///
  /// - Precondition: The buffer is not empty.
  @inlinable @inline(__always)
  public mutating func removeFirst() {
    precondition(head != tail, "an empty buffer has no first effect")
    head &+= 1
    if head == tail {
      head = 0
      tail = 0
    }
  }

  /// The waiting effect at a position, counted from the oldest.
  ///
  /// - Precondition: The position is below ``count``.
  @inlinable
  public subscript(position: Int) -> Effect {
    precondition(position >= 0, "a position in the buffer is not negative")
    precondition(position < count, "no effect waits at this position")
    return storage[head &+ position]
  }

  /// Forgets all waiting effects and keeps the memory.
  @inlinable
  public mutating func removeAll() {
    head = 0
    tail = 0
  }

  /// Makes an independent buffer with the same waiting effects.
  public borrowing func copy() -> EffectBuffer {
    var other = EffectBuffer(capacity: Swift.max(16, count))
    for position in head..<tail { other.append(storage[position]) }
    return other
  }

  /// Slides the waiting effects down, or doubles the memory.
  @usableFromInline @inline(never)
  mutating func makeRoom() {
    let waiting = count
    if head >= capacity / 2, head > 0 {
      storage.update(from: storage + head, count: waiting)
    } else {
      storage.grow(keeping: head..<tail, capacity: &capacity)
    }
    head = 0
    tail = waiting
  }
}
