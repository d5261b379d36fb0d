import DeviceOS
import PushDomain
import Rulebook
import SimKernel
import Testing

/// What stands in the tray, what replaces it, and what clears it.
@Suite struct TrayTests {
  private func ready(api: UInt8 = 35, target: UInt8 = 35) -> Phone {
    var phone = Phone(api: api, target: target)
    phone.makeReady()
    return phone
  }

  @Test(arguments: [UInt32(5), 0])
  func `of fifty places in the tray the system's own summary takes one`(group: UInt32) {
    var phone = ready()
    for number in 0..<60 as Range<UInt32> {
      // Groups of one have no summary and are not bundled before Android 16.
      phone.post(number) { if group > 0 { $0.payload.group = NameID(rawValue: group + number) } }
    }
    #expect(phone.counts.entries == (group > 0 ? 50 : 49))
    #expect(phone.counts.summaries == (group > 0 ? 0 : 1))
    #expect(Set(phone.records(.notShown).map(\.rule)) == [phone.os.rules.tray.max.key])
  }

  @Test(arguments: [(UInt8(28), 50), (29, 25), (30, 50)])
  func `the tray of Android 10 has half the places`(api: UInt8, places: Int) {
    var phone = ready(api: api)
    for number in 0..<60 as Range<UInt32> {
      phone.post(number) { $0.payload.group = NameID(rawValue: 5 + number) }
    }
    #expect(phone.counts.entries == places)
    let rules = phone.os.rules.tray
    #expect(
      Set(phone.records(.notShown).map(\.rule)) == [api == 29 ? rules.max10.key : rules.max.key])
  }

  @Test func `an update of a shown one passes in a full tray`() {
    var phone = ready()
    for number in 0..<50 as Range<UInt32> {
      phone.post(number) {
        $0.payload.tag = NameID(rawValue: 100 + number)
        $0.payload.group = NameID(rawValue: 200 + number)
      }
    }
    phone.post(60) { $0.payload.tag = NameID(rawValue: 100) }
    #expect(phone.counts.entries == 50)
    #expect(phone.records(.trayRemoved).last?.detail == TrayEnd.replaced.rawValue)
    #expect(phone.messages.contains(60))
  }

  @Test func `equal tags replace and untagged ones pile up`() {
    var phone = ready()
    phone.post(1) { $0.payload.tag = NameID(rawValue: 5) }
    phone.post(2) { $0.payload.tag = NameID(rawValue: 5) }
    phone.post(3)
    phone.post(3)
    #expect(phone.messages == [3, 3, 2])
  }

  @Test func `the sixth update in a second is shed`() {
    var phone = ready()
    phone.post(0) { $0.payload.tag = NameID(rawValue: 5) }
    for number in 1...6 as ClosedRange<UInt32> {
      phone.post(number) { $0.payload.tag = NameID(rawValue: 5) }
    }
    #expect(phone.records(.notShown).map(\.message.rawValue) == [6])
    #expect(phone.records(.notShown).last?.rule == phone.os.rules.tray.updateRate.key)
    phone.pass(.seconds(1))
    phone.post(7) { $0.payload.tag = NameID(rawValue: 5) }
    #expect(phone.messages == [7])
  }

  @Test(arguments: [(UInt8(32), 3, 0), (32, 4, 1), (33, 1, 0), (33, 2, 1)])
  func `loose notifications are grouped by edition`(_ api: UInt8, _ count: Int, _ groups: Int) {
    var phone = ready(api: api)
    for number in 0..<UInt32(count) { phone.post(number) }
    #expect(phone.counts.groups == groups)
    #expect(phone.counts.summaries == groups)
    #expect(phone.counts.entries == count)
  }

  @Test func `android 16 groups by section and takes in children without a summary`() {
    let first = Rulebook.documented.tray.autoGroup16.value
    for (level, bySection) in [(first, true), (first + 1, false)] {
      var phone = Phone(api: UInt8(first), book("tray.autogroup16", level))
      phone.makeReady()
      let quiet = NameID(rawValue: 9)
      phone.call(.createChannel(quiet, .low))
      phone.post(1)
      phone.post(2, author: .library) { $0.payload.group = NameID(rawValue: 50) }
      phone.post(3) { $0.channel = NameID(rawValue: 9) }
      #expect(phone.counts.groups == 1)
      phone.post(4) { $0.channel = NameID(rawValue: 9) }
      #expect(phone.counts.groups == (bySection ? 2 : 1))
    }
  }

  /// What alerted, of messages posted one after another.
  private func alerting(
    _ api: UInt8, _ change: (inout Phone) -> Void, _ rules: Rulebook = .documented
  ) -> [UInt32] {
    var phone = Phone(api: api, rules)
    phone.makeReady()
    change(&phone)
    return phone.records(.shown).map(\.message.rawValue)
  }

  @Test func `on android 16 what joins the group of the system comes without a sound`() {
    func loose(_ phone: inout Phone) {
      for number in 1...3 as ClosedRange<UInt32> { phone.post(number) }
    }
    #expect(alerting(36, loose) == [1])
    #expect(alerting(35, loose) == [1, 2, 3])
    #expect(alerting(36, loose, book("tray.autogroup16.alert", 1)) == [1, 2, 3])
  }

  @Test func `a group of the app and an update of what is grouped ring as before`() {
    let rung = alerting(36) { phone in
      for number in 1...3 as ClosedRange<UInt32> {
        phone.post(number) { $0.payload.group = NameID(rawValue: 50) }
      }
      phone.post(4) { $0.payload.tag = NameID(rawValue: 5) }
      phone.post(5) { $0.payload.tag = NameID(rawValue: 6) }
      phone.post(6) { $0.payload.tag = NameID(rawValue: 6) }
    }
    #expect(rung == [1, 2, 3, 4, 6])
  }

  @Test func `what joins quietly says which rule did it, and beside what it stands`() {
    var phone = Phone(api: 36)
    phone.makeReady()
    phone.post(1)
    phone.post(2)
    let quiet = phone.records(.shownQuietly).last
    #expect(quiet?.rule == phone.os.rules.tray.autoGroupAlert.key)
    let beside = phone.context.history.record(quiet?.because ?? .none)
    #expect(beside?.message.rawValue == 1)
    phone.app(.dismissAll)
    phone.post(3)
    #expect(phone.records(.shown).map(\.message.rawValue) == [1, 3])
  }

  @Test func `the third of a burst is muted until the app is quiet for a minute`() {
    let isGrouped: (inout AppNotification) -> Void = { $0.payload.group = NameID(rawValue: 50) }
    func burst(_ phone: inout Phone) {
      for number in 1...4 as ClosedRange<UInt32> {
        phone.post(number, isGrouped)
        phone.pass(.seconds(2))
      }
      phone.pass(.seconds(10))
      phone.post(5, isGrouped)
      phone.pass(.seconds(61))
      phone.post(6, isGrouped)
      phone.app(.dismissAll)
      phone.post(7, isGrouped)
    }
    let mutes = book("tray.cooldown", 1)
    #expect(alerting(36, burst, mutes) == [1, 2, 5, 6, 7])
    #expect(alerting(35, burst, mutes) == [1, 2, 3, 4, 5, 6, 7])
    #expect(alerting(36, burst) == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test func `messages of one conversation stand in one group`() {
    var phone = ready()
    for number in 0..<9 as Range<UInt32> {
      phone.post(number) { $0.payload.group = NameID(rawValue: 50) }
    }
    #expect(phone.counts == TrayCounts(entries: 9, groups: 1))
  }

  @Test func `dismissing a summary takes its group along`() {
    var phone = ready()
    phone.post(1) { $0.payload.group = NameID(rawValue: 50) }
    phone.post(2) { $0.payload.group = NameID(rawValue: 50) }
    phone.post(3)
    phone.post(9, author: .summary) { $0.payload.group = NameID(rawValue: 50) }
    phone.app(.dismiss(MessageID(rawValue: 9)))
    #expect(phone.messages == [3])
    #expect(phone.toldCount { if case .dismissed = $0 { true } else { false } } == 2)
    let rule = phone.os.rules.tray.groupCancel.key
    #expect(phone.records(.trayRemoved).map { $0.rule == rule } == [false, true, true])
  }

  @Test func `the tray outlives the process and the user`() {
    var phone = ready()
    phone.post(1)
    phone.app(.swipeAway)
    #expect(phone.counts.entries == 1)
  }

  @Test func `the tray is lost by its own rule each time`() {
    var phone = ready()
    let rules = phone.os.rules
    phone.post(1)
    phone.app(.forceStop)
    #expect(phone.records(.trayRemoved).last?.rule == rules.tray.forceStop.key)
    phone.app(.open)
    phone.post(2)
    phone.app(.update(target: 0, sdk: 0, project: nil))
    #expect(phone.records(.trayRemoved).last?.rule == rules.tray.update.key)
    phone.post(3)
    phone.act(.reboot)
    #expect(phone.records(.trayRemoved).last?.rule == rules.processes.rebootTray.key)
    phone.act(.unlock)
    phone.app(.open)
    phone.post(4)
    phone.app(.clearData)
    #expect(phone.records(.trayRemoved).last?.rule == rules.tray.uninstall.key)
    #expect(phone.count(.trayRemoved) == 4)
  }

  @Test func `code takes its notifications back`() {
    var phone = ready()
    phone.post(1)
    phone.post(2)
    phone.call(.cancel(MessageID(rawValue: 1)))
    #expect(phone.messages == [2])
    phone.call(.cancelAll)
    #expect(phone.counts.entries == 0)
  }

  @Test(arguments: [AppNotification.Author.library, .playServices])
  func `what the library drew without a tag can be taken away with all others only`(
    author: AppNotification.Author
  ) {
    var phone = ready()
    phone.post(1, author: author)
    phone.post(2, author: author) { $0.payload.tag = NameID(rawValue: 5) }
    phone.call(.cancel(MessageID(rawValue: 1)))
    phone.call(.cancel(MessageID(rawValue: 2)))
    #expect(phone.messages == [1])
    #expect(phone.records(.cancelFailed).map(\.rule) == [phone.os.rules.handling.showUnnamed.key])
    phone.call(.cancelAll)
    #expect(phone.messages.isEmpty)
  }

  @Test func `a hint shows nobody's content`() {
    var phone = ready()
    phone.post(1) {
      $0.payload.user = UserID(rawValue: 3)
      $0.payload.flags = .hint
    }
    #expect(phone.records(.shown).last?.user == UserID.none)
  }
}
