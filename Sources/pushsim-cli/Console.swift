import Reports
import ScenarioLanguage

/// The two streams of the program.
enum Console {
  /// Prints to standard output.
  static func print(_ text: String) { Files.emit(text, to: 1) }

  /// Prints to standard error.
  static func tell(_ text: String) { Files.emit(text, to: 2) }

  /// Says on standard error what is wrong with a call.
  static func complain(_ sentence: String) {
    tell("pushsim: \(TerminalText.escaped(sentence))\n")
  }

  /// How text for a person is laid out on a stream.
  static func layout(_ descriptor: Int32 = 1) -> TerminalText {
    var terminal = TerminalText()
    terminal.isColoured = Files.wantsColour(descriptor)
    return terminal
  }
}

/// The known word that somebody may have meant.
func nearest(_ word: String, _ known: [String]) -> String? { nearestWord(to: word, among: known) }
