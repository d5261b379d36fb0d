import Rulebook
import SimKernel
import Testing

struct RelationTests {
  @Test(arguments: Preset.allCases)
  func `numbers that bound each other stay in order`(preset: Preset) {
    let rules = Rulebook(preset: preset)
    let pairs: [(Rule, Rule)] = [
      (rules.store.ttlDefault, rules.store.ttlMax),
      (rules.payload.maxTopic, rules.payload.max),
      (rules.registration.staleAfter, rules.registration.expireAfter),
      (rules.registration.refreshNoBenefit, rules.registration.refreshMonthly),
      (rules.rates.deviceMinute, rules.rates.deviceHour),
      (rules.rates.collapsibleBurst, rules.rates.deviceMinute),
      (rules.doze.deepIdleFirst, rules.doze.deepIdleMax),
      (rules.doze.deepWindowFirst, rules.doze.deepWindowMax),
      (rules.doze.deepWindowMin, rules.doze.deepWindowFirst),
      (rules.doze.deepWindowMax, rules.doze.deepIdleFirst),
      (rules.doze.lightIdleFirst, rules.doze.lightIdleMax),
      (rules.doze.lightWindowMin, rules.doze.lightWindowMax),
      (rules.doze.lightEnter14, rules.doze.deepInactive),
      (rules.transport.reconnectFirst, rules.transport.reconnectMax),
      (rules.transport.allowlistDuration, rules.doze.allowlistMax),
      (rules.standby.workingSetAge, rules.standby.frequentAge),
      (rules.standby.frequentAge, rules.standby.rareAge),
      (rules.standby.rareAge, rules.standby.restrictedAge13),
      (rules.standby.restrictedAge13, rules.standby.restrictedAge12),
      (rules.standby.restrictedAge12, rules.standby.hibernateAfter),
      (rules.priority.quotaRestricted, rules.priority.quotaRare),
      (rules.priority.quotaRare, rules.priority.quotaFrequent),
      (rules.processes.backoffMin, rules.processes.backoffFirst),
      (rules.processes.backoffFirst, rules.processes.backoffMax),
      (rules.messaging.retryFirst, rules.messaging.retryMax),
      (rules.topics.clientRetryFirst, rules.topics.clientRetryMax),
      (rules.installations.tokenRefresh, rules.installations.tokenLifetime),
      (rules.oauth.refreshEarly, rules.oauth.tokenLifetime),
      (rules.design.sendRetryFirst, rules.design.sendRetryMax),
      (rules.design.sendRetryMax, rules.design.sendGiveUp),
      (rules.client.fetchTime, rules.handling.budget),
      (rules.tray.autoGroup13, rules.tray.autoGroup12),
      (rules.jobs.restrictedSessions16, rules.jobs.rareSessions16),
      (rules.jobs.rareExpedited, rules.jobs.workingSetExpedited),
      (rules.jobs.workingSetExpedited, rules.jobs.activeExpedited),
    ]
    for (less, more) in pairs {
      #expect(less.unit == more.unit)
      #expect(less.value <= more.value, "\(preset): \(less.id) <= \(more.id)")
    }
  }

  @Test func `the numbers of the sources stand in the book`() {
    let rules = Rulebook.documented
    #expect(rules.store.ttlMax.duration.microseconds == 2_419_200 * 1_000_000)
    #expect(rules.store.limit.value == 100 && rules.store.collapseKeysMax.value == 4)
    #expect(rules.rates.collapsibleBurst.value == 20)
    #expect(rules.registration.expireAfter.valueText == "270d")
    #expect(rules.priority.downgradeWindow.valueText == "7d")
    #expect(rules.transport.heartbeatWifi.valueText == "15m")
    #expect(rules.permission.denialsFinal.value == 2 && rules.tray.max.value == 50)
    #expect(rules.messaging.fidLibrary.value == 250_100)
  }
}
