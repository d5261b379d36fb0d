import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import PushServices

struct RedeliveryTests {
  /// A phone that does not acknowledge the one message it was sent.
  static func unanswered(_ reading: StoreRules.LostAcknowledgement = .onceMore) -> Desk {
    var desk = Desk { $0.store.lostAck.rule.value = Int64(reading.rawValue) }
    let address = desk.phone()
    desk.acknowledges = false
    desk.send(address)
    return desk
  }

  @Test func `a message that was not acknowledged is sent again with the next connection`() {
    var desk = Self.unanswered()
    desk.link(connected: false)
    desk.link()
    #expect(desk.messages(.released) == [0, 0])
    #expect(desk.lastRule(.stored) == desk.rules.store.redelivery.key)
  }

  @Test func `a connection that repeats its state is a new one`() {
    var desk = Self.unanswered()
    desk.link()
    #expect(desk.messages(.released) == [0, 0])
  }

  @Test func `the end of Doze is no new connection`() {
    var desk = Self.unanswered()
    desk.link(dozing: true)
    desk.link(dozing: false)
    #expect(desk.messages(.released) == [0])
  }

  @Test func `how often it is sent again is a reading`() {
    let cases: [(StoreRules.LostAcknowledgement, Int, [UInt32])] = [
      (.never, 1, [0]), (.onceMore, 2, [0]), (.untilAcknowledged, 5, []),
    ]
    for (reading, releases, dropped) in cases {
      var desk = Self.unanswered(reading)
      for _ in 0..<4 {
        desk.link(connected: false)
        desk.link()
      }
      #expect(desk.notes(.released).count == releases, "\(reading)")
      #expect(desk.dropped(by: desk.rules.store.lostAck.key) == dropped, "\(reading)")
    }
  }

  @Test func `an acknowledged message is never sent again`() {
    var desk = Self.unanswered()
    desk.report(desk.deliveries[0], .received)
    desk.link(connected: false)
    desk.link()
    #expect(desk.messages(.released) == [0])
  }

  @Test func `a message that left for a phone that is gone ends with its life`() {
    var desk = Desk()
    let address = desk.phone()
    desk.acknowledges = false
    desk.send(address) { $0.ttlMilliseconds = 3_600_000 }
    desk.link(connected: false)
    desk.pass(.hours(1))
    #expect(desk.dropped(by: desk.rules.store.ttlExpired.key) == [0])
  }

  @Test func `now or never is never for a phone that is gone without a word`() {
    var desk = Desk()
    let address = desk.phone()
    desk.acknowledges = false
    desk.send(address) { $0.ttlMilliseconds = 0 }
    desk.link(connected: false)
    desk.pass(desk.rules.transport.heartbeatTimeout.duration)
    #expect(desk.dropped(by: desk.rules.store.ttlZero.key) == [0])
  }

  @Test func `what left in vain gives way to a newer message with its key`() {
    var desk = Desk()
    let address = desk.phone()
    desk.acknowledges = false
    for _ in 0..<2 { desk.send(address) { $0.payload.collapseKey = NameID(9) } }
    desk.link(connected: false)
    #expect(desk.messages(.replaced) == [0])
    desk.link()
    #expect(desk.messages(.released) == [0, 1, 1])
  }

  @Test func `what left in vain counts towards the limit of the store`() {
    var desk = Desk { $0.store.limit.value = 2 }
    let address = desk.phone()
    desk.acknowledges = false
    for _ in 0..<3 { desk.send(address) }
    desk.link(connected: false)
    #expect(desk.dropped(by: desk.rules.store.limit.key) == [0, 1, 2])
  }

  @Test func `what left in vain uses one of the slots for collapse keys`() {
    var desk = Desk { $0.store.collapseKeysMax.value = 2 }
    let address = desk.phone()
    desk.acknowledges = false
    for key in 0..<3 { desk.send(address) { $0.payload.collapseKey = NameID(key) } }
    desk.link(connected: false)
    #expect(desk.dropped(by: desk.rules.store.collapseKeysMax.key) == [0])
    #expect(desk.state.keptCount(for: address) == 2)
  }

  // MARK: Order

  /// The order in which three waiting messages leave, the second of them high.
  static func order(
    _ reading: StoreRules.ReleaseOrder, choices: Choices.Mode = .seeded(1)
  ) -> [UInt32] {
    var desk = Desk(choices: choices) { $0.store.releaseOrder.rule.value = Int64(reading.rawValue) }
    let address = desk.phone()
    desk.link(connected: false)
    desk.send(address)
    desk.send(address) { $0.priority = .high }
    desk.send(address)
    desk.link()
    return desk.messages(.released)
  }

  @Test func `waiting messages leave in the order that the reading gives`() {
    #expect(Self.order(.sent) == [0, 1, 2])
    #expect(Self.order(.reversed) == [2, 1, 0])
    #expect(Self.order(.priorityFirst) == [1, 0, 2])
    #expect(Self.order(.drawn, choices: .tape([0, 0])) == [0, 1, 2])
    #expect(Self.order(.drawn, choices: .tape([2, 1])) == [2, 0, 1])
  }

  @Test func `a snapshot goes its own way`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(connected: false)
    desk.send(address)
    let snapshot = desk.state.copy()
    desk.link()
    let kept = snapshot.keptCount(for: address)
    #expect(kept == 1)
    #expect(desk.state.keptCount(for: address) == 0)
  }
}
