#if canImport(Glibc)
  import Glibc
#endif

/// Asks for memory, and for huge pages where they pay off.
enum Memory {
  private static let hugePage = 2 << 20

  /// Gives uninitialised memory for a number of values.
  ///
  /// Random access to many megabytes spends much of its time on finding pages; huge ones save it.
  static func allocate<Value>(
    _ count: Int, of type: Value.Type
  ) -> UnsafeMutablePointer<Value> {
    let bytes = count * MemoryLayout<Value>.stride
    guard bytes >= 2 * hugePage else { return .allocate(capacity: count) }
    return allocate(bytes: bytes, alignment: hugePage).bindMemory(to: type, capacity: count)
  }

  /// Gives uninitialised memory at an alignment, with huge pages if it is large.
  static func allocate(bytes: Int, alignment: Int) -> UnsafeMutableRawPointer {
    let isLarge = bytes >= 2 * hugePage
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: bytes, alignment: isLarge ? max(alignment, hugePage) : alignment)
    #if canImport(Glibc)
      // 14 is MADV_HUGEPAGE, which the importer does not always see. Failing does no harm.
      if isLarge { madvise(memory, bytes, 14) }
    #endif
    return memory
  }
}
