import ScenarioLanguage
import Scenarios
import Testing

/// A small generator of numbers, so that a failure names its seed.
private struct Numbers {
  var state: UInt64

  mutating func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, bound)))
  }
}

struct FuzzTests {
  /// Reads, renders, formats and completes: none of it may crash or hang.
  private func swallow(_ bytes: [UInt8]) {
    let result = Compilation(
      file: "fuzz.push", bytes: bytes, loader: MistakeExample.loader,
      zones: MistakeExample.zones)
    let text = result.mistakeText
    #expect(!text.utf8.contains { $0 < 0x20 && $0 != 0x0A })
    #expect(result.mistakes.all.count <= 100)
    #expect(result.mistakes.isEmpty != result.scenarios.isEmpty || result.mistakes.isEmpty)
    _ = Printer.format(name: "fuzz.push", bytes: bytes, Language.vocabulary)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `random bytes are refused, never a crash`(seed: UInt64) {
    var numbers = Numbers(state: seed)
    let bytes = (0..<numbers.next(below: 2000)).map { _ in UInt8(numbers.next(below: 256)) }

    swallow(bytes)
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  func `mutated good files are read or refused, never a crash`(seed: UInt64) {
    var numbers = Numbers(state: seed)
    let files = [ExampleFiles.offlineLogout, ExampleFiles.fullStore, ExampleFiles.restored]
    var bytes = Array(files[numbers.next(below: 3)].utf8)
    let alphabet = Array(" \n\t#\"\\=$+.,:-0123456789abzAZ%/\u{FF}é\r\0".utf8)
    for _ in 0..<(numbers.next(below: 12) + 1) {
      let at = numbers.next(below: bytes.count)
      switch numbers.next(below: 5) {
      case 0: bytes[at] = alphabet[numbers.next(below: alphabet.count)]
      case 1: bytes.insert(alphabet[numbers.next(below: alphabet.count)], at: at)
      case 2: bytes.remove(at: at)
      case 3: bytes.removeSubrange(at..<min(bytes.count, at + numbers.next(below: 20)))
      default:
        let slice = bytes[at..<min(bytes.count, at + numbers.next(below: 60))]
        bytes.insert(contentsOf: Array(slice), at: numbers.next(below: bytes.count))
      }
    }

    swallow(bytes)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `shuffled words are read or refused, never a crash`(seed: UInt64) {
    var numbers = Numbers(state: seed)
    var invention = Invention(Language.vocabulary, seed: seed)
    let text = invention.file(
      preamble: inventedPreamble, names: inventedNames, lines: 15, expectations: 5)
    var words = text.split(separator: " ", omittingEmptySubsequences: false)
    for _ in 0..<20 {
      words.swapAt(numbers.next(below: words.count), numbers.next(below: words.count))
    }
    let bytes = Array(words.joined(separator: " ").utf8)

    swallow(bytes)
    let cursor = numbers.next(below: bytes.count)
    _ = Completion(bytes, cursor: cursor, Language.vocabulary).candidates()
  }
}
