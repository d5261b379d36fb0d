import PushDomain
import Testing

@testable import PushServices

struct RowSizeTests {
  @Test func `a registration takes 36 bytes`() {
    #expect(MemoryLayout<Registration>.stride == 36)
  }

  @Test func `a device takes 20 bytes`() {
    #expect(MemoryLayout<DeviceRow>.stride == 20)
  }

  @Test func `a kept copy takes at most 96 bytes`() {
    #expect(MemoryLayout<KeptCopy>.stride <= 96)
  }

  @Test func `habits take at most 56 bytes`() {
    #expect(MemoryLayout<Habits>.stride <= 56)
  }
}
