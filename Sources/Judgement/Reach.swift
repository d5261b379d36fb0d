import PushDomain
package import Rulebook
package import SimKernel

/// What tells when an install is out of reach, and for how long it may be given up for that.
package struct ReachRules: BitwiseCopyable, Sendable {
  /// How long a server waits for an install.
  package var window: SimDuration
  /// The rule by which the system hibernates an app.
  package var hibernates: RuleKey
  /// The rule by which use ends that.
  package var wakes: RuleKey

  /// Reads a book of rules.
  package init(_ rules: Rulebook = .documented) {
    window = rules.design.reaperWindow.duration
    hibernates = rules.standby.hibernateEffect.key
    wakes = rules.standby.hibernateExit.key
  }
}

/// Since when devices and installs are out of reach: nothing that is sent to them can arrive.
struct Reach {
  /// How it is told.
  let rules: ReachRules
  private var devices: [Absence] = []
  private var installs: [Absence] = []
  /// The devices of installs that do not bear the number of their device, as most of a population do.
  private var places: [Placement] = []

  /// Everything is in reach.
  init(rules: ReachRules) { self.rules = rules }

  /// Where an install is.
  private struct Placement: BitwiseCopyable {
    var install: InstallID
    var device: UInt32
  }

  /// Why something is out of reach, and since when.
  struct Absence: BitwiseCopyable {
    var since = SimTime.zero
    var reasons: Reasons = []
  }

  /// Why something is out of reach.
  struct Reasons: OptionSet, BitwiseCopyable {
    let rawValue: UInt8
    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A device that is switched off, or an install that is stopped.
    static let off = Reasons(rawValue: 1 << 0)
    /// A device without a network, or an install that hibernates.
    static let away = Reasons(rawValue: 1 << 1)
  }

  /// How many bytes it takes.
  var byteCount: Int {
    (devices.capacity + installs.capacity) * MemoryLayout<Absence>.stride
      + places.capacity * MemoryLayout<Placement>.stride
  }

  /// Since when an install is out of reach; nil where it is not.
  func absence(of install: InstallID) -> SimTime? {
    let own = Self.since(install.index, in: installs)
    let device = places.last { $0.install == install }?.device ?? install.rawValue
    guard let other = Self.since(Int(device), in: devices) else { return own }
    return own.map { min($0, other) } ?? other
  }

  private static func since(_ index: Int, in rows: [Absence]) -> SimTime? {
    index < rows.count && !rows[index].reasons.isEmpty ? rows[index].since : nil
  }

  /// An install came onto a device.
  mutating func place(_ record: Record) {
    if record.operand != record.install.rawValue {
      places.append(Placement(install: record.install, device: record.operand))
    }
  }

  /// Something went out of reach or came back.
  mutating func observe(_ record: Record) {
    let device = Int(record.operand)
    let install = record.install.index
    switch record.fact {
    case .switchedOff: Self.change(.off, to: true, device, in: &devices, at: record.time)
    case .booted: Self.change(.off, to: false, device, in: &devices, at: record.time)
    case .networkDown: Self.change(.away, to: true, device, in: &devices, at: record.time)
    case .networkUp: Self.change(.away, to: false, device, in: &devices, at: record.time)
    case .appStopped: Self.change(.off, to: true, install, in: &installs, at: record.time)
    case .appUnstopped: Self.change(.off, to: false, install, in: &installs, at: record.time)
    case .appRestricted where record.rule == rules.hibernates && record.detail == 1:
      Self.change(.away, to: true, install, in: &installs, at: record.time)
    case .appRestricted where record.rule == rules.wakes:
      Self.change(.away, to: false, install, in: &installs, at: record.time)
    default: break
    }
  }

  private static func change(
    _ reason: Reasons, to isThere: Bool, _ index: Int, in rows: inout [Absence], at now: SimTime
  ) {
    guard isThere || index < rows.count else { return }
    while rows.count <= index { rows.append(Absence()) }
    if isThere {
      if rows[index].reasons.isEmpty { rows[index].since = now }
      rows[index].reasons.insert(reason)
    } else {
      rows[index].reasons.remove(reason)
    }
  }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() {
    devices.removeAll(keepingCapacity: true)
    installs.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }
}
