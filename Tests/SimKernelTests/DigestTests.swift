import SimKernel
import Testing

/// Hash and digest: the same everywhere, for ever.
@Suite struct DigestTests {
  @Test func `a digest is the same in every process`() {
    var digest = RunDigest()
    #expect(digest.description == "e9e0033e3badaf36")
    digest.combine(UInt64(1))
    digest.combine(2, 3)
    digest.combine(4, 5, 6, 7)
    digest.combine(Event(time: .zero + .seconds(1), kind: 2, index: 3))
    digest.combine("grüß")
    #expect(digest.description == "e317f6147ae92fce")
  }

  @Test func `a hash of text is the same in every process`() {
    #expect(StableHash.of("network.delay") == 0xB2E5241C4E695816)
    #expect(StableHash.of("network.delay" as StaticString) == StableHash.of("network.delay"[...]))
    #expect(StableHash.of(UInt64(0)) == 0xE220A8397B1DCDAF)
  }

  @Test func `a digest depends on order and on every bit`() {
    let fields: [UInt64] = [1, 2, 0, 0, .max]
    func digest(_ fields: [UInt64]) -> UInt64 {
      var digest = RunDigest()
      for field in fields { digest.combine(field) }
      return digest.value
    }
    #expect(digest(fields) != digest(fields.reversed()))
    #expect(digest(fields) != digest(fields + [0]))
    #expect(digest([]) != digest([0]))
    for position in fields.indices {
      for bit in 0..<64 {
        var changed = fields
        changed[position] ^= 1 << UInt64(bit)
        #expect(digest(changed) != digest(fields))
      }
    }
  }

  @Test func `a digest is written with all its digits`() {
    var digest = RunDigest()
    for number: UInt64 in 0..<2_000 {
      digest.combine(number)
      guard digest.description.utf8.count == 16 else {
        Issue.record("\(digest) is not 16 digits long")
        return
      }
    }
  }
}

/// Spans drawn from a table.
@Suite struct LatencyTableTests {
  @Test func `the shape keeps its median and its slow end`() {
    let table = LatencyTable(median: .milliseconds(100), slow: .seconds(2))
    #expect(table.entries.count == 64)
    #expect((.milliseconds(90)...(.milliseconds(110))).contains(table.median))
    let slowest = table.entries[63]
    #expect((.seconds(2)...(.seconds(3))).contains(slowest))
    #expect(table.entries[62] < .seconds(2))
    #expect(table.entries[0] > .zero)
  }

  @Test func `the shape is the same on every machine`() {
    let table = LatencyTable(median: .milliseconds(80), slow: .milliseconds(900))
    #expect(table.entries.prefix(2).map(\.microseconds) == [6_466, 10_117])
    #expect(table.entries.suffix(2).map(\.microseconds) == [632_569, 989_684])
  }

  @Test func `a shape without spread is constant`() {
    let table = LatencyTable(median: .milliseconds(80), slow: .milliseconds(80))
    #expect(table.entries.allSatisfy { (.microseconds(79_990)...(.milliseconds(80))).contains($0) })
  }

  @Test func `a draw takes each entry, the shortest one first`() {
    let table = LatencyTable([.seconds(3), .seconds(1), .seconds(2)])
    var choices = Choices(.exhaustive)
    var spans: [SimDuration] = []
    repeat {
      var counter: UInt32 = 0
      spans.append(table.draw(from: &choices, Label("latency"), counter: &counter))
    } while choices.advance()
    #expect(spans == [.seconds(1), .seconds(2), .seconds(3)])
  }

  @Test func `a constant latency asks nobody`() {
    var choices = Choices(.forbidden)
    var counter: UInt32 = 0
    let table = LatencyTable(constant: .seconds(1))
    var tape = Choices(.tape([]), isRecording: true)
    #expect(table.draw(from: &tape, Label("latency"), counter: &counter) == .seconds(1))
    #expect(tape.recording.entries == [])
    #expect(table.draw(from: &choices, Label("latency"), counter: &counter) == .seconds(1))
    #expect(counter == 2)
  }
}
