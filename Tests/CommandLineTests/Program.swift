import Foundation

/// The built program, run as a person runs it.
enum Program {
  /// What a run printed, and how it ended.
  struct Run {
    var output: String
    var error: String
    var status: Int32
  }

  /// A story that holds.
  static let story = """
    scenario  A message reaches Alice
    users     alice
    phone     pixel  android 15
    0s        pixel   ready alice
    +1m       server  send hello to=alice
    settle    1h
    expect    hello on pixel  shown

    """

  /// The root of the package.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The program stands beside the test bundle that this file was built into.
  static let executable: URL = {
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folder = own.deletingLastPathComponent()
    for _ in 0..<5 {
      let candidate = folder.appendingPathComponent("pushsim")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    return root.appendingPathComponent(".build/debug/pushsim")
  }()

  /// Runs the program in a folder.
  static func run(
    _ arguments: [String], in folder: URL = root, environment: [String: String] = [:],
    executable: URL = executable
  ) throws -> Run {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var variables = ProcessInfo.processInfo.environment
    variables["PUSHSIM_RECORD"] = nil
    variables.merge(environment) { $1 }
    process.environment = variables
    let files = (0..<2).map { _ in
      let url = FileManager.default.temporaryDirectory
        .appendingPathComponent(UUID().uuidString)
      _ = FileManager.default.createFile(atPath: url.path, contents: nil)
      return url
    }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Run(
      output: String(decoding: try Data(contentsOf: files[0]), as: UTF8.self),
      error: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
      status: process.terminationReason == .exit ? process.terminationStatus : -1)
  }

  /// Makes an empty folder for one test and takes it away afterwards.
  static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pushsim-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  /// Writes a file into a folder.
  static func write(_ text: String, to name: String, in folder: URL) throws {
    try text.write(
      to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }
}
