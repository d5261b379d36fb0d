import Backend
import DeviceOS
import PushDomain
import PushServices
import SimKernel

extension World {
  /// The next habit of a phone: it happens, and the one behind it is armed.
  mutating func live(_ phone: Int) {
    let row = habits.rows[phone]
    let entry = AgendaEntry(bits: habits.agenda[phone * Habits.capacity + Int(row.next)])
    habits.rows[phone].next += 1
    armHabit(phone)
    act(entry, phone)
  }

  /// Arms the one pending habit of a phone; at the end of its day the next day is planned.
  mutating func armHabit(_ phone: Int) {
    while habits.rows[phone].next == habits.rows[phone].count {
      habits.rows[phone].day += 1
      guard Int(habits.rows[phone].day) < habits.plan.days else { return }
      habits.planDay(phone, &context.choices)
    }
    let row = habits.rows[phone]
    let entry = AgendaEntry(bits: habits.agenda[phone * Habits.capacity + Int(row.next)])
    let time =
      SimTime.zero + .seconds(Int64(row.day) * Int64(AgendaEntry.daySeconds) + Int64(entry.second))
    queue.schedule(
      Event(
        time: max(time, context.now), kind: TimerKind.habit.rawValue,
        index: UInt32(truncatingIfNeeded: phone)))
  }

  /// Carries a habit out by the same commands that a story uses.
  private mutating func act(_ entry: AgendaEntry, _ phone: Int) {
    let slot = SlotID(phone)
    let device = DeviceID(phone)
    switch entry.habit {
    case .push: send(sort: entry.argument, to: phone)
    case .putAside: putAside(phone)
    case .pickUp: pickUp(phone)
    case .open: openApp(phone)
    case .goOffline: route(.device(device, .offline))
    case .goOnline: route(.device(device, .online))
    case .plug: route(.device(device, .charge(on: true)))
    case .unplug: route(.device(device, .charge(on: false)))
    case .join: join(phone)
    case .reinstall:
      guard isThere(phone) else { return }
      route(.app(slot, .uninstall))
      settleEffects()
      join(phone)
    case .lend: change(phone, to: UserID(phone ^ 1))
    case .takeBack: change(phone, to: UserID(phone))
    case .forceStop: if isThere(phone) { route(.app(slot, .forceStop)) }
    case .revoke: if isThere(phone) { route(.app(slot, .notifications(on: false))) }
    case .uninstall:
      guard isThere(phone) else { return }
      route(.app(slot, .uninstall))
      habits.rows[phone].traits.insert(.gone)
    }
  }

  private func isThere(_ phone: Int) -> Bool {
    !systemState.install(in: SlotID(phone)).isNone
  }

  private func newestInstall(of phone: Int) -> InstallID {
    systemState.newest(in: SlotID(phone))
  }

  private mutating func putAside(_ phone: Int) {
    if isThere(phone), systemState.isForeground(newestInstall(of: phone)) {
      let isSwiped = drawn(phone) < habits.plan.swipesPerMille
      route(.app(SlotID(phone), isSwiped ? .swipeAway : .background))
      settleEffects()
    }
    route(.device(DeviceID(phone), .screen(on: false)))
  }

  /// Takes the phone in hand, and now and then sweeps the tray.
  private mutating func pickUp(_ phone: Int) {
    route(.device(DeviceID(phone), .unlock))
    let sweeps = habits.plan.sweepsPerMille
    guard isThere(phone), hasTray(phone), drawn(phone) < sweeps else { return }
    settleEffects()
    route(.app(SlotID(phone), .dismissAll))
  }

  /// Brings every phone that has the app within reach, opens it, and gives what is due a day.
  ///
  /// Promises that fall due when all is settled can then be judged.
  mutating func bringHome() {
    for phone in habits.rows.indices where isThere(phone) {
      perform(.device(DeviceID(phone), .online))
      perform(.app(SlotID(phone), .open))
    }
    run(through: now + .days(1))
  }

  private func hasTray(_ phone: Int) -> Bool {
    !systemState.newestTrayMessage(on: newestInstall(of: phone)).isNone
  }

  /// A number below a thousand, by the phone's own stream.
  private mutating func drawn(_ phone: Int) -> UInt32 {
    let label = Habits.label.of(habits.rows[phone].key)
    return context.choices.choose(label, counter: &habits.rows[phone].draws, among: 1_000)
  }

  /// Opens the app, now and then by the newest notification.
  private mutating func openApp(_ phone: Int) {
    guard isThere(phone) else { return route(.device(DeviceID(phone), .unlock)) }
    let newest = systemState.newestTrayMessage(on: newestInstall(of: phone))
    if !newest.isNone, drawn(phone) < habits.plan.tapsPerMille {
      return route(.app(SlotID(phone), .tap(newest)))
    }
    route(.app(SlotID(phone), .open))
  }

  /// Installs, opens, answers the question for the right to notify, logs in.
  private mutating func join(_ phone: Int) {
    let slot = SlotID(phone)
    if habits.rows[phone].traits.contains(.denies) {
      perform(.app(slot, .install))
      perform(.app(slot, .open))
      if !systemState.isDialogOpen(on: newestInstall(of: phone)) {
        perform(.host(slot, .askPermission))
      }
      if systemState.isDialogOpen(on: newestInstall(of: phone)) {
        perform(.app(slot, .permission(.deny)))
      }
      route(.app(slot, .login(UserID(phone))))
    } else {
      route(.app(slot, .ready(UserID(phone))))
    }
  }

  /// One person logs out and another one in.
  private mutating func change(_ phone: Int, to user: UserID) {
    guard isThere(phone), user.index < habits.rows.count else { return }
    let slot = SlotID(phone)
    perform(.app(slot, .open))
    perform(.app(slot, .logout))
    route(.app(slot, .login(user)))
  }

  private mutating func perform(_ command: Command) {
    route(command)
    settleEffects()
  }

  /// The server sends a message of a sort to the person of a phone.
  private mutating func send(sort: UInt32, to phone: Int) {
    let sorts = habits.plan.sorts[Int(sort)]
    var payload = PushPayload(
      message: MessageID(rawValue: habits.nextMessage), kind: sorts.kind, sentAt: context.now)
    habits.nextMessage += 1
    habits.ordered[Int(sort)] += 1
    payload.user = UserID(phone)
    // Where a tap leads tells the sorts apart, for judges too.
    payload.link = NameID(rawValue: sort)
    if sorts.collapses { payload.collapseKey = NameID(rawValue: sort) }
    if sorts.isSilent { payload.flags.insert(.silent) }
    var order = SendOrder(payload: payload, audience: .user(payload.user))
    order.kindIsSet = true
    order.priority = sorts.priority
    if let life = sorts.life { order.ttlMilliseconds = life.microseconds / 1_000 }
    server.take(order, &serverState, in: &context)
  }
}
