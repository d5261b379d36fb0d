import SimKernel

/// What most simulators use, as a reference: a binary heap in an array, ordered by (time, sequence).
struct ReferenceHeap: ~Copyable {
  private struct Entry {
    var time: Int64
    var sequence: UInt32
    var index: UInt32

    static func < (left: Entry, right: Entry) -> Bool {
      left.time != right.time ? left.time < right.time : left.sequence < right.sequence
    }
  }

  private var entries: [Entry] = []
  private var sequence: UInt32 = 0

  mutating func push(_ event: Event) {
    sequence &+= 1
    let entry = Entry(time: event.time.microseconds, sequence: sequence, index: event.index)
    var position = entries.count
    entries.append(entry)
    while position > 0 {
      let parent = (position - 1) / 2
      guard entry < entries[parent] else { break }
      entries[position] = entries[parent]
      position = parent
    }
    entries[position] = entry
  }

  mutating func pop() -> Event {
    let first = entries[0]
    let moved = entries.removeLast()
    let count = entries.count
    var position = 0
    while count > 0 {
      var child = 2 * position + 1
      guard child < count else { break }
      if child + 1 < count, entries[child + 1] < entries[child] { child += 1 }
      guard entries[child] < moved else { break }
      entries[position] = entries[child]
      position = child
    }
    if count > 0 { entries[position] = moved }
    return Event(time: SimTime(microseconds: first.time), kind: 0, index: first.index)
  }
}
