import PushDomain
import Rulebook
import SimKernel

/// What jobs an app may run in a window of time.
struct JobQuota: BitwiseCopyable {
  var window: SimDuration
  var time: SimDuration
  var sessions: Int64 = .max
  /// The rule that says how long the window is.
  var rule: RuleKey
}

extension AndroidOS {
  /// When a job may run that its quota keeps back; nothing if it may run now.
  ///
  /// Windows begin with the first job that counts, instead of rolling: nothing is kept per job.
  func quotaWait(
    _ handle: UInt32, _ install: InstallID, _ state: inout AndroidState, at now: SimTime
  ) -> SimTime? {
    guard counts(install, &state, at: now) else { return nil }
    let owner = state[install].work
    if state.jobs[handle].isExpedited {
      return expeditedWait(owner, install, &state, at: now)
    }
    let bucket = bucket(of: install, &state, at: now)
    if bucket == .never { return nil }
    guard let quota = quota(of: bucket, api: state[state[install].device].api) else { return nil }
    let work = state.work[owner]
    let end = rowTime(work.quotaSince) + quota.window
    if now >= end {
      state.work[owner].quotaUsed = 0
      state.work[owner].sessions = 0
    } else if milliseconds(work.quotaUsed) >= quota.time || Int64(work.sessions) >= quota.sessions {
      return end
    }
    return dayWait(owner, install, &state, at: now)
  }

  /// Notes which quota keeps what a handler left to do, once for each message that wants it done.
  func noteQuota(
    _ handle: UInt32, _ install: InstallID, until end: SimTime, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard !state.jobs[handle].isArmed || state.jobs[handle].armedFor != end else { return }
    let bucket = bucket(of: install, &state, at: context.now)
    let quota = quota(of: bucket, api: state[state[install].device].api)
    var rule = rules.jobs.jobDayCap.key
    if state.jobs[handle].isExpedited {
      rule = expeditedTime(of: bucket).key
    } else if let quota, rowTime(state.work[state[install].work].quotaSince) + quota.window == end {
      rule = quota.rule
    }
    context.note(.held, install: install, operand: rule.rawValue)
  }

  private func expeditedWait(
    _ owner: UInt32, _ install: InstallID, _ state: inout AndroidState, at now: SimTime
  ) -> SimTime? {
    if isExpeditedFree(install, &state, at: now) { return nil }
    let end = rowTime(state.work[owner].expeditedSince) + .hours(24)
    let time = expeditedTime(of: bucket(of: install, &state, at: now)).duration
    if now >= end { state.work[owner].expeditedUsed = 0 }
    return milliseconds(state.work[owner].expeditedUsed) >= time ? end : nil
  }

  /// Whether an expedited job that starts now is free: after a pass, or after use.
  func isExpeditedFree(
    _ install: InstallID, _ state: inout AndroidState, at now: SimTime
  ) -> Bool {
    let pass = state.passUntil(of: install)
    if pass > .zero, now < pass + rules.jobs.expeditedAfterPass.duration { return true }
    let row = state[install]
    guard row.process != .foreground else { return true }
    return row.flags.contains(.used)
      && now < rowTime(row.lastUsed) + rules.jobs.expeditedAfterTop.duration
  }

  /// From Android 16 jobs of one app also have a cap over a day.
  private func dayWait(
    _ owner: UInt32, _ install: InstallID, _ state: inout AndroidState, at now: SimTime
  ) -> SimTime? {
    guard state[state[install].device].api >= 36 else { return nil }
    let end = rowTime(state.work[owner].daySince) + .hours(24)
    if now >= end { state.work[owner].dayUsed = 0 }
    return milliseconds(state.work[owner].dayUsed) >= rules.jobs.jobDayCap.duration ? end : nil
  }

  /// Whether a job counts against a quota at all.
  @inline(__always)
  private func counts(
    _ install: InstallID, _ state: inout AndroidState, at now: SimTime
  ) -> Bool {
    let device = state[install].device
    if state[install].process == .foreground {
      return Int64(state[device].api) >= rules.jobs.jobsCountInForeground.value
    }
    guard isFreeByCharging(device, state) else { return true }
    return bucket(of: install, &state, at: now) == .restricted
  }

