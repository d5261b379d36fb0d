import Foundation
import Testing

/// What may not be written, and what to write instead.
@Suite struct BanTests {
  /// The targets whose behaviour is replayed.
  static let deterministic = LayerTests.allowed.map(\.target)

  /// Words that deterministic targets may not say.
  static let bans = [
    (word: ".random(", instead: "Choices.choose"),
    (word: ".shuffled(", instead: "Choices.choose"),
    (word: ".randomElement(", instead: "Choices.choose"),
    (word: "SystemRandomNumberGenerator", instead: "Choices"),
    (word: "Dictionary<", instead: "a sorted array or a dense table"),
    (word: ": Set<", instead: "a sorted array or an option set"),
    (word: ".hashValue", instead: "StableHash"),
    (word: "ObjectIdentifier", instead: "an identifier of PushDomain"),
    (word: "import Foundation", instead: "nothing: deterministic targets stand alone"),
    (word: "async ", instead: "an event"),
    (word: "ContinuousClock", instead: "SimTime"),
  ]

  /// Words that nobody may say anywhere.
  static let bansEverywhere = [
    (word: "try!", instead: "a thrown error or a precondition with a sentence"),
    (word: "TO" + "DO", instead: "the work itself"),
    (word: "FIX" + "ME", instead: "the work itself"),
    (word: "fatal" + "Error(", instead: "a precondition with a sentence"),
  ]

  @Test func `deterministic targets say nothing that could differ between runs`() {
    for file in Sources.swift(in: "Sources") where Self.deterministic.contains(file.target) {
      for (index, line) in file.lines.enumerated() {
        let code = line.codeWithoutComment
        for ban in Self.bans where code.contains(ban.word) {
          Issue.record("\(file.path):\(index + 1) says \(ban.word); write \(ban.instead)")
        }
      }
    }
  }

  @Test func `a made word is named before the buffer is read again`() {
    for file in Sources.swift(in: "Sources") where file.target == "ScenarioLanguage" {
      for (index, line) in file.lines.enumerated() {
        let code = line.codeWithoutComment.trimmingCharacters(in: .whitespaces)
        guard code.contains(".content(of:"), !code.hasPrefix("let ") else { continue }
        Issue.record("\(file.path):\(index + 1) reads the buffer while a word is added to it")
      }
    }
  }

  @Test func `floating point stays out of the model`() {
    let model = Self.deterministic.prefix { $0 != "ScenarioLanguage" }
    for file in Sources.swift(in: "Sources") where model.contains(file.target) {
      for (index, line) in file.lines.enumerated()
      where line.codeWithoutComment.contains("Double") {
        Issue.record("\(file.path):\(index + 1) says Double; write Ratio or SimDuration")
      }
    }
  }

  @Test func `nobody leaves unfinished work behind`() {
    for folder in ["Sources", "Tests"] {
      for file in Sources.swift(in: folder) {
        for (index, line) in file.lines.enumerated() {
          for ban in Self.bansEverywhere where line.contains(ban.word) {
            guard file.path != "Tests/TidyTests/BanTests.swift" else { continue }
            Issue.record("\(file.path):\(index + 1) says \(ban.word); write \(ban.instead)")
          }
        }
      }
    }
  }
}

extension String {
  /// The line without a comment at its end.
  var codeWithoutComment: String {
    guard let slashes = range(of: "//") else { return self }
    return String(self[..<slashes.lowerBound])
  }
}
