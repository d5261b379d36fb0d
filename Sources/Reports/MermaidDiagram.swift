import Judgement
package import PushDomain
import PushWorld
package import Scenarios

/// The life of one message as a Mermaid sequence diagram: who handed it to whom, and what stopped it.
package struct MermaidDiagram {
  private let narrator: Narrator
  private let records: [Record]
  private let message: MessageID
  private let installs: [InstallID]
  private let title: String

  /// Prepares the diagram of a message.
  ///
  /// - Parameter device: The only device of interest; nil for every install that it concerns.
  package init(_ run: borrowing ScenarioRun, message: MessageID, device: DeviceID?) {
    narrator = Narrator(names: run.reportNames, rules: run.world.rules)
    records = run.world.context.history.records.filter { $0.message == message }
    self.message = message
    title = run.scenario.title
    installs = run.world.judge.ledger.entries().filter { entry in
      let slot = run.world.slot(of: entry.install).index
      return entry.message == message && run.isReported(entry)
        && (device == nil || run.scenario.slots[slot].device == device)
    }.map(\.install)
  }

  /// Whether there is nothing to draw: the story never came to the message.
  package var isEmpty: Bool { records.isEmpty }

  /// The diagram.
  package var text: String {
    var text = "---\ntitle: \(Self.quoted(title))\n---\nsequenceDiagram\n"
    text += "  participant server as \(Self.escaped("the app's server"))\n"
    text += "  participant fcm as FCM\n"
    for (index, install) in installs.enumerated() {
      let name = narrator.names.install(install)
      text += "  participant phone\(index) as \(Self.escaped("\(name): system"))\n"
      text += "  participant app\(index) as \(Self.escaped("\(name): app"))\n"
      text += "  actor person\(index) as \(Self.escaped("\(name): person"))\n"
    }
    for record in records {
      if let line = line(record) { text += "  \(line)\n" }
    }
    return text
  }

  /// One record as a line of the diagram; nil where it passes nothing on and decides nothing.
  private func line(_ record: Record) -> String? {
    var place = 0
    if !record.install.isNone {
      guard let index = installs.firstIndex(of: record.install) else { return nil }
      place = index
    }
    let (phone, app, person) = ("phone\(place)", "app\(place)", "person\(place)")
    let says = label(record)
    if record.install.isNone, Self.needsInstall(record.fact) { return nil }
    switch record.fact {
    case .requestSent: return "server->>fcm: \(says)"
    case .accepted: return "fcm-->>server: \(says)"
    case .refused: return "fcm--xserver: \(says)"
    case .released: return "fcm->>\(phone): \(says)"
    case .handed: return "\(phone)->>\(app): \(says)"
    case .shown, .shownQuietly: return "\(app)->>\(person): \(says)"
    case .synced: return "server->>\(app): \(says)"
    case .tapped: return "\(person)->>\(app): \(says)"
    case .eventCounted: return "\(app)->>server: \(says)"
    case .messageTaken, .messageSettled, .notSent, .answerMissing, .workerDied, .retried:
      return "Note over server: \(says)"
    case .held, .stored, .lowered, .dropped, .replaced, .lost:
      return "Note over fcm,\(phone): \(says)"
    case .delivered, .trayRemoved: return "Note over \(phone): \(says)"
    case .notShown, .ignored, .handled, .inboxRemoved, .tapFailed, .seenInApp:
      return "Note over \(app): \(says)"
    default: return nil
    }
  }

  /// Whether a line about a fact names what acts on a phone.
  private static func needsInstall(_ fact: Fact) -> Bool {
    switch fact {
    case .messageTaken, .messageSettled, .notSent, .answerMissing, .workerDied, .retried,
      .requestSent, .accepted, .refused:
      false
    default: true
    }
  }

  private func label(_ record: Record) -> String {
    let id = narrator.ruleID(record)
    let rule = id.isEmpty ? "" : " [\(id)]"
    return Self.escaped("\(record.time) \(narrator.sentence(record))\(rule)")
  }

  /// Text that Mermaid prints and never reads: everything that could mean something is a code.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in TerminalText.escaped(text).unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", "'", "-", "_", "/", "=", "(", ")", "\"",
        "[", "]":
        result.unicodeScalars.append(scalar)
      default:
        result += scalar.value < 0x80 ? "#\(scalar.value);" : String(scalar)
      }
    }
    // A label that is only this word would end a block.
    return result.lowercased() == "end" ? "#101;nd" : result
  }

  /// A text of the front matter, which is YAML: only letters, digits and blanks stand as they are,
  /// because Mermaid looks for directives in the text as a whole.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in TerminalText.escaped(text).unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",":
        result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return result + "\""
  }
}
