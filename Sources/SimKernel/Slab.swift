public import CPrefetch

/// A table of rows addressed by handles, in one stretch of memory, with a list of free places.
///
/// A handle is a `UInt32` that stays valid until its row is removed, and is then given out again,
/// last removed first. The lowest handle is zero; rows that are never removed have the handles 0,
/// 1, 2 and so on.
///
/// - Complexity: Inserting, removing and accessing are O(1). Memory grows by a half at a time; a
///   row costs its stride and four bits.
public struct Slab<Row: BitwiseCopyable>: ~Copyable {
  @usableFromInline var rows: UnsafeMutablePointer<Row>
  @usableFromInline var capacity: Int
  /// How many handles were ever given out.
  @usableFromInline var used = 0
  /// One bit for each handle in use.
  @usableFromInline var live: [UInt64] = []
  /// Handles to give out again, last removed last.
  @usableFromInline var free: [UInt32] = []

  /// Makes an empty table.
  ///
  /// - Parameter capacity: How many rows fit before the table grows.
  public init(capacity: Int = 8) {
    precondition(capacity >= 0, "a capacity is not negative")
    self.capacity = max(capacity, 1)
    rows = Memory.allocate(self.capacity, of: Row.self)
  }

  @inlinable
  deinit { rows.deallocate() }

  /// How many rows there are.
  @inlinable
  public var count: Int { used - free.count }

  /// Whether there is no row.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// One more than the largest handle ever given out since the table was empty.
  @inlinable
  public var handleBound: UInt32 { UInt32(truncatingIfNeeded: used) }

  /// Adds a row and returns its handle.
  @inlinable
  public mutating func insert(_ row: Row) -> UInt32 {
    let handle: UInt32
    if let reused = free.popLast() {
      handle = reused
    } else {
      if used == capacity { grow() }
      handle = UInt32(used)
      if used & 63 == 0 { live.append(0) }
      used += 1
    }
    live[Int(handle) >> 6] |= 1 << UInt64(handle & 63)
    (rows + Int(handle)).initialize(to: row)
    return handle
  }

  /// Removes a row and returns what it held.
  ///
  /// - Precondition: The handle is in use.
  @inlinable @discardableResult
  public mutating func remove(_ handle: UInt32) -> Row {
    precondition(contains(handle), "only a row that exists can be removed")
    live[Int(handle) >> 6] &= ~(1 << UInt64(handle & 63))
    free.append(handle)
    return rows[Int(handle)]
  }

  /// Whether a handle is in use.
  @inlinable
  public func contains(_ handle: UInt32) -> Bool {
    Int(handle) < used && live[Int(handle) >> 6] & 1 << UInt64(handle & 63) != 0
  }

  /// The row of a handle, read or changed in place.
  ///
  /// - Precondition: The handle was given out. Debug builds also check that it is still in use.
  @inlinable
  public subscript(_ handle: UInt32) -> Row {
    @inline(__always)
    unsafeAddress {
      precondition(Int(handle) < used, "a row is read by a handle that was given out")
      assert(contains(handle), "a row is not read after it was removed")
      return UnsafePointer(rows + Int(handle))
    }
    @inline(__always)
    unsafeMutableAddress {
      precondition(Int(handle) < used, "a row is changed by a handle that was given out")
      assert(contains(handle), "a row is not changed after it was removed")
      return rows + Int(handle)
    }
  }

  /// Asks the processor to fetch a row that will soon be needed; a hint without any other effect.
  ///
  /// - Precondition: The handle was given out.
  @inlinable @inline(__always)
  public func prefetch(_ handle: UInt32) {
    precondition(Int(handle) < used, "only a row that was given out can be fetched")
    pushsim_prefetch(rows + Int(handle))
  }

  /// The smallest handle in use that is not below a given one.
  ///
  /// A loop over all rows in order of their handles starts at zero and goes on at one more than
  /// what it got. The table may change in between.
  @inlinable
  public func firstHandle(from handle: UInt32) -> UInt32? {
    var word = Int(handle) >> 6
    guard word < live.count else { return nil }
    var bits = live[word] & (~0 << UInt64(handle & 63))
    while bits == 0 {
      word += 1
      guard word < live.count else { return nil }
      bits = live[word]
    }
    return UInt32(word << 6 | bits.trailingZeroBitCount)
  }

  /// The handles in use, in ascending order, as of now.
  public var handles: [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(count)
    var next = firstHandle(from: 0)
    while let handle = next {
      result.append(handle)
      next = firstHandle(from: handle + 1)
    }
    return result
  }

  /// Removes all rows and keeps the memory; handles start at zero again.
  public mutating func removeAll() {
    used = 0
    live.removeAll(keepingCapacity: true)
    free.removeAll(keepingCapacity: true)
  }

  /// Makes an independent table with the same rows under the same handles.
  public borrowing func copy() -> Slab {
    var other = Slab(capacity: used)
    other.rows.update(from: rows, count: used)
    other.used = used
    other.live = live
    other.free = free
    return other
  }

  /// Grows the memory by a half.
  @usableFromInline @inline(never)
  mutating func grow() {
    precondition(used < Int(UInt32.max), "a table has at most 2^32 - 1 rows")
    let larger = max(8, capacity + capacity / 2)
    let moved = Memory.allocate(larger, of: Row.self)
    moved.update(from: rows, count: used)
    rows.deallocate()
    rows = moved
    capacity = larger
  }
}
