/// One run of a file: which value each axis has.
package struct Variant: Equatable, Sendable {
  /// The index of the value of each axis.
  package let values: [Int]
}

extension Unfolded {
  /// Fixes an axis from outside the file: its other values fall away.
  package mutating func fix(_ name: String, to value: String) {
    let range = text.add(word: Array(value.utf8))
    let fixed = Axis(
      name: text.add(word: Array(name.utf8)), values: [[Word(range: range)]], labels: [range],
      isImplicit: true, isFixed: true)
    if let index = axes.firstIndex(where: { text.string($0.name) == name }) {
      axes[index] = fixed
    } else {
      axes.append(fixed)
    }
  }

  /// What differs in a variant, as a report shows it: `kind` and `data`.
  package func label(of variant: Variant) -> [(axis: String, value: String)] {
    axes.indices.filter { !axes[$0].isImplicit }.map {
      (text.string(axes[$0].name), text.string(axes[$0].labels[variant.values[$0]]))
    }
  }

  /// The value of an axis in a variant and where the file says it; nil where it does not vary.
  package func value(
    of name: String, in variant: Variant
  ) -> (text: String, place: SourceRange)? {
    guard let index = axes.firstIndex(where: { text.string($0.name) == name }),
      !axes[index].isImplicit, let word = axes[index].values[variant.values[index]].first
    else { return nil }
    return (text.string(axes[index].labels[variant.values[index]]), word.range)
  }

  /// All runs of the file, in the order of its lines: the last axis turns fastest.
  package mutating func variants() -> [Variant] {
    var product = 1
    for axis in axes {
      let (next, overflows) = product.multipliedReportingOverflow(by: axis.values.count)
      product = overflows ? .max : next
    }
    let sizes = axes.map(\.values.count)
    let lines = conditionTable()
    let result: [[Int]]
    if isPairwise, sizes.count(where: { $0 > 1 }) > 2 {
      // Every pair of values of the two longest axes needs a variant of its own.
      let least = sizes.sorted(by: >).prefix(2).reduce(1, *)
      guard conditions.isEmpty ? least <= limits.variants : least <= limits.variants * 64 else {
        tooMany(least)
        return []
      }
      let rows = pairwise(sizes, limit: limits.variants) { values in
        lines.allSatisfy { $0.keeps(values) }
      }
      guard let rows else {
        tooTangled()
        return []
      }
      result = rows
    } else {
      guard product <= limits.variants * 64 else {
        tooMany(product)
        return []
      }
      result = all(sizes).filter { values in lines.allSatisfy { $0.keeps(values) } }
    }
    if result.count > limits.variants {
      tooMany(result.count)
      return []
    }
    if result.isEmpty, let place = conditions.last?.conditions.last?.place {
      mistakes.add(
        Mistake(
          .nothingLeft, at: place, "The conditions leave no variant of this file.",
          expected: "conditions that one of its \(product) combinations meets"))
    }
    return result.map { Variant(values: $0) }
  }

  private mutating func tooMany(_ count: Int) {
    let axis = axes.last { !$0.isImplicit } ?? axes[0]
    let shown = count == .max ? "far too many" : "\(count)"
    mistakes.add(
      Mistake(
        .tooManyVariants, at: axis.name,
        "This file has \(shown) variants; at most \(limits.variants) are run.",
        expected: isPairwise ? "fewer values, or where" : "fewer values, where, or pairwise"))
  }

  private mutating func tooTangled() {
    let place = conditions.last?.conditions.last?.place ?? axes[0].name
    mistakes.add(
      Mistake(
        .tooManyVariants, at: place,
        "The conditions leave so few variants that no small set of pairs is found in them.",
        expected: "fewer conditions, or no pairwise"))
  }

  /// The `where` lines as tables: for each axis that a line speaks of, the values it holds for.
  private func conditionTable() -> [ConditionTable] {
    conditions.compactMap { line in
      let parts = line.conditions.compactMap { condition -> ConditionTable.Part? in
        guard let axis = axes.firstIndex(where: { text.same($0.name, condition.key) }),
          !axes[axis].isFixed
        else { return nil }
        return ConditionTable.Part(
          axis: axis,
          holds: axes[axis].labels.indices.map { holds(condition, axis: axis, value: $0) })
      }
      return parts.isEmpty ? nil : ConditionTable(parts: parts, leavesOut: line.leavesOut)
    }
  }

  /// Whether a condition is true in a run.
  func holds(_ condition: Condition, _ values: [Int]) -> Bool {
    guard let axis = axes.firstIndex(where: { text.same($0.name, condition.key) }) else {
      return false
    }
    return holds(condition, axis: axis, value: values[axis])
  }

  private func holds(_ condition: Condition, axis: Int, value: Int) -> Bool {
    let label = axes[axis].labels[value]
    return condition.alternatives.contains { saysSame(label, $0) } != condition.isNegated
  }

  private func all(_ sizes: [Int]) -> [[Int]] {
    var result: [[Int]] = []
    var current = [Int](repeating: 0, count: sizes.count)
    while true {
      result.append(current)
      var position = sizes.count - 1
      while position >= 0 {
        current[position] += 1
        if current[position] < sizes[position] { break }
        current[position] = 0
        position -= 1
      }
      if position < 0 { return result }
    }
  }
}

