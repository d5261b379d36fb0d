import DeviceOS
import PushDomain
import Rulebook
import SimKernel
import Testing

/// Profiles, backups, play services, erased phones and forgers.
@Suite struct ProfileTests {
  private func withWork(_ rules: Rulebook = .documented) -> Phone {
    var phone = Phone(rules)
    let work = phone.state.addSlot(on: phone.device, profile: 1)
    phone.install(in: work)
    phone.feed(.app(work, InstallID(rawValue: 0), .open))
    phone.feed(.app(work, InstallID(rawValue: 0), .notifications(on: true)))
    phone.call(.createChannel(.messagesChannel, .normal), by: InstallID(rawValue: 0))
    return phone
  }

  private func post(_ phone: inout Phone) {
    let notification = AppNotification(
      payload: Phone.payload(1), copy: .none, channel: .messagesChannel, author: .sdk)
    phone.call(
      .post(phone.context.notifications.lend(notification)), by: InstallID(rawValue: 0))
  }

  @Test func `a message for a stopped profile waits until it starts`() {
    var phone = withWork()
    phone.act(.profile(1, running: false))
    phone.deliver(1)
    #expect(phone.reports == [.userStopped])
    phone.act(.profile(1, running: true))
    #expect(phone.ready.last == InstallID(rawValue: 0))
  }

  @Test func `a stopped profile loses its tray, a suspended one hides it`() {
    var phone = withWork()
    post(&phone)
    phone.act(.profile(1, running: false))
    #expect(phone.records(.trayRemoved).last?.rule == phone.os.rules.tray.userStop.key)
    var other = withWork(book("us.work-off", 1))
    post(&other)
    other.act(.profile(1, running: false))
    #expect(other.count(.trayRemoved) == 0)
    other.deliver(1)
    #expect(other.reports == [.userStopped])
    let hidden = other.os.trayCounts(of: InstallID(rawValue: 0), in: other.state)
    #expect(hidden.entries == 0)
    other.act(.profile(1, running: true))
    let back = other.os.trayCounts(of: InstallID(rawValue: 0), in: other.state)
    #expect(back.entries == 1)
  }

  @Test(arguments: [(UInt8(1), true), (2, false), (3, false)])
  func `a boot starts the owner and the work profile and nobody else`(
    _ profile: UInt8, _ runs: Bool
  ) {
    var phone = Phone()
    let slot = phone.state.addSlot(on: phone.device, profile: profile)
    phone.install(in: slot)
    phone.act(.reboot)
    phone.act(.unlock)
    let rules = phone.records(.appRestricted).map(\.rule)
    #expect(rules == (runs ? [] : [phone.os.rules.backup.boot.key]))
    phone.feed(.app(slot, InstallID(rawValue: 0), .open))
    #expect(phone.mistakes == (runs ? [] : [.profileStopped]))
  }

  @Test func `a profile that does not exist is a mistake of the story`() {
    var phone = Phone()
    phone.act(.profile(1, running: false))
    #expect(phone.mistakes == [.noSuchProfile])
  }

  @Test func `a private space needs the edition that has it`() {
    let first = Rulebook.documented.backup.privateSpace.value
    for (level, mistakes) in [(first, []), (first + 1, [StoryMistake.notSupportedHere])] {
      var phone = Phone(api: UInt8(first), book("us.private-space", level))
      _ = phone.state.addSlot(on: phone.device, profile: 3)
      phone.act(.profile(3, running: false))
      #expect(phone.mistakes == mistakes)
    }
  }

  @Test func `where apps opt out of backups a transfer takes them only by the other reading`() {
    for answer in BackupRules.DeviceTransfer.allCases {
      var phone = Phone(
        Rulebook(
          preset: .documented,
          overriding: [
            Override(RuleKey(text: "bk.default"), 0),
            Override(RuleKey(text: "bk.d2d"), Int64(answer.rawValue)),
          ]))
      phone.makeReady()
      phone.act(.backup)
      #expect(phone.mistakes == (answer == .ignoresOptOut ? [] : [.noBackup]))
    }
  }

  @Test func `a backup ends processes and tells the client`() {
    var phone = Phone()
    phone.makeReady()
    phone.act(.backup)
    #expect(phone.records(.processEnded).last?.detail == EndReason.backup.rawValue)
    #expect(phone.toldCount { if case .backedUp = $0 { true } else { false } } == 1)
  }

