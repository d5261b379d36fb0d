import PushDomain
import Rulebook
import SimKernel

/// The guide's steps from a platform address to an upload.
extension PushClient {
  /// Asks the platform for the present address: by token at once, by FID through the callback.
  ///
  /// Where the library has just found a good one, nobody looks again.
  @inline(__always)
  func readAddress(
    _ who: InstallID, isLogin: Bool = false, isStored: Bool = false, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let host = state.hostHandle(of: state.rows[who].slot)
    if state.hosts[host].hasOnlyReceiver {
      askC2DM(who, &state, &context)
    } else if usesFID(host: host, state) {
      // With auto-init the library registers by itself and its callback follows.
      if asksForTokens {
        noteRefusal(.apiDisabled, on: who, &context)
      } else if isLogin || !state.hosts[host].autoInit {
        register(who, isExplicit: true, &state, &context)
      }
    } else {
      state.rows[who].flags.insert(.wantsAddress)
      if isStored {
        tellAddress(isNew: false, on: who, &state, &context)
      } else {
        register(who, isExplicit: true, &state, &context)
      }
    }
  }

  /// The SDK hears of an address: one that differs from the record's is a local change.
  @inline(__always)
  func hold(
    _ address: AddressID, _ kind: AddressKind, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    if state.rows[who].record.address != address || state.rows[who].record.kind != kind {
      change(to: address, kind, on: who, &state, &context)
    }
  }

  private func change(
    to address: AddressID, _ kind: AddressKind, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let record = state.rows[who].record
    state.rows[who].record.address = address
    state.rows[who].record.kind = kind
    // Without an id of its own the install is known by its address.
    if !design.has(.stableInstallID) { state.rows[who].record.key = Self.key(of: address) }
    let held = context.note(
      .addressHeld, install: who, user: record.user, operand: address.rawValue,
      detail: kind.rawValue)
    bump(who, &state, &context, because: held)
  }

  /// The key of a row that is known by its address; no install id has such a number.
  private static func key(of address: AddressID) -> UInt32 { 0x4000_0000 | address.rawValue }

  /// An upload that is too old is repeated, though nothing changed.
  @inline(__always)
  func refreshIfOld(_ who: InstallID, _ state: inout ClientState, _ context: inout StepContext) {
    guard design.has(.refreshAge) else { return }
    refresh(ifOlderThan: rules.client.refreshAge.duration, on: who, &state, &context)
  }

  /// Repeats the upload where the last one is older than a span of the wall clock.
  @inline(__always)
  func refresh(
    ifOlderThan age: SimDuration, on who: InstallID, _ state: inout ClientState,
    _ context: inout StepContext
  ) {
    let uploadedAt = state.rows[who].record.uploadedAt
    guard state.rows[who].record.isUploaded, uploadedAt != DeviceRegistration.never,
      !state.rows[who].flags.contains(.isErased)
    else { return }
    let now = Int64(wallSeconds(of: who, state, at: context.now))
    guard now - Int64(uploadedAt) >= age.microseconds / 1_000_000 else { return }
    bump(who, &state, &context)
  }
}
