import PushDomain

/// What the server's rows were last seen to hold: 16 bytes for each row.
struct ServerBook {
  /// One place for each row that ever was.
  private var rows: [Row] = []

  /// What one row holds.
  struct Row: BitwiseCopyable {
    var address = AddressID.none
    var user = UserID.none
    /// The install that truly wrote it last.
    var install = InstallID.none
    /// The record of the last write.
    var record = RecordID.none
  }

  /// Makes room for a run.
  mutating func reserveCapacity(rows count: Int) { rows.reserveCapacity(count) }

  /// How many bytes it takes.
  var byteCount: Int { rows.capacity * MemoryLayout<Row>.stride }

  /// What a row holds.
  func row(_ id: RowID) -> Row { id.index < rows.count ? rows[id.index] : Row() }

  /// The record of a row's last write.
  func record(of id: RowID) -> RecordID { row(id).record }

  /// A row was written.
  mutating func write(_ record: Record, id: RecordID) {
    let place = Int(record.operand)
    guard place < Int(UInt32.max) else { return }
    while rows.count <= place { rows.append(Row()) }
    rows[place] = Row(
      address: AddressID(rawValue: record.copy.rawValue), user: record.user,
      install: record.install, record: id)
  }

  /// A row went away.
  mutating func remove(_ record: Record) {
    let place = Int(record.operand)
    if place < rows.count { rows[place] = Row() }
  }

  /// Whether some row holds an address; only asked when something looks wrong.
  func holds(_ address: AddressID) -> Bool { rows.contains { $0.address == address } }

  /// The last write of an install, or none.
  func lastWrite(by install: InstallID) -> RecordID {
    var last = RecordID.none
    for row in rows where row.install == install && (last.isNone || row.record > last) {
      last = row.record
    }
    return last
  }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { rows.removeAll(keepingCapacity: true) }
}
