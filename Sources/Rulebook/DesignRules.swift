import SimKernel

/// What the SDK, the server and the network of the model choose for themselves.
public struct DesignRules: BitwiseCopyable, Sendable {
  /// How long one way between the server and a provider takes.
  public var providerLatency = Rule(
    "network.latency.provider", SimDuration.milliseconds(60),
    says: "A request or answer between the server and a provider takes this long one way.",
    source: "our choice; any value below a second gives the same stories",
    evidence: .design)

  /// How long one way between a provider and a connected device takes.
  public var pushLatency = Rule(
    "network.latency.push", SimDuration.milliseconds(120),
    says: "A push takes this long from the provider to a connected device.",
    source: "our choice; any value below a second gives the same stories",
    evidence: .design)

  /// How long one way between a device and the server takes.
  public var apiLatency = Rule(
    "network.latency.api", SimDuration.milliseconds(80),
    says: "A request or answer between a device and the server takes this long one way.",
    source: "our choice; any value below a second gives the same stories",
    evidence: .design)

  /// How much a single passage may take longer than usual.
  public var latencyJitter = Rule(
    "network.latency.jitter", SimDuration.milliseconds(20),
    says: "Each passage is drawn up to this much longer than the usual latency.",
    source: "our choice; it makes equal instants rare",
    evidence: .design)

  /// How long the SDK waits for the server.
  public var apiTimeout = Rule(
    "network.timeout.api", SimDuration.seconds(30), small: SimDuration.seconds(3),
    least: SimDuration.milliseconds(1),
    says: "A call of the SDK that gets no answer fails after this long.",
    source: "our choice; the guide names no number",
    evidence: .design)

  /// How long a plain sender waits for FCM.
  public var providerTimeout = Rule(
    "network.timeout.provider", SimDuration.seconds(10), small: SimDuration.seconds(2),
    least: SimDuration.milliseconds(1),
    says: "A sender that uses no library of Firebase waits this long for an answer.",
    source: "our choice; the least that Firebase advises",
    evidence: .design,
    note: """
      The libraries of Firebase have time-outs of their own: see admin.py.timeout and \
      admin.node.timeout.
      """)

  /// How long a socket has to confirm.
  public var socketConfirm = Rule(
    "design.socket.confirm", SimDuration.seconds(10), small: SimDuration.seconds(2),
    says: "What a socket did not confirm after this long goes by FCM as well.",
    source: "our choice",
    evidence: .design)

  /// How long the server works on a request.
  public var serverWork = Rule(
    "design.server.work", SimDuration.milliseconds(5),
    says: "The server answers a request after this long.",
    source: "our choice",
    evidence: .design,
    relation: .notModelled,
    reason: "It is far below the latency of a link, which answers already take.")

  /// Between accepted and recorded.
  public var acceptToRecord = Rule(
    "design.server.record", SimDuration.milliseconds(3),
    says: """
      Between the answer of a provider and the record of the server passes this long; a crash may \
      fall into it.
      """,
    source: "our choice; the guide does not speak of it",
    evidence: .design,
    relation: .constructed,
    reason: "A crash is placed between named steps, so the gap needs no length.")

  /// How old a row may grow.
  public var reaperWindow = Rule(
    "design.reaper.window", SimDuration.days(30), small: SimDuration.days(1),
    least: SimDuration.seconds(1),
    says: "A job of the server removes rows that were not refreshed for this long.",
    source: "push SDK guide, section 3: the sample of Firebase uses 30 days; read 2026-10",
    evidence: .documented,
    note: "The notes on FCM and APNs prune at 60 days; the app registers again at its next start.")

  /// How often old rows are looked for.
  public var reaperEvery = Rule(
    "design.reaper.every", SimDuration.hours(24), small: SimDuration.hours(1),
    least: SimDuration.seconds(1),
    says: "The job that removes old rows runs this often.",
    source: "push SDK guide, section 3 says a scheduled job",
    evidence: .design)

