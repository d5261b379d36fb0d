import PushDomain
import Rulebook
import SimKernel

/// What jobs an app may run in a window of time.
struct JobQuota: BitwiseCopyable {
  var window: SimDuration
  var time: SimDuration
  var sessions: Int64 = .max
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

  private func expeditedWait(
    _ owner: UInt32, _ install: InstallID, _ state: inout AndroidState, at now: SimTime
  ) -> SimTime? {
    if isExpeditedFree(install, &state, at: now) { return nil }
    let end = rowTime(state.work[owner].expeditedSince) + .hours(24)
    let time = expeditedTime(of: bucket(of: install, &state, at: now))
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
    let time = rules.jobs.tableJobTime.duration
    return switch bucket {
    case .active, .exempt, .never: nil
    case .working: JobQuota(window: rules.jobs.workingSetJobWindow.duration, time: time)
    case .frequent: JobQuota(window: rules.jobs.frequentJobWindow.duration, time: time)
    case .rare: JobQuota(window: rules.jobs.rareJobWindow.duration, time: time)
    case .restricted:
      JobQuota(window: rules.jobs.restrictedJobWindow.duration, time: time, sessions: 1)
    }
  }

  private func newQuota(of bucket: StandbyBucket) -> JobQuota? {
    let jobs = rules.jobs
    return switch bucket {
    case .exempt, .never: nil
    case .active:
      JobQuota(
        window: jobs.activeJobWindow16.duration, time: jobs.activeJobTime16.duration,
        sessions: jobs.activeSessions16.value)
    case .working:
      JobQuota(
        window: jobs.workingSetJobWindow16.duration, time: jobs.workingSetJobTime16.duration,
        sessions: jobs.workingSetSessions16.value)
    case .frequent:
      JobQuota(
        window: jobs.frequentJobWindow16.duration, time: jobs.frequentJobTime16.duration,
        sessions: jobs.frequentSessions16.value)
    case .rare:
      JobQuota(
        window: jobs.rareJobWindow16.duration, time: jobs.rareJobTime16.duration,
        sessions: jobs.rareSessions16.value)
    case .restricted:
      JobQuota(
        window: jobs.restrictedJobWindow16.duration, time: jobs.restrictedJobTime16.duration,
        sessions: jobs.restrictedSessions16.value)
    }
  }

  private func expeditedTime(of bucket: StandbyBucket) -> SimDuration {
    switch bucket {
    case .active: rules.jobs.activeExpedited.duration
    case .working: rules.jobs.workingSetExpedited.duration
    case .frequent: rules.jobs.frequentExpedited.duration
    case .rare, .never: rules.jobs.rareExpedited.duration
    case .restricted: rules.jobs.restrictedExpedited.duration
    case .exempt: rules.jobs.exemptExpedited.duration
    }
  }

  private func milliseconds(_ count: UInt32) -> SimDuration { .milliseconds(Int64(count)) }

  func rowTime(_ seconds: UInt32) -> SimTime { .zero + .seconds(Int64(seconds)) }
}
