import Rulebook
import Testing

struct EntryTests {
  private let entries = Rulebook.documented.entries

  /// Whether an entry is about the design rather than a platform, so that no page was read for it.
  private func isOurs(_ entry: Rule) -> Bool {
    entry.evidence == .design || entry.idText.hasPrefix("design.")
  }

  @Test func `ids are lower-case words with dots and hyphens`() {
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789.-")
    for id in entries.map(\.idText) {
      #expect(id.allSatisfy(allowed.contains), "\(id)")
      for word in id.split(separator: ".", omittingEmptySubsequences: false) {
        #expect(!word.isEmpty && word.first != "-" && word.last != "-", "\(id)")
      }
      #expect(id.contains("."), "\(id)")
    }
  }

  @Test func `no two entries share an id or a key`() {
    #expect(Set(entries.map(\.idText)).count == entries.count)
    #expect(Set(entries.map(\.key)).count == entries.count)
    #expect(!entries.map(\.key).contains(.none))
  }

  @Test func `every entry says one sentence of at most two hundred letters`() {
    let names = ["skip-notify", "microG", "onRegistered"]
    for entry in entries {
      let sentence = entry.says.description
      #expect(sentence.last == (entry.isReading ? "?" : "."), "\(entry.id)")
      #expect(sentence.count <= 200 && sentence.count > 10, "\(entry.id)")
      #expect(
        sentence.first?.isLowercase == false || names.contains { sentence.hasPrefix($0) },
        "\(entry.id)")
      #expect(!sentence.contains("  ") && !sentence.contains("\n"), "\(entry.id)")
    }
  }

  @Test func `every entry names its source, and a platform's source says when it was read`() {
    for entry in entries {
      let source = entry.source.description
      #expect(source.count > 5, "\(entry.id)")
      guard !isOurs(entry), !source.hasPrefix("no page") else { continue }
      #expect(source.wholeMatch(of: /.* read 20[0-9]{2}-[0-9]{2}/) != nil, "\(entry.id): \(source)")
    }
  }

  @Test func `a reason stands exactly where no machine enforces the rule`() {
    for entry in entries {
      let reason = entry.reason.description
      #expect(reason.isEmpty == (entry.relation == .enforced), "\(entry.id)")
      #expect(reason.isEmpty || reason.hasSuffix("."), "\(entry.id)")
    }
  }

  @Test func `answers are different hyphenated words and the first is usual`() {
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
    for entry in entries {
      let words = entry.answerWords
      #expect(entry.isReading == !words.isEmpty, "\(entry.id)")
      guard entry.isReading else { continue }
      #expect(words.count >= 2 && Set(words).count == words.count, "\(entry.id)")
      #expect(words.allSatisfy { $0.allSatisfy(allowed.contains) }, "\(entry.id)")
      #expect(entry.documented == 0 && entry.small == 0 && entry.value == 0, "\(entry.id)")
    }
  }

  @Test func `the cases of every answer type are its words`() {
    var seen = 0
    for chapter in Mirror(reflecting: Chapters()).children {
      for entry in Mirror(reflecting: chapter.value).children {
        guard let reading = entry.value as? any AnyReading else { continue }
        #expect(reading.caseWords == reading.rule.answerWords, "\(reading.rule.id)")
        seen += 1
      }
    }
    #expect(seen == entries.filter(\.isReading).count)
  }

  @Test func `values of every preset lie within what a run may set`() {
    for entry in entries where entry.unit != .none {
      #expect(entry.accepts(entry.documented), "\(entry.id)")
      #expect(entry.accepts(entry.small), "\(entry.id)")
      #expect(entry.least >= 0, "\(entry.id)")
      if entry.unit != .answer { #expect(entry.small <= entry.documented, "\(entry.id)") }
    }
  }

  @Test func `an unverified entry says in its note or source why it is so`() {
    for entry in entries where entry.evidence == .unverified && !isOurs(entry) {
      guard entry.note.utf8CodeUnitCount == 0 else { continue }
      let source = entry.source.description
      let admissions = ["no page", "inference", "follows", "quoted", "comments", "second-hand"]
      #expect(admissions.contains { source.contains($0) }, "\(entry.id): \(source)")
    }
  }

  @Test func `what the articles admit leads to entries of the book that quote another source`() {
    #expect(Admission.all.count == 9)
    for id in Admission.all.flatMap(\.ids) {
      let entry = Rulebook.documented.entry(named: id)
      #expect(entry != nil, "\(id)")
      #expect(entry?.source.description.contains("push SDK guide") != true, "\(id)")
    }
  }

  @Test(arguments: [
    "fcm.prio.default", "fcm.payload.max.topic", "fcm.payload.reserved", "fcm.store.limit",
    "fcm.collapse.max4", "fcm.rate.device.over", "sdk.budget", "fcm.reg.uninstall.delay",
    "fcm.retry.5xx.first", "fcm.topic.client-stop", "fcm.proxy.optout",
    "fcm.reg.unregistered-not-final", "doze.alarms", "sdk.minapi", "tray.autogroup.13",
    "doze.light.enter.14", "bucket.restricted.age.12", "bg.user-restricted",
    "bucket.jobs.table.time", "tray.rate", "fcm.err.third-party-auth.text",
    "admin.py.send-each.invalid", "admin.py.sync.429", "fcm.payload.wire-keys", "perm.deny2",
  ])
  func `where sources contradict each other the note shows both`(id: String) throws {
    let note = try #require(Rulebook.documented.entry(named: id)).note.description
    #expect(note.contains(" differ"))
  }
}

/// A reading whose answer type is forgotten, so that a test can look at all of them.
private protocol AnyReading {
  var rule: Rule { get }
  var caseWords: [String] { get }
}

extension Reading: AnyReading {
  fileprivate var caseWords: [String] {
    Answer.allCases.map { answer in
      String(describing: answer).reduce(into: "") { word, letter in
        if letter.isUppercase { word += "-" }
        word += letter.lowercased()
      }
    }
  }
}
