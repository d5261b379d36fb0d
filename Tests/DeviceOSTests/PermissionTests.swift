import DeviceOS
import PushDomain
import Rulebook
import Testing

/// The right to notify, by version, target and history.
@Suite struct PermissionTests {
  @Test(arguments: [UInt8(28), 32])
  func `before android 13 a new install may notify`(_ api: UInt8) {
    var phone = Phone(api: api)
    phone.install()
    phone.app(.open)
    #expect(phone.canNotify == true)
    phone.call(.askPermission(byHost: true))
    #expect(phone.count(.promptShown) == 0)
  }

  @Test func `from android 13 a new install is silent until the person allows it`() {
    var phone = Phone(api: 33)
    phone.install()
    phone.app(.open)
    #expect(phone.canNotify == false)
    phone.call(.askPermission(byHost: true))
    #expect(phone.records(.promptShown).map(\.detail) == [1])
    phone.app(.permission(.allow))
    #expect(phone.canNotify == true)
    #expect(phone.toldCount { if case .permission(_, true) = $0 { true } else { false } } == 1)
  }

  @Test func `an answer without a dialog is a mistake of the story`() {
    var phone = Phone()
    phone.install()
    phone.app(.open)
    phone.app(.permission(.allow))
    #expect(phone.mistakes == [.noDialogOpen])
  }

  @Test func `the second denial is final`() {
    var phone = Phone()
    phone.install()
    phone.app(.open)
    for _ in 0..<2 {
      phone.call(.askPermission(byHost: true))
      phone.app(.permission(.deny))
    }
    phone.call(.askPermission(byHost: true))
    #expect(phone.count(.promptShown) == 2)
    #expect(phone.toldCount { if case .permission(_, false) = $0 { true } else { false } } == 3)
  }

  @Test func `a dismissed dialog may come again, any number of times`() {
    var phone = Phone()
    phone.install()
    phone.app(.open)
    for _ in 0..<4 {
      phone.call(.askPermission(byHost: true))
      phone.app(.permission(.dismiss))
    }
    #expect(phone.count(.promptShown) == 4)
  }

  @Test func `the other reading counts leaving the dialog as a denial`() {
    var phone = Phone(book("perm.back", 1))
    phone.install()
    phone.app(.open)
    for _ in 0..<4 {
      phone.call(.askPermission(byHost: true))
      if phone.isDialogOpen { phone.app(.permission(.dismiss)) }
    }
    #expect(phone.count(.promptShown) == 2)
  }

  @Test func `no dialog appears over an app that is not open`() {
    var phone = Phone()
    phone.install()
    phone.app(.open)
    phone.app(.background)
    phone.call(.askPermission(byHost: false))
    #expect(phone.count(.promptShown) == 0)
  }

  @Test func `leaving the app closes the dialog without an answer`() {
    var phone = Phone()
    phone.install()
    phone.app(.open)
    phone.call(.askPermission(byHost: true))
    phone.app(.background)
    phone.app(.open)
    phone.call(.askPermission(byHost: true))
    phone.app(.permission(.allow))
    #expect(phone.canNotify == true)
  }

  @Test(arguments: [UInt8(32), 33])
  func `which rule brings the dialog depends on the target`(_ target: UInt8) {
    var phone = Phone(target: target)
    phone.makeReady()
    let rules = phone.os.rules.permission
    #expect(
      phone.records(.promptShown).map(\.rule)
        == [target < 33 ? rules.target32.key : rules.target33.key])
  }

  @Test func `an old target is asked by the system with its first channel on screen`() {
    var phone = Phone(target: 32)
    phone.install()
    phone.app(.open)
    phone.call(.askPermission(byHost: true))
    #expect(phone.count(.promptShown) == 0)
    phone.call(.createChannel(.messagesChannel, .normal))
    #expect(phone.records(.promptShown).map(\.detail) == [0])
  }

  @Test func `an old target whose channel came in the background is asked at the next start`() {
    var phone = Phone(target: 32)
    phone.install()
    phone.app(.open)
    phone.app(.background)
    phone.call(.createChannel(.messagesChannel, .normal))
    #expect(phone.count(.promptShown) == 0)
    phone.app(.open)
    #expect(phone.count(.promptShown) == 1)
  }

  @Test func `one denial ends the dialogs of an old target until it targets android 13`() {
    var phone = Phone(target: 32)
    phone.install()
    phone.app(.open)
    phone.call(.createChannel(.messagesChannel, .normal))
    phone.app(.permission(.deny))
    phone.app(.background)
    phone.app(.open)
    #expect(phone.count(.promptShown) == 1)
    phone.app(.update(target: 33, sdk: 0, project: nil))
    phone.app(.open)
    phone.call(.askPermission(byHost: true))
    #expect(phone.count(.promptShown) == 2)
  }

  @Test func `revoking in the settings ends the process`() {
    var phone = Phone()
    phone.makeReady()
    phone.app(.notifications(on: false))
    #expect(phone.records(.processEnded).last?.detail == EndReason.permissionRevoked.rawValue)
    #expect(phone.canNotify == false)
  }

  @Test func `allowing in the settings tells nobody`() {
    var phone = Phone()
    phone.install()
    phone.app(.open)
    phone.app(.background)
    let before = phone.told.count
    phone.app(.notifications(on: true))
    #expect(phone.told.count == before)
    #expect(phone.canNotify == true)
  }

  @Test func `before android 13 the switch in the settings leaves the process alone`() {
    var phone = Phone(api: 32)
    phone.makeReady()
    phone.app(.notifications(on: false))
    #expect(phone.count(.processEnded) == 0)
    #expect(phone.canNotify == false)
  }

  @Test func `an upgrade to android 13 grants for now what has a channel and was not off`() {
    var phone = Phone(api: 32)
    phone.makeReady()
    phone.act(.upgradeOS(api: 33))
    #expect(phone.canNotify == true)
    // The grant is for now: a request still shows the dialog, and a denial takes it back.
    phone.app(.open)
    phone.call(.askPermission(byHost: true))
    phone.app(.permission(.deny))
    #expect(phone.canNotify == false)
  }

  @Test func `an upgrade keeps off what was off, and grants nothing without a channel`() {
    var phone = Phone(api: 32)
    phone.makeReady()
    phone.app(.notifications(on: false))
    phone.act(.upgradeOS(api: 33))
    #expect(phone.canNotify == false)
    var bare = Phone(api: 32)
    bare.install()
    bare.act(.upgradeOS(api: 33))
    #expect(bare.canNotify == false)
  }

  @Test func `a reinstall asks again`() {
    var phone = Phone()
    phone.install()
    phone.app(.open)
    for _ in 0..<2 {
      phone.call(.askPermission(byHost: true))
      phone.app(.permission(.deny))
    }
    phone.app(.uninstall)
    phone.install(as: 1)
    phone.app(.open)
    phone.call(.askPermission(byHost: true))
    #expect(phone.count(.promptShown) == 3)
  }

  @Test func `what is posted without the right names the record that took it`() {
    var phone = Phone()
    phone.makeReady()
    phone.app(.notifications(on: false))
    let revoked = phone.context.history.records.lastIndex { $0.fact == .permissionChanged }
    phone.app(.open)
    phone.post(1)
    #expect(phone.records(.notShown).last?.rule == phone.os.rules.permission.offEffect.key)
    #expect(phone.records(.notShown).last?.because == revoked.map { RecordID($0) })
  }
}
