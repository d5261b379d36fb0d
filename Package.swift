// swift-tools-version: 6.2

import PackageDescription

/// Strict flags are opt-in, so that other packages can depend on this one: CI sets the variable.
let isStrict = Context.environment["PUSHSIM_STRICT"] != nil

/// Shared by every target.
let common: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// For targets whose behaviour is replayed: in strict builds `Task` and clocks do not exist there.
let deterministic: [SwiftSetting] =
  common
  + (isStrict
    ? [
      .unsafeFlags([
        "-Xfrontend", "-disable-implicit-concurrency-module-import",
        "-Xfrontend", "-disable-implicit-string-processing-module-import",
      ])
    ] : [])

extension Target {
  /// A target whose behaviour depends on nothing but its inputs.
  static func pure(_ name: String, _ dependencies: [Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: deterministic)
  }

  /// Sentences about one target.
  static func tests(_ name: String, _ dependencies: [Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: common)
  }
}

let package = Package(
  name: "pushsim",
  products: [
    .library(name: "SimKernel", targets: ["SimKernel"]),
    .library(name: "Pushsim", targets: ["Pushsim"]),
    .executable(name: "pushsim", targets: ["pushsim-cli"]),
  ],
  targets: [
    // 0: foundations
    .systemLibrary(name: "CPrefetch"),  // two inline functions of C, for which Swift has no word
    .pure("SimKernel", ["CPrefetch"]),
    // 1: vocabulary
    .pure("Rulebook", ["SimKernel"]),
    .pure("PushDomain", ["SimKernel", "Rulebook"]),
    // 2: machines, which never import each other
    .pure("PushServices", ["SimKernel", "Rulebook", "PushDomain"]),
    .pure("DeviceOS", ["SimKernel", "Rulebook", "PushDomain"]),
    .pure("ClientSDK", ["SimKernel", "Rulebook", "PushDomain"]),
    .pure("Backend", ["SimKernel", "Rulebook", "PushDomain"]),
    // 3: judgement, which sees only what was observed
    .pure("Judgement", ["SimKernel", "Rulebook", "PushDomain"]),
    // 4: the world
    .pure(
      "PushWorld",
      [
        "SimKernel", "Rulebook", "PushDomain", "PushServices", "DeviceOS", "ClientSDK", "Backend",
        "Judgement",
      ]),
    // 5: front ends
    .pure("ScenarioLanguage", ["SimKernel"]),
    .pure(
      "Scenarios",
      [
        "SimKernel", "Rulebook", "PushDomain", "PushServices", "DeviceOS", "ClientSDK", "Backend",
        "Judgement", "PushWorld", "ScenarioLanguage",
      ]),
    .pure(
      "Reports",
      [
        "SimKernel", "Rulebook", "PushDomain", "DeviceOS", "Backend", "Judgement", "PushWorld",
        "ScenarioLanguage", "Scenarios",
      ]),
    // 6: the library for others, and the executables
    .pure(
      "Pushsim",
      [
        "Rulebook", "PushDomain", "Judgement", "PushWorld", "ScenarioLanguage", "Scenarios",
        "Reports",
      ]),
    .executableTarget(
      name: "pushsim-cli",
      dependencies: [
        "SimKernel", "Rulebook", "PushDomain", "Judgement", "PushWorld", "ScenarioLanguage",
        "Scenarios", "Reports",
      ],
      swiftSettings: common),
    .executableTarget(
      name: "pushsim-bench",
      dependencies: [
        "SimKernel", "Rulebook", "PushDomain", "Judgement", "PushWorld", "ScenarioLanguage",
        "Scenarios", "Reports",
      ],
      swiftSettings: common),

    .tests("SimKernelTests", ["SimKernel"]),
    .tests("RulebookTests", ["Rulebook", "SimKernel"]),
    .tests(
      "ScenariosTests",
      ["Scenarios", "ScenarioLanguage", "PushDomain", "Rulebook", "SimKernel"]),
    .tests("PushServicesTests", ["PushServices", "PushDomain", "Rulebook", "SimKernel"]),
    .tests("DeviceOSTests", ["DeviceOS", "PushDomain", "Rulebook", "SimKernel"]),
    .tests("JudgementTests", ["Judgement", "PushDomain", "Rulebook", "SimKernel"]),
    .tests("BackendTests", ["Backend", "PushDomain", "Rulebook", "SimKernel"]),
    .tests("ClientSDKTests", ["ClientSDK", "PushDomain", "Rulebook", "SimKernel"]),
    .tests("PushsimTests", ["Pushsim"]),
    .tests("CommandLineTests", ["pushsim-cli"]),
    .tests(
      "PopulationTests",
      ["Reports", "PushWorld", "Judgement", "PushDomain", "Rulebook", "SimKernel"]),
    .testTarget(
      name: "TidyTests", exclude: ["PublicDeclarations.txt"], swiftSettings: common),
  ],
  swiftLanguageModes: [.v6]
)
