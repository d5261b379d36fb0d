import PushDomain
import ScenarioLanguage

/// A word of the vocabulary: how it is written, and what it does.
struct Word: Sendable {
  let form: Form
  /// Turns one happening of the statement into commands, or a declaration into the world it declares.
  let lower: @Sendable (inout Lowering) -> Void

  /// Something that happens to a device as a whole.
  static func device(
    _ word: String, _ summary: String, _ example: String, _ slots: [Slot] = [],
    _ action: @escaping @Sendable (inout Lowering) -> DeviceAction?
  ) -> Word {
    Word(
      form: Form(
        word, .verb, subjects: SubjectKind.device, summary, example: example, slots)
    ) { story in
      if let action = action(&story) { story.emit(.device(story.device, action)) }
    }
  }

  /// Something that a person does with an app.
  static func app(
    _ word: String, _ summary: String, _ example: String, _ slots: [Slot] = [],
    _ action: @escaping @Sendable (inout Lowering) -> AppAction?
  ) -> Word {
    Word(
      form: Form(
        word, .verb, subjects: SubjectKind.device, summary, example: example, slots)
    ) { story in
      if let action = action(&story), let slot = story.slot {
        story.emit(.app(slot, action))
      }
    }
  }

  /// A choice of the host app.
  static func host(
    _ word: String, _ summary: String, _ example: String, _ slots: [Slot] = [],
    _ action: @escaping @Sendable (inout Lowering) -> HostAction?
  ) -> Word {
    Word(
      form: Form(
        word, .verb, subjects: SubjectKind.device, summary, example: example, slots)
    ) { story in
      if let action = action(&story), let slot = story.slot {
        story.emit(.host(slot, action))
      }
    }
  }

  /// Something that the operator of the server does.
  static func server(
    _ word: String, _ summary: String, _ example: String, _ slots: [Slot] = [],
    on subjects: UInt32 = SubjectKind.server,
    _ action: @escaping @Sendable (inout Lowering) -> ServerAction?
  ) -> Word {
    Word(form: Form(word, .verb, subjects: subjects, summary, example: example, slots)) { story in
      if let action = action(&story) { story.emit(.server(action)) }
    }
  }

  /// Trouble at FCM.
  static func fcm(
    _ word: String, _ summary: String, _ example: String, _ slots: [Slot] = [],
    _ action: @escaping @Sendable (inout Lowering) -> ProviderAction?
  ) -> Word {
    Word(
      form: Form(word, .verb, subjects: SubjectKind.fcm, summary, example: example, slots)
    ) { story in
      if let action = action(&story) { story.emit(.provider(action)) }
    }
  }

  /// Trouble on a link.
  static func link(
    _ word: String, _ summary: String, _ example: String, _ slots: [Slot] = [],
    _ fault: @escaping @Sendable (inout Lowering) -> LinkFault?
  ) -> Word {
    let limits = [
      Slot.option("next", .count(1...1_000_000), "Only the next so many.", standard: "all"),
      .option("only", .choice(Lists.filter), "Only packets of this kind.", standard: "all"),
    ]
    return Word(
      form: Form(
        word, .verb, subjects: SubjectKind.link, summary, example: example, slots + limits)
    ) { story in
      guard let fault = fault(&story), let (from, to) = story.link else { return }
      let next = UInt32(story.number("next") ?? Int64(UInt32.max))
      let only: PacketFilter = story.choice("only") ?? .all
      story.emit(
        .network(.fault(from, to, fault, next: next, only: only, line: story.line)))
    }
  }

  /// Something that is true before the story begins.
  static func declaration(
    _ word: String, _ summary: String, _ example: String, _ slots: [Slot],
    _ lower: @escaping @Sendable (inout Lowering) -> Void
  ) -> Word {
    Word(form: Form(word, .declaration, summary, example: example, slots), lower: lower)
  }

  /// Something that must be true.
  static func expect(
    _ example: String, _ summary: String, _ slots: [Slot], leftWords: Int,
    _ subject: @escaping @Sendable (inout Lowering) -> Expectation.Subject?
  ) -> Word {
    Word(
      form: Form(
        "expect", .expectation, summary, example: example, slots, leftWords: leftWords)
    ) { story in
      if let subject = subject(&story) { story.expect(subject) }
    }
  }
}
