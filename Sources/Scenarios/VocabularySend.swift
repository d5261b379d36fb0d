import PushDomain
import ScenarioLanguage
import SimKernel

/// The fields of a message that every send can have.
private let fields: [Slot] = [
  .option(
    "of", .reference(Spaces.user), "Whose content it is, where it is not sent to the person."),
  .option("kind", .choice(Lists.kind), "Shape of the message for FCM.", standard: "by the design"),
  .option("priority", .choice(Lists.priority), "How urgent.", standard: "by the design"),
  .option("ttl", .duration, "How long FCM keeps it.", standard: "28d"),
  .option("collapse", .text, "Collapse key of a data message: a newer one takes its place."),
  .option("tag", .text, "Tag: an equal one replaces it on the screen."),
  .option("group", .text, "Group in the tray."),
  .option(
    "channel", .text, "Channel of the notification.",
    standard: "messages for data, else the library's fallback"),
  .option("link", .text, "Where a tap leads."),
  .option("badge", .count(0...65_534), "Number on the icon."),
  .option("size", .size, "Size of the payload; 0B is a ping.", standard: "as usual"),
  .option(
    "image", .choice(Lists.image),
    "Carries the address of an image, whose server may send nothing.", standard: "off"),
  .option("hint", .choice(.onOff), "No content: the client fetches it.", standard: "by the design"),
  .option("silent", .choice(.onOff), "Nothing is meant to be shown.", standard: "off"),
  .option("sticky", .choice(.onOff), "Stays in the tray after a tap.", standard: "off"),
  .option("boot", .choice(.onOff), "May come before the first unlock.", standard: "off"),
  .option("proxy", .choice(Lists.proxy), "Play services may display it by themselves."),
  .option("foreign", .choice(.onOff), "Keys of another vendor's SDK.", standard: "off"),
  .option("bad-action", .choice(.onOff), "Names an action no activity has.", standard: "off"),
  .option("defect", .choice(Lists.defect), "What is wrong with the request.", standard: "none"),
  .option("dry-run", .choice(.onOff), "FCM only checks it.", standard: "off"),
  .option("quiet-hours", .choice(.onOff), "Waits for the end of quiet hours.", standard: "on"),
  .option("in", .duration, "When it goes out.", standard: "0s"),
  .option(
    "rolls-back", .choice(.onOff), "The transaction that makes the message fails.", standard: "off"),
]

private let targets: [Slot] = [
  target("to", .reference(Spaces.user), "The person."),
  target("device", .reference(Spaces.device), "The address that a device holds."),
  target("topic", .reference(Spaces.topic), "Everybody who opted in to a topic."),
  target("fcm-topic", .reference(Spaces.topic), "A topic that FCM itself holds."),
  target("condition", .text, "Topics of FCM, such as \"news && !sport\".").dependent,
  target("device-group", .text, "A device group of FCM."),
]

private func target(_ key: String, _ kind: ValueKind, _ summary: String) -> Slot {
  Slot.option(key, kind, summary).oneOf("target")
}

private let message = Slot.word("message", .new(Spaces.message), "what the story calls it")

/// How messages are sent.
let sendWords: [Word] = [
  Word(
    form: Form(
      "send", .verb, subjects: SubjectKind.server | SubjectKind.node,
      "The server takes a message and sends it.",
      example: "server send m1 to=alice kind=data priority=high ttl=4h",
      [message] + targets + fields)
  ) { $0.send(direct: false) },
  Word(
    form: Form(
      "send", .verb, subjects: SubjectKind.thirdParty,
      "Somebody else sends past our server.",
      example: "third-party send m1 device=pixel stolen=on",
      [message] + targets + fields + [
        .option("stolen", .choice(.onOff), "With a stolen access token.", standard: "off")
      ])
  ) { $0.send(direct: true) },
  Word(
    form: Form(
      "campaign", .verb, subjects: SubjectKind.server,
      "The server sends a message to everybody, in batches.",
      example: "server campaign sale batch=500 every=1s kind=notification",
      [
        message,
        .option("batch", .count(1...1_000_000), "How many at once.", standard: "500"),
        .option("every", .duration, "How far the batches are apart.", standard: "1s"),
      ] + fields)
  ) { story in
    let batch = UInt32(story.number("batch") ?? 500)
    let every = story.duration("every") ?? .seconds(1)
    story.send(to: .everyone(batch: batch, every: every), direct: false)
  },
]

extension Lowering {
  /// Lowers a send to the target that its options name.
  mutating func send(direct: Bool) {
    if let audience = audience() { send(to: audience, direct: direct) }
  }

  /// The one target that the line names.
  private mutating func audience() -> Audience? {
    if value("to") != .absent { return .user(user("to")) }
    if value("device") != .absent { return slot(of: otherDevice("device")).map { .slot($0) } }
    if value("topic") != .absent { return .topic(name("topic")) }
    if value("fcm-topic") != .absent { return .fcmTopic(name("fcm-topic")) }
    if value("condition") != .absent { return condition() }
    return .group(name("device-group"))
  }

