import DeviceOS
import PushDomain
import Rulebook
import SimKernel
import Testing

/// How a process lives and dies, and what stops an app.
@Suite struct ProcessTests {
  private func ready(
    api: UInt8 = 35, oem: DeviceProfile.OEM = .stock, _ rules: Rulebook = .documented
  )
    -> Phone
  {
    var phone = Phone(api: api, oem: oem, rules)
    phone.makeReady()
    return phone
  }

  @Test func `acting inside an app needs the app on the screen`() {
    var phone = ready()
    phone.app(.login(UserID(rawValue: 0)))
    #expect(phone.toldCount { if case .app = $0 { true } else { false } } == 1)
    phone.app(.background)
    phone.app(.logout)
    #expect(phone.mistakes == [.notInForeground])
  }

  @Test func `a locked screen takes the foreground away`() {
    var phone = ready()
    phone.act(.screen(on: false))
    phone.act(.screen(on: true))
    #expect(phone.around.isForeground == false)
    phone.act(.unlock)
    #expect(phone.around.isForeground == true)
  }

  @Test func `a swipe on a stock phone ends the process only`() {
    var phone = ready()
    phone.app(.swipeAway)
    #expect(phone.isStopped == false)
    phone.deliver(1)
    #expect(phone.reports == [.received])
  }

  @Test func `a swipe on an aggressive phone stops the app`() {
    var phone = ready(oem: .aggressive)
    phone.app(.swipeAway)
    #expect(phone.isStopped == true)
    #expect(phone.records(.appStopped).last?.rule == phone.os.rules.standby.oemSwipeStops.key)
    phone.deliver(1)
    #expect(phone.reports == [.stopped])
    phone.app(.open)
    #expect(phone.ready == [phone.install, phone.install])
  }

  @Test func `the other vendor policy keeps messages, from minutes after use until opened`() {
    var phone = ready(oem: .aggressive, book("oem.policy", 1))
    phone.app(.swipeAway)
    #expect(phone.isStopped == false)
    phone.pass(.minutes(3) - .seconds(1))
    phone.deliver(0)
    #expect(phone.messagesTold == 1)
    phone.pass(.seconds(1))
    phone.deliver(1)
    phone.deliver(2)
    #expect(phone.reports == [.received, .received, .received])
    #expect(phone.messagesTold == 1)
    phone.app(.open)
    #expect(phone.messagesTold == 3)
  }

  @Test func `a force-stop outlasts a reboot`() {
    var phone = ready()
    phone.app(.forceStop)
    phone.act(.reboot)
    phone.act(.unlock)
    phone.pass(.seconds(5))
    phone.deliver(1)
    #expect(phone.reports == [.stopped])
    #expect(phone.isStopped == true)
  }

  @Test func `leaving the stopped state names what stopped it`() {
    var phone = ready()
    phone.app(.forceStop)
    let stop = phone.context.history.records.lastIndex { $0.fact == .appStopped }
    phone.app(.open)
    #expect(phone.records(.appUnstopped).last?.because == stop.map { RecordID($0) })
    #expect(phone.records(.appUnstopped).last?.rule == phone.os.rules.processes.stop15.key)
  }

  @Test func `the stop button of android 13 leaves pushes alone and older phones have none`() {
    var phone = ready(api: 33)
    phone.app(.stopActive)
    phone.deliver(1)
    #expect(phone.reports == [.received])
    var old = ready(api: 32)
    old.app(.stopActive)
    #expect(old.mistakes == [.notSupportedHere])
  }

  @Test func `a cached process is gone after half an hour, without a timer`() {
    var phone = ready()
    phone.app(.background)
    phone.pass(.minutes(30) - .seconds(1))
    phone.post(1)
    #expect(phone.count(.shown) == 1)
    phone.pass(.minutes(30))
    #expect(phone.timers.isEmpty)
    phone.post(2)
    #expect(phone.count(.shown) == 1)
    #expect(phone.records(.processEnded).last?.rule == phone.os.rules.processes.cachedLife.key)
  }

  @Test func `before the first unlock a message waits`() {
    var phone = ready()
    phone.act(.reboot)
    phone.pass(.seconds(5))
    phone.deliver(1)
    #expect(phone.reports == [.locked])
    phone.act(.unlock)
    #expect(phone.ready.last == phone.install)
    #expect(phone.records(.booted).map(\.detail) == [0, 1])
  }

  @Test func `direct boot needs host, message and services`() {
    var phone = ready()
    phone.host(.directBoot(true))
    phone.act(.reboot)
    phone.pass(.seconds(5))
    phone.deliver(1)
    phone.deliver(2) { $0.flags = .directBoot }
    #expect(phone.reports == [.locked, .received])
    #expect(phone.messagesTold == 1)
  }

  @Test func `a process that reads locked storage ends, and what it had in hand with it`() {
    var phone = ready()
    phone.host(.directBoot(true))
    phone.act(.reboot)
    phone.pass(.seconds(5))
    phone.deliver(1) { $0.flags = .directBoot }
    phone.call(.readLockedStorage)
    let rule = phone.os.rules.client.lockedHandler.key
    #expect(phone.records(.dropped).map(\.rule) == [rule])
    #expect(phone.records(.processEnded).last?.rule == rule)
    #expect(phone.records(.processEnded).last?.detail == EndReason.crashed.rawValue)
    phone.act(.unlock)
    phone.pass(.minutes(1))
    #expect(phone.messagesTold == 1)
  }

