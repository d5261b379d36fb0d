#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs independent work on several threads; results stand in the order of the work.
///
/// Each piece of work builds its own world, so that the number of workers changes nothing but the
/// time it takes. Threads come from the C library: tasks would cost a runtime at each start.
enum Workers {
  /// How many workers a machine has room for.
  static var available: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Does `count` pieces of work with at most `workers` threads.
  static func map<Result: Sendable>(
    count: Int, workers: Int, _ work: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    guard workers > 1, count > 1 else { return (0..<count).map(work) }
    let board = Board<Result>(count: count)
    var threads: [pthread_t] = []
    for _ in 1..<min(workers, count) {
      let body = ThreadBody { board.run(work) }
      if let thread = body.start() { threads.append(thread) }
    }
    board.run(work)
    for thread in threads { pthread_join(thread, nil) }
    return board.results
  }

  /// Where threads take the next piece and leave their results.
  private final class Board<Result: Sendable>: @unchecked Sendable {
    private var next = 0
    private var slots: [Result?]
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(count: Int) {
      slots = Array(repeating: nil, count: count)
      pthread_mutex_init(lock, nil)
    }

    deinit {
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    /// Takes pieces until none is left.
    func run(_ work: (Int) -> Result) {
      while let piece = take() {
        let result = work(piece)
        pthread_mutex_lock(lock)
        slots[piece] = result
        pthread_mutex_unlock(lock)
      }
    }

    private func take() -> Int? {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      guard next < slots.count else { return nil }
      next += 1
      return next - 1
    }

    var results: [Result] { slots.compactMap { $0 } }
  }

  /// What a thread does, kept alive until it has begun.
  private final class ThreadBody: @unchecked Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func start() -> pthread_t? {
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      defer { pthread_attr_destroy(&attributes) }
      pthread_attr_setstacksize(&attributes, 8 << 20)
      let retained = Unmanaged.passRetained(self)
      let status = pthread_create(
        &thread, &attributes,
        { pointer in
          #if canImport(Darwin)
            let raw: UnsafeMutableRawPointer? = pointer
          #else
            let raw = pointer
          #endif
          guard let raw else { return nil }
          Unmanaged<ThreadBody>.fromOpaque(raw).takeRetainedValue().body()
          return nil
        }, retained.toOpaque())
      guard status == 0 else {
        retained.release()
        return nil
      }
      return thread
    }
  }
}
