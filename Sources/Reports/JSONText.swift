/// A writer of JSON text: names in the order given, two spaces a level, the same bytes every time.
///
/// Foundation's encoder would pull in a start-up cost that a small run does not have, and orders
/// names by the alphabet; the contract orders them by meaning.
package struct JSONText {
  /// The text so far.
  package private(set) var text = ""
  private var depth = 0
  private var needsComma = false
  private let isCompact: Bool

  /// An empty text; a compact one stays on one line.
  package init(compact: Bool = false) { isCompact = compact }

  /// Writes an object.
  package mutating func object(_ body: (inout JSONText) -> Void) {
    scope("{", "}", body)
  }

  /// Writes an array of what the body writes for each element.
  package mutating func array<Element>(
    _ elements: some Sequence<Element>, _ body: (inout JSONText, Element) -> Void
  ) {
    scope("[", "]") { json in
      for element in elements {
        json.item()
        body(&json, element)
      }
    }
  }

  /// Writes an array whose elements the body writes with `element`.
  package mutating func list(_ body: (inout JSONText) -> Void) { scope("[", "]", body) }

  /// Writes an object as an element of a list.
  package mutating func element(_ body: (inout JSONText) -> Void) {
    item()
    object(body)
  }

  /// Begins a member of an object; its value must follow.
  package mutating func name(_ name: String) {
    item()
    quote(name)
    text += isCompact ? ":" : ": "
    needsComma = false
  }

  /// Writes a member with a text.
  package mutating func member(_ name: String, _ value: String) {
    self.name(name)
    string(value)
  }

  /// Writes a member with a text, or null for an empty one.
  package mutating func member(_ name: String, orNull value: String) {
    self.name(name)
    if value.isEmpty { null() } else { string(value) }
  }

  /// Writes a member with a number.
  package mutating func member(_ name: String, _ value: some BinaryInteger) {
    self.name(name)
    number(value)
  }

  /// Writes a member with a truth value.
  package mutating func member(_ name: String, _ value: Bool) {
    self.name(name)
    bool(value)
  }

  /// Writes a member with an object.
  package mutating func member(_ name: String, object body: (inout JSONText) -> Void) {
    self.name(name)
    object(body)
  }

  /// Writes a member with an array.
  package mutating func member<Element>(
    _ name: String, array elements: some Sequence<Element>,
    _ body: (inout JSONText, Element) -> Void
  ) {
    self.name(name)
    array(elements, body)
  }

  /// Writes a text.
  package mutating func string(_ value: String) {
    quote(value)
    needsComma = true
  }

  /// Writes a number.
  package mutating func number(_ value: some BinaryInteger) {
    text += String(value)
    needsComma = true
  }

  /// Writes a truth value.
  package mutating func bool(_ value: Bool) {
    text += value ? "true" : "false"
    needsComma = true
  }

  /// Writes null.
  package mutating func null() {
    text += "null"
    needsComma = true
  }

  private mutating func scope(
    _ open: String, _ close: String, _ body: (inout JSONText) -> Void
  ) {
    text += open
    let start = text.utf8.count
    depth += 1
    needsComma = false
    body(&self)
    depth -= 1
    if text.utf8.count > start { newLine() }
    text += close
    needsComma = true
  }

  private mutating func item() {
    if needsComma { text += "," }
    newLine()
    needsComma = false
  }

  private mutating func newLine() {
    guard !isCompact else { return }
    text += "\n"
    for _ in 0..<depth { text += "  " }
  }

  /// Quotes a text; control characters, and separators that end a line of JavaScript, are escaped.
  private mutating func quote(_ value: String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case "\u{0}"..<"\u{20}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
