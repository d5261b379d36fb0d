import Rulebook

/// What became of the push of a message for one install, as the provider would count it.
package enum PushOutcome: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
  /// No provider was asked.
  case none
  /// A request is under way, or its answer never came.
  case requested
  /// The provider said no.
  case refused
  /// Accepted, and neither delivered nor dropped.
  case pending
  /// Reached the device, which does not mean that it was shown.
  case delivered
  /// Replaced by a newer message with the same collapse key.
  case collapsed
  case tooManyPending
  case appForceStopped
  case deviceInactive
  case ttlExpired
  /// Ended by a rule that the provider's statistics do not name.
  case ended

  /// The outcome as this program writes it.
  package var word: StaticString {
    switch self {
    case .none: "none"
    case .requested: "requested"
    case .refused: "refused"
    case .pending: "pending"
    case .delivered: "delivered"
    case .collapsed: "collapsed"
    case .tooManyPending: "too-many-pending"
    case .appForceStopped: "app-force-stopped"
    case .deviceInactive: "device-inactive"
    case .ttlExpired: "ttl-expired"
    case .ended: "ended"
    }
  }

  /// The outcome as FCM's delivery data spell it; nothing where they do not count the message.
  package var fcmWord: StaticString? {
    switch self {
    case .none, .requested, .refused, .ended: nil
    case .pending: "pending"
    case .delivered: "delivered"
    case .collapsed: "collapsed"
    case .tooManyPending: "droppedTooManyPendingMessages"
    case .appForceStopped: "droppedAppForceStopped"
    case .deviceInactive: "droppedDeviceInactive"
    case .ttlExpired: "droppedTtlExpired"
    }
  }

  /// The outcome of a copy that a rule ended.
  init(droppedBy rule: UInt32) {
    self = DropRules.outcome(rule)
  }
}

extension PushOutcome: Comparable {
  /// Orders outcomes by how far the push got, as far as that can be ordered.
  package static func < (left: PushOutcome, right: PushOutcome) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What delayed or changed a push on its way, as FCM's delivery data count it.
package struct PushDelays: OptionSet, BitwiseCopyable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The device was not connected.
  package static let deviceOffline = PushDelays(rawValue: 1 << 0)
  /// The device was dozing.
  package static let deviceDoze = PushDelays(rawValue: 1 << 1)
  /// The collapsible bucket or the rate of the device was exhausted.
  package static let messageThrottled = PushDelays(rawValue: 1 << 2)
  /// The user or profile of the app was stopped.
  package static let userStopped = PushDelays(rawValue: 1 << 3)
  /// High priority was lowered to normal.
  package static let priorityLowered = PushDelays(rawValue: 1 << 4)
  /// Play services drew it by themselves.
  package static let proxied = PushDelays(rawValue: 1 << 5)

  /// The flags that are delays in time, and their words.
  package static let words: [(flag: PushDelays, word: StaticString)] = [
    (.deviceOffline, "delayedDeviceOffline"), (.deviceDoze, "delayedDeviceDoze"),
    (.messageThrottled, "delayedMessageThrottled"), (.userStopped, "delayedUserStopped"),
  ]

  /// The flags that are no delays, and their words.
  package static let insights: [(flag: PushDelays, word: StaticString)] = [
    (.priorityLowered, "priorityLowered"), (.proxied, "proxied"),
  ]

  /// The word of a message that nothing delayed.
  package static let noDelay: StaticString = "deliveredNoDelay"

  /// The delay that the rule of a waiting copy stands for.
  static func waiting(by rule: UInt32) -> PushDelays { DropRules.delay(rule) }
}

/// Which rules stand for which outcome and delay of the delivery data.
private enum DropRules {
  static let ttl = keys("fcm.ttl.expired", "fcm.ttl.zero", "fcm.ttl.zero-doze", "fcm.ttl.range")
  static let store = keys(
    "fcm.store.limit", "fcm.store.overflow", "fcm.store.overflow.101st",
    "fcm.store.overflow.resume")
  static let stopped = keys(
    "os.stop.fcm", "os.stop.fcm.retry", "os.stop.fcm.tries", "os.stop.fcm.every",
    "gms.deliver.stopped", "os.stop.enter", "os.stop.new-install")
  static let inactive = keys("fcm.store.inactive-device", "fcm.store.inactive-device.look-back")
  static let doze = keys(
    "fcm.prio.normal", "doze.effect", "doze.effect.light", "doze.effect.fcm", "doze.window.fcm",
    "doze.window.late", "doze.light.network")
  static let throttled = keys(
    "fcm.rate.device.minute", "fcm.rate.device.hour", "fcm.rate.device.over",
    "fcm.rate.collapsible.burst", "fcm.rate.collapsible.refill",
    "fcm.rate.collapsible.piggyback")
  static let user = keys("us.stopped", "us.work-off", "gms.user-locked", "os.reboot.locked")

  /// The raw keys of rules.
  static func keys(_ ids: StaticString...) -> [UInt32] { ids.map { RuleKey($0).rawValue } }

  /// The outcome that a dropping rule stands for.
  static func outcome(_ rule: UInt32) -> PushOutcome {
    if ttl.contains(rule) { return .ttlExpired }
    if store.contains(rule) { return .tooManyPending }
    if stopped.contains(rule) { return .appForceStopped }
    if inactive.contains(rule) { return .deviceInactive }
    return .ended
  }

  /// The delay that a storing rule stands for; being out of reach where it is none of the others.
  static func delay(_ rule: UInt32) -> PushDelays {
    if doze.contains(rule) { return .deviceDoze }
    if throttled.contains(rule) { return .messageThrottled }
    if user.contains(rule) { return .userStopped }
    return .deviceOffline
  }
}
