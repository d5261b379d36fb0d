import PushDomain
import Rulebook
import ScenarioLanguage

/// What stands before the story.
let declarationWords: [Word] =
  [
    .declaration(
      "users", "The people of the story; alice stands for one, u# 100 for a hundred.",
      "users     alice bob", [.rest("names", .new(Spaces.user), "one word each")]
    ) { _ in },
    deviceWord("phone", "A phone."),
    deviceWord("tablet", "A tablet."),
    deviceWord("phones", "Many phones: p# 1000 declares p1 to p1000."),
    deviceWord("tablets", "Many tablets: t# 1000 declares t1 to t1000."),
    .declaration(
      "nodes", "The nodes of the server, where it has more than one.",
      "nodes     node-1 node-2", [.rest("names", .new(Spaces.node), "one word each")]
    ) { story in
      let count = story.script.symbols.count(in: Spaces.node)
      story.result.nodeNames = (0..<count).map {
        story.script.symbols.name(of: $0, in: Spaces.node)
      }
    },
    .declaration(
      "design", "The design of SDK and server under test.", "design    published",
      [.word("name", .choiceOrPath(Lists.design), "a design")]
    ) { story in
      story.nameDesign()
    },
    .declaration(
      "with", "Adds defences to the design.", "with      hint-payload",
      [.rest("names", .choice(Lists.defence), "one word each").dependent]
    ) { story in
      story.result.with.formUnion(story.defences())
    },
    .declaration(
      "without", "Takes defences away from the design.", "without   client-user-filter",
      [.rest("names", .choice(Lists.defence), "one word each").dependent]
    ) { story in
      let taken = story.defences()
      if !taken.intersection(story.result.with).isEmpty {
        story.mistake(
          .contradiction, story.place("names"), "A with line adds this defence.",
          expected: "either with or without")
      }
      story.result.without.formUnion(taken)
    },
    .declaration(
      "rule", "Changes a rule of a platform for this file.", "rule      fcm.store.limit 3",
      [
        .word("id", .choice(Lists.rule), "a rule"),
        .word("value", .text, "its value here").dependent,
      ]
    ) { story in
      story.override(Lists.rules, "id")
    },
    .declaration(
      "reading", "Answers a question that the documents leave open; all runs every answer.",
      "reading   \(Lists.readings.first?.idText ?? "ID") all",
      [
        .word("id", .choice(Lists.reading), "a reading"),
        .word("value", .text, "answer or all").dependent,
      ]
    ) { story in
      story.override(Lists.readings, "id")
    },
    .declaration(
      "promise", "The promise that the file is about: it must have been exercised.",
      "promise   no-cross-user-content",
      [.rest("names", .choice(Lists.promise), "one word each")]
    ) { story in
      guard case .list(let first, let count) = story.value("names") else { return }
      for element in story.script.elements(first: first, count: count) {
        guard case .number(let index) = element else { continue }
        story.result.promises.append(
          NamedPromise(promise: Promise.allCases[Int(index)], line: story.line))
      }
    },
  ]

private func deviceWord(_ word: String, _ summary: String) -> Word {
  let isMany = word.hasSuffix("s")
  return .declaration(
    word, summary,
    isMany
      ? "\(word)    \(word.prefix(1))# 1000 android 15 oem=stock:70%,aggressive:30%"
      : "\(word)     \(word == "phone" ? "pixel" : "slate") android 15",
    [
      .word("name", .new(Spaces.device), isMany ? "NAME# COUNT" : "what the story calls it"),
      .word("platform", .choice(Lists.platform), "the operating system"),
      .word("version", .version, "its version").dependent,
      .option("target", .count(14...40), "API level that the app targets.", standard: "35"),
      .option("oem", .shares(Lists.oem), "How the vendor treats apps.", standard: "stock"),
      .option(
        "play-services", .quantity, "Version code of Play services, or none.",
        standard: "261200000"
      ).dependent,
      .option("library", .version, "Version of firebase-messaging.", standard: "25.1"),
      .option("installations", .version, "Version of firebase-installations.", standard: "19.1"),
      .option("sdk", .count(1...9), "Generation of our SDK in the app.", standard: "1"),
      .option("zone", .zone, "Where its clock hangs.", standard: "UTC"),
      .option("clock", .offset, "How far its clock is off.", standard: "+0s"),
      .option("motion", .choice(.onOff), "Has a motion sensor for deep Doze.", standard: "on"),
      .option(
        "profiles", .choice(Lists.profile), "Has profiles up to this one.", standard: "owner"),
      .option("apps", .count(1...2), "How many apps with our SDK.", standard: "1"),
    ]
  ) { story in
    story.declareDevices()
  }
}
