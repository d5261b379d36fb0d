import PushDomain
import Rulebook
import SimKernel

/// The ring of copies that each registration keeps.
extension FCMState {
  /// Adds a copy as the newest of a registration.
  @inline(__always)
  mutating func append(_ copy: KeptCopy, to address: AddressID) -> UInt32 {
    let handle = copies.insert(copy)
    let last = registrations[address.rawValue].lastCopy
    if last == .max {
      copies[handle].next = handle
    } else {
      copies[handle].next = copies[last].next
      copies[last].next = handle
    }
    registrations[address.rawValue].lastCopy = handle
    if copy.countsToLimit { habits[habitsHandle(of: address)].waiting &+= 1 }
    return handle
  }

  /// Takes a copy out, given the one before it in the ring.
  mutating func take(_ handle: UInt32, after previous: UInt32, from address: AddressID) -> KeptCopy
  {
    let copy = copies[handle]
    remove(handle, after: previous, from: address)
    return copy
  }

  /// Ends a copy, given the one before it in the ring.
  @inline(__always)
  mutating func remove(_ handle: UInt32, after previous: UInt32, from address: AddressID) {
    if copies[handle].countsToLimit { habits[habitsHandle(of: address)].waiting &-= 1 }
    if previous == handle {
      registrations[address.rawValue].lastCopy = .max
    } else {
      copies[previous].next = copies[handle].next
      if registrations[address.rawValue].lastCopy == handle {
        registrations[address.rawValue].lastCopy = previous
      }
    }
    copies.remove(handle)
  }

  /// How many copies of a registration wait that count towards the limit.
  @inline(__always)
  func waiting(at address: AddressID) -> UInt16 {
    habits[registrations[address.rawValue].habits].waiting
  }

  /// The copy before another one in the ring of a registration.
  func copyBefore(_ handle: UInt32, of address: AddressID) -> UInt32 {
    var previous = registrations[address.rawValue].lastCopy
    while copies[previous].next != handle { previous = copies[previous].next }
    return previous
  }

  /// Finds the copy before the one with a number: its own, where there is no other.
  @inline(__always)
  func handle(before copy: CopyID, at address: AddressID) -> UInt32? {
    let last = registrations[address.rawValue].lastCopy
    guard last != .max else { return nil }
    var handle = last
    while copies[copies[handle].next].copy != copy {
      handle = copies[handle].next
      guard handle != last else { return nil }
    }
    return handle
  }

  /// Changes why a copy is kept, and counts it accordingly.
  @inline(__always)
  mutating func hold(_ handle: UInt32, _ hold: KeptCopy.Hold, at address: AddressID) {
    if copies[handle].hold != hold { change(handle, to: hold, at: address) }
  }

  private mutating func change(
    _ handle: UInt32, to hold: KeptCopy.Hold, at address: AddressID
  ) {
    let counted = copies[handle].countsToLimit
    copies[handle].hold = hold
    let counts = copies[handle].countsToLimit
    guard counted != counts else { return }
    let handle = habitsHandle(of: address)
    if counts { habits[handle].waiting &+= 1 } else { habits[handle].waiting &-= 1 }
  }
}

extension FCMService {
  /// Keeps a copy that cannot leave now, unless a rule of the store stands against it.
  func keep(
    _ state: inout FCMState, _ kept: inout KeptCopy, at address: AddressID,
    because rule: RuleKey, in context: inout StepContext
  ) {
    let row = state.registrations[address.rawValue]
    if kept.hold == .offline, isInactive(state, row, at: context.now) {
      let handle = state.habitsHandle(of: address)
      state.habits[handle].lastInactiveDrop = CoarseTime(context.now)
      noteDrop(
        state, kept, address, rules.store.inactiveAfter.key,
        because: linkCause(state, row.device), in: &context)
      return
    }
    if row.marks.contains(.overflowed), rules.store.afterOverflow.answer == .dropsUntilConnect {
      noteDrop(state, kept, address, rules.store.limit.key, in: &context)
      return
    }
    if kept.collapseKey.isNone {
      if Int64(state.habits[row.habits].waiting) >= rules.store.limit.value {
        overflow(&state, address, in: &context)
        guard rules.store.tripping.answer == .kept else {
          noteDrop(state, kept, address, rules.store.limit.key, in: &context)
          return
        }
      }
    } else if !makeRoom(&state, for: &kept, at: address, in: &context) {
      return
    }
    kept.cause = noteStored(state, kept, address, rule, in: &context)
    _ = state.append(kept, to: address)
    armExpiry(&state, address, at: kept.expires, in: &context)
  }

