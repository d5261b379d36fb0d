/// A participant of a simulated world, written as a pure transition function.
///
/// The machine itself (`self`) holds what never changes during a run: its rules and its
/// configuration. What changes is ``State``, which the engine owns, copies and compares. A step
/// sees time, decides and acts only through its context: it keeps no reference, reads no clock,
/// throws no dice of its own, and calls no other machine. The same machine then serves the event
/// loop, a replay, an explorer of all runs and a unit test without change.
///
/// A model whose steps need more than ``MachineContext`` offers declares a protocol of its own in
/// this shape; a noncopyable context cannot be an associated type.
public protocol StateMachine: Sendable {
  /// What changes from step to step; owned by the engine.
  associatedtype State
  /// What can happen to the machine, as plain bits.
  associatedtype Input: BitwiseCopyable
  /// What the machine can ask the engine to do, as plain bits.
  associatedtype Effect: BitwiseCopyable

  /// Advances the machine by one input.
  ///
  /// - Parameters:
  ///   - state: The state to change in place.
  ///   - input: What happens.
  ///   - context: The only source of time and choices, and the only way to act.
  func step(_ state: inout State, _ input: Input, in context: inout MachineContext<Effect>)
}

/// What one step of a machine may see and use: the time, the choices, and a way to act.
public struct MachineContext<Effect: BitwiseCopyable>: ~Copyable {
  /// The instant of the step.
  public var now: SimTime
  /// The one door for everything that could have gone otherwise.
  public var choices: Choices
  /// What the steps asked for and the engine has not done yet, oldest first.
  public var effects: EffectBuffer<Effect>

  /// Makes a context at the start of a run.
  public init(choices: consuming Choices) {
    self.now = .zero
    self.choices = choices
    self.effects = EffectBuffer()
  }

  /// Asks the engine to do something after the step.
  @inlinable @inline(__always)
  public mutating func emit(_ effect: Effect) {
    effects.append(effect)
  }
}
