package import PushDomain
import SimKernel

/// The SDK's record of one install: what it remembers between launches, as the guide lists it.
package struct DeviceRegistration: BitwiseCopyable, Sendable {
  /// The SDK's own install id, under which it uploads.
  package var key: UInt32
  /// The push address; none before the first.
  package var address = AddressID.none
  /// The user who is logged in, by the record; none after a logout.
  package var user = UserID.none
  /// Goes up with every local change.
  package var localVersion: UInt32 = 0
  /// Equals the local version when the server is current.
  package var uploadedVersion: UInt32 = 0
  /// The last successful upload in seconds of the wall clock.
  package var uploadedAt = DeviceRegistration.never
  /// From the lowest bit: notifications are on, the kind of address (two bits), the zone.
  private var bits = UInt16(AddressKind.token.rawValue) << 1

  /// Stands for an upload that never happened.
  package static let never = Int32.min

  /// A record without a user or an address.
  package init(key: UInt32) { self.key = key }

  /// The app can show notifications, as far as the SDK knows.
  package var isEnabled: Bool {
    get { bits & 1 != 0 }
    set { bits = newValue ? bits | 1 : bits & ~1 }
  }

  /// FID or token; the server routes by it.
  package var kind: AddressKind {
    get { AddressKind(rawValue: UInt8(bits >> 1 & 3)) ?? .token }
    set { bits = bits & ~0b110 | UInt16(newValue.rawValue) << 1 }
  }

  /// The zone that the last upload named.
  var zone: ZoneID {
    get { ZoneID(rawValue: bits >> 3) }
    set {
      precondition(newValue.rawValue < 1 << 13, "at most 8192 zones are in a run")
      bits = bits & 0b111 | newValue.rawValue << 3
    }
  }

  /// Whether the server is believed to know everything.
  package var isUploaded: Bool { localVersion == uploadedVersion }
}

/// Yes-or-no facts about one install's code and storage.
struct ClientFlags: OptionSet, BitwiseCopyable {
  let rawValue: UInt32

  /// The app is installed.
  static let isPresent = ClientFlags(rawValue: 1 << 0)
  /// Its process runs.
  static let isAlive = ClientFlags(rawValue: 1 << 1)
  /// It is in the foreground.
  static let isForeground = ClientFlags(rawValue: 1 << 2)
  /// An upload is on its way.
  static let isUploading = ClientFlags(rawValue: 1 << 3)
  /// The system runs the upload job.
  static let runsUploadJob = ClientFlags(rawValue: 1 << 4)
  /// The present version will not be uploaded: refused for good, or given up.
  static let isAbandoned = ClientFlags(rawValue: 1 << 5)
  /// The person withdrew consent for tracking.
  static let deniesConsent = ClientFlags(rawValue: 1 << 6)
  /// The person asked the server to erase the install; no answer yet.
  static let isErasing = ClientFlags(rawValue: 1 << 7)
  /// The server has erased it: nothing is uploaded until the next login.
  static let isErased = ClientFlags(rawValue: 1 << 8)
  /// The session outlives the logout for a little while.
  static let isSessionEnding = ClientFlags(rawValue: 1 << 9)
  /// One sync has succeeded since the login.
  static let hasSynced = ClientFlags(rawValue: 1 << 10)
  /// The system runs the sync job.
  static let runsSyncJob = ClientFlags(rawValue: 1 << 11)
  /// The events job is enqueued.
  static let queuedEventsJob = ClientFlags(rawValue: 1 << 12)
  /// The system runs the events job.
  static let runsEventsJob = ClientFlags(rawValue: 1 << 13)
  /// A batch of events is on its way.
  static let isReporting = ClientFlags(rawValue: 1 << 14)
  /// The library's request for a registration is on its way.
  static let isRegistering = ClientFlags(rawValue: 1 << 15)
  /// The library's marker outside the backup is there.
  static let hasMarker = ClientFlags(rawValue: 1 << 16)
  /// The library's stored address is a FID.
  static let storesFID = ClientFlags(rawValue: 1 << 17)
  /// The library wants to end its registration.
  static let isUnregistering = ClientFlags(rawValue: 1 << 18)
  /// The SDK waits for the platform's answer to a read at login or start.
  static let wantsAddress = ClientFlags(rawValue: 1 << 19)
  /// A C2DM request waits for its broadcast.
  static let awaitsC2DM = ClientFlags(rawValue: 1 << 20)
  /// The system would show notifications, as it was at the last look.
  static let canNotify = ClientFlags(rawValue: 1 << 21)
  /// There was a network at the last look.
  static let hasNetwork = ClientFlags(rawValue: 1 << 22)
  /// Play services were there at the last look.
  static let hasPlayServices = ClientFlags(rawValue: 1 << 23)

  /// The SDK was configured in this process.
  static let isConfigured = ClientFlags(rawValue: 1 << 24)
  /// The app was in the foreground in this process.
  static let wasForeground = ClientFlags(rawValue: 1 << 25)
  /// The upload job waits in the system.
  static let queuedUploadJob = ClientFlags(rawValue: 1 << 26)
  /// It waits only for a backoff of our own, which a change may cut short.
  static let uploadBacksOff = ClientFlags(rawValue: 1 << 27)
  /// The next upload repeats one that failed.
  static let repeatsUpload = ClientFlags(rawValue: 1 << 28)
  /// What it repeats was refused for good.
  static let repeatsRefused = ClientFlags(rawValue: 1 << 29)
  /// The server did not know the install: the sync follows the next upload.
  static let syncsAfterUpload = ClientFlags(rawValue: 1 << 30)
  /// The host has asked for the right to notify at an opening.
  static let wasAsked = ClientFlags(rawValue: 1 << 31)

