import Rulebook
import Testing

struct LayoutTests {
  @Test func `the chapters are laid out like one array of rules`() {
    #expect(MemoryLayout<Rule>.size == MemoryLayout<Rule>.stride)
    #expect(MemoryLayout<Chapters>.size == Rulebook.count * MemoryLayout<Rule>.stride)
    #expect(Rulebook.documented.entries.count == Rulebook.count)
  }

  @Test func `reflection and the flat array name the same rules in the same order`() {
    let reflected = Mirror(reflecting: Chapters()).children.flatMap { chapter in
      Mirror(reflecting: chapter.value).children.map { entry in
        let rule =
          entry.value as? Rule ?? Mirror(reflecting: entry.value).descendant("rule") as? Rule
        return rule?.idText ?? "\(chapter.label ?? "").\(entry.label ?? "") is no rule"
      }
    }
    #expect(reflected == Rulebook.documented.entries.map(\.idText))
  }

  @Test func `the headings stand in the order of the chapters and count their entries`() {
    let chapters = Mirror(reflecting: Chapters()).children
    #expect(Chapter.all.map(\.name.description) == chapters.compactMap(\.label))
    let counts = chapters.map { Mirror(reflecting: $0.value).children.count }
    #expect(Chapter.all.map(\.count) == counts)
    #expect(Chapter.all.map(\.count).reduce(0, +) == Rulebook.count)
  }

  @Test func `every chapter that a machine reads is the chapter of the book`() {
    var chapters = Chapters()
    Rulebook.withEntries(of: &chapters) { entries in
      for index in entries.indices { entries[index].value = Int64(index) }
    }
    let book = Mirror(reflecting: Rulebook(chapters)).children.dropFirst()
    let values = book.flatMap { chapter in
      Mirror(reflecting: chapter.value).children.compactMap { entry in
        (entry.value as? Rule ?? Mirror(reflecting: entry.value).descendant("rule") as? Rule)?.value
      }
    }
    #expect(values == (0..<Rulebook.count).map(Int64.init))
  }
}
