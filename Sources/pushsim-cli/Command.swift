/// One command of the program, declared once: dispatch, help and completion follow.
struct Command: Sendable {
  /// The word behind `pushsim`.
  var name: String
  /// What follows the name in the help.
  var usage: String
  /// One line of help.
  var summary: String
  /// The options it takes.
  var options: [Option] = []
  /// Further lines of its help page.
  var more: [String] = []
  /// How many words it takes; nil where it says so itself.
  var words: ClosedRange<Int>?
  /// Does it, and returns the exit status.
  var run: @Sendable (Arguments) throws -> Int32

  /// Every command, in the order of the help.
  static let all: [Command] = [
    RunCommand.command,
    CheckCommand.command,
    FormatCommand.command,
    WhyCommand.command,
    WalkCommand.command,
    RulesCommand.command,
    WordsCommand.command,
    ExplainCommand.command,
    NewCommand.command,
    PagesCommand.command,
    PopulationCommand.command,
    CompletionCommand.command,
    HelpCommand.command,
  ]
}
