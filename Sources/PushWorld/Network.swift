import PushDomain
import Rulebook
import SimKernel

/// The links between server, providers and devices, and the trouble on them.
///
/// A link has the usual latency of its kind plus a drawn jitter. Faults are asked in the order
/// they began; the first that acts on a packet decides. A request of a device whose answer can
/// no longer come in time goes back to the device at its time-out.
struct Network: ~Copyable {
  /// The faults in force, in the order they began.
  private var faults: [Fault] = []
  /// Packets that a hold keeps, or that wait to be overtaken, in order.
  private var held: [HeldPacket] = []

  /// Trouble between two places.
  private struct Fault: BitwiseCopyable {
    var from: Place
    var to: Place
    var kind: LinkFault
    var remaining: UInt32
    var only: PacketFilter
    var line: UInt32
    /// The packet that waits to be overtaken.
    var waiting = PacketID.none

    /// Nothing passes between devices and FCM, at least in one direction: no connection lives on.
    var isCut: Bool {
      guard remaining == .max, only == .all else { return false }
      guard from.kind == .fcm && to.kind == .device || from.kind == .device && to.kind == .fcm
      else { return false }
      return switch kind {
      case .drop, .oneWay: true
      default: false
      }
    }
  }

  /// A packet that a fault keeps.
  private struct HeldPacket: BitwiseCopyable {
    var packet: PacketID
    var from: Place
    var to: Place
  }

  /// How many packets the faults keep.
  var heldCount: Int { held.count }

  /// Whether any fault is in force.
  var hasFaults: Bool { !faults.isEmpty }

  /// Whether a fault cuts the connection between some device and FCM until further notice.
  var cutsConnections: Bool { faults.contains { $0.isCut } }

  /// Whether a fault cuts a device off from FCM until further notice.
  func cutsOff(_ device: DeviceID) -> Bool {
    let place = Place.device(device)
    return faults.contains {
      $0.isCut && (Self.covers($0.from, place) || Self.covers($0.to, place))
    }
  }

  /// What becomes of one packet.
  enum Passage {
    case passes(extra: SimDuration)
    case passesTwice
    case swaps(with: PacketID)
    case lost
    case held
    case answerLost
    case closed
  }

  /// Begins a fault.
  mutating func begin(
    _ kind: LinkFault, from: Place, to: Place, next: UInt32, only: PacketFilter, line: UInt32
  ) {
    faults.append(
      Fault(from: from, to: to, kind: kind, remaining: next, only: only, line: line))
  }

  /// Ends the faults between two places, and returns what they held, in order.
  mutating func release(_ a: Place, _ b: Place) -> [PacketID] {
    faults.removeAll { Self.isBetween($0.from, $0.to, a, b) }
    let free = held.filter { Self.isBetween($0.from, $0.to, a, b) }.map(\.packet)
    held.removeAll { Self.isBetween($0.from, $0.to, a, b) }
    return free
  }

  /// Ends every fault, and returns what was held, in order.
  mutating func heal() -> [PacketID] {
    faults.removeAll(keepingCapacity: true)
    let free = held.map(\.packet)
    held.removeAll(keepingCapacity: true)
    return free
  }

  /// Asks the faults about a packet; `line` becomes the line of the one that acted.
  mutating func passage(
    of packet: Packet, as id: PacketID, line: inout UInt32
  ) -> Passage {
    let filter = Self.filter(of: packet.body)
    for index in faults.indices {
      let fault = faults[index]
      guard fault.remaining > 0, fault.only == .all || fault.only == filter else { continue }
      let forward = Self.covers(fault.from, packet.from) && Self.covers(fault.to, packet.to)
      let backward = Self.covers(fault.from, packet.to) && Self.covers(fault.to, packet.from)
      guard forward || backward else { continue }
      if case .oneWay = fault.kind, !forward { continue }
      if case .loseAnswer = fault.kind, !packet.body.isAnswer { continue }
      if fault.remaining != .max { faults[index].remaining -= 1 }
      line = fault.line
      switch fault.kind {
      case .drop, .oneWay: return .lost
      case .loseAnswer: return .answerLost
      case .close: return .closed
      case .delay(let extra): return .passes(extra: extra)
      case .duplicate: return .passesTwice
      case .hold:
        held.append(HeldPacket(packet: id, from: fault.from, to: fault.to))
        return .held
      case .reorder:
        guard !fault.waiting.isNone else {
          faults[index].waiting = id
          held.append(HeldPacket(packet: id, from: fault.from, to: fault.to))
          return .held
        }
        faults[index].waiting = .none
        held.removeAll { $0.packet == fault.waiting }
        return .swaps(with: fault.waiting)
      }
    }
    return .passes(extra: .zero)
  }

