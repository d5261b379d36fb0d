import ScenarioLanguage
import Scenarios
import Testing

struct LimitTests {
  @Test func `a hundred megabytes are refused at once`() {
    let bytes = [UInt8](repeating: 0, count: 100 << 20)
    let found = Compilation(file: "big.push", bytes: bytes)

    #expect(found.mistakes.all.map(\.code) == [.fileTooLarge])
  }

  @Test func `ten thousand nested includes end in one mistake with a short chain`() {
    let loader = SourceLoader { path, _, _ in
      let number = Int(path.dropFirst()) ?? 0
      return .found(name: path, bytes: Array("include n\(number + 1)\n".utf8))
    }
    let found = Compilation(
      file: "main.push", bytes: Array("scenario  Deep\ninclude n1\n".utf8), loader: loader)

    #expect(found.mistakes.all.map(\.code) == [.includeTooDeep])
    #expect(found.mistakeText.split(separator: "\n").count < 14)
  }

  @Test func `ten thousand includes side by side end in one mistake`() {
    let loader = SourceLoader { path, _, _ in .found(name: path, bytes: []) }
    let lines = (0..<10_000).map { "include n\($0)\n" }.joined()
    let found = Compilation(
      file: "main.push", bytes: Array("scenario  Wide\n\(lines)".utf8), loader: loader)

    #expect(found.mistakes.all.map(\.code) == [.tooManyIncludes])
  }

  @Test func `a repeat of a million millions is refused`() {
    let text = """
      scenario  Far too often
      users     alice
      0s        repeat 1000000000000 every 1us  server send m# to=alice
      """

    #expect(codes(text) == ["E66"])
  }

  @Test(arguments: [
    "99999999999999999999s", "9223372036854775807h", "400000d", "+9999999999d", "1e9s",
  ])
  func `times that overflow are mistakes`(time: String) {
    let text = "scenario  Overflow\nphone pixel android 15\n\(time) pixel offline\n"

    #expect(codes(text).count == 1)
  }

  @Test func `a file with a thousand mistakes tells a hundred and counts`() {
    let lines = (0..<1000).map { "pixel verb\($0)\n" }.joined()
    let text = "scenario  Broken\nphone pixel android 15\n\(lines)"
    let found = Compilation(file: "a.push", bytes: Array(text.utf8))

    #expect(found.mistakes.all.count == 100)
  }

  @Test func `a product of many axes is refused, pairwise is not`() {
    let axes = (0..<12).map { "vary axis\($0) one two three four\n" }.joined()
    let text = "scenario  Wide\nphone pixel android 15\n\(axes)0s pixel offline\n"

    #expect(codes(text) == ["E71"])
    let scenarios = compiled(text + "pairwise\n")
    #expect(scenarios.count < 60)
    #expect(scenarios.count >= 16)
  }
}
