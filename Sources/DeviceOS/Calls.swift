package import PushDomain
import Rulebook
import SimKernel

extension AndroidOS {
  /// Code in the process of an app calls the system; a process that is gone cannot.
  package func serve(
    _ call: SystemCall, of install: InstallID, _ state: inout AndroidState,
    in context: inout StepContext
  ) {
    guard state.knows(install), state[install].isInstalled else { return refuse(call, &context) }
    // What was alive a moment ago has neither overrun nor expired since.
    guard state[install].idleSince == context.now.rowSeconds, state[install].isAlive else {
      return serveAfterPause(call, of: install, &state, &context)
    }
    serveAlive(call, of: install, &state, &context)
  }

  /// A process that was idle for a while does something again, if it is still there.
  @inline(never)
  private func serveAfterPause(
    _ call: SystemCall, of install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    endOverrun(install, &state, &context)
    expireProcess(install, &state, &context)
    guard state[install].isAlive else { return refuse(call, &context) }
    touchProcess(install, &state, context.now)
    serveAlive(call, of: install, &state, &context)
  }

  /// What a process that is gone meant to send goes nowhere.
  @inline(never)
  private func refuse(_ call: SystemCall, _ context: inout StepContext) {
    if case .transmit(let packet) = call { context.returned.append(packet) }
  }

  /// Does what a process asks for.
  @inline(__always)
  private func serveAlive(
    _ call: SystemCall, of install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    switch call {
    case .post(let loan): post(loan, by: install, &state, &context)
    case .cancel(let message): cancel(message, by: install, &state, &context)
    case .cancelAll: clearTray(of: install, .cancelled, &state, &context)
    case .cancelAlarms: cancelAlarms(of: install, &state)
    case .createChannel(let name, let importance):
      createChannel(name, importance, install, &state, &context)
    case .deleteChannel(let name): deleteChannel(name, install, &state, &context)
    case .askPermission(let byHost): ask(install, byHost: byHost, &state, &context)
    case .setAlarm(let loan, let delay):
      setAlarm(context.payloads[loan], after: delay, install, &state, &context)
    case .cancelJob(let kind): cancelJob(kind, install, &state)
    case .enqueue, .jobEnded: serveWork(call, of: install, &state, &context)
    case .transmit(let packet): transmit(packet, install, &state, &context)
    case .handled(let copy, _): finish(copy, by: install, &state, &context)
    case .startForegroundService: startForegroundService(install, &state, &context)
    case .readLockedStorage: crash(install, by: rules.client.lockedHandler.key, &state, &context)
    case .c2dmRegister(let request): c2dmRegister(request, install, &state, &context)
    }
  }

  /// Does what a process asks for about its jobs.
  @inline(never)
  private func serveWork(
    _ call: SystemCall, of install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    switch call {
    case .enqueue(let kind, let delay, let expedited):
      enqueue(kind, after: delay, expedited: expedited, install, &state, &context)
    case .jobEnded(let kind, let retryAfter):
      jobEnded(kind, retryAfter: retryAfter, install, &state, &context)
    default: break
    }
  }

  /// Posts what code lends, with which its handler may be done.
  @inline(never)
  private func post(
    _ loan: Loan<AppNotification>, by install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let notification = context.notifications[loan]
    post(notification, by: install, &state, &context)
    if notification.endsHandling {
      finish(notification.copy, by: install, &state, &context)
    }
  }

  /// Lets a request out, or refuses it at once.
  @inline(never)
  private func transmit(
    _ packet: PacketID, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    let device = state[install].device
    let needsServices = context.packets[packet.rawValue].to == .fcm
    guard hasNetwork(install, &state, at: context.now),
      !needsServices || state[device].hasServices
    else {
      context.returned.append(packet)
      context.tell(.failed(install, packet))
      return
    }
    context.post(packet, from: .device(device))
  }

  /// An app in the background needs a delivered high message to start a foreground service.
  @inline(never)
  private func startForegroundService(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let row = state[install]
    let isLimited = state[row.device].api >= 31 && state[row.slot].target >= 31
    guard row.process != .foreground else { return }
    let hasPass = context.now < state.passUntil(of: install)
    let hasReason = hasPass && !row.flags.contains(.passIsPlain)
    let rule: RuleKey
    if row.battery == .restricted {
      rule = rules.standby.userRestrictedService.key
    } else if isLimited, !hasReason {
      rule =
        row.flags.contains(.passIsPlain) && hasPass
        ? rules.transport.allowlistOverQuota.key : rules.priority.foregroundService.key
    } else {
      return
    }
    crash(install, by: rule, &state, &context)
  }

  /// What code did ends its process, with the messages that it had in hand.
  @inline(never)
  private func crash(
    _ install: InstallID, by rule: RuleKey, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    dropInHand(of: install, rule, because: context.cause, &state, &context)
    endProcess(install, .crashed, by: rule, &state, &context)
  }
}
