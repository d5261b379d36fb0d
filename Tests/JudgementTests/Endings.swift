import PushDomain

/// An ending in which one install works and agrees with its row in everything.
func healthyEnding(user: UInt32 = 0) -> Ending {
  var standing = InstallStanding(install: InstallID(0))
  standing.device = DeviceID(0)
  standing.isInstalled = true
  standing.isOnline = true
  standing.canNotify = true
  standing.sdkUser = UserID(rawValue: user)
  standing.sdkAddress = AddressID(0)
  standing.liveAddress = AddressID(0)
  standing.installKey = 0
  standing.isUploaded = true
  var row = RowStanding(row: RowID(0))
  row.installKey = 0
  row.install = InstallID(0)
  row.user = UserID(rawValue: user)
  row.address = AddressID(0)
  row.addressIsLive = true
  row.addressInstall = InstallID(0)
  row.isEnabled = true
  var ending = Ending()
  ending.installs = [standing]
  ending.rows = [row]
  return ending
}
