import PushDomain
import ScenarioLanguage
import SimKernel

private let next = Slot.option(
  "next", .count(1...1_000_000), "Only the next so many.", standard: "all")
private let device = Slot.word("device", .reference(Spaces.device), "whose app")
private let deviceGroup = Slot.option("device-group", .text, "Which group.")

extension Lowering {
  /// A change of a device group.
  fileprivate mutating func membership(_ change: GroupChange) -> ProviderAction? {
    let group = name("device-group")
    return slot(of: otherDevice("device")).map { .member(group, $0, change) }
  }

  /// How many a fault is limited to.
  fileprivate var limit: UInt32 { UInt32(number("next") ?? Int64(UInt32.max)) }
}

/// Trouble at FCM and on the network.
let troubleWords: [Word] = [
  .fcm(
    "answer", "Answers requests with an error.", "fcm answer 503 retry-after=30s next=3",
    [
      .word("code", .choice(Lists.code), "a status or the name of an error"),
      .option("retry-after", .duration, "The header Retry-After.", standard: "absent"),
      .option("delivers", .choice(.onOff), "Takes the message all the same.", standard: "off"),
      next,
    ]
  ) { story in
    let code = Lists.codes[Int(story.number("code") ?? 0)].code
    let wait = story.duration("retry-after").map { Int32(clamping: $0.microseconds / 1_000_000) }
    return .answer(
      code, retryAfterSeconds: wait ?? -1, next: story.limit, delivers: story.flag("delivers"),
      line: story.line)
  },
  .fcm("recover", "Ends every answer that the story set.", "fcm recover") { _ in .recover },
  .fcm(
    "slow", "Answers late, though the work is done in time.", "fcm slow 20s",
    [.word("span", .duration, "how late"), next]
  ) { story in story.duration("span").map { .slow($0, next: story.limit) } },
  .fcm(
    "tell-dead-after", "Learns of dead addresses this late.", "fcm tell-dead-after 6h",
    [.word("span", .duration, "how late")]
  ) { story in story.duration("span").map { .tellDeadAfter($0) } },
  .fcm(
    "refuse-registration", "Refuses registrations; too-many-subscribers refuses topic calls.",
    "fcm refuse-registration service-not-available next=1",
    [.word("error", .choice(Lists.registrationError), "the error"), next]
  ) { story in
    story.choice("error").map { .registration($0, next: story.limit, silent: false) }
  },
  .fcm("ignore-registration", "Does not answer registrations.", "fcm ignore-registration", [next]) {
    .registration(.none, next: $0.limit, silent: true)
  },
  .fcm("rotate", "Gives an app a new address without being asked.", "fcm rotate pixel", [device]) {
    story in story.slot(of: story.otherDevice("device")).map { .rotate($0) }
  },
  .fcm(
    "condemn", "Calls an address dead though it is alive.", "fcm condemn pixel next=1",
    [device, next]
  ) { story in
    let limit = story.limit
    return story.slot(of: story.otherDevice("device")).map { .condemn($0, next: limit) }
  },
  .fcm(
    "lower", "Lowers high priority, as after a week without display.", "fcm lower pixel",
    [device]
  ) { story in story.slot(of: story.otherDevice("device")).map { .lower($0) } },
  .fcm(
    "join", "Puts an app's address into a device group.", "fcm join pixel device-group=family",
    [device, deviceGroup]
  ) { $0.membership(.add) },
  .fcm(
    "leave", "Takes an app's address out of a device group.",
    "fcm leave pixel device-group=family", [device, deviceGroup]
  ) { $0.membership(.remove) },

  .link("drop", "Loses packets, both ways.", "network pixel-server drop next=1") { _ in .drop },
  .link("partition", "Cuts the connection.", "network pixel-fcm partition") { _ in .drop },
  .link(
    "one-way", "Loses what goes from the first to the second.",
    "network pixel-server one-way"
  ) { _ in .oneWay },
  .link(
    "delay", "Packets take longer.", "network pixel-server delay 5m only=upload next=1",
    [.word("span", .duration, "how much longer")]
  ) { story in story.duration("span").map { .delay($0) } },
  .link("duplicate", "Packets come twice.", "network server-fcm duplicate next=1") { _ in
    .duplicate
  },
  .link("reorder", "Each packet overtakes the one before.", "network pixel-server reorder") { _ in
    .reorder
  },
  .link("hold", "Keeps packets until release.", "network pixel-server hold only=upload") { _ in
    .hold
  },
  .link(
    "lose-answer", "The work is done, its answer is lost.",
    "network server-fcm lose-answer next=1"
  ) { _ in .loseAnswer },
  .link(
    "close", "The connection is closing: what the server sends comes back at once.",
    "network server-fcm close"
  ) { _ in .close },
  Word(
    form: Form(
      "forget", .verb, subjects: SubjectKind.link,
      "A router forgets the idle connection of a phone to FCM; neither end is told.",
      example: "network pixel-fcm forget")
  ) { story in
    if let (from, to) = story.link { story.emit(.network(.forget(from, to))) }
  },
  Word(
    form: Form(
      "release", .verb, subjects: SubjectKind.link,
      "Ends the faults of a connection and lets held packets go.",
      example: "network pixel-server release")
  ) { story in
    if let (from, to) = story.link { story.emit(.network(.release(from, to))) }
  },
  Word(
    form: Form(
      "heal", .verb, subjects: SubjectKind.network, "Ends all faults of the network.",
      example: "network heal")
  ) { $0.emit(.network(.heal)) },
]
