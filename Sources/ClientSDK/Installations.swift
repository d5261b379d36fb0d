import PushDomain
import Rulebook

/// firebase-installations: the id that the library presents, and where it is kept.
extension PushClient {
  /// The server says that another device uses the id: a new one is made, and what hung on the old
  /// one is forgotten.
  func renewInstallationID(_ who: InstallID, _ state: inout ClientState) {
    state.rows[who].fid = state.freshNumber()
    forgetStored(who, &state)
  }

  /// Whether a backup of this app carries the id: files of an older library do.
  func backsUpInstallationID(_ host: HostChoices) -> Bool {
    if let choice = host.storageClass(of: .fid) { return choice == .backedUp }
    return Int64(host.installations) < rules.installations.noBackup.value
  }
}
