import PushDomain
import Rulebook
import SimKernel

extension PushServer {
  /// Serves `POST /v1/events`: counts each event once for its message, kind and user.
  func count(
    _ batch: EventBatch, to place: Place, on node: Int, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    let design = state.nodes[node].design
    let row = state.rowHandle(of: batch.install)
    var status: UInt16 = 200
    if state.isRevoked(batch.session) {
      status = 401
    } else if design.has(.serverTellsUnknownInstall), row == nil {
      status = 404
    }
    guard status == 200 else {
      refuse(.events(batch), of: place, status: status, in: &context)
      return
    }
    // Indexing what was lent copies all of it each time.
    let (messages, users, types) = (batch.messages, batch.users, batch.types)
    let countsOnce = design.has(.eventBatchKey)
    for index in 0..<min(Int(batch.count), EventBatch.capacity) {
      guard let event = ClientEvent(rawValue: types[index]) else { continue }
      let message = MessageID(rawValue: messages[index])
      let user = UserID(rawValue: users[index])
      if !countsOnce || isNew(event, message, user, &state) {
        count(event, message, user, of: batch, &state, in: &context)
      } else {
        context.note(
          .eventRepeated, message: message, install: batch.install, user: user,
          detail: event.rawValue)
      }
      if event != .delivered, let row { state.sawSign(of: row, at: context.now) }
    }
    if let row { refresh(row, on: node, &state, in: &context) }
    context.transmit(
      from: .server, to: place,
      .eventsAnswer(install: batch.install, batch: batch.number, APIAnswer(200)))
  }

  /// Counts one event.
  @inline(__always)
  private func count(
    _ event: ClientEvent, _ message: MessageID, _ user: UserID, of batch: EventBatch,
    _ state: inout ServerState, in context: inout StepContext
  ) {
    let isSignedByOther = !user.isNone && !batch.session.isNone && batch.session.user != user
    context.note(
      .eventCounted, message: message, install: batch.install, user: user,
      operand: isSignedByOther ? 1 : 0, detail: event.rawValue)
    state.eventCounts[Int(event.rawValue)] += 1
    if !user.isNone {
      state.meet(user)
      let history = state.historyHandle(of: user)
      switch event {
      case .delivered: state.histories[history].delivered += 1
      case .opened: state.histories[history].opened += 1
      case .dismissed, .replied, .read: break
      }
    }
    if event == .read { markRead(message, by: user, on: batch.install, &state, in: &context) }
  }

  /// Whether an event has not been counted yet; from now on it has.
  @inline(__always)
  private func isNew(
    _ event: ClientEvent, _ message: MessageID, _ user: UserID, _ state: inout ServerState
  ) -> Bool {
    guard state.log.has(message) else { return true }
    if state.log[message].payload.user == user,
      !state.log[message].flags.contains(.isBroadcast)
    {
      let bit: UInt8 = 1 << event.rawValue
      guard state.log[message].counted & bit == 0 else { return false }
      state.log[message].counted |= bit
      return true
    }
    return state.marks.mark(event, user: user, at: &state.log[message].marks)
  }

  /// Remembers that a person read a message.
  func markRead(
    _ message: MessageID, by user: UserID, on install: InstallID, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    guard state.log.has(message) else { return }
    if state.log[message].payload.user == user {
      state.log[message].flags.insert(.isRead)
    } else if !isReader(user, of: message, state) {
      state.readers.append(Reader(message: message, user: user))
    }
    if rules.guide.readElsewhere.answer == .removed {
      remove(message, from: user, butNot: install, &state, in: &context)
    }
  }
}
