import Foundation
import Testing

/// What the two library products offer to others: a change of it is a visible line in a review.
@Suite struct PublicDeclarationTests {
  /// The targets of the library products.
  static let products = ["Pushsim", "SimKernel"]

  private static let golden = Sources.root
    .appendingPathComponent("Tests/TidyTests/PublicDeclarations.txt")

  @Test func `the public declarations are those that were agreed`() throws {
    let found = Self.declarations().joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["PUSHSIM_RECORD"] != nil {
      try found.write(to: Self.golden, atomically: true, encoding: .utf8)
      Issue.record("recorded the public declarations; run again without PUSHSIM_RECORD")
      return
    }
    let agreed = try String(contentsOf: Self.golden, encoding: .utf8)
    let old = Set(agreed.split(separator: "\n"))
    let new = Set(found.split(separator: "\n"))
    #expect(new.subtracting(old).isEmpty, "new: record them if they are meant")
    #expect(old.subtracting(new).isEmpty, "gone: record it if that is meant")
  }

  /// Each declaration as its file and its first line.
  private static func declarations() -> [String] {
    var found: [String] = []
    for file in Sources.swift(in: "Sources") where products.contains(file.target) {
      for line in file.lines {
        let words = line.split(separator: " ")
        guard words.contains("public"), !words.contains("import"), words.first != "///" else {
          continue
        }
        let name = file.path.split(separator: "/").last ?? ""
        found.append("\(file.target)/\(name): \(words.joined(separator: " "))")
      }
    }
    return found.sorted()
  }
}
