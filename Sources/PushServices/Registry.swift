import PushDomain
import Rulebook
import SimKernel

extension FCMService {
  // MARK: Asking for an address

  /// Answers a request for a registration: the address in force, or a new one.
  func register(
    _ state: inout FCMState, _ request: RegisterRequest, from: Place,
    in context: inout StepContext
  ) {
    if state.trouble.registrationLeft > 0,
      Self.concerns(request, error: state.trouble.registrationError)
    {
      Trouble.countDown(&state.trouble.registrationLeft)
      context.note(
        .faultHit, install: request.install, operand: state.trouble.registrationLine)
      guard !state.trouble.registrationIsSilent else { return }
      let error = state.trouble.registrationError
      refuse(request, error, by: error.rule(in: rules), from: from, in: &context)
      return
    }
    let device = DeviceID(rawValue: from.number)
    state.meet(device)
    state.devices[device.rawValue].lastSeen = CoarseTime(context.now)
    if let address = addressInForce(&state, request, on: device, in: &context) {
      refresh(&state, address, request, in: &context)
      reply(request, address, from: from, in: &context)
      return
    }
    let twin = liveClone(state, request, on: device, at: context.now)
    if !twin.isNone {
      switch rules.installations.cloneEffect.answer {
      case .lastWins: end(&state, twin, in: &context)
      case .bothReceive: break
      case .firstWins, .alreadyUsed:
        refuse(
          request, .fidAlreadyUsed, by: rules.installations.cloneEffect.key, from: from,
          in: &context)
        return
      }
    }
    let address = issue(&state, request, on: device, in: &context)
    reply(request, address, from: from, in: &context)
  }

  /// Whether an error can answer a request at all: one of the list answers subscriptions, and who
  /// registers by intent uses no installation.
  private static func concerns(_ request: RegisterRequest, error: RegistrationError) -> Bool {
    switch error {
    case .tooManySubscribers: false
    case .fisAuthError: request.path == .library
    default: true
    }
  }

  /// Refuses a registration.
  private func refuse(
    _ request: RegisterRequest, _ error: RegistrationError, by rule: RuleKey, from: Place,
    in context: inout StepContext
  ) {
    context.note(
      .registrationRefused, install: request.install, operand: rule.rawValue,
      detail: error.rawValue)
    let answer = RegisterAnswer(
      address: .none, kind: request.kind, error: error, path: request.path)
    context.transmit(
      from: .fcm, to: from, .registerAnswer(install: request.install, answer))
  }

  /// Answers a registration.
  private func reply(
    _ request: RegisterRequest, _ address: AddressID, from: Place,
    in context: inout StepContext
  ) {
    let answer = RegisterAnswer(
      address: address, kind: request.kind, error: .none, path: request.path)
    context.transmit(
      from: .fcm, to: from, .registerAnswer(install: request.install, answer))
  }

  /// The address that a request asks for once more, if it is still, or again, in force.
  private func addressInForce(
    _ state: inout FCMState, _ request: RegisterRequest, on device: DeviceID,
    in context: inout StepContext
  ) -> AddressID? {
    var address = state.devices[device.rawValue].first
    while !address.isNone {
      let row = state.registrations[address.rawValue]
      if row.install == request.install, row.kind == request.kind, row.sender == request.sender,
        isSameInstallation(row, request), !row.marks.contains(.superseded),
        !endIfExpired(&state, address, in: &context), state.isLive(row, at: context.now)
      {
        return address
      }
      address = row.next
    }
    return revivable(state, request)
  }

  /// Whether a request comes from the installation that a registration was made with.
  private func isSameInstallation(_ row: Registration, _ request: RegisterRequest) -> Bool {
    // Registrations by intent name no installation: all libraries of an app share one.
    row.fid == request.fid || row.fid == .max || request.fid == .max
  }

  /// A dead address that comes back under a reading: after UNREGISTERED, or after unregistering.
  private func revivable(
    _ state: borrowing FCMState, _ request: RegisterRequest
  ) -> AddressID? {
    guard request.install.index < state.newest.count else { return nil }
    let address = state.newest[request.install.index]
    guard !address.isNone else { return nil }
    let row = state.registrations[address.rawValue]
    guard row.marks.contains(.ended), !row.marks.contains(.expired), row.kind == request.kind,
      row.sender == request.sender, row.fid == request.fid, !row.device.isNone
    else { return nil }
    let comesBack =
      row.marks.contains(.unregistered)
      ? rules.registration.unregisterSameId.answer == .sameAddress
      : rules.registration.unregisteredFinal.answer == .transient
    return comesBack ? address : nil
  }

