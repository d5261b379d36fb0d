import PushDomain
import ScenarioLanguage

private let user = Slot.word("user", .reference(Spaces.user), "who")
private let message = Slot.word("message", .reference(Spaces.message), "which message")
private let newest = Slot.maybe("message", .reference(Spaces.message), "else the newest")
private let topic = Slot.word("topic", .reference(Spaces.topic), "which topic")

/// What a person does with an app.
let personWords: [Word] = [
  .app(
    "ready", "Does what is missing of install, open, ask, allow and login.", "pixel ready alice",
    [user]
  ) { .ready($0.user("user")) },
  .app("install", "Installs the app.", "pixel install") { _ in .install },
  .app("uninstall", "Uninstalls the app.", "pixel uninstall") { _ in .uninstall },
  .app("reinstall", "Uninstalls the app and installs it again.", "pixel reinstall") { _ in
    .reinstall
  },
  .app("clear-data", "Clears the data of the app.", "pixel clear-data") { _ in .clearData },
  .app(
    "update-app", "The app gets another version.", "pixel update-app target=33",
    [
      .option("target", .count(14...40), "API level that it targets now.", standard: "as before"),
      .option("sdk", .count(1...9), "Generation of our SDK in it.", standard: "as before"),
      .option(
        "project", .choice(Lists.project), "Project of Firebase in it.", standard: "as before"),
    ]
  ) { story in
    .update(
      target: UInt8(story.number("target") ?? 0), sdk: UInt8(story.number("sdk") ?? 0),
      project: story.choice("project"))
  },
  .app("open", "Brings the app to the foreground.", "pixel open") { _ in .open },
  .app("background", "Leaves the app; its process stays.", "pixel background") { _ in .background },
  .app("rotate", "Turns the phone: the activity on the screen is made anew.", "pixel rotate") { _ in
    .rotate
  },
  .app("swipe-away", "Swipes the app out of the list of recent apps.", "pixel swipe-away") { _ in
    .swipeAway
  },
  .app("force-stop", "Force-stops the app in the settings.", "pixel force-stop") { _ in .forceStop
  },
  .app("stop-active", "Stops the app in the list of active apps.", "pixel stop-active") { _ in
    .stopActive
  },
  .app("kill", "The system kills the process of the app for memory.", "pixel kill") { _ in
    .killProcess
  },
  .app("login", "Logs in.", "pixel login alice", [user]) { .login($0.user("user")) },
  .app("logout", "Logs out.", "pixel logout") { _ in .logout },
  .app("add-account", "Adds an account beside the first.", "pixel add-account bob", [user]) {
    .addAccount($0.user("user"))
  },
  .app("remove-account", "Removes one of several accounts.", "pixel remove-account bob", [user]) {
    .removeAccount($0.user("user"))
  },
  .app("subscribe", "Opts in to a topic.", "pixel subscribe news", [topic]) {
    .subscribe($0.name("topic"))
  },
  .app("unsubscribe", "Opts out of a topic.", "pixel unsubscribe news", [topic]) {
    .unsubscribe($0.name("topic"))
  },
  .app("tap", "Taps a notification.", "pixel tap m1", [newest]) { .tap($0.message("message")) },
  .app("tap-group", "Taps the group that the system made.", "pixel tap-group") { _ in .tapGroup },
  .app("dismiss", "Swipes a notification away.", "pixel dismiss m1", [newest]) {
    .dismiss($0.message("message"))
  },
  .app("dismiss-all", "Clears the tray.", "pixel dismiss-all") { _ in .dismissAll },
  .app("reply", "Replies from the notification.", "pixel reply m1", [newest]) {
    .reply($0.message("message"))
  },
  .app("read", "Reads a message in the app.", "pixel read m1", [message]) {
    .read($0.message("message"))
  },
  .app(
    "permission", "Answers the permission dialog that is open.", "pixel permission allow",
    [.word("answer", .choice(Lists.answer), "")]
  ) { story in story.choice("answer").map { .permission($0) } },
  .app(
    "notifications", "Notifications of the app in the settings.", "pixel notifications off",
    [.word("state", .choice(.onOff), "")]
  ) { .notifications(on: $0.flag("state")) },
  .app(
    "channel", "One channel in the settings.", "pixel channel messages off",
    [
      .word("name", .text, "a channel"),
      .word("setting", .choice(Lists.channelSetting), "what the person sets"),
    ]
  ) { story in
    let name = story.name("name")
    return story.choice("setting").map { .channel(name, $0) }
  },
  .app(
    "battery", "The app's battery use in the settings.", "pixel battery restricted",
    [.word("mode", .choice(Lists.battery), "")]
  ) { story in story.choice("mode").map { .battery($0) } },
  .app(
    "bucket", "The system puts the app into a standby bucket.", "pixel bucket rare",
    [.word("bucket", .choice(Lists.bucket), "")]
  ) { story in story.choice("bucket").map { .bucket($0) } },
  .app("hibernate", "Nobody used the app for months.", "pixel hibernate") { _ in .hibernate },
  .app("erase-me", "Asks the server to erase this install.", "pixel erase-me") { _ in .eraseMe },
  .app(
    "consent", "Gives or withdraws consent to tracking.", "pixel consent off",
    [.word("state", .choice(.onOff), "")]
  ) { .consent($0.flag("state")) },
]
