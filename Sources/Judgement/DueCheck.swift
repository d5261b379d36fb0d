import PushDomain
import SimKernel

/// Something that must be in order once the present instant is over.
///
/// A logout clears the tray a few records after it happened, but at the same instant.
struct DueCheck: BitwiseCopyable {
  var kind: Kind
  var time: SimTime
  var install: InstallID
  var user: UserID
  /// The record that made it due.
  var record: RecordID
  var address = AddressID.none
  var second = RecordID.none

  /// What is checked.
  enum Kind: UInt8, BitwiseCopyable {
    /// The tray after a sign-in.
    case arrival
    /// The tray after a sign-out.
    case departure
    /// An address after a removal.
    case address
  }
}
