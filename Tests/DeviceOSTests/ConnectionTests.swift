import DeviceOS
import PushDomain
import SimKernel
import Testing

/// The one connection of a phone, and what FCM believes of it.
@Suite struct ConnectionTests {
  @Test func `the first app makes the phone connect`() {
    var phone = Phone()
    phone.install()
    #expect(phone.links.map(\.isConnected) == [true])
    #expect(phone.links.last?.canProxy == true)
  }

  @Test func `fcm believes in a lost phone until a heartbeat fails`() {
    var phone = Phone()
    phone.makeReady()
    phone.pass(.minutes(5))
    phone.act(.offline)
    phone.pass(.minutes(11) + .seconds(29))
    #expect(phone.links.count == 1)
    phone.pass(.seconds(1))
    #expect(phone.links.map(\.isConnected) == [true, false])
  }

  @Test(arguments: [SimDuration.minutes(28), .minutes(11)])
  func `a metered network has a heartbeat of its own`(_ heartbeat: SimDuration) {
    var phone = Phone(book("gms.mcs.heartbeat.mobile", heartbeat.microseconds))
    phone.makeReady()
    phone.act(.onlineMetered)
    phone.act(.offline)
    phone.pass(heartbeat + .seconds(89))
    #expect(phone.links.count == 1)
    phone.pass(.seconds(1))
    #expect(phone.links.count == 2)
  }

  @Test func `the other reading lets fcm see a lost phone at once`() {
    var phone = Phone(book("gms.mcs.half-open.detection", 1))
    phone.makeReady()
    phone.act(.offline)
    #expect(phone.links.map(\.isConnected) == [true, false])
  }

  @Test func `a phone that comes back replaces its half-open connection five seconds later`() {
    var phone = Phone()
    phone.makeReady()
    phone.act(.offline)
    phone.pass(.seconds(10))
    phone.act(.online)
    phone.pass(.seconds(4))
    #expect(phone.links.count == 1)
    phone.pass(.seconds(1))
    #expect(phone.links.map(\.isConnected) == [true, false, true])
    phone.pass(.hours(2))
    #expect(phone.links.count == 3)
  }

  @Test func `a copy that arrives between network and connection is not taken`() {
    var phone = Phone()
    phone.makeReady()
    phone.act(.offline)
    phone.pass(.seconds(10))
    phone.act(.online)
    phone.deliver(1)
    #expect(phone.reports.isEmpty)
    phone.pass(.seconds(5))
    phone.deliver(1)
    #expect(phone.reports == [.received])
  }

  @Test func `a cut link ends at the heartbeat though the phone has a network`() {
    var phone = Phone()
    phone.makeReady()
    phone.feed(.cutOff(phone.device, true))
    phone.pass(.minutes(16) + .seconds(29))
    #expect(phone.links.count == 1)
    phone.pass(.seconds(1))
    #expect(phone.links.map(\.isConnected) == [true, false])
    #expect(phone.around.hasNetwork)
    phone.act(.offline)
    phone.act(.online)
    phone.pass(.minutes(1))
    #expect(phone.links.count == 2)
    phone.feed(.cutOff(phone.device, false))
    phone.pass(.seconds(5))
    #expect(phone.links.map(\.isConnected) == [true, false, true])
  }

  @Test func `a forgotten connection is noticed by the next heartbeat and made anew`() {
    var phone = Phone()
    phone.makeReady()
    phone.pass(.minutes(5))
    phone.feed(.connectionForgotten(phone.device))
    phone.deliver(1)
    #expect(phone.reports.isEmpty)
    phone.pass(.minutes(11) + .seconds(29))
    #expect(phone.links.count == 1)
    phone.pass(.seconds(1))
    #expect(phone.links.map(\.isConnected) == [true, false])
    phone.pass(.seconds(5))
    #expect(phone.links.map(\.isConnected) == [true, false, true])
    phone.deliver(1)
    #expect(phone.reports == [.received])
  }

