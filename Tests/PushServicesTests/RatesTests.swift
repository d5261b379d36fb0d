import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import PushServices

struct RatesTests {
  // MARK: The project

  @Test func `the message after the project's last one of a minute is refused with 429`() {
    var desk = Desk { $0.rates.projectPerMinute.value = 2 }
    let address = desk.phone()
    desk.send(address)
    desk.pass(.seconds(59))
    #expect(desk.send(address).code == .ok)
    let refusal = desk.send(address)
    #expect(refusal.code == .quotaExceeded)
    #expect(refusal.code.status == 429)
    #expect(refusal.detail == .quotaFailure)
    #expect(refusal.retryAfterSeconds == -1)
    desk.pass(.seconds(1))
    #expect(desk.send(address).code == .ok)
  }

  @Test func `refused requests use quota too and those refused with 429 do not`() {
    var desk = Desk { $0.rates.projectPerMinute.value = 2 }
    let address = desk.phone()
    desk.send(address) { $0.bytes = 9999 }
    desk.send(address) { $0.credential = .expired }
    #expect(desk.send(address).code == .quotaExceeded)
    desk.pass(.minutes(1))
    #expect(desk.send(address).code == .ok)
    #expect(desk.send(address).code == .ok)
  }

  @Test func `a dry run uses quota only under one reading`() {
    for (reading, code) in [
      (SendRules.DryRunQuota.doesNotCount, FCMCode.ok), (.counts, .quotaExceeded),
    ] {
      var desk = Desk {
        $0.rates.projectPerMinute.value = 1
        $0.send.validateQuota.rule.value = Int64(reading.rawValue)
      }
      let address = desk.phone()
      desk.send(address) { $0.validateOnly = true }
      #expect(desk.send(address).code == code)
    }
  }

  @Test func `a 429 says when to come back as the reading has it`() {
    let cases: [(RateRules.RetryAfterForm, Int32, Bool)] = [
      (.absent, -1, false), (.seconds, 60, false), (.seconds, 7, false), (.httpDate, 60, true),
    ]
    for (reading, seconds, isDate) in cases {
      var desk = Desk {
        $0.rates.projectPerMinute.value = 0
        $0.rates.retryAfter.rule.value = Int64(reading.rawValue)
        if seconds > 0 { $0.rates.retryAfterValue.value = Int64(seconds) * 1_000_000 }
      }
      let address = desk.phone()
      let refusal = desk.send(address)
      #expect(refusal.retryAfterSeconds == seconds)
      #expect(refusal.retryAfterIsDate == isDate)
    }
  }

  // MARK: The device

