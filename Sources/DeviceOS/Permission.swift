package import PushDomain
import Rulebook
import SimKernel

extension AndroidOS {
  /// Whether notifications of an app need a permission on this device.
  private func needsPermission(_ device: DeviceID, _ state: borrowing AndroidState) -> Bool {
    Int64(state[device].api) >= rules.permission.newInstall.value
  }

  /// Whether the system would show what an install posts.
  @inline(__always)
  package func canNotify(_ install: InstallID, in state: borrowing AndroidState) -> Bool {
    let flags = state[install].flags
    return flags.contains(.installed)
      && (needsPermission(state[install].device, state)
        ? flags.contains(.granted) : !flags.contains(.switchedOff))
  }

  /// The host, or somebody else in the app, asks for the right to notify.
  @inline(never)
  func ask(
    _ install: InstallID, byHost: Bool, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let target = Int64(state[state[install].slot].target)
    let row = state[install]
    let isAsked =
      needsPermission(row.device, state) && target >= rules.permission.target33.value
      && row.process == .foreground && !row.flags.contains(.dialogOpen)
      && !mayNotAsk(row, target: target)
    guard isAsked else {
      if !row.flags.contains(.dialogOpen) {
        context.tell(.permission(install, allowed: canNotify(install, in: state)))
      }
      return
    }
    showDialog(install, byHost: byHost, &state, &context)
  }

  /// A request shows nothing where the permission is granted or finally denied.
  private func mayNotAsk(_ row: PackageRow, target: Int64) -> Bool {
    if row.flags.contains(.granted), !row.flags.contains(.grantedForNow) { return true }
    let limit =
      target >= rules.permission.target33.value
      ? rules.permission.denialsFinal.value : rules.permission.target32Deny.value
    return Int64(row.denials) >= limit
  }

  /// Apps with an older target are asked by the system, once a channel exists and they are open.
  func askAsSystemIfDue(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let row = state[install]
    let target = Int64(state[row.slot].target)
    guard needsPermission(row.device, state), target < rules.permission.target33.value,
      row.process == .foreground, !row.flags.contains(.dialogOpen),
      hasChannel(row, state), !mayNotAsk(row, target: target)
    else { return }
    showDialog(install, byHost: false, &state, &context)
    state[install].flags.insert(.dialogIsSystems)
  }

  private func showDialog(
    _ install: InstallID, byHost: Bool, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    state[install].flags.insert(.dialogOpen)
    state[install].prompts = UInt8(clamping: Int(state[install].prompts) + 1)
    let isSystems =
      Int64(state[state[install].slot].target) < rules.permission.target33.value
    context.note(
      .promptShown, install: install,
      operand: (isSystems ? rules.permission.target32 : rules.permission.target33).key.rawValue,
      detail: byHost ? 1 : 0)
  }

  /// The person answers the dialog that is open.
  func answerDialog(
    _ answer: PromptAnswer, _ install: InstallID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard state[install].flags.contains(.dialogOpen) else {
      return context.storyMistake(.noDialogOpen, install: install)
    }
    state[install].flags.subtract([.dialogOpen, .dialogIsSystems])
    switch answer {
    case .allow:
      state[install].flags.remove(.grantedForNow)
      setGrant(install, true, rules.permission.newInstall.key, &state, &context)
    case .deny: deny(install, &state, &context)
    case .dismiss:
      if rules.permission.back.answer == .counted { deny(install, &state, &context) }
    }
    context.tell(.permission(install, allowed: canNotify(install, in: state)))
  }

  private func deny(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let target = Int64(state[state[install].slot].target)
    state[install].denials = UInt8(clamping: Int(state[install].denials) + 1)
    state[install].flags.remove(.grantedForNow)
    let rule: RuleKey
    if target < rules.permission.target33.value {
      rule = rules.permission.target32Deny.key
    } else if mayNotAsk(state[install], target: target) {
      rule = rules.permission.denialsFinal.key
    } else {
      rule = rules.permission.newInstall.key
    }
    setGrant(install, false, rule, &state, &context)
  }

  /// The dialog goes away with the screen it stood on; that is no answer.
  func closeDialog(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    guard state[install].flags.contains(.dialogOpen) else { return }
    answerDialog(.dismiss, install, &state, &context)
  }

  /// The person switches notifications of the app in the settings.
  func switchNotifications(
    _ install: InstallID, on: Bool, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let could = canNotify(install, in: state)
    state[install].flags.set(.switchedOff, !on)
    guard needsPermission(state[install].device, state) else {
      if could != on { notePermission(install, on, rules.channels.blocked.key, &state, &context) }
      return
    }
    state[install].flags.remove(.grantedForNow)
    setGrant(install, on, rules.permission.revokeKills.key, &state, &context)
    if could, !on { endProcess(install, .permissionRevoked, &state, &context) }
  }

  func setGrant(
    _ install: InstallID, _ granted: Bool, _ rule: RuleKey, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    state[install].flags.set(.granted, granted)
    if granted { state[install].flags.remove(.switchedOff) }
    notePermission(install, granted, rule, &state, &context)
  }

  private func notePermission(
    _ install: InstallID, _ allowed: Bool, _ rule: RuleKey, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    state[install].permissionBy = context.note(
      .permissionChanged, install: install, operand: rule.rawValue, detail: allowed ? 1 : 0)
  }

  /// The device comes to Android 13: apps with a channel that were not off get the right for now.
  func carryPermissionOver(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let row = state[install]
    guard hasChannel(row, state), !row.flags.contains(.switchedOff) else {
      return notePermission(
        install, false, rules.permission.upgradeGrant.key, &state, &context)
    }
    state[install].flags.insert(.grantedForNow)
    setGrant(install, true, rules.permission.upgradeGrant.key, &state, &context)
  }
}
