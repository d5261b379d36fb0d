import DeviceOS
import PushDomain
import Rulebook
import SimKernel
import Testing

/// Channels belong to the person once they exist.
@Suite struct ChannelTests {
  private let news = NameID(rawValue: 7)

  private func phone(target: UInt8 = 35) -> Phone {
    var phone = Phone(target: target)
    phone.makeReady()
    phone.call(.createChannel(news, .normal))
    return phone
  }

  @Test func `code cannot raise a channel`() {
    var phone = phone()
    phone.call(.createChannel(news, .high))
    #expect(phone.importance(news) == .normal)
  }

  @Test func `code lowers a channel only while the person never touched it`() {
    var phone = phone()
    phone.call(.createChannel(news, .low))
    #expect(phone.importance(news) == .low)
    phone.app(.channel(news, .high))
    phone.call(.createChannel(news, .min))
    #expect(phone.importance(news) == .high)
  }

  @Test func `a deleted channel comes back with the settings of the person`() {
    var phone = phone()
    phone.app(.channel(news, .off))
    phone.call(.deleteChannel(news))
    #expect(phone.importance(news) == nil)
    phone.call(.createChannel(news, .high))
    #expect(phone.importance(news) == ChannelImportance.none)
  }

  @Test func `a deleted channel is forgotten after thirty days`() {
    var phone = phone()
    phone.app(.channel(news, .off))
    phone.call(.deleteChannel(news))
    phone.pass(.days(30) - .seconds(1))
    phone.app(.open)
    phone.call(.createChannel(news, .high))
    #expect(phone.importance(news) == ChannelImportance.none)
    phone.call(.deleteChannel(news))
    phone.pass(.days(30))
    phone.app(.open)
    phone.call(.createChannel(news, .high))
    #expect(phone.importance(news) == .high)
  }

  @Test func `a blocked channel shows nothing and loses what it showed`() {
    var phone = phone()
    phone.post(1) { $0.channel = NameID(rawValue: 7) }
    phone.app(.channel(news, .off))
    #expect(phone.records(.trayRemoved).last?.detail == TrayEnd.channelBlocked.rawValue)
    phone.post(2) { $0.channel = NameID(rawValue: 7) }
    #expect(phone.records(.notShown).last?.rule == phone.os.rules.channels.blocked.key)
    phone.app(.channel(news, .on))
    phone.post(3) { $0.channel = NameID(rawValue: 7) }
    #expect(phone.counts.entries == 1)
  }

  @Test func `a low channel shows quietly`() {
    var phone = phone()
    phone.app(.channel(news, .low))
    phone.post(1) { $0.channel = NameID(rawValue: 7) }
    #expect(phone.count(.shownQuietly) == 1)
    #expect(phone.count(.shown) == 0)
  }

  @Test func `a missing channel shows nothing, unless the library draws`() {
    var phone = phone()
    phone.post(1) { $0.channel = NameID(rawValue: 9) }
    #expect(phone.records(.notShown).last?.rule == phone.os.rules.channels.required.key)
    phone.post(2, author: .library) { $0.channel = NameID(rawValue: 9) }
    #expect(phone.importance(.fallbackChannel) == .normal)
    #expect(phone.counts.entries == 1)
    #expect(phone.records(.channelMissing).map(\.operand) == [9, 9])
    #expect(phone.records(.channelMissing).map(\.detail) == [0, 1])
  }

  @Test func `what is blocked, quiet or in the fallback names the record of its channel`() {
    var phone = phone()
    func last(_ phone: borrowing Phone) -> RecordID {
      let index = phone.context.history.records.lastIndex { $0.fact == .channelChanged }
      return RecordID(rawValue: UInt32(index ?? 0))
    }
    phone.app(.channel(news, .low))
    phone.post(1) { $0.channel = NameID(rawValue: 7) }
    #expect(phone.records(.shownQuietly).last?.because == last(phone))
    phone.app(.channel(news, .off))
    phone.post(2) { $0.channel = NameID(rawValue: 7) }
    #expect(phone.records(.notShown).last?.because == last(phone))
    phone.post(3, author: .library) { $0.channel = .fallbackChannel }
    #expect(phone.records(.shown).last?.because == last(phone))
    phone.post(4)
    #expect(phone.records(.shown).last?.because == RecordID.none)
  }

  @Test func `an app that targets android 7 needs no channel`() {
    var phone = Phone(api: 32, target: 25)
    phone.install()
    phone.app(.open)
    phone.post(1) { $0.channel = .none }
    #expect(phone.count(.shown) == 1)
  }

  @Test func `uninstalling forgets the settings of channels`() {
    var phone = phone()
    phone.app(.channel(news, .off))
    phone.app(.uninstall)
    phone.install(as: 1)
    phone.app(.open)
    phone.call(.createChannel(news, .high))
    #expect(phone.importance(news) == .high)
  }

  @Test func `the limit of channels holds`() {
    var phone = Phone(book("chan.limit", 2))
    phone.makeReady()
    for name in 10..<13 as Range<UInt32> {
      phone.call(.createChannel(NameID(rawValue: name), .normal))
    }
    #expect(phone.count(.channelChanged) == 2)
  }
}
