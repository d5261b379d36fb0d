// Measures pushsim on this machine and prints tables of figures and ratios.
// Usage: pushsim-bench [PART...] [--quick]

/// The parts, in the order in which they run: one file each.
let parts: [BenchmarkPart] = [HoldBenchmark.part, IdleBenchmark.part, SmallWorldBenchmark.part]

let words = CommandLine.arguments.dropFirst()
let options = BenchmarkOptions(isQuick: words.contains("--quick"))
let chosen = words.filter { $0 != "--quick" }

for word in chosen where !parts.contains(where: { $0.name == word }) {
  let names = parts.map(\.name).joined(separator: ", ")
  fatalExit("unknown part '\(word)'; the parts are \(names); the only option is --quick")
}
for part in parts where chosen.isEmpty || chosen.contains(part.name) {
  print("\n== \(part.title)")
  part.run(options).print()
}