  /// Notes that an address is in use, and brings it back to life where it was dead.
  private func refresh(
    _ state: inout FCMState, _ address: AddressID, _ request: RegisterRequest,
    in context: inout StepContext
  ) {
    let wasEnded = state.registrations[address.rawValue].marks.contains(.ended)
    state.registrations[address.rawValue].lastActive = CoarseTime(context.now)
    if state.registrations[address.rawValue].habits != 0 {
      state.habits[state.registrations[address.rawValue].habits].deadFrom = .never
    }
    state.registrations[address.rawValue].marks.subtract([.ended, .unregistered])
    if state.registrations[address.rawValue].fid == .max, request.fid != .max {
      state.registrations[address.rawValue].fid = request.fid
      state.fids.enter(address, in: state.registrations)
    }
    guard wasEnded else { return }
    link(&state, address)
    noteIssue(state, address, in: &context)
  }

  /// Another device's live address that was made with the same installation id.
  private func liveClone(
    _ state: borrowing FCMState, _ request: RegisterRequest, on device: DeviceID,
    at now: SimTime
  ) -> AddressID {
    guard request.fid != .max else { return .none }
    let twin = state.fids.address(of: request.fid, in: state.registrations)
    guard !twin.isNone, state.registrations[twin.rawValue].device != device,
      state.isLive(twin, at: now)
    else { return .none }
    return twin
  }

  // MARK: Issuing

  /// Issues a new address, which replaces the older ones of the same app on the device.
  @discardableResult
  func issue(
    _ state: inout FCMState, _ request: RegisterRequest, on device: DeviceID,
    in context: inout StepContext
  ) -> AddressID {
    let address = AddressID(
      rawValue: state.registrations.insert(Registration(request, on: device, at: context.now)))
    while state.newest.count <= request.install.index { state.newest.append(.none) }
    let older = state.devices[device.rawValue].first
    link(&state, address)
    state.newest[request.install.index] = address
    if request.fid != .max { state.fids.enter(address, in: state.registrations) }
    noteIssue(state, address, in: &context)
    supersede(&state, from: older, by: address, in: &context)
    return address
  }

  /// Observes that an address leads to an install now.
  private func noteIssue(
    _ state: borrowing FCMState, _ address: AddressID, in context: inout StepContext
  ) {
    let row = state.registrations[address.rawValue]
    context.note(
      .addressIssued, install: row.install, operand: address.rawValue,
      detail: row.kind.rawValue)
  }

  /// Puts a registration at the front of its device's list.
  private func link(_ state: inout FCMState, _ address: AddressID) {
    let device = state.registrations[address.rawValue].device
    state.registrations[address.rawValue].next = state.devices[device.rawValue].first
    state.devices[device.rawValue].first = address
  }

  /// Takes a registration out of its device's list.
  private func unlink(_ state: inout FCMState, _ address: AddressID) {
    let row = state.registrations[address.rawValue]
    guard row.device.rawValue < state.devices.handleBound else { return }
    var other = state.devices[row.device.rawValue].first
    if other == address {
      state.devices[row.device.rawValue].first = row.next
      return
    }
    while !other.isNone {
      let next = state.registrations[other.rawValue].next
      if next == address {
        state.registrations[other.rawValue].next = row.next
        return
      }
      other = next
    }
  }

  /// Decides about the older addresses of an app that has a new one.
  private func supersede(
    _ state: inout FCMState, from older: AddressID, by address: AddressID,
    in context: inout StepContext
  ) {
    let new = state.registrations[address.rawValue]
    var other = older
    while !other.isNone {
      let row = state.registrations[other.rawValue]
      let isSameApp = row.slot.isNone ? row.install == new.install : row.slot == new.slot
      // A token made by intent and a FID of the library live side by side.
      let isSameWay =
        row.kind == new.kind
        || row.marks.contains(.byIntent) == new.marks.contains(.byIntent)
      if isSameApp, isSameWay, row.sender == new.sender, !row.marks.contains(.ended) {
        switch rules.registration.oldAfterRotate.answer {
        case .deadAtOnce: end(&state, other, in: &context)
        case .deadAfterFailedDelivery:
          state.registrations[other.rawValue].marks.insert(.superseded)
        case .alive:
          if row.install != new.install {
            bequeath(&state, other, to: new.install, in: &context)
          }
        }
      }
      other = row.next
    }
  }

