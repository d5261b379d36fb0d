import PushDomain
import ScenarioLanguage
import Scenarios
import Testing

struct ReferenceTests {
  let reference = Reference(Language.vocabulary)

  @Test func `every word has a page that fits eighty columns`() throws {
    for form in Language.vocabulary.forms where form.word != "expect" {
      let page = try #require(reference.page(form.word), "\(form.word)")
      for line in page.split(separator: "\n") where line.contains("  ") {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }

  @Test func `the causes of fates are a page`() throws {
    let page = try #require(reference.page("because"))

    #expect(page.contains("client-user-filter"))
    #expect(page.contains("UNREGISTERED"))
    #expect(page.contains("fcm.store.limit"))
  }

  @Test func `every fate, defence, design, promise and reason is a word with a meaning`() throws {
    for fate in Fate.allCases {
      #expect(try #require(reference.page("\(fate.word)")).contains(fate.meaning.prefix(20)))
    }
    for defence in Defence.allCases {
      let page = try #require(reference.page("\(defence.word)"))
      #expect(!defence.meaning.isEmpty && page.contains(defence.meaning.prefix(20)), "\(page)")
      #expect(page.contains("source"))
    }
    for promise in Promise.allCases {
      #expect(try #require(reference.page("\(promise.word)")).contains(promise.sentence.prefix(20)))
    }
    for word in ["no-row", "tray", "UNREGISTERED", "fault", "handler", "party", "network"] {
      #expect(reference.page(word) != nil, "\(word)")
    }
  }

  @Test func `a design lists the defences that it has`() throws {
    for (word, design) in [("published", Design.published), ("hardened", .hardened)] {
      let lines = try #require(reference.page(word)).split(separator: "\n")
      for defence in Defence.allCases {
        let isListed = lines.contains { $0.hasPrefix("  \(defence.word)") }
        #expect(isListed == design.has(defence), "\(word) \(defence.word)")
      }
    }
  }

  @Test func `an expectation is shown with its time, a fault with its connection`() throws {
    #expect(try #require(reference.page("expect")).hasPrefix("[TIME] expect"))
    #expect(try #require(reference.page("partition")).hasPrefix("[TIME] network CONNECTION"))
  }

  @Test func `a fault without its connection is told the form that is right`() {
    let text = inventedPreamble + "network partition pixel api\n"
    let result = Compilation(file: "a.push", bytes: Array(text.utf8), zones: MistakeExample.zones)
    #expect(result.mistakeText.contains("network pixel-server partition"), "\(result.mistakeText)")
    let right = Compilation(
      file: "a.push", bytes: Array((inventedPreamble + "network pixel-server partition\n").utf8),
      zones: MistakeExample.zones)
    #expect(right.mistakes.isEmpty)
  }

  @Test func `never is a word of the language`() throws {
    #expect(reference.index().contains("expect never"))
    #expect(try #require(reference.page("never")).contains("for no member"))
  }

  @Test func `the index names every verb`() {
    let index = reference.index()
    for form in Language.vocabulary.forms { #expect(index.contains(form.word)) }
  }

  @Test func `every example in the reference can be read`() {
    for form in Language.vocabulary.forms {
      let isLate = form.role == .verb || form.role == .expectation
      let names = inventedPreamble + "phone slate android 14\nlet ttl 4h\nserver send m7 to=bob\n"
      let text: String
      switch form.role {
      case .verb: text = names + "vary kind data mixed\n" + unnamed(form.example) + "\n"
      case .expectation: text = names + unnamed(form.example) + "\n"
      default: continue
      }
      let result = Compilation(
        file: "a.push", bytes: Array(text.utf8), zones: MistakeExample.zones)
      #expect(result.mistakes.isEmpty || !isLate, "\(form.example)\n\(result.mistakeText)")
    }
  }

  /// The example with names of its own for what it introduces, and those of the preamble otherwise.
  private func unnamed(_ example: String) -> String {
    var text = example
    if text.contains("send m1") { text = text.replacing("send m1", with: "send fresh") }
    return text.replacing("m# on p#", with: "m1 on pixel")
  }

  private func complete(_ line: String) -> [String] {
    let text = inventedPreamble + line
    return Completion(Array(text.utf8), cursor: text.utf8.count, Language.vocabulary)
      .candidates().map(\.word)
  }

  @Test func `completion knows verbs, names, options and values`() {
    #expect(complete("pixel swi") == ["swipe-away"])
    #expect(complete("pixel login ") == ["alice", "bob"])
    #expect(complete("pixel permission ") == ["allow", "deny", "dismiss"])
    #expect(complete("server send x1 to=alice pri") == ["priority="])
    #expect(complete("server send x1 to=alice priority=") == ["priority=normal", "priority=high"])
    #expect(complete("expect m1 on pixel sho") == ["shown-quietly", "shown"])
    #expect(complete("0s fc") == ["fcm"])
    #expect(complete("scen") == ["scenario"])
    #expect(complete("network pixel-ser") == ["pixel-server"])
  }

  @Test func `every defence stands alone in a design, also beyond the sixty-fourth`() {
    #expect(Defence.allCases.count > 64)
    for defence in Defence.allCases {
      let alone = Design(defence)
      #expect(Defence.allCases.filter { alone.has($0) } == [defence])
      #expect(Design.hardened.without(defence).with(defence) == .hardened)
      #expect(!Design.hardened.without(defence).has(defence))
    }
  }

  @Test func `a habit's page says what each of its words means`() throws {
    for (word, sentence) in [
      ("handler-works", "nothing keeps the process"), ("notification-ids", "replaces the one"),
      ("storage", "A backup takes it"), ("project", "Somebody else's"),
      ("draws-itself", "which sees every message"),
    ] {
      let page = try folded(word)
      #expect(page.contains(sentence), "\(page)")
    }
  }

  /// The page of a word with every run of blanks as one.
  private func folded(_ word: String) throws -> String {
    try #require(reference.page(word)).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  @Test func `a place names its values, or where they are listed`() throws {
    let (row, bucket) = (try folded("row"), try folded("bucket"))
    let (record, answer) = (try folded("recorded"), try folded("expect"))
    #expect(row.contains("Whose it is: a user, or none. enabled="))
    #expect(bucket.contains("active, working, frequent, rare"))
    #expect(record.contains("accepted, refused, no-row"))
    #expect(answer.contains("an answer of FCM: pushsim words \"answer of FCM\""))
  }
}
