/// How much memory one table takes.
package struct TableSize: Hashable, Sendable {
  /// What the table holds.
  package let name: String
  /// Its size, with places that were never used.
  package let bytes: Int

  /// Gives the size of a table by its bytes.
  package init(_ name: String, bytes: Int) {
    self.name = name
    self.bytes = bytes
  }

  /// Gives the size of an array.
  package init<Element>(_ name: String, _ array: [Element]) {
    self.init(name, bytes: array.capacity * MemoryLayout<Element>.stride)
  }

  /// Gives the size of a table of rows.
  package init<Row>(_ name: String, _ rows: borrowing Slab<Row>) {
    self.init(name, bytes: rows.byteCount)
  }
}
