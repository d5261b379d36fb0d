package import Judgement
package import PushDomain
package import Rulebook

/// Says what a record means in one sentence without its period.
package struct Narrator {
  /// The names of the run.
  package var names: Names
  /// The rules of the run, for the ids that records cite.
  package var rules: Rulebook

  /// Prepares to speak about one run.
  package init(names: Names, rules: Rulebook) {
    self.names = names
    self.rules = rules
  }

  /// The sentence of a record.
  package func sentence(_ record: Record) -> String {
    story(record) ?? device(record) ?? registration(record) ?? server(record) ?? copy(record)
      ?? outcome(record)
  }

  /// The id of the rule by which a record came about; empty where there is none.
  package func ruleID(_ record: Record) -> String {
    let key =
      record.fact.citesRule ? record.operand : implied(by: record)?.rawValue ?? 0
    guard key != 0, let rule = rules.entry(for: RuleKey(rawValue: key)) else { return "" }
    return rule.idText
  }

  /// The rule behind a record that says what happened in another way.
  private func implied(by record: Record) -> RuleKey? {
    switch record.fact {
    case .handed where record.detail == HandOver.playServices.rawValue: return record.rule
    case .tapped where record.detail == 2: return rules.handling.tapAgain.key
    case .undone: return rules.design.commitAfter.key
    case .channelMissing:
      return record.detail == 1 ? rules.handling.showChannel.key : rules.channels.required.key
    case .notSent:
      return switch Unsent(rawValue: record.detail) {
      case .disabled: rules.guide.disabledAction.key
      case .capped: rules.guide.capAction.key
      case .quietHours: rules.guide.quietAction.key
      case .gaveUp: rules.design.sendGiveUp.key
      default: nil
      }
    case .rowWritten: return record.detail == 1 ? rules.guide.rowSave.key : nil
    case .rowRemoved:
      return switch RowEnd(rawValue: record.detail) {
      case .reaped: rules.design.reaperWindow.key
      case .unregistered, .badAddress, .senderMismatch: rules.guide.deadAction.key
      case .misread: rules.guide.deadAnswers.key
      default: nil
      }
    case .uploadGivenUp, .callRefused:
      // The unlink came when the session that it needs was over.
      return record.operand == 401 && record.user.isNone ? rules.client.sessionEnd.key : nil
    default: return nil
    }
  }

  private func story(_ record: Record) -> String? {
    switch record.fact {
    case .statement: return names.line(record.line)
    case .storyMistake:
      return mistake(StoryMistake(rawValue: record.detail) ?? .notSupportedHere, record)
    case .faultHit: return "\(names.line(record.operand)): it acts\(about(record))"
    default: return nil
    }
  }

  private func mistake(_ mistake: StoryMistake, _ record: Record) -> String {
    let who = names.install(record.install)
    return switch mistake {
    case .notInstalled: "the app is not installed there"
    case .alreadyInstalled: "the app is already installed on \(who)"
    case .noDialogOpen: "no permission dialog is open on \(who)"
    case .notInForeground: "the app is not open on \(who); let \(who) open it before"
    case .nothingToTap: "there is nothing of it in the tray of \(who)"
    case .deviceOff: "the device is switched off"
    case .noSuchProfile: "the device has no such profile"
    case .noBackup: "there is no backup to restore from"
    case .notLoggedIn: "nobody is logged in on \(who)"
    case .appNotConfigured: "the app on \(who) has not configured the SDK"
    case .notInInbox: "the message is not in the inbox of \(who)"
    case .noAddress: "\(who) has no address"
    case .notSupportedHere: "that is not possible on this device"
    case .profileStopped: "the profile of \(who) does not run"
    case .notConnected: "no phone is connected to FCM there"
    case .noReplyButton: "what the SDK did not draw has no reply button on \(who)"
    }
  }

  private func device(_ record: Record) -> String? {
    let app = names.install(record.install)
    switch record.fact {
    case .networkUp: return "\(names.device(record.operand)) has a network"
    case .switchedOff: return "\(names.device(record.operand)) is switched off"
    case .networkDown: return "\(names.device(record.operand)) has no network"
    case .connectionForgotten:
      return "a router forgets the connection of \(names.device(record.operand))"
    case .dozeChanged:
      let phase = DozePhase(rawValue: record.detail) ?? .awake
      return "\(names.device(record.operand)) \(Self.phase(phase))"
    case .booted:
      return record.detail == 0
        ? "\(names.device(record.operand)) has booted, still locked"
        : "\(names.device(record.operand)) is unlocked after its boot"
    case .appInstalled:
      return record.detail == 1 ? "\(app) comes out of a backup" : "\(app) is installed"
    case .appUninstalled: return "\(app) is uninstalled"
    case .dataCleared: return "the data of \(app) are cleared"
    case .appOpened:
      let way = record.operand == 0 ? "" : " by a tap on the system's group"
      return "\(app) is opened\(way)" + (record.detail == 1 ? "" : " without a network")
    case .appLeft: return "\(app) leaves the foreground"
    case .processStarted: return "the process of \(app) starts"
    case .processEnded:
      let end = EndReason(rawValue: record.detail) ?? .memory
      return "the process of \(app) ends (\(Self.words(of: end)))"
    case .appStopped: return "\(app) is in the stopped state: nothing starts it"
    case .appUnstopped: return "\(app) leaves the stopped state"
    case .appRestricted:
      return record.detail == 1 ? "the system restricts \(app)" : "\(app) is free again"
    case .promptShown: return "the permission dialog comes up on \(app)"
    case .permissionChanged:
      return record.detail == 1 ? "\(app) may notify" : "\(app) may not notify"
    case .channelChanged:
      let importance = ChannelImportance(rawValue: record.detail) ?? .normal
      return "channel \(names.word(record.operand)) of \(app) is "
        + (importance == .none ? "off" : "of importance \(importance)")
    case .channelMissing:
      let text = "\(app) has no channel \(names.word(record.operand))"
      return record.detail == 1 ? text + ", so the library takes its fallback" : text
    case .signedIn: return "\(names.user(record.user)) is logged in on \(app)"
    case .signedOut where record.install.isNone:
      return "the server ends the sessions of \(names.user(record.user))"
    case .signedOut where record.detail == 1:
      return "the session of \(names.user(record.user)) goes with the data of \(app)"
    case .signedOut: return "\(names.user(record.user)) is logged out on \(app)"
    case .optedIn, .optedOut:
      let topic = record.operand == .max ? "everything" : names.word(record.operand)
      let place = record.install.isNone ? "" : " on \(app)"
      let verb = record.fact == .optedIn ? "wants" : "no longer wants"
      return "\(names.user(record.user)) \(verb) \(topic)\(place)"
    case .erasureAsked:
      return "\(names.user(record.user)) asks that what the server has of \(app) be erased"
    default: return nil
    }
  }

  private static func phase(_ phase: DozePhase) -> String {
    switch phase {
    case .awake: "is awake"
    case .light: "is in light Doze"
    case .lightWindow: "opens a window of light Doze"
    case .deep: "is in deep Doze"
    case .deepWindow: "opens a maintenance window"
    }
  }

  private func registration(_ record: Record) -> String? {
    let app = names.install(record.install)
    switch record.fact {
    case .addressAsked: return "\(app) asks for an address"
    case .addressIssued: return "FCM issues address #\(record.operand) to \(app)"
    case .addressEnded:
      return record.detail == 1
        ? "FCM knows address #\(record.operand) as dead" : "address #\(record.operand) is dead"
    case .registrationRefused: return refusal(record, app)
    case .topicRefused:
      let topic = names.word(record.copy.rawValue)
      return "FCM refuses a call of \(app) about topic \(topic) with \(400 + UInt16(record.detail))"
    case .addressHeld:
      return record.operand == AddressID.forged.rawValue
        ? "\(app) holds an address that somebody forged"
        : "\(app) holds address #\(record.operand)"
    case .uploadQueued:
      let user = record.user.isNone ? "nobody" : names.user(record.user)
      return "an upload for \(user) waits on \(app)"
    case .uploadSent: return "\(app) sends its record to the server"
    case .uploadAnswered: return "the server answers \(app) with \(record.operand)"
    case .uploadGivenUp: return "\(app) gives its upload up after \(record.operand)"
    default: return nil
    }
  }

  private func refusal(_ record: Record, _ app: String) -> String {
    let error = RegistrationError(rawValue: record.detail) ?? .none
    if !record.copy.isNone { return "\(app) takes no address that it did not ask for" }
    return switch error {
    case .missingPlayServices: "\(app) has no play services to register with"
    case .apiDisabled: "\(app) is in FID mode, in which every call for a token fails"
    case .fisAuthError where record.rule == rules.installations.badConfig.key:
      "\(app) asks for no address: firebase-installations is silent after \(error.text)"
    default: "the registration of \(app) is refused with \(error.text)"
    }
  }

  private func server(_ record: Record) -> String? {
    let app = names.install(record.install)
    switch record.fact {
    case .rowWritten:
      let owner = record.user.isNone ? "nobody" : names.user(record.user)
      if record.detail == 1 {
        return "the server saves the row of \(app) as it had read it: for \(owner)"
      }
      return "the server's row of \(app) says \(owner)"
    case .rowRemoved:
      let end = RowEnd(rawValue: record.detail) ?? .unregistered
      return "the server removes the row of \(app) (\(Self.words(of: end)))"
    case .callRefused: return "the server refuses a call of \(app) with \(record.operand)"
    case .messageTaken:
      return record.user.isNone
        ? "the server takes \(names.message(record.message))"
        : "the server takes \(names.message(record.message)) for \(names.user(record.user))"
    case .messageSettled:
      let outcome = Outcome(rawValue: record.detail) ?? .accepted
      return "the server records \(names.message(record.message)) as \(Self.words(of: outcome))"
    case .notSent:
      let reason = Unsent(rawValue: record.detail) ?? .noRow
      var whom = record.install.isNone ? "" : " to \(app)"
      // Where there is no row, only the person is known.
      if reason == .noRow, !record.user.isNone { whom = " to \(names.user(record.user))" }
      return "the server does not send \(names.message(record.message))\(whom): "
        + Self.words(of: reason)
    case .requestSent: return "the server sends \(names.message(record.message)) to FCM"
    case .accepted: return "FCM accepts \(names.message(record.message))"
    case .nobodyReached:
      return "FCM accepts \(names.message(record.message)) for many, of whom there is nobody"
    case .refused where record.message.isNone: return "FCM lets \(app) into no device group"
    case .refused:
      let code = FCMCode(rawValue: record.detail) ?? .unspecified
      return "FCM refuses \(names.message(record.message)) with \(code.status) \(code.text)"
    case .answerMissing:
      let message = names.message(record.message)
      return record.detail == 1
        ? "the connection to FCM closes on \(message)" : "no answer comes for \(message)"
    case .workerDied: return "the server's worker dies"
    case .tokenMinted: return "the server mints an access token"
    case .tokenMisused: return "the server sends with a credential that it knows to be bad"
    case .retried:
      return record.detail == 1 ? "the server tries again" : "the server tries again too soon"
    default: return nil
    }
  }

  private func copy(_ record: Record) -> String? {
    let app = names.install(record.install)
    let message = names.message(record.message)
    switch record.fact {
    case .stored: return "FCM keeps \(message) for \(app)"
    case .held where record.message.isNone: return "the work that \(app) put off waits"
    case .held:
      return record.copy.isNone
        ? "the server holds \(message) to \(app) back"
        : "play services of \(app) keep \(message) to themselves"
    case .lowered:
      return record.detail == 1
        ? "FCM leaves \(message) to play services, where it would lower its priority"
        : "FCM lowers the priority of \(message)"
    case .released: return "FCM sends \(message) to \(app)"
    case .delivered: return "\(message) reaches the phone of \(app)"
    case .dropped: return "\(message) is dropped for \(app)"
    case .replaced: return "a newer message takes the place of \(message)"
    case .lost: return "\(names.line(record.operand)): it eats \(message)"
    case .handed:
      return switch HandOver(rawValue: record.detail) ?? .callback {
      case .library: "the messaging library of \(app) gets \(message)"
      case .callback: "the code of \(app) gets \(message)"
      case .playServices: "play services draw \(message) themselves"
      case .receiver: "a receiver of \(app) gets \(message)"
      case .socket: "the socket of \(app) brings \(message)"
      }
    default: return nil
    }
  }

  private func outcome(_ record: Record) -> String {
    let app = names.install(record.install)
    let message = names.message(record.message)
    let owner = record.user.isNone ? "" : " of \(names.user(record.user))"
    switch record.fact {
    case .shown: return "\(app) shows \(message)\(owner)"
    case .shownQuietly: return "\(app) shows \(message)\(owner) without a sound"
    case .notShown: return "\(app) does not show \(message)"
    case .handled: return "\(app) handles \(message), which shows nothing"
    case .ignored:
      let defence = Defence(rawValue: UInt8(truncatingIfNeeded: record.operand))
      return "\(app) ignores \(message)" + (defence.map { " (\($0.word))" } ?? "")
    case .synced: return "\(message) comes to \(app) through the inbox"
    case .seenInApp: return "\(message)\(owner) is seen inside \(app)"
    case .inboxRemoved: return "\(message) leaves the inbox of \(app)"
    case .trayRemoved:
      let end = TrayEnd(rawValue: record.detail) ?? .dismissed
      return "\(message) leaves the tray of \(app) (\(Self.words(of: end)))"
    case .cancelFailed: return "code of \(app) cannot name the notification of \(message)"
    case .tapped:
      let whom = record.user.isNone ? "nobody" : names.user(record.user)
      return record.detail == 2
        ? "\(app) handles the tap on \(message) once more, as \(whom)"
        : "\(message) is tapped on \(app) and opens as \(whom)"
    case .tapFailed: return "the tap on \(message) leads nowhere on \(app)"
    case .deletedTold: return "\(app) is told that messages were deleted"
    case .syncAsked:
      let purpose = SyncPurpose(rawValue: record.detail) ?? .periodic
      return "\(app) asks for its inbox (\(Self.words(of: purpose)))"
    case .eventQueued: return "\(app) notes an event of \(message)"
    case .eventCounted:
      let signature = record.operand == 1 ? "\(owner), signed by the session of another" : ""
      return "the server counts an event of \(message)\(signature)"
    case .undone: return "the server's transaction is rolled back: there is no \(message)"
    case .eventRepeated: return "the server drops a repeated event of \(message)"
    case .payloadLogged: return "\(app) writes the payload of \(message) to a log"
    case .keptAfterLogout: return "\(app) still keeps data\(owner)"
    default: return "\(record.fact)"
    }
  }

  private func about(_ record: Record) -> String {
    record.message.isNone ? "" : " on \(names.message(record.message))"
  }

  /// A case as words: `noRow` is "no row".
  static func words(of value: some Any) -> String {
    var text = ""
    for character in String(describing: value) {
      if character.isUppercase {
        text += " " + character.lowercased()
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// What a violation of a promise means, in one sentence.
  package func sentence(_ violation: Violation, record: Record?) -> String {
    let app = names.install(violation.install)
    let message = names.message(violation.message)
    let whose = violation.user.isNone ? "somebody" : names.user(violation.user)
    let what = record.map { sentence($0) }
    switch violation.promise {
    case .noCrossUserContent:
      return "\(message) of \(whose) is seen on \(app) by another user"
    case .noContentAfterLogout:
      return "\(message) of \(whose) is seen on \(app) after the logout"
    case .everyMessageAccountedFor: return "the server's record of \(message) names no outcome"
    case .noDuplicateDisplay: return "\(app) shows \(message) twice"
    case .nothingLost: return "\(message) never reaches \(whose) on \(app)"
    case .everyInstallReachable: return "the server cannot reach \(whose) on \(app)"
    case .oneRowPerInstall: return "\(app) has more than one row at the server"
    case .oneOwnerPerAddress: return "the address of \(app) stands in more than one row"
    case .deadAddressesForgotten:
      return "the server keeps sending to a dead address of \(app)"
    case .liveAddressesKept: return "the living address of \(app) is thrown away"
    case .openedExactlyOnce: return "the opening of \(message) is not counted exactly once"
    case .tapLandsRight: return "the tap on \(message) does not land right on \(app)"
    case .optOutHonoured:
      return "\(app) shows \(message) to somebody who does not want its topic"
    case .converges: return "server, FCM and \(app) do not agree after the trouble"
    case .privacy, .promptDiscipline, .retryDiscipline, .credentialDiscipline:
      return what ?? "\(violation.promise.word) is broken"
    }
  }
}
