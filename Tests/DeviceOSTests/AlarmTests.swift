import DeviceOS
import PushDomain
import SimKernel
import Testing

/// Alarms of an app outlive its process, and little else.
@Suite struct AlarmTests {
  /// A phone whose app set an alarm for three hours later and went to the background.
  private func phone() -> Phone {
    var phone = Phone()
    phone.makeReady()
    phone.call(.setAlarm(phone.context.payloads.lend(Phone.payload(1)), after: .hours(3)))
    phone.app(.background)
    return phone
  }

  @Test func `an alarm starts a process that is long gone`() {
    var phone = phone()
    phone.app(.swipeAway)
    phone.pass(.hours(3) - .seconds(1))
    #expect(phone.alarms.isEmpty)
    phone.pass(.seconds(1))
    #expect(phone.alarms == [1])
    #expect(phone.records(.processStarted).last?.detail == StartReason.broadcast.rawValue)
    phone.pass(.hours(9))
    #expect(phone.alarms == [1])
  }

  @Test func `deep doze defers an alarm to its next window, light doze does not`() {
    var phone = phone()
    phone.act(.screen(on: false))
    phone.pass(.hours(3))
    #expect(phone.phase == .deep)
    #expect(phone.alarms.isEmpty)
    phone.pass(.hours(6))
    #expect(phone.alarms == [1])
    var light = Phone()
    light.makeReady()
    light.call(.setAlarm(light.context.payloads.lend(Phone.payload(1)), after: .minutes(3)))
    light.app(.background)
    light.act(.screen(on: false))
    light.pass(.minutes(3))
    #expect(light.phase == .light)
    #expect(light.alarms == [1])
  }

  @Test(arguments: [AppAction.forceStop, .clearData, .uninstall])
  func `no alarm outlives what ends the app for good`(action: AppAction) {
    var phone = phone()
    phone.app(action)
    if !phone.install.isNone { phone.app(.open) }
    phone.pass(.days(1))
    #expect(phone.alarms.isEmpty)
  }

  @Test func `a reboot forgets alarms`() {
    var phone = phone()
    phone.act(.reboot)
    phone.act(.unlock)
    phone.pass(.days(1))
    #expect(phone.alarms.isEmpty)
  }
}
