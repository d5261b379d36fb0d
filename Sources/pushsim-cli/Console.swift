import Reports
import ScenarioLanguage

/// The two streams of the program.
enum Console {
  /// Prints to standard output; where that is impossible, the program says so and ends.
  ///
  /// A reader that went away, such as `head`, has seen what it wanted and is told nothing.
  static func print(_ text: String) {
    if Files.emit(text, to: 1) { return }
    if !Files.readerIsGone {
      complain(Files.Trouble("standard output", "cannot be written").sentence)
    }
    Files.leave(ExitStatus.mistake)
  }

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

extension String {
  /// A word as a sentence shows it: one that is empty is seen all the same.
  var shown: String { isEmpty ? "\"\"" : self }
}

/// The known word that somebody may have meant.
func nearest(_ word: String, _ known: [String]) -> String? { nearestWord(to: word, among: known) }