  @Test func `the other reading keeps messages for a locked phone in play services`() {
    var phone = ready(book("sdk.directboot.queue", 1))
    phone.act(.reboot)
    phone.pass(.seconds(5))
    phone.deliver(1)
    #expect(phone.reports == [.received])
    #expect(phone.messagesTold == 0)
    phone.act(.unlock)
    #expect(phone.messagesTold == 1)
  }

  @Test func `a process that dies with a message gets it again a second later`() {
    var phone = ready()
    phone.app(.background)
    phone.deliver(1)
    phone.app(.killProcess)
    phone.pass(.seconds(1))
    #expect(phone.messagesTold == 2)
    phone.call(.handled(CopyID(rawValue: 1), displayed: false))
    phone.app(.killProcess)
    phone.pass(.seconds(10))
    #expect(phone.messagesTold == 2)
  }

  @Test func `the other reading loses what a dead process had in hand`() {
    var phone = ready(book("sdk.redeliver.after-death", 1))
    phone.app(.background)
    phone.deliver(1)
    phone.app(.killProcess)
    phone.pass(.seconds(10))
    #expect(phone.messagesTold == 1)
    #expect(phone.records(.dropped).last?.rule == phone.os.rules.handling.redelivered.key)
  }

  @Test func `a handler that overruns its time dies, or goes on by the other reading`() {
    for (rules, shown) in [(Rulebook.documented, 0), (book("sdk.after-budget", 1), 1)] {
      var phone = ready(rules)
      phone.app(.background)
      phone.deliver(1)
      phone.pass(.seconds(21))
      phone.post(1)
      #expect(phone.count(.shown) == shown)
    }
  }

  @Test func `a high message permits a foreground service, a lowered one does not`() {
    var phone = ready()
    phone.app(.background)
    phone.deliver(1)
    phone.call(.startForegroundService)
    #expect(phone.count(.processEnded) == 0)
    phone.call(.handled(CopyID(rawValue: 1), displayed: false))
    phone.pass(.minutes(1))
    phone.deliver(2, priority: .normal, original: .high)
    phone.call(.startForegroundService)
    #expect(phone.records(.processEnded).last?.detail == EndReason.crashed.rawValue)
    #expect(phone.records(.dropped).last?.message == MessageID(rawValue: 2))
  }

  @Test func `a restricted app crashes on a foreground service even after a high message`() {
    var phone = ready()
    phone.app(.battery(.restricted))
    phone.app(.swipeAway)
    phone.deliver(1)
    phone.call(.startForegroundService)
    #expect(
      phone.records(.processEnded).last?.rule == phone.os.rules.standby.userRestrictedService.key)
    #expect(phone.records(.dropped).count == 1)
  }

  @Test func `an update ends the process, clears the tray and starts the process`() {
    var phone = ready()
    phone.post(1)
    phone.app(.update(target: 0, sdk: 2, project: nil))
    #expect(phone.counts.entries == 0)
    #expect(phone.records(.processEnded).last?.detail == EndReason.updated.rawValue)
    #expect(phone.records(.processStarted).last?.detail == StartReason.update.rawValue)
  }

  @Test func `an update starts nothing in a stopped app`() {
    var phone = ready()
    phone.app(.forceStop)
    let starts = phone.count(.processStarted)
    phone.app(.update(target: 0, sdk: 2, project: nil))
    #expect(phone.count(.processStarted) == starts)
  }

  @Test func `another app in front sends the first one to the background`() {
    var phone = ready()
    let other = phone.state.addSlot(on: phone.device)
    phone.install(in: other, as: 1)
    phone.feed(.app(other, InstallID(rawValue: 1), .open))
    #expect(phone.isForeground == false)
    #expect(phone.count(.appLeft) == 1)
  }

  @Test func `a switched off phone can do nothing`() {
    var phone = ready()
    phone.act(.powerOff)
    phone.app(.open)
    #expect(phone.mistakes == [.deviceOff])
    #expect(phone.isOnline == false)
    phone.act(.powerOn)
    phone.pass(.seconds(5))
    #expect(phone.links.last?.isConnected == true)
  }

  @Test func `a message is displayed only if it was really visible`() {
    var phone = ready()
    phone.app(.background)
    phone.app(.notifications(on: false))
    phone.deliver(1)
    phone.post(1) { $0.copy = CopyID(rawValue: 1) }
    phone.call(.handled(CopyID(rawValue: 1), displayed: true))
    #expect(phone.reports == [.received, .notDisplayed])
  }

  @Test func `a snapshot does not change with the original`() {
    var phone = ready()
    let before = phone.state.copy()
    phone.post(1)
    phone.app(.forceStop)
    let wasStopped = before.isStopped(phone.install)
    #expect(!wasStopped)
    #expect(phone.isStopped == true)
  }

  @Test func `rows stay small`() {
    #expect(MemoryLayout<DeviceRow>.stride == 52)
    #expect(MemoryLayout<PackageRow>.stride == 44)
    #expect(MemoryLayout<SlotRow>.stride == 12)
    #expect(MemoryLayout<ChannelRow>.stride == 16)
    #expect(MemoryLayout<WorkRow>.stride <= 64)
  }

  @Test func `what the host chooses before the app is there is kept`() {
    var phone = Phone()
    phone.feed(.host(phone.slot, .none, .asksAtOpen(false)))
    #expect(
      phone.toldCount { if case .chosen(_, .asksAtOpen(false)) = $0 { true } else { false } } == 1)
    phone.feed(.host(phone.slot, .none, .askPermission))
    #expect(phone.mistakes == [.notInstalled])
  }
}
