package import PushDomain
import Rulebook
package import SimKernel

extension AndroidOS {
  /// The standby bucket of an app, computed from its last use when somebody wants to know.
  @inline(__always)
  package func bucket(
    of install: InstallID, in state: borrowing AndroidState, at now: SimTime
  ) -> StandbyBucket {
    if state[install].battery == .unrestricted { return .exempt }
    if let forced = StandbyBucket(rawValue: state[install].forcedBucket) { return forced }
    guard state[install].flags.contains(.used) else { return .never }
    if state[install].process == .foreground { return .active }
    let device = state[install].device
    let unused = now - rowTime(state[install].lastUsed)
    let bucket = bucket(unused: unused, api: state[device].api) {
      .seconds(Int64(screenSeconds(state[device], at: now) &- state[install].screenAtUse))
    }
    guard bucket.rawValue > StandbyBucket.working.rawValue else { return bucket }
    let seen = state.lastSeen(of: install)
    let wasSeen =
      seen > state[install].lastUsed && now < rowTime(seen) + rules.standby.promoteSeen.duration
    return wasSeen ? .working : bucket
  }

  /// The bucket of an app, for a step that has the state in hand.
  func bucket(
    of install: InstallID, _ state: inout AndroidState, at now: SimTime
  ) -> StandbyBucket {
    bucket(of: install, in: state, at: now)
  }

  @inline(__always)
  private func bucket(
    unused: SimDuration, api: UInt8, screen: () -> SimDuration
  ) -> StandbyBucket {
    let standby = rules.standby
    if let age = restrictedAge(api: api), unused >= age,
      screen() >= standby.restrictedScreen.duration
    {
      return .restricted
    }
    if unused >= standby.rareAge.duration, screen() >= standby.rareScreen.duration { return .rare }
    if unused >= standby.frequentAge.duration, screen() >= standby.frequentScreen.duration {
      return .frequent
    }
    return unused >= standby.workingSetAge.duration ? .working : .active
  }

  /// Restricted exists from Android 12.
  @inline(__always)
  private func restrictedAge(api: UInt8) -> SimDuration? {
    if api >= 33 { return rules.standby.restrictedAge13.duration }
    return api >= 31 ? rules.standby.restrictedAge12.duration : nil
  }

  /// A person used the app just now.
  func noteUse(_ install: InstallID, _ state: inout AndroidState, at now: SimTime) {
    state[install].lastUsed = now.rowSeconds
    state[install].screenAtUse = screenSeconds(state[state[install].device], at: now)
    state[install].forcedBucket = .max
  }

  /// The person sets how the app may use the battery.
  func setBattery(
    _ mode: BatteryMode, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let was = state[install].battery
    state[install].battery = mode
    if was == .restricted || mode == .restricted {
      let record = context.note(
        .appRestricted, install: install, operand: rules.standby.userRestricted.key.rawValue,
        detail: mode == .restricted ? 1 : 0)
      state.noteStop(of: install, by: record)
    }
    reportBucket(install, &state, &context)
    runJobs(of: install, &state, &context)
  }

  /// A story puts the app into a bucket, until its next use.
  func forceBucket(
    _ bucket: StandbyBucket, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    state[install].forcedBucket = bucket.rawValue
    let rule = rule(of: bucket)
    context.note(
      .appRestricted, install: install, operand: rule.rawValue,
      detail: bucket.rawValue > StandbyBucket.working.rawValue ? 1 : 0)
    reportBucket(install, &state, &context)
    runJobs(of: install, &state, &context)
  }

  /// The rule that puts an app into a bucket.
  private func rule(of bucket: StandbyBucket) -> RuleKey {
    switch bucket {
    case .exempt, .active: .none
    case .working: rules.standby.workingSetAge.key
    case .frequent: rules.standby.frequentAge.key
    case .rare: rules.standby.rareAge.key
    case .restricted, .never: rules.standby.restrictedScreen.key
    }
  }

  /// Tells FCM the bucket on devices up to Android 12, where it limits high messages.
  @inline(__always)
  func reportBucket(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let device = state[install].device
    guard Int64(state[device].api) <= rules.priority.quotaLevel.value else { return }
    sendBucket(install, &state, &context)
  }

  private func sendBucket(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let bucket = bucket(of: install, &state, at: context.now)
    let isCharging = isFreeByCharging(state[install].device, state)
    context.effects.append(.provider(.standby(install, bucket, isCharging: isCharging)))
  }

  @inline(__always)
  func reportBuckets(
    on device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard Int64(state[device].api) <= rules.priority.quotaLevel.value else { return }
    sendBuckets(on: device, &state, &context)
  }

  private func sendBuckets(
    on device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    var next = state.firstInstall(on: device)
    while !next.isNone {
      sendBucket(next, &state, &context)
      next = state.install(after: next)
    }
  }

  /// Hibernates an app that nobody used for so long, seen when something wants to start it.
  @inline(__always)
  func hibernateIfDue(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let unused = context.now - rowTime(state[install].lastUsed)
    if unused >= rules.standby.hibernateAfter.duration {
      hibernateIfUsed(install, &state, &context)
    }
  }

  /// Hibernates an app whose last use, if there was one, is so long ago.
  private func hibernateIfUsed(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let row = state[install]
    guard mayHibernate(install, state), !row.flags.contains(.hibernated),
      row.process != .foreground, row.flags.contains(.used)
    else { return }
    applyHibernation(install, &state, &context)
  }

  private func mayHibernate(_ install: InstallID, _ state: borrowing AndroidState) -> Bool {
    let slot = state[state[install].slot]
    return Int64(slot.target) >= rules.standby.hibernateTarget.value
      && state[slot.device].api >= 31 && slot.profile != SlotRow.workProfile
  }

  /// A story lets so much time pass that the system hibernates the app.
  func hibernate(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard mayHibernate(install, state) else {
      return context.storyMistake(.notSupportedHere, install: install)
    }
    applyHibernation(install, &state, &context)
  }

  private func applyHibernation(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let rule = rules.standby.hibernateEffect.key
    state[install].flags.formUnion([.hibernated, .jobsDropped])
    let record = context.note(
      .appRestricted, install: install, operand: rule.rawValue, detail: 1)
    state.noteStop(of: install, by: record)
    endProcess(install, .restricted, &state, &context)
    if canNotify(install, in: state), state[state[install].device].api >= 33 {
      setGrant(install, false, rule, &state, &context)
    }
  }
}
