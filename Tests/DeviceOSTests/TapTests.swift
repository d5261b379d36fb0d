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
    phone.told.compactMap { if case .tapped(_, _, let cold, _) = $0 { cold } else { nil } }
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

  @Test func `a sticky notification stays`() {
    var phone = ready()
    phone.post(1) { $0.payload.flags = .sticky }
    phone.app(.tap(MessageID(rawValue: 1)))
    #expect(phone.counts.entries == 1)
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

  @Test func `dismissing reaches the code of a dead app`() {
    var phone = ready()
    phone.post(1)
    phone.app(.swipeAway)
    phone.app(.dismiss(MessageID(rawValue: 1)))
    #expect(phone.records(.processStarted).last?.detail == StartReason.broadcast.rawValue)
    #expect(phone.toldCount { if case .dismissed = $0 { true } else { false } } == 1)
  }
}
