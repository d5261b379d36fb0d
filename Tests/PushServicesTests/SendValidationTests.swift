import PushDomain
import Rulebook
import SimKernel
import Testing

@testable import PushServices

struct SendValidationTests {
  @Test func `a message of the largest size passes and one byte more does not`() {
    var desk = Desk()
    let address = desk.phone()
    #expect(desk.send(address) { $0.bytes = 4096 }.code == .ok)
    let refusal = desk.send(address) { $0.bytes = 4097 }
    #expect(refusal.code == .invalidArgument)
    #expect(refusal.code.status == 400)
    #expect(refusal.detail == .badRequest)
    #expect(refusal.ruleKey == desk.rules.payload.max.key)
    #expect(desk.messages(.refused) == [1])
    #expect(desk.notes(.refused).last?.detail == FCMCode.invalidArgument.rawValue)
  }

  @Test func `a topic takes half as much unless the reading says the same`() {
    for (reading, code) in [
      (PayloadRules.TopicLimit.smaller, FCMCode.invalidArgument), (.same, .ok),
    ] {
      var desk = Desk { $0.payload.topicLimit.rule.value = Int64(reading.rawValue) }
      let answer = desk.send(.none) {
        $0.audience = NameID(2)
        $0.audienceKind = .topic
        $0.bytes = 2049
      }
      #expect(answer.code == code)
    }
  }

  @Test func `the longest life passes and one second more does not`() {
    var desk = Desk()
    let address = desk.phone()
    #expect(desk.send(address) { $0.ttlMilliseconds = 2_419_200_999 }.code == .ok)
    let refusal = desk.send(address) { $0.ttlMilliseconds = 2_419_201_000 }
    #expect(refusal.ruleKey == desk.rules.store.ttlMax.key)
    #expect(desk.send(address) { $0.ttlMilliseconds = -1 }.code == .invalidArgument)
  }

  @Test func `each defect is refused for its own rule`() {
    let rules = Rulebook.documented
    let cases: [(RequestDefect, RuleKey, FCMDetail)] = [
      (.reservedKey, rules.payload.reserved.key, .badRequest),
      (.dataNotString, rules.payload.strings.key, .badRequest),
      (.twoTargets, rules.send.target.key, .badRequest),
      (.noTarget, rules.send.target.key, .badRequest),
      (.badTopic, rules.topics.nameMax.key, .badRequest),
      (.tooManyTopics, rules.topics.conditionMax.key, .badRequest),
      (.badImage, rules.send.androidNotification.key, .badRequest),
      (.badPackage, rules.send.restrictedPackage.key, .fcmError),
      (.badLabel, rules.send.labelLength.key, .badRequest),
      (.malformedAddress, rules.errors.invalidTokenShape.key, .fcmError),
    ]
    for (defect, rule, detail) in cases {
      var desk = Desk()
      let address = desk.phone()
      let answer = desk.send(address) { $0.defect = defect }
      #expect(answer.code == .invalidArgument, "\(defect)")
      #expect(answer.ruleKey == rule, "\(defect)")
      #expect(answer.detail == detail, "\(defect)")
    }
  }

  @Test func `a key that only some lists reserve is refused under the union of the lists`() {
    for (reading, code) in [
      (PayloadRules.ReservedList.messageReference, FCMCode.ok), (.union, .invalidArgument),
    ] {
      var desk = Desk { $0.payload.reservedList.rule.value = Int64(reading.rawValue) }
      let address = desk.phone()
      #expect(desk.send(address) { $0.defect = .contestedKey }.code == code)
    }
  }

  @Test func `a request without an address is refused`() {
    var desk = Desk()
    #expect(desk.send(.none).ruleKey == desk.rules.send.target.key)
  }

  @Test func `an address of another project is the wrong sender's`() {
    var desk = Desk()
    let address = desk.phone()
    let answer = desk.send(address) { $0.sender = 1 }
    #expect(answer.code == .senderIDMismatch)
    #expect(answer.code.status == 403)
    #expect(answer.ruleKey == desk.rules.errors.senderMismatch.key)
  }

  @Test func `a bad credential is refused before anything else is looked at`() {
    for credential in [CredentialState.expired, .missing, .revoked] {
      var desk = Desk()
      let address = desk.phone()
      let answer = desk.send(address) {
        $0.credential = credential
        $0.bytes = 9999
      }
      #expect(answer.code == .unauthenticated)
      #expect(answer.detail == .none)
    }
  }

  @Test func `a sender without the right is told so without a detail`() {
    var desk = Desk()
    let address = desk.phone()
    let answer = desk.send(address) { $0.credential = .forbidden }
    #expect(answer.code == .permissionDenied)
    #expect(answer.detail == .none)
  }

  @Test func `a stolen credential is as good as any other`() {
    var desk = Desk()
    let address = desk.phone()
    #expect(desk.send(address) { $0.credential = .stolen }.code == .ok)
  }

  @Test func `a dry run is checked and delivers nothing`() {
    var desk = Desk()
    let address = desk.phone()
    #expect(desk.send(address) { $0.validateOnly = true }.code == .ok)
    #expect(desk.notes(.accepted).isEmpty)
    let refusal = desk.send(address) {
      $0.validateOnly = true
      $0.bytes = 5000
    }
    #expect(refusal.code == .invalidArgument)
  }

  @Test func `a condition of six topics is refused`() {
    var wide = TopicCondition()
    wide.topicCount = 6
    var narrow = TopicCondition()
    narrow.topicCount = 5
    var desk = Desk(conditions: [(NameID(10), wide), (NameID(11), narrow)])
    let refusal = desk.send(.none) {
      $0.audience = NameID(10)
      $0.audienceKind = .condition
    }
    #expect(refusal.ruleKey == desk.rules.topics.conditionMax.key)
    let answer = desk.send(.none) {
      $0.audience = NameID(11)
      $0.audienceKind = .condition
    }
    #expect(answer.code == .ok)
  }
}
