import PushDomain

/// The server has at most one row for each install.
///
/// Exercised when an install that is still there has a row; falls due at rest.
struct OneRowPerInstall {
  /// Finds the installs with more than one row.
  func finish(
    _ ending: borrowing Ending, server: borrowing ServerBook, into found: inout Violations
  ) {
    let rows = ending.rows.sorted { ($0.install, $0.row) < ($1.install, $1.row) }
    for place in rows.indices {
      let row = rows[place]
      guard row.install.index < ending.installs.count,
        ending.installs[row.install.index].isInstalled
      else { continue }
      found.exercise(.oneRowPerInstall)
      guard place > 0, rows[place - 1].install == row.install else { continue }
      found.add(
        Violation(
          .oneRowPerInstall, at: ending.time, install: row.install, user: row.user,
          record: server.record(of: row.row), second: server.record(of: rows[place - 1].row)))
    }
  }
}
