package import PushDomain
import PushWorld

/// The names of a run, in the order of their numbers: numbers become names again in a report.
package struct Names: Sendable {
  /// The people.
  package var users: [String] = []
  /// The devices.
  package var devices: [String] = []
  /// The places for apps; the one of a device's owner bears the device's name.
  package var slots: [String] = []
  /// The messages, as the story calls them.
  package var messages: [String] = []
  /// Topics, channels, groups, links.
  package var words: [String] = []
  /// The text of a line of the story.
  package var line: @Sendable (UInt32) -> String = { _ in "a statement of the story" }
  /// The slot and the ordinal of each install.
  package var installs: [(slot: Int, ordinal: Int)] = []

  /// No names.
  package init() {}

  /// A person's name.
  package func user(_ id: UserID) -> String { Self.pick(users, id.rawValue, "somebody") }
  /// A device's name.
  package func device(_ id: UInt32) -> String { Self.pick(devices, id, "a device") }
  /// A message's name as the story writes it.
  package func messageName(_ id: MessageID) -> String { Self.pick(messages, id.rawValue, "?") }
  /// A message's name in quotation marks.
  package func message(_ id: MessageID) -> String {
    let name = Self.pick(messages, id.rawValue, "")
    return name.isEmpty ? "a message" : "\"\(name)\""
  }
  /// A topic, channel, group or link.
  package func word(_ id: UInt32) -> String { Self.pick(words, id, "none") }

  /// The name of an install: that of its slot, with its number from the second one on.
  package func install(_ id: InstallID) -> String {
    guard id.index < installs.count, !id.isNone else { return "an unknown install" }
    let place = installs[id.index]
    let slot = Self.pick(slots, UInt32(place.slot), "an app")
    return place.ordinal > 1 ? "\(slot)/\(place.ordinal)" : slot
  }

  private static func pick(_ table: [String], _ index: UInt32, _ fallback: String) -> String {
    index < UInt32(table.count) ? table[Int(index)] : fallback
  }
}

extension World {
  /// The slot and the ordinal of each install, as names have them.
  var namedInstalls: [(slot: Int, ordinal: Int)] {
    var result: [(slot: Int, ordinal: Int)] = []
    for index in 0..<installCount {
      let install = InstallID(index)
      result.append((slot(of: install).index, Int(ordinal(of: install))))
    }
    return result
  }
}
