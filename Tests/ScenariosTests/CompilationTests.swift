import PushDomain
import ScenarioLanguage
import Scenarios
import SimKernel
import Testing

/// Reads a file and expects no mistakes.
func compiled(_ text: String, options: CompileOptions = CompileOptions()) -> [CompiledScenario] {
  let result = Compilation(file: "test.push", bytes: Array(text.utf8), options: options)
  #expect(result.mistakes.isEmpty, "\(result.mistakeText)")
  return result.scenarios
}

/// The codes of a file's mistakes.
func codes(_ text: String) -> [String] {
  Compilation(file: "test.push", bytes: Array(text.utf8)).mistakes.all.map(\.code.name)
}

struct CompilationTests {
  @Test func `the offline logout becomes ten steps and two expectations`() throws {
    let scenario = try #require(compiled(ExampleFiles.offlineLogout).first)

    #expect(scenario.title == "Offline logout does not show Alice's messages to Bob")
    #expect(scenario.tags == ["logout", "leak", "android"])
    #expect(scenario.steps.count == 9)
    #expect(scenario.steps.map(\.time.description).last == "3h")
    #expect(scenario.expectations.map(\.line) == [22, 23])
    #expect(scenario.expectations.allSatisfy { $0.time == nil })
    #expect(scenario.settle == .days(1))
  }

  @Test func `a repeat names each of its messages`() throws {
    let scenario = try #require(compiled(ExampleFiles.fullStore).first)

    #expect(scenario.names.messageCount == 101)
    #expect(scenario.names.text(of: MessageID(100)) == "m101")
    guard case .fate(let fate) = scenario.expectations[0].subject else {
      Issue.record("the first expectation is about fates")
      return
    }
    #expect(fate.messages.count == 101)
  }

  @Test func `a file runs once for each design that it varies`() {
    let scenarios = compiled(ExampleFiles.restored)

    #expect(scenarios.map(\.designName) == ["published", "hardened"])
    #expect(scenarios.map { $0.expectations.map(\.isJudged) } == [[true, false], [true, true]])
    #expect(scenarios.map { $0.violations.map(\.isJudged) } == [[true], [false]])
  }

  @Test func `the call's design wins and its variants collapse`() {
    var options = CompileOptions()
    options.design = "hardened"
    let scenarios = compiled(ExampleFiles.restored, options: options)

    #expect(scenarios.map(\.designName) == ["hardened"])
    #expect(scenarios[0].variant.isEmpty)
    #expect(scenarios[0].violations.map(\.isJudged) == [false])
  }
}
