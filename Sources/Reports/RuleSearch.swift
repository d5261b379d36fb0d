import Rulebook

/// What a person types to find rules.
struct RuleSearch {
  private let text: String
  private let words: [Substring]

  /// Reads a chapter's name, the beginning of an id, or words of a text.
  init(_ typed: String) {
    text = typed.lowercased()
    words = Self.words(of: text)
  }

  /// Whether it is the name or title of a chapter.
  func names(_ chapter: Chapter) -> Bool {
    text.isEmpty || "\(chapter.name)" == text || "\(chapter.title)".lowercased() == text
  }

  /// Whether it is an id or its beginning, up to a dot or hyphen.
  func names(_ rule: Rule) -> Bool {
    let id = rule.idText
    return id == text || id.hasPrefix(text + ".") || id.hasPrefix(text + "-")
  }

  /// Whether a word of the rule begins with each word typed; hyphens part words like blanks.
  func finds(_ rule: Rule) -> Bool {
    guard !words.isEmpty else { return false }
    let known = Self.words(
      of: "\(rule.idText) \(rule.says) \(rule.note) \(rule.answers)".lowercased())
    return words.allSatisfy { word in known.contains { $0.hasPrefix(word) } }
  }

  private static func words(of text: String) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber }
  }
}