  @Test func `a restored app is stopped until it is opened`() {
    var phone = Phone()
    phone.feed(.restored(phone.slot, InstallID(rawValue: 0)))
    #expect(phone.isStopped == true)
    #expect(phone.records(.appInstalled).last?.detail == 1)
    #expect(phone.toldCount { if case .installed = $0 { true } else { false } } == 0)
  }

  @Test func `clearing play services makes every copy homeless, unless they live by the reading`() {
    for (answer, report) in [(0, DeliveryReport.noReceiver), (1, .received)] {
      var phone = Phone(book("gms.data-cleared", Int64(answer)))
      phone.makeReady()
      phone.act(.clearPlayServices)
      phone.pass(.seconds(5))
      phone.deliver(1)
      #expect(phone.reports == [report])
    }
  }

  @Test func `an erased phone has no apps and works again`() {
    var phone = Phone()
    phone.makeReady()
    phone.act(.reset)
    #expect(phone.install.isNone)
    phone.pass(.seconds(5))
    phone.install(as: 1)
    phone.app(.open)
    #expect(phone.mistakes.isEmpty)
    #expect(phone.isForeground == true)
  }

  @Test func `installing twice is a mistake of the story`() {
    var phone = Phone()
    phone.install()
    phone.install(as: 1)
    #expect(phone.mistakes == [.alreadyInstalled])
  }

  @Test func `a forged push passes only a receiver without the permission`() {
    var phone = Phone()
    phone.makeReady()
    let forgery = DeviceAction.forgePush(
      phone.slot, MessageID(rawValue: 1), UserID(rawValue: 0))
    phone.act(forgery)
    #expect(phone.records(.dropped).last?.rule == phone.os.rules.c2dm.permission.key)
    phone.host(.receiverPermission(false))
    phone.act(forgery)
    #expect(phone.toldCount { if case .forged = $0 { true } else { false } } == 1)
  }

  @Test func `a registration by intent is answered by broadcast`() {
    var phone = Phone()
    phone.makeReady()
    let request = RegisterRequest(
      install: phone.install, slot: phone.slot, kind: .token, fid: 0, sender: 0, held: .none,
      path: .c2dm)
    phone.call(.c2dmRegister(request))
    #expect(phone.sent.count == 1)
    let answer = RegisterAnswer(
      address: AddressID(rawValue: 0), kind: .token, error: .none, path: .c2dm)
    phone.receive(.registerAnswer(install: phone.install, answer))
    #expect(broadcasts(phone) == [false])
    phone.act(.forgeRegistration(phone.slot))
    #expect(broadcasts(phone) == [false, true])
    phone.app(.swipeAway)
    phone.receive(.registerAnswer(install: phone.install, answer))
    #expect(broadcasts(phone) == [false, true])
  }

  @Test func `an answer to a registration may be lost or come twice by the reading`() {
    for (answer, times) in [(1, 0), (2, 2)] {
      var phone = Phone(book("c2dm.reply.fate", Int64(answer)))
      phone.makeReady()
      let reply = RegisterAnswer(
        address: AddressID(rawValue: 0), kind: .token, error: .none, path: .c2dm)
      phone.receive(.registerAnswer(install: phone.install, reply))
      #expect(broadcasts(phone).count == times)
    }
  }

  @Test func `without a network play services answer that they are not available`() {
    var phone = Phone()
    phone.makeReady()
    phone.act(.offline)
    phone.call(
      .c2dmRegister(
        RegisterRequest(
          install: phone.install, slot: phone.slot, kind: .token, fid: 0, sender: 0, held: .none,
          path: .c2dm)))
    #expect(broadcasts(phone) == [false])
    #expect(phone.sent.isEmpty)
  }

  @Test func `an app without a receiver loses its messages and its address`() {
    var phone = Phone()
    phone.makeReady()
    phone.host(.receiver(false))
    phone.deliver(1)
    #expect(phone.reports == [.noReceiver])
  }

  @Test func `clock and zone reach the app with its surroundings`() {
    var phone = Phone()
    phone.makeReady()
    phone.act(.clockJump(.days(8)))
    phone.act(.clockJump(.days(-1)))
    phone.act(.zone(ZoneID(rawValue: 2)))
    let around = phone.around
    #expect(around.clockOffsetSeconds == 7 * 86_400)
    #expect(around.zone == ZoneID(rawValue: 2))
  }

  private func broadcasts(_ phone: borrowing Phone) -> [Bool] {
    phone.told.compactMap {
      if case .registration(_, _, let forged) = $0 { forged } else { nil }
    }
  }
}
