import SimKernel

/// How much deferred work an app may do by how much it is used.
public struct JobQuotaRules: BitwiseCopyable, Sendable {
  /// The job window in working set up to Android 15.
  public var workingSetJobWindow = Rule(
    "bucket.jobs.table.working-set", SimDuration.hours(2), least: SimDuration.seconds(1),
    says: "Up to Android 15 jobs of an app in working set run for ten minutes in every 2 hours.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented,
    note: """
      Job quotas differ by edition: the public table has windows of 2, 8 and 24 hours, Android 16 \
      has 4, 12 and 24.
      """)

  /// Alarms in working set.
  public var workingSetAlarms = Rule(
    "bucket.jobs.table.alarms.working-set", 10,
    says: "Up to Android 15 an app in working set fires 10 alarms in an hour.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "The SDK of the guide sets no alarms.")

  /// The job window in frequent up to Android 15.
  public var frequentJobWindow = Rule(
    "bucket.jobs.table.frequent", SimDuration.hours(8), least: SimDuration.seconds(1),
    says: "Up to Android 15 jobs of an app in frequent run for ten minutes in every 8 hours.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented,
    note: """
      Job quotas differ by edition: the public table has windows of 2, 8 and 24 hours, Android 16 \
      has 4, 12 and 24.
      """)

  /// Alarms in frequent.
  public var frequentAlarms = Rule(
    "bucket.jobs.table.alarms.frequent", 2,
    says: "Up to Android 15 an app in frequent fires 2 alarms in an hour.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "The SDK of the guide sets no alarms.")

  /// The job window in rare up to Android 15.
  public var rareJobWindow = Rule(
    "bucket.jobs.table.rare", SimDuration.hours(24), least: SimDuration.seconds(1),
    says: "Up to Android 15 jobs of an app in rare run for ten minutes in every 24 hours.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented,
    note: """
      Job quotas differ by edition: the public table has windows of 2, 8 and 24 hours, Android 16 \
      has 4, 12 and 24.
      """)

  /// Alarms in rare.
  public var rareAlarms = Rule(
    "bucket.jobs.table.alarms.rare", 1,
    says: "Up to Android 15 an app in rare fires 1 alarm in an hour.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "The SDK of the guide sets no alarms.")

  /// Job time in a window up to Android 15.
  public var tableJobTime = Rule(
    "bucket.jobs.table.time", SimDuration.minutes(10), least: SimDuration.seconds(1),
    says: "Up to Android 15 a window holds ten minutes of jobs.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented,
    note: """
      Job quotas differ by edition: the public table has windows of 2, 8 and 24 hours, Android 16 \
      has 4, 12 and 24.
      """)

  /// The job window in restricted up to Android 15.
  public var restrictedJobWindow = Rule(
    "bucket.jobs.table.restricted", SimDuration.hours(24), least: SimDuration.seconds(1),
    says: "Up to Android 15 jobs of a restricted app run once a day.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented,
    note: """
      Job quotas differ by edition: the public table has windows of 2, 8 and 24 hours, Android 16 \
      has 4, 12 and 24.
      """)

  /// Alarms in restricted.
  public var restrictedAlarms = Rule(
    "bucket.jobs.table.alarms.restricted", 1,
    says: "Up to Android 15 a restricted app fires one alarm a day.",
    source: "Android, power management resource limits; read 2026-10",
    evidence: .documented,
    relation: .notModelled,
    reason: "The SDK of the guide sets no alarms.")

  /// Job time in active from Android 16.
  public var activeJobTime16 = Rule(
    "bucket.jobs.16.time.active", SimDuration.minutes(20),
    says: "From Android 16 a window of the bucket active holds 20 minutes of jobs.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    note: """
      Job quotas differ by edition: the public table has windows of 2, 8 and 24 hours, Android 16 \
      has 4, 12 and 24.
      """)

  /// The job window in active from Android 16.
  public var activeJobWindow16 = Rule(
    "bucket.jobs.16.window.active", SimDuration.minutes(30), least: SimDuration.seconds(1),
    says: "From Android 16 the job window of the bucket active is 30 minutes.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    note: """
      The window is 30 or 60 minutes. Job quotas differ by edition: the public table has windows \
      of 2, 8 and 24 hours, Android 16 has 4, 12 and 24.
      """)

  /// Jobs in a window of active from Android 16.
  public var activeJobs16 = Rule(
    "bucket.jobs.16.count.active", 75,
    says: "From Android 16 a window of the bucket active holds at most 75 jobs.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "One unique upload job never nears the count; the time in the window decides.")

  /// Sessions in a window of active from Android 16.
  public var activeSessions16 = Rule(
    "bucket.jobs.16.sessions.active", 75,
    says: "From Android 16 a window of the bucket active holds at most 75 sessions.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode)

  /// Job time in working set from Android 16.
  public var workingSetJobTime16 = Rule(
    "bucket.jobs.16.time.working-set", SimDuration.minutes(10),
    says: "From Android 16 a window of the bucket working set holds 10 minutes of jobs.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    note: """
      Job quotas differ by edition: the public table has windows of 2, 8 and 24 hours, Android 16 \
      has 4, 12 and 24.
      """)

  /// The job window in working set from Android 16.
  public var workingSetJobWindow16 = Rule(
    "bucket.jobs.16.window.working-set", SimDuration.hours(4), least: SimDuration.seconds(1),
    says: "From Android 16 the job window of the bucket working set is 4 hours.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    note: """
      Job quotas differ by edition: the public table has windows of 2, 8 and 24 hours, Android 16 \
      has 4, 12 and 24.
      """)

  /// Jobs in a window of working set from Android 16.
  public var workingSetJobs16 = Rule(
    "bucket.jobs.16.count.working-set", 120,
    says: "From Android 16 a window of the bucket working set holds at most 120 jobs.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "One unique upload job never nears the count; the time in the window decides.")

  /// Sessions in a window of working set from Android 16.
  public var workingSetSessions16 = Rule(
    "bucket.jobs.16.sessions.working-set", 10,
    says: "From Android 16 a window of the bucket working set holds at most 10 sessions.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode)

  /// Job time in frequent from Android 16.
  public var frequentJobTime16 = Rule(
    "bucket.jobs.16.time.frequent", SimDuration.minutes(10),
    says: "From Android 16 a window of the bucket frequent holds 10 minutes of jobs.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    note: """
      Job quotas differ by edition: the public table has windows of 2, 8 and 24 hours, Android 16 \
      has 4, 12 and 24.
      """)

  /// The job window in frequent from Android 16.
  public var frequentJobWindow16 = Rule(
    "bucket.jobs.16.window.frequent", SimDuration.hours(12), least: SimDuration.seconds(1),
    says: "From Android 16 the job window of the bucket frequent is 12 hours.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    note: """
      Job quotas differ by edition: the public table has windows of 2, 8 and 24 hours, Android 16 \
      has 4, 12 and 24.
      """)

  /// Jobs in a window of frequent from Android 16.
  public var frequentJobs16 = Rule(
    "bucket.jobs.16.count.frequent", 200,
    says: "From Android 16 a window of the bucket frequent holds at most 200 jobs.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "One unique upload job never nears the count; the time in the window decides.")

  /// Sessions in a window of frequent from Android 16.
  public var frequentSessions16 = Rule(
    "bucket.jobs.16.sessions.frequent", 8,
    says: "From Android 16 a window of the bucket frequent holds at most 8 sessions.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode)

  /// Job time in rare from Android 16.
  public var rareJobTime16 = Rule(
    "bucket.jobs.16.time.rare", SimDuration.minutes(10),
    says: "From Android 16 a window of the bucket rare holds 10 minutes of jobs.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    note: """
      Job quotas differ by edition: the public table has windows of 2, 8 and 24 hours, Android 16 \
      has 4, 12 and 24.
      """)

  /// The job window in rare from Android 16.
  public var rareJobWindow16 = Rule(
    "bucket.jobs.16.window.rare", SimDuration.hours(24), least: SimDuration.seconds(1),
    says: "From Android 16 the job window of the bucket rare is 24 hours.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    note: """
      Job quotas differ by edition: the public table has windows of 2, 8 and 24 hours, Android 16 \
      has 4, 12 and 24.
      """)

  /// Jobs in a window of rare from Android 16.
  public var rareJobs16 = Rule(
    "bucket.jobs.16.count.rare", 48,
    says: "From Android 16 a window of the bucket rare holds at most 48 jobs.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "One unique upload job never nears the count; the time in the window decides.")

  /// Sessions in a window of rare from Android 16.
  public var rareSessions16 = Rule(
    "bucket.jobs.16.sessions.rare", 3,
    says: "From Android 16 a window of the bucket rare holds at most 3 sessions.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode)

  /// Job time in restricted from Android 16.
  public var restrictedJobTime16 = Rule(
    "bucket.jobs.16.time.restricted", SimDuration.minutes(10),
    says: "From Android 16 a window of the bucket restricted holds 10 minutes of jobs.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    note: """
      Job quotas differ by edition: the public table has windows of 2, 8 and 24 hours, Android 16 \
      has 4, 12 and 24.
      """)

  /// The job window in restricted from Android 16.
  public var restrictedJobWindow16 = Rule(
    "bucket.jobs.16.window.restricted", SimDuration.hours(24), least: SimDuration.seconds(1),
    says: "From Android 16 the job window of the bucket restricted is 24 hours.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    note: """
      Job quotas differ by edition: the public table has windows of 2, 8 and 24 hours, Android 16 \
      has 4, 12 and 24.
      """)

  /// Jobs in a window of restricted from Android 16.
  public var restrictedJobs16 = Rule(
    "bucket.jobs.16.count.restricted", 10,
    says: "From Android 16 a window of the bucket restricted holds at most 10 jobs.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "One unique upload job never nears the count; the time in the window decides.")

  /// Sessions in a window of restricted from Android 16.
  public var restrictedSessions16 = Rule(
    "bucket.jobs.16.sessions.restricted", 1,
    says: "From Android 16 a window of the bucket restricted holds at most 1 session.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode)

  /// Job time in a day from Android 16.
  public var jobDayCap = Rule(
    "bucket.jobs.16.day-cap", SimDuration.hours(4),
    says: "From Android 16 jobs of one app run at most four hours in 24.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode)

  /// Jobs in a minute from Android 16.
  public var jobBurst = Rule(
    "bucket.jobs.16.burst", 20,
    says: "From Android 16 an app starts at most 20 jobs in 60 seconds.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    relation: .notModelled,
    reason: "One unique upload job never nears it.")

  /// Expedited time a day in active.
  public var activeExpedited = Rule(
    "bucket.ej.active", SimDuration.minutes(30),
    says: "Expedited jobs of the bucket active run 30 minutes in 24 hours.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode)

  /// Expedited time a day in working set.
  public var workingSetExpedited = Rule(
    "bucket.ej.working-set", SimDuration.minutes(15),
    says: "Expedited jobs of the bucket working set run 15 minutes in 24 hours.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode,
    note: "Older trees grant 30 minutes.")

  /// Expedited time a day in frequent.
  public var frequentExpedited = Rule(
    "bucket.ej.frequent", SimDuration.minutes(10),
    says: "Expedited jobs of the bucket frequent run 10 minutes in 24 hours.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode)

  /// Expedited time a day in rare.
  public var rareExpedited = Rule(
    "bucket.ej.rare", SimDuration.minutes(10),
    says: "Expedited jobs of the bucket rare run 10 minutes in 24 hours.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode)

  /// Expedited time a day in restricted.
  public var restrictedExpedited = Rule(
    "bucket.ej.restricted", SimDuration.minutes(5),
    says: "Expedited jobs of the bucket restricted run 5 minutes in 24 hours.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode)

  /// Expedited time a day in exempt.
  public var exemptExpedited = Rule(
    "bucket.ej.exempt", SimDuration.minutes(60),
    says: "Expedited jobs of the bucket exempt run 60 minutes in 24 hours.",
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode)

  /// Expedited time that is free after a push.
  public var expeditedAfterPass = Rule(
    "bucket.ej.grace.push", SimDuration.minutes(3),
    says: """
      While an app has a pass out of Doze, as a high message gives, and for three minutes after \
      it, an expedited job that starts is free.
      """,
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode)

  /// Expedited time that is free after use.
  public var expeditedAfterTop = Rule(
    "bucket.ej.grace.top", SimDuration.minutes(1),
    says: """
      While an app is on top, and for one minute after, an expedited job that starts is free.
      """,
    source: "AOSP QuotaController (Android 16); read 2026-10",
    evidence: .sourceCode)

  /// The API level that counts foreground jobs.
  public var jobsCountInForeground = Rule(
    "bucket.job-fgs16", 36,
    says: """
      From Android 16 (API level 36) job quotas also count for jobs started from the top or beside \
      a foreground service.
      """,
    source: "Android 16 behaviour changes; read 2026-10",
    evidence: .documented)
}
