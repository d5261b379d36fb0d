public import CPrefetch

/// A table of rows addressed by handles, in one stretch of memory, with a list of free places.
///
/// A handle is a `UInt32` that stays valid until its row is removed, and is then given out again,
/// last removed first. The lowest handle is zero; rows that are never removed have the handles 0,
/// 1, 2 and so on.
///
/// The table itself is one pointer, so that a state of many tables is lent to a function by a few
/// words. A free place holds the handle of the next one, so a row takes at least four bytes.
///
/// - Complexity: Inserting, removing and accessing are O(1). Memory grows by a half at a time,
///   that of a small table doubles; a row costs its stride and one bit.
public struct Slab<Row: BitwiseCopyable>: ~Copyable {
  /// A header, the rows, and one bit for each handle in use.
  @usableFromInline var block: UnsafeMutableRawPointer

  /// What stands in front of the rows.
  @usableFromInline struct Header: BitwiseCopyable {
    @usableFromInline var capacity: Int
    /// How many handles were ever given out.
    @usableFromInline var used = 0
    /// How many of them are free.
    @usableFromInline var freeCount = 0
    /// The handle to give out next; the largest number where none is free.
    @usableFromInline var free = UInt32.max
    /// How far behind the start of the block the bits are.
    @usableFromInline var liveOffset: Int

    @usableFromInline init(capacity: Int, liveOffset: Int) {
      self.capacity = capacity
      self.liveOffset = liveOffset
    }
  }

  /// Makes an empty table.
  ///
  /// - Parameter capacity: How many rows fit before the table grows.
  public init(capacity: Int = 8) {
    precondition(capacity >= 0, "a capacity is not negative")
    precondition(
      MemoryLayout<Row>.stride >= 4 && MemoryLayout<Row>.alignment <= Self.rowsOffset,
      "a row of a table takes at least four bytes and is aligned to at most 64")
    block = Self.makeBlock(capacity: max(capacity, 1))
  }

  @inlinable
  deinit { block.deallocate() }

  @inlinable @inline(__always)
  static var rowsOffset: Int { 64 }

  @inlinable @inline(__always)
  var header: UnsafeMutablePointer<Header> { block.assumingMemoryBound(to: Header.self) }

  @inlinable @inline(__always)
  var rows: UnsafeMutablePointer<Row> {
    (block + Self.rowsOffset).assumingMemoryBound(to: Row.self)
  }

  /// The bits behind the rows.
  @inlinable @inline(__always)
  var live: UnsafeMutablePointer<UInt64> {
    (block + header.pointee.liveOffset).assumingMemoryBound(to: UInt64.self)
  }

  private static func liveOffset(_ capacity: Int) -> Int {
    rowsOffset + (capacity * MemoryLayout<Row>.stride + 7) & ~7
  }

  /// How many rows there are.
  @inlinable
  public var count: Int { header.pointee.used - header.pointee.freeCount }

  /// Whether there is no row.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// One more than the largest handle ever given out since the table was empty.
  @inlinable
  public var handleBound: UInt32 { UInt32(truncatingIfNeeded: header.pointee.used) }

  /// How many bytes the table takes, with places that were never used.
  package var byteCount: Int {
    header.pointee.liveOffset + (header.pointee.capacity + 63) >> 6 * 8
  }

  /// Adds a row and returns its handle.
  @inlinable @inline(__always)
  public mutating func insert(_ row: Row) -> UInt32 {
    let handle: UInt32
    if header.pointee.free != .max {
      handle = header.pointee.free
      header.pointee.free = Self.link(at: rows + Int(handle)).loadUnaligned(as: UInt32.self)
      header.pointee.freeCount &-= 1
    } else {
      if header.pointee.used == header.pointee.capacity { grow() }
      handle = UInt32(truncatingIfNeeded: header.pointee.used)
      header.pointee.used &+= 1
    }
    live[Int(handle) >> 6] |= 1 << UInt64(handle & 63)
    (rows + Int(handle)).initialize(to: row)
    return handle
  }

  /// Removes a row and returns what it held.
  ///
  /// - Precondition: The handle is in use.
  @inlinable @inline(__always) @discardableResult
  public mutating func remove(_ handle: UInt32) -> Row {
    precondition(contains(handle), "only a row that exists can be removed")
    live[Int(handle) >> 6] &= ~(1 << UInt64(handle & 63))
    let place = rows + Int(handle)
    let row = place.pointee
    Self.link(at: place).storeBytes(of: header.pointee.free, as: UInt32.self)
    header.pointee.free = handle
    header.pointee.freeCount &+= 1
    return row
  }

