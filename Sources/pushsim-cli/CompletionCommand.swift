/// `pushsim completion`: words for the shells, from the table of commands.
enum CompletionCommand {
  static let command = Command(
    name: "completion", usage: "bash|zsh|fish", summary: "a completion script for a shell",
    more: ["For bash: eval \"$(pushsim completion bash)\""], run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    guard arguments.words.count == 1, let shell = arguments.words.first else {
      throw Arguments.Trouble(sentence: "completion takes one shell: bash, zsh or fish")
    }
    switch shell {
    case "bash": Console.print(bash)
    case "zsh": Console.print("autoload -U +X bashcompinit && bashcompinit\n" + bash)
    case "fish": Console.print(fish)
    default:
      throw Arguments.Trouble(
        sentence: "no completion for \(shell); there are bash, zsh and fish")
    }
    return 0
  }

  private static var bash: String {
    let names = Command.all.map(\.name).joined(separator: " ")
    var cases = ""
    for command in Command.all where !command.options.isEmpty {
      let options = command.options.map(\.name).joined(separator: " ")
      cases += "    \(command.name)) words=\"\(options)\" ;;\n"
    }
    return """
      _pushsim() {
        local word="${COMP_WORDS[COMP_CWORD]}" words=""
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(names)" -- "$word"))
          return
        fi
        case "${COMP_WORDS[1]}" in
      \(cases)  esac
        case "$word" in
          -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
          *) COMPREPLY=($(compgen -f -- "$word")) ;;
        esac
      }
      complete -o filenames -F _pushsim pushsim

      """
  }

  private static var fish: String {
    var text = "complete -c pushsim -n __fish_use_subcommand -f\n"
    for command in Command.all {
      text += "complete -c pushsim -n __fish_use_subcommand -a \(command.name)"
      text += " -d '\(quoted(command.summary))'\n"
      for option in command.options {
        text += "complete -c pushsim -n '__fish_seen_subcommand_from \(command.name)'"
        text += " -l \(option.name.dropFirst(2)) -d '\(quoted(option.help))'"
        text += option.value == nil ? "\n" : " -r\n"
      }
    }
    return text
  }

  private static func quoted(_ text: String) -> String {
    String(text.flatMap { $0 == "'" ? Array("\\'") : [$0] })
  }
}
