import DeviceOS
import PushDomain
import Rulebook
import SimKernel
import Testing

/// How much deferred work an app may do, by its bucket and the edition of its phone.
@Suite struct JobQuotaTests {
  /// The word of a bucket in the ids of its rules.
  private static func word(_ bucket: StandbyBucket) -> String {
    bucket == .working ? "working-set" : "\(bucket)"
  }

  /// A phone whose app is in a bucket, two minutes after anybody used it.
  private func phone(api: UInt8, _ bucket: StandbyBucket, _ rules: Rulebook) -> Phone {
    var phone = Phone(api: api, rules)
    phone.makeReady()
    phone.app(.background)
    phone.app(.bucket(bucket))
    phone.pass(.minutes(2))
    return phone
  }

  /// Whether a job that is wanted now runs now; then it runs for so long.
  private func runs(
    _ phone: inout Phone, for span: SimDuration, expedited: Bool = false
  ) -> Bool {
    let before = phone.jobsTold
    phone.call(.enqueue(.upload, after: .zero, expedited: expedited))
    guard phone.jobsTold > before else { return false }
    phone.pass(span)
    phone.call(.jobEnded(.upload, retryAfter: nil))
    return true
  }

  /// Asserts that a job which is wanted and waits runs at an instant and not before.
  private func expectRun(_ phone: inout Phone, at instant: SimTime, _ about: String) {
    let before = phone.jobsTold
    phone.pass(until: instant - .milliseconds(1))
    #expect(phone.jobsTold == before, "\(about) runs too early")
    phone.pass(.milliseconds(1))
    #expect(phone.jobsTold == before + 1, "\(about) runs at \(instant)")
  }

  /// Asserts that so much work fills a window of such a length.
  private func expectQuota(
    time: SimDuration, window: SimDuration, expedited: Bool = false, _ phone: inout Phone,
    _ about: String
  ) {
    #expect(runs(&phone, for: time - .seconds(1), expedited: expedited))
    let began = phone.now
    #expect(runs(&phone, for: .seconds(1), expedited: expedited), "\(about) has a second left")
    #expect(!runs(&phone, for: .seconds(1), expedited: expedited), "\(about) has nothing left")
    expectRun(&phone, at: began + window, about)
  }

  /// The book with rules changed.
  private func book(_ changes: [(id: String, value: Int64)]) -> Rulebook {
    Rulebook(
      preset: .documented, overriding: changes.map { Override(RuleKey(text: $0.id), $0.value) })
  }

  private func value(_ id: String, _ rules: Rulebook = .documented) throws -> Int64 {
    try #require(rules.entry(named: id)).value
  }

  @Test(arguments: [StandbyBucket.active, .working, .frequent, .rare, .restricted])
  func `from android 16 each bucket has so much time of jobs in a window`(
    bucket: StandbyBucket
  ) throws {
    let time = "bucket.jobs.16.time.\(Self.word(bucket))"
    let window = "bucket.jobs.16.window.\(Self.word(bucket))"
    let manySessions = (id: "bucket.jobs.16.sessions.\(Self.word(bucket))", value: Int64(100))
    for changes in [[], [(time, try value(time) / 2)], [(window, try value(window) * 2)]] {
      let rules = book(changes + [manySessions])
      var phone = phone(api: 36, bucket, rules)
      expectQuota(
        time: .microseconds(try value(time, rules)),
        window: .microseconds(try value(window, rules)), &phone, "\(bucket)")
    }
  }

