/// What is wrong in a file, where, and what to write instead.
///
/// A mistake is never fatal for the reader: it goes on with the next line, so that one run shows them all.
package struct Mistake: Equatable, Sendable {
  /// The kind of mistake.
  package var code: MistakeCode
  /// The word that is wrong.
  package var place: SourceRange
  /// A sentence about this very word.
  package var sentence: String
  /// What may stand here; empty when the sentence says it all.
  package var expected: String
  /// The closest known word.
  package var nearest: String?
  /// The include lines that led here, outermost first.
  package var chain: [SourceRange]

  package init(
    _ code: MistakeCode, at place: SourceRange, _ sentence: String, expected: String = "",
    nearest: String? = nil, chain: [SourceRange] = []
  ) {
    self.code = code
    self.place = place
    self.sentence = sentence
    self.expected = expected
    self.nearest = nearest
    self.chain = chain
  }
}

/// The mistakes of one reading, bounded so that a broken file cannot fill a terminal.
package struct MistakeList: Sendable {
  /// The mistakes, in the order in which they were found.
  package private(set) var all: [Mistake] = []
  /// How many more there were than the list keeps.
  package private(set) var unlisted = 0
  private let limit: Int

  package init(limit: Int) {
    self.limit = limit
  }

  /// Whether everything was right.
  package var isEmpty: Bool { all.isEmpty }
  /// Whether reading on would only add to the uncounted.
  package var isFull: Bool { all.count >= limit }

  /// Keeps a mistake unless the same one is there: variants of one file share their mistakes.
  package mutating func add(_ mistake: Mistake) {
    if all.count >= limit {
      unlisted += 1
      return
    }
    for known in all where known.place == mistake.place && known.code == mistake.code {
      return
    }
    all.append(mistake)
  }
}

/// How much a reader takes before it says no, so that every input ends in bounded time and memory.
package struct ReaderLimits: Equatable, Sendable {
  /// Bytes of one file.
  package var fileBytes = 8 << 20
  /// Bytes of all files of a scenario.
  package var totalBytes = 64 << 20
  /// Bytes of one line.
  package var lineBytes = 4096
  /// Lines of one file.
  package var lines = 200_000
  /// Mistakes that are listed.
  package var mistakes = 100
  /// How deep includes are nested.
  package var includeDepth = 32
  /// How many files are included.
  package var includedFiles = 1000
  /// How often a statement is repeated.
  package var repetitions = 1_000_000
  /// How many things happen in all variants of a file; a step takes a hundred bytes before it runs
  /// and a few kilobytes of history after.
  package var steps = 2_000_000
  /// How many things of a kind a story has.
  package var members = 1_000_000
  /// How many variants a file has.
  package var variants = 1000
  /// How many things vary in a file.
  package var axes = 64
  /// How many values an axis has.
  package var axisValues = 100

  package init() {}

  /// Limits small enough that an example of a few lines breaks them.
  package static var small: ReaderLimits {
    var limits = ReaderLimits()
    limits.fileBytes = 400
    limits.totalBytes = 800
    limits.lineBytes = 120
    limits.lines = 20
    limits.includeDepth = 3
    limits.includedFiles = 4
    limits.repetitions = 100
    limits.steps = 200
    limits.members = 100
    limits.variants = 8
    limits.axisValues = 4
    return limits
  }
}
