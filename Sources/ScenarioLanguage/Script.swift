/// A value that a sentence gives to one place of its form.
package struct Given: BitwiseCopyable, Sendable {
  package var slot: UInt8
  package var value: Value
  package var place: SourceRange
}

/// One statement of a file, bound to its form.
package struct Sentence: BitwiseCopyable, Sendable {
  /// Index of the form in the vocabulary.
  package var form: Int
  /// Index of the subject in the vocabulary; -1 where none stands.
  package var subject = -1
  /// The things the subject names.
  package var who = Symbol(0, count: 0, namespace: 0)
  /// Microseconds from the start.
  package var time: Int64 = 0
  /// How often the statement happens, by `repeat` or for each of a series.
  package var repetitions = 1
  /// Microseconds between two repetitions.
  package var every: Int64 = 0
  /// Whether it stands behind `settle`.
  package var isAtEnd = false
  /// Whether `never` stands in front.
  package var isNever = false
  /// Whether a `when` stands behind it.
  package var isConditional = false
  /// Whether its `when` holds in this variant.
  package var isJudged = true
  package var firstGiven = 0
  package var givenCount = 0
  /// Which file of the text, and which of its lines, counted from one.
  package var file: Int32 = 0
  package var lineNumber: Int32 = 0
  /// The whole line.
  package var place: SourceRange

  package init(form: Int, place: SourceRange) {
    self.form = form
    self.place = place
  }
}

/// A line for the reader of a walkthrough.
package struct Remark: BitwiseCopyable, Sendable {
  package enum Kind: BitwiseCopyable, Sendable {
    case note
    case question
    case answer
  }

  package var kind: Kind
  package var text: SourceRange
  package var time: Int64
  package var isAtEnd: Bool
}

/// One variant of a file, with every word bound and every name a number.
package struct Script: Sendable {
  /// The text that all ranges of the script lie in.
  package internal(set) var text = SourceText()
  package internal(set) var title: SourceRange = .none
  package internal(set) var tags: [SourceRange] = []
  package internal(set) var remarks: [Remark] = []
  package internal(set) var sentences: [Sentence] = []
  package internal(set) var given: [Given] = []
  package internal(set) var elements: [Value] = []
  package internal(set) var zones: [Zone] = []
  package internal(set) var start: CalendarStart?
  /// The longest wait behind the story; nil when the file ends at its last line.
  package internal(set) var settle: Int64?
  /// When the last line of the story happens.
  package internal(set) var end: Int64 = 0
  package internal(set) var symbols: SymbolTable

  /// What a sentence gives, in the order of its words.
  package func given(of sentence: Sentence) -> ArraySlice<Given> {
    given[sentence.firstGiven..<(sentence.firstGiven + sentence.givenCount)]
  }

  /// The value of a place of a sentence; absent when it is left out.
  package func value(_ slot: Int, of sentence: Sentence) -> Value {
    for given in given(of: sentence) where Int(given.slot) == slot { return given.value }
    return .absent
  }

  package func elements(first: Int32, count: Int32) -> ArraySlice<Value> {
    elements[Int(first)..<Int(first + count)]
  }
}

extension Unfolded {
  /// Binds one variant; its mistakes join those of the file.
  package mutating func script(
    of variant: Variant, _ vocabulary: Vocabulary, zones: ZoneResolver = .universal
  ) -> Script {
    var binder = Binder(self, variant, vocabulary, zones: zones)
    binder.bindAll()
    mistakes = binder.source.mistakes
    var script = binder.script
    script.text = binder.source.text
    return script
  }
}