  /// What every look at the surroundings shows anew.
  static let seen: ClientFlags = [.isForeground, .canNotify, .hasNetwork, .hasPlayServices]

  /// What ends with the process.
  static let volatile: ClientFlags = [
    .isAlive, .isForeground, .isUploading, .runsUploadJob, .runsSyncJob, .runsEventsJob,
    .isReporting, .isRegistering, .isUnregistering, .wantsAddress, .awaitsC2DM, .isConfigured,
    .wasForeground,
  ]
}

/// One install, as its own code sees it: 76 bytes.
struct ClientRow: BitwiseCopyable {
  /// What the SDK remembers.
  var record: DeviceRegistration
  /// Counts the processes, so that timers of an earlier one fall out.
  var generation: UInt16 = 0
  /// Where it is.
  var slot: SlotID
  /// The person who is truly logged in.
  var person = UserID.none
  /// Whose session signs calls to the server.
  var session = UserID.none
  /// The record of the last login or logout.
  var signedBy = RecordID.none
  /// The record of the change that the next upload carries.
  var queuedBy = RecordID.none
  /// The address in the library's own store.
  var storedAddress = AddressID.none
  /// When the library stored it, in seconds of the wall clock.
  var storedAt = DeviceRegistration.never
  /// The installation id of Firebase.
  var fid: UInt32
  /// What it keeps of messages; zero where it never had one.
  var memory: UInt32 = 0
  /// What only a busy install needs.
  var side: UInt32 = .max
  var flags: ClientFlags = [.isPresent, .hasMarker]
  /// The generation of our SDK in the app.
  var sdk: UInt8 = 1
  /// Counts the versions of the app.
  var appVersion: UInt8 = 1
  /// The version of the app that stored the address.
  var storedVersion: UInt8 = 0
  /// How often the library tried to register in vain.
  var tries: UInt8 = 0

  /// A fresh install, or one with cleared data.
  init(slot: SlotID, key: UInt32, fid: UInt32) {
    record = DeviceRegistration(key: key)
    self.slot = slot
    self.fid = fid
  }
}

/// What an install keeps of messages, through processes and sessions.
struct MemoryRow: BitwiseCopyable {
  /// The newest message that a sync covered.
  var cursor = MessageID.none
  /// The newest id of the seen table.
  var seen: UInt32 = .max
  /// The newest item of the inbox.
  var inbox: UInt32 = .max
}

/// What only an install with something going on needs.
struct SideRow: BitwiseCopyable {
  /// The login of the present session, where it is not the last thing that was signed.
  var login = RecordID.none
  /// The second up to which this process asks the server of installations for nothing.
  var silentUntil: UInt32 = 0
  /// When a session ends that outlives its logout.
  var sessionUntil = SimTime.zero
  /// The newest of the copies that the library remembers in this process.
  var recent: UInt32 = .max
  /// Messages that the handler works on, oldest first.
  var work: UInt32 = .max
  /// Messages that a job shall work on, oldest first.
  var later: UInt32 = .max
  /// Hints that wait for their content, oldest first.
  var hints: UInt32 = .max
  /// Until when they wait.
  var hintsDue = SimTime.zero
  /// Taps that wait for the router.
  var taps: UInt32 = .max
  /// The intent that started the activity, where the app may handle it once more.
  var launch: UInt32 = .max
  /// Events that the server has not confirmed, oldest first.
  var events: UInt32 = .max
  /// The number of the batch that is being tried.
  var batch: UInt32 = .max
  /// Accounts beside the record's user.
  var accounts: UInt32 = .max
  /// Topic calls of the library that FCM has not confirmed, oldest first.
  var topics: UInt32 = .max
  /// Whom the present change of the record is about.
  var changeUser = UserID.none
  /// The topic that the present change of the record is about.
  var changeTopic = NameID.none
  /// How many events wait.
  var eventCount: UInt16 = 0
  /// How many of them the batch holds.
  var batchCount: UInt8 = 0
  /// The change of the record that is under way, and its next step.
  var change = RecordChange.none
  var changeStep: UInt8 = 0
  /// How many C2DM requests wait in this process.
  var requests: UInt8 = 0
  /// How often a topic call failed.
  ///
  /// `.max` where the queue has stopped at a call that was refused.
  var topicTries: UInt8 = 0
  /// How often the client was told that messages were deleted.
  var deletedTold: UInt8 = 0
  /// A socket to the server stands.
  var hasSocket = false
  /// The process is frozen in the midst of a thread.
  var isFrozen = false
  /// Whether the app has a task, where the intent that began it stays with it.
  var task = LaunchTask.none
  /// The Android API level, where the handler leaves work to a thread.
  var api: UInt8 = 0

  /// Nothing going on.
  init() {}

  /// Whether the row can be given up.
  @inline(__always)
  var isIdle: Bool {
    recent == .max && work == .max && later == .max && hints == .max && taps == .max
      && events == .max && accounts == .max && topics == .max && change == .none && deletedTold == 0
      && requests == 0 && login.isNone && launch == .max && !hasSocket && silentUntil == 0
      && task == .none
  }
}

/// The task of an app among the recent ones.
enum LaunchTask: UInt8, BitwiseCopyable {
  case none
  /// A tap has just begun it.
  case new
  case old
}

/// A change of the record that takes several steps.
enum RecordChange: UInt8, BitwiseCopyable {
  case none, login, logout, optIn, optOut
}
