import Foundation
import Testing

/// Whether runs name causes, as the contract promises.
@Suite struct CitationTests {
  private struct Report: Decodable {
    var scenarios: [Scenario]

    struct Scenario: Decodable {
      var file: String
      var fates: [Fate]
    }

    struct Fate: Decodable {
      var message: String
      var fate: String
      var because: String?
    }
  }

  private func library() throws -> Report {
    let run = try Program.run(["run", "--json", "-"])
    return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
  }

  @Test func `every loss in the library names its cause`() throws {
    for scenario in try library().scenarios {
      for fate in scenario.fates
      where ["dropped", "replaced", "refused", "unsent", "lost", "ignored"].contains(fate.fate) {
        #expect(fate.because != nil, "\(scenario.file): \(fate.message) \(fate.fate)")
      }
    }
  }

  @Test func `the library shows every kind of fate`() throws {
    let fates = Set(try library().scenarios.flatMap { $0.fates.map(\.fate) })
    let known = [
      "shown", "shown-quietly", "handled", "synced", "replaced", "ignored", "dropped", "refused",
      "unsent", "lost", "pending",
    ]
    for fate in known { #expect(fates.contains(fate), "no story ends in \(fate)") }
  }
}