  @Test(arguments: [StandbyBucket.active, .working, .frequent, .rare, .restricted])
  func `from android 16 each bucket has so many sessions in a window`(
    bucket: StandbyBucket
  ) throws {
    let sessions = "bucket.jobs.16.sessions.\(Self.word(bucket))"
    let window = try value("bucket.jobs.16.window.\(Self.word(bucket))")
    for changes in [[], [(sessions, Int64(2))]] {
      let rules = book(changes)
      var phone = phone(api: 36, bucket, rules)
      #expect(runs(&phone, for: .seconds(1)))
      let began = phone.now
      for _ in 1..<(try value(sessions, rules)) { #expect(runs(&phone, for: .seconds(1))) }
      #expect(!runs(&phone, for: .seconds(1)))
      expectRun(&phone, at: began + .microseconds(window), "\(bucket)")
    }
  }

  @Test(arguments: [StandbyBucket.working, .frequent, .rare])
  func `up to android 15 ten minutes of jobs fill the window of a bucket`(
    bucket: StandbyBucket
  ) throws {
    let window = "bucket.jobs.table.\(Self.word(bucket))"
    let time = "bucket.jobs.table.time"
    for changes in [[], [(time, try value(time) / 2)], [(window, try value(window) * 2)]] {
      let rules = book(changes)
      var phone = phone(api: 35, bucket, rules)
      expectQuota(
        time: .microseconds(try value(time, rules)),
        window: .microseconds(try value(window, rules)), &phone, "\(bucket)")
    }
  }

  @Test(arguments: [StandbyBucket.active, .working, .frequent, .rare, .restricted, .exempt])
  func `expedited jobs of each bucket have so much time in a day`(bucket: StandbyBucket) throws {
    let time = "bucket.ej.\(Self.word(bucket))"
    for changes in [[], [(time, try value(time) * 2)]] {
      let rules = book(changes)
      var phone = phone(api: 36, bucket, rules)
      expectQuota(
        time: .microseconds(try value(time, rules)), window: .hours(24), expedited: true, &phone,
        "\(bucket)")
    }
  }

  @Test(arguments: [nil, Int64(2)])
  func `from android 16 jobs of one app have a cap over a day`(hours: Int64?) throws {
    let rules = book(
      hours.map { [("bucket.jobs.16.day-cap", SimDuration.hours($0).microseconds)] } ?? [])
    let cap = rules.jobs.jobDayCap.duration
    var phone = phone(api: 36, .active, rules)
    let each = rules.jobs.activeJobTime16.duration
    #expect(runs(&phone, for: each))
    let began = phone.now
    var worked = each
    while worked < cap {
      #expect(!runs(&phone, for: each))
      expectRun(&phone, at: phone.now + rules.jobs.activeJobWindow16.duration, "the next window")
      phone.pass(each)
      phone.call(.jobEnded(.upload, retryAfter: nil))
      worked = worked + each
    }
    #expect(!runs(&phone, for: each))
    expectRun(&phone, at: began + .hours(24), "a job of the next day")
  }

  @Test(arguments: [nil, SimDuration.minutes(1)])
  func `an expedited job is free during a pass and for a while after it`(
    grace: SimDuration?
  ) throws {
    let rules = book(grace.map { [("bucket.ej.grace.push", $0.microseconds)] } ?? [])
    var phone = phone(api: 36, .rare, rules)
    #expect(runs(&phone, for: rules.jobs.rareExpedited.duration, expedited: true))
    #expect(!runs(&phone, for: .zero, expedited: true))
    phone.call(.cancelJob(.upload))
    phone.deliver(1)
    phone.call(.handled(CopyID(rawValue: 1), displayed: false))
    let end =
      phone.now + rules.transport.allowlistDuration.duration
      + rules.jobs.expeditedAfterPass.duration
    phone.pass(until: end - .seconds(1))
    #expect(runs(&phone, for: .zero, expedited: true))
    phone.pass(until: end)
    #expect(!runs(&phone, for: .zero, expedited: true))
  }

  @Test(arguments: [nil, SimDuration.seconds(30)])
  func `an expedited job is free on top and for a while after`(grace: SimDuration?) throws {
    let rules = book(grace.map { [("bucket.ej.grace.top", $0.microseconds)] } ?? [])
    var phone = phone(api: 36, .rare, rules)
    #expect(runs(&phone, for: rules.jobs.rareExpedited.duration, expedited: true))
    phone.app(.open)
    phone.app(.background)
    phone.app(.bucket(.rare))
    let end = phone.now + rules.jobs.expeditedAfterTop.duration
    phone.pass(until: end - .seconds(1))
    #expect(runs(&phone, for: .zero, expedited: true))
    phone.pass(until: end)
    #expect(!runs(&phone, for: .zero, expedited: true))
  }

  @Test func `an expedited job that started free counts for nothing`() throws {
    var phone = phone(api: 36, .rare, .documented)
    phone.deliver(1)
    phone.call(.handled(CopyID(rawValue: 1), displayed: false))
    let time = Rulebook.documented.jobs.rareExpedited.duration
    #expect(runs(&phone, for: time, expedited: true))
    #expect(runs(&phone, for: time, expedited: true))
    #expect(!runs(&phone, for: .zero, expedited: true))
  }

  @Test(arguments: [(nil, false), (Int64(37), true)])
  func `jobs of an open app count from the edition of the rule`(
    level: Int64?, runsAgain: Bool
  ) throws {
    let rules = book(level.map { [("bucket.job-fgs16", $0)] } ?? [])
    var phone = phone(api: 36, .active, rules)
    phone.app(.open)
    #expect(runs(&phone, for: rules.jobs.activeJobTime16.duration))
    #expect(runs(&phone, for: .zero) == runsAgain)
  }

  @Test func `a charger takes the quota away, but not that of a restricted app`() throws {
    for (isOn, bucket, runsAgain) in [
      (Int64(1), StandbyBucket.rare, true), (1, .restricted, false), (0, .rare, false),
    ] {
      let rules = book([("bucket.charging", isOn)])
      var phone = phone(api: 36, bucket, rules)
      #expect(runs(&phone, for: rules.jobs.rareJobTime16.duration))
      #expect(!runs(&phone, for: .zero))
      phone.call(.cancelJob(.upload))
      phone.act(.charge(on: true))
      #expect(runs(&phone, for: .zero) == runsAgain)
    }
  }
}
