import DeviceOS
import PushDomain
import Rulebook
import SimKernel
import Testing

/// From a notification into the app, cold and warm, or into a wall.
@Suite struct TapTests {
  private func ready(api: UInt8 = 35, target: UInt8 = 35) -> Phone {
    var phone = Phone(api: api, target: target)
    phone.makeReady()
    return phone
  }

  private func taps(_ phone: borrowing Phone) -> [Bool] {
    phone.told.compactMap { if case .tapped(_, _, _, let cold, _) = $0 { cold } else { nil } }
  }

  @Test func `a tap is warm with a process and cold without`() {
    var phone = ready()
    phone.post(1)
    phone.post(2)
    phone.app(.background)
    phone.app(.tap(MessageID(rawValue: 1)))
    phone.app(.swipeAway)
    phone.app(.tap(MessageID(rawValue: 2)))
    #expect(taps(phone) == [false, true])
    #expect(phone.counts.entries == 0)
  }

  @Test func `a tap without a message takes the newest`() {
    var phone = ready()
    phone.post(1)
    phone.post(2)
    phone.app(.tap(.none))
    #expect(phone.messages == [1])
  }

  /// What the taps carried: the message of the notification and that of its extras.
  private func extras(_ phone: borrowing Phone) -> [[UInt32]] {
    var extras: [[UInt32]] = []
    for case .tapped(_, let tapped, let loan, _, _) in phone.told {
      extras.append([tapped.rawValue, phone.context.payloads[loan].message.rawValue])
    }
    return extras
  }

  @Test(arguments: [
    (TapIntent.own, [[1, 1], [2, 2]]), (.updated, [[1, 2], [2, 2]]), (.kept, [[1, 1], [2, 1]]),
    (.cancelled, [[2, 2]]),
  ])
  func `one intent for all notifications carries the extras of another`(
    _ intent: TapIntent, _ expected: [[UInt32]]
  ) {
    var phone = ready()
    phone.post(1) { $0.tapIntent = intent }
    phone.post(2) { $0.tapIntent = intent }
    phone.app(.tap(MessageID(rawValue: 1)))
    phone.app(.tap(MessageID(rawValue: 2)))
    #expect(extras(phone) == expected)
    let failures = phone.records(.tapFailed).map(\.rule)
    #expect(failures == (intent == .cancelled ? [phone.os.rules.tray.tapIntent.key] : []))
  }

  @Test func `an intent that no notification holds any more is made anew`() {
    var phone = ready()
    phone.post(1) { $0.tapIntent = .kept }
    phone.app(.dismiss(MessageID(rawValue: 1)))
    phone.post(2) { $0.tapIntent = .kept }
    phone.app(.tap(MessageID(rawValue: 2)))
    #expect(extras(phone) == [[2, 2]])
  }

  @Test func `a swipe ends the task of an app whose process is gone already`() {
    var phone = ready()
    phone.app(.background)
    phone.app(.killProcess)
    phone.app(.swipeAway)
    #expect(phone.toldCount { if case .taskRemoved = $0 { true } else { false } } == 1)
  }

  @Test(arguments: [0 as Int64, 1])
  func `a tap on what play services drew carries the message, or only opens the app`(
    answer: Int64
  ) {
    var phone = Phone(book("fcm.proxy.tap", answer))
    phone.makeReady()
    phone.post(1, author: .playServices)
    phone.app(.background)
    phone.app(.tap(MessageID(rawValue: 1)))
    #expect(taps(phone) == (answer == 0 ? [false] : []))
    #expect(phone.isForeground == true)
    #expect(phone.counts.entries == 0)
    let failed = phone.records(.tapFailed).map(\.rule)
    #expect(failed == (answer == 0 ? [] : [phone.os.rules.priority.proxyTap.key]))
    phone.post(2, author: .library)
    phone.app(.tap(MessageID(rawValue: 2)))
    #expect(taps(phone).count == (answer == 0 ? 2 : 1))
  }

  @Test func `a sticky notification stays`() {
    var phone = ready()
    phone.post(1) { $0.payload.flags = .sticky }
    phone.app(.tap(MessageID(rawValue: 1)))
    #expect(phone.counts.entries == 1)
  }

  @Test(arguments: [(UInt8(33), 2), (34, 0)])
  func `a tap on the system's group opens the app, which hears of no message`(
    _ api: UInt8, _ left: Int
  ) {
    var phone = ready(api: api)
    phone.post(1)
    phone.app(.background)
    phone.app(.tapGroup)
    #expect(phone.mistakes == [.nothingToTap])
    phone.post(2)
    phone.app(.tapGroup)
    #expect(phone.isForeground == true)
    #expect(taps(phone).isEmpty)
    #expect(phone.records(.appOpened).last?.rule == phone.os.rules.tray.autoGroupTap.key)
    #expect(phone.counts.entries == left)
    let ends = phone.records(.trayRemoved).map(\.rule)
    #expect(ends == Array(repeating: phone.os.rules.tray.autoGroupCancel.key, count: 2 - left))
  }

