import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import ClientSDK

struct AddressTests {
  @Test func `a first start asks for an address and uploads it`() {
    let phone = Phone()
    #expect(phone.requests.count == 1)
    #expect(phone.record.address == AddressID(100))
    #expect(phone.record.isUploaded)
    #expect(phone.uploads.last?.address == AddressID(100))
  }

  @Test func `a start with a fresh stored token asks nobody and uploads nothing`() {
    var phone = Phone()
    let uploads = phone.uploads.count
    phone.die()
    phone.open()
    #expect(phone.requests.count == 1)
    #expect(phone.uploads.count == uploads)
  }

  @Test func `the library asks again after seven days, and a new token is uploaded`() {
    var phone = Phone()
    phone.die()
    phone.nextAddress = 101
    phone.pass(.days(8))
    phone.open()
    #expect(phone.requests.count == 2)
    #expect(phone.record.address == AddressID(101))
    #expect(phone.uploads.last?.address == AddressID(101))
    #expect(phone.uploads.last?.installKey == phone.uploads.first?.installKey)
  }

  @Test func `a wall clock that was set back keeps an old token`() {
    var phone = Phone()
    phone.die()
    phone.around.clockOffsetSeconds = -30 * 86_400
    phone.pass(.days(8))
    phone.open()
    #expect(phone.requests.count == 1)
  }

  @Test func `another version of the app makes the library ask again`() {
    var phone = Phone()
    phone.die(.updated)
    phone.tell(.updated(phone.who, sdk: 2, project: nil))
    phone.start(.user)
    #expect(phone.requests.count == 2)
    #expect(phone.state.rows[phone.who].sdk == 2)
  }

  @Test func `an upload that is older than the refresh age is repeated at a start`() {
    var phone = Phone()
    let uploads = phone.uploads.count
    phone.die()
    phone.pass(.days(31))
    phone.start(.push)
    phone.runJobs()
    #expect(phone.uploads.count == uploads + 1)
    #expect(phone.record.isUploaded)
  }

  @Test func `without a refresh age an old upload is good for ever`() {
    var phone = Phone(.published(without: .refreshAge))
    let uploads = phone.uploads.count
    phone.die()
    phone.pass(.days(31))
    phone.open()
    #expect(phone.uploads.count == uploads)
  }

  @Test func `a push refreshes an old upload only where the design says so`() {
    var plain = Phone()
    var refreshing = Phone(.published(with: .refreshOnReceive))
    for days in [8] {
      plain.act(.login(alice))
      refreshing.act(.login(alice))
      plain.pass(.days(Int64(days)))
      refreshing.pass(.days(Int64(days)))
    }
    let counts = (plain.uploads.count, refreshing.uploads.count)
    plain.receive(message(1))
    refreshing.receive(message(1))
    #expect(plain.uploads.count == counts.0)
    #expect(refreshing.uploads.count == counts.1 + 1)
  }

  /// Under this book the SDK knows FIDs.
  private static let knowsFIDs = book { $0.guide.addressUsed.rule.value = 1 }

