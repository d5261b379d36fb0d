import PushDomain
import ScenarioLanguage
import SimKernel

private let messages = Slot.word("message", .reference(Spaces.message), "m1, or m# for each")
private let devices = Slot.word("device", .life(Spaces.device), "pixel, pixel/1, or p# for each")
private let has = Slot.option("has", .reference(Spaces.message), "This message is there.")
private let lacks = Slot.option("lacks", .reference(Spaces.message), "This message is not there.")
private let where_: [Slot] = [
  .option("profile", .choice(Lists.profile), "In which profile.", standard: "owner"),
  .option("app", .choice(Lists.app), "Of which app.", standard: "main"),
]

private func bound(_ key: String, _ summary: String) -> Slot { .option(key, .bound, summary) }

/// The shapes of an expectation.
let expectationWords: [Word] =
  [
    .expect(
      "expect    m1 on pixel  shown", "How a message ended on a device.",
      [
        messages, .literal("on"), devices, .word("fate", .choice(Lists.fate), ""),
        .option("because", .choice(Lists.cause), "What made it end so.").dependent,
        .option("push", .choice(Lists.fate), "What became of its push, when a sync brought it."),
        .option("surface", .choice(Lists.surface), "Where it was seen."),
        bound("times", "How often it was shown."),
        .phrase("within", .window, "How long after its send."),
        .phrase("by", .duration, "The latest time, counted from the start."),
      ] + where_, leftWords: 3
    ) { $0.fate() },
    .expect(
      "expect    count m# on p#  shown=480 dropped=20", "How many ended in each way.",
      [.literal("count"), messages, .literal("on"), devices]
        + Fate.allCases.map { bound($0.word.description, "How many were \($0.word).") } + where_,
      leftWords: 4
    ) { story in
      guard let messages = story.messages("message"), let devices = story.devices("device") else {
        return nil
      }
      let counts = Fate.allCases.compactMap { fate in
        story.bounds(SlotKey(fate.word)).map { (fate: fate, bounds: $0) }
      }
      return story.complete(
        counts.isEmpty
          ? nil : .fates(FateCounts(messages: messages, devices: devices, counts: counts)))
    },
    .expect(
      "expect    pixel tray  entries=2 groups=1", "What is in the tray.",
      [
        devices, .literal("tray"), bound("entries", "How many notifications."),
        bound("groups", "How many groups."), bound("summaries", "How many summaries."),
        bound("badge", "The number on the icon."), has, lacks,
      ] + where_, leftWords: 2
    ) { story in
      story.on("device") { story, devices in
        var tray = TrayExpectation()
        tray.entries = story.bounds("entries")
        tray.groups = story.bounds("groups")
        tray.summaries = story.bounds("summaries")
        tray.badge = story.bounds("badge")
        tray.has = story.messages("has")
        tray.lacks = story.messages("lacks")
        return .tray(devices, tray)
      }
    },
    .expect(
      "expect    pixel inbox  entries=3 unread=1", "What is in the inbox of the app.",
      [
        devices, .literal("inbox"), bound("entries", "How many messages."),
        bound("unread", "How many are unread."), has, lacks,
      ] + where_, leftWords: 2
    ) { story in
      story.on("device") { story, devices in
        var list = ListExpectation()
        list.entries = story.bounds("entries")
        list.unread = story.bounds("unread")
        list.has = story.messages("has")
        list.lacks = story.messages("lacks")
        return .inbox(devices, list)
      }
    },
    .expect(
      "expect    row of pixel  user=bob", "What the server's row of an install says.",
      [
        .literal("row"), .literal("of"), devices,
        .option("exists", .choice(.onOff), "There is a row at all."),
        .option("user", .quantity, "Whose it is: a user, or none.").dependent,
        .option("enabled", .choice(.onOff), "The server believes that notifications are on."),
        .option("address", .choice(Lists.address), "What its address is worth."),
        bound("count", "How many rows lead to the install."),
      ] + where_, leftWords: 3
    ) { story in
      story.on("device") { story, devices in
        var row = RowExpectation()
        row.exists = story.number("exists").map { $0 == 1 }
        row.user = story.userOrNone("user")
        row.isEnabled = story.number("enabled").map { $0 == 1 }
        row.address = story.choice("address")
        row.count = story.bounds("count")
        return .row(devices, row)
      }
    },
    .expect(
      "expect    rows of alice  1", "How many rows a person has; rows of all counts every row.",
      [
        .literal("rows"), .literal("of"), .word("user", .quantity, "a user, or all").dependent,
        .word("count", .bound, "how many"),
      ], leftWords: 3
    ) { story in
      guard let count = story.bounds("count") else { return nil }
      if story.text("user") == "all" { return .rows(nil, count) }
      return story.userOrNone("user").map { .rows($0, count) }
    },
    .expect(
      "expect    pixel sdk  user=bob outbox=0", "What the SDK holds.",
      [
        devices, .literal("sdk"),
        .option("user", .quantity, "Who is logged in: a user, or none.").dependent,
        .option("address", .choice(Lists.address), "What its address is worth."),
        .option("uploaded", .choice(.onOff), "It believes that the server knows all."),
        bound("outbox", "How many calls wait."), bound("syncs", "How often it fetched the inbox."),
        bound("times", "How often it was told."),
        .phrase("was-told", .choice(Lists.told), "A signal that reached it."),
      ] + where_, leftWords: 2
    ) { story in
      story.on("device") { story, devices in
        var sdk = SDKExpectation()
        sdk.user = story.userOrNone("user")
        sdk.address = story.choice("address")
        sdk.isUploaded = story.number("uploaded").map { $0 == 1 }
        sdk.outbox = story.bounds("outbox")
        sdk.syncs = story.bounds("syncs")
        if story.number("was-told") != nil {
          sdk.deletedTold = story.bounds("times") ?? Bounds(least: 1, most: .max)
        }
        return .sdk(devices, sdk)
      }
    },
  ] + stateExpectations

