import SimKernel

/// How a sender proves who it is, for how long, and what it does when that fails.
public struct OAuthRules: BitwiseCopyable, Sendable {
  /// How long an assertion is valid.
  public var assertionLifetime = Rule(
    "oauth.assertion.lifetime", SimDuration.seconds(3600), small: SimDuration.minutes(2),
    least: SimDuration.seconds(1),
    says: "The signed assertion of a service account is valid for an hour.",
    source: "google-auth 2.6x, service_account; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason:
      "The assertion is made for each exchange and never reused, so its hour is never reached.")

  /// How long an access token is valid.
  public var tokenLifetime = Rule(
    "oauth.token.lifetime", SimDuration.seconds(3600), small: SimDuration.minutes(2),
    least: SimDuration.seconds(1),
    says: "An access token is valid for about an hour, also in the hands of a thief.",
    source: "Google OAuth documentation; google-auth 2.6x; read 2026-10",
    evidence: .documented,
    note: """
      The server sends the exact span. The notes on FCM and APNs say the same and that the old \
      server key was valid for ever.
      """)

  /// How early a token is renewed.
  public var refreshEarly = Rule(
    "oauth.refresh.early", SimDuration.seconds(225), small: SimDuration.seconds(5),
    says: "The library renews a token three minutes and 45 seconds before it expires.",
    source: "google-auth 2.6x, REFRESH_THRESHOLD; read 2026-10",
    evidence: .sourceCode)

  /// How long a token has to serve.
  public var reuse = Rule(
    "oauth.token.reuse", SimDuration.minutes(30), small: SimDuration.minutes(1),
    says: "A node that asks for another token within half the life of one wastes the first.",
    source: "our choice: half of oauth.token.lifetime",
    evidence: .design,
    note: "Google's page asks senders to reuse tokens until they expire and names no least span.")

  /// Tries to get a token.
  public var exchangeTries = Rule(
    "oauth.endpoint.retry", 3,
    says: """
      The library tries the exchange three times on 408, 429, 500, 503, 504 and some error texts.
      """,
    source: "google-auth 2.6x, _client; read 2026-10",
    evidence: .sourceCode)

  /// The wait between exchanges.
  public var exchangeWait = Rule(
    "oauth.endpoint.retry.wait", SimDuration.seconds(1),
    says: "The library waits one second, then two, with a jitter of ten percent.",
    source: "google-auth 2.6x, _exponential_backoff; read 2026-10",
    evidence: .sourceCode)

  /// The jitter of that wait, in percent.
  public var exchangeJitter = Rule(
    "oauth.endpoint.retry.jitter", 10,
    says: "The wait between exchanges varies by ten percent either way.",
    source: "google-auth 2.6x, _exponential_backoff; read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "A tenth of a second moves no fate; waits of the exchange are exact.")

  /// The status of a refused exchange.
  public var invalidGrant = Rule(
    "oauth.error.invalid-grant", 400,
    says: """
      A wrong signature, a deleted account or a wrong clock is answered 400 invalid_grant and not \
      retried.
      """,
    source: "google-auth 2.6x; read 2026-10",
    evidence: .sourceCode)

  /// How wrong a clock may be.
  public var skewMax = Rule(
    "oauth.error.invalid-grant.skew", SimDuration.minutes(5), small: SimDuration.seconds(10),
    says: "An assertion is refused when the clock of the server is off by more than this.",
    source: "our choice; no page states the tolerance; read 2026-10",
    evidence: .unverified,
    note: """
      The tolerance was not verified: a clock half an hour ahead was refused in a report, and \
      clients of Google allow 10 to 300 seconds when they judge a token themselves.
      """)

  /// Renewals after 401.
  public var on401 = Rule(
    "oauth.on401", 2,
    says: "After a 401 of FCM the session renews its token and repeats, at most twice.",
    source: "google-auth 2.6x, transport; read 2026-10",
    evidence: .sourceCode)

  /// A sender needs a clock.
  public var clock = Rule(
    "oauth.clock",
    says: "A server with a wrong clock cannot mint tokens.",
    source: "google-auth 2.6x; read 2026-10",
    evidence: .sourceCode,
    relation: .constructed,
    reason: """
      An assertion carries the time of the node that signs it, and the exchange compares it.
      """)
}