  /// The memory of a free place as that of a handle.
  @inlinable @inline(__always)
  static func link(at place: UnsafeMutablePointer<Row>) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(place)
  }

  /// Whether a handle is in use.
  @inlinable @inline(__always)
  public func contains(_ handle: UInt32) -> Bool {
    Int(handle) < header.pointee.used
      && live[Int(handle) >> 6] & 1 << UInt64(handle & 63) != 0
  }

  /// The row of a handle, read or changed in place.
  ///
  /// - Precondition: The handle was given out. Debug builds also check that it is still in use.
  @inlinable
  public subscript(_ handle: UInt32) -> Row {
    @inline(__always) unsafeAddress { address(of: handle) }
    @inline(__always) unsafeMutableAddress { mutableAddress(of: handle) }
  }

  /// Where the row of a handle stands, for subscripts of other types that lend it in place.
  ///
  /// A subscript that yields a row instead copies it. The address is good until the table changes.
  /// - Precondition: The handle was given out. Debug builds also check that it is still in use.
  @inlinable @inline(__always)
  public func address(of handle: UInt32) -> UnsafePointer<Row> {
    precondition(Int(handle) < header.pointee.used, "a row is read by a handle that was given out")
    assert(contains(handle), "a row is not read after it was removed")
    return UnsafePointer(rows + Int(handle))
  }

  /// Where the row of a handle stands, for subscripts of other types that change it in place.
  ///
  /// - Precondition: The handle was given out. Debug builds also check that it is still in use.
  @inlinable @inline(__always)
  public mutating func mutableAddress(of handle: UInt32) -> UnsafeMutablePointer<Row> {
    precondition(
      Int(handle) < header.pointee.used, "a row is changed by a handle that was given out")
    assert(contains(handle), "a row is not changed after it was removed")
    return rows + Int(handle)
  }

  /// Asks the processor to fetch a row that will soon be needed; a hint without any other effect.
  ///
  /// - Precondition: The handle was given out.
  @inlinable @inline(__always)
  public func prefetch(_ handle: UInt32) {
    precondition(Int(handle) < header.pointee.used, "only a row that was given out can be fetched")
    pushsim_prefetch(rows + Int(handle))
  }

  /// The smallest handle in use that is not below a given one.
  ///
  /// A loop over all rows in order of their handles starts at zero and goes on at one more than
  /// what it got. The table may change in between.
  @inlinable
  public func firstHandle(from handle: UInt32) -> UInt32? {
    let words = (header.pointee.used + 63) >> 6
    var word = Int(handle) >> 6
    guard word < words else { return nil }
    var bits = live[word] & (~0 << UInt64(handle & 63))
    while bits == 0 {
      word += 1
      guard word < words else { return nil }
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
    live.update(repeating: 0, count: (header.pointee.used + 63) >> 6)
    header.pointee.used = 0
    header.pointee.free = .max
    header.pointee.freeCount = 0
  }

  /// Makes an independent table with the same rows under the same handles.
  public borrowing func copy() -> Slab {
    var other = Slab(capacity: header.pointee.used)
    other.take(from: block)
    return other
  }

  /// Makes room for more rows.
  @usableFromInline @inline(never)
  mutating func grow() {
    let old = block
    let capacity = header.pointee.capacity
    precondition(capacity < Int(UInt32.max), "a table has at most 2^32 - 1 rows")
    block = Self.makeBlock(capacity: Self.next(capacity))
    take(from: old)
    old.deallocate()
  }

  /// How many rows fit after growing: a table below 256 KiB doubles, for copying it costs more
  /// than the places that it may not need.
  private static func next(_ capacity: Int) -> Int {
    capacity * MemoryLayout<Row>.stride < 1 << 18
      ? max(16, capacity * 2) : capacity + capacity / 2
  }

  /// Copies what another block holds into this one, which has room for it.
  private mutating func take(from other: UnsafeMutableRawPointer) {
    let old = other.assumingMemoryBound(to: Header.self).pointee
    (block + Self.rowsOffset).copyMemory(
      from: other + Self.rowsOffset, byteCount: old.used * MemoryLayout<Row>.stride)
    (block + header.pointee.liveOffset).copyMemory(
      from: other + old.liveOffset, byteCount: (old.used + 63) / 64 * 8)
    header.pointee.used = old.used
    header.pointee.free = old.free
    header.pointee.freeCount = old.freeCount
  }

  /// Memory for a number of rows, none of them in use.
  private static func makeBlock(capacity: Int) -> UnsafeMutableRawPointer {
    let words = (capacity + 63) >> 6
    let offset = liveOffset(capacity)
    let block = Memory.allocate(bytes: offset + words * 8, alignment: 64)
    block.initializeMemory(as: Header.self, to: Header(capacity: capacity, liveOffset: offset))
    (block + offset).initializeMemory(as: UInt64.self, repeating: 0, count: words)
    return block
  }
}
