import Reports
import ScenarioLanguage
import Scenarios

/// `pushsim check`: every mistake of every file, nothing is run.
enum CheckCommand {
  static let command = Command(
    name: "check", usage: "PATH ...",
    summary: "finds every mistake in scenario files, runs nothing",
    run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    let files = try Library.files(arguments.words)
    let compiled = Workers.map(count: files.count, workers: Workers.available) { [files] in
      Library.compile(files[$0], CompileOptions())
    }
    var wrong = 0
    for file in compiled {
      let text = file.mistakeText
      if text.isEmpty { continue }
      wrong += 1
      Console.print(text)
    }
    let count = files.count == 1 ? "1 file" : "\(files.count) files"
    Console.print(wrong == 0 ? "\(count): no mistakes\n" : "\(count): mistakes in \(wrong)\n")
    return wrong == 0 ? 0 : ExitStatus.mistake
  }
}

/// `pushsim fmt`: the canonical layout.
enum FormatCommand {
  static let command = Command(
    name: "fmt", usage: "PATH ... [--check]",
    summary: "lays scenario files out in the canonical way",
    options: [
      Option(name: "--check", value: nil, help: "change nothing; exit 1 where a file would change")
    ],
    more: ["A path of - reads standard input and prints to standard output."], run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    guard !arguments.words.isEmpty else {
      throw Arguments.Trouble(sentence: "fmt needs a file or folder")
    }
    if arguments.words == ["-"] { return try formatInput() }
    let isChecking = arguments.has("--check")
    var status: Int32 = 0
    for file in try Library.files(arguments.words) {
      do throws(Files.Trouble) {
        status = max(status, try format(file, isChecking: isChecking))
      } catch {
        Console.complain(error.sentence)
        status = ExitStatus.mistake
      }
    }
    return status
  }

  /// Lays one file out, or says that it would change; returns the exit status.
  private static func format(_ file: String, isChecking: Bool) throws(Files.Trouble) -> Int32 {
    let bytes = try Files.read(file, limit: ReaderLimits().fileBytes)
    guard let formatted = format(file, bytes) else { return ExitStatus.mistake }
    guard formatted != bytes else { return 0 }
    guard !isChecking else {
      Console.print("\(TerminalText.escaped(file)) is not in the canonical layout\n")
      return 1
    }
    try Files.write(String(decoding: formatted, as: UTF8.self), to: file)
    Console.print("formatted \(TerminalText.escaped(file))\n")
    return 0
  }

  private static func formatInput() throws -> Int32 {
    let bytes = try Files.read("/dev/stdin", limit: ReaderLimits().fileBytes)
    guard let formatted = format("standard input", bytes) else { return ExitStatus.mistake }
    Console.print(String(decoding: formatted, as: UTF8.self))
    return 0
  }

  private static func format(_ name: String, _ bytes: [UInt8]) -> [UInt8]? {
    let result = Printer.format(name: name, bytes: bytes, Language.vocabulary)
    if result.bytes == nil { Console.tell(MistakeText(result.text).render(result.mistakes)) }
    return result.bytes
  }
}

/// `pushsim words`: the language reference.
enum WordsCommand {
  static let command = Command(
    name: "words", usage: "[WORD]", summary: "the language reference, or one word of it",
    more: [
      "WORD is a verb, an option, a subject, a fate, a cause, a design, a defence or a promise; fate, defence, promise, party, because list them."
    ], words: 0...1, run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    let reference = Reference(Language.vocabulary)
    guard let word = arguments.words.first else {
      Console.print(reference.index())
      return 0
    }
    guard let page = reference.page(word) else {
      let near = reference.nearest(to: word).map { "did you mean \($0)? " } ?? ""
      throw Arguments.Trouble(
        sentence: "the language has no word \(word); \(near)pushsim words lists them")
    }
    Console.print(page.hasSuffix("\n") ? page : page + "\n")
    return 0
  }
}

/// `pushsim explain`: one code of mistake, wrong and right.
enum ExplainCommand {
  static let command = Command(
    name: "explain", usage: "[CODE|WORD]",
    summary: "one code of mistake: the rule, a wrong and a right file; or a word",
    words: 0...1, run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    guard let name = arguments.words.first else {
      for code in MistakeCode.allCases { Console.print("\(code.name)  \(code.title)\n") }
      return 0
    }
    guard let code = MistakeCode(name: name) else {
      let reference = Reference(Language.vocabulary)
      guard let page = reference.page(name) else {
        let near = reference.nearest(to: name).map { "did you mean \($0)? " } ?? ""
        throw Arguments.Trouble(
          sentence: "there is no code or word \(name); \(near)pushsim explain lists the codes,"
            + " pushsim words the words")
      }
      Console.print(page.hasSuffix("\n") ? page : page + "\n")
      return 0
    }
    let text = explanation(of: code)
    Console.print(text.hasSuffix("\n") ? text : text + "\n")
    return 0
  }
}

/// `pushsim new`: a commented starter.
enum NewCommand {
  static let command = Command(
    name: "new", usage: "NAME", summary: "writes a commented starter scenario NAME.push", run: run)

  private static func run(_ arguments: Arguments) throws -> Int32 {
    guard arguments.words.count == 1, let name = arguments.words.first, !name.isEmpty else {
      throw Arguments.Trouble(sentence: "new takes one name, such as pushsim new offline-logout")
    }
    let path = name.hasSuffix(".push") ? name : name + ".push"
    guard Files.kind(path) == .nothing else {
      throw Arguments.Trouble(sentence: "\(path) exists; choose another name")
    }
    try Files.write(starter, to: path)
    Console.print(
      "wrote \(TerminalText.escaped(path)); try: pushsim run \(TerminalText.escaped(path))\n")
    return 0
  }

  private static let starter = """
    scenario  A message reaches Alice although her phone was offline
    tags      starter

    # Who and what there is. pushsim words lists everything that can be said.
    users     alice
    phone     pixel  android 15

    # The story: time, subject, verb. No time means: at the same instant.
    0s        pixel   ready alice                      # install, open, allow, login
    1h        pixel   background
              pixel   offline
    +10m      server  send hello to=alice kind=data ttl=4h
    +1h       pixel   online
    settle    1d                                       # faults end, obligations fall due

    # What must have come of it. Change ttl to 30m and see what becomes of hello.
    expect    hello on pixel  shown
    expect    row of pixel    user=alice

    """
}
