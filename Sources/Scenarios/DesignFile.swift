package import PushDomain
import ScenarioLanguage

/// A design in a file of its own: a base and the defences that differ from it, one a line.
///
/// ```
/// base published
/// with upload-version-check
/// without reaper
/// ```
package struct DesignFile: Sendable {
  /// The defences that are on.
  package private(set) var design = Design(rawValue: 0)
  /// What is wrong with the file: a line number and a sentence each.
  package private(set) var mistakes: [(line: Int, sentence: String)] = []

  /// The words of the bases.
  private static let bases: [(word: String, design: Design)] = [
    ("published", .published), ("hardened", .hardened), ("nothing", Design(rawValue: 0)),
  ]

  /// Reads a design.
  package init(_ text: String) {
    var hasBase = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let code = line.prefix { $0 != "#" }
      let words = code.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
      guard !words.isEmpty else { continue }
      guard words.count == 2 else {
        mistakes.append((index + 1, "a line is `base NAME`, `with DEFENCE` or `without DEFENCE`"))
        continue
      }
      read(words[0], words[1], line: index + 1, hasBase: &hasBase)
    }
    if !hasBase, mistakes.isEmpty {
      mistakes.append(
        (1, "the file needs a line `base published`, `base hardened` or `base nothing`"))
    }
  }

  private mutating func read(_ verb: String, _ name: String, line: Int, hasBase: inout Bool) {
    switch verb {
    case "base":
      guard let base = Self.bases.first(where: { $0.word == name }) else {
        mistakes.append((line, Self.unknown("base", name, Self.bases.map(\.word))))
        return
      }
      design = base.design
      hasBase = true
    case "with", "without":
      guard let defence = Defence.allCases.first(where: { $0.word.description == name }) else {
        let known = Defence.allCases.map { $0.word.description }
        mistakes.append((line, Self.unknown("defence", name, known)))
        return
      }
      design = verb == "with" ? design.with(defence) : design.without(defence)
    default:
      mistakes.append((line, Self.unknown("word", verb, ["base", "with", "without"])))
    }
  }

  private static func unknown(_ what: String, _ name: String, _ known: [String]) -> String {
    let near = nearestWord(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
    return "there is no \(what) \(name)\(near)"
  }
}
