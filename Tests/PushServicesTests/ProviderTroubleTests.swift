import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import PushServices

struct ProviderTroubleTests {
  @Test func `a story answers the next requests with an error and no more`() {
    var desk = Desk()
    let address = desk.phone()
    desk.step(
      .operate(
        .answer(.unavailable, retryAfterSeconds: 30, next: 2, delivers: false, line: 12)))
    for _ in 0..<2 {
      let answer = desk.send(address)
      #expect(answer.code == .unavailable)
      #expect(answer.retryAfterSeconds == 30)
    }
    #expect(desk.send(address).code == .ok)
    #expect(desk.notes(.faultHit).map(\.operand) == [12, 12])
    #expect(desk.messages(.refused) == [0, 1])
    #expect(desk.messages(.released) == [2])
  }

  @Test func `a message may be delivered though its sender hears of an error`() {
    var desk = Desk()
    let address = desk.phone()
    desk.step(
      .operate(.answer(.internal, retryAfterSeconds: -1, next: 1, delivers: true, line: 1)))
    #expect(desk.send(address).code == .internal)
    #expect(desk.messages(.released) == [0])
    #expect(desk.notes(.refused).isEmpty)
  }

  @Test func `under one reading a server error hides a success`() {
    var desk = Desk {
      $0.errors.serverErrorAccepted.rule.value = Int64(
        SendErrorRules.AfterServerError.accepted.rawValue)
    }
    let address = desk.phone()
    desk.step(
      .operate(.answer(.unavailable, retryAfterSeconds: -1, next: 1, delivers: false, line: 1)))
    #expect(desk.send(address).code == .unavailable)
    #expect(desk.messages(.released) == [0])
  }

  @Test func `recovery ends every answer that a story set`() {
    var desk = Desk()
    let address = desk.phone()
    desk.step(
      .operate(.answer(.internal, retryAfterSeconds: -1, next: .max, delivers: false, line: 1)))
    #expect(desk.send(address).code == .internal)
    desk.step(.operate(.recover))
    #expect(desk.send(address).code == .ok)
  }

  @Test func `a slow answer comes late though the message leaves in time`() {
    var desk = Desk()
    let address = desk.phone()
    desk.step(.operate(.slow(.seconds(20), next: 1)))
    desk.send(address)
    #expect(desk.messages(.released) == [0])
    #expect(desk.answers == 0)
    desk.pass(.seconds(20))
    #expect(desk.answers == 1)
    #expect(desk.send(address).code == .ok)
  }

  @Test func `FCM can be made to learn of the dead late`() {
    var desk = Desk()
    let address = desk.phone()
    desk.acknowledges = false
    desk.step(.operate(.tellDeadAfter(.hours(2))))
    desk.send(address)
    desk.report(desk.deliveries[0], .noReceiver)
    desk.pass(.hours(2) - .seconds(1))
    #expect(desk.send(address).code == .ok)
    desk.pass(.seconds(1))
    #expect(desk.send(address).code == .unregistered)
  }

  @Test func `registrations can fail or stay without an answer`() {
    var desk = Desk()
    desk.link()
    desk.step(.operate(.registration(.serviceNotAvailable, next: 1, silent: false)))
    #expect(desk.register() == .none)
    #expect(
      desk.notes(.registrationRefused).map(\.detail)
        == [RegistrationError.serviceNotAvailable.rawValue])
    desk.step(.operate(.registration(.none, next: 1, silent: true)))
    let before = desk.sent.count
    desk.register()
    #expect(desk.sent.count == before)
    #expect(desk.register() != .none)
  }

  @Test func `an address that nobody asked for reaches the phone, at once or when it connects`() {
    for isConnected in [true, false] {
      var desk = Desk()
      let first = desk.phone()
      desk.link(connected: isConnected)
      desk.sent.removeAll()
      desk.step(.operate(.rotate(SlotID(0))))
      #expect(desk.announced.count == (isConnected ? 1 : 0))
      if !isConnected { desk.link() }
      #expect(desk.announced.count == 1)
      #expect(desk.announced.first != first)
      #expect(desk.send(first).code == .unregistered)
    }
  }

  @Test func `a condemned address is called dead so often and lives on`() {
    var desk = Desk()
    let address = desk.phone()
    desk.step(.operate(.condemn(SlotID(0), next: 1)))
    #expect(desk.send(address).code == .unregistered)
    #expect(desk.isLive(address) == true)
    #expect(desk.send(address).code == .ok)
  }

  @Test func `a statement about an app without an address is the story's mistake`() {
    var desk = Desk()
    desk.step(.operate(.rotate(SlotID(0))))
    #expect(desk.notes(.storyMistake).map(\.detail) == [StoryMistake.noAddress.rawValue])
  }

  // MARK: Access tokens

  @Test func `an access token lives for an hour`() {
    var desk = Desk()
    desk.pass(.hours(3))
    let (status, expires) = desk.exchange(skew: .zero)
    #expect(status == 200)
    #expect(expires == desk.now + .hours(1))
  }

  @Test func `an assertion by a clock five minutes wrong is taken and by a worse one not`() {
    var desk = Desk()
    desk.pass(.hours(3))
    for sign in [Int64(1), -1] {
      #expect(desk.exchange(skew: .minutes(5) * sign).0 == 200)
      #expect(desk.exchange(skew: (.minutes(5) + .seconds(1)) * sign).0 == 400)
      var other = Desk { $0.oauth.invalidGrant.value = 401 }
      #expect(other.exchange(skew: (.minutes(5) + .seconds(1)) * sign).0 == 401)
    }
  }
}
