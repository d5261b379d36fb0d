import Backend
import ClientSDK
import DeviceOS
package import PushDomain
import PushServices

extension World {
  /// How things stand now, for promises that fall due.
  package func ending(isSettled: Bool) -> Ending {
    var ending = Ending()
    ending.time = now
    ending.isSettled = isSettled
    ending.installs.reserveCapacity(installCount)
    for index in 0..<installCount {
      let install = InstallID(index)
      var standing = InstallStanding(install: install)
      system.describe(&standing, in: systemState)
      clientState.describe(&standing)
      standing.liveAddress = fcmState.liveAddress(of: install)
      ending.installs.append(standing)
    }
    serverState.forEachRow { row in
      var standing = row
      standing.addressIsLive = fcmState.isLive(row.address, at: now)
      standing.addressInstall = fcmState.install(of: row.address)
      ending.rows.append(standing)
    }
    return ending
  }

  /// Fills in what the world alone knows about an order: the address that a slot holds.
  func addressed(_ order: SendOrder) -> SendOrder {
    guard case .slot(let slot) = order.audience else { return order }
    var order = order
    let install = systemState.newest(in: slot)
    order.audience = .address(
      install.isNone ? .none : clientState.address(of: install), install: install)
    return order
  }
}

extension TimerKind {
  /// The machine that a timer belongs to.
  enum Owner { case world, device, client, server, provider }

  /// Whose timer this is.
  var owner: Owner {
    switch self {
    case .packet, .habit: .world
    case .deviceDoze, .deviceLightDoze, .deviceHeartbeat, .deviceReconnect, .deviceAlarm,
      .deviceDaily, .deviceHandler, .deviceJob, .deviceAllowlist, .deviceRestart,
      .deviceAppAlarm:
      .device
    case .clientRetry, .clientRegistration, .clientHandler, .clientTimeout, .clientTap,
      .clientEvents, .clientC2DM, .clientTopic:
      .client
    case .serverStep, .serverRetry, .serverTimeout, .serverReaper, .serverBatch,
      .serverSchedule, .serverQuiet, .serverRestart, .serverExpiry:
      .server
    case .fcmExpiry, .fcmThrottle, .fcmRetry, .fcmInactive, .fcmLearn, .fcmAnswer, .fcmFanOut,
      .fcmUnregister:
      .provider
    }
  }
}
