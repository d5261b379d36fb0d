import Judgement
import PushDomain
import PushWorld
package import Scenarios
import SimKernel

/// A run as a trace in the Chrome format, which Perfetto shows: phones are processes, what acts in
/// them are threads, and Doze, lives of processes and lives of messages are spans.
package struct TraceReport {
  /// Where something is drawn.
  private struct Track: Equatable {
    var process: Int
    var thread: Int
  }

  /// One thing on a track.
  private struct Mark {
    var name: String
    var track: Track
    var from: Int64
    /// When a span ends; nil for an instant.
    var until: Int64?
  }

  /// One message on its way to one install.
  private struct Life {
    var name: String
    var outcome: String
    var process: Int
    var from: Int64
    var until: Int64
  }

  private let narrator: Narrator
  /// The device of each install.
  private let devices: [Int]
  private var marks: [Mark] = []
  private var lives: [Life] = []
  /// Spans that have begun and not ended.
  private var open: [Mark] = []

  // The server and FCM are one process, the story is a thread of it.
  private static let story = Track(process: 1, thread: 1)
  private static let server = Track(process: 1, thread: 2)
  private static let fcm = Track(process: 1, thread: 3)
  private static func doze(_ device: Int) -> Track { Track(process: 2 + device, thread: 1) }
  private static func network(_ device: Int) -> Track { Track(process: 2 + device, thread: 2) }

  private func app(_ install: InstallID) -> Track {
    Track(process: 2 + devices[install.index], thread: 3 + 2 * install.index)
  }

  private func screen(_ install: InstallID) -> Track {
    Track(process: 2 + devices[install.index], thread: 4 + 2 * install.index)
  }

  /// The trace of a run.
  package static func text(_ run: borrowing ScenarioRun) -> String {
    var trace = TraceReport(run)
    let end = run.world.now.microseconds
    for record in run.world.context.history.records { trace.take(record) }
    for mark in trace.open.reversed() { trace.close(mark.track, at: end) }
    for entry in run.world.judge.ledger.entries() where run.isReported(entry) {
      let isOpen = entry.fate == .pending
      trace.lives.append(
        Life(
          name: trace.narrator.names.messageName(entry.message), outcome: "\(entry.fate.word)",
          process: 2 + trace.devices[entry.install.index], from: entry.takenAt.microseconds,
          until: isOpen ? end : max(entry.takenAt, entry.time).microseconds))
    }
    return trace.text(run.scenario.title)
  }

  private init(_ run: borrowing ScenarioRun) {
    narrator = Narrator(names: run.reportNames, rules: run.world.rules)
    devices = (0..<run.world.installCount).map {
      run.scenario.slots[run.world.slot(of: InstallID($0)).index].device.index
    }
  }

  // MARK: Spans and instants

  private mutating func take(_ record: Record) {
    let at = record.time.microseconds
    let device = Int(record.operand)
    switch record.fact {
    case .dozeChanged:
      let phase = DozePhase(rawValue: record.detail) ?? .awake
      close(Self.doze(device), at: at)
      if phase != .awake { begin(Self.phase(phase), Self.doze(device), at: at) }
    case .networkDown: begin("no network", Self.network(device), at: at)
    case .networkUp: close(Self.network(device), at: at)
    case .processStarted: begin("process", app(record.install), at: at)
    case .processEnded:
      close(app(record.install), at: at)
      close(screen(record.install), at: at)
    case .appOpened: begin("in front", screen(record.install), at: at)
    case .appLeft: close(screen(record.install), at: at)
    default:
      guard let track = track(of: record) else { return }
      marks.append(Mark(name: narrator.sentence(record), track: track, from: at))
    }
  }

  private mutating func begin(_ name: String, _ track: Track, at time: Int64) {
    guard !open.contains(where: { $0.track == track }) else { return }
    open.append(Mark(name: name, track: track, from: time))
  }

  private mutating func close(_ track: Track, at time: Int64) {
    guard let index = open.firstIndex(where: { $0.track == track }) else { return }
    var mark = open.remove(at: index)
    mark.until = time
    marks.append(mark)
  }

  private static func phase(_ phase: DozePhase) -> String {
    switch phase {
    case .awake: "awake"
    case .light: "light Doze"
    case .lightWindow: "window of light Doze"
    case .deep: "deep Doze"
    case .deepWindow: "maintenance window"
    }
  }

  /// Where the instant of a record is drawn; nil for what a reader of a trace does not look for.
  private func track(of record: Record) -> Track? {
    switch record.fact {
    case .statement, .storyMistake, .faultHit, .lost: Self.story
    case .rowWritten, .rowRemoved, .callRefused, .messageTaken, .messageSettled, .notSent,
      .requestSent, .answerMissing, .workerDied, .retried, .eventCounted:
      Self.server
    case .accepted, .refused, .stored, .lowered, .released, .dropped, .replaced, .addressIssued,
      .addressEnded:
      Self.fcm
    default: record.install.isNone ? nil : app(record.install)
    }
  }

  // MARK: The file

  private func text(_ title: String) -> String {
    var json = JSONText()
    json.object { json in
      json.member("displayTimeUnit", "ms")
      json.member("otherData") { $0.member("scenario", title) }
      json.name("traceEvents")
      json.list { json in
        names(&json)
        for mark in marks { write(mark, &json) }
        for (number, life) in lives.enumerated() { write(life, number, &json) }
      }
    }
    return json.text + "\n"
  }

  private func names(_ json: inout JSONText) {
    name("server and FCM", process: 1, &json)
    name("story", on: Self.story, &json)
    name("server", on: Self.server, &json)
    name("FCM", on: Self.fcm, &json)
    for (device, name) in narrator.names.devices.enumerated() {
      self.name(name, process: 2 + device, &json)
      self.name("Doze", on: Self.doze(device), &json)
      self.name("network", on: Self.network(device), &json)
    }
    for install in devices.indices.map({ InstallID($0) }) {
      name(narrator.names.install(install), on: app(install), &json)
      name("\(narrator.names.install(install)) on screen", on: screen(install), &json)
    }
  }

  private func name(_ name: String, process: Int, _ json: inout JSONText) {
    json.element { json in
      json.member("ph", "M")
      json.member("name", "process_name")
      json.member("pid", process)
      json.member("args") { $0.member("name", name) }
    }
  }

  private func name(_ name: String, on track: Track, _ json: inout JSONText) {
    json.element { json in
      json.member("ph", "M")
      json.member("name", "thread_name")
      json.member("pid", track.process)
      json.member("tid", track.thread)
      json.member("args") { $0.member("name", name) }
    }
  }

  private func write(_ mark: Mark, _ json: inout JSONText) {
    json.element { json in
      json.member("ph", mark.until == nil ? "i" : "X")
      json.member("name", mark.name)
      json.member("pid", mark.track.process)
      json.member("tid", mark.track.thread)
      json.member("ts", mark.from)
      if let until = mark.until {
        json.member("dur", until - mark.from)
      } else {
        json.member("s", "t")
      }
    }
  }

  /// A message's life overlaps others, so it is a span of its own beside the threads.
  private func write(_ life: Life, _ number: Int, _ json: inout JSONText) {
    for (phase, time) in [("b", life.from), ("e", life.until)] {
      json.element { json in
        json.member("ph", phase)
        json.member("cat", "message")
        json.member("id", number)
        json.member("name", life.name)
        json.member("pid", life.process)
        json.member("ts", time)
        json.member("args") { $0.member("fate", life.outcome) }
      }
    }
  }
}
