import Rulebook
import Testing

struct CoverageTests {
  /// The first words of ids, how many rows the research has for them, and how many entries the
  /// book has at least: a row that holds several numbers became several entries.
  static let counts: [(words: String, rows: Int, entries: Int)] = [
    ("fcm.send", 7, 8), ("fcm.msg", 12, 13), ("fcm.label", 1, 2), ("fcm.payload", 9, 13),
    ("fcm.err", 13, 14), ("fcm.retry", 5, 6), ("fcm.load", 1, 2), ("oauth", 7, 10),
    ("fcm.ttl", 5, 6), ("fcm.store", 6, 8), ("fcm.order", 1, 2), ("fcm.dup", 1, 2),
    ("fcm.dedup", 2, 2), ("fcm.collapse", 7, 9), ("fcm.quota", 5, 8), ("fcm.rate", 7, 13),
    ("fcm.multicast", 1, 1), ("fcm.topic", 9, 13), ("fcm.group", 1, 1), ("fcm.prio", 12, 19),
    ("fcm.proxy", 4, 7), ("fcm.reg", 16, 23), ("fcm.data", 4, 23), ("fcm.bigquery", 0, 14),
    ("fcm.console", 1, 1), ("fcm.client", 1, 1), ("fcm.delivered-not-seen", 1, 1),
    ("admin", 20, 24), ("gms", 16, 21), ("c2dm", 14, 16), ("skip", 6, 8), ("sdk", 44, 65),
    ("fis", 11, 14),
    ("doze", 23, 46), ("bucket", 10, 58), ("hib", 3, 4), ("bs", 1, 1), ("bg", 1, 3),
    ("oem", 1, 3), ("os", 14, 20), ("wm", 7, 9), ("perm", 12, 13), ("chan", 10, 12),
    ("tray", 15, 17), ("bk", 6, 7), ("in", 4, 5), ("us", 4, 4),
  ]

  @Test func `no entry that a row of the research became was lost`() {
    for (words, rows, entries) in Self.counts {
      let found = Rulebook.documented.entries.filter { Self.bears($0, words) }
      #expect(found.count >= entries, "\(words)")
      #expect(entries >= rows, "\(words)")
    }
  }

  @Test func `every rule about a platform stands under words that the table counts`() {
    for entry in Rulebook.documented.entries {
      let isOurs = Self.bears(entry, "design") || Self.bears(entry, "network")
      #expect(isOurs || Self.counts.contains { Self.bears(entry, $0.words) }, "\(entry.id)")
    }
  }

  /// Whether the id of an entry starts with some words.
  private static func bears(_ entry: Rule, _ words: String) -> Bool {
    entry.idText == words || entry.idText.hasPrefix(words + ".")
  }

  @Test(arguments: [
    "fcm.reg.uninstall.delay", "fcm.collapse.which4", "fcm.collapse.default-counts",
    "fcm.collapse.notification-key",
    "fcm.store.overflow.101st", "fcm.store.overflow.resume", "sdk.deleted.count",
    "fcm.order.release", "fcm.dup.lost-ack", "gms.mcs.ack-point", "os.stop.fcm.retry",
    "os.stop.fcm-return", "os.stop.unregisters", "fcm.rate.device.over",
    "fcm.rate.device.over-fanout", "fcm.quota.retry-after",
    "fcm.prio.downgrade.recovery", "fcm.prio.default.notification", "fcm.reg.expire.code",
    "fcm.reg.old-after-rotate", "fcm.reg.pending-on-dead", "fis.clone.effect",
    "fcm.reg.unregister.propagation.when", "fcm.err.internal.accepted",
    "fcm.send.validate-only.quota", "fcm.payload.count", "doze.window.late",
    "fcm.ttl.expiry-instant", "sdk.directboot.queue", "fcm.topic.latency", "fcm.rate.fanout.over",
    "gms.mcs.half-open.detection", "gms.data-cleared", "sdk.retry.broken",
    "sdk.redeliver.after-death", "bg.user-restricted", "fcm.proxy.or-lower",
    "fcm.reg.unregistered-not-final", "c2dm.reply.fate", "oem.policy", "os.wallclock",
    "design.seen.scope", "design.consent.guard", "design.row.read",
    "design.quiet-hours.zone", "design.record.change",
  ])
  func `what the documents and the guide leave open is a reading`(id: String) throws {
    #expect(try #require(Rulebook.documented.entry(named: id)).isReading)
  }

  @Test func `every source that several rules cite is identified`() {
    let alone = Rulebook.documented.entries.filter { CitedSource.named(in: $0.source) == nil }
    var counts: [String: Int] = [:]
    for rule in alone { counts[rule.source.description, default: 0] += 1 }
    #expect(counts.allSatisfy { $0.value <= 3 }, "\(counts.filter { $0.value > 3 })")
    #expect(alone.count < 40)
  }
}
