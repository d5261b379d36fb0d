extension Array where Element: BitwiseCopyable {
  /// Empties a short list that is used again and again, and keeps its memory.
  ///
  /// - Complexity: In proportion to its length; below some dozen elements that is less than what
  ///   `removeAll(keepingCapacity:)` costs at any length.
  @inlinable @inline(__always)
  package mutating func clear() {
    while popLast() != nil {}
  }
}
