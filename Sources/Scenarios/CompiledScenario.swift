package import PushDomain
package import Rulebook
package import SimKernel
package import ScenarioLanguage

/// One variant of a scenario file, ready to run: every name is a number, every line a command.
package struct CompiledScenario: Sendable {
  /// The sentence that the file shows.
  package var title = ""
  /// The file as it was named.
  package var file = ""
  /// Words by which files are chosen.
  package var tags: [String] = []
  /// Notes, questions and answers, in order.
  package var remarks: [StoryRemark] = []
  /// What differs between the variants of the file, in the order of its lines.
  package var variant: [VariantChoice] = []

  /// What the design is called: `published`, `hardened` or the path of a file.
  package var designName = "published"
  /// The defences that are on, `with` and `without` included.
  package var design = Design.published
  /// The defences that lines and the call add.
  package var with = Design()
  /// The defences that lines and the call take away.
  package var without = Design()
  /// Rules and readings that the file sets.
  package var overrides: [Override] = []

  /// The devices, by their numbers.
  package var devices: [DeviceDeclaration] = []
  /// The places for apps, by their numbers.
  package var slots: [SlotDeclaration] = []
  /// The server's nodes; empty where there is one.
  package var nodeNames: [String] = []
  /// The topic conditions that sends name.
  package var conditions: [ConditionDeclaration] = []
  /// How many topics lead the table of names, behind the reserved ones.
  package var topicCount = 0

  /// The story, by time and then by line.
  package var steps: [Step] = []
  /// What must be true, in the order of the file.
  package var expectations: [Expectation] = []
  /// The promises that the design is known to break.
  package var violations: [ExpectedViolation] = []
  /// The promises that the file is about: they must have been exercised.
  package var promises: [NamedPromise] = []

  /// Where zero lies in the calendar; nil when the file does not pin it.
  package var calendar: CalendarStart?
  /// The zones in which clocks of devices hang, by their numbers.
  package var zones = [Zone.universal]
  /// The longest wait behind the story; nil when the file ends at its last line.
  package var settle: SimDuration?
  /// When the last line of the story happens.
  package var end: SimTime = .zero

  /// Lines of included files, which bear numbers above those of the main file.
  package var includedLines = IncludedLines()
  /// The names behind the numbers.
  package var names = StoryNames()
  /// The files that the scenario was read from.
  package var source = SourceText()
}

/// A note, question or answer for a walkthrough.
package struct StoryRemark: Sendable {
  /// What it is for.
  package var kind: Remark.Kind
  /// Its words.
  package var text: String
  /// When it stands in the story; nil behind `settle`.
  package var time: SimTime?
  /// Its line in the main file; zero in an included one.
  package var line: UInt32
}

/// The value of one axis in a variant.
package struct VariantChoice: Equatable, Sendable {
  /// What varies.
  package var axis: String
  /// Its value here.
  package var value: String
}

/// A declared device.
package struct DeviceDeclaration: BitwiseCopyable, Sendable {
  /// What it is.
  package var profile: DeviceProfile
  /// The line that declares it.
  package var line: UInt32
  /// Its first slot; the others follow.
  package var firstSlot: UInt32 = 0
  /// Profiles and apps on it: each pair has a slot.
  package var profiles: UInt8 = 1
  /// How many apps each profile has.
  package var apps: UInt8 = 1
}

/// A place for an app on a device.
package struct SlotDeclaration: BitwiseCopyable, Sendable {
  /// The device it is on.
  package var device: DeviceID
  /// 0 is the owner's, 1 work, 2 a second user, 3 the private space.
  package var profile: UInt8
  /// 0 is the app that the story is about.
  package var app: UInt8
}

/// A topic condition that a send names.
package struct ConditionDeclaration: BitwiseCopyable, Sendable {
  /// The number of its text.
  package var name: NameID
  /// What it says.
  package var condition: TopicCondition
}

/// Something that happens in the story.
package struct Step: BitwiseCopyable, Sendable {
  /// When it happens.
  package var time: SimTime
  /// Its line; see `origin(ofLine:)`.
  package var line: UInt32
  /// Its place among all statements, those of included files where the include stands.
  package var order: UInt32
  /// What it does.
  package var command: Command
}

