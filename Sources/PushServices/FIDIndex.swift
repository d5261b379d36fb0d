import PushDomain
import SimKernel

/// Finds the newest address of an installation id; addresses stay in it after their end.
///
/// Installation ids below a bound for which room was made are found at once, the others by an open
/// hash table of address numbers: the keys are in the registrations themselves, so an entry costs
/// four bytes. It is only looked up and never walked, so its order shows nowhere.
struct FIDIndex: Sendable {
  /// The addresses of the ids from zero on.
  private var direct: [AddressID] = []
  private var places: [UInt32] = []
  private var count = 0

  /// The newest address that was made with an installation id.
  func address(of fid: UInt32, in rows: borrowing Slab<Registration>) -> AddressID {
    if Int(fid) < direct.count { return direct[Int(fid)] }
    guard !places.isEmpty else { return .none }
    var place = first(fid)
    while places[place] != .max {
      if rows[places[place]].fid == fid { return AddressID(rawValue: places[place]) }
      place = (place + 1) & (places.count - 1)
    }
    return .none
  }

  /// Enters an address, in place of an older one with the same installation id.
  mutating func enter(_ address: AddressID, in rows: borrowing Slab<Registration>) {
    let fid = Int(rows[address.rawValue].fid)
    if fid < direct.count {
      direct[fid] = address
      return
    }
    if count * 4 >= places.count * 3 { grow(to: max(16, places.count * 2), in: rows) }
    put(address.rawValue, in: rows)
  }

  /// Makes room for the ids from zero up to a bound, while there is none.
  mutating func reserve(below bound: Int) {
    guard direct.isEmpty, count == 0 else { return }
    direct = [AddressID](repeating: .none, count: bound)
  }

  /// How many bytes it takes.
  var byteCount: Int { (direct.capacity + places.capacity) * MemoryLayout<UInt32>.stride }

  private func first(_ fid: UInt32) -> Int {
    let mixed = UInt64(fid) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 32) & (places.count - 1)
  }

  private mutating func put(_ address: UInt32, in rows: borrowing Slab<Registration>) {
    let fid = rows[address].fid
    var place = first(fid)
    while places[place] != .max, rows[places[place]].fid != fid {
      place = (place + 1) & (places.count - 1)
    }
    if places[place] == .max { count += 1 }
    places[place] = address
  }

  private mutating func grow(to size: Int, in rows: borrowing Slab<Registration>) {
    let old = places
    places = Array(repeating: .max, count: size)
    count = 0
    for address in old where address != .max { put(address, in: rows) }
  }
}
