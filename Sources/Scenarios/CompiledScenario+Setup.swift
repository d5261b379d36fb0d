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
    if let calendar {
      setup.epoch = calendar.instant * 1_000_000
      setup.zones = [
        ZoneSetup(
          changes: calendar.zone.changes.map { change in
            (
              at: change.instant <= calendar.instant
                ? .zero
                : SimTime(microseconds: (change.instant - calendar.instant) * 1_000_000),
              minutes: Int16(change.offset / 60)
            )
          })
      ]
    }
    return setup
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
