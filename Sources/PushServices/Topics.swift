import PushDomain
import Rulebook
import SimKernel

extension FCMService {
  // MARK: Subscriptions

  /// Changes a subscription; gives the status of the answer.
  func changeTopic(
    _ state: inout FCMState, _ address: AddressID, _ topic: NameID, isSubscribed: Bool,
    in context: inout StepContext
  ) -> UInt16 {
    if state.trouble.registrationError == .tooManySubscribers, state.trouble.registrationLeft > 0 {
      Trouble.countDown(&state.trouble.registrationLeft)
      context.note(
        .faultHit, install: state.install(of: address), operand: state.trouble.registrationLine)
      return FCMCode.quotaExceeded.status
    }
    guard state.isLive(address, at: context.now) else { return FCMCode.unregistered.status }
    let hasRoom = state.subscriptions.take(
      at: context.now, window: .seconds(1), limit: rules.rates.topicManagement.value)
    guard hasRoom else { return FCMCode.quotaExceeded.status }
    settleTopics(&state, at: context.now)
    if isSubscribed {
      var topics = topicsWanted(state, address)
      topics.insert(TopicSet(topic))
      guard Int64(topics.rawValue.nonzeroBitCount) <= rules.topics.perInstanceMax.value else {
        return FCMCode.invalidArgument.status
      }
    }
    let delay: SimDuration
    switch rules.topics.latency.answer {
    case .atOnce: delay = .zero
    case .minutes: delay = rules.topics.latencyMinutes.duration
    case .aDay: delay = rules.topics.latencyDay.duration
    }
    let change = PendingSubscription(
      at: context.now + delay, address: address, topic: topic, isSubscribed: isSubscribed)
    if delay > .zero {
      state.pendingTopics.append(change)
    } else {
      apply(&state, change)
    }
    return FCMCode.ok.status
  }

  /// The topics of an address once everything that waits counts.
  private func topicsWanted(_ state: borrowing FCMState, _ address: AddressID) -> TopicSet {
    var topics = address.index < state.topics.count ? state.topics[address.index] : []
    for index in state.pendingTopicsDone..<state.pendingTopics.count {
      let change = state.pendingTopics[index]
      guard change.address == address else { continue }
      if change.isSubscribed {
        topics.insert(TopicSet(change.topic))
      } else {
        topics.remove(TopicSet(change.topic))
      }
    }
    return topics
  }

  /// Lets every change count that is due; all wait equally long, so they are in order.
  private func settleTopics(_ state: inout FCMState, at now: SimTime) {
    while state.pendingTopicsDone < state.pendingTopics.count,
      state.pendingTopics[state.pendingTopicsDone].at <= now
    {
      let change = state.pendingTopics[state.pendingTopicsDone]
      state.pendingTopicsDone += 1
      if state.isLive(change.address, at: now) { apply(&state, change) }
    }
    guard state.pendingTopicsDone == state.pendingTopics.count else { return }
    state.pendingTopics.removeAll(keepingCapacity: true)
    state.pendingTopicsDone = 0
  }

  private func apply(_ state: inout FCMState, _ change: PendingSubscription) {
    while state.topics.count <= change.address.index { state.topics.append([]) }
    if change.isSubscribed {
      state.topics[change.address.index].insert(TopicSet(change.topic))
    } else {
      state.topics[change.address.index].remove(TopicSet(change.topic))
    }
  }

  // MARK: Groups

  /// Changes a device group, if FCM lets the server.
  func change(
    _ state: inout FCMState, _ group: NameID, _ change: GroupChange, _ address: AddressID,
    in context: inout StepContext
  ) {
    guard change != .remove else {
      state.groups.removeAll { $0.group == group && $0.address == address }
      return
    }
    let isNew = !state.groupNames.contains(group)
    let members = memberCount(state, of: group, at: context.now)
    if members >= rules.topics.groupMax.value {
      refuse(address, by: rules.topics.groupMax.key, state, in: &context)
    } else if change == .add, members == 0, !isNew {
      refuse(address, by: rules.topics.groupGone.key, state, in: &context)
    } else {
      if isNew { state.groupNames.append(group) }
      let isIn = state.groups.contains { $0.group == group && $0.address == address }
      if !isIn { state.groups.append(GroupMember(group: group, address: address)) }
    }
  }

