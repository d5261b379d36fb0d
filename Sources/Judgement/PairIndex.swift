/// Finds the handle that belongs to a pair of numbers, such as a message and an install.
///
/// Open addressing with linear probing: a lookup touches one or two neighbouring places, and a
/// removal moves its followers back, so no tombstones pile up. Nothing ever walks over the table,
/// so its order never shows.
package struct PairIndex: Sendable {
  /// The pairs with their handles.
  private var entries: [Entry]
  /// How many pairs there are.
  private(set) var count = 0

  /// A pair and its handle; the pair of a free place is never stored.
  private struct Entry: BitwiseCopyable {
    var key = UInt64.max
    var handle: UInt32 = 0
  }

  /// An empty index.
  package init() { entries = Array(repeating: Entry(), count: 64) }

  /// Joins two numbers to a pair.
  @inline(__always)
  package static func key(_ first: UInt32, _ second: UInt32) -> UInt64 {
    UInt64(first) << 32 | UInt64(second)
  }

  /// The place where the search for a pair begins.
  @inline(__always)
  private static func home(_ key: UInt64, _ mask: Int) -> Int {
    let mixed = (key ^ key >> 29) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & mask
  }

  /// The handle of a pair.
  @inline(__always)
  package func find(_ key: UInt64) -> UInt32? {
    let mask = entries.count - 1
    var place = Self.home(key, mask)
    while true {
      let found = entries[place]
      if found.key == key { return found.handle }
      if found.key == .max { return nil }
      place = (place + 1) & mask
    }
  }

  /// Adds a pair that is not there yet.
  package mutating func insert(_ key: UInt64, _ handle: UInt32) {
    assert(key != .max && find(key) == nil, "a pair is stored once")
    if (count + 1) * 2 > entries.count { grow() }
    place(key, handle)
    count += 1
  }

  /// Removes a pair, if it is there.
  mutating func remove(_ key: UInt64) {
    let wasThere = entries.withUnsafeMutableBufferPointer { entries in
      let mask = entries.count - 1
      var hole = Self.home(key, mask)
      while entries[hole].key != key {
        if entries[hole].key == .max { return false }
        hole = (hole + 1) & mask
      }
      var next = (hole + 1) & mask
      while entries[next].key != .max {
        // A follower may move back only if its own search passes the hole.
        if (next - Self.home(entries[next].key, mask)) & mask >= (next - hole) & mask {
          entries[hole] = entries[next]
          hole = next
        }
        next = (next + 1) & mask
      }
      entries[hole] = Entry()
      return true
    }
    if wasThere { count -= 1 }
  }

  /// Empties the index and keeps its memory unless that is far too large for its use.
  mutating func removeAll() {
    let wanted = max(64, Self.powerOfTwo(atLeast: count * 4))
    count = 0
    if entries.count > wanted * 4 {
      entries = Array(repeating: Entry(), count: wanted)
    } else {
      for place in entries.indices { entries[place] = Entry() }
    }
  }

  /// Puts a pair into the first free place of its search.
  private mutating func place(_ key: UInt64, _ handle: UInt32) {
    entries.withUnsafeMutableBufferPointer { entries in
      let mask = entries.count - 1
      var place = Self.home(key, mask)
      while entries[place].key != .max { place = (place + 1) & mask }
      entries[place] = Entry(key: key, handle: handle)
    }
  }

  /// Doubles the table.
  private mutating func grow() {
    let old = entries
    entries = Array(repeating: Entry(), count: old.count * 2)
    for entry in old where entry.key != .max { place(entry.key, entry.handle) }
  }

  /// The smallest power of two that is not below a number.
  private static func powerOfTwo(atLeast number: Int) -> Int {
    number <= 1 ? 1 : 1 << (Int.bitWidth - (number - 1).leadingZeroBitCount)
  }
}
