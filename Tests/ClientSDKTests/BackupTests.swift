import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import ClientSDK

struct BackupTests {
  /// A phone with a message in its inbox, and a second install restored from its backup.
  private func restored(_ design: Design, choose action: HostAction? = nil) -> Twin {
    var phone = Phone(design)
    if let action { phone.choose(action) }
    phone.act(.login(alice))
    phone.receive(message(1))
    phone.die(.backup)
    phone.tell(.backedUp(phone.who))
    let twin = InstallID(1)
    phone.tell(.restored(twin, SlotID(1), from: phone.who))
    return Twin(
      old: phone.record, new: phone.state.record(of: twin) ?? phone.record,
      inbox: phone.state.inboxCount(of: twin),
      isClone: phone.state.installationID(of: twin) == phone.state.installationID(of: phone.who),
      stored: phone.state.libraryAddress(of: twin),
      isListed: phone.state.hasBackup(of: phone.who))
  }

  private struct Twin {
    var old: DeviceRegistration
    var new: DeviceRegistration
    var inbox: Int
    var isClone: Bool
    var stored: AddressID
    var isListed: Bool
  }

  @Test func `a restored phone carries the id, the user and the inbox`() {
    let twin = restored(.published)
    #expect(twin.isListed)
    #expect(twin.new.key == twin.old.key)
    #expect(twin.new.user == alice)
    #expect(twin.inbox == 1)
  }

  @Test func `an id that is bound to the device does not travel`() {
    let twin = restored(.published(with: .deviceBoundInstallID))
    #expect(twin.new.key != twin.old.key)
    #expect(twin.new.user.isNone)
    #expect(twin.new.uploadedVersion == 0)
  }

  @Test func `an inbox outside the backup does not travel`() {
    #expect(restored(.published(with: .inboxNotBackedUp)).inbox == 0)
    #expect(restored(.published, choose: .storage(.inbox, .noBackup)).inbox == 0)
  }

  @Test func `the address goes where the record goes, unless the host keeps it elsewhere`() {
    #expect(restored(.published).new.address == AddressID(rawValue: 100))
    #expect(restored(.published, choose: .storage(.address, .noBackup)).new.address.isNone)
    let bound = Design.published(with: .deviceBoundInstallID)
    #expect(restored(bound).new.address.isNone)
    let twin = restored(bound, choose: .storage(.address, .backedUp))
    #expect(twin.new.address == twin.old.address)
    #expect(twin.new.key != twin.old.key)
  }

  @Test(arguments: [StorageClass.backedUp, .noBackup])
  func `a session in the backup logs its person in on the other phone`(_ place: StorageClass) {
    var phone = Phone()
    phone.choose(.storage(.session, place))
    phone.act(.login(alice))
    phone.tell(.backedUp(phone.who))
    let twin = InstallID(1)
    phone.tell(.restored(twin, SlotID(1), from: phone.who))
    let travels = place == .backedUp
    #expect(phone.state.person(on: twin) == (travels ? alice : .none))
    #expect(phone.facts(.signedIn).map(\.install.rawValue) == (travels ? [0, 1] : [0]))
    let session = phone.client.session(twin, &phone.state, at: phone.context.now)
    #expect(session == (travels ? phone.uploads.last?.session : Session.none))
  }

  @Test func `the library's store is empty after a restore`() {
    #expect(restored(.published).stored.isNone)
  }

  @Test func `only files of an older library clone the FID`() {
    #expect(!restored(.published).isClone)
    #expect(restored(.published, choose: .storage(.fid, .backedUp)).isClone)
  }

  @Test func `the library of a restored phone asks for an address of its own`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.die(.backup)
    phone.tell(.backedUp(phone.who))
    let twin = InstallID(1)
    phone.tell(.restored(twin, SlotID(1), from: phone.who))
    phone.tell(.processStarted(twin, phone.around))
    #expect(phone.requests.last?.install == twin)
  }

  @Test func `a restored record is refused for want of a session until somebody logs in`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.die(.backup)
    phone.tell(.backedUp(phone.who))
    phone.tell(.uninstalled(phone.who))
    phone.tell(.restored(phone.who, SlotID(1), from: phone.who))
    phone.status = 401
    phone.nextAddress = 101
    phone.open()
    #expect(phone.uploads.last?.session == Session.none)
    #expect(!phone.record.isUploaded)
    phone.status = 200
    phone.act(.login(alice))
    #expect(phone.uploads.last?.address == AddressID(101))
    #expect(phone.record.isUploaded)
  }

  @Test func `a snapshot goes its own way`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.receive(message(1))
    let copy = phone.state.copy()
    phone.act(.logout)
    let (user, count) = (copy.record(of: phone.who)?.user, copy.inboxCount(of: phone.who))
    #expect(user == alice)
    #expect(count == 1)
    #expect(phone.record.user.isNone)
  }
}