  @Test func `an SDK that asks for tokens gets no address in FID mode and is told why`() {
    var phone = Phone(opened: false)
    phone.choose(.fidMode(true))
    phone.open()
    #expect(phone.state.libraryAddress(of: phone.who) == AddressID(100))
    #expect(phone.record.address.isNone)
    #expect(
      phone.facts(.registrationRefused).map(\.rule) == [
        Rulebook.documented.messaging.fidNoNewToken.key
      ])
    phone.choose(.deleteToken)
    #expect(phone.facts(.registrationRefused).count == 2)
    #expect(phone.state.libraryAddress(of: phone.who) == AddressID(100))
  }

  @Test(arguments: RegistrationError.allCases.dropFirst())
  func `the library repeats a request by itself after two errors alone`(error: RegistrationError) {
    var phone = Phone(opened: false)
    phone.registrationErrors = [error]
    phone.open()
    phone.pass(.minutes(1))
    let asksAgain = [.serviceNotAvailable, .internalServerError, .fidAlreadyUsed].contains(error)
    #expect(phone.requests.count == (asksAgain ? 2 : 1))
  }

  @Test func `after a bad configuration a process asks no more for a day, and a new one at once`() {
    var phone = Phone(opened: false)
    phone.registrationErrors = [.fisAuthError, .fisAuthError]
    phone.open()
    phone.pass(.hours(23))
    phone.choose(.register)
    #expect(phone.requests.count == 1)
    #expect(
      phone.facts(.registrationRefused).last?.rule
        == Rulebook.documented.installations.badConfig.key)
    phone.pass(.hours(2))
    phone.choose(.register)
    #expect(phone.requests.count == 2)
    phone.die()
    phone.open()
    #expect(phone.record.address == AddressID(100))
  }

  @Test func `with FIDs the SDK waits for the callback that the host forwards`() {
    var phone = Phone(.published, Self.knowsFIDs, opened: false)
    phone.choose(.fidMode(true))
    phone.open()
    #expect(phone.record.kind == .fid)
    #expect(phone.uploads.last?.addressKind == .fid)
  }

  @Test func `a host that forgets to forward leaves a FID unheard`() {
    var phone = Phone(.published, Self.knowsFIDs, opened: false)
    phone.choose(.fidMode(true))
    phone.choose(.forward(false))
    phone.open()
    #expect(phone.state.libraryAddress(of: phone.who) == AddressID(100))
    #expect(phone.record.address.isNone)
  }

  @Test func `a library older than the flag stays with tokens`() {
    var phone = Phone(opened: false)
    var profile = DeviceProfile()
    profile.library = 24_0000
    phone.state.describe(SlotID(0), profile)
    phone.choose(.fidMode(true))
    phone.open()
    #expect(phone.record.kind == .token)
  }

  @Test func `a FID that another device uses is renewed and tried once more`() {
    var phone = Phone(.published, Self.knowsFIDs, opened: false)
    phone.choose(.fidMode(true))
    phone.registrationErrors = [.fidAlreadyUsed]
    let old = phone.state.installationID(of: phone.who)
    phone.open()
    #expect(phone.requests.count == 2)
    #expect(phone.state.installationID(of: phone.who) != old)
    #expect(phone.record.address == AddressID(100))
  }

  @Test(arguments: [Int64(0), 1])
  func `a library that renews no FID gives up at the first refusal`(renewals: Int64) {
    var phone = Phone(
      .published,
      book {
        $0.messaging.fidAlreadyUsed.value = renewals
        $0.guide.addressUsed.rule.value = 1
      }, opened: false)
    phone.choose(.fidMode(true))
    phone.registrationErrors = [.fidAlreadyUsed]
    phone.open()
    #expect(phone.requests.count == 1 + Int(renewals))
    #expect(phone.record.address.isNone == (renewals == 0))
  }

  @Test func `which address a host registers with is a reading until the host says`() {
    for answer in GuideQuestions.AddressChoice.allCases {
      for (choice, kind) in [
        (nil, answer == .fid ? AddressKind.fid : .token), (true, .fid), (false, .token),
      ] as [(Bool?, AddressKind)] {
        var phone = Phone(
          .published, book { $0.guide.addressUsed.rule.value = Int64(answer.rawValue) },
          opened: false)
        if let choice { phone.choose(.fidMode(choice)) }
        phone.open()
        #expect(phone.requests.map(\.kind) == [kind])
      }
    }
  }

  @Test func `a second refusal of the FID is not tried again`() {
    var phone = Phone(.published, Self.knowsFIDs, opened: false)
    phone.choose(.fidMode(true))
    phone.registrationErrors = [.fidAlreadyUsed, .fidAlreadyUsed, .none]
    phone.open()
    #expect(phone.requests.count == 2)
    #expect(phone.record.address.isNone)
  }

  @Test func `read by its source the library does not repeat a failed registration before a start`()
  {
    let rules = book { $0.messaging.retryBroken.rule.value = 1 }
    var phone = Phone(.published, rules, opened: false)
    phone.registrationErrors = [.serviceNotAvailable]
    phone.open()
    phone.pass(.hours(9))
    #expect(phone.requests.count == 1)
    phone.die()
    phone.open()
    #expect(phone.requests.count == 2)
    #expect(phone.record.address == AddressID(100))
  }

  @Test func `the library repeats a failed registration by its schedule`() {
    var phone = Phone(opened: false)
    phone.registrationErrors = [.serviceNotAvailable, .internalServerError]
    phone.open()
    phone.pass(.seconds(29))
    #expect(phone.requests.count == 1)
    phone.pass(.seconds(2))
    #expect(phone.requests.count == 2)
    phone.pass(.seconds(61))
    #expect(phone.requests.count == 3)
    #expect(phone.record.address == AddressID(100))
  }

  @Test func `a start without a network registers when the network comes`() {
    var phone = Phone(opened: false)
    phone.goOffline()
    phone.open()
    #expect(phone.requests.isEmpty)
    phone.goOnline()
    phone.runJobs()
    #expect(phone.record.address == AddressID(100))
    #expect(phone.record.isUploaded)
  }

  @Test func `without play services nobody asks`() {
    var phone = Phone(opened: false)
    phone.around.playServices = 0
    phone.open()
    #expect(phone.requests.isEmpty)
  }

  @Test func `after deleteToken the next start registers again`() {
    var phone = Phone()
    phone.nextAddress = 101
    phone.choose(.deleteToken)
    #expect(phone.state.libraryAddress(of: phone.who).isNone)
    phone.die()
    phone.open()
    #expect(phone.record.address == AddressID(101))
  }

  @Test func `an unregister that nobody answers keeps the local record`() {
    var phone = Phone()
    phone.goOffline()
    phone.choose(.deleteToken)
    #expect(phone.state.libraryAddress(of: phone.who) == AddressID(100))
  }

  @Test func `topic calls leave one after another and are repeated`() {
    var phone = Phone()
    phone.status = 503
    phone.choose(.topic(NameID(2), subscribe: true))
    phone.choose(.topic(NameID(3), subscribe: true))
    let first = phone.sent.filter { if case .topic = $0 { true } else { false } }
    #expect(first.count == 1)
    phone.status = 200
    phone.pass(.seconds(31))
    let all = phone.sent.filter { if case .topic = $0 { true } else { false } }
    #expect(all.count == 3)
  }

  @Test(arguments: [UInt16(429), 400])
  func `a refused topic call stays first and stops the queue until the next call`(
    status: UInt16
  ) {
    var phone = Phone()
    phone.status = status
    phone.choose(.topic(NameID(2), subscribe: true))
    phone.pass(.days(1))
    #expect(phone.topicCalls == [NameID(2)])
    #expect(phone.facts(.topicRefused).map(\.rule) == [phone.client.rules.topics.clientStop.key])
    phone.choose(.topic(NameID(3), subscribe: true))
    phone.pass(.days(1))
    #expect(phone.topicCalls == [NameID(2), NameID(2)])
    phone.status = 200
    phone.die()
    phone.open()
    #expect(phone.topicCalls == [NameID(2), NameID(2), NameID(2), NameID(3)])
  }

  @Test func `an app in another project asks for an address of that project`() throws {
    var phone = Phone()
    phone.nextAddress = 200
    let old = try #require(phone.requests.last)
    phone.die(.updated)
    phone.tell(.updated(phone.who, sdk: 0, project: .new))
    phone.open()
    let new = try #require(phone.requests.last)
    #expect([old.sender, new.sender] == [0, UInt16(Project.new.rawValue)])
    #expect(new.fid != old.fid)
    #expect(phone.record.address == AddressID(200))
  }

  @Test func `an idle install takes 76 bytes`() {
    #expect(MemoryLayout<ClientRow>.stride == 76)
  }
}
