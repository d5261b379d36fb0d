/// What the guide leaves open about the server.
public struct GuideQuestions: BitwiseCopyable, Sendable {
  /// When a worker reads the row.
  public var rowRead = Reading(
    "design.row.read", usually: RowRead.copy,
    asks: """
      Does a worker send with a copy of the row from when it took the work, or read it again at \
      the send?
      """,
    source: "push SDK guide, section 7; read 2026-10",
    evidence: .unverified,
    note: "The guide says that the server checks at send time, and assumes one server.")

  /// What a worker writes to the row after a send.
  public var rowSave = Reading(
    "design.row.save", usually: RowSave.nothing,
    asks: "After an accepted send, does the worker save the row as it had read it?",
    source: "push SDK guide, section 7, does not say; tmolitor-stud-tu/mod_push_appserver#19",
    note: """
      A server that counts sends in the row and saves it whole undoes what was written meanwhile: \
      a logout, another user, a removal.
      """)

  /// How the server keeps the zone.
  public var quietZone = Reading(
    "design.quiet-hours.zone", usually: QuietZone.offset,
    asks: "Does the server keep the zone of a device as a fixed offset or by name?",
    source: "push SDK guide, section 2; read 2026-10",
    evidence: .unverified,
    note: "The guide only has a field tz in the upload.")

  /// A message in quiet hours.
  public var quietAction = Reading(
    "design.quiet-hours.action", usually: QuietAction.held,
    asks: "Is a message in quiet hours sent when they end, or left to the inbox?",
    source: "push SDK guide, section 7; read 2026-10",
    evidence: .unverified,
    note: "The guide puts quiet hours on the server without saying what becomes of the message.")

  /// A message over the cap.
  public var capAction = Reading(
    "design.cap.action", usually: CapAction.inboxOnly,
    asks: "Is a message over the cap left to the inbox, or sent on the next day?",
    source: "push SDK guide, section 7; read 2026-10",
    evidence: .unverified,
    note: "The guide puts caps on the server without saying what becomes of the message.")

  /// A second way.
  public var socketPush = Reading(
    "design.socket.push", usually: SocketPush.both,
    asks: """
      Does a server that has a socket to an app in the foreground also send by FCM: always, or \
      only what was not confirmed in time?
      """,
    source: "the guide knows no socket; read 2026-10",
    evidence: .unverified,
    note: "Apps with a socket of their own do both in public reports.")

  /// A device that shows nothing.
  public var disabledAction = Reading(
    "design.disabled.action", usually: DisabledAction.notSent,
    asks: """
      Does the server send nothing to a device with notifications off, or only lower the priority?
      """,
    source: "push SDK guide, section 5; read 2026-10",
    evidence: .unverified,
    note: """
      The guide says to check that notifications are enabled before a send, and elsewhere to stop \
      high-priority sends.
      """)

  /// A dead address.
  public var deadAction = Reading(
    "design.dead-address.action", usually: DeadAction.rowDeleted,
    asks: "Does the server delete the row of a dead address, or only clear its address?",
    source: "push SDK guide, section 3; read 2026-10",
    evidence: .unverified,
    note: """
      The guide points to a table that says what to do; the notes on FCM and APNs delete the \
      token.
      """)

  /// What a server takes for a dead address.
  public var deadAnswers = Reading(
    "design.dead-address.answers", usually: DeadAnswers.asTold,
    asks: "Which answers of FCM does the server take for a dead address?",
    source: "push SDK guide, section 3: each error is an instruction; read 2026-10",
    note: """
      as-told follows the table of errors. Servers that delete the row after any refusal, or after \
      any error at all, were reported: ToothlessGear/node-gcm#360, parse-community/parse-server#4500.
      """)

  /// A message that was read on another device.
  public var readElsewhere = Reading(
    "design.read-elsewhere", usually: ReadElsewhere.left,
    asks: """
      Does a message that was read on one device stay on the screens of the others, or does a quiet \
      push remove it?
      """,
    source: "push SDK guide, section 11 asks it as a practice prompt; read 2026-10",
    evidence: .unverified)

