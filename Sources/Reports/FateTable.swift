/// The fates of a run as a table: what the file names and what went wrong first, equal rows as one.
struct FateTable {
  private let rows: [Row]
  private let terminal: TerminalText

  /// How many rows a reader is shown.
  private static let shown = 20

  /// One row: messages that ended alike on one install.
  private struct Row {
    var fates: [FateReport]
    var rank: Int

    var last: FateReport { fates[fates.count - 1] }

    func continues(_ fate: FateReport, rank: Int) -> Bool {
      rank == self.rank && fate.device == last.device && fate.install == last.install
        && fate.fate == last.fate && fate.because == last.because && fate.surface == last.surface
        && FateTable.stem(fate.message) == FateTable.stem(last.message)
    }

    var message: String {
      guard fates.count > 1 else { return last.message }
      let names = "\(fates[0].message) .. \(last.message)"
      let ends = (FateTable.number(fates[0].message), FateTable.number(last.message))
      let isWhole = ends.1 - ends.0 == fates.count - 1
      return isWhole ? names : "\(fates.count) of \(names)"
    }

    var time: String {
      let early = fates.min { $0.instant < $1.instant }?.time ?? ""
      let late = fates.max { $0.instant < $1.instant }?.time ?? ""
      return early == late ? late : "\(early) .. \(late)"
    }

    var place: String {
      if last.device.isEmpty { return "nowhere" }
      return last.install > 1 ? "\(last.device)/\(last.install)" : last.device
    }
  }

  /// Lays the fates of a run out.
  init(_ fates: [FateReport], terminal: TerminalText) {
    self.terminal = terminal
    var rows: [Row] = []
    for rank in 0..<3 {
      for fate in fates where Self.rank(fate) == rank {
        // A series ends alike on each of several installs, whose rows alternate in the list.
        if let row = rows.indices.reversed().prefix(8).first(where: {
          rows[$0].continues(fate, rank: rank)
        }) {
          rows[row].fates.append(fate)
        } else {
          rows.append(Row(fates: [fate], rank: rank))
        }
      }
    }
    // Two in one row would hide which came when.
    self.rows = rows.flatMap { row in
      row.fates.count > 2 ? [row] : row.fates.map { Row(fates: [$0], rank: row.rank) }
    }
  }

  /// What the file names comes first, then what did not simply arrive, then the rest.
  private static func rank(_ fate: FateReport) -> Int {
    if fate.isNamed { return 0 }
    return fate.fate == "shown" || fate.fate == "handled" ? 2 : 1
  }

  /// The name of a series: `m` of `m17`.
  private static func stem(_ message: String) -> Substring {
    let digits = message.reversed().prefix { $0.isNumber }
    return digits.isEmpty ? message[...] : message.dropLast(digits.count)
  }

  /// The number in a series: 17 of `m17`.
  private static func number(_ message: String) -> Int {
    Int(message.dropFirst(stem(message).count)) ?? 0
  }

  /// The table for a terminal; empty where there are no fates.
  var text: String {
    guard !rows.isEmpty else { return "" }
    let shown = rows.prefix(Self.shown)
    let messages = shown.map { TerminalText.escaped($0.message) }
    let places = shown.map { TerminalText.escaped($0.place) }
    let widths = (
      message: Self.width(messages, 20), place: Self.width(places, 16),
      fate: Self.width(shown.map(\.last.fate), 13), time: Self.width(shown.map(\.time), 12)
    )
    var text = "\n  \(terminal.style("fates", .strong))\n"
    for (index, row) in shown.enumerated() {
      var first = "    " + TerminalText.padded(messages[index], widths.message) + " "
      first += TerminalText.padded(places[index], widths.place) + " "
      first += TerminalText.padded(row.last.fate, widths.fate) + " "
      first += TerminalText.padded(row.time, widths.time)
      text += Self.trimmed(terminal.wrapped(Self.cause(row), first: first + " ", rest: "      "))
      text += "\n"
    }
    let more = rows.count - shown.count
    if more > 0 { text += "    and \(more) more; --json FILE has all of them\n" }
    return text
  }

  private static func width(_ texts: [String], _ most: Int) -> Int {
    min(most, texts.map(\.count).max() ?? 0)
  }

  private static func cause(_ row: Row) -> String {
    var words: [String] = []
    if !row.last.because.isEmpty, row.last.because != row.last.surface {
      words.append("because \(row.last.because)")
    }
    if !row.last.surface.isEmpty { words.append("on \(row.last.surface)") }
    return words.joined(separator: " ")
  }

  private static func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }
}
