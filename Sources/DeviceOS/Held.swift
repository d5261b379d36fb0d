import PushDomain
import Rulebook
import SimKernel

extension AndroidOS {
  /// Play services keep a copy for an app.
  func hold(
    _ delivery: Delivery, _ reason: HeldRow.Reason, cause: RecordID, _ state: inout AndroidState,
    at now: SimTime
  ) {
    let handle = state.workHandle(of: delivery.install)
    var row = HeldRow(delivery: delivery, since: now, cause: cause, reason: reason)
    row.next = state.work[handle].held
    state.work[handle].held = state.held.insert(row)
    state.markBusy(delivery.install)
  }

  /// The handler of a copy is done; whether something was visible the system knows itself.
  func finish(
    _ copy: CopyID, by install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard let handle = heldHandle(copy, of: install, state) else { return }
    if state.held[handle].delivery.original == .high {
      reportDisplay(
        state.held[handle].delivery, state.held[handle].wasShown, &state, &context)
    }
    _ = unlinkHeld(handle, of: install, &state)
    state.releaseIdleWork(of: install)
  }

  @inline(__always)
  func heldHandle(
    _ copy: CopyID, of install: InstallID, _ state: borrowing AndroidState
  ) -> UInt32? {
    guard state[install].work != .max else { return nil }
    var handle = state.work[state[install].work].held
    while handle != .max {
      if state.held[handle].delivery.copy == copy, state.held[handle].reason == .inHand {
        return handle
      }
      handle = state.held[handle].next
    }
    return nil
  }

  @inline(__always)
  private func unlinkHeld(
    _ handle: UInt32, of install: InstallID, _ state: inout AndroidState
  ) -> HeldRow {
    let owner = state[install].work
    return state.held.take(handle, from: &state.work[owner].held)
  }

  /// Hands over what waited for a reason on a whole device.
  @inline(__always)
  func releaseHeld(
    on device: DeviceID, _ reason: HeldRow.Reason, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    if state.isBusy(device) { releaseAllHeld(on: device, reason, &state, &context) }
  }

  @inline(never)
  private func releaseAllHeld(
    on device: DeviceID, _ reason: HeldRow.Reason, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    var next = state.firstInstall(on: device)
    while !next.isNone {
      if state.holdsMessages(next) { releaseHeld(of: next, reason, &state, &context) }
      next = state.install(after: next)
    }
  }

  /// Hands over what waited for a reason, oldest first.
  func releaseHeld(
    of install: InstallID, _ reason: HeldRow.Reason, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    var chain = detachHeld(reason, of: install, &state)
    while chain != .max {
      let row = state.held.remove(chain)
      chain = row.next
      handOver(row.delivery, cause: row.cause, &state, &context)
    }
    state.releaseIdleWork(of: install)
  }

  /// Takes what waits for a reason out of an app's list, as a chain of its own, oldest first.
  @inline(__always)
  private func detachHeld(
    _ reason: HeldRow.Reason, of install: InstallID, _ state: inout AndroidState
  ) -> UInt32 {
    let work = state[install].work
    return work == .max ? .max : detachHeld(reason, ofWork: work, &state)
  }

  private func detachHeld(
    _ reason: HeldRow.Reason, ofWork work: UInt32, _ state: inout AndroidState
  ) -> UInt32 {
    var chain = UInt32.max
    var before = UInt32.max
    var handle = state.work[work].held
    while handle != .max {
      let next = state.held[handle].next
      if state.held[handle].reason != reason {
        before = handle
      } else {
        if before == .max {
          state.work[work].held = next
        } else {
          state.held[before].next = next
        }
        state.held[handle].next = chain
        chain = handle
      }
      handle = next
    }
    return chain
  }

  /// The process died with copies in hand: they come again, or are lost.
  @inline(__always)
  func abandonHeld(
    of install: InstallID, _ reason: EndReason, because death: RecordID,
    _ state: inout AndroidState, _ context: inout StepContext
  ) {
    if state.holdsMessages(install) {
      abandonAllHeld(of: install, reason, because: death, &state, &context)
    } else {
      state.releaseIdleWork(of: install)
    }
  }

