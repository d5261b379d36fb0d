import PushDomain
import ScenarioLanguage

private func onOff(_ name: String, _ summary: String = "") -> [Slot] {
  [.word(name, .choice(.onOff), summary)]
}

/// What happens to a device as a whole.
let deviceWords: [Word] = [
  .device("offline", "Loses every network.", "pixel offline") { _ in .offline },
  .device(
    "online", "Has a network again.", "pixel online",
    [.maybe("network", .choice(Lists.network), "metered for mobile data")]
  ) { $0.number("network") == 1 ? .onlineMetered : .online },
  .device("screen", "Switches the screen.", "pixel screen off", onOff("state")) {
    .screen(on: $0.flag("state"))
  },
  .device("unlock", "The person unlocks it; the first time opens the storage.", "pixel unlock") {
    _ in .unlock
  },
  .device("charge", "Puts it on the charger or takes it off.", "pixel charge off", onOff("state")) {
    .charge(on: $0.flag("state"))
  },
  .device("carry", "Somebody moves it, which ends deep Doze.", "pixel carry") { _ in .carry },
  .device("reboot", "Starts again, locked.", "pixel reboot") { _ in .reboot },
  .device("power", "Switches it off, or on again, locked.", "pixel power off", onOff("state")) {
    $0.flag("state") ? .powerOn : .powerOff
  },
  .device("battery-saver", "Battery saver.", "pixel battery-saver on", onOff("state")) {
    .batterySaver(on: $0.flag("state"))
  },
  .device("data-saver", "Data saver.", "pixel data-saver on", onOff("state")) {
    .dataSaver(on: $0.flag("state"))
  },
  .device(
    "alarm-clock", "Sets an alarm clock, which wakes the device.", "pixel alarm-clock in=8h",
    [.needed("in", .duration, "When it rings.")]
  ) { $0.duration("in").map { .alarmClock(after: $0) } },
  .device(
    "clock", "The wall clock jumps.", "pixel clock +2h",
    [.word("shift", .offset, "by how much")]
  ) { $0.duration("shift").map { .clockJump($0) } },
  .device(
    "zone", "The person travels.", "pixel zone Europe/Berlin", [.word("zone", .zone, "where to")]
  ) { story in
    guard let index = story.number("zone") else { return nil }
    return .zone(story.result.enter(story.script.zones[Int(index)]))
  },
  .device(
    "update-play-services", "Play services get another version.",
    "pixel update-play-services 261300000",
    [.word("version", .count(1...4_000_000_000), "a version code")]
  ) { .updatePlayServices(UInt32($0.number("version") ?? 0)) },
  .device(
    "play-services", "Disables Play services or enables them.", "pixel play-services off",
    onOff("state")
  ) { .playServices(enabled: $0.flag("state")) },
  .device("clear-play-services", "Clears the data of Play services.", "pixel clear-play-services") {
    _ in .clearPlayServices
  },
  .device(
    "upgrade-os", "The operating system gets another version.", "pixel upgrade-os 16",
    [.word("version", .version, "a version of Android").dependent]
  ) { story in
    let version = story.number("version")
    if let api = androidAPIs.first(where: { $0.version == version })?.api {
      return .upgradeOS(api: api)
    }
    story.mistake(
      .unknownWord, story.place("version"), "This version of Android is not known.",
      expected: "5 to 16")
    return nil
  },
  .device("reset", "Erases everything: a new device.", "pixel reset") { _ in .reset },
  .device("backup", "Saves what the apps let a backup have.", "pixel backup") { _ in .backup },
  .device(
    "restore", "Sets it up from the backup of another device.", "new restore from=old",
    [.needed("from", .reference(Spaces.device), "Whose backup.")]
  ) { .restore(from: $0.otherDevice("from")) },
  .device(
    "profile", "Starts or stops a profile.", "pixel profile work off",
    [.word("name", .choice(Lists.profile), "a profile"), .word("state", .choice(.onOff))]
  ) { .profile(UInt8($0.number("name") ?? 0), running: $0.flag("state")) },
  .device(
    "disk", "The disk is full, or has room again.", "pixel disk full",
    [.word("state", .choice(ChoiceList("state of the disk", ["free", "full"])), "")]
  ) { .disk(full: $0.number("state") == 1) },
  .device(
    "forge-push", "Another app on the device forges a push.", "pixel forge-push fake to=alice",
    [
      .word("message", .new(Spaces.message), "what the story calls it"),
      .needed("to", .reference(Spaces.user), "Whose content it claims to be."),
    ]
  ) { story in
    guard let slot = story.slot else { return nil }
    return .forgePush(slot, story.message("message"), story.user("to"))
  },
  .device(
    "forge-registration", "Another app answers a C2DM registration.", "pixel forge-registration"
  ) { story in story.slot.map { .forgeRegistration($0) } },
]
