/// Finds a row by a number: at once below a bound for which room was made, and by open addressing
/// in two flat arrays above it.
///
/// Keys count up from zero, so in a population nearly all of them lie below the bound; an entry
/// there costs four bytes. The order of entries is never looked at, so it cannot influence a run.
struct IdentifierIndex: Sendable {
  /// The values of the numbers from zero on; `.max` marks those that have none.
  private var direct: [UInt32] = []
  private var keys: [UInt32] = []
  /// The value of each key; `.max` marks a free place.
  private var values: [UInt32] = []
  private var shift: UInt32 = 32
  /// How many keys the two arrays hold.
  private var count = 0

  /// How many bytes it takes.
  var byteCount: Int {
    (direct.capacity + keys.capacity + values.capacity) * MemoryLayout<UInt32>.stride
  }

  /// Whether no key was ever entered, or none is left and no room was made for any.
  @inline(__always)
  var isEmpty: Bool { count == 0 && direct.isEmpty }

  /// The value of a key, or nothing.
  @inline(__always)
  func value(of key: UInt32) -> UInt32? {
    if Int(key) < direct.count {
      let value = direct[Int(key)]
      return value == .max ? nil : value
    }
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
    if Int(key) < direct.count {
      direct[Int(key)] = value
      return
    }
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
    if Int(key) < direct.count {
      if direct[Int(key)] == value { direct[Int(key)] = .max }
      return
    }
    guard count > 0 else { return }
    var place = home(of: key)
    while values[place] != .max, keys[place] != key { place = (place + 1) & (keys.count - 1) }
    guard values[place] == value else { return }
    close(place)
    count -= 1
  }

  /// Forgets every key and keeps the memory.
  mutating func removeAll() {
    for key in direct.indices { direct[key] = .max }
    for place in values.indices { values[place] = .max }
    count = 0
  }

  /// Makes room for the keys from zero up to a bound, while there is none.
  mutating func reserve(below bound: Int) {
    guard direct.isEmpty, count == 0 else { return }
    direct = [UInt32](repeating: .max, count: bound)
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
