import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import ClientSDK

struct TapTests {
  @Test func `a notification has an intent of its own unless the design shares one`() {
    func intents(_ design: Design, _ answer: ClientDesignRules.SharedTapIntent) -> [TapIntent] {
      var phone = Phone(design, book { $0.client.tapIntent.rule.value = Int64(answer.rawValue) })
      phone.act(.login(alice))
      phone.leave()
      phone.receive(message(1), copy: 1)
      phone.receive(message(2, for: alice, .notification), copy: 2)
      return phone.posts.map(\.tapIntent)
    }
    #expect(intents(.published, .kept) == [.own, .own])
    // The messaging library makes its own intents.
    let shared = Design.published(without: .ownTapIntent)
    #expect(intents(shared, .updated) == [.updated, .own])
    #expect(intents(shared, .kept) == [.kept, .own])
    #expect(intents(shared, .cancelled) == [.cancelled, .own])
  }

  @Test func `a tap is about its notification and opens what its extras say`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.tap(message(2), on: 1)
    #expect(phone.facts(.tapped).map(\.message.rawValue) == [1])
    #expect(phone.facts(.eventQueued).map(\.message.rawValue) == [2])
  }

  /// How often one tap was handled after an activity was made anew several times.
  private func handlings(_ design: Design, _ change: (inout Phone) -> Void = { _ in }) -> [UInt8] {
    var phone = Phone(design)
    phone.act(.login(alice))
    phone.tap(message(1))
    phone.act(.rotate)
    phone.leave()
    phone.comeBack()
    phone.leave()
    phone.die()
    change(&phone)
    phone.open()
    return phone.facts(.tapped).map(\.detail)
  }

  @Test func `the intent of a tap is handled once, or with every new activity`() {
    #expect(handlings(.published) == [0])
    // Coming back to a live process makes no activity anew.
    #expect(handlings(.published(without: .tapHandledOnce)) == [0, 2, 2])
  }

  /// The taps that were handled when an app that died in its task is tapped again, then opened.
  private func afterDeath(
    _ mode: ClientDesignRules.LaunchMode, begins: Bool
  ) -> [UInt32] {
    let rules = book { $0.client.launchMode.rule.value = Int64(mode.rawValue) }
    var phone = Phone(.published(without: .tapHandledOnce), rules, opened: !begins)
    if begins { phone.start(.push) }
    phone.act(.login(alice))
    for number in 1...2 as ClosedRange<UInt32> {
      phone.die()
      phone.start(.tap)
      phone.comeBack()
      phone.tap(message(number), cold: true)
    }
    phone.die()
    phone.open()
    return phone.facts(.tapped).map(\.message.rawValue)
  }

  @Test func `the activity that stands keeps the intent that began its task`() {
    #expect(afterDeath(.standard, begins: true) == [1, 2, 2])
    #expect(afterDeath(.singleTop, begins: true) == [1, 1, 2, 1])
    // A task that the icon began has no message in its intent.
    #expect(afterDeath(.standard, begins: false) == [1, 2, 2])
    #expect(afterDeath(.singleTop, begins: false) == [1, 2])
  }

  @Test func `a task that was swiped away takes the intent along`() {
    let once = Design.published(without: .tapHandledOnce)
    #expect(handlings(once) { $0.tell(.taskRemoved($0.who)) } == [0, 2])
    #expect(handlings(once) { $0.tell(.dataCleared($0.who)) } == [0, 2])
  }

  @Test func `a newer tap takes the place of the intent before`() {
    var phone = Phone(.published(without: .tapHandledOnce))
    phone.act(.login(alice))
    phone.tap(message(1))
    phone.tap(message(2))
    phone.act(.rotate)
    #expect(phone.facts(.tapped).map(\.message.rawValue) == [1, 2, 2])
    let again = phone.facts(.tapped).last
    let first = phone.context.history.record(again?.because ?? .none)
    #expect(first?.fact == .tapped)
    #expect(first?.message.rawValue == 2)
  }
}
