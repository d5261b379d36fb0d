import PushDomain

/// A tap reaches the message's own place as the right user, cold and warm alike, and only a tap.
///
/// Where the message's user is not logged in, only the front door is right, or nowhere at all; so
/// it is where there is no such message.
/// Exercised when somebody taps a notification.
struct TapLandsRight {
  /// A person tapped.
  func observe(
    _ record: Record, id: RecordID, message: MessageRow?, truth: inout Truth,
    into found: inout Violations
  ) {
    found.exercise(.tapLandsRight)
    let owner = message?.user ?? .none
    let mayOpen = owner.isNone || truth.isIn(owner, on: record.install)
    if isRight(record, message, owner: owner, mayOpen: mayOpen) { return }
    let present = truth.presence(on: record.install)
    found.add(
      Violation(
        .tapLandsRight, record, id, second: mayOpen ? record.because : present.record))
  }

  /// Whether a tap led where it should.
  private func isRight(
    _ record: Record, _ message: MessageRow?, owner: UserID, mayOpen: Bool
  ) -> Bool {
    let isFrontDoor = record.operand == NameID.none.rawValue
    if record.fact == .tapFailed { return !mayOpen }
    if record.detail == 2 { return false }
    if !mayOpen || message?.isUndone == true { return isFrontDoor }
    let isRightUser = owner.isNone || record.user == owner
    guard let message else { return isRightUser }
    return isRightUser && record.operand == message.link.rawValue
  }
}
