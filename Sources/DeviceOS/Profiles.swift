import PushDomain
import Rulebook
import SimKernel

extension AndroidOS {
  /// A profile beside the main user starts or stops, with every app in it.
  func setProfile(
    _ profile: UInt8, running: Bool, on device: DeviceID, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard profile > 0, profile < 8, state.oddity(of: device).profiles >> profile & 1 == 1 else {
      return context.storyMistake(.noSuchProfile)
    }
    if profile == SlotRow.privateSpace,
      Int64(state[device].api) < rules.backup.privateSpace.value
    {
      return context.storyMistake(.notSupportedHere)
    }
    guard state.oddity(of: device).isRunning(profile: profile) != running else { return }
    let suspends =
      profile == SlotRow.workProfile && rules.backup.workOff.answer == .suspended
    state.changeOddity(of: device) { $0.stoppedProfiles ^= 1 << profile }
    var next = state.firstInstall(on: device)
    while !next.isNone {
      if state[state[next].slot].profile == profile {
        if running {
          startProfileApp(next, &state, &context)
        } else {
          stopProfileApp(next, suspends: suspends, &state, &context)
        }
      }
      next = state.install(after: next)
    }
  }

  /// A boot starts the main user and its work profile; no other user runs until a person wants it.
  func stopOtherUsers(
    on device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    let others: UInt8 = 1 << SlotRow.secondUser | 1 << SlotRow.privateSpace
    let oddity = state.oddity(of: device)
    let stopped = oddity.profiles & others & ~oddity.stoppedProfiles
    guard stopped != 0 else { return }
    state.changeOddity(of: device) { $0.stoppedProfiles |= stopped }
    var next = state.firstInstall(on: device)
    while !next.isNone {
      if stopped >> state[state[next].slot].profile & 1 == 1 {
        noteProfile(next, stopped: true, by: rules.backup.boot.key, &context)
      }
      next = state.install(after: next)
    }
  }

  private func startProfileApp(
    _ install: InstallID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    state[install].flags.remove(.suspended)
    noteProfile(install, stopped: false, by: rules.backup.stoppedUser.key, &context)
    context.effects.append(.provider(.ready(install)))
    handOrphansOver(install, &state, &context)
    runJobs(of: install, &state, &context)
  }

  /// A stopped user loses its tray; the notifications of suspended apps are only hidden.
  private func stopProfileApp(
    _ install: InstallID, suspends: Bool, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    noteProfile(install, stopped: true, by: rules.backup.stoppedUser.key, &context)
    endProcess(install, .profileStopped, &state, &context)
    if suspends {
      state[install].flags.insert(.suspended)
    } else {
      clearTray(of: install, .profileStopped, &state, &context)
    }
  }

  /// Notes that nothing of a profile runs, or that it runs again.
  private func noteProfile(
    _ install: InstallID, stopped: Bool, by rule: RuleKey, _ context: inout StepContext
  ) {
    context.note(
      .appRestricted, install: install, operand: rule.rawValue, detail: stopped ? 1 : 0)
  }
}