  mutating func send(to audience: Audience, direct: Bool) {
    let kind: MessageKind? = choice("kind")
    var payload = PushPayload(message: message("message"), kind: kind ?? .data, sentAt: time)
    if case .user(let user) = audience {
      payload.user = user
      if value("of") != .absent {
        mistake(
          .contradiction, place("of"), "What is sent to a person is theirs.",
          expected: "either to or of")
      }
    } else if value("of") != .absent {
      payload.user = user("of")
    }
    if case .topic(let topic) = audience { payload.topic = topic }
    if case .fcmTopic(let topic) = audience { payload.topic = topic }
    payload.collapseKey = name("collapse")
    payload.tag = name("tag")
    payload.group = name("group")
    payload.channel = name("channel")
    payload.link = name("link")
    if let badge = number("badge") { payload.badge = UInt16(clamping: badge) }
    payload.flags = flags()
    var order = SendOrder(payload: payload, audience: audience)
    order.kindIsSet = kind != nil
    order.priority = choice("priority")
    if let ttl = duration("ttl") { order.ttlMilliseconds = ttl.microseconds / 1000 }
    if let delay = duration("in") { order.delay = delay }
    order.defect = choice("defect") ?? .none
    if let size = number("size") { order.bytes = UInt32(clamping: size) }
    order.dryRun = flag("dry-run")
    order.isDirect = direct
    order.usesStolenToken = flag("stolen")
    order.respectsQuietHours = number("quiet-hours") != 0
    order.rollsBack = flag("rolls-back")
    order.node = node
    emit(.send(order))
  }

  private func flags() -> PayloadFlags {
    var flags: PayloadFlags = []
    switch number("image") {
    case 1: flags.insert(.image)
    case 2: flags.formUnion([.image, .imageStalls])
    default: break
    }
    if flag("hint") { flags.insert(.hint) }
    if flag("silent") { flags.insert(.silent) }
    if flag("sticky") { flags.insert(.sticky) }
    if flag("boot") { flags.insert(.directBoot) }
    if flag("foreign") { flags.insert(.foreignPrefix) }
    if flag("bad-action") { flags.insert(.badClickAction) }
    switch number("proxy") {
    case 0: flags.insert(.proxyAllow)
    case 1: flags.insert(.proxyDeny)
    default: break
    }
    return flags
  }

  /// Reads a condition over topics: `news && (sport || !spam)`.
  private mutating func condition() -> Audience? {
    guard let text = text("condition") else { return nil }
    let name = name("condition")
    if result.conditions.contains(where: { $0.name == name }) { return .condition(name) }
    var reader = ConditionReader(text)
    guard let condition = reader.read({ topicBit($0) }) else {
      mistake(
        .badValue, place("condition"), "This is no condition over topics.",
        expected: "a condition such as \"news && !sport\"")
      return nil
    }
    result.conditions.append(ConditionDeclaration(name: name, condition: condition))
    return .condition(name)
  }

  /// The bit of a topic; nil when nobody subscribes to it and the table is full.
  private mutating func topicBit(_ topic: String) -> UInt8? {
    if let known = result.names.words.find(topic), known < TopicSet.capacity {
      return UInt8(known)
    }
    guard result.names.words.count < TopicSet.capacity else { return nil }
    return UInt8(result.names.words.enter(topic))
  }
}

/// Reads a condition over topics into reverse Polish form.
private struct ConditionReader {
  private var tokens: [String] = []
  private var at = 0
  private var condition = TopicCondition()
  private var length = 0
  private var topics: [UInt8] = []

  init(_ text: String) {
    var word = ""
    for character in text {
      if "()!".contains(character) || character == " " {
        if !word.isEmpty { tokens.append(word) }
        word = ""
        if character != " " { tokens.append(String(character)) }
      } else if character != "'" {
        word.append(character)
      }
    }
    if !word.isEmpty { tokens.append(word) }
    tokens = tokens.filter { $0 != "in" && $0 != "topics" }
  }

  mutating func read(_ bit: (String) -> UInt8?) -> TopicCondition? {
    guard readAll(bit, depth: 0), at == tokens.count, length <= 16 else { return nil }
    condition.topicCount = UInt8(topics.count)
    return condition
  }

  /// Left to right, as FCM does; parentheses first.
  private mutating func readAll(_ bit: (String) -> UInt8?, depth: Int) -> Bool {
    guard depth < 8, readOne(bit, depth: depth) else { return false }
    while at < tokens.count, tokens[at] == "&&" || tokens[at] == "||" {
      let code: UInt8 = tokens[at] == "&&" ? 254 : 255
      at += 1
      guard readOne(bit, depth: depth), put(code) else { return false }
    }
    return true
  }

  private mutating func readOne(_ bit: (String) -> UInt8?, depth: Int) -> Bool {
    guard at < tokens.count else { return false }
    let token = tokens[at]
    at += 1
    switch token {
    case "!":
      return depth < 8 && readOne(bit, depth: depth + 1) && put(253)
    case "(":
      guard readAll(bit, depth: depth + 1), at < tokens.count, tokens[at] == ")" else {
        return false
      }
      at += 1
      return true
    case ")", "&&", "||":
      return false
    default:
      guard let bit = bit(token) else { return false }
      if !topics.contains(bit) { topics.append(bit) }
      return put(bit)
    }
  }

  private mutating func put(_ code: UInt8) -> Bool {
    guard length < 16 else { return false }
    condition.program[length] = code
    length += 1
    return true
  }
}
