import Foundation
import Testing

/// Whether the book and the machines belong together.
@Suite struct RuleReferenceTests {
  /// One declaration of the book.
  private struct Declaration {
    var id: String
    var chapterType: String
    var property: String
    var isEnforced: Bool
  }

  @Test func `every enforced rule is read by a machine, or says why not`() throws {
    let machines = ["PushServices", "DeviceOS", "ClientSDK", "Backend", "Judgement", "PushWorld"]
    let code = Sources.swift(in: "Sources").filter { machines.contains($0.target) }
      .flatMap(\.lines).joined(separator: "\n")
    let words = Set(code.components(separatedBy: CharacterSet.alphanumerics.inverted))
    let declarations = try Self.declarations()
    #expect(declarations.count > 500)
    for declaration in declarations where declaration.isEnforced {
      let isRead =
        words.contains(declaration.property) || code.contains("\"\(declaration.id)\"")
      #expect(
        isRead,
        "\(declaration.id) is enforced by no machine: enforce it, or mark it with a reason")
    }
  }

  /// Reads the declarations out of the chapters' text.
  private static func declarations() throws -> [Declaration] {
    let pattern = try NSRegularExpression(
      pattern: #"(?s)public var (\w+) = (?:Rule|Reading(?:<\w+>)?)\(\s*"([^"]+)""#)
    var found: [Declaration] = []
    for file in Sources.swift(in: "Sources/Rulebook") where file.path.hasSuffix("Rules.swift") {
      let text = file.lines.joined(separator: "\n")
      let matches = pattern.matches(in: text, range: NSRange(text.startIndex..., in: text))
      for (index, match) in matches.enumerated() {
        guard let property = Range(match.range(at: 1), in: text),
          let id = Range(match.range(at: 2), in: text), let whole = Range(match.range, in: text)
        else { continue }
        let end =
          index + 1 < matches.count
          ? Range(matches[index + 1].range, in: text)?.lowerBound ?? text.endIndex
          : text.endIndex
        found.append(
          Declaration(
            id: String(text[id]), chapterType: file.path, property: String(text[property]),
            isEnforced: !text[whole.lowerBound..<end].contains("relation: .")))
      }
    }
    return found
  }
}
