import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import PushServices

struct RegistryTests {
  // MARK: Issue and refresh

  @Test func `asking again gives the same address`() {
    var desk = Desk()
    let first = desk.phone()
    desk.pass(.days(7))
    #expect(desk.register() == first)
    #expect(desk.notes(.addressIssued).count == 1)
    #expect(desk.state.liveAddress(of: InstallID(0)) == first)
    #expect(desk.state.install(of: first) == InstallID(0))
  }

  @Test func `a new installation id gives a new address and ends the old one`() {
    var desk = Desk()
    let first = desk.phone()
    let second = desk.register(fid: 77)
    #expect(second != first)
    #expect(desk.isLive(first) == false)
    #expect(desk.send(first).code == .unregistered)
    #expect(desk.send(second).code == .ok)
    #expect(desk.notes(.addressEnded).map(\.operand) == [first.rawValue])
  }

  @Test func `a reinstall ends the address of the install before it`() {
    var desk = Desk()
    let first = desk.phone()
    let second = desk.register(1, device: 0, slot: 0)
    #expect(desk.send(first).code == .unregistered)
    #expect(desk.state.liveAddress(of: InstallID(1)) == second)
    #expect(desk.state.liveAddress(of: InstallID(0)) == .none)
  }

  @Test func `where old addresses live on a message to one reaches the new install`() {
    var desk = Desk {
      $0.registration.oldAfterRotate.rule.value = Int64(
        RegistrationRules.OldAddress.alive.rawValue)
    }
    let first = desk.phone()
    let second = desk.register(1, device: 0, slot: 0)
    desk.send(first)
    desk.send(second)
    #expect(desk.deliveries.map(\.install) == [InstallID(1), InstallID(1)])
    #expect(desk.state.liveAddress(of: InstallID(1)) == second)
  }

  @Test func `what waits at an address that lives on is accounted to the new install`() {
    var desk = Desk {
      $0.registration.oldAfterRotate.rule.value = Int64(
        RegistrationRules.OldAddress.alive.rawValue)
    }
    let first = desk.phone()
    desk.link(connected: false)
    desk.send(first)
    desk.register(1, device: 0, slot: 0)
    desk.link()
    #expect(desk.notes(.dropped).map(\.install) == [InstallID(0)])
    #expect(desk.notes(.accepted).map(\.copy) == [CopyID(0), CopyID(1)])
    #expect(desk.notes(.accepted).last?.install == InstallID(1))
    #expect(desk.deliveries.map(\.copy) == [CopyID(1)])
  }

  @Test func `where old addresses die by a failed delivery the first send is still accepted`() {
    var desk = Desk {
      $0.registration.oldAfterRotate.rule.value = Int64(
        RegistrationRules.OldAddress.deadAfterFailedDelivery.rawValue)
    }
    let first = desk.phone()
    desk.register(1, device: 0, slot: 0)
    #expect(desk.send(first).code == .ok)
    #expect(desk.dropped(by: desk.rules.registration.oldAfterRotate.key) == [0])
    #expect(desk.send(first).code == .unregistered)
  }

  @Test func `two apps on one phone keep their own addresses`() {
    var desk = Desk()
    let first = desk.phone()
    let other = desk.register(1, device: 0, slot: 5)
    #expect(desk.send(first).code == .ok)
    #expect(desk.send(other).code == .ok)
  }

  @Test func `a token made by intent and a FID live side by side`() {
    var desk = Desk()
    desk.link()
    let token = desk.register(kind: .token, path: .c2dm)
    let fid = desk.register(kind: .fid)
    #expect(token != fid)
    #expect(desk.send(token).code == .ok)
    #expect(desk.send(fid).code == .ok)
  }

  @Test func `two libraries with one sender share one token`() {
    var desk = Desk()
    let first = desk.phone()
    #expect(desk.register(fid: .max, path: .c2dm) == first)
  }

