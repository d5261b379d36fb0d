import PushDomain
import Rulebook
import SimKernel

extension AndroidOS {
  /// An app registers by the intents of play services, which ask FCM for it.
  ///
  /// Play services are not held back by Doze. Without them there is nobody to answer; without a
  /// network they answer at once that the service is not available.
  @inline(never)
  func c2dmRegister(
    _ request: RegisterRequest, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let device = state[install].device
    guard state[device].hasServices else { return }
    guard state[device].isOnline else {
      let answer = RegisterAnswer(
        address: .none, kind: request.kind, error: .serviceNotAvailable, path: .c2dm)
      context.tell(.registration(install, answer, forged: false))
      return
    }
    context.transmit(from: .device(device), to: .fcm, .register(request))
  }

  /// FCM answered a registration: by broadcast, or to the library that asked.
  func registered(
    _ install: InstallID, _ answer: RegisterAnswer, _ packet: PacketID,
    _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state.knows(install), state[install].isInstalled else { return }
    if answer.error == .none { state[install].flags.remove(.forgotten) }
    guard answer.path == .c2dm else { return pass(packet, to: install, &state, &context) }
    let times =
      switch rules.c2dm.replyFate.answer {
      case .once: 1
      case .lost: 0
      case .twice: 2
      }
    for _ in 0..<times { broadcast(answer, to: install, forged: false, &state, &context) }
  }

  /// A registration broadcast reaches whoever listens in the process; nobody starts for it.
  private func broadcast(
    _ answer: RegisterAnswer, to install: InstallID, forged: Bool, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    expireProcess(install, &state, &context)
    guard state[install].isAlive else { return }
    touchProcess(install, &state, context.now)
    context.tell(.registration(install, answer, forged: forged))
  }

  /// Another app answers a registration; a receiver without permission believes it.
  func forgeRegistration(
    _ slot: SlotID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let install = state[slot].install
    guard !install.isNone else { return context.storyMistake(.notInstalled) }
    let answer = RegisterAnswer(address: .forged, kind: .token, error: .none, path: .c2dm)
    broadcast(answer, to: install, forged: true, &state, &context)
  }

  /// Another app sends the broadcast of a message; the permission of the receiver stops it.
  func forgePush(
    _ slot: SlotID, _ message: MessageID, _ user: UserID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let install = state[slot].install
    guard !install.isNone else { return context.storyMistake(.notInstalled) }
    var payload = PushPayload(message: message, kind: .data, sentAt: context.now)
    payload.user = user
    payload.flags = .forged
    let choices = state[slot].choices
    guard choices.contains(.receiver), !choices.contains(.receiverPermission) else {
      context.note(
        .dropped, message: message, install: install, user: user,
        operand: rules.c2dm.permission.key.rawValue)
      return
    }
    guard canRun(install, state),
      state[install].flags.isDisjoint(with: [.stopped, .hibernated])
    else { return }
    startProcess(install, .broadcast, &state, &context)
    context.tell(
      .forged(
        install, context.payloads.lend(payload),
        surroundings(of: install, in: &state, at: context.now)))
  }
}
