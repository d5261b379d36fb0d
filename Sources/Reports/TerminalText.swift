/// Text for a terminal: escaped, wrapped at a width, coloured only where asked.
package struct TerminalText: Sendable {
  /// How many columns a line may have.
  package var width = 80
  /// Whether to colour; off for files, pipes and `NO_COLOR`.
  package var isColoured = false

  /// A plain terminal of 80 columns.
  package init() {}

  /// The few styles that reports use.
  package enum Style: String, Sendable {
    case good = "32"
    case bad = "31"
    case doubtful = "33"
    case faint = "2"
    case strong = "1"
  }

  /// Colours a text, if colours are on.
  package func style(_ text: String, _ style: Style) -> String {
    isColoured ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Makes a text from outside harmless: control, escape and direction characters become visible.
  package static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if isHarmful(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Controls, escape codes, and marks that reverse or hide what a reader sees.
  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB:
      true
    default: false
    }
  }

  /// Breaks a text into lines of the width; later lines are indented.
  ///
  /// A word that is longer than a line stands alone on one.
  package func wrapped(_ text: String, first: String = "", rest: String = "") -> String {
    var lines: [String] = []
    var line = first
    var isFresh = true
    for word in text.split(separator: " ") {
      if !isFresh, line.count + 1 + word.count > width {
        lines.append(line)
        line = rest
        isFresh = true
      }
      if !isFresh { line += " " }
      line += word
      isFresh = false
    }
    lines.append(line)
    return lines.joined(separator: "\n")
  }

  /// A command for a shell, quoted where it must be, and continued where a line is full.
  package func command(_ words: [String], first: String, rest: String) -> String {
    var narrow = self
    narrow.width -= 2
    // Blanks inside a word do not part it: they come back when the lines are made.
    let joined = words.map { word in
      String(Self.quoted(Self.escaped(word)).map { $0 == " " ? "\u{E000}" : $0 })
    }.joined(separator: " ")
    let lines = narrow.wrapped(joined, first: first, rest: rest).split(separator: "\n")
    return String(lines.joined(separator: " \\\n").map { $0 == "\u{E000}" ? " " : $0 })
  }

  /// A word as a shell takes it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_./=:,+@%".utf8.contains(byte)
      }
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + String(word.flatMap { $0 == "'" ? Array("'\\''") : [$0] }) + "'"
  }

  /// Pads a text with blanks on the right.
  package static func padded(_ text: String, _ width: Int) -> String {
    text.count >= width ? text : text + String(repeating: " ", count: width - text.count)
  }
}
