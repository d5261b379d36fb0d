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
    var answer = SyncAnswer(
      install: question.install, user: question.session.user, after: question.cursor,
      through: .none, answer: APIAnswer(200), purpose: question.purpose)
    if hasInbox { findPage(for: &answer, &state) }
    context.transmit(from: .server, to: place, .syncAnswer(answer))
  }

  /// The oldest message of a user's inbox behind a cursor, as the client gets it.
  ///
  /// Ids grow with the order of taking, so an id is the cursor that the guide calls opaque.
  package func nextInboxItem(
    _ state: inout ServerState, user: UserID, after: MessageID
  ) -> PushPayload? {
    let found = nextMessage(&state, user: user, after: after)
    guard !found.isNone else { return nil }
    var payload = state.log[found].payload
    if state.log[found].flags.contains(.isRead) || isReader(user, of: found, state) {
      payload.flags.insert(.read)
    }
    return payload
  }

  /// Whether a person read a message that others have too.
  @inline(__always)
  func isReader(
    _ user: UserID, of message: MessageID, _ state: borrowing ServerState
  ) -> Bool {
    guard !state.readers.isEmpty else { return false }
    return state.readers.contains { $0.message == message && $0.user == user }
  }

  /// Finds the last message of the page that answers a question, and whether more lie behind it.
  private func findPage(for answer: inout SyncAnswer, _ state: inout ServerState) {
    let isChain = state.log.broadcasts.isEmpty
    var left = rules.design.inboxPage.count
    var next = nextMessage(&state, user: answer.user, after: answer.after)
    while !next.isNone, left > 0 {
      left -= 1
      answer.through = next
      // Where nothing else comes between, the chain itself says what follows.
      next =
        isChain
        ? firstListed(from: state.log[next].next, state)
        : nextMessage(&state, user: answer.user, after: next)
    }
    answer.hasMore = !next.isNone && !answer.through.isNone
  }

  /// The oldest message of a user's inbox behind a cursor, or none.
  @inline(__always)
  private func nextMessage(
    _ state: inout ServerState, user: UserID, after cursor: MessageID
  ) -> MessageID {
    let own = nextOwn(state, user: user, after: cursor)
    guard !state.log.broadcasts.isEmpty else { return own }
    // No message has the largest number, so whatever there is lies before it.
    return min(own, nextBroadcast(&state, user: user, after: cursor))
  }

  @inline(__always)
  private func nextOwn(
    _ state: borrowing ServerState, user: UserID, after cursor: MessageID
  ) -> MessageID {
    guard !user.isNone, user.index < state.users.count else { return .none }
    let history = state.users[user.index].history
    let newest = state.histories[history].lastMessage
    guard newest != .max, cursor.isNone || newest > cursor.rawValue else { return .none }
    var next = state.histories[history].firstMessage
    // Where the cursor stands in this very chain, the walk can begin behind it.
    if !cursor.isNone, state.log.has(cursor), state.log[cursor].payload.user == user,
      state.log[cursor].flags.contains(.inInbox)
    {
      next = state.log[cursor].next
    }
    if !cursor.isNone {
      while next <= cursor.rawValue { next = state.log[MessageID(rawValue: next)].next }
    }
    return firstListed(from: next, state)
  }

  /// The first message that a client gets to see in the rest of a user's chain.
  @inline(__always)
  private func firstListed(from first: UInt32, _ state: borrowing ServerState) -> MessageID {
    var message = MessageID(rawValue: first)
    while !message.isNone, !isListed(message, state) {
      message = MessageID(rawValue: state.log[message].next)
    }
    return message
  }

  private func nextBroadcast(
    _ state: inout ServerState, user: UserID, after cursor: MessageID
  ) -> MessageID {
    for place in state.log.firstBroadcast(after: cursor)..<state.log.broadcasts.count {
      let message = state.log.broadcasts[place]
      guard !state.log.isForgotten(message), isListed(message, state) else { continue }
      let topic = state.log[message].payload.topic
      if topic.isNone || wants(topic, user, state) { return message }
    }
    return .none
  }

  @inline(__always)
  private func isListed(_ message: MessageID, _ state: borrowing ServerState) -> Bool {
    state.log[message].flags.isDisjoint(with: [.isGone, .isUncommitted])
      && state.log[message].payload.sentAt <= state.now
      && state.now - state.log[message].takenAt < rules.design.inboxAge.duration
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
  @inline(__always)
  func keepInInbox(_ message: MessageID, _ order: UInt32, _ state: inout ServerState) {
    switch state.orders[order].order.audience {
    case .topic, .everyone: state.log.broadcast(message)
    case .user, .address, .fcmTopic, .condition, .group:
      let user = state.orders[order].order.payload.user
      if !user.isNone { append(message, to: user, &state) }
    case .slot: break
    }
  }

  /// Enters a message into a user's chain, which is in the order of ids.
  @inline(__always)
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
  @inline(__always)
  func forgetOldMessages(_ state: inout ServerState, at now: SimTime) {
    let horizon = now - rules.design.inboxAge.duration
    while let message = state.log.oldest(before: horizon) {
      if state.log[message].flags.contains(.inInbox) {
        let history = state.users[state.log[message].payload.user.index].history
        guard state.histories[history].firstMessage == message.rawValue else { return }
        let next = state.log[message].next
        state.histories[history].firstMessage = next
        if next == .max { state.histories[history].lastMessage = .max }
      }
      if state.log[message].marks != .max { state.marks.giveBack(state.log[message].marks) }
      if !state.readers.isEmpty { state.forgetReaders(of: message) }
      state.log.forgetOldest()
    }
  }
}
