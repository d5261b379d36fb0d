import Foundation
import Testing

/// What `pushsim population` writes, and what of a file it uses.
@Suite struct PopulationCallTests {
  private let story = Program.story

  @Test func `any number of workers writes the same bytes`() throws {
    try Program.inFolder { folder in
      var pages: [String] = []
      for jobs in ["1", "2", "5"] {
        let call = [
          "population", "--phones", "400", "--days", "3", "--jobs", jobs, "--json", "o.json",
          "--csv", "csv", "--svg", "svg",
        ]
        let run = try Program.run(call, in: folder)
        var page = run.output
        for file in ["o.json", "csv/days.csv", "csv/fates.csv", "csv/delays.csv", "svg/fates.svg"] {
          page += try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        }
        pages.append(page)
      }
      #expect(pages[0].contains("what became of"))
      #expect(pages[1] == pages[0])
      #expect(pages[2] == pages[0])
    }
  }

  @Test func `the bars of a plot stand between its axis and its legend`() throws {
    try Program.inFolder { folder in
      let call = ["population", "--phones", "200", "--days", "5", "--jobs", "1", "--svg", "svg"]
      _ = try Program.run(call, in: folder)
      let plot = try String(
        contentsOf: folder.appendingPathComponent("svg/fates.svg"), encoding: .utf8)
      let bars = plot.matches(of: /<rect x="(\d+)" y="\d+" width="(\d+)"/).map {
        (x: Int($0.1) ?? 0, width: Int($0.2) ?? 0)
      }.filter { $0.width != 12 }
      #expect(bars.count > 4)
      #expect(bars.allSatisfy { $0.x > 84 && $0.x + $0.width < 560 }, "\(bars)")
    }
  }

  @Test func `people live as the call says, up to days that are as full as they can be`() throws {
    func events(_ habits: [String]) throws -> Int {
      let call = ["population", "--phones", "40", "--days", "6", "--jobs", "1"] + habits
      let page = try Program.run(call)
      #expect(page.status <= 1)
      let count = try #require(page.output.split(separator: "\n").dropFirst().first)
      return try #require(Int(count.prefix { $0 != " " }.filter { $0 != "," }))
    }
    let usual = try events([])
    let quiet = try events(["--pushes", "0", "--opens", "0", "--uses", "0"])
    let full = try events(["--pushes", "20", "--opens", "6", "--uses", "6"])
    #expect(quiet < usual && usual < full)
    let tooMany = try Program.run(["population", "--uses", "7"])
    #expect(tooMany.status == 3)
    #expect(tooMany.error.contains("--uses takes a number from 0 to 6, not 7"))
  }

  @Test func `a file's phones are used as it declares them, and its story is said not to run`()
    throws
  {
    try Program.inFolder { folder in
      func page(_ phone: String) throws -> String {
        try Program.write(
          story.replacingOccurrences(of: "android 15", with: phone), to: "a.push", in: folder)
        let call = ["population", "a.push", "--phones", "100", "--days", "5", "--jobs", "1"]
        return try Program.run(call, in: folder).output
      }
      let tame = try page("android 15")
      let aggressive = try page("android 15 oem=aggressive")
      #expect(tame.contains("note: a.push gives the design"))
      #expect(!tame.contains("os.stop.fcm") || aggressive.contains("os.stop.fcm"))
      #expect(tame != aggressive)
    }
  }

  @Test func `a push that nobody sees until the app is opened is not counted as brought by it`()
    throws
  {
    let run = try Program.run(["population", "--phones", "300", "--days", "6", "--jobs", "1"])
    #expect(run.output.contains("handled"))
    #expect(run.output.contains("by the push itself"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `a broken promise names the message whose story --why tells`() throws {
    let plan = ["population", "--phones", "600", "--days", "10", "--jobs", "1"]
    let page = try Program.run(plan).output
    let word = "--why "
    let place = try #require(page.range(of: word)?.upperBound).utf16Offset(in: page)
    let start = page.index(page.startIndex, offsetBy: place)
    let id = page[start...].prefix { $0.isNumber || $0 == "/" }
    let story = try Program.run(plan + ["--why", String(id)])
    #expect(story.status == 0)
    #expect(story.output.contains("breaks "))
    #expect(story.output.contains("is logged in on phone"))
    for wrong in ["1", "0/x", "99/1", "0/999999999", "-1/2"] {
      let refused = try Program.run(plan + ["--why", wrong])
      #expect(refused.status == 3, "\(wrong)")
    }
  }
}