  /// Lets a copy that left in vain wait again, unless a rule of the store stands against it.
  func readmit(
    _ state: inout FCMState, _ handle: UInt32, at address: AddressID,
    in context: inout StepContext
  ) {
    var kept = state.copies[handle]
    if kept.collapseKey.isNone {
      if Int64(state.waiting(at: address)) >= rules.store.limit.value {
        overflow(&state, address, in: &context)
        guard rules.store.tripping.answer == .kept else {
          drop(&state, handle, at: address, rules.store.limit.key, in: &context)
          return
        }
      }
    } else if let newer = newerTwin(of: handle, state, at: address) {
      let because = state.copies[newer].cause
      replace(&state, handle, at: address, because: because, in: &context)
      return
    } else if !makeRoom(&state, for: &kept, at: address, in: &context) {
      _ = state.take(handle, after: state.copyBefore(handle, of: address), from: address)
      return
    }
    state.hold(handle, .offline, at: address)
    state.copies[handle].cause = noteStored(
      state, kept, address, rules.store.redelivery.key, in: &context)
    armExpiry(&state, address, at: kept.expires, in: &context)
  }

  /// The newest copy behind another one that has its collapse key.
  private func newerTwin(
    of handle: UInt32, _ state: borrowing FCMState, at address: AddressID
  ) -> UInt32? {
    let last = state.registrations[address.rawValue].lastCopy
    let key = state.copies[handle].collapseKey
    var twin: UInt32?
    var other = handle
    while other != last {
      other = state.copies[other].next
      if state.copies[other].collapseKey == key { twin = other }
    }
    return twin
  }

  /// Takes a copy out whose place a newer one takes.
  private func replace(
    _ state: inout FCMState, _ handle: UInt32, at address: AddressID, because: RecordID,
    in context: inout StepContext
  ) {
    let old = state.take(handle, after: state.copyBefore(handle, of: address), from: address)
    context.note(
      .replaced, message: old.payload.message, copy: old.copy,
      install: state.registrations[address.rawValue].install, user: old.payload.user,
      operand: rules.store.collapseReplace.key.rawValue, because: because, cause: old.cause)
  }

  /// Observes that something makes a copy wait: what the device said of its app, or its connection.
  func noteStored(
    _ state: borrowing FCMState, _ kept: KeptCopy, _ address: AddressID, _ rule: RuleKey,
    because: RecordID? = nil, in context: inout StepContext
  ) -> RecordID {
    let row = state.registrations[address.rawValue]
    return context.note(
      .stored, message: kept.payload.message, copy: kept.copy, install: row.install,
      user: kept.payload.user, operand: rule.rawValue,
      because: because ?? linkCause(state, row.device), cause: kept.cause)
  }

  /// The record by which the connection of a device became what it is.
  @inline(__always)
  func linkCause(_ state: borrowing FCMState, _ device: DeviceID) -> RecordID {
    device.rawValue < state.devices.handleBound
      ? state.devices[device.rawValue].cause : RecordID.none
  }

  /// Observes that a rule ended a copy, and what made it: the present step, where nothing else did.
  func noteDrop(
    _ state: borrowing FCMState, _ kept: KeptCopy, _ address: AddressID, _ rule: RuleKey,
    because: RecordID? = nil, in context: inout StepContext
  ) {
    context.note(
      .dropped, message: kept.payload.message, copy: kept.copy,
      install: state.registrations[address.rawValue].install, user: kept.payload.user,
      operand: rule.rawValue, because: because ?? context.cause, cause: kept.cause)
  }

