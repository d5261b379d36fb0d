import PushDomain
import Rulebook
import SimKernel

/// Registration through the intents of play services, the skip-notify way: no library in between.
extension PushClient {
  /// Stands for an address that another party made up: no registration has it.
  static let foreignAddress = AddressID(rawValue: .max - 1)

  /// Asks by the intent; each call has a receiver of its own, and nothing tells them apart.
  @inline(never)
  func askC2DM(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    let row = state.rows[who]
    guard row.flags.contains(.hasPlayServices) else {
      noteRefusal(.missingPlayServices, on: who, &context)
      return
    }
    let side = state.side(of: who)
    state.sides[side].requests = min(state.sides[side].requests + 1, 100)
    state.rows[who].flags.insert(.awaitsC2DM)
    context.cause = context.note(.addressAsked, install: who)
    let request = RegisterRequest(
      install: who, slot: row.slot, kind: .token, fid: row.fid,
      sender: UInt16(state[hostOf: row.slot].project.rawValue), held: row.record.address,
      path: .c2dm)
    call(.c2dmRegister(request), on: who, &context)
    guard design.has(.registrationTimeout) else { return }
    context.arm(
      Timer(
        .clientC2DM, index: who.rawValue, generation: row.generation,
        at: context.now + rules.client.registrationWait.duration))
  }

  /// A broadcast with a registration: an answer, a refresh that nobody asked for, or a forgery.
  func hearC2DM(
    _ answer: RegisterAnswer, isForged: Bool, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let isAwaited = state.rows[who].flags.contains(.awaitsC2DM)
    guard isAwaited || rules.client.unaskedRegistration.answer == .heard else { return }
    if isForged, design.has(.registrationReplyCheck) {
      // The reply carries no token of the request, or its sender may not send it.
      context.note(
        .registrationRefused, message: .none, copy: CopyID(rawValue: answer.address.rawValue),
        install: who, operand: rules.c2dm.spoof.key.rawValue,
        detail: RegistrationError.authenticationFailed.rawValue)
      return
    }
    // Every waiting receiver is woken by every reply.
    stopWaiting(who, &state)
    if answer.error == .serviceNotAvailable { askAgain(who, &state, &context) }
    guard answer.error == .none else { return }
    state.rows[who].tries = 0
    if isForged, answer.address.isNone {
      hold(Self.foreignAddress, answer.kind, on: who, &state, &context)
    }
    guard !answer.address.isNone else { return }
    hold(answer.address, answer.kind, on: who, &state, &context)
  }

  /// The time-out of a request: the app goes on without an address and asks again later.
  func giveUpC2DM(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    guard state.rows[who].flags.contains(.awaitsC2DM) else { return }
    stopWaiting(who, &state)
    noteRefusal(.serviceNotAvailable, on: who, &context)
    askAgain(who, &state, &context)
  }

  /// Plans another request: what is not available now may be later.
  private func askAgain(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext)
  {
    let tries = state.rows[who].tries & 0x7F
    state.rows[who].tries = min(tries + 1, 0x7F)
    let wait = Self.doubled(
      rules.messaging.retryFirst.duration, times: tries, max: rules.messaging.retryMax.duration)
    context.arm(
      Timer(
        .clientRegistration, index: who.rawValue, generation: state.rows[who].generation,
        at: context.now + wait))
  }

  private func stopWaiting(_ who: InstallID, _ state: inout ClientState) {
    state.rows[who].flags.remove(.awaitsC2DM)
    let side = state.rows[who].side
    guard side != .max else { return }
    state.sides[side].requests = 0
    state.tidySide(of: who)
  }
}