  @Test func `a sticky notification keeps the system's group in the tray`() {
    var phone = ready()
    phone.post(1) { $0.payload.flags = .sticky }
    phone.post(2)
    phone.app(.tapGroup)
    #expect(phone.counts == TrayCounts(entries: 2, groups: 1))
  }

  @Test func `a quiet group of its own is tapped where nothing else is bundled`() {
    var phone = ready(api: 36)
    phone.call(.createChannel(NameID(rawValue: 9), .low))
    phone.post(1)
    for number in [UInt32(2), 3] { phone.post(number) { $0.channel = NameID(rawValue: 9) } }
    phone.app(.tapGroup)
    #expect(phone.messages == [1])
  }

  @Test func `tapping what is not there is a mistake of the story`() {
    var phone = ready()
    phone.app(.tap(MessageID(rawValue: 1)))
    phone.app(.dismissAll)
    #expect(phone.mistakes == [.nothingToTap, .nothingToTap])
  }

  @Test(arguments: [(UInt8(31), UInt8(30), true), (31, 31, false), (30, 31, true)])
  func `a tap by way of a service opens nothing from target 31 on Android 12 and later`(
    _ api: UInt8, _ target: UInt8, _ opens: Bool
  ) {
    var phone = ready(api: api, target: target)
    phone.host(.tapThrough(.service))
    phone.post(1)
    phone.app(.swipeAway)
    phone.app(.tap(MessageID(rawValue: 1)))
    #expect(taps(phone).isEmpty == !opens)
    #expect(
      phone.records(.tapFailed).map(\.rule) == (opens ? [] : [phone.os.rules.tray.trampoline.key]))
    // The notification is gone, and the service ran.
    #expect(phone.counts.entries == 0)
    #expect(phone.records(.processStarted).last?.detail == StartReason.tap.rawValue)
  }

  @Test func `what the library drew opens the activity whatever the host chose`() {
    var phone = ready()
    phone.host(.tapThrough(.receiver))
    phone.post(1, author: .library)
    phone.app(.tap(MessageID(rawValue: 1)))
    #expect(taps(phone) == [false])
  }

  @Test func `a click action that nothing answers makes a tap without effect`() {
    var phone = ready()
    phone.post(1, author: .library) { $0.payload.flags = .badClickAction }
    phone.app(.tap(MessageID(rawValue: 1)))
    #expect(phone.records(.tapFailed).map(\.rule) == [phone.os.rules.handling.tapTarget.key])
    #expect(phone.counts.entries == 1)
  }

  @Test func `a tap unlocks the phone and ends doze`() {
    var phone = ready()
    phone.post(1)
    phone.act(.screen(on: false))
    phone.pass(.minutes(5))
    #expect(phone.links.last?.isDozing == true)
    phone.app(.tap(MessageID(rawValue: 1)))
    #expect(phone.links.last?.isDozing == false)
    #expect(phone.isForeground == true)
  }

  @Test func `a reply reaches the code of a dead app and opens nothing`() {
    var phone = ready()
    phone.post(1)
    phone.app(.swipeAway)
    phone.app(.reply(MessageID(rawValue: 1)))
    var replies: [MessageID] = []
    for case .replied(_, let loan) in phone.told {
      replies.append(phone.context.payloads[loan].message)
    }
    #expect(replies == [MessageID(rawValue: 1)])
    #expect(phone.records(.processStarted).last?.detail == StartReason.broadcast.rawValue)
    #expect(phone.isForeground == false)
  }

  @Test func `only what the SDK drew can be answered`() {
    var phone = ready()
    phone.post(1, author: .library)
    phone.app(.reply(MessageID(rawValue: 1)))
    phone.app(.reply(MessageID(rawValue: 2)))
    #expect(phone.mistakes == [.noReplyButton, .nothingToTap])
  }

  @Test func `dismissing reaches the code of a dead app`() {
    var phone = ready()
    phone.post(1)
    phone.app(.swipeAway)
    phone.app(.dismiss(MessageID(rawValue: 1)))
    #expect(phone.records(.processStarted).last?.detail == StartReason.broadcast.rawValue)
    #expect(phone.toldCount { if case .dismissed = $0 { true } else { false } } == 1)
  }
}
