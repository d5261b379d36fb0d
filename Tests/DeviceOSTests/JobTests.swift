import DeviceOS
import PushDomain
import Rulebook
import SimKernel
import Testing

/// Deferred work: when it runs, when it waits, what survives.
@Suite struct JobTests {
  private func ready(api: UInt8 = 35, _ rules: Rulebook = .documented) -> Phone {
    var phone = Phone(api: api, rules)
    phone.makeReady()
    phone.app(.background)
    return phone
  }

  @Test func `a job without obstacles runs at once, and once only`() {
    var phone = ready()
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    #expect(phone.jobsTold == 1)
    phone.call(.jobEnded(.upload, retryAfter: nil))
    #expect(phone.hasUpload == false)
  }

  @Test func `a job enqueued while it runs runs again`() {
    var phone = ready()
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    #expect(phone.jobsTold == 1)
    phone.call(.jobEnded(.upload, retryAfter: nil))
    #expect(phone.jobsTold == 2)
  }

  @Test func `backoff doubles from thirty seconds to five hours`() {
    var phone = ready()
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    var waits: [Int64] = []
    for _ in 0..<12 {
      phone.call(.jobEnded(.upload, retryAfter: .zero))
      guard let timer = phone.timers.last else { break }
      waits.append((timer.at - phone.now).wholeSeconds)
      phone.pass(until: timer.at)
    }
    #expect(waits == [30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 18000, 18000])
  }

  @Test func `a longer wait that the server asked for is kept`() {
    var phone = ready()
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    phone.call(.jobEnded(.upload, retryAfter: .minutes(2)))
    phone.pass(.minutes(2) - .milliseconds(1))
    #expect(phone.jobsTold == 1)
    phone.pass(.milliseconds(1))
    #expect(phone.jobsTold == 2)
  }

  @Test func `an offline phone runs its jobs when the network comes`() {
    var phone = ready()
    phone.act(.offline)
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    phone.pass(.hours(1))
    #expect(phone.jobsTold == 0)
    phone.act(.online)
    #expect(phone.jobsTold == 1)
  }

  @Test func `a job starts a dead process`() {
    var phone = ready()
    phone.call(.enqueue(.upload, after: .minutes(1), expedited: false))
    phone.app(.swipeAway)
    phone.pass(.minutes(1))
    #expect(phone.jobsTold == 1)
    #expect(phone.records(.processStarted).last?.detail == StartReason.job.rawValue)
  }

  @Test func `work that ran when the process died is queued again`() {
    var phone = ready()
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    phone.app(.killProcess)
    #expect(phone.jobsTold == 1)
    phone.pass(.seconds(10))
    #expect(phone.jobsTold == 2)
  }

  @Test func `a force-stop takes jobs away until the next start of the process`() {
    var phone = ready()
    phone.call(.enqueue(.upload, after: .minutes(1), expedited: false))
    phone.app(.forceStop)
    phone.pass(.hours(1))
    #expect(phone.jobsTold == 0)
    phone.app(.open)
    #expect(phone.jobsTold == 1)
  }

  @Test func `jobs survive a reboot and wait for the unlock`() {
    var phone = ready()
    phone.call(.enqueue(.upload, after: .minutes(1), expedited: false))
    phone.act(.reboot)
    phone.pass(.hours(1))
    #expect(phone.jobsTold == 0)
    phone.act(.unlock)
    #expect(phone.jobsTold == 1)
  }

  @Test func `clearing data takes the database of work away`() {
    var phone = ready()
    phone.call(.enqueue(.upload, after: .minutes(1), expedited: false))
    phone.app(.clearData)
    phone.pass(.hours(1))
    #expect(phone.jobsTold == 0)
  }

  @Test func `an app restricted by the person runs jobs only while it is open`() {
    var phone = ready()
    phone.app(.battery(.restricted))
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    phone.pass(.days(1))
    #expect(phone.jobsTold == 0)
    phone.app(.open)
    #expect(phone.jobsTold == 1)
  }

  @Test func `doze keeps a job for the window, a pass lets an expedited one through`() {
    var phone = ready()
    phone.act(.screen(on: false))
    phone.pass(.minutes(2))
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    #expect(phone.jobsTold == 0)
    phone.deliver(1)
    phone.call(.enqueue(.events, after: .zero, expedited: true))
    #expect(phone.jobsTold == 1)
    phone.pass(until: .zero + .minutes(6))
    #expect(phone.jobsTold == 2)
  }

  @Test func `data saver keeps a job of the background from a metered network`() {
    var phone = ready()
    phone.act(.onlineMetered)
    phone.act(.dataSaver(on: true))
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    #expect(phone.jobsTold == 0)
    phone.act(.dataSaver(on: false))
    #expect(phone.jobsTold == 1)
  }

  @Test func `a restricted bucket runs jobs once a day up to android 15`() {
    var phone = ready()
    phone.app(.bucket(.restricted))
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    phone.call(.jobEnded(.upload, retryAfter: nil))
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    #expect(phone.jobsTold == 1)
    phone.pass(.hours(24) - .milliseconds(1))
    #expect(phone.jobsTold == 1)
    phone.pass(.milliseconds(1))
    #expect(phone.jobsTold == 2)
  }

  @Test func `ten minutes of jobs fill the window of a rare app`() {
    var phone = ready()
    phone.app(.bucket(.rare))
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    phone.pass(.minutes(10))
    phone.call(.jobEnded(.upload, retryAfter: nil))
    phone.call(.enqueue(.upload, after: .zero, expedited: false))
    #expect(phone.jobsTold == 1)
    phone.act(.charge(on: true))
    #expect(phone.jobsTold == 2)
  }
}
