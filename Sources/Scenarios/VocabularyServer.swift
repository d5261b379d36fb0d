import PushDomain
import ScenarioLanguage
import SimKernel

private let user = Slot.word("user", .reference(Spaces.user), "who")
private let message = Slot.word("message", .reference(Spaces.message), "which message")
private let anyNode = SubjectKind.server | SubjectKind.node

/// What the operator of the server does.
let serverWords: [Word] = [
  .server("retract", "Takes a message back.", "server retract m1", [message]) {
    .retract($0.message("message"))
  },
  .server("expire", "A message is worth nothing any more.", "server expire m1", [message]) {
    .expireMessage($0.message("message"))
  },
  .server("erase", "Erases everything about a person.", "server erase alice", [user]) {
    .erase($0.user("user"))
  },
  .server("revoke-session", "Ends a person's sessions.", "server revoke-session alice", [user]) {
    .revokeSession($0.user("user"))
  },
  .server(
    "forget", "Loses the rows of a person, as a restored database does.",
    "server forget alice", [user]
  ) { .forget($0.user("user")) },
  .server(
    "quiet-hours", "A person wants no messages in these hours.",
    "server quiet-hours alice from=22:00 to=07:00",
    [user, .needed("from", .clock, "Begin."), .needed("to", .clock, "End.")]
  ) { story in
    .quietHours(
      story.user("user"), fromMinute: UInt16((story.number("from") ?? 0) / 60),
      toMinute: UInt16((story.number("to") ?? 0) / 60))
  },
  .server(
    "cap", "At most so many messages for each person.", "server cap 3 per=1d",
    [.word("count", .count(0...65_535), "how many"), .needed("per", .duration, "In which time.")]
  ) { story in
    story.duration("per").map { .cap(count: UInt16(story.number("count") ?? 0), per: $0) }
  },
  .server(
    "deploy", "Another version of the server goes live.", "server deploy hardened nodes=50%",
    [
      .word("design", .choice(Lists.design), "its design"),
      .option("nodes", .percent, "On which share of the nodes.", standard: "100%"),
    ]
  ) { story in
    var percent: Int64 = 100
    if case .share(let parts) = story.value("nodes") { percent = parts / 10_000 }
    return .deploy(
      story.number("design") == 1 ? .hardened : .published, sharePercent: UInt8(percent))
  },
  .server(
    "deploy-payload", "The keys of payloads change; an old SDK does not know the new ones.",
    "server deploy-payload renamed", [.word("keys", .choice(Lists.payload), "")]
  ) { .deployPayload(renamed: $0.number("keys") == 1) },
  .server("stop", "Stops the server, or one node.", "server stop", on: anyNode) {
    .stop(node: $0.node)
  },
  .server("start", "Starts the server, or one node.", "server start", on: anyNode) {
    .start(node: $0.node)
  },
  .server(
    "crash", "A node dies the next time it stands between two steps.",
    "server crash between=accepted,recorded",
    [.needed("between", .list(.choice(Lists.step)), "Two steps that follow each other.").dependent],
    on: anyNode
  ) { story in story.crashPoint().map { .crash(node: story.node, $0) } },
  .server(
    "clock", "The clock of the server, or of one node, is off.", "server clock +5m",
    [.word("shift", .offset, "by how much")], on: anyNode
  ) { story in story.duration("shift").map { .clockOffset(node: story.node, $0) } },
  .server(
    "credential", "Something happens to the sender's credential.", "server credential rotate",
    [.word("trouble", .choice(Lists.credential), "")]
  ) { story in story.choice("trouble").map { .credential($0) } },
  .server(
    "project", "The project that the sender sends for; new is one that the app moves to.",
    "server project wrong", [.word("project", .choice(Lists.project), "")]
  ) { story in story.choice("project").map { .project($0) } },
  .server(
    "opt-in", "A person opts in to a topic elsewhere.", "server opt-in alice news",
    [user, .word("topic", .reference(Spaces.topic), "a topic")]
  ) { .optIn($0.user("user"), $0.name("topic"), true) },
  .server(
    "opt-out", "A person opts out of a topic elsewhere.", "server opt-out alice news",
    [user, .word("topic", .reference(Spaces.topic), "a topic")]
  ) { .optIn($0.user("user"), $0.name("topic"), false) },
  Word(
    form: Form(
      "device-group", .verb, subjects: SubjectKind.server,
      "Puts the address of an app into a device group of FCM, or takes it out.",
      example: "server device-group family add pixel",
      [
        .word("group", .text, "what the group is called"),
        .word("change", .choice(Lists.groupChange), ""),
        .word("device", .reference(Spaces.device), "whose app"),
      ])
  ) { story in
    let group = story.name("group")
    let change: GroupChange? = story.choice("change")
    if let slot = story.slot(of: story.otherDevice("device")), let change {
      story.emit(.provider(.member(group, slot, change)))
    }
  },
  .server("reap", "Runs the reaper now.", "server reap") { _ in .reap },
  .server(
    "rekey", "Keeps rows under other keys from now on, and leaves those that there are.",
    "server rekey"
  ) { _ in .rekey },
  .server(
    "library", "Which library sends.", "server library python",
    [.word("name", .choice(Lists.adminSDK), "")]
  ) { story in story.choice("name").map { .adminSDK($0) } },
  .server(
    "read-elsewhere", "A person reads a message on another device.",
    "server read-elsewhere alice m1", [user, message]
  ) { .readElsewhere($0.user("user"), $0.message("message")) },
]

extension Lowering {
  /// The place between two steps of a send at which a node dies.
  mutating func crashPoint() -> CrashPoint? {
    if case .list(let first, let count) = value("between"), count == 2 {
      let steps = script.elements(first: first, count: count).map { $0 }
      if case .number(let from) = steps[0], steps[1] == .number(from + 1) {
        return CrashPoint.allCases[Int(from)]
      }
    }
    mistake(
      .badValue, place("between"), "A node dies between two steps that follow each other.",
      expected: "taken,planned; planned,sent; sent,accepted; accepted,recorded")
    return nil
  }
}
