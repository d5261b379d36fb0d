/// Finds a small integer for a word given as bytes, without building a string.
///
/// An open hash table over the words' own bytes: the order of entering decides the numbers, nothing else.
package struct WordTable: Sendable {
  private var slots: [Int32] = [Int32](repeating: -1, count: 64)
  private var starts: [Int32] = [0]
  private var bytes: [UInt8] = []

  package init() {}

  /// How many words there are.
  package var count: Int { starts.count - 1 }

  /// The number of a word, or nil.
  package func find(_ range: SourceRange, in text: SourceText) -> Int? {
    lookUp(text.bytes[range.bounds]).index
  }

  /// The number of a word, or nil.
  package func find(_ word: String) -> Int? {
    lookUp(Array(word.utf8)[...]).index
  }

  /// The number of a word, which is entered when it is new.
  package mutating func enter(_ range: SourceRange, in text: SourceText) -> Int {
    enter(text.bytes[range.bounds])
  }

  /// The number of a word, which is entered when it is new.
  package mutating func enter(_ word: String) -> Int {
    enter(Array(word.utf8)[...])
  }

  /// The word of a number.
  package func word(_ index: Int) -> String {
    String(decoding: bytes[Int(starts[index])..<Int(starts[index + 1])], as: UTF8.self)
  }

  private mutating func enter(_ word: ArraySlice<UInt8>) -> Int {
    let (found, slot) = lookUp(word)
    if let found { return found }
    let index = count
    slots[slot] = Int32(index)
    bytes.append(contentsOf: word)
    starts.append(Int32(bytes.count))
    if count * 2 > slots.count { grow() }
    return index
  }

  private func lookUp(_ word: ArraySlice<UInt8>) -> (index: Int?, slot: Int) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: digest(word)) & mask
    while slots[slot] >= 0 {
      if says(Int(slots[slot]), word) { return (Int(slots[slot]), slot) }
      slot = (slot + 1) & mask
    }
    return (nil, slot)
  }

  private func says(_ index: Int, _ word: ArraySlice<UInt8>) -> Bool {
    let start = Int(starts[index])
    guard Int(starts[index + 1]) - start == word.count else { return false }
    var at = start
    for byte in word {
      if bytes[at] != byte { return false }
      at += 1
    }
    return true
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    let mask = slots.count - 1
    for index in 0..<count {
      let word = bytes[Int(starts[index])..<Int(starts[index + 1])]
      var slot = Int(truncatingIfNeeded: digest(word)) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(index)
    }
  }

  private func digest(_ word: ArraySlice<UInt8>) -> UInt64 {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in word { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return value ^ value >> 29
  }
}