/// Expectations about states and counts.
private let stateExpectations: [Word] = [
  .expect(
    "expect    pixel permission  allowed", "The right to notify.",
    [devices, .literal("permission"), .word("state", .choice(Lists.permission), "")] + where_,
    leftWords: 2
  ) { story in
    story.on("device") { story, devices in
      story.choice("state").map { .permission(devices, $0) }
    }
  },
  .expect(
    "expect    pixel prompts  1", "How often the permission dialog came up.",
    [devices, .literal("prompts"), .word("count", .bound, "how often")] + where_, leftWords: 2
  ) { story in
    story.on("device") { story, devices in
      story.bounds("count").map { .prompts(devices, $0) }
    }
  },
  .expect(
    "expect    pixel process  stopped", "The state of the app's process.",
    [devices, .literal("process"), .word("state", .choice(Lists.process), "")] + where_,
    leftWords: 2
  ) { story in
    story.on("device") { story, devices in story.choice("state").map { .process(devices, $0) } }
  },
  .expect(
    "expect    pixel doze  deep", "The phase of Doze.",
    [devices, .literal("doze"), .word("phase", .choice(Lists.doze), "")], leftWords: 2
  ) { story in
    story.on("device") { story, devices in story.choice("phase").map { .doze(devices, $0) } }
  },
  .expect(
    "expect    pixel bucket  rare", "The standby bucket of the app.",
    [devices, .literal("bucket"), .word("bucket-name", .choice(Lists.bucket), "")] + where_,
    leftWords: 2
  ) { story in
    story.on("device") { story, devices in
      story.choice("bucket-name").map { .bucket(devices, $0) }
    }
  },
  .expect(
    "expect    m1 recorded  accepted", "The outcome in the server's own record.",
    [messages, .literal("recorded"), .word("outcome", .choice(Lists.outcome), "")], leftWords: 2
  ) { story in
    guard let messages = story.messages("message"), let outcome: Outcome = story.choice("outcome")
    else { return nil }
    return .recorded(messages, outcome)
  },
  .expect(
    "expect    m1 requests  2", "How many requests went to FCM.",
    [messages, .literal("requests"), .word("count", .bound, "how many")], leftWords: 2
  ) { story in
    guard let messages = story.messages("message"), let count = story.bounds("count") else {
      return nil
    }
    return .requests(messages, count)
  },
  .expect(
    "expect    m1 events  delivered=1 opened=1", "How often the server counted events.",
    [
      messages, .literal("events"), bound("delivered", "Delivered."), bound("opened", "Opened."),
      bound("dismissed", "Dismissed."), bound("replied", "Replied."), bound("read", "Read."),
    ], leftWords: 2
  ) { story in
    guard let messages = story.messages("message") else { return nil }
    var events = EventExpectation()
    events.delivered = story.bounds("delivered")
    events.opened = story.bounds("opened")
    events.dismissed = story.bounds("dismissed")
    events.replied = story.bounds("replied")
    events.read = story.bounds("read")
    return .events(messages, events)
  },
  .expect(
    "expect    fcm answers UNREGISTERED  1", "How often FCM gave an answer.",
    [
      .literal("fcm"), .literal("answers"), .word("code", .choice(Lists.code), ""),
      .word("count", .bound, "how often"),
    ], leftWords: 3
  ) { story in
    guard let code = story.number("code"), let count = story.bounds("count") else { return nil }
    return .answers(Lists.codes[Int(code)].code, count)
  },
  .expect(
    "expect    stored for pixel  100", "How many messages FCM keeps for a device.",
    [.literal("stored"), .literal("for"), devices, .word("count", .bound, "how many")] + where_,
    leftWords: 3
  ) { story in
    story.on("device") { story, devices in story.bounds("count").map { .stored(devices, $0) } }
  },
  .expect(
    "expect    tap of m1 on pixel  lands=chat as=alice", "Where a tap led.",
    [
      .literal("tap"), .literal("of"), messages, .literal("on"), devices,
      .option("lands", .text, "The place reached."),
      .option("as", .reference(Spaces.user), "Whose session it opened."),
      .option("start", .choice(Lists.start), "Whether the app had to start."),
      .option("fails", .choice(.onOff), "It led nowhere."),
      bound("times", "How often it was handled."),
    ] + where_, leftWords: 5
  ) { story in
    guard let messages = story.messages("message"), let devices = story.devices("device") else {
      return nil
    }
    var tap = TapExpectation()
    if story.value("lands") != .absent { tap.place = story.name("lands") }
    if story.value("as") != .absent { tap.user = story.user("as") }
    tap.isCold = story.number("start").map { $0 == 1 }
    tap.failed = story.number("fails").map { $0 == 1 }
    tap.times = story.bounds("times")
    return .tap(messages, devices, tap)
  },
  Word(
    form: Form(
      "violates", .expectation,
      "This design is known to break a promise: the file passes only if it does, there.",
      example: "violates  no-cross-user-content by secret on pixel  when design=published",
      [
        .word("promise", .choice(Lists.promise), ""),
        .phrase("by", .reference(Spaces.message), "The message that breaks it."),
        .phrase("on", .reference(Spaces.device), "The device on which it breaks."),
      ], leftWords: 1)
  ) { $0.violates() },
]
