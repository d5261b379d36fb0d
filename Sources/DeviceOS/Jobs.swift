package import PushDomain
import Rulebook
import SimKernel

extension AndroidState {
  @inline(__always)
  func jobHandle(_ kind: JobKind, of install: InstallID) -> UInt32? {
    guard self[install].work != .max else { return nil }
    var handle = work[self[install].work].jobs
    while handle != .max {
      if jobs[handle].kind == kind { return handle }
      handle = jobs[handle].next
    }
    return nil
  }

  /// Takes a job out of the list of its install.
  mutating func removeJob(_ handle: UInt32, of install: InstallID) {
    let owner = self[install].work
    jobs.take(handle, from: &work[owner].jobs)
    releaseIdleWork(of: install)
  }

  /// Whether a job waits or runs for an install, for reports.
  package func hasJob(_ kind: JobKind, of install: InstallID) -> Bool {
    jobHandle(kind, of: install) != nil
  }
}

extension AndroidOS {
  /// Enqueues unique work that needs a network.
  @inline(__always)
  func enqueue(
    _ kind: JobKind, after delay: SimDuration, expedited: Bool, _ install: InstallID,
    _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let due = context.now + delay
    if let handle = state.jobHandle(kind, of: install) {
      if state.jobs[handle].isRunning {
        state.jobs[handle].runsAgain = true
        return
      }
      state.jobs[handle].due = due
      state.jobs[handle].attempts = 0
      state.jobs[handle].isExpedited = expedited
      state.jobs[handle].isArmed = false
    } else {
      let owner = state.workHandle(of: install)
      var row = JobRow(due: due, kind: kind, isExpedited: expedited)
      row.next = state.work[owner].jobs
      state.work[owner].jobs = state.jobs.insert(row)
      state.markBusy(install)
    }
    consider(kind, install, &state, &context)
  }

  @inline(never)
  func cancelJob(_ kind: JobKind, _ install: InstallID, _ state: inout AndroidState) {
    guard let handle = state.jobHandle(kind, of: install) else { return }
    state.removeJob(handle, of: install)
  }

  /// Runs a job if it is due and nothing stands against it, or arms what will bring it back.
  @inline(__always)
  func consider(
    _ kind: JobKind, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard let handle = state.jobHandle(kind, of: install), !state.jobs[handle].isRunning else {
      return
    }
    consider(handle, install, &state, &context)
  }

  @inline(__always)
  private func consider(
    _ handle: UInt32, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    if state.jobs[handle].due <= context.now {
      considerDue(handle, install, &state, &context)
    } else {
      armJob(handle, install, at: state.jobs[handle].due, &state, &context)
    }
  }

  private func considerDue(
    _ handle: UInt32, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let now = context.now
    guard mayRunJobs(install, state) else { return }
    let device = state[install].device
    if isJobHeldBack(handle, install, &state, at: now) {
      return wantWindow(device, &state, &context)
    }
    guard hasJobNetwork(install, state) else { return }
    if let later = quotaWait(handle, install, &state, at: now) {
      if state.jobs[handle].kind == .handler {
        noteQuota(handle, install, until: later, &state, &context)
      }
      return armJob(handle, install, at: later, &state, &context)
    }
    run(handle, install, &state, &context)
  }

  /// The conditions of the app: installed, unlocked, not stopped and not restricted.
  @inline(__always)
  private func mayRunJobs(_ install: InstallID, _ state: borrowing AndroidState) -> Bool {
    state[install].isInstalled && canRun(install, state)
      && state[install].flags.isDisjoint(with: [.stopped, .hibernated, .jobsDropped])
      && !state[state[install].device].flags.contains(.storageLocked)
      && (state[install].battery != .restricted || state[install].process == .foreground)
  }

  /// Doze defers jobs, also of exempt apps; a pass lets expedited ones through.
  @inline(__always)
  private func isJobHeldBack(
    _ handle: UInt32, _ install: InstallID, _ state: inout AndroidState, at now: SimTime
  ) -> Bool {
    guard isHeldBack(state[install].device, &state, at: now) else { return false }
    return !(state.jobs[handle].isExpedited && now < state.passUntil(of: install))
  }

  @inline(__always)
  private func hasJobNetwork(_ install: InstallID, _ state: borrowing AndroidState) -> Bool {
    let flags = state[state[install].device].flags
    guard flags.isDisjoint(with: [.off, .offline]) else { return false }
    return !flags.isSuperset(of: [.dataSaver, .metered])
      || state[install].process == .foreground || state[install].battery == .unrestricted
  }

  private func run(
    _ handle: UInt32, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let kind = state.jobs[handle].kind
    state.jobs[handle].isRunning = true
    state.jobs[handle].isArmed = false
    state.jobs[handle].startedAt = context.now
    state.jobs[handle].isFree =
      state.jobs[handle].isExpedited && isExpeditedFree(install, &state, at: context.now)
    let around = startProcess(of: install, for: .job, &state, &context)
    context.tell(.job(install, kind, around))
  }

  private func armJob(
    _ handle: UInt32, _ install: InstallID, at: SimTime, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard !state.jobs[handle].isArmed || state.jobs[handle].armedFor != at else { return }
    state.jobSerial &+= 1
    state.jobs[handle].generation = state.jobSerial
    state.jobs[handle].isArmed = true
    state.jobs[handle].armedFor = at
    context.arm(
      Timer(
        .deviceJob, index: install.rawValue, generation: state.jobSerial,
        argument: state.jobs[handle].kind.rawValue, at: at))
  }

