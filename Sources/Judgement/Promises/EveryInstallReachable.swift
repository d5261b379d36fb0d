import PushDomain

/// The server can reach every install where somebody is logged in.
///
/// Reach means that some row holds the install's live address and its user. Installs that the
/// person stopped, restricted, silenced or took offline are left out.
/// Exercised when such an install exists; falls due at rest.
struct EveryInstallReachable {
  /// Finds the installs that no row leads to.
  func finish(
    _ ending: borrowing Ending, truth: borrowing Truth, server: borrowing ServerBook,
    into found: inout Violations
  ) {
    let rows = ending.rows.filter { $0.addressIsLive }.sorted {
      ($0.addressInstall, $0.row) < ($1.addressInstall, $1.row)
    }
    for standing in ending.installs where standing.isAtRest && standing.canNotify {
      if truth.isErased(on: standing.install) { continue }
      let present = truth.presence(on: standing.install)
      if present.user.isNone { continue }
      found.exercise(.everyInstallReachable)
      var place = rows.firstPlace { $0.addressInstall >= standing.install }
      var isReached = false
      while place < rows.count, rows[place].addressInstall == standing.install, !isReached {
        isReached = truth.isIn(rows[place].user, on: standing.install)
        place += 1
      }
      if isReached { continue }
      found.add(
        Violation(
          .everyInstallReachable, at: ending.time, install: standing.install,
          user: present.user, record: present.record,
          second: server.lastWrite(by: standing.install)))
    }
  }
}

extension InstallStanding {
  /// Nothing that a person did keeps the install from working: at rest it must have come to terms.
  var isAtRest: Bool { isInstalled && isOnline && !isStopped && !isRestricted }
}

extension Array {
  /// The first place whose element fulfils something that holds from some place on.
  func firstPlace(where isReached: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isReached(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
