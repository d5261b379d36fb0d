import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A reader that is not ours says whether XML is well formed.
enum XMLCheck {
  /// Whether Foundation's parser takes the text.
  static func isWellFormed(_ text: String) -> Bool {
    XMLParser(data: Data(text.utf8)).parse()
  }
}