  @Test func `the message after the device's last one of a minute is refused`() {
    var desk = Desk { $0.rates.deviceMinute.value = 3 }
    let address = desk.phone()
    for _ in 0..<3 { #expect(desk.send(address).code == .ok) }
    let refusal = desk.send(address)
    #expect(refusal.code == .quotaExceeded)
    #expect(refusal.ruleKey == desk.rules.rates.deviceMinute.key)
    desk.pass(.minutes(1))
    #expect(desk.send(address).code == .ok)
  }

  @Test func `all apps of a device share its rate`() {
    var desk = Desk { $0.rates.deviceMinute.value = 1 }
    let address = desk.phone()
    let other = desk.register(1, device: 0, slot: 5)
    desk.send(address)
    #expect(desk.send(other).code == .quotaExceeded)
  }

  @Test func `the message after the device's last one of an hour is refused`() {
    var desk = Desk { $0.rates.deviceHour.value = 4 }
    let address = desk.phone()
    for _ in 0..<4 {
      #expect(desk.send(address).code == .ok)
      desk.pass(.minutes(10))
    }
    #expect(desk.send(address).ruleKey == desk.rules.rates.deviceHour.key)
    desk.pass(.minutes(20))
    #expect(desk.send(address).code == .ok)
  }

  @Test func `over the device's rate a message is delayed or dropped under the other readings`() {
    var delayed = Desk {
      $0.rates.deviceMinute.value = 1
      $0.rates.deviceOver.rule.value = Int64(RateRules.OverDeviceRate.delayed.rawValue)
    }
    var address = delayed.phone()
    delayed.send(address)
    #expect(delayed.send(address).code == .ok)
    #expect(delayed.lastRule(.stored) == delayed.rules.rates.deviceMinute.key)
    delayed.pass(.seconds(59))
    #expect(delayed.messages(.released) == [0])
    delayed.pass(.seconds(1))
    #expect(delayed.messages(.released) == [0, 1])

    var dropped = Desk {
      $0.rates.deviceMinute.value = 1
      $0.rates.deviceOver.rule.value = Int64(RateRules.OverDeviceRate.dropped.rawValue)
    }
    address = dropped.phone()
    dropped.send(address)
    #expect(dropped.send(address).code == .ok)
    #expect(dropped.dropped(by: dropped.rules.rates.deviceMinute.key) == [1])
  }

  @Test func `in a fan-out a device over its rate is not refused: its copy is late or lost`() {
    for (reading, lost, released) in [
      (RateRules.OverDeviceRateInFanout.delayed, [], [UInt32(0), 1]), (.dropped, [UInt32(1)], [0]),
    ] {
      var desk = Desk {
        $0.rates.deviceMinute.value = 1
        $0.rates.fanoutDeviceOver.rule.value = Int64(reading.rawValue)
      }
      let news = NameID(2)
      _ = desk.topic(desk.phone(), news)
      for _ in 0..<2 { #expect(desk.sendMany(.topic, news).code == .ok) }
      #expect(desk.notes(.refused).isEmpty)
      #expect(desk.messages(.released) == [0])
      #expect(desk.dropped(by: desk.rules.rates.deviceMinute.key) == lost)
      desk.pass(.minutes(1))
      #expect(desk.messages(.released) == released)
    }
  }

  // MARK: Collapsible messages

  @Test func `the twenty-first collapsible message waits three minutes`() {
    var desk = Desk()
    let address = desk.phone()
    for _ in 0..<20 { desk.send(address, kind: .notification) }
    #expect(desk.notes(.stored).isEmpty)
    #expect(desk.send(address, kind: .notification).code == .ok)
    #expect(desk.lastRule(.stored) == desk.rules.rates.collapsibleBurst.key)
    desk.pass(.seconds(179))
    #expect(desk.notes(.released).count == 20)
    desk.pass(.seconds(1))
    #expect(desk.notes(.released).count == 21)
  }

  @Test func `while one waits a newer one takes its place`() {
    var desk = Desk { $0.rates.collapsibleBurst.value = 1 }
    let address = desk.phone()
    for _ in 0..<3 { desk.send(address, kind: .notification) }
    #expect(desk.messages(.replaced) == [1])
    desk.pass(.minutes(3))
    #expect(desk.messages(.released) == [0, 2])
  }

  @Test func `a collapsible message without life is not throttled`() {
    var desk = Desk { $0.rates.collapsibleBurst.value = 1 }
    let address = desk.phone()
    for _ in 0..<3 { desk.send(address, kind: .notification) { $0.ttlMilliseconds = 0 } }
    #expect(desk.notes(.released).count == 3)
  }

  @Test func `data messages are not throttled`() {
    var desk = Desk { $0.rates.collapsibleBurst.value = 1 }
    let address = desk.phone()
    for _ in 0..<5 { desk.send(address) }
    #expect(desk.notes(.released).count == 5)
  }

  @Test func `a message that is not throttled takes the waiting ones along under one reading`() {
    for (reading, released) in [
      (RateRules.Piggyback.waits, [UInt32(0), 2]), (.flushed, [0, 2, 1]),
    ] {
      var desk = Desk {
        $0.rates.collapsibleBurst.value = 1
        $0.rates.piggyback.rule.value = Int64(reading.rawValue)
      }
      let address = desk.phone()
      desk.send(address, kind: .notification)
      desk.send(address, kind: .notification)
      desk.send(address)
      #expect(desk.messages(.released) == released, "\(reading)")
    }
  }
}
