import PushDomain
import SimKernel

/// At rest the person, the SDK's record, the provider's registration and the server's row agree.
///
/// Exercised when an install that can work has a user, or a row that names one; falls due at rest.
/// Where the server ended the sessions, the phone learns it only from whoever signs in next.
struct Converges {
  /// Finds the installs where two of them differ.
  func finish(
    _ ending: borrowing Ending, truth: borrowing Truth, server: borrowing ServerBook,
    into found: inout Violations
  ) {
    let rows = ending.rows.sorted { ($0.installKey, $0.row) < ($1.installKey, $1.row) }
    for standing in ending.installs where standing.isAtRest && standing.installKey != .max {
      if truth.isErased(on: standing.install) || truth.isEnded(on: standing.install) { continue }
      let place = rows.firstPlace { $0.installKey >= standing.installKey }
      let hasRow = place < rows.count && rows[place].installKey == standing.installKey
      let row = hasRow ? rows[place] : nil
      let present = truth.presence(on: standing.install)
      let isInUse =
        !present.user.isNone || !standing.sdkUser.isNone || !(row?.user.isNone ?? true)
      guard isInUse else { continue }
      found.exercise(.converges)
      if agrees(standing, row, truth: truth, hasUser: !present.user.isNone) { continue }
      found.add(
        Violation(
          .converges, at: ending.time, install: standing.install,
          user: present.user.isNone ? standing.sdkUser : present.user,
          record: present.user.isNone
            ? truth.state(of: standing.install).since : present.record,
          second: row.map { server.record(of: $0.row) } ?? .none))
    }
  }

  /// Whether all that is known of an install says the same.
  private func agrees(
    _ standing: InstallStanding, _ row: RowStanding?, truth: borrowing Truth, hasUser: Bool
  ) -> Bool {
    if !hasUser { return standing.sdkUser.isNone && row?.user.isNone ?? true }
    guard truth.isIn(standing.sdkUser, on: standing.install), let row else { return false }
    return row.user == standing.sdkUser && row.address == standing.sdkAddress
      && standing.sdkAddress == standing.liveAddress
  }
}
