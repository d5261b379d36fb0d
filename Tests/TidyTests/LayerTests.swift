import Testing

/// The layers of ARCHITECTURE.md: what each target may import.
@Suite struct LayerTests {
  /// The package manager lets a target import what its dependencies depend on, so a test must say no.
  static let allowed: [(target: String, imports: [String])] = [
    ("SimKernel", ["CPrefetch"]),
    ("Rulebook", ["SimKernel"]),
    ("PushDomain", ["SimKernel", "Rulebook"]),
    ("PushServices", ["SimKernel", "Rulebook", "PushDomain"]),
    ("DeviceOS", ["SimKernel", "Rulebook", "PushDomain"]),
    ("ClientSDK", ["SimKernel", "Rulebook", "PushDomain"]),
    ("Backend", ["SimKernel", "Rulebook", "PushDomain"]),
    ("Judgement", ["SimKernel", "Rulebook", "PushDomain"]),
    (
      "PushWorld",
      [
        "SimKernel", "Rulebook", "PushDomain", "PushServices", "DeviceOS", "ClientSDK", "Backend",
        "Judgement",
      ]
    ),
    ("ScenarioLanguage", ["SimKernel"]),
    (
      "Scenarios",
      [
        "SimKernel", "Rulebook", "PushDomain", "PushServices", "DeviceOS", "ClientSDK", "Backend",
        "Judgement", "PushWorld", "ScenarioLanguage",
      ]
    ),
    (
      "Reports",
      [
        "SimKernel", "Rulebook", "PushDomain", "DeviceOS", "Backend", "Judgement", "PushWorld",
        "ScenarioLanguage", "Scenarios",
      ]
    ),
  ]

  @Test(arguments: allowed.map(\.target))
  func `a target imports only what lies below it`(target: String) {
    let imports = Self.allowed.first { $0.target == target }?.imports ?? []
    for file in Sources.swift(in: "Sources") where file.target == target {
      for (index, line) in file.lines.enumerated() {
        let words = line.split(separator: " ")
        guard let at = words.firstIndex(of: "import"), at <= 1, at + 1 < words.count else {
          continue
        }
        let module = String(words[at + 1])
        let isSystem = target == "SimKernel" && ["Glibc", "Musl", "Darwin"].contains(module)
        #expect(
          imports.contains(module) || isSystem,
          "\(file.path):\(index + 1) imports \(module), which \(target) must not know")
      }
    }
  }
}
