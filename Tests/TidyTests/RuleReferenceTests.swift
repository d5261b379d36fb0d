import Foundation
import Testing

/// Whether the book and the machines belong together.
@Suite struct RuleReferenceTests {
  /// One declaration of the book.
  private struct Declaration {
    var id: String
    /// How a machine names the chapter of a book.
    var chapter: String
    var property: String
    var isEnforced: Bool
  }

  @Test func `every enforced rule is read by a machine, or says why not`() throws {
    let machines = ["PushServices", "DeviceOS", "ClientSDK", "Backend", "Judgement", "PushWorld"]
    let code = Sources.swift(in: "Sources").filter { machines.contains($0.target) }
      .flatMap(\.lines).joined(separator: "\n")
    // The second word may be the first of the next find, so it is only looked at.
    let read = try Self.places(#"\b(\w+)(?=\s*\.(\w+))"#, in: code)
    let declarations = try Self.declarations()
    #expect(declarations.count > 500)
    for declaration in declarations where declaration.isEnforced {
      #expect(
        read.contains("\(declaration.chapter).\(declaration.property)"),
        "\(declaration.id) is enforced by no machine: enforce it, or mark it with a reason")
    }
  }

  /// What a pattern of two words finds, joined by a dot.
  private static func places(_ pattern: String, in text: String) throws -> Set<String> {
    let pattern = try NSRegularExpression(pattern: pattern)
    let matches = pattern.matches(in: text, range: NSRange(text.startIndex..., in: text))
    return Set(
      matches.compactMap { match in
        guard let first = Range(match.range(at: 1), in: text),
          let second = Range(match.range(at: 2), in: text)
        else { return nil }
        return "\(text[first]).\(text[second])"
      })
  }

  /// The names by which the book holds its chapters, by the files of their types.
  private static func chapters() throws -> [String: String] {
    let book = Sources.swift(in: "Sources/Rulebook").filter { $0.path.hasSuffix("/Rulebook.swift") }
    let text = book.flatMap(\.lines).joined(separator: "\n")
    let pairs = try places(#"public let (\w+): (\w+)"#, in: text).map {
      $0.split(separator: ".").map(String.init)
    }
    return Dictionary(uniqueKeysWithValues: pairs.map { ("\($0[1]).swift", $0[0]) })
  }

  /// Reads the declarations out of the chapters' text.
  private static func declarations() throws -> [Declaration] {
    let pattern = try NSRegularExpression(
      pattern: #"(?s)public var (\w+) = (?:Rule|Reading(?:<\w+>)?)\(\s*"([^"]+)""#)
    let chapters = try chapters()
    var found: [Declaration] = []
    for file in Sources.swift(in: "Sources/Rulebook") {
      guard let chapter = chapters[file.path.split(separator: "/").last.map(String.init) ?? ""]
      else { continue }
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
            id: String(text[id]), chapter: chapter, property: String(text[property]),
            isEnforced: !text[whole.lowerBound..<end].contains("relation: .")))
      }
    }
    return found
  }
}
