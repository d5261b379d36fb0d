import PushDomain

/// Which users' events were counted for messages that several users have.
///
/// One bit for each user and kind of event, in tables that are made at the first event and given
/// back when the message is forgotten.
struct EventMarks: Sendable {
  private var tables: [[UInt64]] = []
  private var free: [UInt32] = []
  private static let kinds = ClientEvent.allCases.count

  /// Marks an event and says whether it was new; `marks` is the message's place, made at need.
  @inline(never)
  mutating func mark(_ event: ClientEvent, user: UserID, at marks: inout UInt32) -> Bool {
    if marks == .max { marks = take() }
    let table = Int(marks) * Self.kinds + Int(event.rawValue)
    let word = user.isNone ? 0 : user.index / 64 + 1
    let bit: UInt64 = user.isNone ? 1 : 1 << UInt64(user.index % 64)
    if word >= tables[table].count {
      tables[table].append(
        contentsOf: repeatElement(0, count: word + 1 - tables[table].count))
    }
    guard tables[table][word] & bit == 0 else { return false }
    tables[table][word] |= bit
    return true
  }

  /// Gives the tables of a forgotten message back.
  @inline(never)
  mutating func giveBack(_ marks: UInt32) {
    for kind in 0..<Self.kinds { tables[Int(marks) * Self.kinds + kind] = [] }
    free.append(marks)
  }

  private mutating func take() -> UInt32 {
    if let marks = free.popLast() { return marks }
    let marks = UInt32(tables.count / Self.kinds)
    for _ in 0..<Self.kinds { tables.append([]) }
    return marks
  }
}
