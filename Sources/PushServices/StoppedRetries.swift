import PushDomain
import Rulebook
import SimKernel

extension FCMService {
  /// Takes what a device says about a copy.
  @inline(__always)
  func reported(
    _ state: inout FCMState, _ report: DeliveryReport, copy: CopyID, address: AddressID,
    in context: inout StepContext
  ) {
    guard address.rawValue < state.registrations.handleBound else { return }
    switch report {
    case .received: acknowledge(&state, copy, at: address, in: &context)
    case .noReceiver:
      discharge(&state, copy, at: address, in: &context)
      learnOfDeath(&state, address, in: &context)
    case .stopped, .barred: tryLater(&state, copy, at: address, in: &context)
    case .userStopped:
      hold(&state, copy, .userStopped, at: address, rules.backup.stoppedUser.key, in: &context)
    case .locked:
      hold(&state, copy, .locked, at: address, rules.transport.userLocked.key, in: &context)
    case .displayed: countDisplay(&state, address, at: context.now)
    case .notDisplayed: break
    }
  }

  /// Forgets a copy that the device has.
  @inline(__always)
  private func acknowledge(
    _ state: inout FCMState, _ copy: CopyID, at address: AddressID,
    in context: inout StepContext
  ) {
    guard let previous = state.handle(before: copy, at: address) else { return }
    let handle = state.copies[previous].next
    let wasHigh = state.copies[handle].original == .high
    state.remove(handle, after: previous, from: address)
    state.registrations[address.rawValue].lastActive = CoarseTime(context.now)
    if wasHigh { countHigh(&state, address, at: context.now) }
  }

  /// Forgets a copy that the device ended.
  private func discharge(
    _ state: inout FCMState, _ copy: CopyID, at address: AddressID,
    in context: inout StepContext
  ) {
    guard let previous = state.handle(before: copy, at: address) else { return }
    state.remove(state.copies[previous].next, after: previous, from: address)
  }

  /// Keeps a copy until the device says that the app can be started.
  @discardableResult
  private func hold(
    _ state: inout FCMState, _ copy: CopyID, _ hold: KeptCopy.Hold, at address: AddressID,
    _ rule: RuleKey, in context: inout StepContext
  ) -> UInt32? {
    guard let previous = state.handle(before: copy, at: address) else { return nil }
    let handle = state.copies[previous].next
    guard state.copies[handle].hold == .inFlight else { return nil }
    state.hold(handle, hold, at: address)
    // The report names what keeps the app from starting.
    state.copies[handle].cause = noteStored(
      state, state.copies[handle], address, rule, because: context.cause, in: &context)
    armExpiry(
      &state, address, at: max(state.copies[handle].expires, context.now), in: &context)
    return handle
  }

  // MARK: Stopped apps

  /// Keeps a copy for a stopped app, or gives it up after the last try.
  private func tryLater(
    _ state: inout FCMState, _ copy: CopyID, at address: AddressID,
    in context: inout StepContext
  ) {
    let rule = rules.processes.stopPush.key
    if let handle = hold(&state, copy, .stopped, at: address, rule, in: &context) {
      state.copies[handle].tries &+= 1
      if rules.processes.stopRetry.answer == .tries {
        if Int64(state.copies[handle].tries) >= rules.processes.stopRetryTries.value {
          drop(&state, handle, at: address, rule, in: &context)
        } else {
          armRetry(&state, address, in: &context)
        }
      }
    }
    if rules.processes.stopUnregisters.answer == .yes {
      learnOfDeath(&state, address, in: &context)
    }
  }

  /// Makes sure that a stopped app is tried again.
  private func armRetry(
    _ state: inout FCMState, _ address: AddressID, in context: inout StepContext
  ) {
    guard !state.registrations[address.rawValue].marks.contains(.retrying) else { return }
    state.registrations[address.rawValue].marks.insert(.retrying)
    context.arm(
      Timer(
        .fcmRetry, index: address.rawValue,
        at: context.now + rules.processes.stopRetryEvery.duration))
  }

  /// Tries what waits for a stopped app once more, if the device is there.
  func retryStopped(
    _ state: inout FCMState, _ address: AddressID, in context: inout StepContext
  ) {
    state.registrations[address.rawValue].marks.remove(.retrying)
    var waits = false
    let isConnected = state.link(of: state.registrations[address.rawValue].device).isConnected
    wakeHeld(&state, at: address, in: &context) { kept in
      guard kept.hold == .stopped else { return .stays }
      waits = true
      return isConnected ? .goes : .stays
    }
    guard waits else { return }
    if isConnected {
      pump(&state, address, in: &context)
    } else {
      armRetry(&state, address, in: &context)
    }
  }

  /// Sends what waited for an app, a profile or an unlock.
  func ready(_ state: inout FCMState, _ install: InstallID, in context: inout StepContext) {
    guard install.index < state.newest.count, !state.newest[install.index].isNone else { return }
    let device = state.registrations[state.newest[install.index].rawValue].device
    let isReturned = rules.processes.stopReturn.answer == .delivered
    let rule = rules.processes.stopReturn.key
    var address = state.firstAddress(of: device)
    while !address.isNone {
      let row = state.registrations[address.rawValue]
      if row.install == install, row.lastCopy != .max {
        wakeHeld(&state, at: address, in: &context) { kept in
          switch kept.hold {
          case .stopped: isReturned ? .goes : .ends(rule)
          case .userStopped, .locked: .goes
          case .inFlight, .offline, .dozing, .throttled, .deviceRate: .stays
          }
        }
        pump(&state, address, in: &context)
      }
      address = row.next
    }
  }
}
