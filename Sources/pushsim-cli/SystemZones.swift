import ScenarioLanguage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Time zones as the C library knows them.
///
/// Zones are resolved when a file is read, by one thread; the model sees only offsets. Foundation
/// would bring forty megabytes of data for the same answer.
enum SystemZones {
  /// Where the system keeps its zone data.
  private static let folders = ["/usr/share/zoneinfo", "/usr/share/lib/zoneinfo"]

  /// The resolver for the reader.
  static let resolver = ZoneResolver { name, years in zone(name, years: years) }

  /// The version of the zone data, or a word that says it is unknown.
  static let version: String = {
    for folder in folders {
      for file in ["tzdata.zi", "+VERSION"] {
        guard let bytes = try? Files.read("\(folder)/\(file)", limit: 1 << 20) else { continue }
        let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        return line.split(separator: " ").last.map(String.init) ?? line
      }
    }
    return "unknown"
  }()

  /// The zone of the C library is one for the whole process, so files that are compiled side by
  /// side take turns.
  private static let turn = Turn()

  private static func zone(_ name: String, years: ClosedRange<Int64>) -> Zone? {
    guard isKnown(name) else { return nil }
    turn.begin()
    defer { turn.end() }
    let former = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", name, 1)
    tzset()
    defer {
      if let former { setenv("TZ", former, 1) } else { unsetenv("TZ") }
      tzset()
    }
    // A change is looked for day by day, then narrowed to its second.
    let begin = (years.lowerBound - 1970) * 31_556_952 - 86_400
    let end = (years.upperBound - 1969) * 31_556_952 + 86_400
    var changes = [ZoneChange(instant: .min, offset: offset(at: begin))]
    var instant = begin
    while instant < end {
      let next = min(instant + 86_400, end)
      let before = offset(at: instant)
      if offset(at: next) != before {
        var low = instant
        var high = next
        while high - low > 1 {
          let middle = (low + high) / 2
          if offset(at: middle) == before { low = middle } else { high = middle }
        }
        changes.append(ZoneChange(instant: high, offset: offset(at: high)))
      }
      instant = next
    }
    return Zone(name: name, changes: changes)
  }

  /// The C library takes any word for a zone, so the data must have a file of that name.
  private static func isKnown(_ name: String) -> Bool {
    if name == "UTC" { return true }
    guard !name.isEmpty, !name.hasPrefix("/"), !name.contains("..") else { return false }
    return folders.contains { folder in
      guard let bytes = try? Files.read("\(folder)/\(name)", limit: 1 << 20) else { return false }
      return bytes.starts(with: [0x54, 0x5A, 0x69, 0x66])
    }
  }

  private static func offset(at instant: Int64) -> Int32 {
    var time = time_t(instant)
    var local = tm()
    localtime_r(&time, &local)
    return Int32(local.tm_gmtoff)
  }

  /// A lock of the C library.
  private final class Turn: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    func begin() { pthread_mutex_lock(mutex) }

    func end() { pthread_mutex_unlock(mutex) }
  }
}