  /// The first wait of the SDK.
  public var retryFirst = Rule(
    "design.retry.first", SimDuration.seconds(30), small: SimDuration.seconds(3),
    least: SimDuration.milliseconds(1),
    says: "After a temporary failure the SDK waits this long where no Retry-After is given.",
    source: "push SDK guide, section 2; the usual backoff of WorkManager",
    evidence: .design,
    note: """
      The guide names no backoff; it says that network errors, 408, 429 and 5xx are temporary.
      """)

  /// How the wait of the SDK grows.
  public var retryFactor = Rule(
    "design.retry.factor", 2, least: 1,
    says: "Each wait of the SDK is this many times the one before.",
    source: "our choice; the usual backoff of WorkManager",
    evidence: .design,
    relation: .constructed,
    reason: "The backoff doubles by construction.")

  /// A temporary 4xx: request timeout.
  public var retryRequestTimeout = Rule(
    "design.retry.status.408", 408,
    says: "The SDK takes 408 for temporary.",
    source: "push SDK guide, section 2; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The answers that are temporary are a closed list in the code of the SDK.")

  /// A temporary 4xx: too many requests.
  public var retryTooMany = Rule(
    "design.retry.status.429", 429,
    says: "The SDK takes 429 for temporary.",
    source: "push SDK guide, section 2; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The answers that are temporary are a closed list in the code of the SDK.")

  /// The first wait of the sender.
  public var sendRetryFirst = Rule(
    "design.send.retry.first", SimDuration.seconds(10), small: SimDuration.seconds(1),
    least: SimDuration.milliseconds(1),
    says: """
      After a server error of the provider the sender waits this long where no Retry-After is \
      given.
      """,
    source: "our choice; the least that Firebase advises",
    evidence: .design)

  /// How the wait of the sender grows.
  public var sendRetryFactor = Rule(
    "design.send.retry.factor", 2, least: 1,
    says: "Each wait of the sender is this many times the one before.",
    source: "our choice",
    evidence: .design)

  /// The longest wait of the sender.
  public var sendRetryMax = Rule(
    "design.send.retry.max", SimDuration.minutes(10), small: SimDuration.seconds(30),
    least: SimDuration.milliseconds(1),
    says: "The sender waits at most this long between tries.",
    source: "our choice",
    evidence: .design)

  /// When the sender gives up.
  public var sendGiveUp = Rule(
    "design.send.give-up", SimDuration.minutes(60), small: SimDuration.minutes(1),
    least: SimDuration.milliseconds(1),
    says: "The sender gives a message up this long after its first try; the inbox still has it.",
    source: "our choice after the advice of Firebase",
    evidence: .design)

  /// The lifespan the server gives.
  public var sendTTL = Rule(
    "design.send.ttl", SimDuration.days(28),
    says: "A send that names no TTL goes out without one, so the default of the provider holds.",
    source: "push SDK guide, section 6 advises a short TTL for content that expires",
    evidence: .design,
    relation: .constructed,
    reason: "The server writes no TTL of its own; fcm.ttl.default decides.")

  /// How many workers send.
  public var workers = Rule(
    "design.server.workers", 1, least: 1,
    says: "The server has this many workers unless a scenario declares its nodes.",
    source: "our choice; the guide assumes one server",
    evidence: .design,
    relation: .notModelled,
    reason: "Nodes take orders in turn; a story names how many there are.")

  /// How long a crashed worker keeps its work.
  public var workerLease = Rule(
    "design.server.lease", SimDuration.seconds(60), small: SimDuration.seconds(5),
    least: SimDuration.milliseconds(1),
    says: "Work that a dead worker had taken is taken by another after this long.",
    source: "our choice",
    evidence: .design)

  /// How long a crashed worker is away.
  public var workerRestart = Rule(
    "design.server.restart", SimDuration.seconds(30), small: SimDuration.seconds(3),
    least: SimDuration.milliseconds(1),
    says: "A worker that crashed starts again after this long unless the scenario says otherwise.",
    source: "our choice",
    evidence: .design)

