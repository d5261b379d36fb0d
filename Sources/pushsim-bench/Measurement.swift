#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the person asked for on the command line.
struct BenchmarkOptions {
  /// Whether to measure less, for a look rather than a record.
  var isQuick: Bool
  /// Whether a counter of instructions watches: one short run of fixed size, no repeats.
  var isCounting = false

  /// How often a figure is measured; the median counts.
  var repeatCount: Int { isQuick ? 1 : 5 }
}

/// One part of the program: a name to ask for it, and what it does.
struct BenchmarkPart: Sendable {
  var name: String
  var title: String
  var run: @Sendable (BenchmarkOptions) -> BenchmarkTable
}

/// Figures in rows and columns, printed aligned.
struct BenchmarkTable {
  var columns: [String]
  var rows: [(name: String, cells: [String])] = []
  var notes: [String] = []

  init(columns: [String]) {
    self.columns = columns
  }

  mutating func add(_ name: String, _ cells: [String]) {
    rows.append((name, cells))
  }

  func print() {
    let nameWidth = rows.map(\.name.count).max() ?? 0
    Swift.print(line("", columns, nameWidth))
    for row in rows { Swift.print(line(row.name, row.cells, nameWidth)) }
    for note in notes { Swift.print("   \(note)") }
  }

  private func line(_ name: String, _ cells: [String], _ nameWidth: Int) -> String {
    let padding = String(repeating: " ", count: nameWidth - name.count)
    let padded = cells.map { String(repeating: " ", count: Swift.max(0, 11 - $0.count)) + $0 }
    return name + padding + padded.joined(separator: " ")
  }
}

/// Times and summarises.
enum Measurement {
  /// Seconds that an action takes by the wall clock.
  static func seconds(_ action: () -> Void) -> Double {
    let duration = ContinuousClock().measure(action).components
    return Double(duration.seconds) + Double(duration.attoseconds) * 1e-18
  }

  /// Seconds of processor time that an action takes in this thread.
  ///
  /// On a machine that others use too this differs less from run to run than the wall clock.
  static func processorSeconds(_ action: () -> Void) -> Double {
    let start = threadTime()
    action()
    return threadTime() - start
  }

  private static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The middle one of several figures.
  static func median(_ figures: [Double]) -> Double {
    figures.sorted()[figures.count / 2]
  }

  /// A figure with one decimal, or none if it is large.
  static func text(_ figure: Double) -> String {
    if figure >= 100 { return "\(Int(figure.rounded()))" }
    let tenths = Int((figure * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// The natural logarithm.
  static func logarithm(_ number: Double) -> Double { log(number) }
}

/// Ends the program with a message about a wrong call.
func fatalExit(_ message: String) -> Never {
  print("pushsim-bench: \(message)")
  exit(3)
}
