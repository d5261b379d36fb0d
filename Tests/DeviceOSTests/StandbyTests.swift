import DeviceOS
import PushDomain
import Rulebook
import SimKernel
import Testing

/// Buckets by use, and what the system takes from apps nobody uses.
@Suite struct StandbyTests {
  private func bucket(_ phone: borrowing Phone) -> StandbyBucket {
    phone.bucket
  }

  private func left(api: UInt8 = 35) -> Phone {
    var phone = Phone(api: api)
    phone.makeReady()
    phone.app(.background)
    return phone
  }

  @Test(arguments: [
    (SimDuration.hours(12), StandbyBucket.active, StandbyBucket.working),
    (.hours(24), .working, .frequent), (.hours(48), .frequent, .rare),
    (.days(8), .rare, .restricted),
  ])
  func `an unused app falls at its edge`(
    _ age: SimDuration, _ before: StandbyBucket, _ after: StandbyBucket
  ) {
    var phone = left()
    phone.pass(age - .seconds(1))
    #expect(bucket(phone) == before)
    phone.pass(.seconds(1))
    #expect(bucket(phone) == after)
  }

  @Test func `android 12 restricts after forty-five days and android 11 never`() {
    for (api, after) in [(UInt8(31), StandbyBucket.restricted), (30, .rare)] {
      var phone = left(api: api)
      phone.pass(.days(45) - .seconds(1))
      #expect(bucket(phone) == .rare)
      phone.pass(.seconds(1))
      #expect(bucket(phone) == after)
    }
  }

  @Test(arguments: [
    (StandbyBucket.frequent, SimDuration.hours(24), StandbyBucket.working),
    (.rare, .hours(48), .frequent), (.restricted, .days(8), .rare),
  ])
  func `an app falls into a bucket only after so much time with the screen on`(
    _ bucket: StandbyBucket, _ age: SimDuration, _ before: StandbyBucket
  ) throws {
    let id = "bucket.thresholds.\(bucket).screen"
    let documented = try #require(Rulebook.documented.entry(named: id)).duration
    for screen in [documented, documented - .minutes(30)] {
      var phone = Phone(book(id, screen.microseconds))
      phone.makeReady()
      phone.app(.background)
      phone.act(.screen(on: false))
      phone.pass(age)
      phone.act(.unlock)
      phone.pass(screen - .seconds(1))
      #expect(phone.bucket == before, "\(screen)")
      phone.pass(.seconds(1))
      #expect(phone.bucket == bucket, "\(screen)")
    }
  }

  @Test func `a tap makes an app active, a seen notification a working one`() {
    var phone = left()
    phone.post(1)
    phone.pass(.days(5))
    #expect(bucket(phone) == .rare)
    phone.deliver(1)
    phone.post(2)
    #expect(bucket(phone) == .working)
    phone.pass(.hours(12))
    #expect(bucket(phone) == .rare)
    phone.app(.tap(.none))
    #expect(bucket(phone) == .active)
  }

  @Test func `an app that was never opened is in the bucket never`() {
    var phone = Phone()
    phone.install()
    #expect(bucket(phone) == .never)
  }

  @Test func `a bucket of the story holds until the next use`() {
    var phone = left()
    phone.app(.bucket(.rare))
    #expect(bucket(phone) == .rare)
    phone.app(.open)
    #expect(bucket(phone) == .active)
  }

  @Test func `fcm hears of buckets up to android 12 only`() {
    var old = left(api: 32)
    old.app(.bucket(.frequent))
    #expect(old.buckets.last == .frequent)
    var new = left(api: 33)
    new.app(.bucket(.frequent))
    #expect(new.buckets.isEmpty)
  }

  @Test func `fcm hears that a charger takes the limits of buckets away`() {
    for isOn in [true, false] {
      var phone = Phone(api: 32, book("bucket.charging", isOn ? 1 : 0))
      phone.makeReady()
      phone.act(.charge(on: true))
      #expect(phone.freedByCharging == isOn)
    }
  }

  @Test func `an app unused for ninety days hibernates when a message comes`() {
    var phone = left()
    phone.pass(.days(90) - .seconds(1))
    phone.deliver(1)
    #expect(phone.reports == [.received])
    phone.pass(.seconds(1))
    phone.deliver(2)
    #expect(phone.reports == [.received, .barred])
    #expect(phone.canNotify == false)
    phone.app(.open)
    #expect(phone.ready.last == phone.install)
    #expect(phone.canNotify == false)
  }

  @Test func `apps of a work profile never hibernate`() {
    var phone = Phone()
    let work = phone.state.addSlot(on: phone.device, profile: 1)
    phone.install(in: work)
    phone.feed(.app(work, InstallID(rawValue: 0), .open))
    phone.feed(.app(work, InstallID(rawValue: 0), .hibernate))
    #expect(phone.mistakes == [.notSupportedHere])
  }

  @Test func `the other reading drops what comes for a restricted app`() {
    for (rules, told) in [(0, 1), (1, 0)] {
      var phone = Phone(book("bg.user-restricted", Int64(rules)))
      phone.makeReady()
      phone.app(.battery(.restricted))
      phone.app(.background)
      phone.deliver(1)
      #expect(phone.messagesTold == told)
      #expect(phone.count(.dropped) == 1 - told)
    }
  }
}
