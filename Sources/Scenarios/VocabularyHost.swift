import PushDomain
import ScenarioLanguage

private let state = [Slot.word("state", .choice(.onOff), "")]
private let span = [Slot.word("span", .duration, "how long")]

/// What the host app chooses, which the SDK cannot decide for it.
let hostWords: [Word] = [
  .host("configure", "Calls configure of the SDK.", "pixel configure") { _ in .configure },
  .host("ask-permission", "Asks for the right to notify.", "pixel ask-permission") { _ in
    .askPermission
  },
  .host(
    "ask-at-open", "The host asks for the right to notify when it is first opened, as usual.",
    "pixel ask-at-open off", state
  ) { .asksAtOpen($0.flag("state")) },
  .host(
    "create-channel", "Creates a channel.", "pixel create-channel news importance=high",
    [
      .word("name", .text, "a channel"),
      .option("importance", .choice(Lists.importance), "How loud it is.", standard: "normal"),
    ]
  ) { .createChannel($0.name("name"), importance: $0.choice("importance") ?? .normal) },
  .host(
    "delete-channel", "Deletes a channel.", "pixel delete-channel news",
    [.word("name", .text, "a channel")]
  ) { .deleteChannel($0.name("name")) },
  .host(
    "forward", "Forwards the callbacks of the messaging service to the SDK, or forgets to.",
    "pixel forward off", state
  ) { .forward($0.flag("state")) },
  .host(
    "schedule-local", "Schedules a notification of its own.", "pixel schedule-local l1 in=1h",
    [
      .word("message", .new(Spaces.message), "what the story calls it"),
      .needed("in", .duration, "When it comes."),
    ]
  ) { story in
    let message = story.message("message")
    return story.duration("in").map { .schedule(after: $0, message) }
  },
  .host("auto-init", "Registration at start of the app.", "pixel auto-init off", state) {
    .autoInit($0.flag("state"))
  },
  .host("fid-mode", "Registration by installation ids.", "pixel fid-mode on", state) {
    .fidMode($0.flag("state"))
  },
  .host("register", "Calls register of the library.", "pixel register") { _ in .register },
  .host("unregister", "Calls unregister of the library.", "pixel unregister") { _ in .unregister },
  .host("delete-token", "Calls deleteToken of the library.", "pixel delete-token") { _ in
    .deleteToken
  },
  .host(
    "delegation", "Lets Play services show notifications by themselves.", "pixel delegation off",
    state
  ) { .delegation($0.flag("state")) },
  .host(
    "draws-itself",
    "The host draws messages besides the SDK, in its handler or in a receiver of its own.",
    "pixel draws-itself receiver", [.word("way", .choice(Lists.hostDrawing), "")]
  ) { story in story.choice("way").map { .drawsItself($0) } },
  .host(
    "second-sdk", "A second push SDK in the app.", "pixel second-sdk own-service",
    [.word("way", .choice(Lists.secondSDK), "how it takes messages")]
  ) { story in story.choice("way").map { .secondSDK($0) } },
  .host(
    "handler-takes", "The handler works this long on each message.", "pixel handler-takes 12s",
    span
  ) { story in story.duration("span").map { .handlerTakes($0) } },
  .host(
    "handler-fetches", "The handler fetches before it shows anything.", "pixel handler-fetches on",
    state
  ) { .handlerFetches($0.flag("state")) },
  .host(
    "handler-works", "Where the handler works: in the callback, on a thread, or in a job.",
    "pixel handler-works expedited-job", [.word("way", .choice(Lists.handlerWork), "")]
  ) { story in story.choice("way").map { .handlerWorks($0) } },
  .host(
    "handler-starts-service", "The handler starts a foreground service.",
    "pixel handler-starts-service on", state
  ) { .handlerStartsService($0.flag("state")) },
  .host(
    "socket", "The app keeps a socket to its server while it is in the foreground.",
    "pixel socket on", state
  ) { .socket($0.flag("state")) },
  .host(
    "clears-tray", "Opening the app takes all its notifications away.", "pixel clears-tray on",
    state
  ) { .clearsTray($0.flag("state")) },
  .host(
    "notification-ids",
    "The app's code calls what it posts by one name, or counts from the start of its process.",
    "pixel notification-ids counted", [.word("names", .choice(Lists.notificationIDs), "")]
  ) { story in story.choice("names").map { .notificationIDs($0) } },
  .host(
    "logs-payloads", "The host writes every payload that its handler gets into a log.",
    "pixel logs-payloads on", state
  ) { .logsPayloads($0.flag("state")) },
  .host(
    "max-age", "The handler ignores messages older than this; 0s switches it off.",
    "pixel max-age 1h", span
  ) { story in story.duration("span").map { .maxAge($0) } },
  .host(
    "tap-through", "Where a tap goes first.", "pixel tap-through receiver",
    [.word("way", .choice(Lists.tapPath), "")]
  ) { story in story.choice("way").map { .tapThrough($0) } },
  .host(
    "router-after", "The tap router listens this long after a cold start.",
    "pixel router-after 2s", span
  ) { story in story.duration("span").map { .routerAfter($0) } },
  .host(
    "storage", "Where the app keeps something.", "pixel storage inbox no-backup",
    [
      .word("item", .choice(Lists.storageItem), ""),
      .word("class", .choice(Lists.storageClass), ""),
    ]
  ) { story in
    guard let item: StorageItem = story.choice("item"),
      let place: StorageClass = story.choice("class")
    else { return nil }
    return .storage(item, place)
  },
  .host(
    "c2dm-register", "Registers through the C2DM intents.", "pixel c2dm-register"
  ) { _ in .c2dmRegister },
  .host(
    "receiver-permission", "The C2DM receiver demands the sender's permission.",
    "pixel receiver-permission off", state
  ) { .receiverPermission($0.flag("state")) },
  .host(
    "receiver", "The app has a receiver for messages at all.", "pixel receiver off", state
  ) { .receiver($0.flag("state")) },
  .host(
    "direct-boot", "The push service may run before the first unlock.", "pixel direct-boot on",
    state
  ) { .directBoot($0.flag("state")) },
  .host(
    "topic-subscribe", "Subscribes to a topic that FCM holds.", "pixel topic-subscribe weather",
    [.word("topic", .reference(Spaces.topic), "a topic")]
  ) { .topic($0.name("topic"), subscribe: true) },
  .host(
    "topic-unsubscribe", "Leaves a topic that FCM holds.", "pixel topic-unsubscribe weather",
    [.word("topic", .reference(Spaces.topic), "a topic")]
  ) { .topic($0.name("topic"), subscribe: false) },
]
