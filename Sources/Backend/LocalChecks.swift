import PushDomain
import Rulebook
import SimKernel

extension PushServer {
  /// Whether the library refuses a request before it leaves, which ends the job.
  @inline(never)
  func libraryRefuses(
    _ job: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) -> Bool {
    guard isVisiblyWrong(state.orders[state.jobs[job].order].order) else { return false }
    let sdk = library(state)
    // In Python one such message fails the whole call; the targets of one order are alike anyway.
    let rule = sdk == .node ? rules.admin.nodeSendEach.key : rules.admin.pyValidation.key
    let entry = state.jobs[job]
    let record = context.note(
      .refused, message: entry.message,
      copy: CopyID(rawValue: entry.address.rawValue), install: entry.install, user: entry.user,
      operand: rule.rawValue, detail: FCMCode.invalidArgument.rawValue, cause: entry.record)
    finish(job, .refused, record, &state, in: &context)
    return true
  }

  /// What the libraries check: target, topic, text values, priority and TTL, but not its upper
  /// bound.
  private func isVisiblyWrong(_ order: SendOrder) -> Bool {
    switch order.defect {
    case .dataNotString, .twoTargets, .noTarget, .badTopic: return true
    default: break
    }
    return order.ttlMilliseconds < 0 && order.ttlMilliseconds != FCMRequest.unset
  }
}
