/// Finds the handle that belongs to a pair of numbers, such as a message and an install.
///
/// Open addressing with linear probing: a lookup touches one or two neighbouring places, and a
/// removal moves its followers back, so no tombstones pile up. Nothing ever walks over the table,
/// so its order never shows.
package struct PairIndex {
  /// The pairs, or `vacant`.
  private var keys: [UInt64]
  /// The handles, beside their pairs.
  private var handles: [UInt32]
  /// How many pairs there are.
  private(set) var count = 0

  /// No pair that is ever stored.
  private static let vacant = UInt64.max

  /// An empty index.
  package init() {
    keys = Array(repeating: Self.vacant, count: 64)
    handles = Array(repeating: 0, count: 64)
  }

  /// Joins two numbers to a pair.
  @inline(__always)
  package static func key(_ first: UInt32, _ second: UInt32) -> UInt64 {
    UInt64(first) << 32 | UInt64(second)
  }

  /// The place where the search for a pair begins.
  @inline(__always)
  private func home(_ key: UInt64) -> Int {
    let mixed = (key ^ key >> 29) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & (keys.count - 1)
  }

  /// The handle of a pair.
  @inline(__always)
  package func find(_ key: UInt64) -> UInt32? {
    var place = home(key)
    while true {
      let found = keys[place]
      if found == key { return handles[place] }
      if found == Self.vacant { return nil }
      place = (place + 1) & (keys.count - 1)
    }
  }

  /// Adds a pair that is not there yet.
  package mutating func insert(_ key: UInt64, _ handle: UInt32) {
    assert(key != Self.vacant && find(key) == nil, "a pair is stored once")
    if (count + 1) * 2 > keys.count { grow() }
    place(key, handle)
    count += 1
  }

  /// Removes a pair, if it is there.
  mutating func remove(_ key: UInt64) {
    let mask = keys.count - 1
    var hole = home(key)
    while keys[hole] != key {
      if keys[hole] == Self.vacant { return }
      hole = (hole + 1) & mask
    }
    count -= 1
    var next = (hole + 1) & mask
    while keys[next] != Self.vacant {
      // A follower may move back only if its own search passes the hole.
      if (next - home(keys[next])) & mask >= (next - hole) & mask {
        keys[hole] = keys[next]
        handles[hole] = handles[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    keys[hole] = Self.vacant
  }

  /// Empties the index and keeps its memory unless that is far too large for its use.
  mutating func removeAll() {
    let wanted = max(64, Self.powerOfTwo(atLeast: count * 4))
    count = 0
    if keys.count > wanted * 4 {
      keys = Array(repeating: Self.vacant, count: wanted)
      handles = Array(repeating: 0, count: wanted)
    } else {
      for place in keys.indices { keys[place] = Self.vacant }
    }
  }

  /// Puts a pair into the first free place of its search.
  private mutating func place(_ key: UInt64, _ handle: UInt32) {
    var place = home(key)
    while keys[place] != Self.vacant { place = (place + 1) & (keys.count - 1) }
    keys[place] = key
    handles[place] = handle
  }

  /// Doubles the table.
  private mutating func grow() {
    let (oldKeys, oldHandles) = (keys, handles)
    keys = Array(repeating: Self.vacant, count: oldKeys.count * 2)
    handles = Array(repeating: 0, count: oldKeys.count * 2)
    for (index, key) in oldKeys.enumerated() where key != Self.vacant {
      place(key, oldHandles[index])
    }
  }

  /// The smallest power of two that is not below a number.
  private static func powerOfTwo(atLeast number: Int) -> Int {
    number <= 1 ? 1 : 1 << (Int.bitWidth - (number - 1).leadingZeroBitCount)
  }
}
