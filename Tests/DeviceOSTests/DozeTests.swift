import DeviceOS
import PushDomain
import Rulebook
import SimKernel
import Testing

/// When a phone sleeps, how it wakes, and what an idle night costs.
@Suite struct DozeTests {
  /// A phone on a table, with its app in the background, whose screen just went off.
  private func asleep(
    api: UInt8 = 35, _ rules: Rulebook = .documented,
    _ change: (inout DeviceProfile) -> Void = { _ in }
  ) -> Phone {
    var phone = Phone(api: api, rules, change)
    phone.makeReady()
    phone.app(.background)
    phone.act(.screen(on: false))
    return phone
  }

  @Test(arguments: [Preset.documented, .small])
  func `the closed form agrees with stepping through every alarm`(_ preset: Preset) {
    let rules = Rulebook(preset: preset)
    var phone = asleep(rules)
    var oracle = DozeOracle(
      rules, screenOffAt: phone.now, lightEntry: rules.doze.lightEnter14.duration)
    for _ in 0..<20_000 {
      phone.pass(.milliseconds(7_331))
      oracle.advance(to: phone.now)
      let phase = phone.phase
      #expect(phase == oracle.phase, "at \(phone.now)")
      if phase != oracle.phase { return }
    }
  }

  @Test(arguments: [
    (UInt8(30), "doze.light.enter.11"), (31, "doze.light.enter.12"), (33, "doze.light.enter.12"),
    (34, "doze.light.enter.14"), (36, "doze.light.enter.14"),
  ])
  func `light doze begins by edition`(_ api: UInt8, _ id: String) throws {
    let documented = try #require(Rulebook.documented.entry(named: id)).duration
    for entry in [documented, documented * 2] {
      var phone = asleep(api: api, book(id, entry.microseconds))
      phone.pass(entry - .seconds(1))
      #expect(phone.count(.dozeChanged) == 0)
      phone.pass(.seconds(1))
      #expect(phone.records(.dozeChanged).map(\.detail) == [DozePhase.light.rawValue])
      #expect(phone.links.last?.isDozing == true)
    }
  }

  @Test func `a night of doze costs one timer`() {
    var phone = asleep()
    phone.pass(.hours(9))
    #expect(phone.fired == 1)
    #expect(phone.timers.isEmpty)
  }

  @Test func `deep doze begins sixty-four and a half minutes after screen off`() {
    var phone = asleep()
    phone.pass(.minutes(64) + .seconds(29))
    #expect(phone.phase != .deep)
    phone.pass(.seconds(1))
    #expect(phone.phase == .deep)
  }

  @Test func `waiting mail opens the next light window and closes it after five seconds`() {
    var phone = asleep()
    phone.pass(.minutes(3))
    phone.feed(.mailWaits(phone.device))
    phone.pass(.minutes(3) - .seconds(1))
    #expect(phone.links.last?.isDozing == true)
    phone.pass(.seconds(1))
    #expect(phone.links.last?.isDozing == false)
    phone.pass(.seconds(5))
    #expect(phone.links.last?.isDozing == true)
    #expect(phone.timers.isEmpty)
  }

  @Test func `waiting mail in deep doze waits an hour and gets thirty seconds`() {
    var phone = asleep()
    phone.pass(.minutes(70))
    phone.feed(.mailWaits(phone.device))
    phone.pass(until: .zero + .minutes(124) + .seconds(29))
    #expect(phone.links.last?.isDozing == true)
    phone.pass(.seconds(1))
    #expect(phone.links.last?.isDozing == false)
    #expect(phone.records(.dozeChanged).last?.detail == DozePhase.deepWindow.rawValue)
    phone.pass(.seconds(30))
    #expect(phone.links.last?.isDozing == true)
  }

  @Test func `the second deep window comes two hours after the first`() {
    var phone = asleep()
    phone.pass(.minutes(70))
    phone.feed(.mailWaits(phone.device))
    phone.pass(.minutes(60))
    phone.feed(.mailWaits(phone.device))
    // 64.5 + 60 minutes, a window of 30 seconds, then 120 minutes.
    phone.pass(until: .zero + .minutes(245) - .milliseconds(1))
    #expect(phone.links.last?.isDozing == true)
    phone.pass(.milliseconds(1))
    #expect(phone.links.last?.isDozing == false)
  }

