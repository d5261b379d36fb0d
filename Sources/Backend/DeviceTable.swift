import PushDomain
import SimKernel

extension PushServer {
  /// Serves `PUT /v1/devices/{installId}`.
  func upload(
    _ body: UploadBody, to place: Place, on node: Int, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    let status = admission(of: body, on: node, &state)
    guard status == 200 else {
      refuse(.upload(body), of: place, status: status, in: &context)
      return
    }
    let cause = upsert(body, on: node, &state, in: &context)
    context.transmit(
      from: .server, to: place,
      .uploadAnswer(install: body.install, version: body.version, APIAnswer(200)), cause: cause)
  }

  /// The status that an upload deserves: who is allowed to say what about a row.
  private func admission(
    of body: UploadBody, on node: Int, _ state: inout ServerState
  ) -> UInt16 {
    let design = state.nodes[node].design
    if design.has(.erasureTombstone), state.isErased(key: body.installKey, user: body.user) {
      return 410
    }
    if state.isRevoked(body.session) { return 401 }
    if body.user.isNone {
      // Linked content is at stake only where the row is linked to somebody.
      guard body.session.isNone, !design.has(.unlinkByInstallCredential) else { return 200 }
      return state.isLinked(key: body.installKey) ? 401 : 200
    }
    if body.session.isNone { return 401 }
    return body.session.user == body.user ? 200 : 403
  }

  /// Inserts or updates the row of an upload, and says which record tells of it.
  private func upsert(
    _ body: UploadBody, on node: Int, _ state: inout ServerState, in context: inout StepContext
  ) -> RecordID {
    let design = state.nodes[node].design
    state.remember(body.install, key: body.installKey)
    let handle: UInt32
    if let present = rowToUpdate(body, design, &state) {
      if design.has(.uploadVersionCheck), body.version < state.rows[present].version {
        return state.rows[present].record
      }
      if !design.has(.updateKnownRow), body.user == state.rows[present].user {
        return state.rows[present].record
      }
      handle = present
    } else {
      handle = state.rows.insert(DeviceRow(installKey: body.installKey, install: body.install))
      state.sawSign(of: handle, at: context.now)
      enter(handle, key: body.installKey, &state)
    }
    rememberChange(of: handle, on: node, &state)
    let record = write(body, into: handle, on: node, &state, in: &context)
    if body.user.isNone, !design.has(.unlinkOnClaim) {
      unlinkTwins(of: handle, &state, in: &context)
    }
    claimAddress(of: handle, body.address, design, &state, in: &context)
    retireTwins(of: handle, in: body.place, design, &state, in: &context)
    armReaper(on: node, &state, in: &context)
    return record
  }

  /// The row that an upload is about: that of its key, or without unlinking on a claim that of its
  /// key and user.
  private func rowToUpdate(
    _ body: UploadBody, _ design: Design, _ state: inout ServerState
  ) -> UInt32? {
    if !design.has(.rowForEachInstall), let own = state.rowOfUser(body) { return own }
    guard let newest = state.rowOfKey.value(of: body.installKey) else { return nil }
    if design.has(.unlinkOnClaim) { return newest }
    let user = state.rows[newest].user
    if user == body.user || user.isNone || body.user.isNone { return newest }
    for handle in state.leftBehind {
      let row = state.rows[handle]
      if row.installKey == body.installKey, row.user == body.user { return handle }
    }
    return nil
  }

  /// Makes a new row findable; an older one of the same key stays behind.
  private func enter(_ handle: UInt32, key: UInt32, _ state: inout ServerState) {
    if let older = state.rowOfKey.value(of: key) { state.leftBehind.append(older) }
    state.rowOfKey.set(key, to: handle)
  }

  /// Writes what the client says into a row.
  private func write(
    _ body: UploadBody, into handle: UInt32, on node: Int, _ state: inout ServerState,
    in context: inout StepContext
  ) -> RecordID {
    let former = state.rows[handle].user
    // A repeat of what the row says may come from an app that nobody has opened.
    let isNews =
      former != body.user || state.rows[handle].isEnabled != body.isEnabled
      || state.topics(of: handle) != body.topics
    if former != body.user {
      state.unlink(handle)
      state.link(handle, to: body.user)
    }
    if state.indexesAddresses, !state.rows[handle].address.isNone {
      state.rowOfAddress.remove(state.rows[handle].address.rawValue, ifValue: handle)
    }
    state.rows[handle].install = body.install
    state.rows[handle].address = body.address
    state.rows[handle].version = body.version
    state.rows[handle].era = state.calendar.era(of: body.zone, at: context.now)
    state.rows[handle].isEnabled = body.isEnabled
    state.rows[handle].addressKind = body.addressKind
    state.rows[handle].sdkVersion = body.sdkVersion
    state.setTopics(of: handle, body.topics)
    state.rows[handle].isCondemned = false
    state.rows[handle].uploadedAt = clock(of: node, state, at: context.now)
    if isNews, body.isEnabled { state.sawSign(of: handle, at: context.now) }
    let record = noteRow(handle, state, in: &context)
    state.rows[handle].record = record
    if former != body.user { state.tookRow(from: former, of: body.install, by: record) }
    return record
  }

