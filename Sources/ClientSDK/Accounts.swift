import PushDomain
import Rulebook
import SimKernel

/// Several accounts in one install, which the guide's record with its one user does not foresee.
extension PushClient {
  /// Whether every account has a row of its own at the server.
  private var hasRowEach: Bool { rules.client.accounts.answer == .rowEach }

  /// Adds an account beside those that are logged in.
  func addAccount(
    _ user: UserID, on who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    guard !state.rows[who].person.isNone else {
      personActs(.login(user), on: who, &state, &context)
      return
    }
    let signed = context.note(.signedIn, install: who, user: user)
    let side = state.side(of: who)
    guard hasRowEach else {
      // The record can name one user only: the newest. The other stays logged in all the same.
      let session = Session(of: state.rows[who].person, since: login(of: who, state))
      state.accounts.append(
        AccountCell(user: session.user, session: session), to: &state.sides[side].accounts)
      state.rows[who].signedBy = signed
      state.rows[who].person = user
      setSession(user, since: .none, on: who, &state)
      state.rows[who].record.user = user
      bump(who, &state, &context, because: signed)
      return
    }
    state.rows[who].record.localVersion &+= 1
    let session = Session(of: user, since: signed)
    var cell = AccountCell(user: user, session: session, key: state.freshNumber())
    cell.localVersion = state.rows[who].record.localVersion
    state.accounts.append(cell, to: &state.sides[side].accounts)
    queueAccount(user, on: who, &state, &context, because: signed)
  }

  /// Removes one account; its row is unlinked until the server confirms it.
  func removeAccount(
    _ user: UserID, on who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    if state.rows[who].person == user {
      removeCurrent(who, &state, &context)
      return
    }
    let side = state.rows[who].side
    var handle = side == .max ? .max : state.sides[side].accounts
    while handle != .max, state.accounts[handle].user != user {
      handle = state.accounts[handle].next
    }
    guard handle != .max else {
      context.note(.storyMistake, install: who, detail: StoryMistake.notLoggedIn.rawValue)
      return
    }
    let signed = context.note(.signedOut, install: who, user: user)
    guard state.accounts[handle].key != .max else {
      _ = state.accounts.removeAll(of: &state.sides[side].accounts) { $0.user == user }
      return
    }
    state.rows[who].record.localVersion &+= 1
    state.accounts[handle].user = .none
    if endsSession(who, state) { state.accounts[handle].session = .none }
    state.accounts[handle].localVersion = state.rows[who].record.localVersion
    queueAccount(.none, on: who, &state, &context, because: signed)
  }

  /// Whether the session of an account is over before its unlink can leave.
  private func endsSession(_ who: InstallID, _ state: borrowing ClientState) -> Bool {
    switch rules.client.sessionEnd.answer {
    case .atOnce: true
    case .withUnlink: false
    case .afterCall: !state.rows[who].flags.contains(.hasNetwork)
    }
  }

  /// Removes the account that the record names; another one that is logged in takes its place.
  private func removeCurrent(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    let side = state.rows[who].side
    guard side != .max, !hasRowEach,
      let cell = state.accounts.removeFirst(of: &state.sides[side].accounts)
    else {
      leaveCurrent(who, &state, &context)
      return
    }
    let signed = context.note(.signedOut, install: who, user: state.rows[who].person)
    state.rows[who].signedBy = signed
    state.rows[who].person = cell.user
    setSession(cell.user, since: cell.session.login, on: who, &state)
    state.rows[who].record.user = cell.user
    state.forgetCursor(of: who)
    state.rows[who].flags.remove(.hasSynced)
    bump(who, &state, &context, because: signed)
  }

  /// A change of one account counts in the record's version, so that answers tell them apart.
  private func queueAccount(
    _ user: UserID, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext, because: RecordID
  ) {
    let version = state.rows[who].record.localVersion
    // The record itself did not change: where it was known, it stays known.
    if state.rows[who].record.uploadedVersion == version &- 1 {
      state.rows[who].record.uploadedVersion = version
    }
    state.rows[who].queuedBy = context.note(
      .uploadQueued, install: who, user: user, operand: version, because: because)
    enqueueUpload(who, &state, &context)
  }

