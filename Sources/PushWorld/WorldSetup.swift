package import PushDomain
package import SimKernel

/// What stands in a world before anything happens.
package struct WorldSetup: Sendable {
  /// The devices, in the order of their numbers.
  package var devices: [DeviceSetup] = []
  /// The places for apps, in the order of their numbers.
  package var slots: [SlotSetup] = []
  /// How many people there are.
  package var userCount = 0
  /// How many nodes the server has.
  package var nodeCount = 1
  /// The conditions that sends may name, by the number of their name.
  package var conditions: [(name: NameID, condition: TopicCondition)] = []
  /// The offsets of the zones behind universal time, by their numbers less one.
  package var zones: [ZoneSetup] = []
  /// What the story's start is on the calendar: microseconds since 1970, UTC.
  package var epoch: Int64 = 0

  /// An empty world.
  package init() {}
}

/// One device.
package struct DeviceSetup: BitwiseCopyable, Sendable {
  /// What it is.
  package var profile: DeviceProfile
  /// The hash of its name, by which its random streams are keyed.
  package var key: UInt32

  /// Describes a device.
  package init(profile: DeviceProfile, key: UInt32) {
    self.profile = profile
    self.key = key
  }
}

/// One place for an app.
package struct SlotSetup: BitwiseCopyable, Sendable {
  /// Where it is.
  package var device: DeviceID
  /// The profile on the device: 0 is the owner's.
  package var profile: UInt8
  /// Which app.
  package var app: UInt8

  /// Describes a slot.
  package init(device: DeviceID, profile: UInt8 = 0, app: UInt8 = 0) {
    self.device = device
    self.profile = profile
    self.app = app
  }
}

/// The offsets of one zone over the time of a story.
package struct ZoneSetup: Sendable {
  /// Each offset in minutes east of UTC, and the instant it begins at, in order.
  package var changes: [(at: SimTime, minutes: Int16)]

  /// Describes a zone.
  package init(changes: [(at: SimTime, minutes: Int16)]) { self.changes = changes }
}
