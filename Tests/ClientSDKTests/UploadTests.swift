import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import ClientSDK

struct UploadTests {
  @Test func `a login is uploaded at once with the session of the user`() {
    var phone = Phone()
    phone.act(.login(alice))
    #expect(phone.uploads.last?.user == alice)
    #expect(phone.uploads.last?.session.user == alice)
    #expect(phone.record.isUploaded)
  }

  @Test func `the hint that retires rows names the app in its profile and not the device alone`() {
    let plain = Phone()
    #expect(plain.uploads.last?.place == SlotID.none)
    let hinting = Phone(.published(with: .retireRowsOfSameDevice))
    #expect(hinting.uploads.last?.place == SlotID(0))
  }

  @Test func `the version that was sent is saved, not the latest`() {
    var phone = Phone()
    phone.answers = false
    phone.act(.login(alice))
    phone.act(.subscribe(NameID(2)))
    phone.answerLastUpload()
    #expect(!phone.record.isUploaded)
    #expect(phone.uploads.count == 3)
    #expect(phone.uploads.last?.topics == TopicSet(NameID(2)))
  }

  @Test func `a design that saves the latest version loses a change made meanwhile`() {
    var phone = Phone(.published(without: .saveVersionSent))
    phone.answers = false
    phone.act(.login(alice))
    phone.act(.subscribe(NameID(2)))
    let count = phone.uploads.count
    phone.answerLastUpload()
    #expect(phone.record.isUploaded)
    phone.tell(.job(phone.who, .upload, phone.around))
    #expect(phone.uploads.count == count)
  }

  @Test(arguments: [408, 429, 500, 503] as [UInt16])
  func `a temporary refusal is tried again`(status: UInt16) {
    var phone = Phone()
    phone.status = status
    phone.act(.login(alice))
    #expect(!phone.record.isUploaded)
    phone.status = 200
    phone.pass(.seconds(31))
    #expect(phone.record.isUploaded)
  }

