import PushDomain
import Rulebook
import SimKernel

extension FCMService {
  /// Sends a fresh copy on, or keeps it with the rule that makes it wait.
  @inline(__always)
  func place(
    _ state: inout FCMState, _ kept: inout KeptCopy, at address: AddressID,
    overRate: RateRules.OverDeviceRate, in context: inout StepContext
  ) {
    let device = state.registrations[address.rawValue].device
    if overRate != .refused, let over = takeDeviceRate(&state, device, at: context.now) {
      guard overRate == .delayed, !kept.isNowOrNever else {
        noteDrop(state, kept, address, over.rule, in: &context)
        return
      }
      kept.hold = .deviceRate
      kept.readyAt = over.until
      keep(&state, &kept, at: address, because: over.rule, in: &context)
      armThrottle(&state, address, at: over.until, in: &context)
      return
    }
    let link = state.link(of: device)
    if !link.isConnected {
      kept.hold = .offline
      wait(
        &state, &kept, at: address, rules.store.storeWhen.key, rules.store.ttlZero.key, &context)
    } else if link.isDozing, !kept.isUrgent {
      kept.hold = .dozing
      wait(
        &state, &kept, at: address, rules.priority.normal.key, rules.store.ttlZeroDoze.key,
        &context)
      tellOfMail(&state, device, in: &context)
    } else if !kept.collapseKey.isNone, !kept.isNowOrNever,
      let next = takeAllowance(&state, address, at: context.now)
    {
      kept.hold = .throttled
      keep(&state, &kept, at: address, because: rules.rates.collapsibleBurst.key, in: &context)
      armThrottle(&state, address, at: next, in: &context)
    } else {
      kept.hold = .inFlight
      let handle = state.append(kept, to: address)
      release(&state, handle, at: address, in: &context)
      if takesThrottledAlong, !state.holdsOnly(handle, at: address) {
        pump(&state, address, isAccompanied: true, in: &context)
      }
    }
  }

  /// Keeps a copy, or ends it where it had to leave now or never.
  @inline(__always)
  private func wait(
    _ state: inout FCMState, _ kept: inout KeptCopy, at address: AddressID, _ rule: RuleKey,
    _ never: RuleKey, _ context: inout StepContext
  ) {
    if kept.isNowOrNever {
      let device = state.registrations[address.rawValue].device
      noteDrop(
        state, kept, address, never, because: linkCause(state, device), in: &context)
    } else {
      keep(&state, &kept, at: address, because: rule, in: &context)
    }
  }

  /// Lets a copy leave for its device; it stays until the device acknowledges it.
  private func release(
    _ state: inout FCMState, _ handle: UInt32, at address: AddressID,
    in context: inout StepContext
  ) {
    if state.registrations[address.rawValue].marks.contains(.superseded) {
      fail(&state, handle, at: address, in: &context)
      return
    }
    state.hold(handle, .inFlight, at: address)
    if state.copies[handle].releases < .max { state.copies[handle].releases += 1 }
    let install = state.registrations[address.rawValue].install
    let copy = state.copies[handle].copy
    let released = context.note(
      .released, message: state.copies[handle].payload.message, copy: copy, install: install,
      user: state.copies[handle].payload.user, operand: address.rawValue,
      because: context.cause, cause: state.copies[handle].cause)
    let delivery = Delivery(
      copy: copy, address: address, install: install, payload: state.copies[handle].payload,
      original: state.copies[handle].original, delivered: state.copies[handle].delivered,
      expires: state.copies[handle].expires)
    let device = state.registrations[address.rawValue].device
    context.transmit(from: .fcm, to: .device(device), .deliver(delivery), cause: released)
  }

  /// Ends a copy to an address that another one replaced, and with it the address.
  private func fail(
    _ state: inout FCMState, _ handle: UInt32, at address: AddressID,
    in context: inout StepContext
  ) {
    drop(&state, handle, at: address, rules.registration.oldAfterRotate.key, in: &context)
    end(&state, address, in: &context)
  }

  /// Tells a dozing device once that something waits for its next window.
  @inline(__always)
  private func tellOfMail(
    _ state: inout FCMState, _ device: DeviceID, in context: inout StepContext
  ) {
    guard !state.devices[device.rawValue].knowsOfMail else { return }
    state.devices[device.rawValue].knowsOfMail = true
    context.effects.append(.device(.mailWaits(device)))
  }

  /// Makes sure that throttled copies are looked at again.
  private func armThrottle(
    _ state: inout FCMState, _ address: AddressID, at due: SimTime,
    in context: inout StepContext
  ) {
    guard !state.registrations[address.rawValue].marks.contains(.throttled) else { return }
    state.registrations[address.rawValue].marks.insert(.throttled)
    context.arm(Timer(.fcmThrottle, index: address.rawValue, at: max(due, context.now)))
  }

  // MARK: Waiting copies