  /// Takes a copy out of the store and observes which rule ended it.
  func drop(
    _ state: inout FCMState, _ handle: UInt32, at address: AddressID, _ rule: RuleKey,
    in context: inout StepContext
  ) {
    let kept = state.take(
      handle, after: state.copyBefore(handle, of: address), from: address)
    noteDrop(state, kept, address, rule, in: &context)
  }

  /// Whether a device was out of reach for so long that FCM keeps nothing for it.
  @inline(__always)
  private func isInactive(
    _ state: borrowing FCMState, _ row: Registration, at now: SimTime
  ) -> Bool {
    var seen = row.lastActive
    if row.device.rawValue < state.devices.handleBound {
      let device = state.devices[row.device.rawValue]
      if device.link.isConnected { return false }
      seen = max(device.lastSeen, seen)
    }
    return now - seen.time > rules.store.inactiveAfter.duration
  }

  // MARK: Limits

  /// Discards everything that waits, and owes the device a signal.
  private func overflow(
    _ state: inout FCMState, _ address: AddressID, in context: inout StepContext
  ) {
    forEachKept(&state, at: address) { state, handle in
      if state.copies[handle].isInStore {
        drop(&state, handle, at: address, rules.store.limit.key, in: &context)
      }
    }
    state.registrations[address.rawValue].marks.insert(.overflowed)
    oweSignal(&state, address)
  }

  /// Owes a deleted-messages signal: one in all, or one for each time.
  func oweSignal(_ state: inout FCMState, _ address: AddressID) {
    let handle = state.habitsHandle(of: address)
    let owed = state.habits[handle].notices
    let isSingle = rules.handling.deletedCount.answer == .one
    if owed == 0 || (!isSingle && owed < .max) {
      state.habits[handle].notices = owed + 1
      state.registrations[address.rawValue].marks.insert(.owesSignal)
    }
  }

  /// Lets a collapsible copy replace an older one; says whether it may be kept.
  @inline(__always)
  private func makeRoom(
    _ state: inout FCMState, for kept: inout KeptCopy, at address: AddressID,
    in context: inout StepContext
  ) -> Bool {
    // Where nothing else waits, one key is not too many.
    let isAlone = state.registrations[address.rawValue].lastCopy == .max
    return isAlone && rules.store.collapseKeysMax.value > 0
      || makeRoomAmongOthers(&state, for: &kept, at: address, in: &context)
  }

  private func makeRoomAmongOthers(
    _ state: inout FCMState, for kept: inout KeptCopy, at address: AddressID,
    in context: inout StepContext
  ) -> Bool {
    var keys: Int64 = 0
    var oldest = UInt32.max
    state.order.clear()
    var twin = UInt32.max
    forEachKept(&state, at: address) { state, handle in
      let other = state.copies[handle]
      guard other.isInStore, !other.collapseKey.isNone else { return }
      if other.collapseKey == kept.collapseKey { twin = handle }
      guard takesKeySlot(other) else { return }
      keys += 1
      if oldest == .max { oldest = handle }
      state.order.append(handle)
    }
    if twin != .max {
      replace(&state, twin, at: address, because: kept.cause, in: &context)
      return true
    }
    guard takesKeySlot(kept), keys >= rules.store.collapseKeysMax.value else { return true }
    var victim = oldest
    switch rules.store.collapseKept.answer {
    case .newest: break
    case .oldest: victim = .max
    case .drawn:
      let drawn = context.choices.choose(
        Self.keyLabel, counter: &state.draws, among: UInt32(clamping: keys + 1))
      victim = Int(drawn) < state.order.count ? state.order[Int(drawn)] : .max
    }
    guard victim != .max else {
      noteDrop(state, kept, address, rules.store.collapseKeysMax.key, in: &context)
      return false
    }
    drop(&state, victim, at: address, rules.store.collapseKeysMax.key, in: &context)
    return true
  }