  @Test func `a job in a deep window keeps it open for five minutes at most`() {
    var phone = asleep()
    phone.call(.enqueue(.upload, after: .minutes(70), expedited: false))
    phone.pass(.minutes(125))
    #expect(phone.jobsTold == 1)
    #expect(phone.links.last?.isDozing == false)
    phone.pass(until: .zero + .minutes(129) + .seconds(29))
    #expect(phone.links.last?.isDozing == false)
    phone.pass(.seconds(1))
    #expect(phone.links.last?.isDozing == true)
  }

  @Test(arguments: [Int64(1), 2])
  func `each deep window may be so many times as long as the one before`(_ factor: Int64) {
    var phone = asleep(book("doze.deep.maintenance.factor", factor))
    phone.call(.enqueue(.upload, after: .minutes(130), expedited: false))
    phone.pass(.minutes(70))
    phone.feed(.mailWaits(phone.device))
    // The first window is over after 125 minutes; the second one opens two hours later.
    phone.pass(until: .zero + .minutes(245))
    #expect(phone.jobsTold == 1)
    let length = Rulebook.documented.doze.deepWindowFirst.duration * factor
    phone.pass(length - .seconds(1))
    #expect(phone.links.last?.isDozing == false)
    phone.pass(.seconds(1))
    #expect(phone.links.last?.isDozing == true)
  }

  @Test func `a job that ends closes its window`() {
    var phone = asleep()
    phone.call(.enqueue(.upload, after: .minutes(70), expedited: false))
    phone.pass(until: .zero + .minutes(126))
    phone.call(.jobEnded(.upload, retryAfter: nil))
    #expect(phone.links.last?.isDozing == true)
  }

  @Test func `the unused time of a light window is carried over`() {
    var phone = asleep()
    phone.call(.enqueue(.upload, after: .minutes(7), expedited: false))
    // The window at minute 6 goes unused and leaves 55 seconds to the one after ten more minutes.
    phone.pass(until: .zero + .minutes(16) + .seconds(5))
    #expect(phone.jobsTold == 1)
    phone.pass(.seconds(114))
    #expect(phone.links.last?.isDozing == false)
    phone.pass(.seconds(1))
    #expect(phone.links.last?.isDozing == true)
  }

  @Test func `unlocking ends doze, the screen alone does not`() {
    var phone = asleep()
    phone.pass(.minutes(10))
    phone.act(.screen(on: true))
    #expect(phone.links.last?.isDozing == true)
    phone.act(.unlock)
    #expect(phone.links.last?.isDozing == false)
    #expect(phone.phase == .awake)
  }

  @Test func `a charger ends doze and its removal starts the chains anew`() {
    var phone = asleep()
    phone.pass(.minutes(10))
    phone.act(.charge(on: true))
    #expect(phone.links.last?.isDozing == false)
    phone.pass(.hours(5))
    #expect(phone.phase == .awake)
    phone.act(.charge(on: false))
    phone.pass(.seconds(60))
    #expect(phone.links.last?.isDozing == true)
  }

  @Test func `carrying a phone out of deep doze leads back by ten minutes of rest`() {
    var phone = asleep()
    phone.pass(.minutes(70))
    phone.act(.carry)
    #expect(phone.links.last?.isDozing == false)
    // 10 + 30 + 4 + 0.5 minutes.
    phone.pass(.minutes(44) + .seconds(29))
    #expect(phone.phase != .deep)
    phone.pass(.seconds(1))
    #expect(phone.phase == .deep)
  }

  @Test func `carrying a phone leaves light doze alone`() {
    var phone = asleep()
    phone.pass(.minutes(45))
    phone.act(.carry)
    #expect(phone.links.last?.isDozing == true)
    phone.pass(until: .zero + .minutes(65))
    #expect(phone.phase != .deep)
  }

  @Test func `nothing watches for motion in the first half hour`() {
    var phone = asleep()
    phone.pass(.minutes(29))
    phone.act(.carry)
    phone.pass(until: .zero + .minutes(65))
    #expect(phone.phase == .deep)
  }

  @Test(arguments: [(true, DozePhase.light), (false, .deep)])
  func `a phone without a motion sensor never comes to deep doze`(
    _ isRule: Bool, _ phase: DozePhase
  ) {
    var phone = asleep(book("doze.deep.nomotion-sensor", isRule ? 1 : 0)) {
      $0.hasMotionSensor = false
    }
    phone.pass(.hours(30))
    #expect(phone.phase == phase)
    #expect(phone.links.last?.isDozing == true)
  }

  @Test func `battery saver brings deep doze after a minute, and motion does not end it`() {
    var phone = Phone()
    phone.makeReady()
    phone.act(.batterySaver(on: true))
    phone.act(.screen(on: false))
    phone.pass(.seconds(60))
    #expect(phone.phase == .deep)
    phone.act(.carry)
    #expect(phone.phase == .deep)
  }

