/// A value that a sentence gives to one place of its form.
package struct Given: BitwiseCopyable, Sendable {
  /// The place of the form, in the order of its declaration.
  package var slot: UInt8
  /// What was given.
  package var value: Value
  /// Where it stands in the file.
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
  /// Whether its `when` speaks of something that the call fixed.
  package var dependsOnCall = false
  /// Where its values begin in the script's list.
  package var firstGiven = 0
  /// How many values it gives.
  package var givenCount = 0
  /// Which file of the text, and which of its lines, counted from one.
  package var file: Int32 = 0
  /// Its line in that file.
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
  /// What a remark is for.
  package enum Kind: BitwiseCopyable, Sendable {
    case note
    case question
    case answer
  }

  /// What it is for.
  package var kind: Kind
  /// Its words.
  package var text: SourceRange
  /// When it stands in the story, in microseconds.
  package var time: Int64
  /// Its line in the main file; zero in an included one.
  package var line: Int32
  /// Whether it stands behind `settle`.
  package var isAtEnd: Bool
}

/// One variant of a file, with every word bound and every name a number.
package struct Script: Sendable {
  /// The text that all ranges of the script lie in.
  package internal(set) var text = SourceText()
  /// The sentence that the file shows.
  package internal(set) var title: SourceRange = .none
  /// Words by which files are chosen.
  package internal(set) var tags: [SourceRange] = []
  /// Notes, questions and answers, in order.
  package internal(set) var remarks: [Remark] = []
  /// All statements, in the order of the file.
  package internal(set) var sentences: [Sentence] = []
  /// What all statements give, one after the other.
  package internal(set) var given: [Given] = []
  /// The elements of all lists.
  package internal(set) var elements: [Value] = []
  /// The zones that the file names.
  package internal(set) var zones: [Zone] = []
  /// The calendar, where the file pins it.
  package internal(set) var start: CalendarStart?
  /// The longest wait behind the story; nil when the file ends at its last line.
  package internal(set) var settle: Int64?
  /// When the last line of the story happens.
  package internal(set) var end: Int64 = 0
  /// The names of the file.
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

  /// The elements of one list.
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
