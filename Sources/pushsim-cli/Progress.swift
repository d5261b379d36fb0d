#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Reports

/// Tells on standard error how far long work has come, at most once a percent.
final class Progress: @unchecked Sendable {
  private let total: Int
  private let isShown: Bool
  private var done = 0
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init(total: Int, isShown: Bool) {
    self.total = max(1, total)
    self.isShown = isShown
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// One piece of work is done.
  func step() {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    let before = done * 100 / total
    done += 1
    guard isShown, done * 100 / total > before else { return }
    if isatty(2) == 1 {
      Console.tell("\r\(done * 100 / total)% of \(total) parts ")
    } else if done * 10 / total > before / 10 {
      Console.tell("\(done * 100 / total)% of \(total) parts\n")
    }
  }

  /// The work is over: the line is given back.
  func end() {
    if isShown, isatty(2) == 1 { Console.tell("\r\u{1B}[K") }
  }
}

/// What a piece of work costs from its beginning on.
struct Cost {
  private let wall = Cost.milliseconds(CLOCK_MONOTONIC)
  private let processor = Cost.milliseconds(CLOCK_PROCESS_CPUTIME_ID)

  /// The cost so far, with the largest size that the process ever had.
  func timing(workers: Int) -> PopulationReport.Timing {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      let peak = Int64(usage.ru_maxrss)
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      let peak = Int64(usage.ru_maxrss) * 1_024
    #endif
    return PopulationReport.Timing(
      wallMilliseconds: Self.milliseconds(CLOCK_MONOTONIC) - wall,
      processorMilliseconds: Self.milliseconds(CLOCK_PROCESS_CPUTIME_ID) - processor,
      peakBytes: peak, workers: workers)
  }

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