  /// How old a copy of a row may be.
  public var rowCacheAge = Rule(
    "design.row.cache.age", SimDuration.seconds(60), small: SimDuration.seconds(10),
    says: "A worker that keeps copies of rows trusts one for this long.",
    source: "our choice",
    evidence: .design)

  /// Messages of one inbox answer.
  public var inboxPage = Rule(
    "design.inbox.page", 100, small: 2, least: 1,
    says: "One answer of the inbox holds this many messages; the cursor fetches the rest.",
    source: "push SDK guide, section 2 names no size",
    evidence: .design)

  /// How long the server keeps a message.
  public var inboxAge = Rule(
    "design.inbox.age", SimDuration.days(90), small: SimDuration.days(2),
    least: SimDuration.seconds(1),
    says: "The inbox of the server keeps a message for this long.",
    source: "our choice; the guide names no span",
    evidence: .design)

  /// Events of one call.
  public var eventBatch = Rule(
    "design.events.batch", 8, small: 2, least: 1, greatest: 8,
    says: "One call carries at most this many events.",
    source: "push SDK guide, section 7 says batches",
    evidence: .design,
    note: "The guide gives no number; a call of the model has room for eight.")

  /// When quiet hours begin.
  public var quietStart = Rule(
    "design.quiet-hours.start", 22,
    says: """
      Quiet hours begin at this hour of the zone of the device, where a scenario sets them without \
      hours.
      """,
    source: "our choice; the guide names no hours",
    evidence: .design,
    relation: .constructed,
    reason: "A story sets the hours for each person; without a line there are none.")

  /// When quiet hours end.
  public var quietEnd = Rule(
    "design.quiet-hours.end", 7,
    says: """
      Quiet hours end at this hour of the zone of the device, where a scenario sets them without \
      hours.
      """,
    source: "our choice; the guide names no hours",
    evidence: .design,
    relation: .constructed,
    reason: "A story sets the hours for each person; without a line there are none.")

  /// Messages a person gets in a day.
  public var capPerDay = Rule(
    "design.cap.day", 5, small: 1,
    says: """
      A cap that a scenario sets without a number lets this many messages of a user pass in a day.
      """,
    source: "our choice; the guide names no number",
    evidence: .design,
    relation: .constructed,
    reason: "A story sets the cap and its span; without a cap line there is none.")

  /// How long a transaction goes on after the push that it sent.
  public var commitAfter = Rule(
    "design.commit.after", SimDuration.seconds(2), small: SimDuration.milliseconds(500),
    says: """
      Without send-after-commit a push leaves inside the transaction, which ends this much later; \
      until then nobody finds the message.
      """,
    source: "our choice",
    evidence: .design)

  /// Percent of dead addresses that is suspicious.
  public var massDeletion = Rule(
    "design.mass-deletion.share", 20, least: 1,
    says: """
      With the guard on, a sender that sees this percentage of dead addresses stops deleting.
      """,
    source: "our choice; the guide has no guard",
    evidence: .design)

  /// Addresses before the guard judges.
  public var massDeletionSample = Rule(
    "design.mass-deletion.sample", 5, small: 2, least: 1,
    says: "The guard against mass deletion judges after this many answers.",
    source: "our choice; the guide has no guard",
    evidence: .design)

  /// How long a dead address is only marked.
  public var massDeletionDelay = Rule(
    "design.mass-deletion.delay", SimDuration.minutes(10), small: SimDuration.minutes(1),
    least: SimDuration.milliseconds(1),
    says: "With the guard on, a dead address is marked for this long before its row goes.",
    source: "our choice; the guide has no guard",
    evidence: .design)

  /// When an install counts as silent.
  public var silentAfter = Rule(
    "design.demote.after", SimDuration.days(5), small: SimDuration.hours(4),
    least: SimDuration.seconds(1),
    says: """
      With that defence the server sends normal priority to an install that gave no sign of a \
      reader for this long.
      """,
    source: "our choice: sooner than the seven days after which FCM lowers priority by itself",
    evidence: .design,
    note: "A delivered event is no such sign: the handler runs with notifications off, too.")
}
