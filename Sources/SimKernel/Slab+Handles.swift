extension Slab {
  /// The handle that a field of another row holds, or that of a row made now where it holds none.
  ///
  /// So a table of what few need is joined to a table of what all have.
  ///
  /// - Parameters:
  ///   - field: Where the handle is kept.
  ///   - none: What the field holds while there is no row of its own.
  ///   - row: What a new row begins with.
  @inlinable @inline(__always)
  package mutating func handle(
    in field: inout UInt32, none: UInt32, _ row: @autoclosure () -> Row
  ) -> UInt32 {
    if field == none { field = insert(row()) }
    return field
  }
}
