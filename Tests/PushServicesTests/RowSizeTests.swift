import PushDomain
import Testing

@testable import PushServices

struct RowSizeTests {
  @Test func `a registration takes at most 48 bytes`() {
    #expect(MemoryLayout<Registration>.stride <= 48)
  }

  @Test func `a device takes at most 40 bytes`() {
    #expect(MemoryLayout<DeviceRow>.stride <= 40)
  }

  @Test func `a kept copy takes at most 96 bytes`() {
    #expect(MemoryLayout<KeptCopy>.stride <= 96)
  }

  @Test func `habits take at most 40 bytes`() {
    #expect(MemoryLayout<Habits>.stride <= 40)
  }
}