  @Test func `an alarm clock ends deep doze half an hour before it rings`() {
    var phone = asleep()
    phone.act(.alarmClock(after: .hours(3)))
    phone.pass(.minutes(150) - .seconds(1))
    #expect(phone.phase == .deep)
    phone.pass(.seconds(1))
    #expect(phone.phase == .awake)
    phone.pass(.minutes(30))
    #expect(phone.phase != .deep)
  }

  @Test(arguments: [SimDuration.seconds(30), .seconds(7)])
  func `an action on a notification opens the network for a while`(_ pass: SimDuration) {
    var phone = Phone(book("doze.allowlist.notification-action", pass.microseconds))
    phone.makeReady()
    phone.post(1)
    phone.app(.background)
    phone.act(.screen(on: false))
    phone.pass(.minutes(2))
    #expect(phone.around.hasNetwork == false)
    phone.app(.dismiss(MessageID(rawValue: 1)))
    expectNetwork(for: pass, &phone)
  }

  @Test(arguments: [SimDuration.seconds(20), .seconds(5)])
  func `the first unlock after booting gives each app a pass`(_ pass: SimDuration) {
    var phone = Phone(book("doze.allowlist.boot", pass.microseconds))
    phone.makeReady()
    phone.app(.battery(.restricted))
    phone.act(.reboot)
    phone.pass(.minutes(2))
    #expect(phone.around.hasNetwork == false)
    phone.act(.unlock)
    expectNetwork(for: pass, &phone)
  }

  private func expectNetwork(for span: SimDuration, _ phone: inout Phone) {
    phone.pass(span - .milliseconds(1))
    #expect(phone.around.hasNetwork == true)
    phone.pass(.milliseconds(1))
    #expect(phone.around.hasNetwork == false)
  }

  @Test func `a high message opens the network for ten seconds`() {
    var phone = asleep()
    phone.pass(.minutes(2))
    phone.deliver(1)
    #expect(phone.around.hasNetwork == true)
    phone.pass(.seconds(10) - .milliseconds(1))
    #expect(phone.around.hasNetwork == true)
    phone.pass(.milliseconds(1))
    #expect(phone.around.hasNetwork == false)
  }

  @Test func `an app exempt from optimisation keeps its network in doze, but not its jobs`() {
    var phone = asleep()
    phone.app(.battery(.unrestricted))
    phone.pass(.minutes(2))
    #expect(phone.around.hasNetwork == true)
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    #expect(phone.jobsTold == 0)
  }

  @Test func `a normal message that meets doze is handled, or waits by the other reading`() {
    var phone = asleep()
    phone.pass(.minutes(2))
    phone.deliver(1, priority: .normal)
    #expect(phone.messagesTold == 1)
    var late = asleep(book("doze.window.late", 1))
    late.pass(.minutes(2))
    late.deliver(1, priority: .normal)
    #expect(late.messagesTold == 0)
    late.pass(until: .zero + .minutes(6))
    #expect(late.messagesTold == 1)
  }

  @Test(arguments: [(UInt8(33), SimDuration.minutes(3)), (33, .minutes(8)), (34, .minutes(3))])
  func `up to android 13 light doze waits once for a job under way`(
    _ api: UInt8, _ preIdle: SimDuration
  ) {
    let rules = book("doze.light.preidle", preIdle.microseconds)
    let wait = api < 34 ? rules.doze.lightPreIdle.duration : .zero
    var phone = Phone(api: api, rules)
    phone.makeReady()
    phone.app(.background)
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    phone.act(.screen(on: false))
    let entry = api < 34 ? rules.doze.lightEnter12 : rules.doze.lightEnter14
    phone.pass(entry.duration + wait - .seconds(1))
    #expect(phone.count(.dozeChanged) == 0)
    phone.pass(.seconds(1))
    #expect(phone.count(.dozeChanged) == 1)
  }

  @Test func `a light window without a network waits one more period`() {
    var phone = asleep()
    phone.pass(.minutes(2))
    phone.feed(.mailWaits(phone.device))
    phone.pass(.minutes(1))
    phone.act(.offline)
    phone.pass(until: .zero + .minutes(6))
    #expect(phone.records(.dozeChanged).count == 1)
    phone.pass(.minutes(1))
    phone.act(.online)
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    phone.pass(until: .zero + .minutes(16) - .seconds(1))
    #expect(phone.jobsTold == 0)
    phone.pass(.seconds(1))
    #expect(phone.jobsTold == 1)
  }
}