  /// Lets everything leave that may.
  @inline(__always)
  func pump(
    _ state: inout FCMState, _ address: AddressID, isAccompanied: Bool = false,
    in context: inout StepContext
  ) {
    if state.awaitsConnection(address) {
      pumpWhatWaits(&state, address, isAccompanied: isAccompanied, in: &context)
    }
  }

  private func pumpWhatWaits(
    _ state: inout FCMState, _ address: AddressID, isAccompanied: Bool,
    in context: inout StepContext
  ) {
    let row = state.registrations[address.rawValue]
    let link = state.link(of: row.device)
    guard link.isConnected else { return }
    tellDevice(&state, address, link, in: &context)
    guard row.lastCopy != .max else { return }
    if state.copies[row.lastCopy].next == row.lastCopy {
      pumpOne(
        &state, row.lastCopy, at: address, link, isAccompanied: isAccompanied, in: &context)
      return
    }
    var keepsMail = false
    state.order.clear()
    var handle = row.lastCopy
    repeat {
      handle = state.copies[handle].next
      guard state.copies[handle].isInStore else { continue }
      if link.isDozing, !state.copies[handle].isUrgent {
        keepsMail = true
      } else {
        state.order.append(handle)
      }
    } while handle != row.lastCopy
    if keepsMail { tellOfMail(&state, row.device, in: &context) }
    guard !state.order.isEmpty else { return }
    sortOrder(&state, in: &context)
    var isAccompanied = isAccompanied
    if takesThrottledAlong, !isAccompanied {
      isAccompanied = state.order.contains { state.copies[$0].collapseKey.isNone }
    }
    for index in state.order.indices {
      consider(
        &state, state.order[index], at: address, isAccompanied: isAccompanied, in: &context)
      if state.registrations[address.rawValue].lastCopy == .max { return }
    }
  }

  /// Lets the only copy of an address leave, if it may.
  @inline(__always)
  private func pumpOne(
    _ state: inout FCMState, _ handle: UInt32, at address: AddressID, _ link: LinkState,
    isAccompanied: Bool, in context: inout StepContext
  ) {
    guard state.copies[handle].isInStore else { return }
    if link.isDozing, !state.copies[handle].isUrgent {
      tellOfMail(&state, state.registrations[address.rawValue].device, in: &context)
    } else {
      let isFree = takesThrottledAlong && state.copies[handle].collapseKey.isNone
      consider(
        &state, handle, at: address, isAccompanied: isAccompanied || isFree, in: &context)
    }
  }

  /// Lets one waiting copy leave, unless its life is over or a rate stands against it.
  private func consider(
    _ state: inout FCMState, _ handle: UInt32, at address: AddressID, isAccompanied: Bool,
    in context: inout StepContext
  ) {
    if state.copies[handle].expires <= context.now {
      drop(&state, handle, at: address, endOfLife(state.copies[handle]), in: &context)
      return
    }
    if state.copies[handle].readyAt > context.now {
      armThrottle(&state, address, at: state.copies[handle].readyAt, in: &context)
      return
    }
    if state.copies[handle].hold == .deviceRate {
      let device = state.registrations[address.rawValue].device
      if let over = takeDeviceRate(&state, device, at: context.now) {
        state.copies[handle].readyAt = over.until
        armThrottle(&state, address, at: over.until, in: &context)
        return
      }
    }
    if !isAccompanied, !state.copies[handle].collapseKey.isNone,
      let next = takeAllowance(&state, address, at: context.now)
    {
      if state.copies[handle].hold != .throttled {
        state.hold(handle, .throttled, at: address)
        state.copies[handle].cause = noteStored(
          state, state.copies[handle], address, rules.rates.collapsibleBurst.key, in: &context)
      }
      armThrottle(&state, address, at: next, in: &context)
      return
    }
    release(&state, handle, at: address, in: &context)
  }

  /// Puts the copies of one release into the order that the reading gives.
  private func sortOrder(_ state: inout FCMState, in context: inout StepContext) {
    let count = state.order.count
    guard count > 1 else { return }
    switch rules.store.releaseOrder.answer {
    case .sent: break
    case .reversed: state.order.reverse()
    case .priorityFirst:
      // A stable partition in place: urgent copies move forward past the others.
      var front = 0
      for index in 0..<count where state.copies[state.order[index]].delivered == .high {
        let handle = state.order.remove(at: index)
        state.order.insert(handle, at: front)
        front += 1
      }
    case .drawn:
      for index in 0..<(count - 1) {
        let drawn = context.choices.choose(
          Self.orderLabel, counter: &state.draws, among: UInt32(count - index))
        state.order.swapAt(index, index + Int(drawn))
      }
    }
  }

  private static let orderLabel = Label("fcm.order.release")

