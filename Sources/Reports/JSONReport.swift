/// The report as JSON: the stable contract for programs, to which fields are only added.
package enum JSONReport {
  /// Prints a report.
  package static func text(_ report: RunReport) -> String {
    var json = JSONText()
    json.object { json in
      json.member("version", 1)
      json.member("zone-data", report.zoneData)
      json.member("remarks", array: report.remarks) { $0.string($1) }
      json.member("scenarios", array: report.scenarios, scenario)
    }
    return json.text + "\n"
  }

  private static func scenario(_ json: inout JSONText, _ scenario: ScenarioReport) {
    json.object { json in
      json.member("file", scenario.file)
      json.member("name", scenario.name)
      json.member("variant") { json in
        for pair in scenario.choices { json.member(pair.name, pair.value) }
      }
      json.member("seed", scenario.seed)
      json.member("design", scenario.design)
      json.member("verdict", scenario.verdict.rawValue)
      json.member("remarks", array: scenario.remarks) { json, remark in
        json.object { json in
          json.member("line", remark.line)
          json.member("text", remark.text)
        }
      }
      json.member("promises", array: scenario.promises, promise)
      json.member("expectations", array: scenario.expectations, expectation)
      json.member("fates", array: scenario.fates, fate)
      json.member("counts") { counts(&$0, scenario.counts) }
      json.member("digest", scenario.digest)
      json.member("events", scenario.events)
      json.member("simulated", scenario.simulated)
      json.member("readings", array: scenario.readings) { json, reading in
        json.object { json in
          json.member("id", reading.id)
          json.member("answer", reading.answer)
          // Whether it mattered is known only where the other answers were tried.
          json.name("mattered")
          if reading.isTried { json.bool(reading.mattered) } else { json.null() }
          json.member("changes", array: reading.changes) { json, change in
            json.object { json in
              json.member("answer", change.answer)
              json.member("verdict", change.verdict.rawValue)
              json.member("flips", array: change.flips) { $0.string($1) }
              json.member("fates", change.fates)
            }
          }
        }
      }
      json.member("leans-on", array: scenario.leansOn) { $0.string($1) }
    }
  }

  private static func promise(_ json: inout JSONText, _ promise: PromiseReport) {
    json.object { json in
      json.member("name", promise.name)
      json.member("verdict", promise.verdict.rawValue)
      json.member("expected", promise.isExpected)
      let first = promise.breach
      json.member("time", orNull: first?.time ?? "")
      json.member("message", orNull: first?.message ?? "")
      json.member("device", orNull: first?.device ?? "")
      json.name("line")
      if let line = first?.line, line > 0 { json.number(line) } else { json.null() }
      json.member("what", orNull: first?.what ?? "")
      json.member("breaches", promise.count)
      json.member("undeclared", promise.undeclared)
      json.member("causes", array: first?.causes ?? [], cause)
      json.member("remedies", array: promise.remedies) { $0.string($1) }
    }
  }

  private static func expectation(_ json: inout JSONText, _ expectation: ExpectationReport) {
    json.object { json in
      json.member("line", expectation.line)
      json.member("text", expectation.text)
      json.member("verdict", expectation.verdict.rawValue)
      json.member("actual", expectation.actual)
      json.member("state") { json in
        for pair in expectation.state { json.member(pair.name, pair.value) }
      }
      json.member("causes", array: expectation.causes, cause)
    }
  }

  private static func fate(_ json: inout JSONText, _ fate: FateReport) {
    json.object { members(of: fate, &$0) }
  }

  /// Writes what became of a message as members of an object.
  static func members(of fate: FateReport, _ json: inout JSONText) {
    json.member("message", fate.message)
    json.member("user", orNull: fate.user)
    json.member("device", fate.device)
    json.member("install", fate.install)
    json.member("fate", fate.fate)
    json.member("because", orNull: fate.because)
    json.member("push", orNull: fate.push)
    json.member("surface", orNull: fate.surface)
    json.member("time", orNull: fate.time)
    json.member("fcm", orNull: fate.fcm)
    json.member("apple", orNull: fate.apple)
  }

  private static func counts(_ json: inout JSONText, _ counts: CountsReport) {
    json.member("tray") { json in
      for tray in counts.tray {
        json.member(tray.device) { json in
          json.member("entries", tray.entries)
          json.member("groups", tray.groups)
        }
      }
    }
    json.member("prompts") { json in
      for prompt in counts.prompts { json.member(prompt.device, prompt.count) }
    }
    json.member("provider") { json in
      json.member("fcm") { json in
        for answer in counts.provider { json.member(String(answer.status), answer.count) }
      }
    }
    json.member("events") { json in
      for event in counts.events { json.member(event.name, event.count) }
    }
  }

  private static func cause(_ json: inout JSONText, _ cause: Cause) {
    json.object { json in
      json.member("time", cause.time)
      json.name("line")
      if cause.line > 0 { json.number(cause.line) } else { json.null() }
      json.member("what", cause.what)
      json.member("rule", orNull: cause.rule)
      json.member("turn", cause.isTurn)
    }
  }
}
