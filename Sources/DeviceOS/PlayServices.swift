import PushDomain
import Rulebook
import SimKernel

extension AndroidOS {
  /// Play services are replaced by another version; zero takes them away.
  func updateServices(
    _ device: DeviceID, to version: UInt32, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    state.setServices(of: device, to: version)
    restartServices(device, &state, &context)
  }

  func enableServices(
    _ device: DeviceID, _ enabled: Bool, _ state: inout AndroidState,
    _ context: inout StepContext
  ) {
    guard state[device].flags.contains(.servicesDisabled) == enabled else { return }
    state[device].flags.set(.servicesDisabled, !enabled)
    restartServices(device, &state, &context)
  }

  /// The data of play services are cleared: whether the registrations live is a reading.
  func clearServices(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    context.effects.append(.provider(.servicesCleared(device)))
    if rules.transport.dataCleared.answer == .allAddressesDead {
      var next = state.firstInstall(on: device)
      while !next.isNone {
        state[next].flags.insert(.forgotten)
        next = state.install(after: next)
      }
    }
    restartServices(device, &state, &context)
  }

  /// The process of play services ends: the connection closes, and comes back if it may.
  private func restartServices(
    _ device: DeviceID, _ state: inout AndroidState, _ context: inout StepContext
  ) {
    closeConnection(device, &state, &context)
    connectSoon(device, &state, &context)
  }
}
