import PushDomain

/// Every retry keeps the wait that the platform or its answer asked for.
///
/// Exercised when somebody retries.
struct RetryDiscipline {
  /// A retry went out.
  func observe(_ record: Record, id: RecordID, into found: inout Violations) {
    found.exercise(.retryDiscipline)
    if record.detail == 1 { return }
    found.add(Violation(.retryDiscipline, record, id, second: record.because))
  }
}
