import PushDomain
import Rulebook
import SimKernel

/// What the host app in a slot chose; it survives reinstalls, for it is the same app.
struct HostChoices: BitwiseCopyable {
  /// How long the handler works before it shows anything.
  var handlerTime = SimDuration.zero
  /// Older messages are ignored; zero for no limit.
  var maxAge = SimDuration.zero
  /// How long after a cold start the tap router listens.
  var routerAfter = SimDuration.zero
  /// The wall clock minus true time, as the app saw it last.
  var clockOffsetSeconds: Int32 = 0
  /// The version of firebase-messaging.
  var library = DeviceProfile().library
  /// The version of firebase-installations.
  var installations = DeviceProfile().installations
  /// Where the wall clock hangs, as the app saw it last.
  var zone = ZoneID.universal
  /// The generation of our SDK that a fresh install has.
  var sdk: UInt8 = 1
  /// Forwards the callbacks of the messaging service to the SDK.
  var forwards = true
  var drawing = HostDrawing.off
  /// Asks for the right to notify at the first opening.
  var asksAtOpen = true
  /// Where the handler does its work.
  var works = HandlerWork.itself
  var fetches = false
  var startsService = false
  /// Keeps a socket to the server while it is in the foreground.
  var usesSocket = false
  /// Writes every payload that its handler gets into a log.
  var logsPayloads = false
  /// The library registers by itself.
  var autoInit = true
  /// The manifest switches FIDs on.
  ///
  /// Nothing where a story leaves it to the reading.
  var fidMode: Bool?
  /// The app registers through the C2DM intents.
  var usesC2DM = false
  /// Takes all its notifications away at each opening.
  var clearsTray = false
  var notificationIDs = NotificationIDs.own
  /// How many notifications this process has numbered.
  var numbered: UInt16 = 0
  var secondSDK = SecondSDK.absent
  /// The project of Firebase that the app registers with.
  var project = Project.right
  var tapPath = TapPath.activity
  /// Two bits for each storage item: 0 the design's class, 1 backed up, 2 not.
  var storage: UInt16 = 0

  /// The app has no messaging library, only a receiver of its own.
  var hasOnlyReceiver: Bool { usesC2DM && !autoInit }

  /// The storage class that the host chose for an item, if it chose.
  func storageClass(of item: StorageItem) -> StorageClass? {
    switch storage >> UInt16(2 * item.rawValue) & 3 {
    case 1: .backedUp
    case 2: .noBackup
    default: nil
    }
  }

  /// Whether the handler shows a message at once: its work takes no time and starts nothing.
  @inline(__always)
  var isLight: Bool { works == .itself && handlerTime == .zero && !fetches && !startsService }

  /// Chooses a storage class for an item.
  mutating func setStorageClass(_ choice: StorageClass, of item: StorageItem) {
    let shift = UInt16(2 * item.rawValue)
    storage = storage & ~(3 << shift) | (choice == .backedUp ? 1 : 2) << shift
  }
}

extension PushClient {
  /// The host uses one of its choices.
  func hostActs(
    _ action: HostAction, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let slot = state.rows[who].slot
    switch action {
    case .configure: configure(who, &state, &context)
    case .askPermission: call(.askPermission(byHost: true), on: who, &context)
    case .createChannel(let channel, let importance):
      call(.createChannel(channel, importance), on: who, &context)
    case .deleteChannel(let channel): call(.deleteChannel(channel), on: who, &context)
    case .schedule(let span, let message):
      schedule(message, after: span, on: who, state, &context)
    case .register:
      register(who, isExplicit: true, &state, &context)
    case .unregister: unregister(who, &state, &context)
    case .deleteToken:
      if usesFID(who, state) {
        noteRefusal(.apiDisabled, on: who, &context)
      } else {
        unregister(who, &state, &context)
      }
    case .c2dmRegister:
      state.changeHost(of: slot) { $0.usesC2DM = true }
      askC2DM(who, &state, &context)
    case .topic(let topic, let subscribes):
      // For the person it is the same wish as an opt-in that the server keeps.
      context.note(
        subscribes ? .optedIn : .optedOut, install: who, user: state.rows[who].person,
        operand: topic.rawValue)
      queueTopic(topic, subscribes: subscribes, on: who, &state, &context)
    case .autoInit(let isOn):
      state.changeHost(of: slot) { $0.autoInit = isOn }
      if isOn { startLibrary(who, &state, &context) }
    default: state.changeHost(of: slot) { Self.choose(action, in: &$0) }
    }
  }

  /// Writes down a choice that only has an effect later.
  static func choose(_ action: HostAction, in host: inout HostChoices) {
    switch action {
    case .autoInit(let isOn): host.autoInit = isOn
    case .c2dmRegister: host.usesC2DM = true
    case .forward(let isOn): host.forwards = isOn
    case .fidMode(let isOn): host.fidMode = isOn
    case .drawsItself(let way): host.drawing = way
    case .asksAtOpen(let isOn): host.asksAtOpen = isOn
    case .secondSDK(let kind): host.secondSDK = kind
    case .handlerTakes(let span): host.handlerTime = span
    case .handlerFetches(let isOn): host.fetches = isOn
    case .handlerWorks(let way): host.works = way
    case .handlerStartsService(let isOn): host.startsService = isOn
    case .socket(let isOn): host.usesSocket = isOn
    case .clearsTray(let isOn): host.clearsTray = isOn
    case .notificationIDs(let ids): host.notificationIDs = ids
    case .logsPayloads(let isOn): host.logsPayloads = isOn
    case .maxAge(let span): host.maxAge = span
    case .tapThrough(let path): host.tapPath = path
    case .routerAfter(let span): host.routerAfter = span
    case .storage(let item, let choice): host.setStorageClass(choice, of: item)
    default: break  // The system's own choices, which it keeps by itself.
    }
  }

  /// The host plans a notification of its own, without any push.
  private func schedule(
    _ message: MessageID, after span: SimDuration, on who: InstallID,
    _ state: borrowing ClientState, _ context: inout StepContext
  ) {
    var payload = PushPayload(message: message, kind: .data, sentAt: context.now)
    payload.user = state.rows[who].record.user
    call(.setAlarm(context.payloads.lend(payload), after: span), on: who, &context)
  }
}
