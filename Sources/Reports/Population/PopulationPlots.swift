import Judgement
import PushDomain
import PushWorld
import SimKernel

extension PopulationReport {
  /// The plots of a run: file names and SVG text.
  package var plots: [(file: String, text: String)] {
    [
      ("rows.svg", rowPlot), ("dead-rows.svg", deadRowPlot), ("fates.svg", fatePlot),
      ("delays.svg", delayPlot),
    ]
  }

  private var rowPlot: String {
    var plot = midnightPlot("Rows of the server at midnight") { max($0.rows, $0.installs) }
    plot.line("rows", points { $0.rows }, colour: 0)
    plot.line("phones with app", points { $0.installs }, colour: 1, isDashed: true)
    return plot.svg
  }

  /// Rows that lead nowhere or to nobody who wants to see anything.
  private var deadRowPlot: String {
    var plot = midnightPlot("Rows that reach nobody, at midnight") {
      max($0.deadAddresses, $0.disabled)
    }
    plot.line("dead address", points { $0.deadAddresses }, colour: 3)
    plot.line("notifications off", points { $0.disabled }, colour: 6)
    return plot.svg
  }

  /// A chart over the days with room for the largest of the values.
  private func midnightPlot(_ title: String, _ value: (DaySample) -> UInt64) -> PlotText {
    var plot = PlotText(
      title, x: "day", y: "rows", largestX: plan.days - 1,
      largestY: result.days.map(value).max() ?? 0)
    addDays(to: &plot)
    return plot
  }

  private func points(_ value: (DaySample) -> UInt64) -> [(x: Int, y: UInt64)] {
    result.days.enumerated().map { (x: $0.offset, y: value($0.element)) }
  }

  private var fatePlot: String {
    let fates = result.fates
    let totals = (0..<plan.days).map { day in
      Fate.allCases.reduce(UInt64(0)) { $0 + fates.count($1, day: day) }
    }
    var plot = PlotText(
      "Fates of the messages of each day", x: "day", y: "messages due on installs",
      largestX: plan.days - 1, largestY: totals.max() ?? 0, hasBars: true)
    addDays(to: &plot)
    var bases = [UInt64](repeating: 0, count: plan.days)
    for (place, fate) in Fate.allCases.reversed().enumerated() where whole.count(fate) > 0 {
      let bars = (0..<plan.days).map { day in
        let from = bases[day]
        bases[day] += fates.count(fate, day: day)
        return (x: day, from: from, to: bases[day])
      }
      plot.layer(fate.word.description, bars, colour: place)
    }
    return plot.svg
  }

  /// The share of all messages due that the push itself brought within a time, on a scale of
  /// octaves: a curve ends below the top where pushes failed.
  private var delayPlot: String {
    let ticks: [(word: String, span: SimDuration)] = [
      ("0.1s", .milliseconds(100)), ("1s", .seconds(1)), ("10s", .seconds(10)),
      ("1m", .minutes(1)), ("10m", .minutes(10)), ("1h", .hours(1)), ("6h", .hours(6)),
      ("1d", .days(1)),
    ]
    var plot = PlotText(
      "Brought by the push within", x: "time from the server's taking a message",
      y: "percent of the messages due", largestX: Self.scale(.days(4)), largestY: 100)
    for tick in ticks { plot.tick(tick.word, at: Self.scale(tick.span)) }
    for (place, entry) in sortsWithFates.enumerated() {
      let latency = entry.fates.latency
      guard latency.total > 0 else { continue }
      var seen: UInt64 = 0
      var points: [(x: Int, y: UInt64)] = []
      for bucket in latency.buckets {
        seen += bucket.count
        points.append((x: Self.scale(bucket.upTo), y: seen * 100 / entry.fates.total))
      }
      plot.line(entry.sort.name.description, points, colour: place, isDashed: place % 2 == 1)
    }
    return plot.svg
  }

  /// A place on a logarithmic scale from 50 milliseconds on: 64 steps an octave.
  private static func scale(_ span: SimDuration) -> Int {
    let value = UInt64(max(1, span.microseconds / 50_000))
    let octave = 63 - value.leadingZeroBitCount
    let rest = octave >= 6 ? value >> UInt64(octave - 6) : value << UInt64(6 - octave)
    return octave * 64 + Int(rest) - 64
  }

  private func addDays(to plot: inout PlotText) {
    let step = max(1, (plan.days + 5) / 6)
    for day in stride(from: 0, to: plan.days, by: step) { plot.tick("\(day + 1)", at: day) }
  }
}
