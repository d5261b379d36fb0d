/// The stable number of a kind of mistake; `pushsim explain E12` tells about it.
///
/// Numbers are never used again for something else.
package enum MistakeCode: Int, CaseIterable, Sendable {
  // Bytes
  case notText = 1
  case notUTF8 = 2
  case fileTooLarge = 3
  case lineTooLong = 4
  case openQuote = 5
  case badEscape = 6
  case controlCharacter = 7
  case tooManyLines = 8
  // Statements
  case noScenario = 9
  case declaredAgain = 10
  case unknownStatement = 11
  case unknownVerb = 12
  case wrongSubject = 13
  case missingWord = 14
  case tooManyWords = 15
  case badValue = 16
  case unknownWord = 17
  case unknownOption = 18
  case optionAgain = 19
  case emptyOption = 20
  case missingOption = 21
  case missingUnit = 22
  case unknownUnit = 23
  case numberTooLarge = 24
  case afterSettle = 25
  case unknownExpectation = 26
  // Time
  case badTime = 30
  case timeTooLarge = 31
  case timeGoesBack = 32
  case dayWithoutStart = 33
  case unknownZone = 34
  case noSuchInstant = 35
  // Names
  case badName = 40
  case reservedName = 41
  case nameTaken = 42
  case unknownDevice = 43
  case unknownUser = 44
  case unknownMessage = 45
  case unknownName = 46
  case unknownRule = 47
  case unknownReading = 48
  case unknownDefence = 49
  case unknownPromise = 50
  case shortSeries = 51
  case unknownDesign = 52
  // Reuse
  case includeNotFound = 60
  case includeCycle = 61
  case includeTooDeep = 62
  case tooManyIncludes = 63
  case unknownVariable = 64
  case variableAgain = 65
  case tooManyRepetitions = 66
  case counterOutsideRepeat = 67
  case badRepeat = 68
  case tooManySteps = 69
  // Variants
  case badAxis = 70
  case tooManyVariants = 71
  case unknownAxis = 72
  case notAnAxisValue = 73
  case nothingLeft = 74
  case conditionOnStory = 75
  case neverTrue = 76
  // The model
  case notModelled = 80
  case contradiction = 81

  /// `E12`.
  package var name: String { rawValue < 10 ? "E0\(rawValue)" : "E\(rawValue)" }

  /// Finds a code by what a person types: `E12`, `e12`, `12`.
  package init?(name: String) {
    var digits = Substring(name)
    if digits.first == "E" || digits.first == "e" { digits.removeFirst() }
    guard digits.count <= 3, let number = Int(digits), let code = MistakeCode(rawValue: number)
    else { return nil }
    self = code
  }

  /// Whether the mistake is about the size of the input, so that its example runs under small limits.
  package var isLimit: Bool {
    switch self {
    case .fileTooLarge, .lineTooLong, .tooManyLines, .includeTooDeep, .tooManyIncludes,
      .tooManyRepetitions, .tooManySteps, .tooManyVariants:
      true
    default: false
    }
  }

  /// The rule that was broken, in one line.
  package var title: String {
    switch self {
    case .notText: "A scenario is a text file"
    case .notUTF8: "A scenario is written in UTF-8"
    case .fileTooLarge: "A file has a largest size"
    case .lineTooLong: "A line has a longest length"
    case .openQuote: "A quote ends on the line where it begins"
    case .badEscape: "A backslash in quotes stands before a quote or a backslash"
    case .controlCharacter: "Control characters have no place in a scenario"
    case .tooManyLines: "A file has a largest number of lines"
    case .noScenario: "A file begins with the sentence it shows"
    case .declaredAgain: "Some declarations stand once in a file"
    case .unknownStatement: "A line begins with a time, a subject or a declaration"
    case .unknownVerb: "A subject is followed by a verb"
    case .wrongSubject: "A verb belongs to certain subjects"
    case .missingWord: "A verb needs its words"
    case .tooManyWords: "A statement ends when its words are complete"
    case .badValue: "A word has the form its place asks for"
    case .unknownWord: "Some places take words of a closed list"
    case .unknownOption: "A verb takes only its own options"
    case .optionAgain: "An option stands once"
    case .emptyOption: "An option has a value"
    case .missingOption: "Some options must be given"
    case .missingUnit: "Durations and sizes have a unit"
    case .unknownUnit: "Units are us, ms, s, m, h, d and B, KB, MB"
    case .numberTooLarge: "Numbers have a largest value"
    case .afterSettle: "The story ends at settle"
    case .unknownExpectation: "An expectation has one of a few shapes"
    case .badTime: "A time is 1h30m, +5m or day 2 09:00"
    case .timeTooLarge: "A story ends within a thousand years"
    case .timeGoesBack: "A story is told in order"
    case .dayWithoutStart: "Calendar times need a start line"
    case .unknownZone: "A time zone is a name such as Europe/Berlin"
    case .noSuchInstant: "A calendar time must exist in its zone"
    case .badName: "A name is made of letters, digits, dots, hyphens and underscores"
    case .reservedName: "Words of the language cannot be names"
    case .nameTaken: "A name stands for one thing"
    case .unknownDevice: "A device is declared before it acts"
    case .unknownUser: "A user is declared before anything happens to them"
    case .unknownMessage: "A message is sent somewhere in the story"
    case .unknownName: "A name is introduced before it is used"
    case .unknownRule: "A rule is one of the rulebook"
    case .unknownReading: "A reading is one of the rulebook"
    case .unknownDefence: "A defence is one of the design's"
    case .unknownPromise: "A promise is one of the list"
    case .shortSeries: "Series that run side by side are equally long"
    case .unknownDesign: "A design is published, hardened or a file that says what it has"
    case .includeNotFound: "An included file exists"
    case .includeCycle: "Files do not include each other in a circle"
    case .includeTooDeep: "Includes have a greatest depth"
    case .tooManyIncludes: "Includes have a largest number"
    case .unknownVariable: "A variable is set by let, vary or include"
    case .variableAgain: "A variable is set once"
    case .tooManyRepetitions: "A repeat has a largest count"
    case .counterOutsideRepeat: "The counter # needs a repeat or a population"
    case .badRepeat: "A repeat is: repeat COUNT every DURATION STATEMENT"
    case .tooManySteps: "A story has a largest number of steps"
    case .badAxis: "A vary line has a name and at least two different values"
    case .tooManyVariants: "A file has a largest number of variants"
    case .unknownAxis: "A condition is about something that varies"
    case .notAnAxisValue: "A condition names a value that the axis takes"
    case .nothingLeft: "At least one variant must be left"
    case .conditionOnStory: "Only expectations have conditions"
    case .neverTrue: "The condition of an expectation is true in some variant"
    case .notModelled: "A word must have an effect in this version"
    case .contradiction: "Statements must be able to be true together"
    }
  }
}
