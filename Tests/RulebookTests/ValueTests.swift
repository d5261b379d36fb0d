import Rulebook
import Testing

struct ValueTests {
  private let book = Rulebook.documented

  @Test func `the text of every value reads back as the same value`() throws {
    for entry in book.entries where entry.relation == .enforced && entry.unit != .none {
      let values = [entry.documented, entry.small, entry.least, entry.most]
      for value in values + (0..<Int64(entry.answerWords.count)) {
        #expect(try entry.value(from: entry.text(of: value)) == value, "\(entry.id)")
      }
    }
  }

  @Test(arguments: [
    ("fcm.store.limit", "100"), ("fcm.ttl.default", "28d"), ("fcm.payload.max", "4096B"),
    ("bucket.charging", "on"), ("fcm.store.overflow.101st", "dropped"), ("fcm.ttl.zero", ""),
    ("network.latency.push", "0.12s"), ("doze.light.idle.max", "15m"),
  ])
  func `values are written in the unit of their rule`(id: String, text: String) throws {
    let entry = try #require(book.entry(named: id))
    #expect(entry.valueText == text)
  }

  @Test(arguments: [
    ("fcm.store.limit", "7", 7), ("fcm.payload.max", "4KB", 4096),
    ("fcm.payload.max", "1MB", 1 << 20),
    ("fcm.ttl.default", "1h30m", 5_400_000_000), ("fcm.ttl.default", "0s", 0),
    ("fcm.ttl.default", "1d3h0m0.2s", 97_200_200_000), ("fcm.ttl.default", "400ms", 400_000),
    ("bucket.charging", "off", 0), ("fcm.store.overflow.101st", "kept", 1),
  ])
  func `a value of a scenario is read`(id: String, text: String, value: Int64) throws {
    let entry = try #require(book.entry(named: id))
    #expect(try entry.value(from: text) == value)
  }

  @Test(arguments: [
    ("fcm.ttl.zero", "1", ValueMistake.hasNoValue),
    ("tray.fullscreen", "1", .hasNoEffect),
    ("fcm.store.limit", "many", .notANumber), ("fcm.store.limit", "", .notANumber),
    ("fcm.store.limit", "-3", .tooSmall), ("fcm.store.limit", "3s", .wrongUnit),
    ("fcm.store.limit", "99999999999", .tooLarge),
    ("fcm.store.limit", "99999999999999999999999", .tooLarge),
    ("fcm.ttl.default", "28", .needsUnit), ("fcm.ttl.default", "28x", .wrongUnit),
    ("fcm.ttl.default", "1m1h", .wrongUnit), ("fcm.ttl.default", "1h1h", .wrongUnit),
    ("fcm.ttl.default", "9223372036854775807d", .tooLarge),
    ("fcm.ttl.default", "1000000d", .tooLarge),
    ("fcm.ttl.default", "", .notANumber), ("fcm.ttl.default", "1.5h", .wrongUnit),
    ("fcm.ttl.default", "1.s", .notANumber), ("fcm.ttl.default", "-1s", .tooSmall),
    ("doze.deep.idle-factor", "0", .tooSmall), ("gms.mcs.heartbeat.wifi", "0s", .tooSmall),
    ("fcm.payload.max", "4096", .needsUnit), ("fcm.payload.max", "4096s", .wrongUnit),
    ("bucket.charging", "yes", .notOnOrOff),
    ("fcm.store.overflow.101st", "perhaps", .unknownAnswer),
  ])
  func `a text that is no value is refused with its reason`(
    id: String, text: String, mistake: ValueMistake
  ) throws {
    let entry = try #require(book.entry(named: id))
    #expect(throws: mistake) { try entry.value(from: text) }
  }

