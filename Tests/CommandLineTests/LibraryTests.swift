import Foundation
import Testing

/// The shipped scenarios, pages and digests.
@Suite struct LibraryTests {
  @Test func `every shipped scenario holds, or breaks as it declares, and repeats to the byte`()
    throws
  {
    let run = try Program.run(["run", "--verify"])
    #expect(run.status == 0, "\(run.output)\(run.error)")
  }

  @Test func `the digests are those that were recorded`() throws {
    let run = try Program.run(["run", "--digests", "scenarios/DIGESTS"])
    #expect(run.status == 0, "\(run.error)")
  }

  @Test func `the shipped scenarios are in the canonical layout`() throws {
    let run = try Program.run(["fmt", "scenarios", "--check"])
    #expect(run.status == 0, "\(run.output)\(run.error)")
  }

  @Test func `one worker and several print the same bytes`() throws {
    let one = try Program.run(["run", "--jobs", "1", "--json", "-"])
    let many = try Program.run(["run", "--jobs", "4", "--json", "-"])
    #expect(one.output == many.output)
    #expect(!one.output.isEmpty)
  }
}