  /// A fault on all nodes covers each of them.
  private static func covers(_ named: Place, _ actual: Place) -> Bool {
    named == actual || (named.kind == actual.kind && named.kind != .device)
  }

  private static func isBetween(_ from: Place, _ to: Place, _ a: Place, _ b: Place) -> Bool {
    (from == a && to == b) || (from == b && to == a)
  }

  /// The class of a packet, by which a fault can be narrowed.
  private static func filter(of body: Packet.Body) -> PacketFilter {
    switch body {
    case .deliver, .deletedMessages, .deliveryReport, .socket, .socketPush, .socketConfirmation:
      .push
    case .upload, .uploadAnswer: .upload
    case .sync, .syncAnswer: .sync
    case .events, .eventsAnswer: .events
    case .erase, .eraseAnswer: .erase
    case .register, .registerAnswer, .unregister, .unregisterAnswer, .topic, .topicAnswer:
      .register
    case .send, .sendAnswer, .sendFailed, .tokenExchange, .tokenAnswer: .send
    }
  }
}

extension Packet.Body {
  /// Whether this answers a request.
  var isAnswer: Bool {
    switch self {
    case .sendAnswer, .registerAnswer, .unregisterAnswer, .topicAnswer, .uploadAnswer,
      .eraseAnswer, .eventsAnswer, .syncAnswer, .tokenAnswer:
      true
    default: false
    }
  }

  /// Whether a device waits for an answer to this.
  var isDeviceRequest: Bool {
    switch self {
    case .register, .unregister, .topic, .upload, .erase, .events, .sync: true
    default: false
    }
  }

  /// The request that an answer to a device belongs to, as far as the answer tells.
  var answeredRequest: Packet.Body? {
    switch self {
    case .registerAnswer(let install, let answer):
      .register(
        RegisterRequest(
          install: install, slot: .none, kind: answer.kind, fid: 0, sender: 0, held: .none,
          path: answer.path))
    case .unregisterAnswer(let install, _): .unregister(address: .none, install: install)
    case .topicAnswer(let install, let topic, _):
      .topic(address: .none, install: install, topic: topic, subscribe: true)
    case .uploadAnswer(let install, let version, _):
      .upload(UploadBody(version: version, install: install))
    case .eraseAnswer(let install, _):
      .erase(installKey: .max, install: install, session: .none)
    case .eventsAnswer(let install, let batch, _):
      .events(EventBatch(install: install, session: .none, number: batch))
    case .syncAnswer(let answer):
      .sync(
        install: answer.install, session: Session(of: answer.user, since: .none),
        cursor: answer.after,
        purpose: answer.purpose)
    default: nil
    }
  }

  /// The message, copy and install that a fault on this packet is about.
  var subject: (message: MessageID, copy: CopyID, install: InstallID) {
    switch self {
    case .send(_, let request): (request.payload.message, .none, .none)
    case .deliver(let delivery): (delivery.payload.message, delivery.copy, delivery.install)
    case .deliveryReport(let copy, _, _): (.none, copy, .none)
    case .sendAnswer(_, let answer): (.none, answer.copy, .none)
    case .deletedMessages(_, let install), .registerAnswer(let install, _),
      .unregister(_, let install), .unregisterAnswer(let install, _),
      .topic(_, let install, _, _), .topicAnswer(let install, _, _),
      .uploadAnswer(let install, _, _), .erase(_, let install, _), .eraseAnswer(let install, _),
      .eventsAnswer(let install, _, _), .sync(let install, _, _, _):
      (.none, .none, install)
    case .register(let request): (.none, .none, request.install)
    case .upload(let body): (.none, .none, body.install)
    case .events(let batch): (.none, .none, batch.install)
    case .syncAnswer(let answer): (.none, .none, answer.install)
    case .socketPush(let install, let payload): (payload.message, .none, install)
    case .socketConfirmation(let install, let message): (message, .none, install)
    case .socket(let install, _): (.none, .none, install)
    case .sendFailed, .tokenExchange, .tokenAnswer: (.none, .none, .none)
    }
  }
}

extension UploadBody {
  /// What remains of an upload when only its answer is known.
  init(version: UInt32, install: InstallID) {
    self.init(installKey: .max, install: install)
    self.version = version
  }
}
