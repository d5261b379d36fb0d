/// A row of a singly linked list in a table.
///
/// The list's owner keeps the handle of the first row; the largest number ends a list.
public protocol Linked: BitwiseCopyable {
  /// The handle of the next row.
  var next: UInt32 { get set }
}

extension Slab where Row: Linked {
  /// Takes a row out of the list that begins at a handle, and out of the table.
  ///
  /// - Precondition: The row is in the list.
  /// - Complexity: In proportion to the rows in front of it.
  @inlinable @discardableResult
  public mutating func take(_ handle: UInt32, from head: inout UInt32) -> Row {
    let next = self[handle].next
    if head == handle {
      head = next
    } else {
      var before = head
      while self[before].next != handle { before = self[before].next }
      self[before].next = next
    }
    return remove(handle)
  }
}