  /// Whether a user is logged in, as far as the SDK knows.
  @inline(__always)
  func isCurrent(_ user: UserID, on who: InstallID, _ state: inout ClientState) -> Bool {
    if state.rows[who].record.user == user { return !user.isNone }
    return isBesides(user, on: who, &state)
  }

  /// Whether somebody has an account beside the record's user.
  private func isBesides(
    _ user: UserID, on who: InstallID, _ state: inout ClientState
  ) -> Bool {
    let side = state.rows[who].side
    guard hasRowEach, side != .max else { return false }
    var handle = state.sides[side].accounts
    while handle != .max {
      if state.accounts[handle].user == user { return !user.isNone }
      handle = state.accounts[handle].next
    }
    return false
  }

  /// Notes that the accounts beside the current one are logged out too.
  func signOutAccounts(
    _ who: InstallID, withData: Bool = false, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let side = state.rows[who].side
    guard side != .max else { return }
    var handle = state.sides[side].accounts
    while handle != .max {
      let cell = state.accounts[handle]
      if !cell.user.isNone {
        context.note(.signedOut, install: who, user: cell.user, detail: withData ? 1 : 0)
        state.accounts[handle].user = .none
        if cell.key != .max {
          state.rows[who].record.localVersion &+= 1
          state.accounts[handle].localVersion = state.rows[who].record.localVersion
        }
      }
      handle = cell.next
    }
    _ = state.accounts.removeAll(of: &state.sides[side].accounts) { $0.key == .max }
  }

  // MARK: Uploads of accounts

  /// The account whose row at the server is behind, if any.
  @inline(__always)
  func accountToUpload(_ who: InstallID, _ state: borrowing ClientState) -> UInt32? {
    let side = state.rows[who].side
    guard side != .max else { return nil }
    var handle = state.sides[side].accounts
    while handle != .max {
      let cell = state.accounts[handle]
      if cell.key != .max, cell.localVersion != cell.uploadedVersion { return handle }
      handle = cell.next
    }
    return nil
  }

  /// Uploads the row of the account that is behind.
  func sendAccount(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    guard let handle = accountToUpload(who, state) else { return }
    let cell = state.accounts[handle]
    var body = UploadBody(installKey: cell.key, install: who)
    body.user = cell.user
    body.version = cell.localVersion
    body.session = cell.session
    transmit(body, on: who, &state, &context)
  }

  /// The server knows a version; says whether it belonged to an account.
  func confirmAccount(_ version: UInt32, on who: InstallID, _ state: inout ClientState) -> Bool {
    settleAccount(version, on: who, &state)
  }

  /// A version was given up; says whether it belonged to an account.
  func abandonAccount(_ version: UInt32, on who: InstallID, _ state: inout ClientState) -> Bool {
    settleAccount(version, on: who, &state)
  }

  /// Whose row a version is about, where it is that of an account beside the record's user.
  func accountUser(
    of version: UInt32, on who: InstallID, _ state: borrowing ClientState
  ) -> UserID? {
    let side = state.rows[who].side
    var handle = side == .max ? .max : state.sides[side].accounts
    while handle != .max {
      let cell = state.accounts[handle]
      if cell.key != .max, cell.localVersion == version { return cell.user }
      handle = cell.next
    }
    return nil
  }

  private func settleAccount(
    _ version: UInt32, on who: InstallID, _ state: inout ClientState
  ) -> Bool {
    let side = state.rows[who].side
    guard side != .max else { return false }
    var isFound = false
    var handle = state.sides[side].accounts
    while handle != .max {
      if state.accounts[handle].key != .max, state.accounts[handle].localVersion == version {
        state.accounts[handle].uploadedVersion = version
        isFound = true
      }
      handle = state.accounts[handle].next
    }
    _ = state.accounts.removeAll(of: &state.sides[side].accounts) {
      $0.user.isNone && $0.localVersion == $0.uploadedVersion
    }
    return isFound
  }
}
