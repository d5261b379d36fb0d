package import PushDomain
import Rulebook
import SimKernel

/// What a client asks of its inbox.
struct InboxQuestion: BitwiseCopyable, Sendable {
  var install: InstallID
  var session: Session
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
    if question.session.isNone || state.isRevoked(question.session) {
      status = 401
    } else if design.has(.serverTellsUnknownInstall),
      state.rowHandle(of: question.install) == nil
    {
      status = 404
    }
    guard status == 200 else {
      refuse(
        .sync(
          install: question.install, session: question.session, cursor: question.cursor,
          purpose: question.purpose),
        of: place, status: status, in: &context)
      return
    }
    // Somebody looks at the app, which has just read whether it may notify.
    if question.purpose == .start || question.purpose == .foreground,
      let row = state.rowHandle(of: question.install)
    {
      state.sawSign(of: row, at: context.now)
    }
    // A server without an inbox still has the content that a hint speaks of.
    let hasInbox = design.has(.inboxSync) || question.purpose == .hint
    let through =
      hasInbox ? endOfPage(&state, user: question.session.user, after: question.cursor) : .none
    var answer = SyncAnswer(
      install: question.install, user: question.session.user, after: question.cursor,
      through: through, answer: APIAnswer(200), purpose: question.purpose)
    answer.hasMore =
      !through.isNone && nextInboxItem(&state, user: question.session.user, after: through) != nil
    context.transmit(from: .server, to: place, .syncAnswer(answer))
  }

  /// The oldest message of a user's inbox behind a cursor, as the client gets it.
  ///
  /// Ids grow with the order of taking, so an id is the cursor that the guide calls opaque.
  package func nextInboxItem(
    _ state: inout ServerState, user: UserID, after: MessageID
  ) -> PushPayload? {
    let own = nextOwn(&state, user: user, after: after)
    let shared =
      state.log.broadcasts.isEmpty ? nil : nextBroadcast(state, user: user, after: after)
    let found: MessageID
    switch (own, shared) {
    case (nil, nil): return nil
    case (let own?, nil): found = own
    case (nil, let shared?): found = shared
    case (let own?, let shared?): found = min(own, shared)
    }
    var payload = state.log[found].payload
    let isRead =
      state.log[found].flags.contains(.isRead)
      || state.readers.contains { $0.message == found && $0.user == user }
    if isRead { payload.flags.insert(.read) }
    return payload
  }

  /// The last message of a page behind a cursor, or none.
  private func endOfPage(
    _ state: inout ServerState, user: UserID, after: MessageID
  ) -> MessageID {
    var last = MessageID.none
    var cursor = after
    for _ in 0..<rules.design.inboxPage.count {
      guard let item = nextInboxItem(&state, user: user, after: cursor) else { break }
      cursor = item.message
      last = cursor
    }
    return last
  }

  private func nextOwn(
    _ state: inout ServerState, user: UserID, after cursor: MessageID
  ) -> MessageID? {
    guard !user.isNone, user.index < state.users.count else { return nil }
    let history = state.users[user.index].history
    let newest = state.histories[history].lastMessage
    guard newest != .max, cursor.isNone || newest > cursor.rawValue else { return nil }
    var next = state.histories[history].firstMessage
    // Where the cursor stands in this very chain, the walk can begin behind it.
    if !cursor.isNone, state.log.has(cursor), state.log[cursor].payload.user == user,
      state.log[cursor].flags.contains(.inInbox)
    {
      next = state.log[cursor].next
    }
    while next != .max {
      let message = MessageID(rawValue: next)
      let entry = state.log[message]
      if cursor.isNone || message > cursor, isListed(entry, state) { return message }
      next = entry.next
    }
    return nil
  }

  private func nextBroadcast(
    _ state: borrowing ServerState, user: UserID, after cursor: MessageID
  ) -> MessageID? {
    for place in state.log.firstBroadcast(after: cursor)..<state.log.broadcasts.count {
      let message = state.log.broadcasts[place]
      guard !state.log.isForgotten(message) else { continue }
      let entry = state.log[message]
      guard isListed(entry, state) else { continue }
      if entry.payload.topic.isNone || wants(entry.payload.topic, user, state) { return message }
    }
    return nil
  }

  @inline(__always)
  private func isListed(_ entry: LoggedMessage, _ state: borrowing ServerState) -> Bool {
    entry.flags.isDisjoint(with: [.isGone, .isUncommitted])
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
      if state.topics(of: handle).contains(TopicSet(topic)) { return true }
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
    case .user, .address, .fcmTopic, .condition, .group:
      guard !payload.user.isNone else { return }
      append(payload.message, to: payload.user, &state)
    case .slot: break
    }
  }

  /// Enters a message into a user's chain, which is in the order of ids.
  private func append(
    _ message: MessageID, to user: UserID, _ state: inout ServerState
  ) {
    state.meet(user)
    state.log[message].flags.insert(.inInbox)
    let history = state.historyHandle(of: user)
    let last = state.histories[history].lastMessage
    if last != .max, last > message.rawValue {
      insert(message, into: history, &state)
      return
    }
    if last == .max {
      state.histories[history].firstMessage = message.rawValue
    } else {
      state.log[MessageID(rawValue: last)].next = message.rawValue
    }
    state.histories[history].lastMessage = message.rawValue
  }

  /// Enters a message that a story numbered before one that was taken earlier.
  private func insert(
    _ message: MessageID, into history: UInt32, _ state: inout ServerState
  ) {
    let first = state.histories[history].firstMessage
    guard first < message.rawValue else {
      state.log[message].next = first
      state.histories[history].firstMessage = message.rawValue
      return
    }
    var before = MessageID(rawValue: first)
    while state.log[before].next < message.rawValue {
      before = MessageID(rawValue: state.log[before].next)
    }
    state.log[message].next = state.log[before].next
    state.log[before].next = message.rawValue
  }

  /// Forgets what is older than the inbox keeps and fully settled.
  func forgetOldMessages(_ state: inout ServerState, at now: SimTime) {
    let horizon = now - rules.design.inboxAge.duration
    while let message = state.log.oldest(before: horizon) {
      let entry = state.log[message]
      if entry.flags.contains(.inInbox) {
        let history = state.users[entry.payload.user.index].history
        guard state.histories[history].firstMessage == message.rawValue else { return }
        state.histories[history].firstMessage = entry.next
        if entry.next == .max { state.histories[history].lastMessage = .max }
      }
      if entry.marks != .max { state.marks.giveBack(entry.marks) }
      if !state.readers.isEmpty { state.readers.removeAll { $0.message == message } }
      state.log.forgetOldest()
    }
  }
}
