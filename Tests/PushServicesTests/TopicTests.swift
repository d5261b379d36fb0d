import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import PushServices

struct TopicTests {
  static let news = NameID(2)
  static let sport = NameID(3)

  @Test func `a message to a topic reaches those who subscribed and nobody else`() {
    var desk = Desk()
    let first = desk.phone(0)
    _ = desk.phone(1)
    #expect(desk.topic(first, Self.news) == 200)
    #expect(desk.sendMany(.topic, Self.news).code == .ok)
    #expect(desk.deliveries.map(\.address) == [first])
    #expect(desk.notes(.accepted).map(\.install) == [InstallID(0)])
  }

  @Test func `a refused message for a topic is refused on every phone that subscribed`() {
    var desk = Desk()
    let first = desk.phone(0)
    _ = desk.phone(1)
    let third = desk.phone(2)
    _ = desk.topic(first, Self.news)
    _ = desk.topic(third, Self.news)
    let answer = desk.send(.none) {
      $0.audience = Self.news
      $0.audienceKind = .topic
      $0.bytes = 5_000
    }
    #expect(answer.code == .invalidArgument)
    #expect(desk.notes(.refused).map(\.install) == [.none, InstallID(0), InstallID(2)])
  }

  @Test func `subscriptions die with the registration`() {
    var desk = Desk()
    let first = desk.phone()
    _ = desk.topic(first, Self.news)
    desk.register(fid: 50)
    desk.sendMany(.topic, Self.news)
    #expect(desk.deliveries.isEmpty)
    #expect(desk.topic(first, Self.news) == 404)
  }

  @Test func `a new subscription counts at once, after minutes or after a day`() {
    let cases: [(TopicRules.SubscriptionDelay, SimDuration)] = [
      (.atOnce, .zero), (.minutes, .minutes(5)), (.aDay, .hours(24)),
    ]
    for (reading, delay) in cases {
      var desk = Desk { $0.topics.latency.rule.value = Int64(reading.rawValue) }
      let address = desk.phone()
      _ = desk.topic(address, Self.news)
      if delay > .zero {
        desk.pass(delay - .milliseconds(1))
        desk.sendMany(.topic, Self.news)
        #expect(desk.deliveries.isEmpty)
        desk.pass(.milliseconds(1))
      }
      desk.sendMany(.topic, Self.news)
      #expect(desk.deliveries.count == 1)
    }
  }

  @Test func `the topic after the last one allowed is refused`() {
    var desk = Desk { $0.topics.perInstanceMax.value = 2 }
    let address = desk.phone()
    #expect(desk.topic(address, NameID(2)) == 200)
    #expect(desk.topic(address, NameID(3)) == 200)
    #expect(desk.topic(address, NameID(3)) == 200)
    #expect(desk.topic(address, NameID(4)) == 400)
    #expect(desk.topic(address, NameID(2), false) == 200)
    #expect(desk.topic(address, NameID(4)) == 200)
  }

  @Test func `too many subscriptions in a second are answered 429`() {
    var desk = Desk { $0.rates.topicManagement.value = 1 }
    let address = desk.phone()
    #expect(desk.topic(address, NameID(2)) == 200)
    #expect(desk.topic(address, NameID(3)) == 429)
    desk.pass(.seconds(1))
    #expect(desk.topic(address, NameID(3)) == 200)
  }

  @Test func `too many subscribers is the one registration error that answers topic calls`() {
    var desk = Desk()
    let phone = desk.phone()
    desk.step(.operate(.registration(.tooManySubscribers, next: 1, silent: false)))
    desk.register(1, device: 1)
    #expect(desk.notes(.registrationRefused).isEmpty)
    #expect(desk.topic(phone, Self.news) == 429)
    #expect(desk.topic(phone, Self.news) == 200)
  }

  @Test func `a condition reaches whom it matches, a pure negation also those without a topic`() {
    var both = TopicCondition()
    both.program[0] = UInt8(Self.news.rawValue)
    both.program[1] = UInt8(Self.sport.rawValue)
    both.program[2] = 254
    both.topicCount = 2
    var notNews = TopicCondition()
    notNews.program[0] = UInt8(Self.news.rawValue)
    notNews.program[1] = 253
    notNews.topicCount = 1
    var desk = Desk(conditions: [(NameID(20), both), (NameID(21), notNews)])
    let first = desk.phone(0)
    let second = desk.phone(1)
    let third = desk.phone(2)
    _ = desk.topic(first, Self.news)
    _ = desk.topic(second, Self.news)
    _ = desk.topic(second, Self.sport)
    desk.sendMany(.condition, NameID(20))
    #expect(desk.deliveries.map(\.address) == [second])
    desk.sendMany(.condition, NameID(21))
    #expect(desk.deliveries.map(\.address) == [second, third])
  }

