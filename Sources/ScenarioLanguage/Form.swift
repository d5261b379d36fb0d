/// One place of a form: a word in order, an option `key=value`, or a phrase `key value`.
package struct Slot: Sendable {
  /// How a place is written.
  package enum Style: Equatable, BitwiseCopyable, Sendable {
    case word
    case option
    case phrase
  }

  /// Whether a place must be filled.
  package enum Need: Equatable, BitwiseCopyable, Sendable {
    case required
    case optional
    /// All words that are left, at least one.
    case many
  }

  /// The word that a person knows the place by; for an option, its key.
  package let name: String
  /// What may stand there.
  package let kind: ValueKind
  /// How it is written.
  package let style: Style
  /// Whether it must be filled.
  package let need: Need
  /// What it means, in a sentence.
  package let summary: String
  /// What holds when the option is left out, as a person writes it.
  package let standard: String?
  /// The name of a group of options of which exactly one stands.
  package private(set) var oneOf: String?
  /// Whether the value must fit other words, so that it cannot be made up alone.
  package private(set) var isDependent = false

  private init(
    name: String, kind: ValueKind, style: Style, need: Need, summary: String, standard: String?
  ) {
    self.name = name
    self.kind = kind
    self.style = style
    self.need = need
    self.summary = summary
    self.standard = standard
  }

  /// A word that must stand here.
  package static func word(_ name: String, _ kind: ValueKind, _ summary: String = "") -> Slot {
    Slot(name: name, kind: kind, style: .word, need: .required, summary: summary, standard: nil)
  }

  /// A word that may stand here.
  package static func maybe(_ name: String, _ kind: ValueKind, _ summary: String = "") -> Slot {
    Slot(name: name, kind: kind, style: .word, need: .optional, summary: summary, standard: nil)
  }

  /// All words that are left.
  package static func rest(_ name: String, _ kind: ValueKind, _ summary: String = "") -> Slot {
    Slot(name: name, kind: kind, style: .word, need: .many, summary: summary, standard: nil)
  }

  /// A fixed word of the pattern.
  package static func literal(_ word: String) -> Slot {
    Slot(
      name: word, kind: .literal(word), style: .word, need: .required, summary: "", standard: nil)
  }

  /// `key=value`.
  package static func option(
    _ key: String, _ kind: ValueKind, _ summary: String, standard: String? = nil
  ) -> Slot {
    Slot(
      name: key, kind: kind, style: .option, need: .optional, summary: summary, standard: standard)
  }

  /// `key=value` that must be given.
  package static func needed(_ key: String, _ kind: ValueKind, _ summary: String) -> Slot {
    Slot(name: key, kind: kind, style: .option, need: .required, summary: summary, standard: nil)
  }

  /// `key value`, anywhere behind the words.
  package static func phrase(_ key: String, _ kind: ValueKind, _ summary: String) -> Slot {
    Slot(name: key, kind: kind, style: .phrase, need: .optional, summary: summary, standard: nil)
  }

  /// This option as one of a group of which exactly one stands.
  package func oneOf(_ group: String) -> Slot {
    var slot = self
    slot.oneOf = group
    return slot
  }

  /// This place as one whose value must fit other words.
  package var dependent: Slot {
    var slot = self
    slot.isDependent = true
    return slot
  }

  var isLiteral: Bool {
    if case .literal = kind { true } else { false }
  }
}

/// The name of a place as one number, so that asking for a place compares no strings.
///
/// Two names of one form never share a number: the vocabulary checks it.
package struct SlotKey: BitwiseCopyable, Equatable, Sendable {
  private let value: UInt64

  /// The number of a name that is known when the program is built.
  @inline(__always)
  package init(_ name: StaticString) {
    value = name.withUTF8Buffer { buffer in
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in buffer { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
      return hash
    }
  }

  /// The number of any name.
  package init(_ name: String) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    value = hash
  }
}

/// How a place is written, as plain bits.
struct SlotShape: BitwiseCopyable {
  let style: Slot.Style
  let need: Slot.Need
  let isGrouped: Bool

