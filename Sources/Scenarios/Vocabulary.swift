import PushDomain
import Rulebook
package import ScenarioLanguage

/// The vocabulary of pushes: every word once, with its meaning.
package enum Language {
  static let words =
    declarationWords + deviceWords + personWords + hostWords + sendWords + serverWords
    + troubleWords + expectationWords

  /// What the language knows of the words: reader, printer, completion and reference use nothing else.
  package static let vocabulary = Vocabulary(
    forms: words.map(\.form), subjects: subjects, namespaces: Spaces.all, texts: Spaces.text,
    commonSlots: [
      .option(
        "share", .percent, "Of a series, only this share; who is drawn follows from the seed."),
      .option("over", .duration, "Spreads a series over this long."),
      .option("profile", .choice(Lists.profile), "In which profile.", standard: "owner"),
      .option("app", .choice(Lists.app), "Which app.", standard: "main"),
    ], commonSubjects: SubjectKind.device, notModelled: notModelledWords,
    implicitAxes: [
      .init(word: "design", standard: "published", values: Lists.design.choices.map(\.word))
    ],
    answers: { id in Lists.readings.first { $0.idText == id }?.answerWords })

  private static let subjects = [
    Subject(
      "DEVICE", .names(Spaces.device), kind: SubjectKind.device,
      "A declared device; p# each of a series."),
    Subject("all", .everything(Spaces.device), kind: SubjectKind.device, "Every device."),
    Subject("server", .single, kind: SubjectKind.server, "The app's own server."),
    Subject("NODE", .names(Spaces.node), kind: SubjectKind.node, "One node of the server."),
    Subject("fcm", .single, kind: SubjectKind.fcm, "Firebase Cloud Messaging."),
    Subject(
      "network", .single, kind: SubjectKind.network, "The network, or one connection of it.",
      qualifier: .word("connection", .link(Spaces.device, ends: Lists.ends), "pixel-server"),
      qualifiedKind: SubjectKind.link),
    Subject(
      "third-party", .single, kind: SubjectKind.thirdParty,
      "Somebody who sends past our server."),
  ]
}