struct C2DMTests {
  private func answer(_ address: UInt32, _ error: RegistrationError = .none) -> RegisterAnswer {
    RegisterAnswer(
      address: AddressID(rawValue: address), kind: .token, error: error, path: .c2dm)
  }

  /// A phone whose app has no library, waiting for an answer.
  private func waiting(_ design: Design = .published, _ rules: Rulebook = .documented) -> Phone {
    var phone = Phone(design, rules, opened: false)
    phone.choose(.autoInit(false))
    phone.open()
    phone.choose(.c2dmRegister)
    return phone
  }

  @Test func `the answer by broadcast becomes the address`() {
    var phone = waiting()
    #expect(phone.requests.last?.path == .c2dm)
    phone.tell(.registration(phone.who, answer(7), forged: false))
    #expect(phone.record.address == AddressID(7))
    #expect(phone.uploads.last?.address == AddressID(7))
  }

  @Test func `an error is looked at before the address`() {
    var phone = waiting()
    phone.tell(.registration(phone.who, answer(7, .serviceNotAvailable), forged: false))
    #expect(phone.record.address != AddressID(7))
    #expect(phone.state.awaitsRegistration(phone.who) == false)
  }

  @Test(arguments: RegistrationError.allCases)
  func `only the error of an absent service is worth another request`(error: RegistrationError) {
    guard error != .none else { return }
    var phone = waiting()
    let before = phone.requests.count
    phone.tell(.registration(phone.who, answer(.max, error), forged: false))
    phone.pass(.days(1))
    #expect(phone.requests.count - before == (error == .serviceNotAvailable ? 1 : 0))
  }

  @Test func `a request without an answer waits for ever, or until its time-out`() {
    var patient = waiting()
    patient.pass(.days(1))
    #expect(patient.state.awaitsRegistration(patient.who) == true)
    var careful = waiting(.published(with: .registrationTimeout))
    careful.pass(.seconds(40))
    #expect(careful.state.awaitsRegistration(careful.who) == false)
    #expect(careful.facts(.registrationRefused).count == 1)
    careful.pass(.seconds(30))
    #expect(careful.state.awaitsRegistration(careful.who) == true)
  }

  @Test func `a forged answer is believed unless replies are checked`() {
    var naive = waiting()
    naive.tell(.registration(naive.who, answer(.max), forged: true))
    #expect(naive.record.address == PushClient.foreignAddress)
    var careful = waiting(.published(with: .registrationReplyCheck))
    careful.tell(.registration(careful.who, answer(.max), forged: true))
    #expect(careful.record.address != PushClient.foreignAddress)
    careful.tell(.registration(careful.who, answer(7), forged: false))
    #expect(careful.record.address == AddressID(7))
  }

  @Test func `a refresh that nobody asked for is heard only by a listener in the manifest`() {
    var deaf = waiting()
    deaf.tell(.registration(deaf.who, answer(7), forged: false))
    deaf.tell(.registration(deaf.who, answer(8), forged: false))
    #expect(deaf.record.address == AddressID(7))
    let rules = book { $0.client.unaskedRegistration.rule.value = 1 }
    var listening = waiting(.published, rules)
    listening.tell(.registration(listening.who, answer(7), forged: false))
    listening.tell(.registration(listening.who, answer(8), forged: false))
    #expect(listening.record.address == AddressID(8))
  }

  @Test func `an app without the library gets messages by its own receiver`() {
    var phone = waiting()
    phone.act(.login(alice))
    phone.leave()
    phone.receive(message(1, for: alice, .notification))
    #expect(phone.facts(.handed).last?.detail == HandOver.receiver.rawValue)
    #expect(phone.posts.map(\.author) == [.sdk])
  }

  @Test func `without play services nobody is asked`() {
    var phone = Phone(opened: false)
    phone.around.playServices = 0
    phone.choose(.autoInit(false))
    phone.choose(.c2dmRegister)
    #expect(phone.requests.isEmpty)
    #expect(
      phone.facts(.registrationRefused).first?.detail
        == RegistrationError.missingPlayServices.rawValue)
  }
}