/// A `where` line, ready to be asked about many combinations of values.
private struct ConditionTable {
  /// What a line says of one axis.
  struct Part {
    var axis: Int
    var holds: [Bool]
  }

  var parts: [Part]
  var leavesOut: Bool

  func keeps(_ values: [Int]) -> Bool {
    parts.allSatisfy { $0.holds[values[$0.axis]] } != leavesOut
  }
}

/// Few combinations in which every two values of two axes stand together at least once, as far as `allows` lets them.
///
/// Greedy: each combination starts from a pair that is still missing and takes, axis by axis, the value that brings most
/// missing pairs along. A pair that no allowed combination shows is given up.
///
/// - Parameter limit: The search ends as soon as it has more combinations than this.
/// - Returns: The combinations; nil where conditions make the search too long.
package func pairwise(
  _ sizes: [Int], limit: Int = .max, where allows: ([Int]) -> Bool
) -> [[Int]]? {
  var missing = MissingPairs(sizes)
  var result: [[Int]] = []
  // A thousand combinations of sixty-four axes need a third of it.
  var total = 200_000
  while result.count <= limit, let pair = missing.next() {
    guard total > 0 else { return nil }
    let share = min(20_000, total)
    var budget = share
    defer { total -= share - max(0, budget) }
    var values = [Int](repeating: -1, count: sizes.count)
    values[pair.firstAxis] = pair.firstValue
    values[pair.secondAxis] = pair.secondValue
    if let whole = complete(values, sizes, missing, allows, &budget) {
      missing.cover(whole)
      result.append(whole)
    } else {
      missing.giveUp(pair)
    }
  }
  return result
}

/// Fills the open axes; tries values that bring more missing pairs first.
private func complete(
  _ values: [Int], _ sizes: [Int], _ missing: MissingPairs, _ allows: ([Int]) -> Bool,
  _ budget: inout Int
) -> [Int]? {
  budget -= 1
  guard budget > 0 else { return nil }
  guard let axis = values.firstIndex(of: -1) else { return allows(values) ? values : nil }
  let order = (0..<sizes[axis]).map { (gain: missing.gain(axis, $0, values), value: $0) }
    .sorted { ($1.gain, $0.value) < ($0.gain, $1.value) }
  for (_, value) in order {
    var next = values
    next[axis] = value
    if let whole = complete(next, sizes, missing, allows, &budget) { return whole }
  }
  return nil
}

/// The pairs of values that no combination shows yet.
private struct MissingPairs {
  struct Pair {
    var firstAxis: Int
    var firstValue: Int
    var secondAxis: Int
    var secondValue: Int
  }

  private var offsets: [Int] = []
  private var isMissing: [Bool]
  /// How many missing pairs each value of each axis is part of.
  private var open: [Int]
  /// Every pair before this place was found.
  private var searched = 0
  private let total: Int

  init(_ sizes: [Int]) {
    var sum = 0
    for size in sizes {
      offsets.append(sum)
      sum += size
    }
    total = sum
    isMissing = [Bool](repeating: false, count: sum * sum)
    open = []
    for size in sizes { open += repeatElement(sum - size, count: size) }
    for first in sizes.indices {
      for second in sizes.indices where first < second {
        for left in 0..<sizes[first] {
          for right in 0..<sizes[second] { isMissing[index(first, left, second, right)] = true }
        }
      }
    }
  }

  private func index(_ first: Int, _ left: Int, _ second: Int, _ right: Int) -> Int {
    (offsets[first] + left) * total + offsets[second] + right
  }

  /// The first pair that is still missing.
  mutating func next() -> Pair? {
    while searched < isMissing.count, !isMissing[searched] { searched += 1 }
    guard searched < isMissing.count else { return nil }
    let found = searched
    let (firstAxis, firstValue) = place(found / total)
    let (secondAxis, secondValue) = place(found % total)
    return Pair(
      firstAxis: firstAxis, firstValue: firstValue, secondAxis: secondAxis,
      secondValue: secondValue)
  }

  private func place(_ offset: Int) -> (Int, Int) {
    let axis = offsets.lastIndex { $0 <= offset } ?? 0
    return (axis, offset - offsets[axis])
  }

  /// How many missing pairs a value brings; among equals, the value that misses most at all.
  func gain(_ axis: Int, _ value: Int, _ values: [Int]) -> Int {
    var count = 0
    for (other, chosen) in values.enumerated() where chosen >= 0 && other != axis {
      let key =
        other < axis ? index(other, chosen, axis, value) : index(axis, value, other, chosen)
      if isMissing[key] { count += 1 }
    }
    return count * total + open[offsets[axis] + value]
  }

  private mutating func find(_ first: Int, _ left: Int, _ second: Int, _ right: Int) {
    let place = index(first, left, second, right)
    guard isMissing[place] else { return }
    isMissing[place] = false
    open[offsets[first] + left] -= 1
    open[offsets[second] + right] -= 1
  }

  mutating func cover(_ values: [Int]) {
    for first in values.indices {
      for second in values.indices where first < second {
        find(first, values[first], second, values[second])
      }
    }
  }

  mutating func giveUp(_ pair: Pair) {
    find(pair.firstAxis, pair.firstValue, pair.secondAxis, pair.secondValue)
  }
}
