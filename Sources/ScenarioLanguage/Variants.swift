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

  /// The value of an axis in a variant; nil when there is no such axis.
  package func value(of name: String, in variant: Variant) -> String? {
    axes.firstIndex { text.string($0.name) == name }
      .map { text.string(axes[$0].labels[variant.values[$0]]) }
  }

  /// All runs of the file, in the order of its lines: the last axis turns fastest.
  package mutating func variants() -> [Variant] {
    var product = 1
    for axis in axes {
      let (next, overflows) = product.multipliedReportingOverflow(by: axis.values.count)
      product = overflows ? .max : next
    }
    let result: [[Int]]
    if isPairwise, axes.count(where: { $0.values.count > 1 }) > 2 {
      result = pairwise(axes.map(\.values.count)) { keeps($0) }
    } else {
      guard product <= limits.variants * 64 else {
        tooMany(product)
        return []
      }
      result = all(axes.map(\.values.count)).filter { keeps($0) }
    }
    if result.count > limits.variants {
      tooMany(result.count)
      return []
    }
    if result.isEmpty, let place = conditions.last?.conditions.last?.place {
      mistakes.add(
        Mistake(.nothingLeft, at: place, "The conditions leave no variant of this file."))
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
        expected: "fewer values, where, or pairwise"))
  }

  private func keeps(_ values: [Int]) -> Bool {
    conditions.allSatisfy { line in
      let about = line.conditions.filter { condition in
        axes.contains { text.same($0.name, condition.key) && !$0.isFixed }
      }
      if about.isEmpty { return true }
      return about.allSatisfy { holds($0, values) } != line.leavesOut
    }
  }

  /// Whether a condition is true in a run.
  func holds(_ condition: Condition, _ values: [Int]) -> Bool {
    guard let axis = axes.firstIndex(where: { text.same($0.name, condition.key) }) else {
      return false
    }
    let label = axes[axis].labels[values[axis]]
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

/// Few combinations in which every two values of two axes stand together at least once, as far as `allows` lets them.
///
/// Greedy: each combination starts from a pair that is still missing and takes, axis by axis, the value that brings most
/// missing pairs along. A pair that no allowed combination shows is given up.
package func pairwise(_ sizes: [Int], where allows: ([Int]) -> Bool) -> [[Int]] {
  var missing = MissingPairs(sizes)
  var result: [[Int]] = []
  while let pair = missing.first {
    var budget = 20_000
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
  private let total: Int
  private let sizes: [Int]

  init(_ sizes: [Int]) {
    self.sizes = sizes
    var sum = 0
    for size in sizes {
      offsets.append(sum)
      sum += size
    }
    total = sum
    isMissing = [Bool](repeating: false, count: sum * sum)
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

  var first: Pair? {
    guard let found = isMissing.firstIndex(of: true) else { return nil }
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
    return count * total + open(axis, value)
  }

  private func open(_ axis: Int, _ value: Int) -> Int {
    let row = offsets[axis] + value
    return (0..<total).count { isMissing[row * total + $0] || isMissing[$0 * total + row] }
  }

  mutating func cover(_ values: [Int]) {
    for first in values.indices {
      for second in values.indices where first < second {
        isMissing[index(first, values[first], second, values[second])] = false
      }
    }
  }

  mutating func giveUp(_ pair: Pair) {
    isMissing[index(pair.firstAxis, pair.firstValue, pair.secondAxis, pair.secondValue)] = false
  }
}