  @Test func `another network ends a forgotten connection sooner`() {
    var phone = Phone()
    phone.makeReady()
    phone.feed(.connectionForgotten(phone.device))
    phone.act(.offline)
    phone.act(.online)
    phone.pass(.seconds(5))
    #expect(phone.links.map(\.isConnected) == [true, false, true])
    phone.pass(.hours(2))
    #expect(phone.links.count == 3)
    phone.act(.offline)
    phone.feed(.connectionForgotten(phone.device))
    #expect(phone.mistakes == [.notConnected])
  }

  @Test func `a phone without play services has no connection`() {
    var phone = Phone { $0.playServices = 0 }
    phone.makeReady()
    #expect(phone.links.isEmpty)
    phone.act(.updatePlayServices(261_200_000))
    phone.pass(.seconds(5))
    #expect(phone.links.map(\.isConnected) == [true])
  }

  @Test func `disabling play services closes the connection`() {
    var phone = Phone()
    phone.makeReady()
    phone.act(.playServices(enabled: false))
    phone.pass(.minutes(1))
    #expect(phone.links.map(\.isConnected) == [true, false])
    phone.act(.playServices(enabled: true))
    phone.pass(.seconds(5))
    #expect(phone.links.map(\.isConnected) == [true, false, true])
  }

  @Test(arguments: [Int64(19_054_000), 21_000_000])
  func `play services draw by proxy from a version on`(_ first: Int64) {
    for version in [first - 1, first] {
      var phone = Phone(book("fcm.proxy.when.gms", first)) {
        $0.playServices = UInt32(version)
      }
      phone.install()
      #expect(phone.links.last?.canProxy == (version == first))
    }
  }

  @Test func `a request leaves only with a network`() {
    var phone = Phone()
    phone.makeReady()
    let request = Packet.Body.sync(
      install: phone.install, session: .none, cursor: .none, purpose: .start)
    phone.call(.transmit(phone.context.draft(request, to: .server)))
    #expect(phone.sent.count == 1)
    phone.act(.offline)
    phone.call(.transmit(phone.context.draft(request, to: .server)))
    #expect(phone.sent.count == 1)
    #expect(phone.toldCount { if case .failed = $0 { true } else { false } } == 1)
  }

  @Test func `data saver closes the network of an app in the background on a metered network`() {
    var phone = Phone()
    phone.makeReady()
    phone.act(.onlineMetered)
    phone.act(.dataSaver(on: true))
    #expect(phone.around.hasNetwork == true)
    phone.app(.background)
    #expect(phone.around.hasNetwork == false)
    phone.app(.battery(.unrestricted))
    #expect(phone.around.hasNetwork == true)
  }

  @Test func `an app that keeps a socket hears of the network while it runs, no other does`() {
    var phone = Phone()
    phone.makeReady()
    func networks(_ phone: borrowing Phone) -> [Bool] {
      phone.told.compactMap {
        if case .network(_, let around) = $0 { around.hasNetwork } else { nil }
      }
    }
    phone.act(.offline)
    phone.act(.online)
    #expect(networks(phone) == [])
    phone.host(.socket(true))
    phone.act(.offline)
    phone.act(.online)
    #expect(networks(phone) == [false, true])
    phone.app(.swipeAway)
    phone.act(.offline)
    #expect(networks(phone).count == 2)
  }

  @Test func `an answer to a dead process is dropped`() {
    var phone = Phone()
    phone.makeReady()
    phone.app(.swipeAway)
    let before = phone.told.count
    phone.receive(.uploadAnswer(install: phone.install, version: 1, APIAnswer(200)))
    #expect(phone.told.count == before)
    phone.app(.open)
    phone.receive(.uploadAnswer(install: phone.install, version: 1, APIAnswer(200)))
    #expect(phone.toldCount { if case .arrived = $0 { true } else { false } } == 1)
  }
}
