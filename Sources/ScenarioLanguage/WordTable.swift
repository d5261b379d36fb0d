/// Finds a small integer for a word given as bytes, without building a string.
///
/// An open hash table over the words' own bytes: the order of entering decides the numbers, nothing else.
package struct WordTable: Sendable {
  private var slots: [Int32] = [Int32](repeating: -1, count: 16)
  private var starts: [Int32] = [0]
  private var bytes: [UInt8] = []

  package init() {}

  /// How many words there are.
  package var count: Int { starts.count - 1 }

  /// The number of a word, or nil.
  package func find(_ range: SourceRange, in text: SourceText) -> Int? {
    lookUp(text.bytes, Int(range.start), Int(range.end)).index
  }

  /// The number of a word, or nil.
  package func find(_ word: String) -> Int? {
    let word = Array(word.utf8)
    return lookUp(word, 0, word.count).index
  }

  /// The number of a word, which is entered when it is new.
  package mutating func enter(_ range: SourceRange, in text: SourceText) -> Int {
    enter(text.bytes, Int(range.start), Int(range.end))
  }

  /// The number of a word, which is entered when it is new.
  package mutating func enter(_ word: String) -> Int {
    let word = Array(word.utf8)
    return enter(word, 0, word.count)
  }

  /// The word of a number.
  package func word(_ index: Int) -> String {
    String(decoding: bytes[Int(starts[index])..<Int(starts[index + 1])], as: UTF8.self)
  }

  private mutating func enter(_ word: [UInt8], _ start: Int, _ end: Int) -> Int {
    let (found, slot) = lookUp(word, start, end)
    if let found { return found }
    let index = count
    slots[slot] = Int32(index)
    bytes.append(contentsOf: word[start..<end])
    starts.append(Int32(bytes.count))
    if count * 2 > slots.count { grow() }
    return index
  }

  private func lookUp(
    _ word: [UInt8], _ start: Int, _ end: Int
  ) -> (index: Int?, slot: Int) {
    let mask = slots.count &- 1
    var slot = digest(word, start, end) & mask
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if says(index, word, start, end) { return (index, slot) }
      slot = (slot &+ 1) & mask
    }
    return (nil, slot)
  }

  private func says(_ index: Int, _ word: [UInt8], _ start: Int, _ end: Int) -> Bool {
    var own = Int(starts[index])
    guard Int(starts[index &+ 1]) &- own == end &- start else { return false }
    var at = start
    while at < end {
      if bytes[own] != word[at] { return false }
      own &+= 1
      at &+= 1
    }
    return true
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    let mask = slots.count - 1
    for index in 0..<count {
      var slot = digest(bytes, Int(starts[index]), Int(starts[index + 1])) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(index)
    }
  }

  private func digest(_ word: [UInt8], _ start: Int, _ end: Int) -> Int {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325
    var at = start
    while at < end {
      value = (value ^ UInt64(word[at])) &* 0x0000_0100_0000_01b3
      at &+= 1
    }
    return Int(truncatingIfNeeded: value ^ value >> 29)
  }
}