  /// How urgent a removal is.
  public var removalPriority = Reading(
    "design.removal.priority", usually: RemovalPriority.normal,
    asks: """
      Does the push that takes a message off the screens go with normal priority, or with high?
      """,
    source: """
      push SDK guide, section 11 asks what clears an alert on the other device, and names neither \
      a push nor its priority; react-native-webrtc/react-native-callkeep #243 (a call that has \
      ended rings on); read 2026-11
      """,
    evidence: .unverified,
    note: "A removal shows nothing, and high priority is for what the person sees.")

  /// What a retry repeats.
  public var retryScope = Reading(
    "design.retry.scope", usually: RetryScope.target,
    asks: """
      Is a send that failed for now repeated for its target alone, or does the job of its message \
      begin again for all targets?
      """,
    source: """
      the guide speaks of one target; rpush/rpush #331 and laravel-notification-channels/fcm #163 \
      (one failure ends the job of all); read 2026-11
      """,
    evidence: .unverified)

  /// Who carries out a plan.
  public var planRunner = Reading(
    "design.plan.runner", usually: PlanRunner.claimed,
    asks: """
      Where a server has several nodes, does each of them carry out what was planned for later, or \
      one that claims it?
      """,
    source: """
      the guide assumes one server; node-cron/node-cron #93, kelektiv/node-cron #543; read 2026-11
      """,
    evidence: .unverified)

  /// Which address the SDK holds.
  public var addressUsed = Reading(
    "design.address.kind", usually: AddressChoice.token,
    asks: "Does the SDK ask for a token, or does it know FIDs and follow the manifest?",
    source: "push SDK guide, section 3; read 2026-10",
    evidence: .unverified,
    note: """
      Both work during the move; FID mode is opt-in. Who asks for a token in FID mode gets none: \
      see sdk.fid.no-new-token.
      """)
}

extension GuideQuestions {
  /// The answers to `design.row.save`.
  public enum RowSave: UInt8, ReadingAnswer {
    case nothing, asRead

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "nothing|as-read"
    }
  }

  /// The answers to `design.row.read`.
  public enum RowRead: UInt8, ReadingAnswer {
    case copy, fresh

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "copy|fresh"
    }
  }

  /// The answers to `design.quiet-hours.zone`.
  public enum QuietZone: UInt8, ReadingAnswer {
    case offset, name

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "offset|name"
    }
  }

  /// The answers to `design.quiet-hours.action`.
  public enum QuietAction: UInt8, ReadingAnswer {
    case held, inboxOnly

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "held|inbox-only"
    }
  }

  /// The answers to `design.cap.action`.
  public enum CapAction: UInt8, ReadingAnswer {
    case inboxOnly, nextDay

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "inbox-only|next-day"
    }
  }

  /// The answers to `design.disabled.action`.
  public enum DisabledAction: UInt8, ReadingAnswer {
    case notSent, normalPriority

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "not-sent|normal-priority"
    }
  }

  /// The answers to `design.socket.push`.
  public enum SocketPush: UInt8, ReadingAnswer {
    case both, unconfirmed

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "both|unconfirmed"
    }
  }

  /// The answers to `design.dead-address.answers`.
  public enum DeadAnswers: UInt8, ReadingAnswer {
    case asTold, anyRefusal, anyError

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "as-told|any-refusal|any-error"
    }
  }

  /// The answers to `design.dead-address.action`.
  public enum DeadAction: UInt8, ReadingAnswer {
    case rowDeleted, addressCleared

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "row-deleted|address-cleared"
    }
  }

  /// The answers to `design.read-elsewhere`.
  public enum ReadElsewhere: UInt8, ReadingAnswer {
    case left, removed

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "left|removed"
    }
  }

  /// The answers to `design.removal.priority`.
  public enum RemovalPriority: UInt8, ReadingAnswer {
    case normal, high

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "normal|high"
    }
  }

  /// The answers to `design.retry.scope`.
  public enum RetryScope: UInt8, ReadingAnswer {
    case target, message

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "target|message"
    }
  }

  /// The answers to `design.plan.runner`.
  public enum PlanRunner: UInt8, ReadingAnswer {
    case claimed, eachNode

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "claimed|each-node"
    }
  }

  /// The answers to `design.address.kind`.
  public enum AddressChoice: UInt8, ReadingAnswer {
    case token, fid

    /// The answers in the order of the cases.
    public static var words: StaticString {
      "token|fid"
    }
  }
}
