import ScenarioLanguage

/// An option of a command, declared once: parser, help and completion follow.
struct Option: Sendable {
  /// The option's name with its dashes.
  var name: String
  /// What its value is called in the help; nil where it takes none.
  var value: String?
  /// One line of help.
  var help: String
  /// It may be given several times.
  var isRepeated = false
}

/// What a person typed behind a command.
struct Arguments {
  /// Why a call cannot be understood.
  struct Trouble: Error {
    /// One sentence, with the remedy.
    var sentence: String
  }

  /// The words that are no options, in order.
  var words: [String] = []
  private var values: [(name: String, value: String)] = []

  /// Reads the words behind a command by the options that it has.
  init(_ typed: ArraySlice<String>, options: [Option], command: String) throws(Trouble) {
    var rest = typed
    var onlyWords = false
    while let word = rest.popFirst() {
      if onlyWords || word == "-" || !word.hasPrefix("-") {
        words.append(word)
        continue
      }
      if word == "--" {
        onlyWords = true
        continue
      }
      var name = word
      var inline: String?
      if let equals = word.firstIndex(of: "=") {
        name = String(word[..<equals])
        inline = String(word[word.index(after: equals)...])
      }
      guard let option = options.first(where: { $0.name == name }) else {
        throw Trouble(sentence: Self.unknown(name, options, command))
      }
      guard option.isRepeated || value(name) == nil else {
        throw Trouble(sentence: "\(name) is given twice; give it once")
      }
      guard let placeholder = option.value else {
        guard inline == nil else { throw Trouble(sentence: "\(name) takes no value") }
        values.append((name, ""))
        continue
      }
      guard let value = inline ?? rest.popFirst() else {
        throw Trouble(sentence: "\(name) needs a value: \(name) \(placeholder)")
      }
      values.append((name, value))
    }
  }

  /// Whether an option was given.
  func has(_ name: String) -> Bool { value(name) != nil }

  /// The value of an option; empty for one that takes none, nil where it was not given.
  func value(_ name: String) -> String? { values.first { $0.name == name }?.value }

  /// Every value of a repeated option, in order.
  func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }

  private static func unknown(_ name: String, _ options: [Option], _ command: String) -> String {
    let near = nearestWord(to: name, among: options.map(\.name))
    let hint = near.map { "did you mean \($0)? " } ?? ""
    return "unknown option \(name); \(hint)pushsim help \(command) lists the options"
  }
}
