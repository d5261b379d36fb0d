import PushDomain
import Rulebook
import ScenarioLanguage
import SimKernel

extension Lowering {
  /// Takes over what the language itself knows of the file.
  mutating func lowerHead() {
    let text = script.text
    result.title = text.string(script.title)
    result.tags = script.tags.map { text.string($0) }
    result.calendar = script.start
    result.settle = script.settle.map { SimDuration(microseconds: $0) }
    result.end = SimTime(microseconds: script.end)
    result.remarks = script.remarks.map {
      StoryRemark(
        kind: $0.kind, text: text.string($0.text),
        time: $0.isAtEnd ? nil : SimTime(microseconds: $0.time), line: UInt32($0.line))
    }
    for reserved in NameID.reserved { _ = result.names.words.enter(reserved.description) }
    let topics = script.symbols.count(in: Spaces.topic)
    for topic in 0..<min(topics, TopicSet.capacity) {
      _ = result.names.words.enter(script.symbols.name(of: topic, in: Spaces.topic))
    }
    result.topicCount = topics
    if topics > TopicSet.capacity - NameID.reserved.count {
      mistake(
        .tooManySteps, script.title,
        "A story has at most \(TopicSet.capacity - NameID.reserved.count) topics.")
    }
  }

  /// Declares devices: one, or a population with exact shares.
  mutating func declareDevices() {
    guard let symbol = symbol("name"), let api = readAPI() else { return }
    var profile = DeviceProfile()
    profile.api = api
    profile.target = number("target").map { UInt8($0) } ?? min(api, 35)
    if let library = number("library") { profile.library = UInt32(library) * 100 }
    if let library = number("installations") { profile.installations = UInt32(library) * 100 }
    if let sdk = number("sdk") { profile.sdk = UInt8(sdk) }
    if let clock = duration("clock") {
      profile.clockOffsetSeconds = Int32(clamping: clock.microseconds / 1_000_000)
    }
    profile.hasMotionSensor = number("motion") != 0
    switch value("play-services") {
    case .number(let version): profile.playServices = UInt32(clamping: version)
    case .symbol where text("play-services") == "none": profile.playServices = 0
    case .absent: break
    default:
      mistake(
        .badValue, place("play-services"), "Play services have a version code, or are none.",
        expected: "261200000 or none")
    }
    let profiles = UInt8(1 + (number("profiles") ?? 0))
    let apps = UInt8(number("apps") ?? 1)
    for index in symbol.all {
      var declared = DeviceDeclaration(profile: profile, line: line)
      declared.firstSlot = UInt32(result.slots.count)
      declared.profiles = profiles
      declared.apps = apps
      result.devices.append(declared)
      for owner in 0..<profiles {
        for app in 0..<apps {
          result.slots.append(
            SlotDeclaration(device: DeviceID(index), profile: owner, app: app))
        }
      }
    }
    declareHabits(symbol)
    declareZone(symbol)
  }

  private mutating func readAPI() -> UInt8? {
    guard let version = number("version") else { return nil }
    if let api = androidAPIs.first(where: { $0.version == version })?.api { return api }
    let known = androidAPIs.filter { $0.version % 100 == 0 }.map { "\($0.version / 100)" }
    mistake(
      .unknownWord, place("version"), "This version of Android is not known.",
      expected: known.joined(separator: ", "))
    return nil
  }

  /// Spreads the habits of vendors over a population.
  private mutating func declareHabits(_ symbol: Symbol) {
    guard case .list(let first, let count) = value("oem") else { return }
    let parts = Array(script.elements(first: first, count: count))
    let spread = Spread(count: Int(symbol.count), key: drawKey)
    var bounds: [(end: Int, habit: DeviceProfile.OEM)] = []
    var total: Int64 = 0
    for pair in stride(from: 0, to: parts.count, by: 2) {
      guard case .number(let habit) = parts[pair], case .share(let share) = parts[pair + 1] else {
        continue
      }
      total += share
      bounds.append((spread.members(ofShare: total), DeviceProfile.OEM.allCases[Int(habit)]))
    }
    for (member, index) in symbol.all.enumerated() {
      let rank = spread.rank(of: member)
      if let habit = bounds.first(where: { rank < $0.end })?.habit {
        result.devices[index].profile.oem = habit
      }
    }
  }

  private mutating func declareZone(_ symbol: Symbol) {
    guard let index = number("zone") else { return }
    let zone = script.zones[Int(index)]
    for index in symbol.all {
      result.devices[index].profile.zone = result.enter(zone)
    }
  }

  /// Sets a rule or answers a reading.
  mutating func override(_ list: [Rule], _ name: StaticString) {
    guard let index = number(name), let word = text("value") else { return }
    let rule = list[Int(index)]
    if settled.contains(rule.key) {
      mistake(.declaredAgain, place(name), "A line before sets \(rule.idText) already.")
    }
    settled.append(rule.key)
    if rule.isReading, word == "all" { return }
    do {
      result.overrides.append(Override(rule.key, try rule.value(from: word)))
    } catch {
      let words = rule.answerWords
      mistake(
        .badValue, place("value"),
        "\(word) is no value of \(rule.idText): \(sentence(error, rule)).",
        expected: rule.isReading
          ? words.joined(separator: ", ") + " or all" : "a value such as \(rule.valueText)",
        nearest: nearestWord(to: word, among: words))
    }
  }

  private func sentence(_ mistake: ValueMistake, _ rule: Rule) -> String {
    switch mistake {
    case .hasNoValue: "it is a mechanism without a number"
    case .hasNoEffect: "it is not a rule that the model can change"
    case .notANumber: "it needs a number"
    case .needsUnit: "it needs a unit"
    case .wrongUnit: "it has another unit"
    case .tooSmall: "the least is \(rule.text(of: rule.least))"
    case .tooLarge: "the most is \(rule.text(of: rule.most))"
    case .notOnOrOff: "it is on or off"
    case .unknownAnswer: "it is none of the answers"
    }
  }

  /// Takes the name of the design under test.
  mutating func nameDesign() {
    let word = number("name").map { Lists.design.choices[Int($0)].word } ?? text("name") ?? ""
    if design != nil {
      mistake(.declaredAgain, sentence.place, "A line before names the design already.")
    }
    design = DesignName(
      text: word, place: place("name"), file: script.text.files[Int(sentence.file)].name)
  }

  /// The defences that a line names.
  func defences() -> Design {
    guard case .list(let first, let count) = value("names") else { return [] }
    var design = Design()
    for element in script.elements(first: first, count: count) {
      if case .number(let index) = element { design = design.with(Defence.allCases[Int(index)]) }
    }
    return design
  }
}

/// API levels by version of Android, as the language counts versions.
let androidAPIs: [(version: Int64, api: UInt8)] = [
  (500, 21), (501, 22), (600, 23), (700, 24), (701, 25), (800, 26), (801, 27), (900, 28),
  (1000, 29), (1100, 30), (1200, 31), (1201, 32), (1300, 33), (1400, 34), (1500, 35), (1600, 36),
]
