import Judgement
import PushDomain
import SimKernel

/// How often things were observed that expectations count, so that no question reads the history again.
struct Tally {
  private var rows: [Row] = []
  private var index = PairIndex()
  /// How many records were read.
  private var read: UInt32 = 0

  /// What was counted of a message on an install, of a message, or of an install.
  private struct Row: BitwiseCopyable {
    var shows: UInt32 = 0
    var requests: UInt32 = 0
    var syncs: UInt32 = 0
    /// One count for each kind of event.
    var events = SIMD8<UInt32>()
    var lastTap = RecordID.none
    var taps: UInt32 = 0
  }

  /// Reads what is new in a history.
  mutating func read(_ history: borrowing History) {
    for position in history.positions(from: read) {
      let record = history[position]
      switch record.fact {
      case .shown, .shownQuietly: rows[row(record.message, record.install)].shows += 1
      case .requestSent: rows[row(record.message, .none)].requests += 1
      case .syncAsked: rows[row(.none, record.install)].syncs += 1
      case .eventCounted: rows[row(record.message, .none)].events[Int(record.detail)] += 1
      case .tapped, .tapFailed:
        let row = row(record.message, record.install)
        rows[row].lastTap = history.id(at: position)
        rows[row].taps += 1
      default: break
      }
    }
    read = history.count
  }

  /// How often a message was shown on an install.
  func shows(of message: MessageID, on install: InstallID) -> Int64 {
    Int64(find(message, install)?.shows ?? 0)
  }

  /// How many requests for a message went to FCM.
  func requests(of message: MessageID) -> Int64 { Int64(find(message, .none)?.requests ?? 0) }

  /// How often an install fetched its inbox.
  func syncs(of install: InstallID) -> Int64 { Int64(find(.none, install)?.syncs ?? 0) }

  /// How often the tap on a message was handled, or failed.
  func taps(of message: MessageID, on install: InstallID) -> Int64 {
    Int64(find(message, install)?.taps ?? 0)
  }

  /// How many events of a kind the server counted of a message.
  func events(_ event: ClientEvent, of message: MessageID) -> Int64 {
    Int64(find(message, .none)?.events[Int(event.rawValue)] ?? 0)
  }

  /// The last tap on a message, whether it landed or failed.
  func lastTap(of message: MessageID, on install: InstallID) -> RecordID {
    find(message, install)?.lastTap ?? .none
  }

  private func find(_ message: MessageID, _ install: InstallID) -> Row? {
    index.find(PairIndex.key(message.rawValue, install.rawValue)).map { rows[Int($0)] }
  }

  private mutating func row(_ message: MessageID, _ install: InstallID) -> Int {
    let key = PairIndex.key(message.rawValue, install.rawValue)
    if let found = index.find(key) { return Int(found) }
    index.insert(key, UInt32(rows.count))
    rows.append(Row())
    return rows.count - 1
  }
}
