import PushDomain
import SimKernel

/// One node of the server: a worker with its clock, its design and its access token.
struct ServerNode: BitwiseCopyable, Sendable {
  var design: Design
  var isUp = true
  /// The operator stopped it, so it does not start by itself.
  var isStopped = false
  /// Dies the next time it stands there.
  var crashAt: CrashPoint?
  /// The line that asked for that death, and its record.
  var crashLine: UInt32 = 0
  var crashOrder = RecordID.none
  /// It writes payload keys that an old SDK does not know.
  var renamesKeys = false
  /// Its clock minus true time.
  var clockOffset: SimDuration = .zero
  /// The record of what set its clock.
  var clockSetBy = RecordID.none
  /// The record of what took it down last.
  var downBy = RecordID.none
  /// Counts starts, so that a timer of an earlier life is stale.
  var life: UInt16 = 0
  var token = AccessToken()
  /// When it got its last token.
  var mintedAt: SimTime?
  /// The record that ended the last token before its time.
  var tokenEnd = RecordID.none
  /// The jobs that wait for the token, first in first out.
  var firstWaiting: UInt32 = .max
  var lastWaiting: UInt32 = .max

  init(design: Design) { self.design = design }
}

extension ServerState {
  /// The record of what took a node down last.
  var lastDown: RecordID { nodes.map(\.downBy).filter { !$0.isNone }.max() ?? .none }
}

/// A node's access token: what is true of it, and what the node believes.
struct AccessToken: BitwiseCopyable, Sendable {
  /// There is one.
  var isThere = false
  /// A request for one is out.
  var isAsked = false
  /// FCM said that it is bad.
  var isKnownBad = false
  /// Tries of the present exchange.
  var tries: UInt8 = 0
  /// The present arming of the exchange's timer.
  var generation: UInt16 = 0
  /// When Google ends it.
  var expires: SimTime = .zero
  /// When the node believes that it ends, on the node's clock.
  var believedExpiry: SimTime = .zero
}
