package import PushDomain
import Rulebook
import SimKernel

/// What a client asks of its inbox.
struct InboxQuestion: BitwiseCopyable, Sendable {
  var install: InstallID
  var session: UserID
  var cursor: MessageID
  var purpose: SyncPurpose
}

extension PushServer {
  /// Serves `GET /v1/inbox?since=cursor`: a range of the user's messages.
  func sync(
    _ question: InboxQuestion, to place: Place, on node: Int, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    let design = state.nodes[node].design
    var status: UInt16 = 200
    if question.session.isNone || state.isRevoked(question.install, question.session) {
      status = 401
    } else if design.has(.serverTellsUnknownInstall),
      state.rowHandle(of: question.install) == nil
    {
      status = 404
    } else if !design.has(.inboxSync) {
      status = 404
    }
    guard status == 200 else {
      refuse(
        Packet(
          from: place, to: .server, cause: context.cause,
          .sync(
            install: question.install, session: question.session, cursor: question.cursor,
            purpose: question.purpose)),
        status: status, in: &context)
      return
    }
    let answer = SyncAnswer(
      install: question.install, user: question.session, after: question.cursor,
      through: newestItem(state, user: question.session, after: question.cursor),
      answer: APIAnswer(200), purpose: question.purpose)
    context.transmit(from: .server, to: place, .syncAnswer(answer))
  }

  /// The oldest message of a user's inbox behind a cursor, as the client gets it.
  package func nextInboxItem(
    _ state: borrowing ServerState, user: UserID, after: MessageID
  ) -> PushPayload? {
    let ordinal = ordinal(of: after, state)
    let own = nextOwn(state, user: user, cursor: after, ordinal: ordinal)
    let shared = nextBroadcast(state, user: user, ordinal: ordinal)
    let found: MessageID
    switch (own, shared) {
    case (nil, nil): return nil
    case (let own?, nil): found = own
    case (nil, let shared?): found = shared
    case (let own?, let shared?):
      found = state.log[own].ordinal < state.log[shared].ordinal ? own : shared
    }
    var payload = state.log[found].payload
    let isRead =
      state.log[found].flags.contains(.isRead)
      || state.readers.contains { $0.message == found && $0.user == user }
    if isRead { payload.flags.insert(.silent) }
    return payload
  }

  /// The newest message behind a cursor, or none.
  private func newestItem(
    _ state: borrowing ServerState, user: UserID, after: MessageID
  ) -> MessageID {
    var newest = MessageID.none
    var cursor = after
    while let item = nextInboxItem(state, user: user, after: cursor) {
      cursor = item.message
      newest = cursor
    }
    return newest
  }

  /// A cursor's place in the order of taking; a forgotten one lies before everything.
  private func ordinal(of cursor: MessageID, _ state: borrowing ServerState) -> UInt32 {
    guard !cursor.isNone, state.log.has(cursor) else { return 0 }
    return state.log[cursor].ordinal
  }

  private func nextOwn(
    _ state: borrowing ServerState, user: UserID, cursor: MessageID, ordinal: UInt32
  ) -> MessageID? {
    guard !user.isNone, user.index < state.users.count else { return nil }
    var next = state.users[user.index].firstMessage
    // Where the cursor stands in this very chain, the walk can begin behind it.
    if ordinal > 0, state.log[cursor].payload.user == user,
      state.log[cursor].flags.contains(.inInbox)
    {
      next = state.log[cursor].next
    }
    while next != .max {
      let message = MessageID(rawValue: next)
      let entry = state.log[message]
      if entry.ordinal > ordinal, isListed(entry, state) { return message }
      next = entry.next
    }
    return nil
  }

  private func nextBroadcast(
    _ state: borrowing ServerState, user: UserID, ordinal: UInt32
  ) -> MessageID? {
    for place in state.log.firstBroadcast(after: ordinal)..<state.log.broadcasts.count {
      let message = state.log.broadcasts[place]
      guard !state.log.isForgotten(message) else { continue }
      let entry = state.log[message]
      guard isListed(entry, state) else { continue }
      if entry.payload.topic.isNone || wants(entry.payload.topic, user, state) { return message }
    }
    return nil
  }

  private func isListed(_ entry: LoggedMessage, _ state: borrowing ServerState) -> Bool {
    !entry.flags.contains(.isGone)
      && entry.payload.sentAt <= state.now
      && state.now - entry.takenAt < rules.design.inboxAge.duration
  }

  /// Whether one of a user's rows opted into a topic.
  private func wants(
    _ topic: NameID, _ user: UserID, _ state: borrowing ServerState
  ) -> Bool {
    guard user.index < state.users.count else { return false }
    var handle = state.users[user.index].firstRow
    while handle != .max {
      if state.rows[handle].topics.contains(TopicSet(topic)) { return true }
      handle = state.rows[handle].next
    }
    return false
  }

  /// Puts a message into the inbox of whom it is for.
  func keepInInbox(
    _ payload: PushPayload, _ audience: Audience, _ state: inout ServerState
  ) {
    switch audience {
    case .topic, .everyone: state.log.broadcast(payload.message)
    case .user, .address:
      guard !payload.user.isNone else { return }
      append(payload.message, to: payload.user, &state)
    case .fcmTopic, .condition, .group, .slot: break
    }
  }

  private func append(
    _ message: MessageID, to user: UserID, _ state: inout ServerState
  ) {
    state.meet(user)
    state.log[message].flags.insert(.inInbox)
    let last = state.users[user.index].lastMessage
    if last == .max {
      state.users[user.index].firstMessage = message.rawValue
    } else {
      state.log[MessageID(rawValue: last)].next = message.rawValue
    }
    state.users[user.index].lastMessage = message.rawValue
  }

  /// Forgets what is older than the inbox keeps and fully settled.
  func forgetOldMessages(_ state: inout ServerState, at now: SimTime) {
    let horizon = now - rules.design.inboxAge.duration
    while let message = state.log.oldest(before: horizon) {
      let entry = state.log[message]
      if entry.flags.contains(.inInbox) {
        let user = entry.payload.user.index
        guard state.users[user].firstMessage == message.rawValue else { return }
        state.users[user].firstMessage = entry.next
        if entry.next == .max { state.users[user].lastMessage = .max }
      }
      if entry.marks != .max { state.marks.giveBack(entry.marks) }
      if !state.readers.isEmpty { state.readers.removeAll { $0.message == message } }
      state.log.forgetOldest()
    }
  }
}
