import PushDomain
import Rulebook
import SimKernel

extension PushServer {
  /// Whether a job can go with its node's access token; else it waits while one is asked for.
  @inline(__always)
  func tokenIsReady(
    for job: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) -> Bool {
    let node = Int(state.jobs[job].node)
    if state.nodes[node].token.isThere {
      let clock = clock(of: node, state, at: context.now)
      let renewal = state.nodes[node].token.believedExpiry - rules.oauth.refreshEarly.duration
      if clock < renewal || !state.nodes[node].design.has(.renewAccessToken) { return true }
    }
    waitForToken(job, of: node, &state, in: &context)
    return false
  }

  /// Lets a job wait until its node has an access token.
  private func waitForToken(
    _ job: UInt32, of node: Int, _ state: inout ServerState, in context: inout StepContext
  ) {
    state.jobs[job].step = .awaitingToken
    state.jobs[job].nextWaiting = .max
    if state.nodes[node].lastWaiting == .max {
      state.nodes[node].firstWaiting = job
    } else {
      state.jobs[state.nodes[node].lastWaiting].nextWaiting = job
    }
    state.nodes[node].lastWaiting = job
    if !state.nodes[node].token.isAsked {
      state.nodes[node].token.tries = 0
      askForToken(node, &state, in: &context)
    }
  }

  /// Asks Google for an access token.
  private func askForToken(
    _ node: Int, _ state: inout ServerState, in context: inout StepContext
  ) {
    state.nodes[node].token.isAsked = true
    state.nodes[node].token.tries += 1
    state.nodes[node].token.generation = state.nextArming()
    context.transmit(
      from: .server, to: .fcm,
      .tokenExchange(
        node: UInt8(node), assertionTime: clock(of: node, state, at: context.now)))
    context.arm(
      Timer(
        .serverTimeout, index: UInt32(node), generation: state.nodes[node].token.generation,
        argument: 1, at: context.now + rules.design.providerTimeout.duration))
  }

  /// Takes the token endpoint's answer.
  func takeToken(
    _ node: Int, status: UInt16, expires: SimTime, _ state: inout ServerState,
    in context: inout StepContext
  ) {
    guard node < state.nodes.count, state.nodes[node].isUp, state.nodes[node].token.isAsked else {
      return
    }
    // The endpoint knows what the operator did to the account.
    let isBarred = state.accountIsRevoked || state.refusesExchange
    let status = status == 200 && isBarred ? UInt16(rules.oauth.invalidGrant.value) : status
    switch status {
    case 200:
      let isEarly = isEarly(state.nodes[node], at: context.now)
      state.nodes[node].mintedAt = context.now
      var token = AccessToken()
      token.isThere = true
      token.expires = expires
      token.believedExpiry = clock(of: node, state, at: context.now) + (expires - context.now)
      token.generation = state.nextArming()
      state.nodes[node].token = token
      context.note(
        .tokenMinted, operand: UInt32(node), detail: isEarly ? 1 : 0,
        because: state.nodes[node].tokenEnd)
      state.nodes[node].tokenEnd = .none
      releaseWaiting(node, &state, in: &context)
    case 408, 429, 500, 503, 504: exchangeFailed(node, &state, in: &context)
    default:
      let refusal =
        isBarred
        ? Refusal(rule: rules.oauth.invalidGrant.key, because: .none)
        : Refusal(rule: rules.oauth.skewMax.key, because: state.nodes[node].clockSetBy)
      giveUpExchange(node, refusal, &state, in: &context)
    }
  }

  /// Why the token endpoint gave no token, and the record of what made it so, if a node knows one.
  private struct Refusal {
    var rule: RuleKey
    var because: RecordID
  }

  /// Whether a node asks for another token though nothing ended the one it got not long ago.
  private func isEarly(_ node: ServerNode, at now: SimTime) -> Bool {
    guard let last = node.mintedAt, node.tokenEnd.isNone else { return false }
    return now - last < rules.oauth.reuse.duration
  }

  /// The exchange failed in a way that may pass: three tries, one and two seconds apart.
  private func exchangeFailed(
    _ node: Int, _ state: inout ServerState, in context: inout StepContext
  ) {
    let tries = state.nodes[node].token.tries
    guard tries < UInt8(clamping: rules.oauth.exchangeTries.count) else {
      giveUpExchange(node, nil, &state, in: &context)
      return
    }
    state.nodes[node].token.generation = state.nextArming()
    let wait = rules.oauth.exchangeWait.duration * (1 << Int64(tries - 1))
    context.arm(
      Timer(
        .serverRetry, index: UInt32(node), generation: state.nodes[node].token.generation,
        argument: 1, at: context.now + wait))
  }

