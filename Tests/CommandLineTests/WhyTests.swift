import Foundation
import Testing

/// Why did my push not arrive? The chain names the line of the story and the rule.
@Suite struct WhyTests {
  /// What `why` says of a message, with every run of blanks as one.
  private func why(
    _ message: String, on device: String? = nil, phones: String = "phone pixel android 15",
    _ story: String
  ) throws -> String {
    try Program.inFolder { folder in
      let file = "scenario  Why\nusers alice bob\n\(phones)\n\(story)\nsettle 2d\n"
      try Program.write(file, to: "a.push", in: folder)
      let run = try Program.run(
        ["why", "a.push", message] + (device.map { [$0] } ?? []), in: folder)
      try #require(run.status == 0, "\(run.error)")
      return run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  /// What `run` says of a story.
  private func run(_ story: String) throws -> String {
    try Program.inFolder { folder in
      try Program.write(
        "scenario  Why\nusers alice bob\nphone pixel android 15\n\(story)\nsettle 2d\n",
        to: "a.push", in: folder)
      return try Program.run(["run", "a.push"], in: folder).output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  private let ready = "0s pixel ready alice\n1h pixel background\n"

  // MARK: The address

  @Test func `a registration that was refused is named, and whether the app asks again`() throws {
    let send = ready + "+1m server send m to=alice kind=data priority=high"
    let text = try why("m", "0s fcm refuse-registration invalid-sender\n" + send)
    #expect(text.contains("0s fcm refuse-registration invalid-sender"))
    #expect(
      text.contains(
        "refused with INVALID_SENDER; it asks no more [c2dm.err.invalid-sender]"))
    let mended = try why(
      "m",
      "0s fcm refuse-registration fis-auth-error\n" + send + "\n1d fcm recover\n"
        + "+1h pixel kill\npixel open")
    #expect(mended.contains("FIS_AUTH_ERROR; it asks once more at 1d1h [fis.auth-error]"))
  }

  @Test func `FID mode and an SDK that asks for tokens are named`() throws {
    let text = try why(
      "m", "0s pixel fid-mode on\n" + ready + "server send m to=alice kind=data priority=high")
    #expect(text.contains("0s pixel fid-mode on"))
    #expect(text.contains("every call for a token fails [sdk.fid.no-new-token]"))
  }

  // MARK: Many

  @Test func `a message that reaches nobody is told with its rule`() throws {
    let story =
      ready + "server device-group home add pixel\n+1m server device-group home remove pixel\n"
      + "+1m server device-group home add pixel\n+1m server send m device-group=home"
    let text = try why("m", story)
    #expect(text.contains("\"m\", due on no install: unsent at"))
    #expect(text.contains("FCM lets pixel into no device group [fcm.group.gone]"))
    #expect(text.contains("for many, of whom there is nobody [fcm.send.nobody]"))
    #expect(try run(story).contains("m nowhere unsent"))
  }

  @Test func `a refused message for nobody is told`() throws {
    let text = try why("m", ready + "server send m device-group=unheard-of")
    #expect(text.contains("due on no install: refused"))
    #expect(text.contains("400 INVALID_ARGUMENT"))
  }

  // MARK: The phone

  @Test func `a swipe that stops the app is named with the habit of the vendor`() throws {
    let text = try why(
      "m", phones: "phone pixel android 14 oem=aggressive",
      ready + "+1m pixel swipe-away\n+1m server send m to=alice kind=data priority=high ttl=1h")
    #expect(text.contains("+1m pixel swipe-away"))
    #expect(text.contains("pixel is in the stopped state: nothing starts it [oem.killers]"))
  }

  @Test func `what ends a message between two tries is named, and the refusals before it`() throws {
    for (kind, line) in [("topic=news kind=data", "opt-out alice news"), ("to=alice", "expire m")] {
      let text = try why(
        "m",
        "0s pixel ready alice\n0s pixel subscribe news\n1h fcm answer 503 next=1\n"
          + "server send m \(kind)\n+5s server \(line)")
      #expect(text.contains("server \(line)"))
      #expect(text.contains("503 UNAVAILABLE"))
    }
  }

  @Test func `a force-stop is named`() throws {
    let text = try why(
      "m", ready + "+1m pixel force-stop\n+1m server send m to=alice kind=data priority=high ttl=1h"
    )
    #expect(text.contains("+1m pixel force-stop"))
    #expect(text.contains("nothing starts it [os.stop.enter]"))
    #expect(text.contains("\"m\" is dropped for pixel [os.stop.fcm]"))
  }

  @Test func `a phone without a network is named, before and after FCM hears of it`() throws {
    let story =
      ready + "pixel offline\n+1m server send early to=alice kind=data priority=high ttl=30s\n"
      + "+1h server send late to=alice kind=data priority=high ttl=30s"
    let early = try why("early", story)
    #expect(early.contains("pixel offline"))
    #expect(
      early.contains(
        "whose connection is half open: the network is gone [gms.mcs.half-open]"))
    let late = try why("late", story)
    #expect(late.contains("pixel has no network"))
    #expect(late.contains("FCM keeps \"late\" for pixel [fcm.store.when]"))
    #expect(!late.contains("gms.mcs.half-open"))
  }

  @Test func `a phone that was switched off is named`() throws {
    let text = try why(
      "m", ready + "pixel power off\n+1h server send m to=alice kind=data priority=high ttl=1m")
    #expect(text.contains("pixel power off"))
  }

  @Test func `a screen that went dark hours before is named as the way into Doze`() throws {
    let story =
      ready + "pixel screen off\n+3h server send zero to=alice kind=data priority=normal ttl=0s\n"
      + "+1m server send later to=alice kind=data priority=normal ttl=1m"
    for message in ["zero", "later"] {
      let text = try why(message, story)
      #expect(text.contains("line 6 pixel screen off"))
      #expect(text.contains("pixel is in light Doze"))
    }
  }

  @Test func `a vendor that freezes the app is named, and what it keeps is no riddle`() throws {
    let text = try why(
      "m", phones: "phone pixel android 14 oem=aggressive",
      "reading oem.policy background-freeze\n" + ready
        + "pixel screen off\n+3h server send m to=alice kind=data priority=high")
    #expect(text.contains("pending at"))
    #expect(text.contains("because of oem.policy"))
    #expect(text.contains("line 6 1h pixel background"))
    #expect(text.contains("play services of pixel keep \"m\" to themselves [oem.policy]"))
  }

  @Test func `a bucket and a profile that is off are named`() throws {
    let bucket = try why(
      "m6", phones: "phone pixel android 12",
      ready + "pixel bucket rare\npixel screen off\n"
        + "+2h repeat 6 every 5m server send m# to=alice kind=data priority=high ttl=2m")
    #expect(bucket.contains("pixel bucket rare"))
    #expect(bucket.contains("FCM lowers the priority of \"m6\" [fcm.prio.quota-pre13.rare]"))
    let profile = try why(
      "m", phones: "phone pixel android 14 profiles=work",
      "0s pixel ready alice profile=work\n1h pixel profile work off\n"
        + "+1m server send m to=alice kind=data priority=high ttl=1h")
    #expect(profile.contains("1h pixel profile work off"))
    #expect(profile.contains("[us.stopped]"))
  }

  @Test func `messages that showed nothing are named where a later one was lowered`() throws {
    let text = try why(
      "call",
      ready + "repeat 30 every 6h server send s# to=alice kind=data priority=high silent=on\n"
        + "+1h pixel screen off\n+4h server send call to=alice kind=data priority=high ttl=30s")
    #expect(text.contains("repeat 30 every 6h server send s#"))
    #expect(text.contains("pixel handles \"s30\", which shows nothing"))
    #expect(!text.contains("\"s28\""))
  }

  // MARK: The screen

  @Test func `two denials and a fresh install are named where the server holds back`() throws {
    let story =
      "0s pixel install\npixel open\n+1s pixel login alice\n"
      + "+1h server send fresh to=alice kind=data priority=high\npixel ask-permission\n"
      + "+5s pixel permission deny\n+1m pixel background\n+1m pixel open\npixel ask-permission\n"
      + "+5s pixel permission deny\n+1h server send denied to=alice kind=data priority=high"
    let fresh = try why("fresh", story)
    #expect(fresh.contains("pixel is installed and was never allowed to notify [perm.new-install]"))
    #expect(fresh.contains("disabled [design.disabled.action]"))
    let denied = try why("denied", story)
    #expect(denied.contains("line 13 +5s pixel permission deny"))
    #expect(denied.contains("pixel may not notify [perm.deny2]"))
  }

  @Test func `a channel that is off is named, even where the app shows the message later`() throws {
    let text = try why(
      "m",
      ready + "pixel channel messages off\n+1m server send m to=alice kind=data priority=high\n"
        + "+1h pixel open")
    #expect(text.contains("pixel channel messages off"))
    #expect(text.contains("pixel does not show \"m\" [chan.blocked]"))
  }

  @Test func `the cap of the tray is named for what the inbox brought`() throws {
    let text = try why(
      "m2",
      ready + "pixel offline\n+10m repeat 150 every 10s server send m# to=alice kind=data"
        + " priority=high\n+2h pixel online")
    #expect(text.contains("synced"))
    #expect(text.contains("the server sends \"m101\" to FCM"))
    #expect(text.contains("\"m2\" is dropped for pixel [fcm.store.limit]"))
    #expect(text.contains("pixel does not show \"m2\" [tray.max]"))
  }

  @Test func `a sync that draws a second time is named`() throws {
    let text = try run(
      "reading design.sync.announce unseen\n" + ready
        + "+10m server send a to=alice kind=notification\n+1m pixel dismiss a\n"
        + "+1h pixel open")
    #expect(text.contains("violates no-duplicate-display"))
    #expect(text.contains("line 9 +1h pixel open"))
    #expect(text.contains("\"a\" comes to pixel through the inbox"))
  }

  @Test func `a reboot that empties the tray is named`() throws {
    let text = try why(
      "m", ready + "server send m to=alice kind=data priority=high\n+1m pixel reboot")
    #expect(text.contains("+1m pixel reboot"))
    #expect(text.contains("\"m\" leaves the tray of pixel (rebooted)"))
  }

  // MARK: The server

  @Test func `a 429 and the wait behind it are named for the one it hit and those that joined`()
    throws
  {
    let story =
      ready + "fcm answer 429 retry-after=1m next=1\n"
      + "server send first to=alice kind=data priority=high\n"
      + "+1s server send second to=alice kind=data priority=high"
    let first = try why("first", story)
    #expect(first.contains("FCM refuses \"first\" with 429 QUOTA_EXCEEDED"))
    #expect(first.contains("the server tries again [fcm.retry.429]"))
    let second = try why("second", story)
    #expect(second.contains("FCM refuses \"first\" with 429 QUOTA_EXCEEDED"))
    #expect(second.contains("the server holds \"second\" to pixel back [fcm.retry.429]"))
  }

  @Test func `quiet hours and a cap are named with the line that set them`() throws {
    let quiet = try why(
      "m",
      "start 2026-05-04 12:00 UTC\n" + ready + "server quiet-hours alice from=13:00 to=15:00\n"
        + "+30m server send m to=alice kind=data priority=high")
    #expect(quiet.contains("server quiet-hours alice from=13:00 to=15:00"))
    #expect(quiet.contains("the server holds \"m\" to pixel back [design.quiet-hours.action]"))
    let cap = try why(
      "two",
      ready + "server cap 1 per=1d\nserver send one to=alice kind=data priority=high\n"
        + "+1m server send two to=alice kind=data priority=high")
    #expect(cap.contains("server cap 1 per=1d"))
    #expect(cap.contains("capped [design.cap.action]"))
  }

  @Test func `what took the row away is named: FCM's 404, the reaper, a bad message, the operator`()
    throws
  {
    let gone = try why(
      "m2",
      ready + "pixel uninstall\n+1h server send m0 to=alice kind=data\n"
        + "+1h server send m1 to=alice kind=data\n+1h server send m2 to=alice kind=data")
    #expect(gone.contains("unsent"))
    #expect(gone.contains("because of no-row"))
    #expect(gone.contains("FCM refuses \"m1\" with 404 UNREGISTERED [fcm.err.unregistered]"))
    #expect(gone.contains("the server removes the row of pixel (unregistered)"))
    let reaped = try why(
      "m", ready + "pixel power off\n+35d server send m to=alice kind=data")
    #expect(reaped.contains("the server removes the row of pixel (reaped) [design.reaper.window]"))
    let fat = try why(
      "m",
      ready + "server send fat to=alice kind=data size=5000B\n"
        + "+1h server send m to=alice kind=data")
    #expect(fat.contains("FCM refuses \"fat\" with 400 INVALID_ARGUMENT [fcm.payload.max]"))
    let forgotten = try why(
      "m", ready + "server forget alice\n+1h server send m to=alice kind=data")
    #expect(forgotten.contains("server forget alice"))
  }

  @Test func `a message for somebody whom the server never knew is unsent and due nowhere`() throws
  {
    let text = try why("m", ready + "server send m to=bob kind=data")
    #expect(text.contains("\"m\" of bob, due on no install: unsent"))
    #expect(text.contains("no row"))
  }

  @Test func `a wrong project, a stopped server and a fault are named by their lines`() throws {
    let project = try why(
      "m", ready + "server project wrong\n+1m server send m to=alice kind=data")
    #expect(project.contains("server project wrong"))
    let stopped = try why("m", ready + "server stop\n+1m server send m to=alice kind=data")
    #expect(stopped.contains("server stop"))
    let lost = try why(
      "m", ready + "network server-fcm drop next=80\nserver send m to=alice kind=data")
    #expect(lost.contains("line 6 network server-fcm drop next=80: it acts"))
  }

  // MARK: Logins

  @Test func `an unlink that was refused is named wherever the old row still counts`() throws {
    let story =
      "0s pixel ready alice\n1h pixel offline\n+1m pixel logout\n+10m pixel online\n"
      + "+1h server send m to=alice kind=notification"
    for text in [try why("m", story), try run(story)] {
      #expect(text.contains("+1m pixel logout"))
      #expect(text.contains("the server refuses a call of pixel with 401 [design.session.end]"))
    }
    #expect(try run(story).contains("violates converges"))
  }

  @Test func `an unlink that never left is named with the missing network`() throws {
    let text = try why(
      "m",
      "0s pixel ready alice\n1h pixel offline\n+1m pixel logout\n"
        + "+1h server send m to=alice kind=notification ttl=1m")
    #expect(text.contains("an upload for nobody waits on pixel"))
    #expect(text.contains("pixel has no network"))
  }

  @Test func `a topic of FCM that outlives the logout is named with its subscription`() throws {
    let text = try why(
      "m",
      "0s pixel ready alice\n1m pixel topic-subscribe vip\n+1h pixel logout\n"
        + "+1m pixel login bob\n+1m server send m fcm-topic=vip kind=notification priority=high")
    #expect(text.contains("It turns on line 5: 1m pixel topic-subscribe vip"))
  }

  @Test func `a clock that is off, a revoked account and a stopped server are named`() throws {
    let send = "server send m to=alice kind=data\n"
    for story in [
      ready + "server clock +2h\n" + send + "+20m server clock +0s",
      ready + "server clock +2h\n" + send + "+3h server clock +0s",
    ] {
      let late = try why("m", story)
      #expect(late.contains("It turns on line 6: server clock +2h"))
      #expect(
        late.contains("the server holds \"m\" to pixel back [oauth.error.invalid-grant.skew]"))
    }
    let barred = try why(
      "m", ready + "server credential refuse-exchange\n" + send + "+3h server credential restore")
    #expect(barred.contains("It turns on line 6: server credential refuse-exchange"))
    #expect(barred.contains("[oauth.error.invalid-grant]"))
    let down = try run(
      "0s pixel ready alice\n1h server stop\npixel logout\n+1m pixel login bob\n"
        + "+1m pixel background\n+1m server start\nserver send m to=alice kind=notification")
    #expect(down.contains("line 5 1h server stop"))
  }

  @Test func `work that was put off is named with its message and the quota it waits for`() throws {
    let text = try why(
      "m3", phones: "phone pixel android 16",
      "0s pixel ready alice\npixel handler-works job\n1h pixel background\n"
        + "pixel bucket restricted\n"
        + "+1m repeat 3 every 20m server send m# to=alice kind=data priority=normal")
    #expect(text.contains("It turns on line 7: pixel bucket restricted"))
    #expect(text.contains("the work that pixel put off waits [bucket.jobs.16.window.restricted]"))
    #expect(text.contains("the server sends \"m3\" to FCM"))
  }

  @Test func `a row that another phone took after a restore is named with both`() throws {
    let text = try why(
      "m", on: "new", phones: "phone old android 14\nphone new android 15",
      "0s old ready alice\n1d old backup\n+1h new restore from=old\n+1m new ready alice\n"
        + "+1d old open\nold logout\n+1h server send m to=alice kind=data")
    #expect(text.contains("It turns on line 7: +1h new restore from=old"))
    #expect(text.contains("It turns on line 10: old logout"))
    #expect(!text.contains("It turns on line 8"))
    #expect(text.contains("the server does not send \"m\" to alice: no row"))
  }

  // MARK: In short

  @Test func `what made the difference stands above the chain, and the send itself does not`()
    throws
  {
    let text = try why(
      "m",
      ready + "+1m pixel force-stop\n+1m server send m to=alice kind=data ttl=1h\n+5h pixel open")
    #expect(text.contains("It turns on line 6: +1m pixel force-stop FCM's delivery data"))
    let reaped = try why("m", ready + "pixel power off\n+35d server send m to=alice kind=data")
    #expect(reaped.contains("It turns on the server removes the row of pixel (reaped)"))
  }

  @Test func `a broken promise comes with the changes of the design that would have kept it`()
    throws
  {
    let reading = "reading design.sync.announce unseen\n"
    let twice = try run(
      reading + ready + "+10m server send a to=alice kind=notification\n+1m pixel dismiss a\n"
        + "+1h pixel open")
    #expect(twice.contains("avoided without inbox-sync, or with hint-payload"))
    let kept = try run(
      reading + "with hint-payload\n" + ready + "+10m server send a to=alice kind=notification\n"
        + "+1m pixel dismiss a\n+1h pixel open")
    #expect(!kept.contains("violates no-duplicate-display"))
  }

  @Test func `a change under which a fault finds nothing is offered as no way`() throws {
    let twice = try run(
      "nodes n1 n2 n3\n" + ready + "n3 crash between=accepted,recorded\n"
        + "server campaign sale batch=5 every=1m kind=notification")
    #expect(twice.contains("violates no-duplicate-display"))
    #expect(twice.contains("avoided with collapse-by-message-id fates"))
    #expect(twice.contains("line 7 n3 crash between=accepted,recorded"))
  }

  @Test func `to show less is offered as no way to keep a promise`() throws {
    let mixedUp = try run(
      "without own-tap-intent\n" + ready + "+10m server send a to=alice link=orders\n"
        + "+1m server send b to=alice link=chat\n+5m pixel tap b\npixel background\npixel tap a")
    #expect(mixedUp.contains("violates tap-lands-right"))
    #expect(mixedUp.contains("avoided with own-tap-intent violates"))
  }

  @Test func `a topic whose reader has no row any more has one fate for that reader`() throws {
    let text = try why(
      "m",
      "0s pixel ready alice\npixel subscribe news\n1h server forget alice\n"
        + "+1m server send m topic=news kind=data")
    #expect(text.contains("\"m\" on pixel: unsent"))
    #expect(text.contains("server forget alice"))
  }

  @Test func `a choice of the host is that of the phone, not the last one of the story`() throws {
    let phones = "phone pixel android 15\nphone other android 15"
    let slow = try why(
      "m", on: "pixel", phones: phones,
      """
      0s pixel ready alice
      pixel handler-takes 30s
      other ready bob
      1h other handler-takes 5s
      pixel background
      +1m server send m to=alice kind=data priority=high
      """)
    #expect(slow.contains("pixel handler-takes 30s"))
    #expect(!slow.contains("other handler-takes 5s"))
    let deaf = try why(
      "m", on: "pixel", phones: phones,
      """
      0s pixel receiver off
      pixel ready alice
      1h other receiver off
      pixel background
      +1m server send m to=alice kind=data priority=high
      """)
    #expect(deaf.contains("pixel receiver off"))
    #expect(!deaf.contains("other receiver off"))
  }

  @Test func `an uninstall is no logout, and a switched-off profile is no missing one`() throws {
    let gone = try why("m", ready + "pixel uninstall\n+1m server send m to=alice priority=high")
    #expect(!gone.contains("is logged out"))
    let off = try Program.inFolder { folder in
      let story = """
        scenario  Why
        users alice
        phone pixel android 15 profiles=work
        0s pixel ready alice profile=work
        1h pixel profile work off
        pixel open profile=work
        """
      try Program.write(story + "\n", to: "a.push", in: folder)
      return try Program.run(["run", "a.push"], in: folder).output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(off.contains("does not run"))
  }

  // MARK: What a reader asks next

  @Test func `a late push says how late it was`() throws {
    let text = try why(
      "m", ready + "pixel offline\n+1m server send m to=alice kind=data\n+40m pixel online")
    #expect(text.contains("\"m\" of alice on pixel: shown at 1h41m"))
    #expect(text.contains(", 40m") && text.contains("s after the server took it"))
  }

  @Test func `a question that the chain cites comes with the answer of the run`() throws {
    let story =
      ready + "+1m pixel notifications off\n+1m pixel open\n+1h server send m to=alice kind=data"
    #expect(try why("m", story).contains("answer not-sent; it could also be normal-priority"))
  }

  @Test func `that a shown message was swiped away later is nothing that it turns on`() throws {
    let text = try why("m", ready + "+1m server send m to=alice kind=data\n+1h pixel dismiss m")
    #expect(text.contains("leaves the tray"))
    #expect(!text.contains("It turns on"))
  }
}