  private static let keyLabel = Label("fcm.collapse.which4")

  /// Whether a copy uses one of the few slots for keys.
  private func takesKeySlot(_ kept: KeptCopy) -> Bool {
    kept.collapseKey != KeptCopy.packageKey || rules.store.collapseDefaultSlot.answer == .counts
  }

  /// Visits the copies of a registration, oldest first; the visitor may drop the one it sees.
  func forEachKept(
    _ state: inout FCMState, at address: AddressID,
    _ visit: (inout FCMState, UInt32) -> Void
  ) {
    let last = state.registrations[address.rawValue].lastCopy
    guard last != .max else { return }
    var handle = state.copies[last].next
    while true {
      let next = state.copies[handle].next
      let isLast = handle == last
      visit(&state, handle)
      if isLast { return }
      handle = next
    }
  }

  // MARK: Expiry

  /// Makes sure that a timer of the registration is due no later than an instant.
  func armExpiry(
    _ state: inout FCMState, _ address: AddressID, at due: SimTime,
    in context: inout StepContext
  ) {
    guard due < .distantFuture else { return }
    let coarse = CoarseTime(due)
    let handle = state.habitsHandle(of: address)
    let armed = state.habits[handle].expiryDue
    guard armed == .zero || coarse < armed else { return }
    state.habits[handle].expiryDue = coarse
    context.arm(Timer(.fcmExpiry, index: address.rawValue, at: due))
  }

  /// Discards what has outlived its life, and arms the timer for the next.
  func expire(_ state: inout FCMState, _ address: AddressID, in context: inout StepContext) {
    let handle = state.habitsHandle(of: address)
    guard state.habits[handle].expiryDue == CoarseTime(context.now) else { return }
    state.habits[handle].expiryDue = .zero
    var next = SimTime.distantFuture
    forEachKept(&state, at: address) { state, handle in
      let kept = state.copies[handle]
      // What left is the device's affair until the connection is known to be dead.
      if kept.hold == .inFlight { return }
      if kept.expires <= context.now {
        drop(&state, handle, at: address, endOfLife(kept), in: &context)
      } else {
        next = min(next, kept.expires)
      }
    }
    armExpiry(&state, address, at: next, in: &context)
  }

  /// The rule by which a copy ends when its life is over.
  func endOfLife(_ kept: KeptCopy) -> RuleKey {
    if kept.hold == .stopped { return rules.processes.stopPush.key }
    return kept.isNowOrNever ? rules.store.ttlZero.key : rules.store.ttlExpired.key
  }

  /// Ends every copy of a registration by one rule.
  func dropAll(
    _ state: inout FCMState, at address: AddressID, _ rule: RuleKey, in context: inout StepContext
  ) {
    while state.registrations[address.rawValue].lastCopy != .max {
      let last = state.registrations[address.rawValue].lastCopy
      drop(&state, state.copies[last].next, at: address, rule, in: &context)
    }
  }

  /// Decides anew about every copy of a registration.
  func wakeHeld(
    _ state: inout FCMState, at address: AddressID, in context: inout StepContext,
    _ decide: (KeptCopy) -> HeldFate
  ) {
    forEachKept(&state, at: address) { state, handle in
      switch decide(state.copies[handle]) {
      case .stays: break
      case .goes: state.hold(handle, .offline, at: address)
      case .goesAgain(let rule):
        state.hold(handle, .offline, at: address)
        state.copies[handle].cause = noteStored(
          state, state.copies[handle], address, rule, in: &context)
      case .ends(let rule): drop(&state, handle, at: address, rule, in: &context)
      }
    }
  }

  /// What becomes of a copy that was held.
  enum HeldFate {
    case stays, goes
    case goesAgain(RuleKey)
    case ends(RuleKey)
  }
}

extension KeptCopy {
  /// Whether it waits in the store proper, where limits and keys count.
  var isInStore: Bool {
    switch hold {
    case .offline, .dozing, .throttled, .deviceRate: true
    case .inFlight, .stopped, .userStopped, .locked: false
    }
  }
}
