import PushDomain
import SimKernel
import Testing

@testable import Backend

struct DeviceTableTests {
  @Test func `a row of the server costs 40 bytes`() {
    #expect(MemoryLayout<DeviceRow>.stride == 40)
  }

  @Test func `a second upload updates the row of its key`() {
    var bench = ServerBench()
    #expect(bench.upload(1, user: alice) == 200)
    #expect(bench.upload(1, user: alice, address: 300, version: 2) == 200)
    #expect(bench.state.rowCount == 1)
    #expect(bench.state.row(ofKey: 1)?.address == AddressID(rawValue: 300))
    #expect(bench.facts(.rowWritten).count == 2)
  }

  @Test func `a server that keeps the row it has drops the new address, but not another user`() {
    var bench = ServerBench(.published.without(.updateKnownRow))
    bench.upload(1, user: alice, address: 200)
    #expect(bench.upload(1, user: alice, address: 300, version: 2) == 200)
    #expect(bench.state.row(ofKey: 1)?.address == AddressID(rawValue: 200))
    bench.upload(1, user: bob, address: 300, version: 3)
    #expect(bench.state.row(ofKey: 1)?.address == AddressID(rawValue: 300))
    #expect(bench.state.row(ofKey: 1)?.user == bob)
  }

  @Test func `a claim by another user unlinks the first`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    bench.upload(1, user: bob, version: 2)
    #expect(bench.state.rowCount(of: alice) == 0)
    #expect(bench.state.rowCount(of: bob) == 1)
  }

  @Test func `without unlinking on a claim both users keep a row`() {
    var bench = ServerBench(.published.without(.unlinkOnClaim))
    bench.upload(1, user: alice)
    bench.upload(1, user: bob, version: 2)
    #expect(bench.state.rowCount(of: alice) == 1)
    #expect(bench.state.rowCount(of: bob) == 1)
    bench.upload(1, user: alice, version: 3)
    #expect(bench.state.rowCount == 2)
  }

  @Test(arguments: [Design.published, .published.with(.uploadVersionCheck)])
  func `an upload that was overtaken wins unless versions are checked`(design: Design) {
    var bench = ServerBench(design)
    bench.upload(1, user: bob, version: 5)
    bench.upload(1, user: alice, version: 4)
    let winner = design.has(.uploadVersionCheck) ? bob : alice
    #expect(bench.state.row(ofKey: 1)?.user == winner)
  }

  @Test(arguments: [Design.published, .published.with(.addressUniqueness)])
  func `an address stands in two rows unless it must be unique`(design: Design) {
    var bench = ServerBench(design)
    bench.upload(1, user: alice, address: 7)
    bench.upload(2, user: bob, address: 7)
    #expect(bench.state.rowCount == (design.has(.addressUniqueness) ? 1 : 2))
    #expect(bench.state.row(ofKey: 2)?.user == bob)
    let ends = bench.facts(.rowRemoved).map(\.detail)
    #expect(ends == (design.has(.addressUniqueness) ? [RowEnd.claimed.rawValue] : []))
  }

  @Test(arguments: [Int64(0), 1])
  func `a worker that saves a row as it had read it undoes what was written meanwhile`(
    answer: Int64
  ) throws {
    var bench = ServerBench(rules: answering("design.row.save", answer))
    bench.upload(1, user: alice, address: 7)
    bench.send(0, to: alice)
    bench.send(1, to: alice)
    let jobs = bench.takeRequests().map(\.job)
    try #require(jobs.count == 2)
    bench.upload(1, user: bob, address: 7, version: 2)
    bench.answer(jobs[0], .ok)
    #expect(bench.state.row(ofKey: 1)?.user == (answer == 1 ? alice : bob))
    // The row of the second send is deleted, and comes back with its answer.
    bench.give(.operate(.forget(bob)))
    bench.give(.operate(.forget(alice)))
    #expect(bench.state.rowCount == 0)
    bench.answer(jobs[1], .ok)
    #expect(bench.state.rowCount == Int(answer))
  }

  @Test func `making addresses unique later keeps the newest row of each`() {
    var bench = ServerBench()
    bench.upload(1, user: alice, address: 7)
    bench.upload(2, user: bob, address: 7)
    bench.give(
      .operate(.deploy(.published.with(.addressUniqueness), sharePercent: 100)))
    #expect(bench.state.rowCount == 1)
    #expect(bench.state.row(ofKey: 2) != nil)
  }

  @Test(arguments: [Design.published, .published.with(.retireRowsOfSameDevice)])
  func `a reinstall leaves its old row unless the device hint retires it`(design: Design) {
    var bench = ServerBench(design)
    bench.upload(1, user: alice) { $0.place = SlotID(rawValue: 9) }
    bench.upload(2, user: alice) { $0.place = SlotID(rawValue: 9) }
    #expect(bench.state.rowCount == (design.has(.retireRowsOfSameDevice) ? 1 : 2))
  }

  @Test(arguments: [Design.published, .published.with(.unlinkByInstallCredential)])
  func `an unlink without a session needs the install's own credential`(design: Design) {
    var bench = ServerBench(design)
    bench.upload(1, user: alice)
    let status = bench.upload(1, user: .none, version: 2, session: UserID.none)
    let isAllowed = design.has(.unlinkByInstallCredential)
    #expect(status == (isAllowed ? 200 : 401))
    #expect(bench.state.row(ofKey: 1)?.user == (isAllowed ? UserID.none : alice))
  }

  @Test func `nobody registers for another user`() {
    var bench = ServerBench()
    #expect(bench.upload(1, user: alice, session: bob) == 403)
    #expect(bench.state.rowCount == 0)
    #expect(bench.facts(.callRefused).first?.operand == 403)
  }

  @Test func `the server ends the sessions that exist, and believes the next login`() {
    var bench = ServerBench()
    bench.upload(1, user: alice)
    bench.upload(2, user: bob)
    bench.give(.operate(.revokeSession(alice)))
    #expect(bench.facts(.signedOut).map(\.user) == [alice])
    #expect(bench.upload(1, user: alice, version: 2) == 401)
    // An install that the server never heard of has a session of the same age.
    #expect(bench.upload(3, user: alice) == 401)
    #expect(bench.sync(1, as: alice)?.answer.status == 401)
    #expect(bench.upload(2, user: bob, version: 2) == 200)
    let login = bench.context.note(.signedIn, user: alice)
    #expect(bench.upload(1, user: alice, version: 3, since: login) == 200)
    #expect(bench.upload(1, user: alice, version: 4) == 401)
    bench.give(.operate(.revokeSession(alice)))
    #expect(bench.upload(1, user: alice, version: 5, since: login) == 401)
  }

  @Test(arguments: [Design.published, .published.without(.rowForEachInstall)])
  func `a second device has a row of its own, or takes the one of its person`(design: Design) {
    var bench = ServerBench(design)
    bench.upload(1, user: alice)
    bench.upload(2, user: alice)
    bench.upload(3, user: bob)
    let hasEach = design.has(.rowForEachInstall)
    #expect(bench.state.rowCount(of: alice) == (hasEach ? 2 : 1))
    #expect((bench.state.row(ofKey: 1) == nil) == !hasEach)
    bench.send(0, to: alice)
    #expect(bench.acceptAll().map(\.address.rawValue) == (hasEach ? [101, 102] : [102]))
    bench.upload(1, user: alice, version: 2)
    bench.send(1, to: alice)
    #expect(bench.acceptAll().map(\.address.rawValue).contains(101))
    #expect(bench.state.rowCount(of: bob) == 1)
  }

  @Test(arguments: [Design.published, .published.with(.sessionEndUnlinksRow)])
  func `the end of the sessions leaves every row linked unless the design unlinks them`(
    design: Design
  ) {
    var bench = ServerBench(design)
    bench.upload(1, user: alice)
    bench.upload(2, user: alice)
    bench.upload(3, user: bob)
    bench.give(.operate(.revokeSession(alice)))
    #expect(bench.state.rowCount(of: alice) == (design.has(.sessionEndUnlinksRow) ? 0 : 2))
    #expect(bench.state.rowCount(of: bob) == 1)
    #expect(bench.state.row(ofKey: 1)?.address == AddressID(rawValue: 101))
    let login = bench.context.note(.signedIn, user: alice)
    bench.upload(1, user: alice, version: 2, since: login)
    #expect(bench.state.row(ofKey: 1)?.user == alice)
  }

  @Test(arguments: [Design.published, .published.with(.erasureTombstone)])
  func `a delayed upload makes an erased row again unless a tombstone stands`(design: Design) {
    var bench = ServerBench(design)
    bench.upload(1, user: alice)
    bench.receive(
      .erase(
        installKey: 1, install: InstallID(rawValue: 1), session: Session(of: alice, since: .none)),
      fromDevice: 1)
    #expect(bench.lastStatus() == 200)
    let status = bench.upload(1, user: alice, version: 2)
    #expect(status == (design.has(.erasureTombstone) ? 410 : 200))
    #expect(bench.state.rowCount == (design.has(.erasureTombstone) ? 0 : 1))
  }

  @Test func `without a running node the load balancer answers 503`() {
    var bench = ServerBench()
    bench.give(.operate(.stop(node: 0)))
    #expect(bench.upload(1, user: alice) == 503)
    bench.give(.operate(.start(node: 0)))
    #expect(bench.upload(1, user: alice) == 200)
  }

  @Test(arguments: [Design.published, .published.with(.addressUniqueness)])
  func `after a change of keys the next upload makes a second row of the address`(
    design: Design
  ) {
    var bench = ServerBench(design)
    bench.upload(1, user: alice)
    bench.give(.operate(.rekey))
    #expect(bench.state.rowCount == 1)
    #expect(bench.state.row(ofKey: 1) == nil)
    bench.upload(1, user: alice, version: 2)
    #expect(bench.state.rowCount(of: alice) == (design.has(.addressUniqueness) ? 1 : 2))
    #expect(bench.state.row(ofKey: 1)?.address == AddressID(rawValue: 101))
  }

  @Test func `a removed row is not found by any of its names`() {
    var bench = ServerBench(.hardened)
    bench.upload(1, user: alice) { $0.place = SlotID(rawValue: 9) }
    bench.give(.operate(.forget(alice)))
    #expect(bench.state.rowCount == 0)
    bench.upload(2, user: bob) { $0.place = SlotID(rawValue: 8) }
    bench.upload(3, user: bob) { $0.place = SlotID(rawValue: 9) }
    #expect(bench.state.rowCount(of: bob) == 2)
  }
}