  @Test func `a device group takes as many members as it may hold and no more`() {
    var desk = Desk { $0.topics.groupMax.value = 2 }
    for number in 0..<3 {
      _ = desk.phone(number)
      desk.step(.operate(.member(NameID(9), SlotID(number), .add)))
    }
    #expect(desk.lastRule(.refused) == desk.rules.topics.groupMax.key)
    desk.sendMany(.group, NameID(9))
    #expect(desk.deliveries.map(\.install) == [InstallID(0), InstallID(1)])
    desk.step(.operate(.member(NameID(9), SlotID(0), .remove)))
    desk.sendMany(.group, NameID(9))
    #expect(desk.deliveries.last?.install == InstallID(1))
    #expect(desk.deliveries.count == 3)
  }

  @Test func `a group whose last member went has to be created anew`() {
    var desk = Desk()
    _ = desk.phone(0)
    _ = desk.phone(1)
    desk.step(.operate(.member(NameID(9), SlotID(0), .add)))
    desk.step(.operate(.member(NameID(9), SlotID(0), .remove)))
    desk.step(.operate(.member(NameID(9), SlotID(1), .add)))
    #expect(desk.lastRule(.refused) == desk.rules.topics.groupGone.key)
    #expect(desk.sendMany(.group, NameID(9)).code == .ok)
    #expect(desk.lastRule(.nobodyReached) == desk.rules.topics.nobody.key)
    desk.step(.operate(.member(NameID(9), SlotID(1), .create)))
    desk.sendMany(.group, NameID(9))
    #expect(desk.deliveries.map(\.install) == [InstallID(1)])
  }

  @Test func `a send to a group whose last member went is refused under the other reading`() {
    var desk = Desk { $0.topics.groupEmptied.rule.value = 1 }
    _ = desk.phone(0)
    desk.step(.operate(.member(NameID(9), SlotID(0), .add)))
    desk.step(.operate(.member(NameID(9), SlotID(0), .remove)))
    #expect(desk.sendMany(.group, NameID(9)).code == .unregistered)
    #expect(desk.notes(.nobodyReached).isEmpty)
  }

  @Test func `a topic that nobody follows takes a message and reaches nobody`() {
    var desk = Desk()
    _ = desk.phone(0)
    #expect(desk.sendMany(.topic, NameID(9)).code == .ok)
    #expect(desk.notes(.nobodyReached).count == 1)
  }

  @Test func `a message to a group that does not exist is refused`() {
    var desk = Desk()
    #expect(desk.sendMany(.group, NameID(9)).code == .invalidArgument)
  }

  @Test func `a fan-out is no faster than its speed`() {
    var desk = Desk { $0.rates.fanoutSpeed.value = 10 }
    for number in 0..<3 { _ = desk.topic(desk.phone(number), Self.news) }
    desk.sendMany(.topic, Self.news)
    #expect(desk.deliveries.count == 1)
    desk.pass(.milliseconds(100))
    #expect(desk.deliveries.count == 2)
    desk.pass(.milliseconds(100))
    #expect(desk.deliveries.count == 3)
    desk.pass(.seconds(1))
    #expect(desk.timers.isEmpty)
  }

  @Test func `the fan-out after the last one allowed is rejected or deferred`() {
    for (reading, code, count) in [
      (RateRules.OverFanouts.rejected, FCMCode.quotaExceeded, 2), (.deferred, .ok, 4),
    ] {
      var desk = Desk {
        $0.rates.fanoutSpeed.value = 10
        $0.rates.fanoutsMax.value = 1
        $0.rates.fanoutOver.rule.value = Int64(reading.rawValue)
      }
      for number in 0..<2 { _ = desk.topic(desk.phone(number), Self.news) }
      desk.sendMany(.topic, Self.news)
      #expect(desk.sendMany(.topic, Self.news).code == code)
      desk.pass(.seconds(2))
      #expect(desk.deliveries.count == count)
    }
  }
}