  /// Whether a charger takes the limits of buckets away.
  @inline(__always)
  func isFreeByCharging(_ device: DeviceID, _ state: borrowing AndroidState) -> Bool {
    state[device].flags.contains(.charging) && rules.standby.charging.isOn
  }

  /// Adds the time that a job ran to the windows it counts in.
  func charge(
    _ handle: UInt32, _ install: InstallID, _ state: inout AndroidState, at now: SimTime
  ) {
    guard counts(install, &state, at: now) else { return }
    let owner = state[install].work
    let span = UInt32(clamping: (now - state.jobs[handle].startedAt).wholeMilliseconds)
    if state.jobs[handle].isExpedited {
      guard !state.jobs[handle].isFree else { return }
      if state.work[owner].expeditedUsed == 0 {
        state.work[owner].expeditedSince = now.rowSeconds
      }
      state.work[owner].expeditedUsed &+= span
      return
    }
    let api = state[state[install].device].api
    guard quota(of: bucket(of: install, &state, at: now), api: api) != nil else { return }
    if state.work[owner].quotaUsed == 0, state.work[owner].sessions == 0 {
      state.work[owner].quotaSince = now.rowSeconds
    }
    if state.work[owner].dayUsed == 0 { state.work[owner].daySince = now.rowSeconds }
    state.work[owner].quotaUsed &+= span
    state.work[owner].dayUsed &+= span
    state.work[owner].sessions = UInt16(clamping: Int(state.work[owner].sessions) + 1)
  }

  /// The quota of a bucket in the edition of the device; nothing where there is none.
  func quota(of bucket: StandbyBucket, api: UInt8) -> JobQuota? {
    api >= 36 ? newQuota(of: bucket) : tableQuota(of: bucket)
  }

  private func tableQuota(of bucket: StandbyBucket) -> JobQuota? {
    let jobs = rules.jobs
    let time = jobs.tableJobTime.duration
    func quota(_ window: Rule, sessions: Int64 = .max) -> JobQuota {
      JobQuota(window: window.duration, time: time, sessions: sessions, rule: window.key)
    }
    return switch bucket {
    case .active, .exempt, .never: nil
    case .working: quota(jobs.workingSetJobWindow)
    case .frequent: quota(jobs.frequentJobWindow)
    case .rare: quota(jobs.rareJobWindow)
    case .restricted: quota(jobs.restrictedJobWindow, sessions: 1)
    }
  }

  private func newQuota(of bucket: StandbyBucket) -> JobQuota? {
    let jobs = rules.jobs
    func quota(
      _ window: Rule, _ time: Rule, _ sessions: Rule
    ) -> JobQuota {
      JobQuota(
        window: window.duration, time: time.duration, sessions: sessions.value, rule: window.key)
    }
    return switch bucket {
    case .exempt, .never: nil
    case .active: quota(jobs.activeJobWindow16, jobs.activeJobTime16, jobs.activeSessions16)
    case .working:
      quota(jobs.workingSetJobWindow16, jobs.workingSetJobTime16, jobs.workingSetSessions16)
    case .frequent:
      quota(jobs.frequentJobWindow16, jobs.frequentJobTime16, jobs.frequentSessions16)
    case .rare: quota(jobs.rareJobWindow16, jobs.rareJobTime16, jobs.rareSessions16)
    case .restricted:
      quota(jobs.restrictedJobWindow16, jobs.restrictedJobTime16, jobs.restrictedSessions16)
    }
  }

  private func expeditedTime(of bucket: StandbyBucket) -> Rule {
    switch bucket {
    case .active: rules.jobs.activeExpedited
    case .working: rules.jobs.workingSetExpedited
    case .frequent: rules.jobs.frequentExpedited
    case .rare, .never: rules.jobs.rareExpedited
    case .restricted: rules.jobs.restrictedExpedited
    case .exempt: rules.jobs.exemptExpedited
    }
  }

  private func milliseconds(_ count: UInt32) -> SimDuration { .milliseconds(Int64(count)) }

  func rowTime(_ seconds: UInt32) -> SimTime { .zero + .seconds(Int64(seconds)) }
}
