#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The program: finds the command, runs it, ends with its status.
@main
struct Main {
  /// The version that `--version` prints and reports carry.
  static let version = "0.1.0"

  static func main() {
    let typed = CommandLine.arguments.dropFirst()
    exit(status(of: typed))
  }

  /// Runs what was typed and returns the exit status.
  private static func status(of typed: ArraySlice<String>) -> Int32 {
    guard let name = typed.first else {
      Console.print(HelpCommand.overview)
      return 0
    }
    switch name {
    case "--version", "-V":
      Console.print("pushsim \(version)\n")
      return 0
    case "--help", "-h":
      Console.print(HelpCommand.overview)
      return 0
    default: break
    }
    guard let command = Command.all.first(where: { $0.name == name }) else {
      Console.complain(unknown(name))
      return ExitStatus.mistake
    }
    let rest = typed.dropFirst()
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      Console.print(HelpCommand.page(command))
      return 0
    }
    do {
      let arguments = try Arguments(rest, options: command.options, command: command.name)
      if let words = command.words, arguments.words.count > words.upperBound {
        throw Arguments.Trouble(
          sentence: "\(name) takes one word at most; what is \(arguments.words[words.upperBound])?")
      }
      return try command.run(arguments)
    } catch let trouble as Arguments.Trouble {
      Console.complain(trouble.sentence)
    } catch let trouble as Files.Trouble {
      Console.complain(trouble.sentence)
    } catch {
      preconditionFailure("a command throws only what a person can mend")
    }
    return ExitStatus.mistake
  }

  private static func unknown(_ name: String) -> String {
    let near = nearest(name, Command.all.map(\.name))
    let hint = near.map { "did you mean pushsim \($0)? " } ?? ""
    return "unknown command \(name.shown); \(hint)pushsim help lists the commands"
  }
}

/// What the exit status says; the strongest finding wins.
enum ExitStatus {
  /// The program itself is wrong.
  static let bug: Int32 = 4
  /// The input or the call is wrong.
  static let mistake: Int32 = 3
}
