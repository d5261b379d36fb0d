// Measures pushsim on this machine and prints tables of figures and ratios.
// Usage: pushsim-bench [PART...] [--quick | --count]

/// The parts, in the order in which they run: one file each.
///
/// Idle phones come first, because they are weighed by the growth of the process, and what others
/// gave back would hide it.
let parts: [BenchmarkPart] = [
  IdleBenchmark.part, HoldBenchmark.part, SmallWorldBenchmark.part, PopulationBenchmark.part,
]

let words = CommandLine.arguments.dropFirst()
let options = BenchmarkOptions(
  isQuick: words.contains("--quick"), isCounting: words.contains("--count"))
let chosen = words.filter { !$0.hasPrefix("--") }

for word in words where word.hasPrefix("--") && word != "--quick" && word != "--count" {
  fatalExit("unknown option '\(word)'; the options are --quick and --count")
}
for word in chosen where !parts.contains(where: { $0.name == word }) {
  let names = parts.map(\.name).joined(separator: ", ")
  fatalExit("unknown part '\(word)'; the parts are \(names)")
}
for part in parts where chosen.isEmpty || chosen.contains(part.name) {
  print("\n== \(part.title)")
  part.run(options).print()
}
