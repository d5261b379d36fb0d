import PushDomain
import Rulebook
package import ScenarioLanguage

/// The kinds of names that a story has.
package enum Spaces {
  /// Phones and tablets.
  package static let device = Namespace(index: 0, name: "device", code: .unknownDevice)
  /// People.
  package static let user = Namespace(index: 1, name: "user", code: .unknownUser)
  /// Messages that the story sends or forges.
  package static let message = Namespace(index: 2, name: "message", code: .unknownMessage)
  /// Nodes of the server.
  package static let node = Namespace(index: 3, name: "server node")
  /// Topics, which their first use introduces.
  package static let topic = Namespace(index: 4, name: "topic", isOpen: true)
  /// Everything else that is called by a word: channels, groups, keys, links.
  package static let text = Namespace(index: 5, name: "text", isOpen: true)

  static let all = [device, user, message, node, topic, text]
}

/// One bit for each kind of subject.
enum SubjectKind {
  static let device: UInt32 = 1
  static let server: UInt32 = 2
  static let node: UInt32 = 4
  static let fcm: UInt32 = 8
  static let network: UInt32 = 16
  static let link: UInt32 = 32
  static let thirdParty: UInt32 = 64
}

/// The closed lists of the language; those of the model are made from its own cases.
enum Lists {
  static let defence = ChoiceList(
    "defence",
    Defence.allCases.map { .init("\($0.word)", $0.meaning, source: $0.source) },
    code: .unknownDefence)
  static let promise = ChoiceList(
    "promise", Promise.allCases.map { .init("\($0.word)", $0.sentence) }, code: .unknownPromise)
  static let fate = ChoiceList("fate", Fate.allCases.map { .init("\($0.word)", $0.meaning) })
  static let surface = ChoiceList(
    "surface", Surface.allCases.map { .init(hyphenated("\($0)"), $0.meaning) })
  static let kind = ChoiceList("kind", of: MessageKind.self)
  static let priority = ChoiceList("priority", of: Priority.self)
  static let oem = ChoiceList("vendor habit", of: DeviceProfile.OEM.self)
  static let platform = ChoiceList("platform", ["android"])
  static let design = ChoiceList(
    "design",
    [
      .init(
        "published", "SDK and server as the push SDK guide describes them.",
        source: "push SDK guide", parts: words(of: .published)),
      .init(
        "hardened", "The published design with every defence that closes one of its holes.",
        source: "our choice", parts: words(of: .hardened)),
    ], code: .unknownDesign)

  private static func words(of design: Design) -> [String] {
    Defence.allCases.filter { design.has($0) }.map { "\($0.word)" }
  }

  static let profile = ChoiceList("profile", ["owner", "work", "second", "private"])
  static let app = ChoiceList("app", ["main", "other"])
  static let answer = ChoiceList("answer", of: PromptAnswer.self)
  static let channelSetting = ChoiceList("channel setting", of: ChannelSetting.self)
  static let importance = ChoiceList("importance", of: ChannelImportance.self)
  static let battery = ChoiceList("battery mode", of: BatteryMode.self)
  static let bucket = ChoiceList("standby bucket", of: StandbyBucket.self)
  static let secondSDK = ChoiceList("way of a second SDK", of: SecondSDK.self)
  static let notificationIDs = ChoiceList("names of notifications", of: NotificationIDs.self) {
    $0.meaning
  }
  static let hostDrawing = ChoiceList("way of drawing", of: HostDrawing.self) { $0.meaning }
  static let handlerWork = ChoiceList("way of working", of: HandlerWork.self) { $0.meaning }
  static let tapPath = ChoiceList("way of a tap", of: TapPath.self)
  static let storageItem = ChoiceList("stored thing", of: StorageItem.self) { $0.meaning }
  static let storageClass = ChoiceList("storage class", of: StorageClass.self) { $0.meaning }
  static let defect = ChoiceList("defect", of: RequestDefect.self)
  static let credential = ChoiceList("credential trouble", of: CredentialAction.self)
  static let groupChange = ChoiceList("change of a group", of: GroupChange.self) { $0.meaning }
  static let adminSDK = ChoiceList("sender library", of: AdminSDK.self)
  static let registrationError = ChoiceList(
    "registration error",
    RegistrationError.allCases.filter { $0 != .apiDisabled }.map { error -> ChoiceList.Choice in
      let rule = Rulebook.documented.entry(for: error.rule(in: .documented))
      return .init(
        hyphenated("\(error)"), rule?.says.description ?? "",
        source: rule?.source.description ?? "")
    })
  static let filter = ChoiceList("kind of packet", of: PacketFilter.self)
  static let outcome = ChoiceList("outcome", of: Outcome.self)
  static let doze = ChoiceList("phase of Doze", of: DozePhase.self)
  static let permission = ChoiceList("permission", of: PermissionWord.self)
  static let process = ChoiceList("state of the app", of: ProcessWord.self)
  static let address = ChoiceList("address", of: AddressWord.self)
  static let step = ChoiceList("step", ["taken", "planned", "sent", "accepted", "recorded"])
  static let ends = ChoiceList("end of a connection", ["server", "fcm"])
  static let proxy = ChoiceList("proxy", ["allow", "deny"])
  static let image = ChoiceList("image", ["off", "on", "stalled"])
  static let told = ChoiceList("signal", ["deleted-messages"])
  static let start = ChoiceList("start", ["warm", "cold"])
  static let power = ChoiceList("power", ["off", "on"])
  static let payload = ChoiceList("payload", ["documented", "renamed"])
  static let project = ChoiceList("project", of: Project.self) { $0.meaning }
  static let network = ChoiceList("network", ["unmetered", "metered"])

