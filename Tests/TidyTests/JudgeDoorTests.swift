import Foundation
import Testing

/// The judge turns records away by their facts before fates, promises and truth see them.
@Suite struct JudgeDoorTests {
  /// The names behind dots in the parts of a text that a pattern finds.
  private static func names(in text: Substring, _ pattern: Regex<(Substring, Substring)>) -> Set<
    String
  > {
    var names: Set<String> = []
    for part in text.matches(of: pattern) {
      for name in part.1.matches(of: /\.([a-z]\w*)/) { names.insert(String(name.1)) }
    }
    return names
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Sources.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: [
    ("hears", ["Ledger+Observe", "Truth+Observe", "Promises"], 40), ("tellsOfReach", ["Reach"], 6),
  ])
  func `the judge hears exactly the facts that somebody behind it looks at`(
    name: String, observers: [String], least: Int
  ) throws {
    let judge = try Self.text("Sources/Judgement/Judge.swift")
    let door = try #require(judge.firstRange(of: "func \(name)("))
    let heard = Self.names(in: judge[door.upperBound...].prefix { $0 != "}" }, /case ([^:]*):/)
    #expect(heard.count > least)
    let fact = try Self.text("Sources/PushDomain/Fact.swift")
    var wanted: Set<String> = []
    for observer in observers {
      let source = try Self.text("Sources/Judgement/\(observer).swift")
      wanted.formUnion(Self.names(in: source[...], /case (\.[^:]*?)(?: where[^:]*)?:/))
    }
    let cases = fact.split(separator: "\n").filter { $0.hasPrefix("  case ") }.joined()
    let facts = Set(cases.matches(of: /\b([a-z]\w*)\b/).map { String($0.1) })
    #expect(wanted.intersection(facts) == heard)
  }
}
