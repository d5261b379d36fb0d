import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import ClientSDK

/// What an image costs before its message is shown.
struct ImageTests {
  private func picture(
    _ number: UInt32, _ kind: MessageKind = .notification, stalls: Bool = true
  ) -> PushPayload {
    var payload = message(number, for: alice, kind)
    payload.flags.formUnion(stalls ? [.image, .imageStalls] : .image)
    return payload
  }

  private func inBackground(_ rules: Rulebook = .documented) -> Phone {
    var phone = Phone(.published, rules)
    phone.act(.login(alice))
    phone.leave()
    return phone
  }

  /// The messages that are shown, an instant before and at the end of each span.
  private func shown(_ phone: inout Phone, at spans: SimDuration...) -> [[UInt32]] {
    spans.map { span in
      phone.pass(span - .milliseconds(1))
      let before = phone.posts.count
      phone.pass(.milliseconds(1))
      return phone.posts.dropFirst(before).map(\.payload.message.rawValue)
    }
  }

  @Test func `the library waits five seconds for an image and draws without it`() {
    var phone = inBackground()
    phone.receive(picture(1), copy: 1)
    #expect(shown(&phone, at: .seconds(5)) == [[1]])
    #expect(phone.posts.map(\.author) == [.library])
    phone.receive(picture(2, stalls: false), copy: 2)
    #expect(shown(&phone, at: phone.client.rules.client.fetchTime.duration) == [[2]])
  }

  @Test func `without a network the download fails at once`() {
    var phone = inBackground()
    phone.goOffline()
    phone.receive(picture(1), copy: 1)
    #expect(phone.posts.count == 1)
  }

  @Test func `the library's one worker lets everything else wait`() {
    var phone = inBackground()
    phone.receive(picture(1), copy: 1)
    phone.receive(picture(2), copy: 2)
    phone.receive(message(3), copy: 3)
    phone.receive(message(4, for: alice, .notification), copy: 4)
    #expect(phone.posts.isEmpty)
    #expect(shown(&phone, at: .seconds(5), .seconds(5)) == [[1], [2]])
    phone.pass(.milliseconds(2))
    #expect(phone.posts.map(\.payload.message.rawValue) == [1, 2, 3, 4])
    #expect(phone.posts.map(\.author) == [.library, .library, .sdk, .library])
  }

  @Test func `a handler that works keeps the library from drawing`() {
    var phone = inBackground()
    phone.choose(.handlerTakes(.seconds(3)))
    phone.receive(message(1), copy: 1)
    phone.receive(message(2, for: alice, .notification), copy: 2)
    #expect(shown(&phone, at: .seconds(3)) == [[1]])
    phone.pass(.milliseconds(1))
    #expect(phone.posts.count == 2)
  }

  @Test func `a thread of the handler keeps nobody waiting`() {
    var phone = inBackground()
    phone.choose(.handlerTakes(.seconds(3)))
    phone.choose(.handlerWorks(.thread))
    phone.receive(message(1), copy: 1)
    phone.receive(message(2, for: alice, .notification), copy: 2)
    #expect(phone.posts.map(\.payload.message.rawValue) == [2])
  }

  @Test func `the sdk gives an image up like the library, or far too late`() {
    var limited = inBackground()
    limited.receive(picture(1, .data), copy: 1)
    #expect(shown(&limited, at: .seconds(5)) == [[1]])
    var patient = inBackground(book { $0.client.imageLimit.rule.value = 1 })
    patient.receive(picture(1, .data), copy: 1)
    patient.pass(.minutes(3))
    #expect(patient.posts.isEmpty)
    var open = Phone(.published, book { $0.client.imageLimit.rule.value = 1 })
    open.act(.login(alice))
    open.receive(picture(1, .data), copy: 1)
    #expect(shown(&open, at: .minutes(2)) == [[1]])
  }
}
