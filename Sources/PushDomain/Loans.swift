import SimKernel

/// Something large that one machine hands to another at the same instant, by its place.
public struct Loan<Thing: BitwiseCopyable>: BitwiseCopyable, Hashable, Sendable {
  @usableFromInline let place: UInt32

  @inlinable init(place: UInt32) { self.place = place }
}

/// What machines hand to each other at one instant.
///
/// What an effect carries is copied at every hand that it passes through; a place is four bytes.
///
/// - Complexity: Lending copies once; reading copies nothing. Ending all loans is O(1).
public struct Loans<Thing: BitwiseCopyable>: ~Copyable {
  @usableFromInline var things: UnsafeMutablePointer<Thing>
  @usableFromInline var capacity = 8
  @usableFromInline var count = 0

  /// Nothing lent.
  public init() { things = .allocate(capacity: capacity) }

  @inlinable
  deinit { things.deallocate() }

  /// Lends something until the instant is over.
  @inlinable @inline(__always)
  public mutating func lend(_ thing: Thing) -> Loan<Thing> {
    if count == capacity { grow() }
    (things + count).initialize(to: thing)
    count &+= 1
    return Loan(place: UInt32(truncatingIfNeeded: count &- 1))
  }

  /// What was lent, read in place.
  ///
  /// - Precondition: It was lent at this instant.
  @inlinable
  public subscript(_ loan: Loan<Thing>) -> Thing {
    @inline(__always) unsafeAddress {
      precondition(Int(loan.place) < count, "a loan is good at the instant it was made")
      return UnsafePointer(things + Int(loan.place))
    }
  }

  /// Ends every loan: the instant is over.
  @inlinable @inline(__always)
  public mutating func end() { count = 0 }

  /// Doubles the memory.
  @usableFromInline @inline(never)
  mutating func grow() { things.grow(keeping: 0..<count, capacity: &capacity) }
}
