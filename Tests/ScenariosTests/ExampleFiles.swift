/// Files in the style of the language's page, as the tests read them.
enum ExampleFiles {
  static let offlineLogout = """
    scenario  Offline logout does not show Alice's messages to Bob
    tags      logout leak android

    note      Alice logs out on a plane: the unlink waits in the phone. Bob logs in before it leaves,
    note      and a message for Alice is already stored at FCM.

    users     alice bob
    phone     pixel  android 15
    design    published

    0s        pixel   install
              pixel   open
              pixel   permission allow
              pixel   login alice
    1h        pixel   offline
    +1m       pixel   logout
    +4m       server  send secret to=alice kind=data priority=high ttl=4h
    +55m      pixel   login bob
    +1h       pixel   online
    settle    1d

    expect    secret on pixel  ignored because=client-user-filter
    expect    row of pixel     user=bob

    """

  static let fullStore = """
    scenario  The hundred-and-first stored message empties the store

    users     alice
    phone     pixel  android 15

    0s        pixel ready alice
    1h        pixel offline
    +1m       repeat 101 every 1s  server send m# to=alice kind=data
    1d        pixel online
    settle    1h

    expect    m# on pixel  synced because=fcm.store.limit  # the push was dropped, the full sync repaired it
    expect    pixel sdk    was-told deleted-messages

    """

  static let restored = """
    scenario  A restored phone takes the old phone's place

    users     alice
    phone     old  android 15
    phone     new  android 15
    vary      design published hardened

    0s        old     ready alice
    1d        old     backup
    +1h       new     restore from=old
    +1m       new     ready alice
    +1h       server  send m1 to=alice
    settle    1h

    expect    m1 on new  shown
    expect    m1 on old  shown         when design=hardened
    violates  every-install-reachable  when design=published

    """
}
