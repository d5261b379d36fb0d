extension Rulebook {
  /// The ids that a user who wrote an unknown one may have meant, the likeliest first.
  ///
  /// An id that contains what was written, or is contained in it, is as near as one slip.
  public func nearestIDs(to written: some StringProtocol, atMost limit: Int = 3) -> [String] {
    let wanted = Array(written.lowercased().utf8.prefix(80))
    guard !wanted.isEmpty else { return [] }
    let bound = max(2, wanted.count / 3)
    var found: [(distance: Int, position: Int, id: String)] = []
    for (position, entry) in entries.enumerated() {
      let id = entry.idText
      let bytes = Array(id.utf8)
      let distance =
        bytes.containsRun(wanted) || wanted.containsRun(bytes) ? 1 : slips(from: wanted, to: bytes)
      if distance <= bound { found.append((distance, position, id)) }
    }
    found.sort { ($0.distance, $0.position) < ($1.distance, $1.position) }
    return found.prefix(limit).map(\.id)
  }
}

/// How many letters must be added, taken away or changed to turn one word into another.
private func slips(from left: [UInt8], to right: [UInt8]) -> Int {
  var row = Array(0...right.count)
  for (line, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = line + 1
    for (column, other) in right.enumerated() {
      let change = diagonal + (letter == other ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(change, row[column] + 1, diagonal + 1)
    }
  }
  return row[right.count]
}

extension Collection where Element: Equatable {
  /// Whether the elements of another collection stand somewhere in this one, side by side.
  public func containsRun(_ other: some Collection<Element>) -> Bool {
    var rest = self[...]
    while rest.count >= other.count {
      if rest.starts(with: other) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