/// A promise that the file names.
package struct NamedPromise: BitwiseCopyable, Sendable {
  /// Which promise.
  package var promise: Promise
  /// The line that names it.
  package var line: UInt32
}

/// A promise that the design is known to break.
package struct ExpectedViolation: BitwiseCopyable, Sendable {
  /// Which promise.
  package var promise: Promise
  /// The line that names it.
  package var line: UInt32
  /// The message that breaks it; nil where any may.
  package var message: MessageID?
  /// The device on which it breaks; nil where any may.
  package var device: DeviceID?
  /// Whether its `when` holds in this variant; a line without `when` is not judged under a design that the call chose.
  package var isJudged: Bool
  /// Whether the line has a `when`.
  package var hasCondition: Bool
}

/// Where lines of included files come from.
package struct IncludedLines: Sendable {
  /// How many lines the main file has; greater numbers are lines of included files.
  package internal(set) var mainCount: UInt32 = 0
  private(set) var origins: [(file: String, line: Int)] = []

  package init() {}

  mutating func number(_ line: Int, file: String) -> UInt32 {
    if let known = origins.firstIndex(where: { $0.file == file && $0.line == line }) {
      return mainCount + 1 + UInt32(known)
    }
    origins.append((file, line))
    return mainCount + UInt32(origins.count)
  }
}

extension CompiledScenario {
  /// The file and line that a line number of steps, expectations and records stands for.
  package func origin(ofLine line: UInt32) -> (file: String, line: Int) {
    guard line > includedLines.mainCount else { return (file, Int(line)) }
    let index = Int(line - includedLines.mainCount) - 1
    return includedLines.origins.indices.contains(index)
      ? includedLines.origins[index] : (file, Int(line))
  }
}

/// The names behind the numbers of a scenario.
package struct StoryNames: Sendable {
  private var symbols: SymbolTable?
  /// Names of channels, topics, groups and keys, by `NameID`.
  package internal(set) var words = WordTable()

  package init() {}

  init(symbols: SymbolTable) { self.symbols = symbols }

  private func name(_ index: Int, _ space: Namespace) -> String {
    symbols?.name(of: index, in: space) ?? "?"
  }

  /// How many people the story has.
  package var userCount: Int { symbols?.count(in: Spaces.user) ?? 0 }
  /// How many messages the story names.
  package var messageCount: Int { symbols?.count(in: Spaces.message) ?? 0 }

  /// The name of a person.
  package func text(of user: UserID) -> String { name(user.index, Spaces.user) }
  /// The name of a device.
  package func text(of device: DeviceID) -> String { name(device.index, Spaces.device) }
  /// The name of a message.
  package func text(of message: MessageID) -> String { name(message.index, Spaces.message) }

  /// The word behind a name of the world.
  package func text(of word: NameID) -> String {
    word.index < words.count ? words.word(word.index) : "?"
  }

  /// Finds things by what the file calls them, for the command line.
  package func message(named name: String) -> MessageID? {
    (0..<messageCount).first { self.name($0, Spaces.message) == name }.map { MessageID($0) }
  }

  /// Finds a device by what the file calls it.
  package func device(named name: String) -> DeviceID? {
    let count = symbols?.count(in: Spaces.device) ?? 0
    return (0..<count).first { self.name($0, Spaces.device) == name }.map { DeviceID($0) }
  }
}

extension CompiledScenario {
  /// The text of a line that steps and records bear, without comment and surrounding blanks.
  package func text(ofLine line: UInt32) -> String {
    let place = origin(ofLine: line)
    guard let file = source.files.first(where: { $0.name == place.file }) else { return "" }
    var number = 1
    var start = file.start
    while number < place.line, start < file.end {
      if source[Int32(start)] == 0x0A { number += 1 }
      start += 1
    }
    var end = start
    var isComment = false
    while end < file.end, source[Int32(end)] != 0x0A, !isComment {
      let isHash = source[Int32(end)] == UInt8(ascii: "#")
      isComment = isHash && (end == start || source[Int32(end - 1)] == UInt8(ascii: " "))
      if !isComment { end += 1 }
    }
    let words = source.string(SourceRange(start, end)).split {
      $0 == " " || $0 == "\t" || $0 == "\r"
    }
    return words.joined(separator: " ")
  }
}