  /// Lets an address that lives on lead to the install that took the place of its own.
  ///
  /// A message reaches a package by its name, whichever install of it is there now.
  private func bequeath(
    _ state: inout FCMState, _ address: AddressID, to heir: InstallID,
    in context: inout StepContext
  ) {
    let rule = rules.registration.oldAfterRotate.key
    forEachKept(&state, at: address) { state, handle in
      let kept = state.copies[handle]
      if kept.hold == .inFlight {
        drop(&state, handle, at: address, rule, in: &context)
      } else {
        noteDrop(state, kept, address, rule, in: &context)
      }
    }
    state.registrations[address.rawValue].install = heir
    forEachKept(&state, at: address) { state, handle in
      var kept = state.copies[handle]
      acceptAgain(&state, &kept, for: address, in: &context)
      kept.cause = noteStored(state, kept, address, rules.store.storeWhen.key, in: &context)
      state.copies[handle].copy = kept.copy
      state.copies[handle].cause = kept.cause
    }
  }

  /// Numbers a copy anew for another install, so that each install has its own account of it.
  private func acceptAgain(
    _ state: inout FCMState, _ kept: inout KeptCopy, for address: AddressID,
    in context: inout StepContext
  ) {
    kept.copy = CopyID(rawValue: state.copyCount)
    state.copyCount &+= 1
    kept.cause = context.note(
      .accepted, message: kept.payload.message, copy: kept.copy,
      install: state.registrations[address.rawValue].install, user: kept.payload.user,
      operand: address.rawValue, cause: kept.cause)
  }

  /// Sends a device a new address that nobody asked for.
  func rotate(_ state: inout FCMState, _ slot: SlotID, in context: inout StepContext) {
    let old = namedAddress(&state, slot, in: &context)
    guard !old.isNone else { return }
    let row = state.registrations[old.rawValue]
    // Of a phone that was erased nobody holds an address.
    guard !row.device.isNone else {
      context.note(.storyMistake, detail: StoryMistake.noAddress.rawValue)
      return
    }
    let request = RegisterRequest(
      install: row.install, slot: row.slot, kind: row.kind, fid: row.fid, sender: row.sender,
      held: old, path: row.marks.contains(.byIntent) ? .c2dm : .library)
    let address = issue(&state, request, on: row.device, in: &context)
    if state.link(of: row.device).isConnected {
      announce(state.registrations[address.rawValue], address, in: &context)
    } else {
      state.registrations[address.rawValue].marks.insert(.untold)
    }
  }

  /// Tells a device of an address that it did not ask for.
  func announce(_ row: Registration, _ address: AddressID, in context: inout StepContext) {
    let answer = RegisterAnswer(
      address: address, kind: row.kind, error: .none,
      path: row.marks.contains(.byIntent) ? .c2dm : .library)
    context.transmit(
      from: .fcm, to: .device(row.device), .registerAnswer(install: row.install, answer))
  }

  // MARK: Ending

  /// Ends a registration at the wish of the app, at once or after a while.
  func unregister(
    _ state: inout FCMState, _ address: AddressID, install: InstallID, from: Place,
    in context: inout StepContext
  ) {
    defer {
      context.transmit(from: .fcm, to: from, .unregisterAnswer(install: install, status: 200))
    }
    guard address.rawValue < state.registrations.handleBound,
      !state.registrations[address.rawValue].marks.contains(.ended)
    else { return }
    state.registrations[address.rawValue].marks.insert(.unregistered)
    guard rules.registration.unregisterWhen.answer == .delayed else {
      end(&state, address, in: &context)
      return
    }
    context.note(.addressEnded, install: install, operand: address.rawValue)
    doom(
      &state, address, at: context.now + rules.registration.unregisterDelayMax.duration,
      by: .fcmUnregister, in: &context)
  }

  /// Lets FCM learn that nobody takes messages at an address any more.
  func learnOfDeath(
    _ state: inout FCMState, _ address: AddressID, in context: inout StepContext
  ) {
    let row = state.registrations[address.rawValue]
    guard !row.marks.contains(.ended), state.habits[row.habits].deadFrom == .never else { return }
    let delay: SimDuration
    if state.trouble.tellDeadAfter >= .zero {
      delay = state.trouble.tellDeadAfter
    } else {
      switch rules.registration.uninstallDelay.answer {
      case .nextSend: delay = .zero
      case .minutes: delay = rules.registration.uninstallMinutes.duration
      case .hours: delay = rules.registration.uninstallHours.duration
      case .overADay: delay = rules.registration.uninstallOverDay.duration
      case .expiryOnly:
        delay = row.lastActive.time + rules.registration.expireAfter.duration - context.now
      }
    }
    guard delay > .zero else {
      end(&state, address, in: &context)
      return
    }
    doom(&state, address, at: context.now + delay, by: .fcmLearn, in: &context)
  }