  /// A job may be due.
  @inline(never)
  func jobTimer(
    _ install: InstallID, _ timer: Timer, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard let kind = JobKind(rawValue: timer.argument), state.knows(install),
      let handle = state.jobHandle(kind, of: install),
      state.jobs[handle].isArmed, state.jobs[handle].generation == timer.generation
    else { return }
    state.jobs[handle].isArmed = false
    if !state.jobs[handle].isRunning { consider(handle, install, &state, &context) }
  }

  /// A job is done, or wants to run again after its backoff.
  @inline(__always)
  func jobEnded(
    _ kind: JobKind, retryAfter: SimDuration?, _ install: InstallID,
    _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard let handle = state.jobHandle(kind, of: install), state.jobs[handle].isRunning else {
      return
    }
    charge(handle, install, &state, at: context.now)
    state.jobs[handle].isRunning = false
    if state.jobs[handle].runsAgain {
      state.jobs[handle].runsAgain = false
      state.jobs[handle].attempts = 0
      state.jobs[handle].due = context.now
    } else if let retryAfter {
      state.jobs[handle].attempts = UInt8(clamping: Int(state.jobs[handle].attempts) + 1)
      let wait = max(retryAfter, backoff(attempts: Int(state.jobs[handle].attempts)))
      state.jobs[handle].due = context.now + wait
    } else {
      state.removeJob(handle, of: install)
      return closeIfDone(state[install].device, &state, &context)
    }
    consider(handle, install, &state, &context)
    closeIfDone(state[install].device, &state, &context)
  }

  /// The wait before a number of attempts is followed by another one.
  func backoff(attempts: Int) -> SimDuration {
    let longest = rules.processes.backoffMax.duration
    var wait = rules.processes.backoffFirst.duration
    for _ in 1..<max(1, attempts) {
      if wait >= longest { break }
      wait = wait * rules.processes.backoffFactor.value
    }
    return max(rules.processes.backoffMin.duration, min(longest, wait))
  }

  /// Runs what may run now on a device.
  @inline(__always)
  func runJobs(
    on device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    if state.isBusy(device) { runAllJobs(on: device, &state, &context) }
  }

  @inline(never)
  private func runAllJobs(
    on device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    var next = state.firstInstall(on: device)
    while !next.isNone {
      if state.hasAlarms(next) || state.hasJobs(next) { work(for: next, &state, &context) }
      next = state.install(after: next)
    }
  }

  /// Fires the alarms of an install and runs its jobs, as far as they are due.
  @inline(never)
  private func work(
    for install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    fireAlarms(of: install, &state, &context)
    runJobs(of: install, &state, &context)
  }

  @inline(__always)
  func runJobs(
    of install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    if state.hasJobs(install) { runAllJobs(of: install, &state, &context) }
  }

  /// Considers every kind in turn, whatever the order in which they were enqueued.
  private func runAllJobs(
    of install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let first = state.work[state[install].work].jobs
    guard state.jobs[first].next != .max else {
      // Most apps have one job.
      if !state.jobs[first].isRunning { consider(first, install, &state, &context) }
      return
    }
    var number: UInt8 = 0
    while let kind = JobKind(rawValue: number) {
      consider(kind, install, &state, &context)
      number += 1
    }
  }

  /// A pending job that is due makes the device want a window.
  @inline(__always)
  func wantWindowForJobs(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[device].flags.contains(.dozing), state[device].isOnline else { return }
    runJobs(on: device, &state, &context)
  }

  /// Work that ran when the process died is queued again.
  @inline(__always)
  func requeueJobs(
    of install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    if state.hasJobs(install) { requeueAllJobs(of: install, &state, &context) }
  }

  private func requeueAllJobs(
    of install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    var handle = state.work[state[install].work].jobs
    while handle != .max {
      if state.jobs[handle].isRunning {
        charge(handle, install, &state, at: context.now)
        state.jobs[handle].isRunning = false
        state.jobs[handle].runsAgain = false
        state.jobs[handle].due = context.now + rules.processes.backoffMin.duration
      }
      handle = state.jobs[handle].next
    }
    runJobs(of: install, &state, &context)
  }

  /// The first process after a stop finds its jobs gone and schedules them again.
  func rescheduleJobs(
    of install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[install].work != .max else { return }
    var handle = state.work[state[install].work].jobs
    while handle != .max {
      state.jobs[handle].isArmed = false
      handle = state.jobs[handle].next
    }
    runJobs(of: install, &state, &context)
  }

  /// Forgets all jobs of an install.
  func dropJobs(of install: InstallID, _ state: inout AndroidState) {
    guard state[install].work != .max else { return }
    var handle = state.work[state[install].work].jobs
    while handle != .max { handle = state.jobs.remove(handle).next }
    state.work[state[install].work].jobs = .max
  }

  @inline(__always)
  func hasRunningJob(_ install: InstallID, _ state: borrowing AndroidState) -> Bool {
    guard state[install].work != .max else { return false }
    var handle = state.work[state[install].work].jobs
    while handle != .max {
      if state.jobs[handle].isRunning { return true }
      handle = state.jobs[handle].next
    }
    return false
  }

  @inline(__always)
  func hasRunningJob(on device: DeviceID, _ state: inout AndroidState) -> Bool {
    state.isBusy(device) && findsRunningJob(on: device, &state)
  }

  @inline(never)
  private func findsRunningJob(on device: DeviceID, _ state: inout AndroidState) -> Bool {
    var next = state.firstInstall(on: device)
    while !next.isNone {
      if hasRunningJob(next, state) { return true }
      next = state.install(after: next)
    }
    return false
  }
}
