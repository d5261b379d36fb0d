import PushDomain
package import SimKernel

extension Judge {
  /// How much memory each table takes.
  package var tableSizes: [TableSize] {
    truth.tableSizes + promises.tableSizes
      + [
        TableSize("fates", ledger.rows), TableSize("messages", ledger.messages),
        TableSize("older copies", ledger.older),
      ]
  }
}

extension Truth {
  /// How much memory each table takes.
  fileprivate var tableSizes: [TableSize] {
    [
      TableSize("truth", installs), TableSize("truth beside", rests),
      TableSize("truth of users", users),
      TableSize("truth of devices", devices), TableSize("notes", notes),
      TableSize("tray entries", entries),
    ]
  }
}

extension Promises {
  /// How much memory each table takes.
  fileprivate var tableSizes: [TableSize] {
    [
      TableSize("book of the server", bytes: server.byteCount),
      TableSize("live addresses", bytes: liveAddressesKept.byteCount),
    ]
  }
}
