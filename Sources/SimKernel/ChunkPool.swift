/// Lends chunks of 1,024 bytes, aligned to their size, from segments that only ever grow.
///
/// The first 16 bytes of a chunk hold the address of the next one; 63 events follow. Growing by
/// segments never copies what is pending. Large segments ask for huge pages.
@usableFromInline
struct ChunkPool: ~Copyable {
  /// Size and alignment of a chunk.
  @usableFromInline static let chunkBytes = 1_024
  /// How many events fit into a chunk.
  @usableFromInline static let eventsPerChunk = 63

  @usableFromInline var segments: [UnsafeMutableRawPointer] = []
  private var free: UnsafeMutableRawPointer?
  private var unused: UnsafeMutableRawPointer?
  private var unusedCount = 0
  private var chunkCount = 0

  /// Starts without memory.
  init() {}

  @inlinable
  deinit {
    for segment in segments { segment.deallocate() }
  }

  /// How many bytes it has.
  var byteCount: Int { chunkCount * Self.chunkBytes }

  /// Lends a chunk without a successor.
  mutating func take() -> UnsafeMutableRawPointer {
    if let chunk = free {
      free = Self.next(chunk)
      Self.setNext(chunk, nil)
      return chunk
    }
    if unusedCount == 0 { addSegment() }
    guard let chunk = unused else { preconditionFailure("a new segment has chunks") }
    unused = chunk + Self.chunkBytes
    unusedCount -= 1
    Self.setNext(chunk, nil)
    return chunk
  }

  /// Takes a chain of chunks back, given its first and its last one.
  mutating func giveBack(_ first: UnsafeMutableRawPointer, through last: UnsafeMutableRawPointer) {
    Self.setNext(last, free)
    free = first
  }

  /// Gives large memory back to the system.
  ///
  /// - Precondition: No chunk is lent.
  mutating func shrink() {
    guard chunkCount > Self.keptChunks else { return }
    for segment in segments { segment.deallocate() }
    segments = []
    free = nil
    unused = nil
    unusedCount = 0
    chunkCount = 0
    Memory.giveBack()
  }

  /// How many chunks are kept when none is lent: a megabyte.
  private static let keptChunks = 1_024

  /// The chunk after this one in its chain.
  @inline(__always)
  static func next(_ chunk: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    chunk.load(as: UnsafeMutableRawPointer?.self)
  }

  /// Links a chunk to its successor.
  @inline(__always)
  static func setNext(_ chunk: UnsafeMutableRawPointer, _ next: UnsafeMutableRawPointer?) {
    chunk.storeBytes(of: next, as: UnsafeMutableRawPointer?.self)
  }

  /// Adds a segment of half of what there is, so at most a third of the memory lies idle.
  private mutating func addSegment() {
    let count = max(32, chunkCount / 2)
    let bytes = count * Self.chunkBytes
    let segment = Memory.allocate(bytes: bytes, alignment: Self.chunkBytes)
    segments.append(segment)
    unused = segment
    unusedCount = count
    chunkCount += count
  }
}
