import DeviceOS
import PushDomain
import Rulebook
import SimKernel
import Testing

/// From play services into the code of an app, or not.
@Suite struct HandOverTests {
  @Test func `a message starts the process of a swiped app`() {
    var phone = Phone()
    phone.makeReady()
    phone.app(.swipeAway)
    phone.deliver(1)
    #expect(phone.reports == [.received])
    #expect(phone.messagesTold == 1)
    #expect(phone.records(.processStarted).last?.detail == StartReason.push.rawValue)
  }

  @Test func `what starts a process is a rule of its own each time`() {
    var phone = Phone()
    phone.makeReady()
    phone.app(.background)
    phone.post(1)
    phone.call(.enqueue(.upload, after: .minutes(1), expedited: false))
    phone.app(.swipeAway)
    phone.pass(.minutes(1))
    phone.app(.swipeAway)
    phone.deliver(2)
    phone.app(.swipeAway)
    phone.app(.tap(MessageID(rawValue: 1)))
    let rules = phone.os.rules
    #expect(
      phone.records(.processStarted).map(\.rule) == [
        .none, rules.processes.workPersists.key, rules.handling.routeKilled.key,
        rules.handling.tapColdStart.key,
      ])
  }

  @Test func `a new install gets nothing before its first start`() {
    var phone = Phone()
    phone.install()
    phone.deliver(1)
    #expect(phone.reports == [.stopped])
    phone.app(.open)
    #expect(phone.ready == [phone.install])
    phone.deliver(1)
    #expect(phone.reports == [.stopped, .received])
  }

  @Test func `an uninstalled app has no receiver`() {
    var phone = Phone()
    phone.makeReady()
    phone.app(.uninstall)
    phone.deliver(1)
    #expect(phone.reports == [.noReceiver])
    #expect(phone.count(.dropped) == 1)
  }

  @Test func `a high message reports whether it was displayed`() {
    var phone = Phone()
    phone.makeReady()
    phone.app(.background)
    phone.deliver(1)
    phone.post(1) { $0.copy = CopyID(rawValue: 1) }
    phone.call(.handled(CopyID(rawValue: 1), displayed: true))
    #expect(phone.reports == [.received, .displayed])
    phone.deliver(2, priority: .normal)
    phone.call(.handled(CopyID(rawValue: 2), displayed: true))
    #expect(phone.reports == [.received, .displayed, .received])
  }

  @Test func `play services draw a notification in the place of lowering it`() {
    var phone = Phone()
    phone.makeReady()
    phone.app(.swipeAway)
    phone.deliver(1, .notification, priority: .normal, original: .high)
    #expect(phone.messagesTold == 0)
    #expect(phone.count(.shown) == 1)
    #expect(phone.records(.handed).last?.detail == HandOver.playServices.rawValue)
    #expect(phone.reports == [.received, .displayed])
  }

  @Test func `a notification that keeps its priority goes to the app unless it allows the proxy`() {
    var phone = Phone()
    phone.makeReady()
    phone.app(.swipeAway)
    phone.deliver(1, .notification)
    #expect(phone.messagesTold == 1)
    phone.deliver(2, .notification) { $0.flags = .proxyAllow }
    #expect(phone.messagesTold == 1)
    #expect(phone.count(.shown) == 1)
  }

  @Test func `what was let through for the proxy waits for a window where the proxy is off`() {
    var phone = Phone()
    phone.makeReady()
    phone.host(.delegation(false))
    phone.app(.background)
    phone.act(.screen(on: false))
    phone.pass(.hours(3))
    #expect(phone.phase == .deep)
    phone.deliver(1, .notification, priority: .normal, original: .high)
    #expect(phone.messagesTold == 0)
    phone.act(.unlock)
    #expect(phone.messagesTold == 1)
  }

  @Test func `under the other reading a lowered notification goes to the app`() {
    let lowered = Int64(PriorityRules.LoweringForm.lowered.rawValue)
    var phone = Phone(book("fcm.proxy.or-lower", lowered))
    phone.makeReady()
    phone.app(.swipeAway)
    phone.deliver(1, .notification, priority: .normal, original: .high)
    #expect(phone.messagesTold == 1)
    #expect(phone.count(.shown) == 0)
  }
}
