import PushDomain
import PushWorld
import Rulebook
import SimKernel
import Testing

/// What a phone costs that has the app, is logged in and lies still.
struct IdlePhoneTests {
  private static let count = 4_096

  @Test func `an idle phone has rows in these tables only, of so many bytes`() {
    let world = Self.idleWorld()
    var rows: [String: Int] = [:]
    // The queue keeps the room of a few thousand events, however many phones there are.
    for size in world.tableSizes where size.bytes >= Self.count && size.name != "pending events" {
      rows[size.name] = size.bytes / Self.count
    }
    #expect(
      rows == [
        "devices": 52, "places": 12, "packages": 44, "channels": 16, "clients": 76,
        "connections": 20, "registrations": 36, "newest addresses": 4, "FIDs": 4,
        "server rows": 40, "rows by key": 4, "keys of installs": 4, "users": 8,
        "truth": 16, "truth of users": 4, "truth of devices": 4, "book of the server": 16,
        "random streams": 8,
      ])
  }

  @Test func `an idle phone takes at most 384 bytes`() {
    let world = Self.idleWorld()
    let bytes = world.tableSizes.reduce(0) { $0 + $1.bytes } / Self.count
    #expect(bytes <= 384)
  }

  @Test func `an idle phone leaves no event pending`() {
    let world = Self.idleWorld()
    let pending = world.pendingCount
    #expect(pending <= 1)
  }

  /// Phones that were set up one after another and then put aside.
  private static func idleWorld() -> World {
    var setup = WorldSetup()
    setup.userCount = count
    for index in 0..<count {
      setup.devices.append(DeviceSetup(profile: DeviceProfile(), key: UInt32(index)))
      setup.slots.append(SlotSetup(device: DeviceID(index)))
    }
    var world = World(
      setup, rules: .documented, design: .published, choices: Choices(.seeded(1)),
      keepsHistory: false, foldingAfter: .hours(1))
    for index in 0..<count {
      world.perform(.app(SlotID(index), .ready(UserID(index))), line: 0)
      world.run(through: world.now + .seconds(1))
      world.perform(.app(SlotID(index), .background), line: 0)
      world.perform(.device(DeviceID(index), .screen(on: false)), line: 0)
    }
    world.run(through: world.now + .hours(6))
    return world
  }
}
