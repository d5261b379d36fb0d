import Reports
import Rulebook

/// `pushsim rules`: the book, with how to override each rule.
enum RulesCommand {
  static let command = Command(
    name: "rules", usage: "[WORD] [--unverified]",
    summary: "the platform rules: value, sentence, source, evidence, how to override",
    options: [
      Option(name: "--unverified", value: nil, help: "what the sources leave unverified, first"),
      Option(name: "--markdown", value: nil, help: "print as Markdown tables"),
    ],
    more: [
      "WORD is a chapter, the beginning of an id, or words of the text in quotes. pushsim rules sources lists the documents that rules cite."
    ],
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    guard arguments.words.count <= 1 else {
      throw Arguments.Trouble(sentence: "rules takes one word; quote a phrase")
    }
    if arguments.words == ["sources"] {
      Console.print(RulesPage.sources(terminal: Console.layout()))
      return 0
    }
    let page = RulesPage(
      book: .documented, word: arguments.words.first ?? "",
      unverifiedFirst: arguments.has("--unverified"))
    guard !page.isEmpty else {
      let word = arguments.words.first ?? ""
      let near = Rulebook.documented.nearestIDs(to: word)
      let hint = near.isEmpty ? "" : "; near it: " + near.joined(separator: ", ")
      throw Arguments.Trouble(sentence: "no rule has \(word) in its id or text\(hint)")
    }
    Console.print(
      arguments.has("--markdown") ? page.markdown : page.text(terminal: Console.layout()))
    return 0
  }
}
