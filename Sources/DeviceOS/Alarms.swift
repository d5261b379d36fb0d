import PushDomain
import Rulebook
import SimKernel

/// Alarms that an app sets at the system.
///
/// They outlive its process, and end with a force-stop, a reboot and the data of the app.
extension AndroidOS {
  /// Sets an alarm, which gives the app back what it was set with.
  @inline(never)
  func setAlarm(
    _ payload: PushPayload, after delay: SimDuration, _ install: InstallID,
    _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let owner = state.workHandle(of: install)
    var row = AlarmRow(payload: payload, due: context.now + delay)
    row.next = state.work[owner].alarms
    state.work[owner].alarms = state.alarms.insert(row)
    state.markBusy(install)
    context.arm(Timer(.deviceAppAlarm, index: install.rawValue, at: row.due))
  }

  /// Lets the alarms go off that are due, unless deep Doze defers them to its next window.
  @inline(__always)
  func fireAlarms(
    of install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let work = state[install].work
    if work != .max, state.work[work].alarms != .max {
      fireDueAlarms(of: install, &state, &context)
    }
  }

  private func fireDueAlarms(
    of install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let device = state[install].device
    while let handle = dueAlarm(of: install, state, at: context.now) {
      guard phase(of: device, in: state, at: context.now) != .deep else {
        return wantWindow(device, &state, &context)
      }
      let payload = takeAlarm(handle, of: install, &state)
      let row = state[install]
      guard canRun(install, state), row.battery != .restricted || row.process == .foreground else {
        continue
      }
      startProcess(install, .broadcast, &state, &context)
      context.tell(
        .alarm(
          install, context.payloads.lend(payload),
          surroundings(of: install, in: &state, at: context.now)))
    }
  }

  /// Cancels every alarm of an install.
  @inline(never)
  func cancelAlarms(of install: InstallID, _ state: inout AndroidState) {
    guard state[install].work != .max else { return }
    let owner = state[install].work
    var handle = state.work[owner].alarms
    while handle != .max { handle = state.alarms.remove(handle).next }
    state.work[owner].alarms = .max
    state.releaseIdleWork(of: install)
  }

  /// The alarm that has been due for longest.
  private func dueAlarm(
    of install: InstallID, _ state: borrowing AndroidState, at now: SimTime
  ) -> UInt32? {
    guard state[install].work != .max else { return nil }
    var found: UInt32?
    var due = now
    var handle = state.work[state[install].work].alarms
    while handle != .max {
      if state.alarms[handle].due <= due {
        due = state.alarms[handle].due
        found = handle
      }
      handle = state.alarms[handle].next
    }
    return found
  }

  private func takeAlarm(
    _ handle: UInt32, of install: InstallID, _ state: inout AndroidState
  ) -> PushPayload {
    let owner = state[install].work
    let row = state.alarms.take(handle, from: &state.work[owner].alarms)
    state.releaseIdleWork(of: install)
    return row.payload
  }
}
