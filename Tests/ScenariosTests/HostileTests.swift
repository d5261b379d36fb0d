import PushDomain
import ScenarioLanguage
import Scenarios
import Testing

/// Files that an attacker wrote: each ends in a mistake with a place, soon and in little memory.
struct HostileTests {
  private let head = "scenario  Hostile\nusers     alice\nphone     pixel  android 15\n"

  private func codes(_ lines: String, loader: SourceLoader = .none) -> [MistakeCode] {
    Compilation(
      file: "test.push", bytes: Array((head + lines).utf8), loader: loader,
      zones: MistakeExample.zones
    ).mistakes.all.map(\.code)
  }

  @Test(arguments: ["\"a\\\\b.part\"", "ok\"x\".part", "\"ok.part\"$a=b", "\"\\\"\""])
  func `the path of an include may hold escapes and quotes`(path: String) {
    #expect(codes("include   \(path)\n") == [.includeNotFound])
  }

  @Test func `zones, axes and conditions may hold escapes and quotes`() {
    #expect(codes("phone slate android 15 zone=\"a\\\\b\"\n") == [.unknownZone])
    let axis = "vary kind \"a\\\\b\" c\n"
    #expect(codes(axis + "where kind=\"a\\\\b\"\n") == [])
    #expect(codes(axis + "where kind=\"a\\\\d\"\n") == [.notAnAxisValue])
    #expect(codes("vary pixel.os android \"1\\\\5\" android 14\n").contains(.badValue))
  }

  @Test func `the devices behind all count as steps`() {
    let phones = "phones    p# 1000 android 15\n"
    #expect(codes(phones + "1h repeat 1000000 every 1s all offline\n") == [.tooManySteps])
    #expect(codes(phones + "1h repeat 1000000 every 1s p# offline\n") == [.shortSeries])
    #expect(codes(phones + "1h repeat 10 every 1s all offline\n") == [])
  }

  @Test func `the variants of a file share one limit of steps`() {
    let axes = "vary a 1 2 3 4 5 6 7 8\nvary b 1 2 3 4 5 6 7 8\n"
    let story = "1h repeat 50000 every 1s pixel carry\n"
    #expect(codes(story) == [])
    #expect(codes(axes + story) == [.tooManySteps])
  }

  @Test func `pairs of long axes are refused before they are looked for`() {
    let values = (0..<100).map { "\($0)" }.joined(separator: " ")
    let axes = (0..<50).map { "vary a\($0) \(values)\n" }.joined()
    #expect(codes(axes + "pairwise\n") == [.tooManyVariants])
    let many = (0..<200).map { "vary a\($0) 1 2\n" }.joined()
    #expect(codes(many + "pairwise\n").contains(.tooManyVariants))
  }

  @Test func `conditions that leave no pairs end the search for them`() {
    let values = (0..<10).map { "\($0)" }.joined(separator: " ")
    let axes = (0..<40).map { "vary a\($0) \(values)\n" }.joined()
    let never = (0..<10).map { "where a39!=\($0)\n" }.joined()
    #expect(codes(axes + never + "pairwise\n") == [.tooManyVariants])
  }

  @Test(arguments: [
    "expect m on pixel shown when design=hardned", "violates converges when design=hardned",
  ])
  func `a condition on the design knows its words`(line: String) {
    let story = "0s server send m to=alice\nsettle 1d\n"
    #expect(codes(story + line + "\n") == [.notAnAxisValue])
  }

  @Test func `a line that no variant judges is a mistake, unless the call may still judge it`() {
    let story = "vary k a b c\nwhere k=a\n0s server send m to=alice\nsettle 1d\n"
    #expect(codes(story + "expect m on pixel shown when k=b\n") == [.neverTrue])
    #expect(codes(story + "expect m on pixel shown when k=a k=b\n") == [.neverTrue])
    #expect(codes(story + "expect m on pixel shown when design=hardened\n") == [.neverTrue])
    #expect(codes(story + "expect m on pixel shown when k=a\n") == [])
    var options = CompileOptions()
    options.design = "published"
    let line = "expect m on pixel shown when design=hardened\n"
    let result = Compilation(
      file: "test.push", bytes: Array((head + story + line).utf8), options: options)
    #expect(result.mistakes.isEmpty, "\(result.mistakeText)")
  }

  @Test(arguments: [
    "design hardened\ndesign published", "rule fcm.store.limit 5\nrule fcm.store.limit 6",
    "reading fcm.reg.expire.code all\nreading fcm.reg.expire.code all",
  ])
  func `what is settled once is not settled again`(lines: String) {
    #expect(codes(lines + "\n").contains(.declaredAgain))
  }

  @Test(arguments: ["times=0..", "within 0s.."])
  func `bounds that fit everything say nothing`(bound: String) {
    let story = "0s server send m to=alice\nsettle 1d\n"
    #expect(codes(story + "expect m on pixel shown \(bound)\n") == [.badValue])
  }

  @Test func `nobody is called none, because user=none means nobody`() {
    #expect(codes("users none\n") == [.reservedName])
  }

  @Test func `a design is looked for beside the file that names it`() {
    let loader = SourceLoader { path, from, _ in
      guard path == "my.design", from == "test.push" else { return .missing(reason: "not there") }
      return .found(name: path, bytes: Array("base hardened\r\nwithout reaper\r\n".utf8))
    }
    func designs(_ lines: String) -> [Design] {
      Compilation(file: "test.push", bytes: Array((head + lines).utf8), loader: loader)
        .scenarios.map(\.design)
    }
    let mine = Design.hardened.without(.reaper)
    #expect(designs("design my.design\n") == [mine])
    #expect(designs("vary design published my.design\n") == [.published, mine])
    #expect(designs("let d my.design\ndesign $d\n") == [mine])
    #expect(designs("design my.design\nwith reaper\n") == [.hardened])
  }

  @Test(arguments: [
    "design nonexist.txt", "design hardned", "vary design published hardned",
    "vary d published hardned\ndesign $d", "design bad.design", "design late.design",
  ])
  func `a design that is none is a mistake of the file`(lines: String) {
    let loader = SourceLoader { path, _, _ in
      switch path {
      case "bad.design": .found(name: path, bytes: Array("base hardned\n".utf8))
      case "late.design": .found(name: path, bytes: Array("with reaper\nbase published\n".utf8))
      default: .missing(reason: "not there")
      }
    }
    #expect(codes(lines + "\n", loader: loader) == [.unknownDesign])
  }
}
