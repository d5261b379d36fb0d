public import SimKernel

/// The timers of all machines.
///
/// Each machine owns the kinds that begin with its name.
///
/// A machine cancels a timer by counting its own generation up: a stale one falls out when due.
public enum TimerKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// A packet arrives; owned by the world, index is its place in the packet table.
  case packet
  /// The next habit of a phone; owned by the world, index is a device of a population.
  case habit
  // Index is a device.
  case deviceDoze, deviceLightDoze, deviceHeartbeat, deviceReconnect, deviceAlarm, deviceDaily
  // Index is an install.
  case deviceHandler, deviceJob, deviceAllowlist, deviceRestart
  case clientRetry, clientRegistration, clientHandler, clientTimeout, clientTap, clientEvents,
    clientC2DM, clientTopic, deviceAppAlarm
  // Index is a job, a message or a node, as the kind says.
  case serverStep, serverRetry, serverTimeout, serverReaper, serverBatch, serverSchedule,
    serverQuiet, serverRestart, serverExpiry
  // Index is a registration or a copy, as the kind says.
  case fcmExpiry, fcmThrottle, fcmRetry, fcmInactive, fcmLearn, fcmAnswer, fcmFanOut, fcmUnregister
}

/// A timer to arm.
public struct Timer: BitwiseCopyable, Sendable {
  /// When it is due.
  public var at: SimTime
  /// What it belongs to, as its kind says.
  public var index: UInt32
  /// The owner's generation at arming: another one by then means cancelled.
  public var generation: UInt16
  /// Whose it is.
  public var kind: TimerKind
  /// A small argument, as the owner likes.
  public var argument: UInt8

  /// Describes a timer.
  @inlinable public init(
    _ kind: TimerKind, index: UInt32, generation: UInt16 = 0, argument: UInt8 = 0, at: SimTime
  ) {
    self.at = at
    self.index = index
    self.generation = generation
    self.kind = kind
    self.argument = argument
  }
}
