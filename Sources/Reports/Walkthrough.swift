import PushDomain
import PushWorld
import ScenarioLanguage
package import Scenarios
import SimKernel

/// A story told as it happens: its notes, questions and answers where they stand, each statement,
/// and what came of it.
package struct Walkthrough {
  /// One step of the telling.
  package enum Part: Equatable, Sendable {
    case note(String)
    case question(String)
    case answer(String)
    /// A line of the story.
    case statement(time: String, line: Int, text: String)
    /// What came of it, with the id of the rule, if any.
    case happening(time: String, text: String, rule: String)
  }

  /// The sentence that the story shows.
  package let title: String
  /// The steps in order.
  package private(set) var parts: [Part] = []

  /// Tells a run.
  package init(_ run: borrowing ScenarioRun) {
    title = run.scenario.title
    let narrator = Narrator(names: run.reportNames, rules: run.world.rules)
    let told = Self.joined(run.scenario.remarks)
    // A question at the head is answered when its story was told.
    let firstStep = run.scenario.steps.first?.line ?? 0
    let isEarly = { (remark: StoryRemark) in
      remark.kind == .answer && remark.time == .zero && remark.line < firstStep
    }
    var remarks = told.filter { !isEarly($0) }[...]
    for record in run.world.context.history.records {
      let isStatement = record.fact == .statement
      guard isStatement || Self.isTold(record.fact) else { continue }
      while let remark = remarks.first, let time = remark.time,
        time < record.time || (time == record.time && isStatement && remark.line < record.line)
      {
        parts.append(Self.part(remark))
        remarks.removeFirst()
      }
      let time = record.time.description
      let text = narrator.sentence(record)
      parts.append(
        isStatement
          ? .statement(
            time: time, line: run.scenario.origin(ofLine: record.line).line, text: text)
          : .happening(time: time, text: text, rule: narrator.ruleID(record)))
    }
    parts += (Array(remarks) + told.filter(isEarly)).map(Self.part)
  }

  /// Lines of one kind that stand together are one paragraph.
  private static func joined(_ remarks: [StoryRemark]) -> [StoryRemark] {
    var result: [StoryRemark] = []
    for remark in remarks {
      if let last = result.last, last.kind == remark.kind, last.time == remark.time,
        last.line + 1 == remark.line
      {
        result[result.count - 1].text += " " + remark.text
        result[result.count - 1].line = remark.line
      } else {
        result.append(remark)
      }
    }
    return result
  }

  private static func part(_ remark: StoryRemark) -> Part {
    switch remark.kind {
    case .note: .note(remark.text)
    case .question: .question(remark.text)
    case .answer: .answer(remark.text)
    }
  }

  /// What a listener wants to hear of; what only passes things on is left out.
  private static func isTold(_ fact: Fact) -> Bool {
    switch fact {
    case .dozeChanged, .appStopped, .appUnstopped, .appRestricted, .permissionChanged, .signedIn,
      .signedOut,
      .rowWritten, .rowRemoved, .callRefused, .notSent, .refused, .answerMissing, .workerDied,
      .stored, .lowered, .dropped, .replaced, .lost, .shown, .shownQuietly, .notShown, .ignored,
      .synced, .tapped, .tapFailed, .deletedTold, .faultHit, .uploadGivenUp, .addressEnded,
      .topicRefused, .cancelFailed, .switchedOff:
      true
    default: false
    }
  }

  /// One step for a terminal.
  package func text(_ part: Part, terminal: TerminalText) -> String {
    func wrapped(_ text: String, _ first: String, _ rest: Int) -> String {
      terminal.wrapped(
        TerminalText.escaped(text), first: first, rest: String(repeating: " ", count: rest)) + "\n"
    }
    switch part {
    case .note(let text): return "\n" + wrapped(text, "", 0)
    case .question(let text): return "\n" + wrapped(text, "?  ", 3)
    case .answer(let text): return "\n" + wrapped(text, "=  ", 3)
    case .statement(let time, let line, let text):
      return "\n" + wrapped(text, TerminalText.padded(time, 12) + "line \(line)  ", 14)
    case .happening(let time, let text, let rule):
      let cause = rule.isEmpty ? "" : " [\(rule)]"
      return wrapped(text + cause, TerminalText.padded(time, 12) + "  ", 14)
    }
  }

  /// The whole as a Markdown page.
  package var markdown: String {
    var text = "# \(MarkdownText.escaped(title))\n"
    var isList = false
    for part in parts {
      if case .happening(let time, let what, let rule) = part {
        let cause = rule.isEmpty ? "" : " `\(rule)`"
        text += "\(isList ? "" : "\n")* \(time): \(MarkdownText.escaped(what))\(cause)\n"
        isList = true
        continue
      }
      isList = false
      switch part {
      case .note(let words): text += "\n\(MarkdownText.escaped(words))\n"
      case .question(let words): text += "\n**\(MarkdownText.escaped(words))**\n"
      case .answer(let words): text += "\n> \(MarkdownText.escaped(words))\n"
      case .statement(let time, let line, let words):
        text += "\n**\(time), line \(line):** \(MarkdownText.escaped(words))\n"
      case .happening: break
      }
    }
    return text
  }
}
