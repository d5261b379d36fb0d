import PushDomain

/// No permission dialog comes up unless the host asked for it.
///
/// Exercised when a dialog comes up.
struct PromptDiscipline {
  /// A dialog came up.
  func observe(_ record: Record, id: RecordID, into found: inout Violations) {
    found.exercise(.promptDiscipline)
    if record.detail == 1 { return }
    found.add(Violation(.promptDiscipline, record, id, second: record.because))
  }
}
