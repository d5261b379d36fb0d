import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import PushServices

struct PriorityTests {
  /// A phone whose app took some high messages and showed nothing, which counts at once.
  static func silentApp(
    messages: Int, due: PriorityRules.DowngradeDue = .atOnce,
    _ change: (inout Chapters) -> Void = { _ in }
  ) -> Desk {
    var desk = Desk {
      $0.priority.downgradeDue.rule.value = Int64(due.rawValue)
      change(&$0)
    }
    let address = desk.phone()
    for _ in 0..<messages { desk.send(address) { $0.priority = .high } }
    return desk
  }

  @Test func `a message that names no priority is normal`() {
    var desk = Desk()
    let address = desk.phone()
    desk.send(address)
    desk.send(address, kind: .notification)
    #expect(desk.deliveries.map(\.delivered) == [.normal, .normal])
  }

  @Test func `under the other reading a notification that names no priority is high`() {
    var desk = Desk {
      $0.priority.usualNotification.rule.value = Int64(
        PriorityRules.DefaultPriority.high.rawValue)
    }
    let address = desk.phone()
    desk.send(address)
    desk.send(address, kind: .notification)
    #expect(desk.deliveries.map(\.delivered) == [.normal, .high])
  }

  @Test func `ten high messages that showed nothing lower the eleventh`() {
    var desk = Self.silentApp(messages: 10)
    let address = AddressID(0)
    #expect(desk.notes(.lowered).isEmpty)
    desk.send(address) { $0.priority = .high }
    #expect(desk.messages(.lowered) == [10])
    #expect(desk.lastRule(.lowered) == desk.rules.priority.downgrade.key)
    #expect(desk.deliveries.last?.original == .high)
    #expect(desk.deliveries.last?.delivered == .normal)
  }

  @Test func `a burst is no pattern of seven days`() {
    var desk = Self.silentApp(messages: 10, due: .wholeWindow)
    let address = AddressID(0)
    desk.pass(.days(6))
    for _ in 0..<10 { desk.send(address) { $0.priority = .high } }
    #expect(desk.notes(.lowered).isEmpty)
    desk.pass(.days(1))
    desk.send(address) { $0.priority = .high }
    #expect(desk.messages(.lowered) == [20])
  }

  @Test func `after seven days without a high message the behaviour begins anew`() {
    var desk = Self.silentApp(messages: 10, due: .wholeWindow)
    let address = AddressID(0)
    desk.pass(.days(8))
    for _ in 0..<11 { desk.send(address) { $0.priority = .high } }
    #expect(desk.notes(.lowered).isEmpty)
  }

  @Test func `nine are too few to judge`() {
    var desk = Self.silentApp(messages: 9)
    let address = AddressID(0)
    desk.send(address) { $0.priority = .high }
    #expect(desk.notes(.lowered).isEmpty)
  }

  @Test func `an app that shows more than half of its messages keeps its priority`() {
    for (shown, isLowered) in [(6, false), (5, true)] {
      var desk = Self.silentApp(messages: 10)
      let address = AddressID(0)
      for index in 0..<shown { desk.report(desk.deliveries[index], .displayed) }
      desk.send(address) { $0.priority = .high }
      #expect(desk.notes(.lowered).isEmpty != isLowered)
    }
  }

  @Test func `seven days later the priority is back`() {
    var desk = Self.silentApp(messages: 10)
    let address = AddressID(0)
    desk.pass(.days(6))
    desk.send(address) { $0.priority = .high }
    #expect(desk.messages(.lowered) == [10])
    desk.pass(.days(7))
    desk.send(address) { $0.priority = .high }
    #expect(desk.messages(.lowered) == [10])
  }

  @Test func `under the other reading only a display brings the priority back`() {
    var desk = Self.silentApp(messages: 10) {
      $0.priority.recovery.rule.value = Int64(PriorityRules.Recovery.displayOnly.rawValue)
    }
    let address = AddressID(0)
    desk.send(address) { $0.priority = .high }
    desk.pass(.days(30))
    desk.send(address) { $0.priority = .high }
    #expect(desk.messages(.lowered) == [10, 11])
    desk.report(desk.deliveries[11], .displayed)
    desk.send(address) { $0.priority = .high }
    #expect(desk.messages(.lowered) == [10, 11])
  }

  @Test func `a lowered message waits for a dozing phone like a normal one`() {
    var desk = Self.silentApp(messages: 10)
    let address = AddressID(0)
    desk.link(dozing: true)
    desk.send(address) { $0.priority = .high }
    #expect(desk.messages(.stored) == [10])
  }

  @Test func `a notification that play services draw by proxy does not wait`() {
    var desk = Self.silentApp(messages: 10)
    let address = AddressID(0)
    desk.link(dozing: true)
    desk.send(address, kind: .notification) { $0.priority = .high }
    desk.send(address, kind: .data) { $0.priority = .high }
    desk.send(address, kind: .notification) {
      $0.priority = .high
      $0.payload.flags = .proxyDeny
      $0.payload.collapseKey = NameID(5)
    }
    #expect(desk.messages(.released).last == 10)
    #expect(desk.messages(.stored) == [11, 12])
  }

  @Test func `a story can put an app into disfavour`() {
    var desk = Desk()
    let address = desk.phone()
    desk.step(.operate(.lower(SlotID(0))))
    desk.send(address) { $0.priority = .high }
    #expect(desk.messages(.lowered) == [0])
    desk.pass(.days(7))
    desk.send(address) { $0.priority = .high }
    #expect(desk.messages(.lowered) == [0])
  }

  // MARK: Up to Android 12

  @Test func `in the rare bucket the sixth high message of a day is lowered`() {
    var desk = Desk()
    let address = desk.phone()
    desk.step(.standby(InstallID(0), .rare, isCharging: false))
    for _ in 0..<6 { desk.send(address) { $0.priority = .high } }
    #expect(desk.messages(.lowered) == [5])
    #expect(desk.lastRule(.lowered) == desk.rules.priority.quotaRare.key)
    desk.pass(.days(1))
    desk.send(address) { $0.priority = .high }
    #expect(desk.messages(.lowered) == [5])
  }

  @Test func `while the phone charges no bucket counts`() {
    var desk = Desk { $0.priority.downgradeSample.value = 1_000 }
    let address = desk.phone()
    desk.step(.standby(InstallID(0), .frequent, isCharging: true))
    for _ in 0..<11 { desk.send(address) { $0.priority = .high } }
    #expect(desk.notes(.lowered).isEmpty)
    desk.step(.standby(InstallID(0), .frequent, isCharging: false))
    for _ in 0..<11 { desk.send(address) { $0.priority = .high } }
    #expect(desk.messages(.lowered) == [21])
  }
}