  /// Error codes by name and by status; several words may mean one code.
  static let codes: [(word: String, code: FCMCode)] =
    FCMCode.allCases.map { ($0.text.description, $0) } + [
      ("400", .invalidArgument), ("401", .unauthenticated), ("403", .permissionDenied),
      ("404", .unregistered), ("429", .quotaExceeded), ("500", .internal), ("503", .unavailable),
      ("200", .ok),
    ]
  static let code = ChoiceList("answer of FCM", codes.map { .init($0.word, $0.code.meaning) })

  /// Settings of the rulebook.
  private static let entries = Rulebook.documented.entries
  static let rules = entries.filter { !$0.isReading }
  static let readings = entries.filter(\.isReading)
  static let rule = ChoiceList(
    "rule", rules.map { .init($0.idText) }, code: .unknownRule, printed: 0,
    others: "pushsim rules WORD finds them.")
  static let reading = ChoiceList(
    "reading",
    readings.map { reading in
      .init(
        reading.idText,
        reading.says.description + " Answers: "
          + reading.answerWords.joined(separator: ", ") + ".",
        source: reading.source.description)
    }, code: .unknownReading)

  /// What `because=` can say beside the ids of rules.
  private static let ownCauses: [(word: String, cause: CauseWord, summary: String)] =
    [("fault", .fault, "lost: a fault that the story injects.")]
    + Unsent.allCases.map { (hyphenated("\($0)"), .unsent($0), "unsent: \($0.meaning)") }
    + Defence.allCases.map { ("\($0.word)", .defence($0), "ignored: \($0.meaning)") }
    + FCMCode.allCases.filter { $0 != .ok }.map {
      ($0.text.description, .code($0), "refused: \($0.meaning)")
    }
    + Surface.allCases.map { (hyphenated("\($0)"), .surface($0), "shown: \($0.meaning)") }
    + WaitingPlace.allCases.map { ($0.word.description, .waiting($0), "pending: \($0.meaning)") }

  /// What `because=` can say, in the order of `cause`.
  static let causes = ownCauses + entries.map { ($0.idText, .rule($0.key.rawValue), "a rule") }
  static let cause = ChoiceList(
    "cause", causes.map { .init($0.word, $0.summary) }, printed: ownCauses.count,
    others: "dropped, replaced, refused, shown-quietly, synced and pending also take the id of a"
      + " rule, such as fcm.store.limit: pushsim rules WORD finds it. synced takes what stopped"
      + " its push.")
}

extension ChoiceList {
  /// The cases of a type as words with hyphens, in their order.
  init<Case: CaseIterable>(
    _ name: String, of type: Case.Type, meaning: (Case) -> String = { _ in "" }
  ) {
    self.init(name, Case.allCases.map { .init(hyphenated("\($0)"), meaning($0)) })
  }
}

/// `swipeAway` as `swipe-away`; a run of capitals stays together: `installID` is `install-id`.
func hyphenated(_ name: String) -> String {
  var result = ""
  var wasCapital = false
  for byte in name.utf8 {
    let isCapital = (0x41...0x5A).contains(byte)
    if isCapital, !wasCapital, !result.isEmpty { result += "-" }
    result.unicodeScalars.append(Unicode.Scalar(isCapital ? byte | 0x20 : byte))
    wasCapital = isCapital
  }
  return result
}

/// Words of the field that this version does not act on; they are refused by name.
let notModelledWords = ChoiceList(
  "word",
  [
    .init("ios", "android"), .init("ipados", "android"), .init("windows", "android"),
    .init("macos", "android"), .init("linux", "android"), .init("chrome", "android"),
    .init("firefox", "android"), .init("safari", "android"), .init("edge", "android"),
    .init("desktop", "phone or tablet"), .init("desktops", "phones or tablets"),
    .init("browser", "phone or tablet"), .init("browsers", "phones or tablets"),
    .init("apns", "fcm"), .init("webpush", "fcm"), .init("toasts", "tray"),
    .init("threads", "groups"), .init("delivery", "kind"), .init("interruption", "priority"),
    .init("focus", "channel or screen"), .init("background-refresh", "battery"),
    .init("reinstall-os", "reset"), .init("set-delegate", "forward"),
  ])