  /// Plans the end of a registration.
  private func doom(
    _ state: inout FCMState, _ address: AddressID, at due: SimTime, by kind: TimerKind,
    in context: inout StepContext
  ) {
    let from = CoarseTime(roundingUp: due)
    state.habits[state.habitsHandle(of: address)].deadFrom = from
    context.arm(Timer(kind, index: address.rawValue, at: from.time))
  }

  /// Ends a registration whose end was planned, unless the app registered again.
  func learn(_ state: inout FCMState, _ address: AddressID, in context: inout StepContext) {
    let row = state.registrations[address.rawValue]
    guard !row.marks.contains(.ended), state.habits[row.habits].deadFrom.time <= context.now else {
      return
    }
    end(&state, address, in: &context)
  }

  /// Ends a registration that nobody used for too long; says whether it has expired.
  @inline(__always)
  func endIfExpired(
    _ state: inout FCMState, _ address: AddressID, in context: inout StepContext
  ) -> Bool {
    let row = state.registrations[address.rawValue]
    if row.marks.contains(.ended) { return row.marks.contains(.expired) }
    guard state.hasExpired(row, at: context.now) else { return false }
    endAsExpired(&state, address, in: &context)
    return true
  }

  private func endAsExpired(
    _ state: inout FCMState, _ address: AddressID, in context: inout StepContext
  ) {
    state.registrations[address.rawValue].marks.insert(.expired)
    end(&state, address, in: &context)
  }

  /// Ends a registration: sends are refused from now on, its topics are gone.
  func end(_ state: inout FCMState, _ address: AddressID, in context: inout StepContext) {
    let row = state.registrations[address.rawValue]
    guard !row.marks.contains(.ended) else { return }
    state.registrations[address.rawValue].marks.insert(.ended)
    state.registrations[address.rawValue].marks.remove(.superseded)
    if address.index < state.topics.count { state.topics[address.index] = [] }
    context.note(
      .addressEnded, install: row.install, operand: address.rawValue, detail: 1)
    settlePending(&state, address, in: &context)
    if state.registrations[address.rawValue].lastCopy == .max { unlink(&state, address) }
  }

  /// Decides about the copies that wait for a dead registration.
  private func settlePending(
    _ state: inout FCMState, _ address: AddressID, in context: inout StepContext
  ) {
    guard state.registrations[address.rawValue].lastCopy != .max else { return }
    let rule = rules.registration.pendingOnDead
    switch rule.answer {
    case .dropped: dropAll(&state, at: address, rule.key, in: &context)
    case .deliveredToOld: break
    case .deliveredToNew:
      let heir = state.address(of: state.registrations[address.rawValue].slot)
      guard !heir.isNone, heir != address else {
        dropAll(&state, at: address, rule.key, in: &context)
        return
      }
      while state.registrations[address.rawValue].lastCopy != .max {
        let last = state.registrations[address.rawValue].lastCopy
        let first = state.copies[last].next
        var kept = state.take(first, after: last, from: address)
        if kept.hold == .inFlight { kept.hold = .offline }
        if state.install(of: heir) != state.install(of: address) {
          noteDrop(state, kept, address, rule.key, in: &context)
          acceptAgain(&state, &kept, for: heir, in: &context)
        }
        keep(&state, &kept, at: heir, because: rule.key, in: &context)
      }
      pump(&state, heir, in: &context)
    }
  }

  // MARK: Whole devices

  /// Ends what a device had, where clearing the data of Play services does that.
  func clearServices(
    _ state: inout FCMState, _ device: DeviceID, in context: inout StepContext
  ) {
    guard rules.transport.dataCleared.answer == .allAddressesDead else { return }
    var address = state.firstAddress(of: device)
    while !address.isNone {
      let next = state.registrations[address.rawValue].next
      end(&state, address, in: &context)
      address = next
    }
  }

  /// Forgets that a device was erased: its old registrations wait for somebody who never comes.
  func forget(_ state: inout FCMState, _ device: DeviceID, at now: SimTime) {
    guard device.rawValue < state.devices.handleBound else { return }
    var address = state.devices[device.rawValue].first
    while !address.isNone {
      let next = state.registrations[address.rawValue].next
      state.registrations[address.rawValue].lastActive = CoarseTime(now)
      state.registrations[address.rawValue].device = .none
      state.registrations[address.rawValue].next = .none
      address = next
    }
    let rates = state.devices[device.rawValue].rates
    if rates != .max { state.rates.remove(rates) }
    state.devices[device.rawValue] = DeviceRow()
  }
}
