import Foundation
import Testing

/// What the program says to wrong calls and files, and the statuses it ends with.
@Suite struct CallTests {
  private let story = Program.story

  @Test func `a story that holds ends with 0, one that does not with 1`() throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      #expect(try Program.run(["run", "a.push"], in: folder).status == 0)
      try Program.write(
        story.replacingOccurrences(of: "shown", with: "ignored"), to: "b.push", in: folder)
      let run = try Program.run(["run", "b.push"], in: folder)
      #expect(run.status == 1)
      #expect(run.output.contains("not as expected at b.push:7"))
      #expect(run.output.contains("replay"))
    }
  }

  @Test func `an expectation about what never was is inconclusive`() throws {
    try Program.inFolder { folder in
      try Program.write(
        story.replacingOccurrences(of: "settle", with: "network pixel-fcm drop next=1\nsettle"),
        to: "a.push", in: folder)
      let run = try Program.run(["run", "a.push"], in: folder)
      #expect(run.status == 2, "\(run.output)")
      #expect(run.output.contains("found nothing to act on"))
      #expect(words(run.output).contains("settle ended it in the instant in which it began"))
      try Program.write(
        story.replacingOccurrences(
          of: "settle", with: "network pixel-fcm drop next=1\n+1h expect pixel prompts 1\nsettle"),
        to: "a.push", in: folder)
      let later = try Program.run(["run", "a.push"], in: folder)
      #expect(later.status == 1 && later.output.contains("it eats"), "\(later.output)")
    }
  }

  @Test func `an expectation of who did not follow a topic says so, and what to do`() throws {
    try Program.inFolder { folder in
      try Program.write(
        "scenario S\nusers alice\nphone pixel android 14\nphone tab android 14\n"
          + "0s all ready alice\ntab topic-subscribe news\n1h server send n1 fcm-topic=news kind=data\nsettle 1h\n"
          + "expect n1 on pixel unsent\n", to: "a.push", in: folder)
      let run = try Program.run(["run", "a.push"], in: folder)
      #expect(run.status == 2, "\(run.output)")
      #expect(words(run.output).contains("it was not addressed: it followed topic news not yet"))
      #expect(words(run.output).contains("topic-subscribe"))
    }
  }

  /// A text without its line breaks.
  private func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(arguments: [
    ["run", "missing.push"], ["run", "empty"], ["run", "--sed", "1"], ["run", "--seeds", "9..1"],
    ["run", "a.push", "--design", "hardend"], ["run", "a.push", "--without", "reapr"],
    ["run", "a.push", "--json", "no/such/folder/x.json"], ["run", "a.push", "--tag", "nothing"],
    ["run", "a.push", "--jobs", "0"], ["rnu"], ["explain", "E999"], ["words", "sned"],
    ["why", "a.push", "helo"], ["rules", "fcm.stroe"], ["completion", "tcsh"], ["new"],
    ["run", "a.push", "--seeds", "1.2.."], ["run", "a.push", "--seeds", "5...7"],
    ["run", "a.push", "--seeds", "..1..2"], ["run", "--", "--help"], ["run", ""],
    ["explain", "E12", "E13"], ["words", "send", "ready"], ["help", "run", "why"],
    ["pages", "a", "b"], ["run", "a.push", "--tape", "a.push"], ["run", "a.push", "--json"],
  ])
  func `a wrong call is told what is wrong and ends with 3`(call: [String]) throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("empty"), withIntermediateDirectories: true)
      let run = try Program.run(call, in: folder)
      #expect(run.status == 3, "\(call): \(run.output)\(run.error)")
      #expect(run.error.hasPrefix("pushsim: "))
    }
  }

  @Test func `an impossible request is told once for its line, and a mistake with one place`()
    throws
  {
    try Program.inFolder { folder in
      try Program.write(
        story.replacingOccurrences(
          of: "settle", with: "+1m repeat 5 every 1s pixel install\nsettle"),
        to: "a.push", in: folder)
      try Program.write(story + "expekt\n", to: "b.push", in: folder)
      let run = try Program.run(["run", ".", "--junit", "-"], in: folder)
      #expect(run.output.components(separatedBy: "already installed").count == 3, "\(run.output)")
      #expect(run.output.contains("and 4 more times for this line"))
      #expect(run.output.contains(">./b.push:8:1: mistake"), "\(run.output)")
      #expect(!run.output.contains("./b.push:1: ./b.push"))
      let missing = try Program.run(["run", "", "--tag", ""], in: folder)
      #expect(missing.error == "pushsim: there is no file or folder \"\"\n")
    }
  }

  @Test func `a large story is not run again for every open question unless somebody asks`() throws
  {
    try Program.inFolder { folder in
      let many = story.replacingOccurrences(of: "phone     pixel", with: "phones    p# 100")
        .replacingOccurrences(of: "pixel", with: "p#")
        .replacingOccurrences(of: "server  send hello", with: "repeat 30 every 1m server send m#")
        .replacingOccurrences(of: "hello on", with: "m# on")
      try Program.write(many, to: "a.push", in: folder)
      let run = try Program.run(["run", "a.push"], in: folder)
      #expect(run.status == 0, "\(run.output)")
      #expect(run.output.contains("--readings all asks for it"))
    }
  }

  @Test func `a large binary file is refused at once`() throws {
    try Program.inFolder { folder in
      let path = folder.appendingPathComponent("big.push")
      try Data(repeating: 0, count: 64 << 20).write(to: path)
      let run = try Program.run(["run", "big.push"], in: folder)
      #expect(run.status == 3)
      #expect(run.output.contains("mistake"))
    }
  }

  @Test func `hostile names cannot reach the terminal or the XML as code`() throws {
    try Program.inFolder { folder in
      let hostile = story.replacingOccurrences(
        of: "A message reaches Alice", with: "<b>&\"quotes\" \u{202E}reversed")
      try Program.write(
        hostile.replacingOccurrences(of: "shown", with: "ignored"), to: "a.push", in: folder)
      let run = try Program.run(["run", "a.push", "--junit", "out.xml"], in: folder)
      #expect(!run.output.unicodeScalars.contains("\u{202E}"))
      let file = folder.appendingPathComponent("out.xml")
      if FileManager.default.fileExists(atPath: file.path) {
        let xml = try String(contentsOf: file, encoding: .utf8)
        #expect(!xml.contains("<b>"))
        #expect(XMLCheck.isWellFormed(xml))
      } else {
        #expect(run.status == 3)
      }
    }
  }

  @Test func `a file that cannot be written is not left half`() throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      let run = try Program.run(["run", "a.push", "--json", "a.json"], in: folder)
      #expect(run.status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.sorted() == ["a.json", "a.push"])
    }
  }

  @Test func `a recorded run replays from its tape`() throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      let first = try Program.run(
        ["run", "a.push", "--seed", "7", "--record", "t.tape", "--json", "-"], in: folder)
      #expect(first.status == 0)
      let again = try Program.run(
        ["run", "a.push", "--tape", "t.tape", "--json", "-"], in: folder)
      let digest = { (text: String) in text.split(separator: "\n").first { $0.contains("digest") } }
      #expect(digest(first.output) == digest(again.output))
    }
  }

  @Test func `why tells the chain with its lines and sources`() throws {
    try Program.inFolder { folder in
      try Program.write(
        story.replacingOccurrences(of: "+1m ", with: "+1m  pixel offline\n+1m "), to: "a.push",
        in: folder)
      let run = try Program.run(["why", "a.push", "hello", "pixel"], in: folder)
      #expect(run.status == 0)
      #expect(run.output.contains("line 6"))
      #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
  }

  @Test func `rules are found by chapter, by id and by words, never inside a word`() throws {
    func ids(_ word: String) throws -> [String] {
      try Program.run(["rules", word]).output.split(separator: "\n")
        .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
        .map { String($0.split(separator: " ")[0]) }
    }
    #expect(try ids("force stop").contains { $0.hasPrefix("os.stop") })
    #expect(try ids("perm").allSatisfy { $0.hasPrefix("perm.") })
    #expect(try ids("Doze").contains("doze.precondition"))
    #expect(try ids("Doze").allSatisfy { !$0.hasPrefix("fcm.") })
    #expect(try ids("fcm.store.limit") == ["fcm.store.limit"])
  }

  @Test func `a rule says what the model does with it and where its source is`() throws {
    #expect(try Program.run(["rules", "fcm.store.limit"]).output.contains("model     enforces it"))
    #expect(try Program.run(["rules", "fcm.store.limit"]).output.contains("https://firebase"))
    #expect(try Program.run(["rules", "doze.precondition"]).output.contains("by construction"))
    #expect(try Program.run(["rules", "sources"]).output.contains("push SDK guide"))
  }

  @Test func `explain tells of a word as well as of a code`() throws {
    #expect(try Program.run(["explain", "E13"]).output.contains("Wrong"))
    #expect(try Program.run(["explain", "reaper"]).output.contains("a defence"))
  }

  @Test func `a page of many rules ends with what to type for fewer`() throws {
    let end = try Program.run(["rules", "fcm"]).output.suffix(1500)
    #expect(end.contains("pushsim rules takes also: fcm.send ("))
    #expect(!(try Program.run(["rules", "fcm.store"]).output.contains("takes also")))
  }
}
