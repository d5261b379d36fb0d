import PushDomain
import Rulebook
import SimKernel

/// Login, logout, opt-in: what a person does inside the app, in the guide's order.
extension PushClient {
  /// A person acts inside the app.
  func personActs(
    _ action: AppAction, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    switch action {
    case .login(let user): login(user, on: who, &state, &context)
    case .logout: logout(who, &state, &context)
    case .rotate: handleLaunchAgain(who, &state, &context)
    case .addAccount(let user): addAccount(user, on: who, &state, &context)
    case .removeAccount(let user): removeAccount(user, on: who, &state, &context)
    case .subscribe(let topic):
      context.cause = context.note(
        .optedIn, install: who, user: state.rows[who].person, operand: topic.rawValue)
      change(.optIn, user: .none, topic: topic, on: who, &state, &context)
    case .unsubscribe(let topic):
      context.cause = context.note(
        .optedOut, install: who, user: state.rows[who].person, operand: topic.rawValue)
      change(.optOut, user: .none, topic: topic, on: who, &state, &context)
    case .read(let message): read(message, on: who, &state, &context)
    case .eraseMe:
      context.cause = context.note(.erasureAsked, install: who, user: state.rows[who].person)
      state.rows[who].flags.insert(.isErasing)
      enqueueUpload(who, &state, &context)
    case .consent(let isGiven):
      state.rows[who].flags.set(.deniesConsent, !isGiven)
      if isGiven { enqueueUpload(who, &state, &context) }
    default: break
    }
  }

  /// The person logs in; somebody who is still logged in is logged out by it.
  private func login(
    _ user: UserID, on who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    let person = state.rows[who].person
    if !person.isNone, person != user { context.note(.signedOut, install: who, user: person) }
    state.rows[who].signedBy = context.note(.signedIn, install: who, user: user)
    state.rows[who].person = user
    setSession(user, since: .none, on: who, &state)
    state.rows[who].flags.subtract([.isSessionEnding, .isErased])
    change(.login, user: user, topic: .none, on: who, &state, &context)
  }

  /// The person logs out.
  private func logout(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    guard !state.rows[who].person.isNone else {
      context.note(.storyMistake, install: who, detail: StoryMistake.notLoggedIn.rawValue)
      return
    }
    signOutAccounts(who, &state, &context)
    leaveCurrent(who, &state, &context)
  }

  /// The person whom the record names logs out.
  func leaveCurrent(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    signOutPerson(who, &state, &context)
    change(.logout, user: .none, topic: .none, on: who, &state, &context)
  }

  /// Takes note that the sessions went with the data of the app.
  func signOutEverybody(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    signOutAccounts(who, withData: true, &state, &context)
    signOutPerson(who, withData: true, &state, &context)
  }

  private func signOutPerson(
    _ who: InstallID, withData: Bool = false, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let person = state.rows[who].person
    guard !person.isNone else { return }
    // The session may outlive the logout, and stays the one of its login.
    if !state.rows[who].session.isNone {
      setSession(person, since: login(of: who, state), on: who, &state)
    }
    state.rows[who].signedBy = context.note(
      .signedOut, install: who, user: person, detail: withData ? 1 : 0)
    state.rows[who].person = .none
  }

  // MARK: Changes of the record

  /// Whether a change of the record is one write.
  private var isAtomic: Bool {
    design.has(.atomicRecord) || rules.client.recordChange.answer == .atOnce
  }

  /// Begins a change of the record, and carries it through if it is one write.
  private func change(
    _ change: RecordChange, user: UserID, topic: NameID, on who: InstallID,
    _ state: inout ClientState, _ context: inout StepContext
  ) {
    finishChange(who, &state, &context)
    guard !isAtomic else {
      for step in 0..<Self.stepCount {
        perform(change, step: step, user: user, topic: topic, on: who, &state, &context)
      }
      return
    }
    let side = state.side(of: who)
    state.sides[side].change = change
    state.sides[side].changeStep = 0
    state.sides[side].changeUser = user
    state.sides[side].changeTopic = topic
    continueChange(who, &state, &context)
  }

  /// Carries a change that is under way through, before another one begins.
  private func finishChange(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    let side = state.rows[who].side
    guard side != .max, state.sides[side].change != .none else { return }
    let row = state.sides[side]
    state.sides[side].change = .none
    for step in row.changeStep..<Self.stepCount {
      perform(
        row.change, step: step, user: row.changeUser, topic: row.changeTopic, on: who, &state,
        &context)
    }
  }

  /// Does the next step of a change that takes several.
  func continueChange(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    let side = state.rows[who].side
    guard side != .max, state.sides[side].change != .none else { return }
    let row = state.sides[side]
    state.sides[side].changeStep = row.changeStep + 1
    if state.sides[side].changeStep == Self.stepCount { state.sides[side].change = .none }
    perform(
      row.change, step: row.changeStep, user: row.changeUser, topic: row.changeTopic, on: who,
      &state, &context)
    guard state.sides[side].change != .none else { return }
    context.arm(
      Timer(
        .clientRetry, index: who.rawValue, generation: state.rows[who].generation,
        at: context.now + rules.client.recordStep.duration))
  }

  /// How many steps every change takes.
  private static let stepCount: UInt8 = 3