  /// A worker saves the row of its job as it had read it, whatever was written since.
  func saveRow(
    of job: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    let entry = state.jobs[job]
    guard entry.row != .max else { return }
    let isThere =
      state.rows.contains(entry.row) && state.rows[entry.row].installKey == entry.rowKey
    guard !isThere || state.rows[entry.row].record != entry.rowRecord else { return }
    var handle = entry.row
    if !isThere {
      handle = state.rows.insert(DeviceRow(installKey: entry.rowKey, install: entry.install))
      state.rows[handle].uploadedAt = clock(of: Int(entry.node), state, at: context.now)
      enter(handle, key: entry.rowKey, &state)
    }
    if state.indexesAddresses, !state.rows[handle].address.isNone {
      state.rowOfAddress.remove(state.rows[handle].address.rawValue, ifValue: handle)
    }
    let former = state.rows[handle].user
    if former != entry.user {
      state.unlink(handle)
      state.link(handle, to: entry.user)
    }
    state.rows[handle].address = entry.address
    state.rows[handle].isEnabled = entry.isEnabled
    let record = noteRow(handle, isSaved: true, state, in: &context)
    state.rows[handle].record = record
    if former != entry.user { state.tookRow(from: former, of: entry.install, by: record) }
    armReaper(on: Int(entry.node), &state, in: &context)
  }

  /// Notes a row as it stands now.
  func noteRow(
    _ handle: UInt32, isSaved: Bool = false, _ state: borrowing ServerState,
    in context: inout StepContext
  ) -> RecordID {
    let row = state.rows[handle]
    var record = Record(.rowWritten)
    record.detail = isSaved ? 1 : 0
    record.install = row.install
    record.user = row.user
    record.operand = handle
    record.copy = CopyID(rawValue: row.address.rawValue)
    return context.note(record)
  }

  /// Unlinks the other users' rows of a key, as a logout asks where each user has a row.
  private func unlinkTwins(
    of handle: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    let key = state.rows[handle].installKey
    for twin in state.leftBehind
    where state.rows[twin].installKey == key && twin != handle && !state.rows[twin].user.isNone {
      unlinkRow(twin, &state, in: &context)
    }
  }

  /// Takes the user out of a row, which keeps its address.
  func unlinkRow(
    _ handle: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    let former = state.rows[handle].user
    state.unlink(handle)
    let record = noteRow(handle, state, in: &context)
    state.rows[handle].record = record
    state.tookRow(from: former, of: state.rows[handle].install, by: record)
  }

  /// Takes an address away from every other row.
  private func claimAddress(
    of handle: UInt32, _ address: AddressID, _ design: Design, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    guard state.indexesAddresses, !address.isNone else { return }
    if design.has(.addressUniqueness),
      let other = state.rowOfAddress.value(of: address.rawValue), other != handle
    {
      removeRow(other, .claimed, &state, in: &context)
    }
    state.rowOfAddress.set(address.rawValue, to: handle)
  }

  /// Removes the rows that an earlier install of the same app on the same device left.
  private func retireTwins(
    of handle: UInt32, in place: SlotID, _ design: Design, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    guard design.has(.retireRowsOfSameDevice), !place.isNone else { return }
    if let other = state.rowOfPlace.value(of: place.rawValue), other != handle,
      state.rows[other].installKey != state.rows[handle].installKey
    {
      removeRow(other, .retired, &state, in: &context)
    }
    state.rowOfPlace.set(place.rawValue, to: handle)
    let index = Int(handle)
    if index >= state.placeOfRow.count {
      state.placeOfRow.append(
        contentsOf: repeatElement(.none, count: index + 1 - state.placeOfRow.count))
    }
    state.placeOfRow[index] = place
  }

  /// Removes a row for good.
  func removeRow(
    _ handle: UInt32, _ end: RowEnd, _ state: inout ServerState, in context: inout StepContext,
    because: RecordID = .none
  ) {
    let row = state.rows[handle]
    state.unlink(handle)
    state.setTopics(of: handle, [])
    forgetHandle(handle, row, &state)
    state.rows.remove(handle)
    var record = Record(.rowRemoved)
    record.install = row.install
    record.user = row.user
    record.operand = handle
    record.detail = end.rawValue
    record.because = because.isNone ? row.record : because
    record.copy = CopyID(rawValue: row.address.rawValue)
    let noted = context.note(record)
    state.tookRow(from: row.user, of: row.install, by: noted)
  }

