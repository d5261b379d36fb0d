/// The chapters of the book, laid out like one long array of rules.
///
/// Every stored property of every chapter is a `Rule` or a `Reading`; a test holds the layout.
package struct Chapters: BitwiseCopyable, Sendable {
  /// What the SDK, the server and the network of the model choose for themselves.
  package var design = DesignRules()
}

/// The rules in force in one run.
///
/// A book is built before a run and never changes during it, so machines share it freely.
package final class Rulebook: Sendable {
  /// The chapters, in the order of the printed book.
  package let chapters: Chapters

  /// The book as the sources give it.
  package static let documented = Rulebook(Chapters())

  /// Binds chapters that a caller has overridden.
  package init(_ chapters: Chapters) { self.chapters = chapters }

  /// Every entry of the book, in the order of declaration.
  package var entries: [Rule] {
    var chapters = chapters
    return Self.withEntries(of: &chapters) { Array($0) }
  }

  /// Lends the chapters as one array, for printing and for overriding values.
  package static func withEntries<Result>(
    of chapters: inout Chapters, _ body: (UnsafeMutableBufferPointer<Rule>) -> Result
  ) -> Result {
    withUnsafeMutableBytes(of: &chapters) { bytes in
      body(bytes.assumingMemoryBound(to: Rule.self))
    }
  }
}
