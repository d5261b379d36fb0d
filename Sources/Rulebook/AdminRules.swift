import SimKernel

/// What the server libraries of Firebase do with requests, answers and retries.
public struct AdminRules: BitwiseCopyable, Sendable {
  /// The Python release without batches.
  public var pyRemovals = Rule(
    "admin.py.removals", 7,
    says: """
      From release 7.0.0 the Python library has no send_all, send_multicast or batch endpoint.
      """,
    source: "firebase-admin Python 7.5, releases; read 2026-10",
    evidence: .documented,
    relation: .constructed,
    reason: "The model has no batch endpoint; every message is its own request.")

  /// Retries of the Python library.
  public var pySyncRetries = Rule(
    "admin.py.sync.retry", 4,
    says: """
      The Python library retries up to four times on 500 and 503, then returns the answer as an \
      error.
      """,
    source: "firebase-admin Python 7.5, _http_client.py DEFAULT_RETRY_CONFIG; read 2026-10",
    evidence: .sourceCode)

  /// Retries of a lost connection in Python.
  public var pySyncConnect = Rule(
    "admin.py.sync.retry.connect", 1,
    says: "The Python library retries a failed connection once and a lost answer once.",
    source: "firebase-admin Python 7.5, _http_client.py DEFAULT_RETRY_CONFIG; read 2026-10",
    evidence: .sourceCode)

  /// The unit of the waits in Python.
  public var pySyncWait = Rule(
    "admin.py.sync.retry.wait", SimDuration.seconds(1),
    says: "The Python library waits 0, 1, 2 and 4 seconds before its retries.",
    source: "firebase-admin Python 7.5, _http_client.py; read 2026-10",
    evidence: .sourceCode,
    note: "Sources differ: the advice of Firebase says that a first wait is at least ten seconds.")

  /// A lost answer is sent again.
  public var pyReadRetry = Rule(
    "admin.py.sync.read-retry-dup",
    says: "The retry after a lost answer repeats the send too, so a message can be doubled.",
    source: "firebase-admin Python 7.5, _http_client.py; read 2026-10",
    evidence: .sourceCode)

  /// 429 in the Python library.
  public var pySync429 = Rule(
    "admin.py.sync.429",
    says: """
      The Python library retries 429 only when Retry-After is present; otherwise it fails at once.
      """,
    source: "urllib3 2.x, Retry.is_retry; read 2026-10",
    evidence: .sourceCode,
    note: "Libraries differ: the asynchronous Python client and the Node library never retry 429.")

  /// The longest Retry-After that Python obeys.
  public var pyRetryAfterCap = Rule(
    "admin.py.sync.retry-after-cap", SimDuration.hours(6), small: SimDuration.minutes(10),
    says: "The Python library obeys a Retry-After of up to six hours.",
    source: "urllib3 2.x; read 2026-10",
    evidence: .sourceCode,
    note: "Earlier editions had no cap.")

  /// Retries of the asynchronous Python client.
  public var pyAsyncRetries = Rule(
    "admin.py.async.retry", 4,
    says: """
      The asynchronous Python client retries four times on 500 and 503, ignores Retry-After, and \
      never retries 429 or timeouts.
      """,
    source: "firebase-admin Python 7.5, _retry.py; read 2026-10",
    evidence: .sourceCode,
    note: "Libraries differ: the synchronous client obeys Retry-After on 429.")

  /// The time-out of the Python library.
  public var pyTimeout = Rule(
    "admin.py.timeout", SimDuration.seconds(120), small: SimDuration.seconds(12),
    least: SimDuration.milliseconds(1),
    says: "The Python library waits 120 seconds for an answer.",
    source: "firebase-admin Python 7.5, _http_client.py; read 2026-10",
    evidence: .sourceCode)

