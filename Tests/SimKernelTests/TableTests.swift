import SimKernel
import Testing

/// The table of rows by handle.
@Suite struct SlabTests {
  struct Row: BitwiseCopyable, Equatable {
    var number: UInt64
    var mark: UInt8 = 0
  }

  @Test func `handles count up from zero and are given out again, last removed first`() {
    var slab = Slab<Row>()
    #expect((0..<5).map { slab.insert(Row(number: $0)) } == [0, 1, 2, 3, 4])
    #expect(slab.remove(1) == Row(number: 1))
    slab.remove(3)
    #expect(slab.count == 3)
    #expect(slab.handles == [0, 2, 4])
    #expect(slab.insert(Row(number: 10)) == 3)
    #expect(slab.insert(Row(number: 11)) == 1)
    #expect(slab.insert(Row(number: 12)) == 5)
  }

  @Test func `rows are changed in place`() {
    var slab = Slab<Row>()
    let handle = slab.insert(Row(number: 1))
    slab[handle].number += 41
    slab[handle].mark = 7
    #expect(slab[handle] == Row(number: 42, mark: 7))
  }

  @Test func `a table behaves like an array of optional rows`() {
    var dice = TestDice(seed: 1)
    var slab = Slab<Row>(capacity: 0)
    var oracle: [Row?] = []
    var present: [Int] = []
    for step in 0..<10_000 {
      if dice.below(10) < 6 || present.isEmpty {
        let row = Row(number: dice.next())
        let handle = Int(slab.insert(row))
        if handle == oracle.count { oracle.append(nil) }
        guard oracle[handle] == nil else {
          Issue.record("handle \(handle) was given out twice")
          return
        }
        oracle[handle] = row
        present.append(handle)
      } else {
        present.swapAt(dice.below(present.count), present.count - 1)
        let handle = present.removeLast()
        #expect(slab.remove(UInt32(handle)) == oracle[handle])
        oracle[handle] = nil
      }
      guard step % 1_000 == 0 else { continue }
      #expect(slab.handles.map(Int.init) == oracle.indices.filter { oracle[$0] != nil })
      #expect(slab.handles.allSatisfy { slab[$0] == oracle[Int($0)] })
      #expect(slab.count == slab.handles.count)
    }
  }

  @Test func `a copy is independent and gives out the same handles`() {
    var slab = Slab<Row>()
    for number in 0..<100 { _ = slab.insert(Row(number: UInt64(number))) }
    slab.remove(50)
    var copy = slab.copy()
    slab[3].number = 1_000
    #expect(copy[3].number == 3)
    #expect(copy.insert(Row(number: 0)) == slab.insert(Row(number: 0)))
    #expect(copy.handles == slab.handles)
  }

  @Test func `an emptied table starts at zero again`() {
    var slab = Slab<Row>()
    for number in 0..<200 { _ = slab.insert(Row(number: UInt64(number))) }
    slab.remove(7)
    slab.removeAll()
    #expect(slab.isEmpty == true)
    #expect(slab.handles == [])
    #expect(slab.contains(0) == false)
    #expect(slab.insert(Row(number: 0)) == 0)
    #expect(slab.handles == [0])
  }

  @Test func `removing a row twice is stopped`() async {
    await #expect(processExitsWith: .failure) {
      var slab = Slab<UInt32>()
      let handle = slab.insert(1)
      slab.remove(handle)
      slab.remove(handle)
    }
  }
}

/// The buffer of effects.
@Suite struct EffectBufferTests {
  @Test func `effects leave in the order in which they came, across growth`() {
    var dice = TestDice(seed: 2)
    var buffer = EffectBuffer<UInt32>(capacity: 1)
    var oracle: [UInt32] = []
    for number: UInt32 in 0..<10_000 {
      if dice.below(20) < 11 {
        buffer.append(number)
        oracle.append(number)
      } else {
        #expect(buffer.popFirst() == (oracle.isEmpty ? nil : oracle.removeFirst()))
      }
      #expect(buffer.count == oracle.count)
    }
    #expect((0..<buffer.count).map { buffer[$0] } == oracle)
  }

  @Test func `effects may be added while they are being taken`() {
    var buffer = EffectBuffer<Int>()
    buffer.append(5)
    var seen: [Int] = []
    while let effect = buffer.popFirst() {
      seen.append(effect)
      guard effect > 0 else { continue }
      buffer.append(effect - 1)
    }
    #expect(seen == [5, 4, 3, 2, 1, 0])
    #expect(buffer.isEmpty == true)
  }

  @Test func `a copy is independent and an emptied buffer is reusable`() {
    var buffer = EffectBuffer<Int>()
    buffer.append(1)
    buffer.append(2)
    var copy = buffer.copy()
    buffer.removeAll()
    #expect(buffer.isEmpty == true)
    #expect(copy.popFirst() == 1)
    #expect(copy.popFirst() == 2)
    #expect(copy.popFirst() == nil)
  }
}