  @Test func `the change from token to FID ends the token unless old addresses live on`() {
    for (reading, code) in [
      (RegistrationRules.OldAddress.deadAtOnce, FCMCode.unregistered), (.alive, .ok),
    ] {
      var desk = Desk { $0.registration.oldAfterRotate.rule.value = Int64(reading.rawValue) }
      let token = desk.phone()
      let fid = desk.register(kind: .fid)
      #expect(desk.send(token).code == code)
      #expect(desk.send(fid).code == .ok)
    }
  }

  // MARK: Clones

  @Test func `of two phones with one FID the reading decides who gets messages`() {
    let cases: [(InstallationRules.ClonedFID, FCMCode, Bool)] = [
      (.lastWins, .unregistered, true), (.firstWins, .ok, false), (.alreadyUsed, .ok, false),
      (.bothReceive, .ok, true),
    ]
    for (reading, firstCode, secondHasAddress) in cases {
      var desk = Desk { $0.installations.cloneEffect.rule.value = Int64(reading.rawValue) }
      desk.link(0)
      desk.link(1)
      let first = desk.register(0, device: 0, kind: .fid, fid: 9)
      let second = desk.register(1, device: 1, kind: .fid, fid: 9)
      #expect(desk.send(first).code == firstCode, "\(reading)")
      #expect(second.isNone != secondHasAddress, "\(reading)")
      #expect(
        desk.notes(.registrationRefused).map(\.detail)
          == (secondHasAddress ? [] : [RegistrationError.fidAlreadyUsed.rawValue]))
    }
  }

  // MARK: Ending

  @Test func `an uninstalled app is found out by the delivery that finds no receiver`() {
    var desk = Desk()
    let address = desk.phone()
    desk.acknowledges = false
    #expect(desk.send(address).code == .ok)
    desk.report(desk.deliveries[0], .noReceiver)
    let answer = desk.send(address)
    #expect(answer.code == .unregistered)
    #expect(answer.code.status == 404)
    #expect(desk.notes(.addressEnded).last?.detail == 1)
  }

  @Test func `how long an uninstall stays hidden is a reading`() {
    let rules = Rulebook.documented.registration
    let cases: [(RegistrationRules.UninstallDelay, WritableKeyPath<RegistrationRules, Rule>)] = [
      (.minutes, \.uninstallMinutes), (.hours, \.uninstallHours),
      (.overADay, \.uninstallOverDay), (.expiryOnly, \.expireAfter),
    ]
    for (reading, rule) in cases {
      let documented = rules[keyPath: rule].duration
      for delay in [documented, documented * 2] {
        var desk = Desk {
          $0.registration.uninstallDelay.rule.value = Int64(reading.rawValue)
          $0.registration[keyPath: rule].value = delay.microseconds
        }
        let address = desk.phone()
        desk.acknowledges = false
        desk.send(address)
        desk.report(desk.deliveries[0], .noReceiver)
        desk.pass(delay - .seconds(1))
        #expect(desk.send(address).code == .ok, "\(reading)")
        desk.pass(.seconds(1))
        #expect(desk.send(address).code == .unregistered, "\(reading)")
      }
    }
  }

  @Test func `an unregistered address is dead at once or after five minutes`() {
    for (reading, code) in [
      (RegistrationRules.UnregisterEffect.atOnce, FCMCode.unregistered), (.delayed, .ok),
    ] {
      var desk = Desk { $0.registration.unregisterWhen.rule.value = Int64(reading.rawValue) }
      let address = desk.phone()
      desk.unregister(address)
      #expect(desk.send(address).code == code)
      desk.pass(.minutes(5))
      #expect(desk.send(address).code == .unregistered)
    }
  }

  @Test func `registering again after an unregister gives a new address or the same`() {
    for (reading, isSame) in [
      (RegistrationRules.AfterUnregister.newAddress, false), (.sameAddress, true),
    ] {
      var desk = Desk { $0.registration.unregisterSameId.rule.value = Int64(reading.rawValue) }
      let first = desk.phone()
      desk.unregister(first)
      let second = desk.register()
      #expect((second == first) == isSame)
      #expect(desk.send(second).code == .ok)
    }
  }

  @Test func `an address that was called dead works again only under the transient reading`() {
    for (reading, isSame) in [(RegistrationRules.Finality.final, false), (.transient, true)] {
      var desk = Desk { $0.registration.unregisteredFinal.rule.value = Int64(reading.rawValue) }
      let first = desk.phone()
      desk.acknowledges = false
      desk.send(first)
      desk.report(desk.deliveries[0], .noReceiver)
      #expect((desk.register() == first) == isSame)
    }
  }

  @Test func `a registration expires on the 270th day without a connection and not before`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(connected: false)
    desk.pass(.days(270) - .seconds(1))
    #expect(desk.isLive(address) == true)
    desk.pass(.seconds(1))
    #expect(desk.isLive(address) == false)
    let answer = desk.send(address)
    #expect(answer.code == .unregistered)
    #expect(answer.ruleKey == desk.rules.registration.expireAfter.key)
    desk.link()
    #expect(desk.register() != address)
  }

  @Test func `the answer after expiry is a reading`() {
    var desk = Desk {
      $0.registration.expireCode.rule.value = Int64(
        RegistrationRules.ExpiredCode.invalidArgument.rawValue)
    }
    let address = desk.phone()
    desk.link(connected: false)
    desk.pass(.days(271))
    #expect(desk.send(address).code == .invalidArgument)
  }

  @Test func `a phone that stays connected never expires`() {
    var desk = Desk()
    let address = desk.phone()
    desk.pass(.days(400))
    #expect(desk.send(address).code == .ok)
  }

  // MARK: Pending copies of the dead

  @Test func `what waits for a dead registration is dropped, or reaches whom the reading names`() {
    let cases: [(RegistrationRules.PendingOnDead, InstallID?)] = [
      (.dropped, nil), (.deliveredToOld, InstallID(0)), (.deliveredToNew, InstallID(1)),
    ]
    for (reading, receiver) in cases {
      var desk = Desk { $0.registration.pendingOnDead.rule.value = Int64(reading.rawValue) }
      let first = desk.phone()
      desk.link(connected: false)
      desk.send(first)
      desk.register(1, device: 0, slot: 0)
      desk.link()
      #expect(desk.deliveries.map(\.install) == (receiver.map { [$0] } ?? []), "\(reading)")
      if receiver == nil {
        #expect(desk.dropped(by: desk.rules.registration.pendingOnDead.key) == [0])
      }
    }
  }

  // MARK: Devices

  @Test func `clearing the data of play services ends every address unless the reading differs`() {
    for (reading, code) in [
      (TransportRules.ServicesDataCleared.allAddressesDead, FCMCode.unregistered),
      (.unaffected, .ok),
    ] {
      var desk = Desk { $0.transport.dataCleared.rule.value = Int64(reading.rawValue) }
      let first = desk.phone()
      let other = desk.register(1, device: 0, slot: 5)
      desk.step(.servicesCleared(DeviceID(0)))
      #expect(desk.send(first).code == code)
      #expect(desk.send(other).code == code)
    }
  }

  @Test func `an erased phone leaves an address that nobody answers for`() {
    var desk = Desk()
    let address = desk.phone()
    desk.step(.deviceErased(DeviceID(0)))
    desk.link()
    let second = desk.register(1, device: 0, slot: 0)
    #expect(desk.send(address).code == .ok)
    #expect(desk.messages(.stored) == [0])
    #expect(desk.send(second).code == .ok)
    desk.pass(.days(270))
    #expect(desk.send(address).code == .unregistered)
  }

  @Test func `a phone away for over a month is answered 200 and nothing is kept`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(connected: false)
    desk.pass(.days(30))
    desk.send(address)
    #expect(desk.notes(.dropped).isEmpty)
    desk.pass(.seconds(1))
    #expect(desk.send(address).code == .ok)
    #expect(desk.dropped(by: desk.rules.store.inactiveAfter.key) == [1])
    desk.link()
    #expect(desk.signals == 1)
  }

  @Test func `the signal after a long absence looks back four weeks`() {
    var desk = Desk()
    let address = desk.phone()
    desk.link(connected: false)
    desk.pass(.days(31))
    desk.send(address)
    desk.pass(.days(28) + .seconds(1))
    desk.link()
    #expect(desk.signals == 0)
  }
}
