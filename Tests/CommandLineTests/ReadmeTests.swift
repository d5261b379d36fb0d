import Foundation
import Testing

/// What the README shows is what the program reads and prints.
@Suite struct ReadmeTests {
  private let file = "scenarios/logout/offline-notification.push"

  /// The fenced blocks of the README, as lines.
  private func blocks() throws -> [[String]] {
    let text = try String(
      contentsOf: Program.root.appendingPathComponent("README.md"), encoding: .utf8)
    var blocks: [[String]] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside.toggle()
        if isInside { blocks.append([]) }
      } else if isInside {
        blocks[blocks.count - 1].append(String(line))
      }
    }
    return blocks
  }

  private func block(from start: String) throws -> [String] {
    try #require(try blocks().first { $0.first?.hasPrefix(start) == true }, "\(start)")
  }

  private func folded(_ line: some StringProtocol) -> String {
    line.split(separator: " ").joined(separator: " ")
  }

  @Test func `the story is the shipped one, shortened`() throws {
    let shipped = try String(
      contentsOf: Program.root.appendingPathComponent(file), encoding: .utf8)
    let lines = Set(shipped.split(separator: "\n").map(folded))
    for line in try block(from: "scenario ") where !line.isEmpty {
      #expect(lines.contains(folded(line)), "\(line)")
    }
  }

  @Test func `the sample is what the program prints`() throws {
    let printed = try Program.run(["run", file]).output
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var rest = printed[...]
    for line in try block(from: "held ") {
      let place = try #require(rest.firstIndex(of: line), "not printed, or out of order: \(line)")
      rest = rest[(place + 1)...]
    }
  }

  @Test func `the mistake is what the program says about the misspelt story`() throws {
    let story = try block(from: "scenario ").joined(separator: "\n") + "\n"
    try Program.inFolder { folder in
      try Program.write(
        story.replacingOccurrences(of: "logout", with: "logotu"), to: "story.push", in: folder)
      let said = try Program.run(["check", "story.push"], in: folder).output
      let shown = try block(from: "story.push:").joined(separator: "\n")
      #expect(said.hasPrefix(shown), "\(said)")
    }
  }
}