  init(_ slot: Slot) {
    style = slot.style
    need = slot.need
    isGrouped = slot.oneOf != nil
  }
}

/// What a form is to the language itself; everything else is the vocabulary's affair.
package enum FormRole: Equatable, BitwiseCopyable, Sendable {
  case title
  case tags
  case remark
  case define
  case include
  case vary
  case pairwise
  case condition
  case start
  case settle
  /// A declaration that the vocabulary gives a meaning.
  case declaration
  case verb
  case expectation
}

/// One word of the language with everything that follows from it, declared once.
///
/// The reader binds lines to it, the printer lays lines out by it, completion and the reference show it, and the random
/// generator invents lines from it. The vocabulary adds what it means, by the form's index.
package struct Form: Sendable {
  /// The word that the line is known by.
  package let word: String
  /// What the line is to the language itself.
  package let role: FormRole
  /// Bits of the subject kinds that a verb applies to.
  package let subjects: UInt32
  /// What it does, in a sentence.
  package let summary: String
  /// A line a person could have written.
  package let example: String
  /// Its places, in order.
  package let slots: [Slot]
  /// How many positional words belong to the left column when a line is laid out.
  package let leftWords: Int

  package init(
    _ word: String, _ role: FormRole, subjects: UInt32 = 0, _ summary: String, example: String,
    _ slots: [Slot] = [], leftWords: Int = 0
  ) {
    precondition(slots.count < 100, "a form has fewer places than a slot number can count")
    self.word = word
    self.role = role
    self.subjects = subjects
    self.summary = summary
    self.example = example
    self.slots = slots
    self.leftWords = leftWords
  }

  /// The line as a pattern: `DEVICE offline`, `send MESSAGE to=USER …`.
  package var usage: String {
    var parts = role == .verb ? [word] : role == .expectation ? [] : [word]
    for slot in slots {
      switch (slot.style, slot.need) {
      case (.word, .required): parts.append(slot.isLiteral ? slot.name : slot.name.uppercased())
      case (.word, .optional): parts.append("[\(slot.name.uppercased())]")
      case (.word, .many): parts.append("\(slot.name.uppercased()) …")
      case (.option, .required): parts.append("\(slot.name)=…")
      case (.option, _), (.phrase, _): break
      }
    }
    if slots.contains(where: { $0.style == .option && $0.need == .optional }) {
      parts.append("[key=value …]")
    }
    return parts.joined(separator: " ")
  }
}

/// Who can stand at the head of a story line.
package struct Subject: Sendable {
  /// Whom a subject stands for.
  package enum Meaning: Sendable {
    /// Any name of a kind of thing.
    case names(Namespace)
    /// Everything of a kind.
    case everything(Namespace)
    /// There is one of it.
    case single
  }

  /// The word itself; for names, what they are called.
  package let word: String
  /// Whom it stands for.
  package let meaning: Meaning
  /// One bit.
  package let kind: UInt32
  /// The bit once the qualifier stands; without it the verb comes at once.
  package let qualifiedKind: UInt32
  /// A word between subject and verb, such as the ends of a connection.
  package let qualifier: Slot?
  /// Who it is, in a sentence.
  package let summary: String

  package init(
    _ word: String, _ meaning: Meaning, kind: UInt32, _ summary: String, qualifier: Slot? = nil,
    qualifiedKind: UInt32 = 0
  ) {
    self.word = word
    self.meaning = meaning
    self.kind = kind
    self.qualifier = qualifier
    self.qualifiedKind = qualifiedKind
    self.summary = summary
  }

  /// How the subject stands before a verb, with its qualifier where the verb needs it; nil where
  /// the verb is none of its.
  func text(for form: Form) -> String? {
    if form.subjects & kind != 0 { return word }
    guard form.subjects & qualifiedKind != 0, let qualifier else { return nil }
    return "\(word) \(qualifier.name.uppercased())"
  }
}
