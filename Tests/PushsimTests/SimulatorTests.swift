import Pushsim
import Testing

/// The library as other packages use it.
@Suite struct SimulatorTests {
  private let logout = """
    scenario  Offline logout
    users     alice bob
    phone     pixel  android 15
    0s        pixel   ready alice
    1h        pixel   offline
              pixel   logout
    +5m       server  send secret to=alice priority=high ttl=4h
    +55m      pixel   login bob
    +1h       pixel   online
    settle    1d
    expect    secret on pixel  ignored

    """

  @Test func `a story holds under the published design`() {
    let outcome = Simulator().run(logout)
    #expect(outcome.verdict == .held, "\(outcome.text)")
    let fate = outcome.runs.first?.fate(of: "secret", on: "pixel")
    #expect(fate?.fate == "ignored")
    #expect(fate?.because == "client-user-filter")
    #expect(fate?.causes.contains { $0.hasPrefix("line 8: ") } == true)
  }

  @Test func `the same story breaks without the filter`() {
    var simulator = Simulator()
    simulator.without = ["client-user-filter"]
    let outcome = simulator.run(logout)
    #expect(outcome.verdict == .violated)
    #expect(outcome.runs.first?.brokenPromises.contains("no-cross-user-content") == true)
    #expect(outcome.text.contains("promised"))
  }

  @Test func `a mistake in the text is an outcome, not a crash`() {
    let outcome = Simulator().run("scenario  Oops\n0s  pixel  fly\n")
    #expect(outcome.verdict == .mistaken)
    #expect(outcome.text.contains("scenario.push:2:"))
  }

  @Test func `the same text and seed give the same bytes`() {
    #expect(Simulator().run(logout).json == Simulator().run(logout).json)
    var other = Simulator()
    other.seed = 2
    #expect(other.run(logout).runs.first?.digest != Simulator().run(logout).runs.first?.digest)
  }
}
