import Foundation
import Testing

/// A story told as it happens.
@Suite struct WalkTests {
  private let story = """
    scenario  A message waits for the phone
    users     alice
    phone     pixel  android 15
    ask       Does it arrive?
    answer    It does,
    answer    an hour late.
    0s        pixel   ready alice
    1h        pixel   offline
    note      She is on a plane.
    +1m       server  send hello to=alice kind=data ttl=4h
    +1h       pixel   online
    settle    1h
    note      That was all.

    """

  @Test func `notes stand where they stand, and an answer at the head ends the tale`() throws {
    try Program.inFolder { folder in
      try Program.write(story, to: "a.push", in: folder)
      let told = try Program.run(["walk", "a.push"], in: folder).output
      var rest = told[...]
      for words in [
        "?  Does it arrive?", "line 7", "line 8", "She is on a plane.", "line 10", "FCM keeps",
        "line 11", "pixel shows \"hello\"", "That was all.", "=  It does, an hour late.",
      ] {
        let place = try #require(rest.range(of: words), "\(words) in:\n\(told)")
        rest = rest[place.upperBound...]
      }
      #expect(told.split(separator: "\n").allSatisfy { $0.count <= 80 })
      let page = try Program.run(["walk", "a.push", "--markdown"], in: folder).output
      #expect(page.hasPrefix("# A message waits for the phone"))
      #expect(page.contains("> It does, an hour late."))
    }
  }

  @Test func `a walk of several variants tells the first and says so`() throws {
    let run = try Program.run(["walk", "scenarios/logout/offline-notification.push"])
    #expect(run.status == 0)
    #expect(run.output.contains("the first of 2 variants, design=published"))
  }
}
