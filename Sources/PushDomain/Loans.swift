public import SimKernel

/// Something large that one machine hands to another at the same instant, by its place.
public struct Loan<Thing: BitwiseCopyable>: BitwiseCopyable, Hashable, Sendable {
  @usableFromInline let place: UInt32

  @inlinable init(place: UInt32) { self.place = place }
}

/// What machines hand to each other at one instant.
///
/// What an effect carries is copied at every hand that it passes through; a place is four bytes.
///
/// - Complexity: Lending copies once; reading copies nothing.
public struct Loans<Thing: BitwiseCopyable>: ~Copyable {
  @usableFromInline var things = Slab<Thing>()

  /// Nothing lent.
  public init() {}

  /// Lends something until the instant is over.
  @inlinable @inline(__always)
  public mutating func lend(_ thing: Thing) -> Loan<Thing> { Loan(place: things.insert(thing)) }

  /// What was lent, read in place.
  @inlinable
  public subscript(_ loan: Loan<Thing>) -> Thing {
    @inline(__always) unsafeAddress { things.address(of: loan.place) }
  }

  /// Ends every loan: the instant is over.
  @inlinable @inline(__always)
  public mutating func end() {
    if things.handleBound > 0 { things.removeAll() }
  }
}