  /// How many live registrations a device group has.
  func memberCount(
    _ state: borrowing FCMState, of group: NameID, at now: SimTime
  ) -> Int64 {
    var members: Int64 = 0
    for member in state.groups where member.group == group {
      if state.isLive(member.address, at: now) { members += 1 }
    }
    return members
  }

  /// A change of a device group is refused.
  private func refuse(
    _ address: AddressID, by rule: RuleKey, _ state: borrowing FCMState,
    in context: inout StepContext
  ) {
    context.note(
      .refused, message: .none, install: state.install(of: address), operand: rule.rawValue,
      detail: FCMCode.invalidArgument.rawValue)
  }

  // MARK: Fan-out

  /// How often a fan-out goes on.
  private static let pace = SimDuration.milliseconds(100)

  /// Begins to send one message to many.
  func beginFanOut(
    _ state: inout FCMState, _ request: FCMRequest, in context: inout StepContext
  ) {
    settleTopics(&state, at: context.now)
    let isDeferred = state.fanOuts.count >= rules.rates.fanoutsMax.count
    let handle = state.fanOuts.insert(
      FanOut(
        request: request, cursor: AddressID(rawValue: 0), cause: context.cause,
        isDeferred: isDeferred))
    if !isDeferred { advanceFanOut(&state, handle, in: &context) }
  }

  /// Sends to the next members, as many as the shared speed allows.
  func advanceFanOut(
    _ state: inout FCMState, _ handle: UInt32, in context: inout StepContext
  ) {
    context.cause = state.fanOuts[handle].cause
    settleTopics(&state, at: context.now)
    let active = Int64(max(min(state.fanOuts.count, rules.rates.fanoutsMax.count), 1))
    var left = max(rules.rates.fanoutSpeed.value / 10 / active, 1)
    let request = state.fanOuts[handle].request
    var cursor = state.fanOuts[handle].cursor.rawValue
    while left > 0, cursor < state.registrations.handleBound {
      let address = AddressID(rawValue: cursor)
      cursor += 1
      guard isMember(state, address, of: request, at: context.now) else { continue }
      left -= 1
      state.fanOuts[handle].hasReached = true
      accept(&state, request, for: address, in: &context)
    }
    if cursor < state.registrations.handleBound {
      state.fanOuts[handle].cursor = AddressID(rawValue: cursor)
      context.arm(Timer(.fcmFanOut, index: handle, at: context.now + Self.pace))
      return
    }
    if !state.fanOuts[handle].hasReached {
      context.note(
        .nobodyReached, message: request.payload.message, user: request.payload.user,
        operand: rules.topics.nobody.key.rawValue)
    }
    state.fanOuts.remove(handle)
    startDeferred(&state, in: &context)
  }

  /// Lets a fan-out begin that waited for another one to end.
  private func startDeferred(_ state: inout FCMState, in context: inout StepContext) {
    var handle = state.fanOuts.firstHandle(from: 0)
    while let current = handle {
      if state.fanOuts[current].isDeferred {
        state.fanOuts[current].isDeferred = false
        context.arm(Timer(.fcmFanOut, index: current, at: context.now))
        return
      }
      handle = state.fanOuts.firstHandle(from: current + 1)
    }
  }

  /// Everybody whom the audience of a request means now, in the order of the addresses.
  func forEachMember(
    _ state: inout FCMState, of request: FCMRequest, at now: SimTime,
    _ body: (borrowing FCMState, AddressID) -> Void
  ) {
    settleTopics(&state, at: now)
    for cursor in 0..<state.registrations.handleBound {
      let address = AddressID(rawValue: cursor)
      if isMember(state, address, of: request, at: now) { body(state, address) }
    }
  }

  /// Whether an address is meant by the audience of a request.
  private func isMember(
    _ state: borrowing FCMState, _ address: AddressID, of request: FCMRequest, at now: SimTime
  ) -> Bool {
    let topics = address.index < state.topics.count ? state.topics[address.index] : []
    switch request.audienceKind {
    case .none: return false
    case .topic: guard !topics.isDisjoint(with: TopicSet(request.audience)) else { return false }
    case .condition:
      guard let row = state.conditions.first(where: { $0.name == request.audience }),
        row.condition.matches(topics)
      else { return false }
    case .group:
      let isIn = state.groups.contains {
        $0.group == request.audience && $0.address == address
      }
      guard isIn else { return false }
    }
    return state.registrations[address.rawValue].sender == request.sender
      && state.isLive(address, at: now)
  }
}
