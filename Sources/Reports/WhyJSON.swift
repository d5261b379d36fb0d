/// What `why` tells, as JSON: the fates of a message with their chains of causes.
package enum WhyJSON {
  /// Prints the fates of each run, in the order of the runs.
  package static func text(_ runs: [(report: ScenarioReport, fates: [FateReport])]) -> String {
    var json = JSONText()
    json.object { json in
      json.member("version", 1)
      json.member("scenarios", array: runs) { json, run in
        json.object { json in
          json.member("file", run.report.file)
          json.member("variant") { json in
            for pair in run.report.choices { json.member(pair.name, pair.value) }
          }
          json.member("seed", run.report.seed)
          json.member("design", run.report.design)
          json.member("digest", run.report.digest)
          json.member("fates", array: run.fates, fate)
        }
      }
    }
    return json.text + "\n"
  }

  private static func fate(_ json: inout JSONText, _ fate: FateReport) {
    json.object { json in
      JSONReport.members(of: fate, &json)
      json.member("causes", array: fate.causes) { json, cause in
        json.object { json in
          json.member("record", cause.record)
          json.member("time", cause.time)
          json.member("microseconds", cause.instant)
          json.name("line")
          if cause.line > 0 { json.number(cause.line) } else { json.null() }
          json.member("what", cause.what)
          json.member("rule", orNull: cause.rule)
        }
      }
    }
  }
}