  /// No answer of the token endpoint came.
  func exchangeTimedOut(
    _ timer: Timer, _ state: inout ServerState, in context: inout StepContext
  ) {
    let node = Int(timer.index)
    guard node < state.nodes.count, state.nodes[node].token.isAsked,
      state.nodes[node].token.generation == timer.generation
    else { return }
    exchangeFailed(node, &state, in: &context)
  }

  /// The wait between two exchanges is over.
  func exchangeAgain(
    _ timer: Timer, _ state: inout ServerState, in context: inout StepContext
  ) {
    let node = Int(timer.index)
    guard node < state.nodes.count, state.nodes[node].token.isAsked,
      state.nodes[node].token.generation == timer.generation
    else { return }
    askForToken(node, &state, in: &context)
  }

  /// There is no token to be had: whoever waited tries again after a sender's backoff.
  private func giveUpExchange(
    _ node: Int, _ refusal: Refusal?, _ state: inout ServerState, in context: inout StepContext
  ) {
    state.nodes[node].token = AccessToken()
    let rule = rules.oauth.invalidGrant.key
    var next = takeWaiting(node, &state)
    while next != .max {
      let job = next
      next = state.jobs[job].nextWaiting
      if let refusal, state.jobs[job].demandingRule != rule.rawValue {
        noteHeld(job, by: refusal.rule, because: refusal.because, &state, in: &context)
      }
      state.jobs[job].demandedWait = .zero
      let wait = backoff(
        from: rules.design.sendRetryFirst.duration, job, atLeast: .zero, &state, in: &context)
      fail(job, wait: wait, rule: rule, isInner: false, &state, in: &context)
    }
  }

  /// Lets every job go that waited for the token, first come first served.
  private func releaseWaiting(
    _ node: Int, _ state: inout ServerState, in context: inout StepContext
  ) {
    var next = takeWaiting(node, &state)
    while next != .max {
      let job = next
      next = state.jobs[job].nextWaiting
      if state.jobs[job].step == .awaitingToken { attempt(job, &state, in: &context) }
      guard state.nodes[node].isUp else { return }
    }
  }

  /// Empties the line before the token and returns its head.
  private func takeWaiting(_ node: Int, _ state: inout ServerState) -> UInt32 {
    let first = state.nodes[node].firstWaiting
    state.nodes[node].firstWaiting = .max
    state.nodes[node].lastWaiting = .max
    return first
  }

  /// After a 401 the session renews its token and repeats, a limited number of times.
  func renewToken(
    for job: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    let node = Int(state.jobs[job].node)
    guard state.nodes[node].design.has(.renewAccessToken),
      state.jobs[job].renewals < UInt8(clamping: rules.oauth.on401.count)
    else {
      finish(job, .refused, context.cause, &state, in: &context)
      return
    }
    state.jobs[job].renewals += 1
    if !state.nodes[node].token.isAsked {
      state.nodes[node].token = AccessToken()
      state.nodes[node].tokenEnd = context.cause
    }
    attempt(job, &state, in: &context)
  }

  /// What the node's token is truly worth.
  @inline(__always)
  func credential(
    of node: Int, _ state: borrowing ServerState, at now: SimTime
  ) -> CredentialState {
    if !state.nodes[node].token.isThere { return .missing }
    if state.accountIsRevoked { return .revoked }
    return now < state.nodes[node].token.expires ? .valid : .expired
  }

  /// Does something to the sender's credential.
  func change(
    _ action: CredentialAction, _ state: inout ServerState, in context: inout StepContext
  ) {
    let now = context.now
    switch action {
    case .expire:
      for node in state.nodes.indices { state.nodes[node].token.expires = now }
    case .rotate:
      // A new key: whoever holds a token of the old one asks anew; a thief's goes on to its end.
      for node in state.nodes.indices where !state.nodes[node].token.isAsked {
        state.nodes[node].token = AccessToken()
        state.nodes[node].tokenEnd = context.cause
      }
      state.accountIsRevoked = false
      state.refusesExchange = false
    case .revoke: state.accountIsRevoked = true
    case .restore:
      state.accountIsRevoked = false
      state.refusesExchange = false
    case .steal:
      state.stolenExpiry = now + rules.oauth.tokenLifetime.duration
      for node in state.nodes where node.token.isThere {
        state.stolenExpiry = node.token.expires
      }
    case .refuseExchange: state.refusesExchange = true
    }
  }
}
