import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import PushServices

struct MessageStoreTests {
  @Test func `a message to a connected phone leaves at once`() {
    var desk = Desk()
    let address = desk.phone()
    let answer = desk.send(address)
    #expect(answer.code == .ok)
    #expect(desk.messages(.released) == [0])
    #expect(desk.notes(.stored).isEmpty)
    #expect(desk.deliveries.first?.install == InstallID(0))
    #expect(desk.state.keptCount(for: address) == 0)
  }

  @Test func `a message to an absent phone waits and leaves when the phone comes back`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(connected: false)
    #expect(desk.send(address).code == .ok)
    #expect(desk.lastRule(.stored) == desk.rules.store.storeWhen.key)
    #expect(desk.messages(.released).isEmpty)
    desk.pass(.hours(1))
    desk.link()
    #expect(desk.messages(.released) == [0])
  }

  @Test func `a normal message to a dozing phone waits and the phone hears of it once`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(dozing: true)
    desk.send(address)
    desk.send(address)
    #expect(desk.lastRule(.stored) == desk.rules.priority.normal.key)
    #expect(desk.mailCount == 1)
    desk.link(dozing: false)
    #expect(desk.messages(.released) == [0, 1])
  }

  @Test func `a high message goes through to a dozing phone`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(dozing: true)
    desk.send(address) { $0.priority = .high }
    #expect(desk.messages(.released) == [0])
    #expect(desk.mailCount == 0)
  }

  // MARK: Life

  @Test func `a message that waits dies at the end of its life and not before`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(connected: false)
    desk.send(address) { $0.ttlMilliseconds = 60_000 }
    desk.pass(.milliseconds(59_999))
    #expect(desk.notes(.dropped).isEmpty)
    desk.pass(.milliseconds(1))
    #expect(desk.dropped(by: desk.rules.store.ttlExpired.key) == [0])
  }

  @Test func `a message without a life of its own lives four weeks`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(connected: false)
    desk.send(address)
    desk.pass(.days(28) - .seconds(1))
    #expect(desk.notes(.dropped).isEmpty)
    desk.pass(.seconds(1))
    #expect(desk.dropped(by: desk.rules.store.ttlExpired.key) == [0])
  }

  @Test func `a life of less than a second is now or never`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(connected: false)
    desk.send(address) { $0.ttlMilliseconds = 999 }
    #expect(desk.dropped(by: desk.rules.store.ttlZero.key) == [0])
    #expect(desk.state.keptCount(for: address) == 0)
  }

  @Test func `now or never is never for a normal message to a dozing phone`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(dozing: true)
    desk.send(address) { $0.ttlMilliseconds = 0 }
    #expect(desk.dropped(by: desk.rules.store.ttlZeroDoze.key) == [0])
    desk.send(address) {
      $0.ttlMilliseconds = 0
      $0.priority = .high
    }
    #expect(desk.messages(.released) == [1])
  }

  @Test func `one registration has one timer however many messages wait`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(connected: false)
    for _ in 0..<50 {
      desk.send(address)
      desk.pass(.minutes(1))
    }
    #expect(desk.timers.count { $0.kind == .fcmExpiry } == 1)
  }

  @Test func `a shorter life than the others still ends in time`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(connected: false)
    desk.send(address)
    desk.send(address) { $0.ttlMilliseconds = 10_000 }
    desk.pass(.seconds(10))
    #expect(desk.messages(.dropped) == [1])
    desk.pass(.days(28))
    #expect(desk.messages(.dropped) == [1, 0])
  }

  // MARK: The limit

  @Test func `the last free slot takes a message`() {
    var desk = Desk { $0.store.limit.value = 3 }
    let address = desk.phone()
    desk.link(connected: false)
    for _ in 0..<3 { desk.send(address) }
    #expect(desk.notes(.dropped).isEmpty)
    #expect(desk.state.keptCount(for: address) == 3)
  }

  @Test func `the message after the last free slot empties the store`() {
    var desk = Desk { $0.store.limit.value = 3 }
    let address = desk.phone()
    desk.link(connected: false)
    for _ in 0..<4 { desk.send(address) }
    #expect(desk.dropped(by: desk.rules.store.limit.key) == [0, 1, 2, 3])
    desk.link()
    #expect(desk.signals == 1)
    #expect(desk.notes(.released).isEmpty)
  }

  @Test func `under the other reading the message that trips the limit is kept`() {
    var desk = Desk {
      $0.store.limit.value = 3
      $0.store.tripping.rule.value = Int64(StoreRules.TrippingMessage.kept.rawValue)
    }
    let address = desk.phone()
    desk.link(connected: false)
    for _ in 0..<4 { desk.send(address) }
    #expect(desk.messages(.dropped) == [0, 1, 2])
    desk.link()
    #expect(desk.messages(.released) == [3])
    #expect(desk.signals == 1)
  }

  @Test func `after an overflow the store fills again from empty`() {
    var desk = Desk { $0.store.limit.value = 2 }
    let address = desk.phone()
    desk.link(connected: false)
    for _ in 0..<4 { desk.send(address) }
    desk.link()
    #expect(desk.messages(.dropped) == [0, 1, 2])
    #expect(desk.messages(.released) == [3])
  }

  @Test func `under the other reading everything is dropped until the phone connects`() {
    var desk = Desk {
      $0.store.limit.value = 2
      $0.store.afterOverflow.rule.value = Int64(StoreRules.AfterOverflow.dropsUntilConnect.rawValue)
    }
    let address = desk.phone()
    desk.link(connected: false)
    for _ in 0..<5 { desk.send(address) }
    #expect(desk.messages(.dropped) == [0, 1, 2, 3, 4])
    desk.link()
    desk.link(connected: false)
    desk.send(address)
    desk.link()
    #expect(desk.messages(.released) == [5])
  }

  @Test func `two overflows owe one signal, or two under the other reading`() {
    for (reading, expected) in [
      (MessageHandlingRules.DeletedSignals.one, 1), (.onePerOverflow, 2),
    ] {
      var desk = Desk {
        $0.store.limit.value = 1
        $0.handling.deletedCount.rule.value = Int64(reading.rawValue)
      }
      let address = desk.phone()
      desk.link(connected: false)
      for _ in 0..<4 { desk.send(address) }
      desk.link()
      #expect(desk.signals == expected)
    }
  }

  @Test func `collapsible messages do not count towards the limit`() {
    var desk = Desk { $0.store.limit.value = 2 }
    let address = desk.phone()
    desk.link(connected: false)
    for key in 0..<3 { desk.send(address) { $0.payload.collapseKey = NameID(key) } }
    desk.send(address)
    desk.send(address)
    #expect(desk.notes(.dropped).isEmpty)
    #expect(desk.state.keptCount(for: address) == 5)
  }

  // MARK: Collapsing

  @Test func `a newer message with the same key takes the place of the waiting one`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(connected: false)
    desk.send(address) { $0.payload.collapseKey = NameID(9) }
    desk.send(address) { $0.payload.collapseKey = NameID(9) }
    #expect(desk.messages(.replaced) == [0])
    #expect(desk.lastRule(.replaced) == desk.rules.store.collapseReplace.key)
    desk.link()
    #expect(desk.messages(.released) == [1])
  }

  @Test func `notification messages collapse by themselves and data messages do not`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(connected: false)
    desk.send(address, kind: .notification)
    desk.send(address, kind: .notification)
    desk.send(address)
    desk.send(address)
    #expect(desk.messages(.replaced) == [0])
    desk.link()
    #expect(desk.messages(.released) == [1, 2, 3])
  }

  @Test func `the key of a notification message counts only where a reading honours it`() {
    for (reading, replaced) in [
      (StoreRules.NotificationKey.ignored, [UInt32(0), 1]), (.honoured, []),
    ] {
      for kind in [MessageKind.notification, .mixed] {
        var desk = Desk { $0.store.collapseNotificationKey.rule.value = Int64(reading.rawValue) }
        let address = desk.phone()
        desk.link(connected: false)
        for key in 0..<3 { desk.send(address, kind: kind) { $0.payload.collapseKey = NameID(key) } }
        #expect(desk.messages(.replaced) == replaced)
      }
    }
  }

  @Test func `only an empty message for a topic collapses by itself, unless it names a key`() {
    let news = NameID(2)
    for (bytes, isForTopic, isNamed, replaced) in [
      (UInt32(0), true, false, [UInt32(0)]), (1, true, false, []), (0, false, false, []),
      (0, true, true, []),
    ] {
      var desk = Desk()
      let address = desk.phone()
      _ = desk.topic(address, news)
      desk.link(connected: false)
      for key in 4..<6 {
        desk.send(isForTopic ? .none : address) {
          $0.bytes = bytes
          if isNamed { $0.payload.collapseKey = NameID(key) }
          if isForTopic { ($0.audience, $0.audienceKind) = (news, .topic) }
        }
      }
      #expect(desk.messages(.replaced) == replaced)
    }
  }

  @Test func `the fifth key pushes the oldest key out`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(connected: false)
    for key in 0..<4 { desk.send(address) { $0.payload.collapseKey = NameID(key) } }
    #expect(desk.notes(.dropped).isEmpty)
    desk.send(address) { $0.payload.collapseKey = NameID(4) }
    #expect(desk.dropped(by: desk.rules.store.collapseKeysMax.key) == [0])
  }

  @Test func `under another reading the fifth key is the one that goes`() {
    var desk = Desk {
      $0.store.collapseKept.rule.value = Int64(StoreRules.KeptKeys.oldest.rawValue)
    }
    let address = desk.phone()
    desk.link(connected: false)
    for key in 0..<5 { desk.send(address) { $0.payload.collapseKey = NameID(key) } }
    #expect(desk.dropped(by: desk.rules.store.collapseKeysMax.key) == [4])
  }

  @Test func `under the drawn reading each of the five keys may be the one that goes`() {
    for answer in UInt32(0)..<5 {
      var desk = Desk(choices: .tape([answer])) {
        $0.store.collapseKept.rule.value = Int64(StoreRules.KeptKeys.drawn.rawValue)
      }
      let address = desk.phone()
      desk.link(connected: false)
      for key in 0..<5 { desk.send(address) { $0.payload.collapseKey = NameID(key) } }
      #expect(desk.dropped(by: desk.rules.store.collapseKeysMax.key) == [answer])
    }
  }

  @Test func `the key of the package takes a slot only under one reading`() {
    for (reading, lost) in [
      (StoreRules.DefaultKeySlot.counts, [UInt32(0)]), (.doesNotCount, []),
    ] {
      var desk = Desk { $0.store.collapseDefaultSlot.rule.value = Int64(reading.rawValue) }
      let address = desk.phone()
      desk.link(connected: false)
      desk.send(address, kind: .notification)
      for key in 0..<4 { desk.send(address) { $0.payload.collapseKey = NameID(key) } }
      #expect(desk.messages(.dropped) == lost)
    }
  }

  @Test func `a message that has left is not replaced`() {
    var desk = Desk()
    desk.acknowledges = false
    let address = desk.phone()
    desk.send(address) { $0.payload.collapseKey = NameID(9) }
    desk.send(address) { $0.payload.collapseKey = NameID(9) }
    #expect(desk.notes(.replaced).isEmpty)
    #expect(desk.messages(.released) == [0, 1])
  }
}