  /// One step of a change.
  private func perform(
    _ change: RecordChange, step: UInt8, user: UserID, topic: NameID, on who: InstallID,
    _ state: inout ClientState, _ context: inout StepContext
  ) {
    switch (change, step) {
    case (.login, 0): beginLogin(user, on: who, &state, &context)
    case (.login, 1):
      if design.has(.rereadAddressOnLogin) { readAddress(who, isLogin: true, &state, &context) }
    case (.login, 2):
      sync(.login, on: who, &state, &context)
      openSocket(who, &state, &context)
      showInbox(who, &state, &context)
    case (.logout, let step): performLogout(step, on: who, &state, &context)
    case (.optIn, 0):
      state.setTopics(of: who, state.topics(of: who).union(TopicSet(topic)))
    case (.optOut, 0):
      state.setTopics(of: who, state.topics(of: who).subtracting(TopicSet(topic)))
    case (.optIn, 1), (.optOut, 1): bump(who, &state, &context, because: context.cause)
    default: break
    }
  }

  /// The record names the user; the change counts unless the client sees none.
  private func beginLogin(
    _ user: UserID, on who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    let isNews = state.rows[who].record.user != user
    state.rows[who].record.user = user
    state.rows[who].record.isEnabled = state.rows[who].flags.contains(.canNotify)
    if isNews {
      state.rows[who].flags.remove(.hasSynced)
      state.forgetCursor(of: who)
    }
    if isNews && design.has(.linkOnLogin) || design.has(.uploadOnLogin) {
      bump(who, &state, &context, because: state.rows[who].signedBy)
    } else {
      // What was refused for want of a session has one now.
      state.rows[who].flags.remove(.isAbandoned)
      enqueueUpload(who, isNews: true, &state, &context)
    }
  }

  /// The guide's order: the unlink first, then the local content.
  ///
  /// Without the defence it goes the other way round, and the session is gone before the unlink
  /// leaves.
  private func performLogout(
    _ step: UInt8, on who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    let isFirst = design.has(.unlinkQueuedFirst)
    switch step {
    case 0:
      closeSocket(who, &state, &context)
      if design.has(.flushEventsOnLogout) { flushEvents(who, &state, &context) }
      if isFirst { unlink(who, &state, &context) } else { endSession(who, &state) }
    case 1:
      if isFirst { leaveSession(who, &state, &context) }
      clearContent(who, &state, &context)
    default:
      if !isFirst { unlink(who, &state, &context) }
      dropForeignEvents(who, &state)
    }
  }

  /// Takes the user out of the record and queues the call that tells the server.
  private func unlink(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    state.rows[who].record.user = .none
    if design.has(.clearTopicsOnLogout) { state.setTopics(of: who, []) }
    state.forgetCursor(of: who)
    state.rows[who].flags.remove(.hasSynced)
    bump(who, &state, &context, because: state.rows[who].signedBy)
    // The direct call does not wait until the system lets a job run; the job stays as a fallback.
    if design.has(.unlinkInForeground), !state.rows[who].flags.contains(.isUploading) {
      sendNext(who, &state, &context)
    }
  }

  /// The host ends the session: with a network after its own call, else at once.
  private func leaveSession(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    switch rules.client.sessionEnd.answer {
    case .atOnce: endSession(who, &state)
    case .withUnlink: break
    case .afterCall:
      guard state.rows[who].flags.contains(.hasNetwork) else {
        endSession(who, &state)
        return
      }
      let side = state.side(of: who)
      state.sides[side].sessionUntil = context.now + rules.client.sessionGrace.duration
      state.rows[who].flags.insert(.isSessionEnding)
    }
  }

  /// The server refused a call because it does not believe the session of a person any more.
  func hearSessionIsOver(
    of user: UserID, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    guard design.has(.logoutOn401), !user.isNone else { return }
    if state.rows[who].person == user {
      // Without a session it is the unlink of a logout that was refused.
      guard !state.rows[who].session.isNone else { return }
      endSession(who, &state)
    }
    removeAccount(user, on: who, &state, &context)
  }

  /// The session is over.
  func endSession(_ who: InstallID, _ state: inout ClientState) {
    setSession(.none, since: .none, on: who, &state)
    state.rows[who].flags.remove(.isSessionEnding)
  }

  /// Another session signs calls from now on; without a login it is that of the last signature.
  func setSession(
    _ user: UserID, since login: RecordID, on who: InstallID, _ state: inout ClientState
  ) {
    state.rows[who].session = user
    guard !login.isNone || state.rows[who].side != .max else { return }
    state.sides[state.side(of: who)].login = login
  }

  /// Clears what a logout shall not leave behind, and notes what stays.
  private func clearContent(
    _ who: InstallID, _ state: inout ClientState, _ context: inout StepContext
  ) {
    if design.has(.clearInboxOnLogout) {
      clearInbox(who, &state, &context)
    } else if state.memory(of: who).inbox != .max {
      context.note(
        .keptAfterLogout, install: who,
        user: state.items[state.memory(of: who).inbox].user, detail: StorageItem.inbox.rawValue)
    }
    if design.has(.clearTrayOnLogout) { call(.cancelAll, on: who, &context) }
    if design.has(.cancelAlarmsOnLogout) { call(.cancelAlarms, on: who, &context) }
  }
}
