/// The one door through which everything that could have gone otherwise enters a run.
///
/// A model asks ``choose(_:counter:among:)``; who answers is the driver's business: a seeded
/// random stream, a tape, or every combination in turn. The model cannot tell them apart.
/// Alternative zero is by convention the tamest one (no loss, usual order), so a shorter tape and
/// smaller numbers make a simpler run.
///
/// A seeded answer depends on the seed, the label and the counter alone. The counter belongs to
/// the caller, usually to the row of the subject: adding a subject to a world shifts nobody's
/// draws. Seeded answers are exactly unbiased.
///
/// - Complexity: A seeded choice that is not recorded costs about 3 ns and never allocates.
public struct Choices: ~Copyable {
  /// Who answers.
  public enum Mode: Equatable, Sendable {
    /// A random stream per label, drawn from a seed.
    case seeded(UInt64)
    /// A list of answers in order of asking; past its end, zero.
    ///
    /// An answer that is not below the number of alternatives stands for the last alternative.
    case tape([UInt32])
    /// Every combination of answers, one run after the other; see ``Choices/advance()``.
    case exhaustive
    /// Nobody: the question itself is a bug. For machines that must not choose.
    case forbidden
  }

  @usableFromInline let isSeededOnly: Bool
  @usableFromInline let seed: UInt64
  @usableFromInline var checkState: UInt64 = 0
  @usableFromInline var slow: SlowChoices

  /// Opens the door.
  ///
  /// - Parameters:
  ///   - mode: Who answers.
  ///   - isRecording: Whether ``recording`` keeps the answers (about 30 ns and 16 bytes each).
  public init(_ mode: Mode, isRecording: Bool = false) {
    slow = SlowChoices(mode: mode, isRecording: isRecording)
    if case .seeded(let seed) = mode {
      self.seed = seed
      isSeededOnly = !isRecording
    } else {
      self.seed = 0
      isSeededOnly = false
    }
  }

  private init(copying other: borrowing Choices) {
    isSeededOnly = other.isSeededOnly
    seed = other.seed
    checkState = other.checkState
    slow = other.slow
  }

  /// Picks one of `count` alternatives, numbered from zero.
  ///
  /// A question with a single alternative is answered with zero and is neither recorded nor
  /// taken from a tape.
  ///
  /// - Parameters:
  ///   - label: Names the decision.
  ///   - counter: The caller's count of questions under this label; goes up by one.
  ///   - count: How many alternatives there are; at least one.
  /// - Returns: A number below `count`.
  @inlinable @inline(__always)
  public mutating func choose(
    _ label: Label, counter: inout UInt32, among count: UInt32
  ) -> UInt32 {
    precondition(count > 0, "a choice needs at least one alternative")
    let ordinal = counter
    counter &+= 1
    let answer: UInt32
    if isSeededOnly {
      answer = Draw.below(count, seed: seed, label: label, ordinal: ordinal)
    } else {
      answer = slow.answer(label, ordinal: ordinal, among: count)
    }
    note(label, answer)
    return answer
  }

  /// Decides whether something happens that has an exact probability.
  ///
  /// Not happening is the tame alternative. Off the seeded path this is a question with two
  /// alternatives, or none at all if the ratio is zero or one, so tapes stay short.
  ///
  /// - Parameters:
  ///   - ratio: The probability that it happens.
  ///   - label: Names the decision.
  ///   - counter: The caller's count of questions under this label; goes up by one.
  @inlinable @inline(__always)
  public mutating func happens(_ ratio: Ratio, _ label: Label, counter: inout UInt32) -> Bool {
    let ordinal = counter
    counter &+= 1
    let answer: UInt32
    if isSeededOnly {
      let draw = Draw.below(ratio.whole, seed: seed, label: label, ordinal: ordinal)
      answer = draw < ratio.part ? 1 : 0
    } else {
      answer = slow.answer(ratio, label, ordinal: ordinal)
    }
    note(label, answer)
    return answer != 0
  }

  /// A fingerprint of all questions and answers so far, to be added to a run's digest.
  ///
  /// Two runs whose other outcome is equal but that asked differently differ here.
  @inlinable
  public var check: UInt64 { StableHash.mixed(checkState) }

  /// What was asked and answered, if recording.
  public var recording: ChoiceTape { slow.recording }

  /// Prepares the next run of an exhaustive search: the odometer moves on by one.
  ///
  /// The caller starts the model, with all its counters, from the beginning.
  ///
  /// - Returns: Whether there is another run. In every other mode there is none.
  public mutating func advance() -> Bool {
    checkState = 0
    return slow.advance()
  }

  /// How many questions with more than one alternative this run has asked, off the seeded path.
  public var depth: Int { slow.position }

  /// Makes an independent door in the same position, for a snapshot of a world.
  public borrowing func copy() -> Choices {
    Choices(copying: self)
  }

  @inlinable @inline(__always)
  mutating func note(_ label: Label, _ answer: UInt32) {
    let turned = checkState &<< 23 | checkState &>> 41
    checkState = (turned ^ label.bits &+ UInt64(answer)) &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }
}

/// Counter-based random draws: a pure function of seed, label and ordinal.
@usableFromInline
enum Draw {
  /// Draws 64 random bits.
  @inlinable @inline(__always)
  static func bits(seed: UInt64, label: Label, ordinal: UInt32, attempt: UInt32) -> UInt64 {
    let stream = StableHash.mixed(seed &+ label.bits &* 0xD6E8_FEB8_6659_FD93)
    let position = UInt64(ordinal) | UInt64(attempt) &<< 32
    return StableHash.mixed(stream ^ (position &+ 1) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// Draws an exactly uniform number below a bound, after Lemire.
  @inlinable @inline(__always)
  static func below(_ bound: UInt32, seed: UInt64, label: Label, ordinal: UInt32) -> UInt32 {
    let draw = bits(seed: seed, label: label, ordinal: ordinal, attempt: 0)
    let product = draw.multipliedFullWidth(by: UInt64(bound))
    // Fewer than one draw in four billion is biased enough to look twice.
    guard product.low < UInt64(bound) else { return UInt32(truncatingIfNeeded: product.high) }
    return redrawn(bound, first: product, seed: seed, label: label, ordinal: ordinal)
  }

  /// Repeats a draw until it falls where every answer has equal weight.
  @usableFromInline @inline(never)
  static func redrawn(
    _ bound: UInt32, first: (high: UInt64, low: UInt64), seed: UInt64, label: Label,
    ordinal: UInt32
  ) -> UInt32 {
    let bound = UInt64(bound)
    let unfair = (0 &- bound) % bound
    var product = first
    var attempt: UInt32 = 0
    while product.low < unfair {
      attempt += 1
      let draw = bits(seed: seed, label: label, ordinal: ordinal, attempt: attempt)
      product = draw.multipliedFullWidth(by: bound)
    }
    return UInt32(truncatingIfNeeded: product.high)
  }
}