  @Test func `Retry-After is the wait that the job asks for`() {
    var phone = Phone()
    phone.answers = false
    phone.act(.login(alice))
    var answer = APIAnswer(429)
    answer.retryAfterSeconds = 120
    phone.hear(
      .uploadAnswer(install: phone.who, version: phone.record.localVersion, answer))
    #expect(
      phone.calls.contains {
        if case .jobEnded(.upload, .some(.seconds(120))) = $0 { true } else { false }
      })
  }

  @Test func `a change does not cut the wait short that the server asked for`() {
    var phone = Phone()
    phone.answers = false
    phone.act(.login(alice))
    let count = phone.uploads.count
    var answer = APIAnswer(429)
    answer.retryAfterSeconds = 120
    let version = phone.record.localVersion
    phone.hear(.uploadAnswer(install: phone.who, version: version, answer))
    phone.act(.subscribe(NameID(2)))
    phone.pass(.seconds(119))
    #expect(phone.uploads.count == count)
    phone.pass(.seconds(2))
    #expect(phone.uploads.count == count + 1)
    #expect(phone.uploads.last?.topics == TopicSet(NameID(2)))
    #expect(phone.facts(.retried).allSatisfy { $0.detail == 1 })
  }

  @Test func `two changes at one instant enqueue one job`() {
    var phone = Phone()
    phone.die()
    phone.goOffline()
    let jobs = phone.calls.count { if case .enqueue(.upload, _, _) = $0 { true } else { false } }
    phone.open()
    phone.act(.login(alice))
    phone.act(.subscribe(NameID(2)))
    let more = phone.calls.count { if case .enqueue(.upload, _, _) = $0 { true } else { false } }
    #expect(more == jobs + 1)
    phone.goOnline()
    #expect(phone.record.isUploaded)
  }

  @Test func `another refusal is final until something changes`() {
    var phone = Phone()
    phone.status = 400
    phone.act(.login(alice))
    let count = phone.uploads.count
    #expect(phone.facts(.uploadGivenUp).count == 1)
    phone.die()
    phone.open()
    phone.pass(.hours(1))
    #expect(phone.uploads.count == count)
    phone.status = 200
    phone.act(.subscribe(NameID(2)))
    #expect(phone.record.isUploaded)
    #expect(phone.uploads.last?.user == alice)
  }

  @Test func `a design that does not stop repeats a refused upload`() {
    var phone = Phone(.published(without: .stopOn4xx))
    phone.status = 400
    phone.act(.login(alice))
    let count = phone.uploads.count
    phone.pass(.seconds(31))
    #expect(phone.uploads.count == count + 1)
    #expect(phone.facts(.uploadGivenUp).isEmpty)
    #expect(phone.facts(.retried).map(\.detail) == [0])
  }

  @Test func `without a retry a lost upload stays lost`() {
    var phone = Phone(.published(without: .outboxRetry))
    phone.goOffline()
    phone.act(.login(alice))
    phone.tell(.job(phone.who, .upload, phone.around))
    phone.goOnline()
    phone.die()
    phone.open()
    #expect(!phone.record.isUploaded)
  }

  @Test func `a change offline leaves when the network comes back`() {
    var phone = Phone()
    phone.goOffline()
    phone.act(.login(alice))
    #expect(!phone.record.isUploaded)
    phone.goOnline()
    #expect(phone.uploads.last?.user == alice)
    #expect(phone.record.isUploaded)
  }

  @Test func `a late answer to an older version does not move anything back`() {
    var phone = Phone()
    phone.act(.login(alice))
    let version = phone.record.uploadedVersion
    phone.hear(.uploadAnswer(install: phone.who, version: 1, APIAnswer(200)))
    #expect(phone.record.uploadedVersion == version)
  }

  @Test func `without a stable id the address is the key of the row`() {
    var phone = Phone(.published(without: .stableInstallID))
    let first = phone.uploads.last?.installKey
    phone.die()
    phone.nextAddress = 101
    phone.pass(.days(8))
    phone.open()
    #expect(phone.uploads.last?.installKey != first)
  }

  @Test func `withdrawn consent parks uploads but not the unlink`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.act(.consent(false))
    phone.act(.subscribe(NameID(2)))
    #expect(phone.uploads.last?.topics == [])
    phone.act(.logout)
    #expect(phone.uploads.last?.user == UserID.none)
  }

  @Test func `one guard for all uploads parks the unlink for ever`() {
    let rules = book { $0.client.consentGuard.rule.value = 1 }
    var phone = Phone(.published, rules)
    phone.act(.login(alice))
    phone.act(.consent(false))
    phone.act(.logout)
    phone.pass(.days(1))
    #expect(phone.uploads.last?.user == alice)
    var hardened = Phone(.published(with: .unlinkIgnoresConsent), rules)
    hardened.act(.login(alice))
    hardened.act(.consent(false))
    hardened.act(.logout)
    #expect(hardened.uploads.last?.user == UserID.none)
  }

  @Test func `an erased install uploads nothing until somebody logs in`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.act(.eraseMe)
    let count = phone.uploads.count
    phone.act(.subscribe(NameID(2)))
    phone.die()
    phone.open()
    #expect(phone.uploads.count == count)
    phone.act(.login(bob))
    #expect(phone.uploads.last?.user == bob)
  }

  @Test func `a server that does not know the install is told everything again`() {
    var plain = Phone()
    var told = Phone(.published(with: .serverTellsUnknownInstall))
    plain.act(.login(alice))
    told.act(.login(alice))
    let counts = (plain.uploads.count, told.uploads.count)
    let answer = SyncAnswer(
      install: plain.who, user: alice, after: .none, through: .none, answer: APIAnswer(404),
      purpose: .foreground)
    plain.hear(.syncAnswer(answer))
    told.hear(.syncAnswer(answer))
    #expect(plain.uploads.count == counts.0)
    #expect(told.uploads.count == counts.1 + 1)
  }

  @Test func `the record follows the permission at each foreground`() {
    var phone = Phone()
    phone.act(.login(alice))
    phone.leave()
    phone.around.canNotify = false
    phone.around.isForeground = true
    phone.tell(.foreground(phone.who, phone.around))
    #expect(phone.uploads.last?.isEnabled == false)
    var blind = Phone(.published(without: .readPermissionAtForeground))
    blind.act(.login(alice))
    blind.around.canNotify = false
    blind.tell(.foreground(blind.who, blind.around))
    #expect(blind.uploads.last?.isEnabled == true)
  }

  @Test func `the SDK prompts by itself only without the defence`() {
    let calm = Phone()
    let pushy = Phone(.published(without: .neverPrompt))
    #expect(
      !calm.calls.contains { if case .askPermission(byHost: false) = $0 { true } else { false } })
    #expect(
      pushy.calls.contains { if case .askPermission(byHost: false) = $0 { true } else { false } })
  }

  @Test(arguments: [Design.published, .published(with: .uploadOnZoneChange)])
  func `a new zone is told at the next return or start only where the design looks`(
    design: Design
  ) {
    var phone = Phone(design)
    phone.act(.login(alice))
    let zone = ZoneID(rawValue: 3)
    let looks = design.has(.uploadOnZoneChange)
    phone.leave()
    let before = phone.uploads.count
    phone.around.zone = zone
    phone.comeBack()
    #expect(phone.uploads.count == before + (looks ? 1 : 0))
    #expect((phone.uploads.last?.zone == zone) == looks)
    phone.leave()
    phone.comeBack()
    #expect(phone.uploads.count == before + (looks ? 1 : 0))
    phone.die()
    phone.around.zone = .universal
    phone.start(.push)
    phone.runJobs()
    #expect(phone.uploads.count == before + (looks ? 2 : 0))
    #expect(phone.record.isUploaded)
  }
}
