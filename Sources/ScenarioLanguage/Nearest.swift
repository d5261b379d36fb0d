/// Finds the known word that somebody may have meant.
///
/// Optimal string alignment: insert, delete, replace and swap of neighbours count one each.
package func nearestWord(to word: String, among known: some Sequence<String>) -> String? {
  let typed = Array(word.utf8.prefix(64))
  let allowed = max(1, min(3, typed.count / 3 + 1))
  var best: String?
  var bestDistance = allowed + 1
  for candidate in known {
    let other = Array(candidate.utf8)
    if abs(other.count - typed.count) >= bestDistance { continue }
    let distance = editDistance(typed, other)
    if distance < bestDistance, distance < max(typed.count, other.count) {
      bestDistance = distance
      best = candidate
    }
  }
  return best
}

private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in 0..<left.count {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for column in 0..<right.count {
      let cost = lowercased(left[row]) == lowercased(right[column]) ? 0 : 1
      var value = min(last[column + 1] + 1, current[column] + 1, last[column] + cost)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        value = min(value, beforeLast[column - 1] + 1)
      }
      current.append(value)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
}