  /// Messages of one send_each.
  public var pySendEach = Rule(
    "admin.py.send-each", 500, small: 3,
    says: """
      One send_each takes 500 messages, sends each by itself, and keeps their order in its \
      results.
      """,
    source: "firebase-admin Python 7.5, messaging.py send_each; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "Every target is a request of its own, in order, and one failure stops no other.")

  /// One invalid message in Python.
  public var pySendEachInvalid = Rule(
    "admin.py.send-each.invalid",
    says: """
      One message that fails the local checks makes the whole Python call fail before anything is \
      sent.
      """,
    source: "firebase-admin Python 7.5, messaging.py send_each; read 2026-10",
    evidence: .sourceCode,
    note: "Libraries differ: the Node library fails that entry only.",
    relation: .notModelled,
    reason: "The server's requests are valid by construction unless a story gives one a defect.")

  /// An empty list in Python.
  public var pySendEachEmpty = Rule(
    "admin.py.send-each.empty",
    says: """
      An empty list is an unknown error in the synchronous Python call and an empty result in the \
      asynchronous one.
      """,
    source: "firebase-admin Python 7.5, messaging.py send_each; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "A campaign to nobody makes no message whose fate could be told.")

  /// Errors by name in Python.
  public var pyExceptions = Rule(
    "admin.py.exceptions",
    says: "The Python library names errors by the code of FCM, else by the status.",
    source: "firebase-admin Python 7.5, FCM_ERROR_TYPES and _utils.py; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason:
      "The reading of answers by each library is a table in the server's retries; tests hold it.")

  /// A 404 without a code in Python.
  public var pyPlain404 = Rule(
    "admin.py.plain-404",
    says: """
      In Python a 404 without the code UNREGISTERED is a plain not-found, as for a wrong project.
      """,
    source: "firebase-admin Python 7.5, _utils.py; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "Only the code UNREGISTERED ends an address; a bare 404 does not.")

  /// The local checks of Python.
  public var pyValidation = Rule(
    "admin.py.validation",
    says: """
      The Python library checks target, topic, text values, priority and TTL, but not the upper \
      bound of the TTL.
      """,
    source: "firebase-admin Python 7.5, _messaging_encoder.py; read 2026-10",
    evidence: .sourceCode)

  /// Registrations of one topic call.
  public var topic = Rule(
    "admin.topic", 1000,
    says: "The libraries manage topics in calls of at most 1,000 registrations.",
    source: "firebase-admin Python 7.5, messaging.py; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: "The limit stands once, as fcm.topic.batch.")

  /// Retries of the Node library.
  public var nodeRetries = Rule(
    "admin.node.retry", 4,
    says: """
      The Node library retries four times on 503 and on connections that were reset or timed out, \
      not on 500 or 429.
      """,
    source: "firebase-admin Node 14.3, api-request.ts; read 2026-10",
    evidence: .sourceCode)

  /// The longest Retry-After that Node obeys.
  public var nodeRetryAfterMax = Rule(
    "admin.node.retry.after-max", SimDuration.seconds(60),
    says: "The Node library fails at once when Retry-After exceeds 60 seconds.",
    source: "firebase-admin Node 14.3, api-request.ts; read 2026-10",
    evidence: .sourceCode)

  /// The time-out of the Node library.
  public var nodeTimeout = Rule(
    "admin.node.timeout", SimDuration.seconds(15), small: SimDuration.seconds(5),
    least: SimDuration.milliseconds(1),
    says: "The Node library waits 15 seconds for an answer.",
    source: "firebase-admin Node 14.3, messaging-api-request-internal.ts; read 2026-10",
    evidence: .sourceCode)

  /// Messages of one sendEach.
  public var nodeSendEach = Rule(
    "admin.node.send-each", 500, small: 3,
    says: """
      One sendEach takes 500 messages, refuses an empty list, and fails only the entries that are \
      invalid.
      """,
    source: "firebase-admin Node 14.3, messaging.ts; read 2026-10",
    evidence: .sourceCode,
    note: "Libraries differ: in Python one invalid message fails the whole call.")

  /// Errors without a code in Node.
  public var nodeMap = Rule(
    "admin.node.map",
    says: """
      Without the code of FCM the Node library takes not-found for a dead address and \
      unauthenticated for an APNs error.
      """,
    source: "firebase-admin Node 14.3, messaging/error.ts; read 2026-10",
    evidence: .sourceCode,
    note: """
      A wrong project path so looks like a dead token, and an expired access token like an APNs \
      error.
      """,
    relation: .constructed,
    reason:
      "The reading of answers by each library is a table in the server's retries; tests hold it.")

  /// A dead FID in Node.
  public var nodeFID = Rule(
    "admin.node.fid",
    says: "With a FID as the target the Node library says installation-id-not-registered.",
    source: "firebase-admin Node 14.3, messaging-errors-internal.ts; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "It is another word for the same dead address, and the sender treats it alike.")

  /// A body that is no JSON in Node.
  public var nodeNonJSON = Rule(
    "admin.node.non-json",
    says: """
      The Node library reads a status without JSON as authentication, argument, internal, \
      unavailable or unknown error.
      """,
    source: "firebase-admin Node 14.3, messaging-errors-internal.ts; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "An HTML answer is refused and ends no address, whichever library reads it.")

  /// Which library the server sends with.
  public var library = Reading(
    "admin.library", usually: AdminLibrary.plain,
    asks: """
      Does the server send by plain requests, with the Python library, its asynchronous client, or \
      the Node library?
      """,
    source: "the notes on FCM and APNs name firebase-admin 7 for Python",
    evidence: .design)
}

extension AdminRules {
  /// The answers to `admin.library`.
  public enum AdminLibrary: UInt8, ReadingAnswer {
    case plain, python, pythonAsync, node

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "plain|python|python-async|node"
    }
  }
}