  /// Takes a row out of every list that knows it by its handle, for the handle is used again.
  private func forgetHandle(_ handle: UInt32, _ row: DeviceRow, _ state: inout ServerState) {
    state.rowOfKey.remove(row.installKey, ifValue: handle)
    if !state.leftBehind.isEmpty {
      state.leftBehind.removeAll { $0 == handle }
      if state.rowOfKey.value(of: row.installKey) == nil,
        let older = state.leftBehind.lastIndex(where: {
          state.rows[$0].installKey == row.installKey
        })
      {
        state.rowOfKey.set(row.installKey, to: state.leftBehind.remove(at: older))
      }
    }
    if state.indexesAddresses, !row.address.isNone {
      state.rowOfAddress.remove(row.address.rawValue, ifValue: handle)
    }
    if Int(handle) < state.placeOfRow.count, !state.placeOfRow[Int(handle)].isNone {
      state.rowOfPlace.remove(state.placeOfRow[Int(handle)].rawValue, ifValue: handle)
      state.placeOfRow[Int(handle)] = .none
    }
    if !state.condemned.isEmpty { state.condemned.removeAll { $0.row == handle } }
    if !state.changes.isEmpty { state.changes.removeAll { $0.row == handle } }
    for index in state.campaigns.indices {
      let word = Int(handle >> 6)
      guard word < state.campaigns[index].eligible.count else { continue }
      state.campaigns[index].eligible[word] &= ~(1 << UInt64(handle & 63))
    }
    if let job = state.backoff.value(of: handle) { state.backoff.remove(handle, ifValue: job) }
  }

  /// Serves `DELETE /v1/devices/{installId}`: an erasure.
  func erase(
    _ key: UInt32, install: InstallID, session: Session, to place: Place, on node: Int,
    _ state: inout ServerState, in context: inout StepContext
  ) {
    let design = state.nodes[node].design
    let isAllowed =
      !state.isRevoked(session)
      && (!session.isNone || design.has(.unlinkByInstallCredential)
        || !state.isLinked(key: key))
    guard isAllowed else {
      refuse(
        .erase(installKey: key, install: install, session: session), of: place, status: 401,
        in: &context)
      return
    }
    while let handle = state.rowOfKey.value(of: key) {
      if design.has(.erasureTombstone) { state.bury(key, of: state.rows[handle].user) }
      removeRow(handle, .erased, &state, in: &context)
    }
    context.transmit(from: .server, to: place, .eraseAnswer(install: install, APIAnswer(200)))
  }

  /// A node's clock.
  @inline(__always)
  func clock(of node: Int, _ state: borrowing ServerState, at now: SimTime) -> SimTime {
    now + state.nodes[node].clockOffset
  }
}

extension ServerState {
  /// The one row of a person, which stands from now on for the install that speaks of it.
  mutating func rowOfUser(_ body: UploadBody) -> UInt32? {
    guard !body.user.isNone, body.user.index < users.count else { return nil }
    let handle = users[body.user.index].firstRow
    guard handle != .max else { return nil }
    let key = rows[handle].installKey
    guard key != body.installKey else { return handle }
    rowOfKey.remove(key, ifValue: handle)
    if let other = rowOfKey.value(of: body.installKey) { leftBehind.append(other) }
    rowOfKey.set(body.installKey, to: handle)
    rows[handle].installKey = body.installKey
    return handle
  }

  /// Remembers which record took a user's row away.
  mutating func tookRow(from user: UserID, of install: InstallID, by record: RecordID) {
    guard !user.isNone else { return }
    let history = historyHandle(of: user)
    histories[history].lastUnlink = record
    histories[history].lastInstall = install
  }

  /// Whether a row of this key is linked to somebody.
  func isLinked(key: UInt32) -> Bool {
    guard let handle = rowOfKey.value(of: key) else { return false }
    if !rows[handle].user.isNone { return true }
    for other in leftBehind where rows[other].installKey == key && !rows[other].user.isNone {
      return true
    }
    return false
  }

  /// Whether an erasure forbids a row of this key and user.
  @inline(__always)
  func isErased(key: UInt32, user: UserID) -> Bool {
    if !user.isNone, user.index < users.count, histories[users[user.index].history].isErased {
      return true
    }
    guard let stone = tombstones.value(of: key) else { return false }
    return user.isNone || user.rawValue == stone
  }

  /// Sets a tombstone: nothing makes a row of this key and user again.
  mutating func bury(_ key: UInt32, of user: UserID) {
    tombstones.set(key, to: min(user.rawValue, .max - 1))
  }

  /// Whether the server ended this session from afar: its login was before that.
  @inline(__always)
  func isRevoked(_ session: Session) -> Bool {
    guard !session.isNone, session.user.index < users.count else { return false }
    let end = histories[users[session.user.index].history].revokedBy
    return !end.isNone && session.login < end
  }

  /// Remembers that somebody at a row can see notifications.
  @inline(__always)
  mutating func sawSign(of handle: UInt32, at now: SimTime) {
    if !lastSign.isEmpty || anyNodeHas(.demoteSilentInstalls) { keepSign(of: handle, at: now) }
  }

  private mutating func keepSign(of handle: UInt32, at now: SimTime) {
    let index = Int(handle)
    if index >= lastSign.count {
      lastSign.append(contentsOf: repeatElement(0, count: index + 1 - lastSign.count))
    }
    lastSign[index] = UInt32(clamping: now.sinceStart.wholeSeconds)
  }
}
