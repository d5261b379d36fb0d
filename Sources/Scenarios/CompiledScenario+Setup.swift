import PushDomain
package import PushWorld
import ScenarioLanguage
import SimKernel

extension CompiledScenario {
  /// The world that the story begins in.
  package var setup: WorldSetup {
    var setup = WorldSetup()
    setup.devices.reserveCapacity(devices.count)
    for index in devices.indices {
      // Streams are keyed by name: a phone more shifts no draw of another.
      var hash = StableHash()
      hash.combine(names.text(of: DeviceID(index)))
      setup.devices.append(
        DeviceSetup(
          profile: devices[index].profile, key: UInt32(truncatingIfNeeded: hash.value)))
    }
    setup.slots = slots.map { SlotSetup(device: $0.device, profile: $0.profile, app: $0.app) }
    setup.userCount = names.userCount
    setup.nodeCount = max(1, nodeNames.count)
    setup.conditions = conditions.map { (name: $0.name, condition: $0.condition) }
    setup.epoch = (calendar?.instant ?? 0) * 1_000_000
    setup.zones = zones.dropFirst().map { ZoneSetup(changes: changes(of: $0)) }
    return setup
  }

  /// The offsets of a zone from the beginning of the story on; one only where no start is named.
  private func changes(of zone: Zone) -> [(at: SimTime, minutes: Int16)] {
    let start = calendar?.instant ?? 0
    let first = (at: SimTime.zero, minutes: Int16(zone.offset(at: start) / 60))
    guard calendar != nil else { return [first] }
    return [first]
      + zone.changes.filter { $0.instant > start }.map { change in
        (
          at: SimTime(microseconds: (change.instant - start) * 1_000_000),
          minutes: Int16(change.offset / 60)
        )
      }
  }

  /// The number of a zone, which is new where no device hung in it yet.
  mutating func enter(_ zone: Zone) -> ZoneID {
    let place = zones.firstIndex(of: zone) ?? zones.count
    if place == zones.count { zones.append(zone) }
    return ZoneID(rawValue: UInt16(place))
  }
}

extension CompiledScenario {
  /// The design under test in words: its name and what was added or taken away.
  package var designText: String {
    var text = designName
    for defence in Defence.allCases where with.has(defence) { text += " with \(defence.word)" }
    for defence in Defence.allCases where without.has(defence) {
      text += " without \(defence.word)"
    }
    return text
  }
}
