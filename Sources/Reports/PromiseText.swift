/// What each promise says, as one sentence for people.
package enum PromiseText {
  /// The sentence of a promise by its word; the word itself where none is known.
  package static func sentence(_ word: String) -> String {
    sentences.first { $0.word == word }?.sentence ?? word
  }

  /// Every promise with its sentence, in the order of the contract.
  package static let sentences: [(word: String, sentence: String)] = [
    ("no-cross-user-content", "No user's content reaches another user."),
    ("no-content-after-logout", "After logout nothing of the user is shown or kept in sight."),
    (
      "every-message-accounted-for",
      "The server's own record names an outcome for every message it took."
    ),
    ("no-duplicate-display", "Nobody is shown the same message twice on one device."),
    (
      "nothing-lost", "Who opens the app with a network finds every message, shown or in the inbox."
    ),
    ("every-install-reachable", "The server can reach every install that is logged in."),
    ("one-row-per-install", "An install has one row at the server."),
    ("one-owner-per-address", "An address stands in one row, under one user."),
    ("dead-addresses-forgotten", "An address that the provider called dead is sent to no more."),
    ("live-addresses-kept", "The address of a living install is not thrown away."),
    (
      "retry-discipline", "Retries wait as the provider asks, and what is permanent is not retried."
    ),
    ("prompt-discipline", "The permission dialog comes only when the host asks for it."),
    (
      "opt-out-honoured", "Who opted out of a topic, or never asked for it, is shown nothing of it."
    ),
    ("opened-exactly-once", "An opened message is counted once, for the user who opened it."),
    ("tap-lands-right", "A tap reaches the message's place, as its user, cold or warm."),
    ("privacy", "Nothing of a user is kept after logout or erasure, and no payload is logged."),
    ("credential-discipline", "Credentials are reused, renewed in time, and not too often."),
    ("converges", "After the trouble server, provider and phone agree."),
  ]
}
