import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import PushServices

struct StoppedRetriesTests {
  /// A phone that reports about its one message that the app cannot be started.
  static func held(
    _ report: DeliveryReport, _ change: (inout Chapters) -> Void = { _ in }
  ) -> Desk {
    var desk = Desk(change)
    let address = desk.phone()
    desk.acknowledges = false
    desk.send(address)
    desk.report(desk.deliveries[0], report)
    return desk
  }

  @Test func `what a stopped app could not take waits and arrives when it is opened`() {
    var desk = Self.held(.stopped)
    #expect(desk.lastRule(.stored) == desk.rules.processes.stopPush.key)
    desk.pass(.days(2))
    #expect(desk.messages(.released) == [0])
    desk.step(.ready(InstallID(0)))
    #expect(desk.messages(.released) == [0, 0])
  }

  @Test func `under the other reading opening the app ends what was retried`() {
    var desk = Self.held(.stopped) {
      $0.processes.stopReturn.rule.value = Int64(ProcessRules.AfterReopen.dropped.rawValue)
    }
    desk.step(.ready(InstallID(0)))
    #expect(desk.dropped(by: desk.rules.processes.stopReturn.key) == [0])
  }

  @Test func `a message for a stopped app ends with its life, for the stop`() {
    var desk = Self.held(.stopped)
    desk.pass(.days(28))
    #expect(desk.dropped(by: desk.rules.processes.stopPush.key) == [0])
  }

  @Test(arguments: [(3, SimDuration.hours(1)), (5, .minutes(20))])
  func `under the reading of tries the last one ends the message`(
    tries: Int, every: SimDuration
  ) {
    var desk = Self.held(.stopped) {
      $0.processes.stopRetry.rule.value = Int64(ProcessRules.StoppedRetry.tries.rawValue)
      $0.processes.stopRetryTries.value = Int64(tries)
      $0.processes.stopRetryEvery.value = every.microseconds
    }
    for count in 1..<tries {
      desk.pass(every - .milliseconds(1))
      #expect(desk.deliveries.count == count)
      desk.pass(.milliseconds(1))
      #expect(desk.deliveries.count == count + 1)
      #expect(desk.notes(.dropped).isEmpty)
      desk.report(desk.deliveries[count], .stopped)
    }
    #expect(desk.dropped(by: desk.rules.processes.stopPush.key) == [0])
    desk.pass(.days(1))
    #expect(desk.deliveries.count == tries)
  }

  @Test func `a stop alone leaves the address alive unless the reading differs`() {
    for (reading, code) in [(ProcessRules.StoppedSignal.no, FCMCode.ok), (.yes, .unregistered)] {
      var desk = Self.held(.stopped) {
        $0.processes.stopUnregisters.rule.value = Int64(reading.rawValue)
      }
      #expect(desk.send(AddressID(0)).code == code)
    }
  }

  @Test func `a message for a stopped user waits until the user runs`() {
    var desk = Self.held(.userStopped)
    #expect(desk.lastRule(.stored) == desk.rules.backup.stoppedUser.key)
    desk.step(.ready(InstallID(0)))
    #expect(desk.messages(.released) == [0, 0])
  }

  @Test func `a message for a locked phone waits for the unlock with its life running`() {
    var desk = Self.held(.locked)
    #expect(desk.lastRule(.stored) == desk.rules.transport.userLocked.key)
    desk.pass(.days(28))
    #expect(desk.dropped(by: desk.rules.store.ttlExpired.key) == [0])
  }

  @Test func `a new connection alone does not wake what waits for the app`() {
    var desk = Self.held(.userStopped)
    desk.link(connected: false)
    desk.link()
    #expect(desk.messages(.released) == [0])
  }
}