  /// Tells a connected device what it is owed besides messages.
  @inline(__always)
  private func tellDevice(
    _ state: inout FCMState, _ address: AddressID, _ link: LinkState,
    in context: inout StepContext
  ) {
    if !state.registrations[address.rawValue].marks.isDisjoint(with: [.untold, .owesSignal]) {
      tellWhatIsOwed(&state, address, link, in: &context)
    }
  }

  private func tellWhatIsOwed(
    _ state: inout FCMState, _ address: AddressID, _ link: LinkState,
    in context: inout StepContext
  ) {
    let row = state.registrations[address.rawValue]
    if row.marks.contains(.untold) {
      state.registrations[address.rawValue].marks.remove(.untold)
      announce(row, address, in: &context)
    }
    guard row.marks.contains(.owesSignal) else { return }
    if link.isDozing {
      tellOfMail(&state, row.device, in: &context)
      return
    }
    let notices = state.habits[row.habits].notices
    state.habits[row.habits].notices = 0
    state.registrations[address.rawValue].marks.remove(.owesSignal)
    for _ in 0..<notices {
      context.transmit(
        from: .fcm, to: .device(row.device),
        .deletedMessages(address: address, install: row.install))
    }
  }

  // MARK: Connections

  /// Takes that a connected device began to doze, or stopped.
  ///
  /// Most often nothing waits for it, so that is asked before any call.
  @inline(__always)
  func hearWakefulness(
    _ state: inout FCMState, _ device: DeviceID, isDozing: Bool, in context: inout StepContext
  ) {
    assert(state.link(of: device).isConnected, "only who is connected says how awake it is")
    state.devices[device.rawValue].hear(isDozing: isDozing, because: context.cause)
    var address = state.devices[device.rawValue].first
    while !address.isNone, !state.awaitsConnection(address) {
      address = state.registrations[address.rawValue].next
    }
    if !address.isNone { pumpAll(&state, from: address, in: &context) }
  }

  /// Lets everything leave that may, from one registration of a device on.
  @inline(never)
  private func pumpAll(
    _ state: inout FCMState, from first: AddressID, in context: inout StepContext
  ) {
    var address = first
    while !address.isNone {
      // The registration may end and leave the list on the way.
      let next = state.registrations[address.rawValue].next
      pump(&state, address, in: &context)
      address = next
    }
  }

  /// Takes what a device says about its connection.
  func connect(
    _ state: inout FCMState, _ device: DeviceID, _ link: LinkState, in context: inout StepContext
  ) {
    state.meet(device)
    let old = state.devices[device.rawValue].link
    if link.isConnected, !old.isConnected { wakeDevice(&state, device, in: &context) }
    state.devices[device.rawValue].hear(
      link, at: context.now, because: context.cause)
    let isNewConnection = link.isConnected && (!old.isConnected || link == old)
    var address = state.devices[device.rawValue].first
    while !address.isNone {
      // The registration may end and leave the list on the way.
      let next = state.registrations[address.rawValue].next
      if state.awaitsConnection(address) {
        if isNewConnection || !link.isConnected { takeBack(&state, address, in: &context) }
        if link.isConnected { pump(&state, address, in: &context) }
      }
      address = next
    }
  }

  /// Does what is due when a device comes back: expiry, and the signal after a long absence.
  private func wakeDevice(
    _ state: inout FCMState, _ device: DeviceID, in context: inout StepContext
  ) {
    var address = state.devices[device.rawValue].first
    while !address.isNone {
      let row = state.registrations[address.rawValue]
      state.registrations[address.rawValue].marks.remove(.overflowed)
      if !endIfExpired(&state, address, in: &context), row.habits != 0 {
        let drop = state.habits[row.habits].lastInactiveDrop
        if drop != .zero {
          state.habits[row.habits].lastInactiveDrop = .zero
          if context.now - drop.time <= rules.store.deletedLookBack.duration {
            oweSignal(&state, address)
          }
        }
      }
      address = row.next
    }
  }

  /// Takes copies back that were never acknowledged: they wait again, by the rules of the store.
  private func takeBack(
    _ state: inout FCMState, _ address: AddressID, in context: inout StepContext
  ) {
    guard state.registrations[address.rawValue].lastCopy != .max else { return }
    let limit: UInt8
    switch rules.store.lostAck.answer {
    case .never: limit = 1
    case .onceMore: limit = 2
    case .untilAcknowledged: limit = .max
    }
    var unanswered: [UInt32] = []
    forEachKept(&state, at: address) { state, handle in
      if state.copies[handle].hold == .inFlight { unanswered.append(handle) }
    }
    for handle in unanswered {
      let kept = state.copies[handle]
      if kept.releases >= limit, limit != .max {
        drop(&state, handle, at: address, rules.store.lostAck.key, in: &context)
      } else if kept.expires <= context.now {
        drop(&state, handle, at: address, endOfLife(kept), in: &context)
      } else {
        readmit(&state, handle, at: address, in: &context)
      }
    }
  }
}
