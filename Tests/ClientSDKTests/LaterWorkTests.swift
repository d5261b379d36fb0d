import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import ClientSDK

struct LaterWorkTests {
  /// A phone in the background whose handler works for a while in some way.
  private func phone(
    _ way: HandlerWork, takes span: SimDuration, api: UInt8 = 35, _ design: Design = .published
  ) -> Phone {
    var phone = Phone(design)
    phone.around.api = api
    phone.choose(.handlerTakes(span))
    phone.choose(.handlerWorks(way))
    phone.act(.login(alice))
    phone.leave()
    return phone
  }

  private func isDone(_ phone: borrowing Phone) -> Bool {
    phone.calls.contains { if case .handled = $0 { true } else { false } }
  }

  @Test(arguments: [HandlerWork.thread, .job, .expeditedJob])
  func `the callback returns at once and the message shows when the work is done`(
    way: HandlerWork
  ) {
    var phone = phone(way, takes: .seconds(8))
    phone.receive(message(1), copy: 1)
    phone.runJobs()
    #expect(isDone(phone) == true)
    #expect(phone.posts.isEmpty)
    phone.pass(.seconds(7))
    #expect(phone.posts.isEmpty)
    phone.pass(.seconds(1))
    #expect(phone.posts.map(\.payload.message.rawValue) == [1])
    #expect(phone.state.holds(MessageID(rawValue: 1), inInboxOf: phone.who) == true)
  }

  @Test func `a job is expedited where the host wants it so`() {
    for way in [HandlerWork.job, .expeditedJob] {
      var phone = phone(way, takes: .seconds(8))
      phone.isOnline = false
      phone.receive(message(1), copy: 1)
      let jobs: [Bool] = phone.calls.compactMap {
        if case .enqueue(.handler, _, let isExpedited) = $0 { isExpedited } else { nil }
      }
      #expect(jobs == [way == .expeditedJob])
    }
  }

  @Test func `a job outlives the process and shows each message once`() {
    var phone = phone(.job, takes: .seconds(8))
    phone.receive(message(1), copy: 1)
    phone.receive(message(2), copy: 2)
    phone.runJobs()
    phone.pass(.seconds(4))
    phone.die()
    phone.jobs.append((phone.context.now, .handler))
    phone.start(.job)
    phone.pass(.minutes(1))
    #expect(phone.posts.map(\.payload.message.rawValue) == [1, 2])
    #expect(phone.facts(.dropped).isEmpty)
  }

  @Test func `a thread dies with its process, and its messages with it`() {
    var phone = phone(.thread, takes: .seconds(8))
    phone.receive(message(1), copy: 1)
    phone.receive(message(2), copy: 2)
    phone.pass(.seconds(9))
    phone.die()
    phone.pass(.minutes(1))
    #expect(phone.posts.map(\.payload.message.rawValue) == [1])
    #expect(phone.facts(.dropped).map(\.message.rawValue) == [2])
    #expect(phone.facts(.dropped).map(\.rule) == [phone.client.rules.handling.afterReturn.key])
  }

  @Test(arguments: [(UInt8(33), true), (34, false)])
  func `from Android 14 a thread that works for longer than ten seconds stands still`(
    _ api: UInt8, _ isShown: Bool
  ) {
    var phone = phone(.thread, takes: .seconds(11), api: api)
    phone.receive(message(1), copy: 1)
    phone.pass(.minutes(1))
    #expect(phone.posts.isEmpty != isShown)
    phone.comeBack()
    phone.pass(.seconds(1))
    #expect(phone.posts.count == 1)
    var quick = self.phone(.thread, takes: .seconds(10), api: api)
    quick.receive(message(1), copy: 1)
    quick.pass(.seconds(10))
    #expect(quick.posts.count == 1)
  }

  @Test func `an opening does not hasten a thread that was never frozen`() {
    var phone = phone(.thread, takes: .seconds(11), api: 33)
    phone.receive(message(1), copy: 1)
    phone.pass(.seconds(5))
    phone.comeBack()
    phone.pass(.seconds(5))
    #expect(phone.posts.isEmpty)
    phone.pass(.seconds(1))
    #expect(phone.posts.count == 1)
  }

  @Test(arguments: [Design.published, .published.with(.filterAtDisplay)])
  func `a job that runs after the logout looks again where the design says so`(design: Design) {
    var phone = phone(.job, takes: .seconds(8), design)
    phone.receive(message(1), copy: 1)
    phone.around.isForeground = true
    phone.act(.logout)
    phone.act(.login(bob))
    phone.pass(.seconds(20))
    #expect(phone.posts.isEmpty == design.has(.filterAtDisplay))
  }
}
