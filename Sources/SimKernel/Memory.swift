import CPrefetch

#if canImport(Glibc)
  import Glibc
#endif

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Moves what is in use to the start of memory that is twice as large.
  package mutating func grow(keeping used: Range<Int>, capacity: inout Int) {
    let larger = UnsafeMutablePointer.allocate(capacity: capacity * 2)
    larger.initialize(from: self + used.lowerBound, count: used.count)
    deallocate()
    self = larger
    capacity *= 2
  }
}

/// Asks for memory, and for huge pages where they pay off.
enum Memory {
  private static let hugePage = 2 << 20

  /// Gives uninitialised memory at an alignment, with huge pages if it is large.
  ///
  /// Random access to many megabytes spends much of its time on finding pages; huge ones save it.
  static func allocate(bytes: Int, alignment: Int) -> UnsafeMutableRawPointer {
    let isLarge = bytes >= 2 * hugePage
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: bytes, alignment: isLarge ? max(alignment, hugePage) : alignment)
    #if canImport(Glibc)
      // 14 is MADV_HUGEPAGE, which the importer does not always see. Failing does no harm. The
      // rest behind the last whole huge page is left to small ones, or all of it would be used.
      if isLarge { madvise(memory, bytes & ~(hugePage - 1), 14) }
    #endif
    return memory
  }

  /// Lets the system have what was deallocated and lies idle in this process.
  static func giveBack() { pushsim_trim() }
}