  @Test func `an entry tells the line that sets it, where that has an effect`() throws {
    let limit = try #require(book.entry(named: "fcm.store.limit"))
    #expect(limit.settingText(for: 3) == "rule fcm.store.limit 3")
    let tripping = try #require(book.entry(named: "fcm.store.overflow.101st"))
    #expect(tripping.settingText(for: 1) == "reading fcm.store.overflow.101st kept")
    #expect(try #require(book.entry(named: "fcm.ttl.zero")).settingText(for: 0) == nil)
    #expect(try #require(book.entry(named: "tray.fullscreen")).settingText(for: 0) == nil)
  }
}

struct BookTests {
  @Test func `a rule is found by its key and by its id`() throws {
    let book = Rulebook.documented
    for entry in book.entries {
      #expect(book.entry(for: entry.key)?.idText == entry.idText)
      #expect(book.entry(named: entry.idText)?.key == entry.key)
    }
    #expect(book.entry(for: .none) == nil)
    #expect(book.entry(named: "fcm.store.limits") == nil)
  }

  @Test(arguments: [
    ("fcm.store.limt", "fcm.store.limit"), ("fcm.stor.limit", "fcm.store.limit"),
    ("store.limit", "fcm.store.limit"), ("FCM.Store.Limit", "fcm.store.limit"),
    ("doze.deep.idle-frist", "doze.deep.idle-first"), ("tray.maxx", "tray.max"),
  ])
  func `a mistyped id leads to the one that was meant`(written: String, meant: String) {
    #expect(Rulebook.documented.nearestIDs(to: written).first == meant)
  }

  @Test func `what resembles no id leads nowhere`() {
    #expect(Rulebook.documented.nearestIDs(to: "zzzzzzzz").isEmpty)
    #expect(Rulebook.documented.nearestIDs(to: "").isEmpty)
    let long = String(repeating: "fcm.store.limit", count: 10_000)
    #expect(Rulebook.documented.nearestIDs(to: long).count <= 3)
  }

  @Test func `the small preset brings the edges near and the documented one changes nothing`() {
    #expect(Rulebook(preset: .documented).changed.isEmpty)
    let small = Rulebook(preset: .small)
    #expect(small.store.limit.value == 3)
    #expect(small.store.collapseKeysMax.value == 2)
    #expect(small.tray.max.value == 3)
    #expect(small.rates.deviceMinute.value == 3)
    #expect(small.rates.multicastMax.value == 3)
    #expect(small.changed.allSatisfy { $0.value == $0.small })
    #expect(Rulebook.documented.store.limit.value == 100)
  }

  @Test func `an override wins over the preset and changes its own rule only`() {
    let limit = Rulebook.documented.store.limit
    let tripping = Rulebook.documented.store.tripping
    let book = Rulebook(
      preset: .small, overriding: [Override(limit.key, 7), Override(tripping.key, 1)])
    #expect(book.store.limit.count == 7)
    #expect(book.store.tripping.answer == .kept)
    #expect(book.store.limit.documented == 100)
    let others = Rulebook(preset: .small).changed.map(\.id.description)
    let changed = book.changed.map(\.id.description)
    #expect(Set(changed) == Set(others).union([limit.idText, tripping.rule.idText]))
  }

  @Test func `the last of two overrides of one rule holds`() {
    let key = Rulebook.documented.store.limit.key
    let book = Rulebook(preset: .documented, overriding: [Override(key, 7), Override(key, 8)])
    #expect(book.store.limit.value == 8)
  }

  @Test func `a rule refuses what its mechanism cannot hold`() {
    let rule = Rulebook.documented.design.eventBatch
    #expect(rule.most == 8)
    #expect(rule.accepts(8) && !rule.accepts(9))
    #expect(throws: ValueMistake.tooLarge) { try rule.value(from: "9") }
  }

  @Test func `every rule takes the values that the book itself gives it`() {
    for rule in Rulebook.documented.entries where rule.unit != .none {
      #expect(rule.accepts(rule.documented), "\(rule.idText)")
      #expect(rule.accepts(rule.small), "\(rule.idText)")
    }
  }
}
