/// Finds a row by a number that is not dense: open addressing in two flat arrays.
///
/// The order of entries is never looked at, so it cannot influence a run.
struct IdentifierIndex: Sendable {
  private var keys: [UInt32] = []
  /// The value of each key; `.max` marks a free place.
  private var values: [UInt32] = []
  private var shift: UInt32 = 32
  private(set) var count = 0

  /// The value of a key, or nothing.
  @inline(__always)
  func value(of key: UInt32) -> UInt32? {
    guard count > 0 else { return nil }
    var place = home(of: key)
    while values[place] != .max {
      if keys[place] == key { return values[place] }
      place = (place + 1) & (keys.count - 1)
    }
    return nil
  }

  /// Enters a key or changes its value.
  mutating func set(_ key: UInt32, to value: UInt32) {
    precondition(value != .max, "a value is the handle of a row")
    if (count + 1) * 4 > keys.count * 3 { grow(to: max(16, keys.count * 2)) }
    var place = home(of: key)
    while values[place] != .max {
      if keys[place] == key {
        values[place] = value
        return
      }
      place = (place + 1) & (keys.count - 1)
    }
    keys[place] = key
    values[place] = value
    count += 1
  }

  /// Removes a key, if it still has this value.
  mutating func remove(_ key: UInt32, ifValue value: UInt32) {
    guard count > 0 else { return }
    var place = home(of: key)
    while values[place] != .max, keys[place] != key { place = (place + 1) & (keys.count - 1) }
    guard values[place] == value else { return }
    close(place)
    count -= 1
  }

  /// Forgets every key and keeps the memory.
  mutating func removeAll() {
    for place in values.indices { values[place] = .max }
    count = 0
  }

  /// Makes room for so many keys at once.
  mutating func reserveCapacity(_ keyCount: Int) {
    var size = 16
    while size * 3 < keyCount * 4 { size *= 2 }
    if size > keys.count { grow(to: size) }
  }

  @inline(__always)
  private func home(of key: UInt32) -> Int { Int((key &* 0x9E37_79B1) >> shift) }

  /// Moves later entries of a run of occupied places back over a hole.
  private mutating func close(_ hole: Int) {
    let mask = keys.count - 1
    var hole = hole
    var place = (hole + 1) & mask
    while values[place] != .max {
      let distance = (place - home(of: keys[place])) & mask
      if distance >= (place - hole) & mask {
        keys[hole] = keys[place]
        values[hole] = values[place]
        hole = place
      }
      place = (place + 1) & mask
    }
    values[hole] = .max
  }

  private mutating func grow(to size: Int) {
    let oldKeys = keys
    let oldValues = values
    keys = [UInt32](repeating: 0, count: size)
    values = [UInt32](repeating: .max, count: size)
    shift = 32 - UInt32(size.trailingZeroBitCount)
    for index in oldKeys.indices where oldValues[index] != .max {
      var place = home(of: oldKeys[index])
      while values[place] != .max { place = (place + 1) & (size - 1) }
      keys[place] = oldKeys[index]
      values[place] = oldValues[index]
    }
  }
}
