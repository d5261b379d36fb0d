import Foundation
import Testing

/// What the program does to files and streams, and what it refuses to do.
@Suite struct FileTests {
  private let story = Program.story

  /// Runs a line of the shell in which `$P` is the program.
  private func shell(_ line: String, in folder: URL) throws -> Program.Run {
    try Program.run(
      ["-c", line], in: folder, environment: ["P": Program.executable.path],
      executable: URL(fileURLWithPath: "/bin/sh"))
  }

  private func text(_ name: String, in folder: URL) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test(arguments: [
    "$P run a.push --json - > /dev/full", "$P run a.push > /dev/full",
    "$P fmt - < a.push > /dev/full",
    "$P words > /dev/full", "$P run a.push >&-",
  ])
  func `output that cannot be written is told and ends with 3`(line: String) throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
      let run = try shell(line, in: folder)
      #expect(run.status == 3)
      #expect(run.error.contains("standard output cannot be written"), "\(run.error)")
    }
  }

  @Test func `a reader that goes away is no trouble worth a word`() throws {
    try Program.inFolder { folder in
      let run = try shell("$P rules | head -1", in: folder)
      #expect(run.status == 0)
      #expect(run.error.isEmpty)
    }
  }

  @Test func `a link stays a link and a file keeps its mode`() throws {
    try Program.inFolder { folder in
      let loose = story.replacingOccurrences(of: "settle    1h", with: "settle 1h")
      try Program.write(loose, to: "real.push", in: folder)
      let run = try shell(
        "chmod 600 real.push; ln -s real.push link.push; $P fmt link.push; "
          + "test -L link.push && ls -l real.push | cut -c1-10", in: folder)
      #expect(run.output.hasSuffix("-rw-------\n"), "\(run.output)\(run.error)")
      #expect(try text("real.push", in: folder) == story)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.sorted() == ["link.push", "real.push"])
    }
  }

  @Test(arguments: [
    ["--json", "x", "--junit", "./x"], ["--json", "a.push"], ["--record", "./a.push"],
    ["--digests", "x", "--json", "x"], ["--json", "link.push"],
  ])
  func `nothing is written over what the same call reads or writes`(options: [String]) throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent("link.push"),
        withDestinationURL: folder.appendingPathComponent("a.push"))
      let run = try Program.run(["run", "a.push"] + options, in: folder)
      #expect(run.status == 3)
      #expect(try text("a.push", in: folder) == story)
    }
  }

  @Test(arguments: [
    ("DIGESTS", "cat D D > DIGESTS"), ("DIGESTS", "sort -r D > DIGESTS"),
    ("DIGESTS", "(cat D; echo) > DIGESTS"), ("DIGESTS", "head -1 D > DIGESTS"),
  ])
  func `a table of digests that is not the run's differs`(name: String, change: String) throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      try Program.write(story, to: "b\n.push", in: folder)
      let whole = try shell("$P run a.push b?.push --digests D && cat D", in: folder)
      #expect(whole.output.contains("b\\u{a}.push seed=1"))
      let same = try shell(
        "sed 's/$/\\r/' D > E; $P run a.push b?.push --digests E", in: folder)
      #expect(same.status == 0, "\(same.error)")
      let run = try shell("\(change); $P run a.push b?.push --digests \(name)", in: folder)
      #expect(run.status == 1)
      let kept = try text(name, in: folder)
      let zero = try shell(
        "PUSHSIM_RECORD=0 $P run a.push b?.push --digests \(name)", in: folder)
      #expect(zero.status == 1)
      #expect(try text(name, in: folder) == kept)
    }
  }

  @Test func `a tape of another story is told, not replayed in silence`() throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      let other = story.replacingOccurrences(of: "settle", with: "+1m pixel offline\nsettle")
        .replacingOccurrences(of: "pixel", with: "slate")
      try Program.write(other, to: "b.push", in: folder)
      #expect(try Program.run(["run", "b.push", "--record", "b.tape"], in: folder).status == 0)
      let run = try Program.run(["run", "a.push", "--tape", "b.tape"], in: folder)
      #expect(run.status == 3)
      #expect(run.output.contains("the tape is not of this run"))
    }
  }

  @Test func `a pipe that nobody writes to is not waited for`() throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      let run = try shell("mkfifo f.push && $P check f.push; cat a.push | $P fmt -", in: folder)
      #expect(run.output.contains("E09"))
      #expect(run.output.hasSuffix(story))
    }
  }

  @Test func `a file whose name is not text is not passed over in silence`() throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      let run = try shell("cp a.push \"$(printf 'b\\377.push')\" && $P run .", in: folder)
      // Some file systems refuse such a name themselves.
      #expect(run.status == 3 || run.error.contains("cp:"), "\(run.error)")
    }
  }

  @Test func `one unreadable file keeps no other from being laid out`() throws {
    try Program.inFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("s"), withIntermediateDirectories: true)
      try Program.write(
        story.replacingOccurrences(of: "settle  ", with: "settle"), to: "s/b.push", in: folder)
      let run = try shell(
        "ln -s loop.push s/loop.push; ln -s nowhere s/a.push; $P fmt s", in: folder)
      #expect(run.output.contains("formatted s/b.push"), "\(run.error)")
      #expect(try text("s/b.push", in: folder) == story)
    }
  }

  @Test func `a design that is missing is a mistake of its file, and the others run`() throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      try Program.write("design none.design\n" + story, to: "b.push", in: folder)
      let run = try Program.run(["run", "a.push", "b.push"], in: folder)
      #expect(run.status == 3)
      #expect(run.output.contains("held         a.push"))
      #expect(run.output.contains("b.push:1:8: mistake E52"))
      #expect(try Program.run(["check", "b.push"], in: folder).status == 3)
    }
  }

  @Test func `a population takes the design that a file names, and one variant only`() throws {
    try Program.inFolder { folder in
      try Program.write("base hardened\nwithout reaper\n", to: "my.design", in: folder)
      try Program.write(story + "design my.design\n", to: "a.push", in: folder)
      let call = ["population", "--phones", "20", "--days", "1", "--json", "-"]
      let mine = try Program.run(call + ["a.push"], in: folder)
      #expect(mine.status == 0, "\(mine.error)")
      let hardened = try Program.run(call + ["a.push", "--design", "hardened"], in: folder)
      #expect(mine.output != hardened.output)
      try Program.write(story + "vary design published hardened\n", to: "b.push", in: folder)
      #expect(try Program.run(call + ["b.push"], in: folder).status == 3)
      #expect(try Program.run(call + ["b.push", "--design", "hardened"], in: folder).status == 0)
    }
  }

  @Test func `no page is written while a scenario has mistakes`() throws {
    try Program.inFolder { folder in
      for name in ["scenarios", "reports"] {
        try FileManager.default.createDirectory(
          at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
      }
      try Program.write(story + "expekt\n", to: "scenarios/a.push", in: folder)
      let run = try Program.run(["pages"], in: folder)
      #expect(run.status == 3)
      #expect(run.error.contains("scenarios/a.push:8:1: mistake"))
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent("reports").path)
      #expect(names.isEmpty)
    }
  }
}
