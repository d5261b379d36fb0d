package import PushDomain
import ScenarioLanguage

/// A design in a file of its own: a base and the defences that differ from it, one a line.
///
/// ```
/// base published
/// with upload-version-check
/// without reaper
/// ```
package struct DesignFile: Sendable {
  /// The defences that are on.
  package private(set) var design = Design()
  /// What is wrong with the file: a line number and a sentence each.
  package private(set) var mistakes: [(line: Int, sentence: String)] = []

  /// More bytes than any design has.
  package static let sizeLimit = 1 << 20

  /// The words of the bases.
  private static let bases: [(word: String, design: Design)] = [
    ("published", .published), ("hardened", .hardened), ("nothing", Design()),
  ]

  /// Reads a design.
  package init(_ text: String) {
    var hasBase = false
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let code = line.prefix { $0 != "#" }
      let words = code.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
      guard !words.isEmpty else { continue }
      guard words.count == 2 else {
        mistakes.append((index + 1, "a line is `base NAME`, `with DEFENCE` or `without DEFENCE`"))
        continue
      }
      read(words[0], words[1], line: index + 1, hasBase: &hasBase)
    }
    if !hasBase, mistakes.isEmpty {
      mistakes.append(
        (1, "the file needs a line `base published`, `base hardened` or `base nothing`"))
    }
  }

  private mutating func read(_ verb: String, _ name: String, line: Int, hasBase: inout Bool) {
    guard (verb == "base") != hasBase || !["base", "with", "without"].contains(verb) else {
      let sentence = hasBase ? "the base stands once" : "the base stands before with and without"
      return mistakes.append((line, sentence))
    }
    switch verb {
    case "base":
      guard let base = Self.bases.first(where: { $0.word == name }) else {
        mistakes.append((line, Self.unknown("base", name, Self.bases.map(\.word))))
        return
      }
      design = base.design
      hasBase = true
    case "with", "without":
      guard let defence = Defence.allCases.first(where: { $0.word.description == name }) else {
        let known = Defence.allCases.map { $0.word.description }
        mistakes.append((line, Self.unknown("defence", name, known)))
        return
      }
      design = verb == "with" ? design.with(defence) : design.without(defence)
    default:
      mistakes.append((line, Self.unknown("word", verb, ["base", "with", "without"])))
    }
  }

  private static func unknown(_ what: String, _ name: String, _ known: [String]) -> String {
    let near = nearestWord(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
    return "there is no \(what) \(name)\(near)"
  }
}

/// The design that a file names, and where.
struct DesignName {
  /// `published`, `hardened` or a path.
  var text: String
  /// Where it stands.
  var place: SourceRange
  /// The file that says so: a path is meant from there, as one of an include is.
  var file: String
}

/// Finds what the designs that a file names have.
struct Designs {
  let options: CompileOptions
  let loader: SourceLoader
  private var known: [(name: String, file: String, design: Design)] = []

  init(options: CompileOptions, loader: SourceLoader) {
    self.options = options
    self.loader = loader
  }

  /// What the design under test has; a design that cannot be found is listed as a mistake.
  mutating func find(
    _ written: DesignName?, in source: inout Unfolded
  ) -> (name: String, design: Design) {
    let name = options.design.map { DesignName(text: $0, place: .none, file: "") } ?? written
    guard let name, name.text != "published" else { return ("published", .published) }
    if name.text == "hardened" { return ("hardened", .hardened) }
    if options.design != nil, let content = options.designContent { return (name.text, content) }
    if let found = known.first(where: { $0.name == name.text && $0.file == name.file }) {
      return (name.text, found.design)
    }
    let design = load(name, in: &source)
    known.append((name.text, name.file, design))
    return (name.text, design)
  }

  private func load(_ name: DesignName, in source: inout Unfolded) -> Design {
    func mistake(_ sentence: String) {
      let words = Lists.design.choices.map(\.word)
      source.add(
        Mistake(
          .unknownDesign, at: name.place, sentence,
          expected: "\(words.joined(separator: ", ")) or a file",
          nearest: nearestWord(to: name.text, among: words)))
    }
    guard name.text.contains(where: { $0 == "/" || $0 == "." }) else {
      mistake("There is no design \(name.text).")
      return .published
    }
    switch loader.load(name.text, name.file, DesignFile.sizeLimit) {
    case .missing(let reason): mistake("\(name.text) cannot be read: \(reason).")
    case .found(_, let bytes):
      let file = DesignFile(String(decoding: bytes, as: UTF8.self))
      guard let first = file.mistakes.first else { return file.design }
      mistake("\(name.text):\(first.line): \(first.sentence).")
    }
    return .published
  }
}
