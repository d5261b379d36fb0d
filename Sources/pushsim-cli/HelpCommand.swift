import Reports

/// `pushsim help`: what there is to type.
enum HelpCommand {
  static let command = Command(
    name: "help", usage: "[COMMAND]", summary: "what a command does and which options it takes",
    words: 0...1, run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    guard let name = arguments.words.first else {
      Console.print(overview)
      return 0
    }
    guard let command = Command.all.first(where: { $0.name == name }) else {
      let near = nearest(name, Command.all.map(\.name)).map { "did you mean \($0)? " } ?? ""
      throw Arguments.Trouble(
        sentence: "there is no command \(name.shown); \(near)pushsim help lists the commands")
    }
    Console.print(page(command))
    return 0
  }

  /// The page of all commands.
  static var overview: String {
    var text = """
      pushsim replays stories about push notifications on simulated phones, a fake
      FCM, an SDK and a server, and says whether a promise broke, and why.

      usage: pushsim COMMAND [OPTIONS]


      """
    for command in Command.all {
      let left = TerminalText.padded("  \(command.name) \(command.usage)", 34)
      text += TerminalText().wrapped(
        command.summary, first: left + (left.count > 34 ? "\n" + indent : ""), rest: indent)
      text += "\n"
    }
    return text + """

      exit status: 0 held, 1 violated, 2 inconclusive, 3 mistake in the input or the
      call, 4 bug in pushsim. pushsim help COMMAND says more.

      """
  }

  private static let indent = String(repeating: " ", count: 34)

  /// The page of one command.
  static func page(_ command: Command) -> String {
    var text = "usage: pushsim \(command.name) \(command.usage)\n\n"
    text += TerminalText().wrapped(command.summary) + "\n"
    if !command.options.isEmpty { text += "\n" }
    for option in command.options {
      let value = option.value.map { " " + $0 } ?? ""
      let left = TerminalText.padded("  \(option.name)\(value)", 28)
      let indent = String(repeating: " ", count: 28)
      text += TerminalText().wrapped(
        option.help, first: left + (left.count > 28 ? "\n" + indent : ""), rest: indent)
      text += "\n"
    }
    if !command.more.isEmpty { text += "\n" }
    for line in command.more { text += TerminalText().wrapped(line) + "\n" }
    return text
  }
}
