import ScenarioLanguage
import Scenarios
import Testing

/// Names that the preamble of an invented file introduces.
let inventedNames: [(namespace: Namespace, names: [String])] = [
  (Spaces.device, ["pixel", "old", "new"]), (Spaces.user, ["alice", "bob"]),
  (Spaces.message, ["m1", "secret"]), (Spaces.node, ["node-1", "node-2"]),
  (Spaces.topic, ["news", "weather"]),
]

let inventedPreamble = """
  scenario  An invented story
  users alice bob
  nodes   node-1 node-2
  phone pixel android 15 profiles=private apps=2
  phone old   android 12.1 oem=aggressive profiles=private apps=2
  tablet new android 16 zone=UTC profiles=private apps=2

  0s all ready alice
  server send m1 to=alice
  server send secret to=bob ttl=4h
  pixel subscribe news
  pixel subscribe weather

  """

/// A file as words, comments and empty lines, whatever its layout.
func words(_ bytes: [UInt8]) -> [String] {
  var result: [String] = []
  for line in String(decoding: bytes, as: UTF8.self).split(
    separator: "\n", omittingEmptySubsequences: false)
  {
    let parts = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
    if parts.isEmpty, result.last ?? "" == "" { continue }
    result.append(parts.joined(separator: " "))
  }
  while result.last == "" { result.removeLast() }
  return result
}

struct RoundTripTests {
  @Test(arguments: [
    ExampleFiles.offlineLogout, ExampleFiles.fullStore, ExampleFiles.restored,
  ])
  func `the canonical layout of an example is the example`(text: String) throws {
    let result = Printer.format(name: "a.push", bytes: Array(text.utf8), Language.vocabulary)

    #expect(String(decoding: try #require(result.bytes), as: UTF8.self) == text)
  }

  @Test func `every verb and expectation can be invented, read and lowered`() {
    for seed in 0..<8 as Range<UInt64> {
      var invention = Invention(Language.vocabulary, seed: seed)
      let lines = invention.everyLine(names: inventedNames)
      let text =
        inventedPreamble + lines.story.joined(separator: "\n") + "\nsettle 1d\n"
        + lines.expectations.joined(separator: "\n") + "\n"
      let result = Compilation(file: "all.push", bytes: Array(text.utf8))
      #expect(result.mistakes.isEmpty, "\(result.mistakeText)")
      #expect(lines.story.count == Language.vocabulary.forms.count { $0.role == .verb })
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `printing keeps the words and is stable`(seed: UInt64) throws {
    var invention = Invention(Language.vocabulary, seed: seed)
    let text = invention.file(
      preamble: inventedPreamble, names: inventedNames, lines: 25, expectations: 8)
    let bytes = Array(text.utf8)
    let once = try #require(
      Printer.format(name: "a.push", bytes: bytes, Language.vocabulary).bytes)
    let twice = try #require(
      Printer.format(name: "a.push", bytes: once, Language.vocabulary).bytes)

    #expect(once == twice)
    #expect(words(once) == words(bytes))
    let before = Compilation(file: "a.push", bytes: bytes)
    #expect(before.mistakes.isEmpty, "\(before.mistakeText)")
    let after = Compilation(file: "a.push", bytes: once)
    #expect(before.scenarios.first?.steps.count == after.scenarios.first?.steps.count)
  }

  @Test func `carriage returns, tabs and a byte order mark vanish in the layout`() throws {
    let text = "\u{FEFF}scenario\tA file\r\n\r\n\r\nusers\talice  # who\r\n"
    let result = Printer.format(name: "a.push", bytes: Array(text.utf8), Language.vocabulary)

    #expect(
      String(decoding: try #require(result.bytes), as: UTF8.self)
        == "scenario  A file\n\nusers     alice  # who\n")
  }
}