  private func abandonAllHeld(
    of install: InstallID, _ reason: EndReason, because death: RecordID,
    _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let loss = lossOfHeld(after: reason, isStopped: state[install].flags.contains(.stopped))
    guard loss == .none else {
      return dropInHand(of: install, loss, because: death, &state, &context)
    }
    var orphans = false
    var handle = state.work[state[install].work].held
    while handle != .max {
      if state.held[handle].reason == .inHand {
        state.held[handle].reason = .orphaned
        orphans = true
      }
      handle = state.held[handle].next
    }
    guard orphans else { return state.releaseIdleWork(of: install) }
    context.arm(
      Timer(
        .deviceRestart, index: install.rawValue,
        at: context.now + rules.handling.redeliverAfter.duration))
  }

  /// The rule by which what a dead process had in hand is lost; none where it comes again.
  private func lossOfHeld(after reason: EndReason, isStopped: Bool) -> RuleKey {
    let keptByServices: RuleKey =
      rules.transport.ackPoint.answer == .redeliversUntilHandled
      ? .none : rules.transport.ackPoint.key
    switch reason {
    case .crashed, .uninstalled: return rules.transport.noReceiver.key
    case .cleared: return rules.backup.clearData.key
    case .reboot, .forceStopped, .profileStopped: return keptByServices
    default:
      if isStopped { return keptByServices }
      return switch rules.handling.redelivered.answer {
      case .redelivered: .none
      case .lost: rules.handling.redelivered.key
      case .redeliveredByServices: keptByServices
      }
    }
  }

  /// Play services try again with what a dead process had in hand.
  @inline(never)
  func handOrphansOver(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[install].isInstalled, canRun(install, state),
      state[install].flags.isDisjoint(with: [.stopped, .hibernated]),
      !state[state[install].device].flags.contains(.storageLocked)
    else { return }
    releaseHeld(of: install, .orphaned, &state, &context)
  }

  /// The handler died of what it did: nobody starts it again for these messages.
  func dropInHand(
    of install: InstallID, _ rule: RuleKey, because death: RecordID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    var chain = detachHeld(.inHand, of: install, &state)
    while chain != .max {
      let row = state.held.remove(chain)
      chain = row.next
      drop(row.delivery, rule, because: death, cause: row.cause, &context)
    }
    state.releaseIdleWork(of: install)
  }

  func releaseOrphans(
    on device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    var next = state.firstInstall(on: device)
    while !next.isNone {
      handOrphansOver(next, &state, &context)
      next = state.install(after: next)
    }
  }

  /// Forgets everything that play services keep for an install that goes away.
  func dropHeld(
    of install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[install].work != .max else { return }
    var handle = state.work[state[install].work].held
    while handle != .max {
      let row = state.held.remove(handle)
      drop(
        row.delivery, rules.transport.noReceiver.key, because: context.cause, cause: row.cause,
        &context)
      handle = row.next
    }
    state.work[state[install].work].held = .max
  }

  private func oldestInHand(
    of install: InstallID, _ state: borrowing AndroidState
  ) -> UInt32? {
    var oldest: UInt32?
    var handle = state.work[state[install].work].held
    while handle != .max {
      if state.held[handle].reason == .inHand { oldest = handle }
      handle = state.held[handle].next
    }
    return oldest
  }

  /// A handler that overran its time has no process any more.
  func endOverrun(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[install].work != .max, state[install].process == .cached,
      rules.handling.afterBudget.answer == .killed,
      let handle = oldestInHand(of: install, state),
      context.now > state.held[handle].since + rules.handling.budget.duration
    else { return }
    let row = unlinkHeld(handle, of: install, &state)
    drop(row.delivery, rules.handling.budget.key, cause: row.cause, &context)
    endProcess(install, .handlerTooLong, &state, &context)
  }
}
