import PushDomain
import Rulebook
import SimKernel

/// firebase-installations: the id that the library presents, and where it is kept.
extension PushClient {
  /// The server says that another device uses the id: a new one is made, and what hung on the old
  /// one is forgotten.
  func renewInstallationID(_ who: InstallID, _ state: inout ClientState) {
    state.rows[who].fid = state.freshNumber()
    forgetStored(who, &state)
  }

  /// The server of installations took the configuration for bad: this process asks no more for
  /// a while.
  func silence(_ who: InstallID, _ state: inout ClientState, at now: SimTime) {
    let until = (now + rules.installations.badConfig.duration).sinceStart / .seconds(1)
    let side = state.side(of: who)
    state.sides[side].silentUntil = UInt32(clamping: until)
  }

  /// Whether it still asks no more.
  func isSilenced(_ side: UInt32, _ state: borrowing ClientState, at now: SimTime) -> Bool {
    now.sinceStart < .seconds(Int64(state.sides[side].silentUntil))
  }

  /// Whether a backup of this app carries the id: files of an older library do.
  func backsUpInstallationID(_ host: HostChoices) -> Bool {
    if let choice = host.storageClass(of: .fid) { return choice == .backedUp }
    return Int64(host.installations) < rules.installations.noBackup.value
  }
}
