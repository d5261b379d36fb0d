import PushDomain
import Rulebook
import SimKernel

extension FCMService {
  /// The priority of a message that names none.
  @inline(__always)
  func usualPriority(of kind: MessageKind) -> Priority {
    if kind == .data { return .normal }
    return rules.priority.usualNotification.answer == .high ? .high : .normal
  }

  /// Lowers a high copy where the habits of the app or its bucket demand it.
  @inline(__always)
  func lowerIfNeeded(
    _ state: inout FCMState, _ kept: inout KeptCopy, _ address: AddressID,
    in context: inout StepContext
  ) {
    let handle = state.registrations[address.rawValue].habits
    if handle != 0 { lowerByHabits(&state, &kept, address, handle, in: &context) }
  }

  private func lowerByHabits(
    _ state: inout FCMState, _ kept: inout KeptCopy, _ address: AddressID, _ handle: UInt32,
    in context: inout StepContext
  ) {
    let rule: RuleKey
    if isInDisfavour(&state, address, at: context.now) {
      rule = rules.priority.downgrade.key
    } else if let quota = quotaRule(&state, handle, at: context.now) {
      rule = quota
    } else {
      return
    }
    kept.isUrgent = isForProxy(state, kept.payload, address)
    kept.delivered = .normal
    kept.cause = context.note(
      .lowered, message: kept.payload.message, copy: kept.copy,
      install: state.registrations[address.rawValue].install, user: kept.payload.user,
      operand: rule.rawValue, detail: kept.isUrgent ? 1 : 0, cause: kept.cause)
  }

  /// Whether play services may draw a copy that would be lowered, so that it need not wait.
  private func isForProxy(
    _ state: borrowing FCMState, _ payload: PushPayload, _ address: AddressID
  ) -> Bool {
    rules.priority.proxyOrLower.answer == .proxied && payload.kind != .data
      && !payload.flags.contains(.proxyDeny)
      && state.link(of: state.registrations[address.rawValue].device).canProxy
  }

  // MARK: The judgement over seven days

  /// Whether an app instance showed too few of its high messages.
  private func isInDisfavour(
    _ state: inout FCMState, _ address: AddressID, at now: SimTime
  ) -> Bool {
    if state.registrations[address.rawValue].marks.contains(.inDisfavour) { return true }
    let handle = state.registrations[address.rawValue].habits
    turnWindow(&state.habits[handle], at: now)
    let high = state.habits[handle].high.total
    guard high >= max(rules.priority.downgradeSample.value, 1),
      state.habits[handle].judgedFrom.time <= now
    else { return false }
    let unseen = max(high - state.habits[handle].displayed.total, 0)
    guard unseen * 100 >= high * rules.priority.downgradeShare.value else { return false }
    if rules.priority.recovery.answer == .displayOnly {
      state.registrations[address.rawValue].marks.insert(.inDisfavour)
    }
    return true
  }

  /// From when on behaviour that begins now can be judged.
  private func judged(from now: SimTime) -> CoarseTime {
    switch rules.priority.downgradeDue.answer {
    case .wholeWindow: CoarseTime(roundingUp: now + rules.priority.downgradeWindow.duration)
    case .atOnce: .zero
    }
  }

  /// Counts a high message that arrived; it counts as unseen until a report says otherwise.
  func countHigh(_ state: inout FCMState, _ address: AddressID, at now: SimTime) {
    let handle = state.habitsHandle(of: address)
    turnWindow(&state.habits[handle], at: now)
    if state.habits[handle].high.total == 0 {
      state.habits[handle].judgedFrom = judged(from: now)
    }
    let slot = Int(state.habits[handle].slice % UInt16(Self.slices))
    if state.habits[handle].high[slot] == .max {
      state.habits[handle].high[slot] /= 2
      state.habits[handle].displayed[slot] /= 2
    }
    state.habits[handle].high[slot] += 1
  }

  /// Counts that a high message was displayed.
  func countDisplay(_ state: inout FCMState, _ address: AddressID, at now: SimTime) {
    let handle = state.habitsHandle(of: address)
    if state.registrations[address.rawValue].marks.contains(.inDisfavour) {
      state.registrations[address.rawValue].marks.remove(.inDisfavour)
      state.habits[handle].high = .zero
      state.habits[handle].displayed = .zero
    }
    turnWindow(&state.habits[handle], at: now)
    let slot = Int(state.habits[handle].slice % UInt16(Self.slices))
    if state.habits[handle].displayed[slot] < .max { state.habits[handle].displayed[slot] += 1 }
  }

  /// Treats an app instance as if it had shown nothing for the whole window.
  func fallIntoDisfavour(_ state: inout FCMState, _ address: AddressID, at now: SimTime) {
    let handle = state.habitsHandle(of: address)
    turnWindow(&state.habits[handle], at: now)
    state.habits[handle].high = .zero
    state.habits[handle].displayed = .zero
    state.habits[handle].judgedFrom = .zero
    let slot = Int(state.habits[handle].slice % UInt16(Self.slices))
    state.habits[handle].high[slot] = UInt8(
      clamping: max(rules.priority.downgradeSample.value, 1))
    if rules.priority.recovery.answer == .displayOnly {
      state.registrations[address.rawValue].marks.insert(.inDisfavour)
    }
  }

  /// In how many slices the window rolls on: a day each, as the sources give it.
  private static let slices = 7

  /// Forgets the slices that lie before the window.
  private func turnWindow(_ habits: inout Habits, at now: SimTime) {
    let width = max(rules.priority.downgradeWindow.duration.microseconds / Int64(Self.slices), 1)
    let slice = UInt16(truncatingIfNeeded: now.microseconds / width)
    let passed = slice &- habits.slice
    guard passed > 0 else { return }
    for step in 1...min(Int(passed), Self.slices) {
      let slot = Int((habits.slice &+ UInt16(step)) % UInt16(Self.slices))
      habits.high[slot] = 0
      habits.displayed[slot] = 0
    }
    habits.slice = slice
  }

  // MARK: The quota by bucket, up to Android 12

  /// The rule that a high message goes against, or counts it.
  private func quotaRule(
    _ state: inout FCMState, _ handle: UInt32, at now: SimTime
  ) -> RuleKey? {
    let limit: Rule
    if state.habits[handle].isCharging { return nil }
    switch state.habits[handle].bucket {
    case .active, .working, .exempt: return nil
    case .frequent: limit = rules.priority.quotaFrequent
    case .rare: limit = rules.priority.quotaRare
    case .restricted, .never: limit = rules.priority.quotaRestricted
    }
    let day = UInt16(truncatingIfNeeded: (now.sinceStart / SimDuration.days(1)))
    if state.habits[handle].day != day {
      state.habits[handle].day = day
      state.habits[handle].highToday = 0
    }
    guard Int64(state.habits[handle].highToday) < limit.value else { return limit.key }
    if state.habits[handle].highToday < .max { state.habits[handle].highToday += 1 }
    return nil
  }

  /// Remembers how much an app is used, where its system limits high priority by that.
  func noteBucket(
    _ state: inout FCMState, _ install: InstallID, _ bucket: StandbyBucket, isCharging: Bool
  ) {
    guard install.index < state.newest.count, !state.newest[install.index].isNone else { return }
    let handle = state.habitsHandle(of: state.newest[install.index])
    state.habits[handle].bucket = bucket
    state.habits[handle].isCharging = isCharging
  }
}

extension SIMD8<UInt8> {
  /// The sum of all counts.
  var total: Int64 {
    Int64(SIMD8<UInt16>(truncatingIfNeeded: self).wrappedSum())
  }
}
