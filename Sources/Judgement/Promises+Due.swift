import PushDomain
import SimKernel

extension Promises {
  /// The instant of what is due is over.
  @inline(never)
  mutating func fallDue(truth: borrowing Truth) {
    for check in due {
      switch check.kind {
      case .arrival: noCrossUserContent.fallDue(check, truth: truth, into: &found)
      case .departure: noContentAfterLogout.fallDue(check, truth: truth, into: &found)
      case .address:
        liveAddressesKept.fallDue(check, truth: truth, server: server, into: &found)
      }
    }
    due.removeAll(keepingCapacity: true)
    dueAfter = .distantFuture
  }

  /// Something came in reach or went out of it.
  mutating func observeReach(_ record: Record, truth: borrowing Truth) {
    if record.time > dueAfter { fallDue(truth: truth) }
    liveAddressesKept.observeReach(record, into: &found)
  }

  /// Judges what falls due at the end, and at rest only if the world came to rest.
  mutating func finish(
    _ ending: borrowing Ending, ledger: borrowing Ledger, truth: borrowing Truth
  ) {
    fallDue(truth: truth)
    if ledger.books.repeats > 0 { found.exercise(.noDuplicateDisplay) }
    guard ending.isSettled else { return }
    everyMessageAccountedFor.finish(ending, ledger: ledger, into: &found)
    nothingLost.finish(ending, ledger: ledger, truth: truth, into: &found)
    openedExactlyOnce.finish(ending, ledger: ledger, truth: truth, into: &found)
    oneRowPerInstall.finish(ending, server: server, into: &found)
    oneOwnerPerAddress.finish(ending, server: server, into: &found)
    deadAddressesForgotten.finish(ending, server: server, into: &found)
    everyInstallReachable.finish(ending, truth: truth, server: server, into: &found)
    privacy.finish(ending, truth: truth, server: server, into: &found)
    converges.finish(ending, truth: truth, server: server, into: &found)
  }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() {
    found.removeAll()
    due.removeAll(keepingCapacity: true)
    dueAfter = .distantFuture
    server.removeAll()
    noDuplicateDisplay.removeAll()
    deadAddressesForgotten.removeAll()
    liveAddressesKept.removeAll()
    optOutHonoured.removeAll()
    credentialDiscipline.removeAll()
  }
}
