#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files and terminals by the C library: Foundation would cost more time at each start than a
/// whole scenario takes.
enum Files {
  /// Why a file or folder could not be used.
  struct Trouble: Error {
    /// One sentence, with the remedy.
    var sentence: String
    /// The part of it that does not name the file.
    var cause: String

    /// Describes trouble in a sentence of its own.
    init(sentence: String) {
      self.sentence = sentence
      cause = sentence
    }

    /// Describes what the system refused just now.
    init(_ path: String, _ what: String) {
      cause = String(cString: strerror(errno))
      sentence = "\(path.shown) \(what): \(cause)"
    }
  }

  /// Reads a file; more than `limit` bytes are cut to one more, so that the reader can refuse.
  static func read(_ path: String, limit: Int) throws(Trouble) -> [UInt8] {
    // A pipe that nobody writes to must not be waited for: it is opened without waiting, and read
    // like any other file by then.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Trouble(path, "cannot be read") }
    defer { _ = close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0,
      fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) == 0
    else {
      throw Trouble(path, "cannot be read")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw Trouble(sentence: "\(path) is a folder, not a file")
    }
    var bytes = [UInt8](repeating: 0, count: min(max(4_096, Int(status.st_size) + 1), limit + 1))
    var count = 0
    while count <= limit {
      if count == bytes.count {
        bytes.append(contentsOf: repeatElement(0, count: min(bytes.count, limit + 1 - count)))
        if count == bytes.count { break }
      }
      let got = bytes.withUnsafeMutableBytes { buffer in
        pushsimRead(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw Trouble(path, "cannot be read") }
      if got == 0 { break }
      count += got
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// What stands at a path.
  enum Kind { case file, folder, nothing }

  /// Looks what stands at a path.
  static func kind(_ path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .nothing }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// Every file below a folder whose name ends in `suffix`, in the order of the alphabet.
  static func list(_ folder: String, suffix: String) throws(Trouble) -> [String] {
    var found: [String] = []
    var pending = [folder]
    while let next = pending.popLast() {
      guard let stream = opendir(next) else {
        throw Trouble(next, "cannot be listed")
      }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let (name, isText) = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
            (String(cString: $0), String(validatingCString: $0) != nil)
          }
        }
        guard name != ".", name != ".." else { continue }
        guard isText || !(name.hasSuffix(suffix) || entry.pointee.d_type == DT_DIR) else {
          throw Trouble(sentence: "the name of \(next)/\(name) is not UTF-8; rename it")
        }
        let path = next.hasSuffix("/") ? next + name : next + "/" + name
        switch kindWithoutFollowing(path) {
        case .folder: pending.append(path)
        case .file: if name.hasSuffix(suffix) { found.append(path) }
        case .nothing: break
        }
      }
    }
    return found.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }

  /// A link to a folder is not entered, so that a circle of links ends.
  private static func kindWithoutFollowing(_ path: String) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .nothing }
    if status.st_mode & S_IFMT == S_IFDIR { return .folder }
    return kind(path) == .folder ? .nothing : .file
  }

  /// Writes a file whole: beside its place first, then moved there.
  ///
  /// A link stays a link, and a file keeps its mode.
  static func write(_ text: String, to path: String) throws(Trouble) {
    var status = stat()
    let exists = stat(path, &status) == 0
    // Devices and pipes cannot be replaced by a rename.
    if exists, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw Trouble(sentence: "\(path) is a folder; name a file to write to")
      }
      return try pour(text, into: path, named: path, flags: O_WRONLY | O_CLOEXEC)
    }
    let place = exists ? target(of: path) : path
    let draft = place + ".\(getpid()).part"
    let mode = exists ? status.st_mode & 0o7777 : nil
    // Whoever ends the program now ends it when the draft is gone.
    let former = holdSignals()
    defer { restoreSignals(former) }
    do {
      try pour(
        text, into: draft, named: path, flags: O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
        mode: mode)
    } catch {
      unlink(draft)
      throw error
    }
    guard rename(draft, place) == 0 else {
      let trouble = Trouble(path, "cannot be written")
      unlink(draft)
      throw trouble
    }
  }

  /// The file at the end of a chain of links.
  private static func target(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Whether two paths lead to one file, which need not exist yet.
  static func isSame(_ one: String, _ other: String) -> Bool {
    var left = stat()
    var right = stat()
    guard stat(one, &left) == 0, stat(other, &right) == 0 else {
      return Library.normalized(one) == Library.normalized(other)
    }
    return left.st_dev == right.st_dev && left.st_ino == right.st_ino
      && left.st_mode & S_IFMT == S_IFREG
  }

  /// Lets the signals that end a program wait, and returns those that waited before.
  private static func holdSignals() -> sigset_t {
    var held = sigset_t()
    var former = sigset_t()
    sigemptyset(&held)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&held, signal) }
    pthread_sigmask(SIG_BLOCK, &held, &former)
    return former
  }

  private static func restoreSignals(_ former: sigset_t) {
    var former = former
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }

  /// Whether the last write failed because nobody reads any more.
  static var readerIsGone: Bool { errno == EPIPE }

  /// Ends the program.
  static func leave(_ status: Int32) -> Never { exit(status) }

  /// Makes sure that a folder is there; the one that it stands in must exist.
  static func makeFolder(_ path: String) throws(Trouble) {
    guard mkdir(path, 0o755) != 0 else { return }
    let trouble = Trouble(path, "cannot be made")
    guard kind(path) == .folder else { throw trouble }
  }

  /// Writes a text to a file; trouble speaks of the file by the name that a person knows.
  private static func pour(
    _ text: String, into path: String, named name: String, flags: Int32, mode: mode_t? = nil
  ) throws(Trouble) {
    let descriptor = open(path, flags, mode ?? 0o644)
    guard descriptor >= 0 else { throw Trouble(name, "cannot be written") }
    if let mode { fchmod(descriptor, mode) }
    let isWhole = emit(text, to: descriptor)
    let trouble = Trouble(name, "cannot be written")
    guard close(descriptor) == 0, isWhole else { throw trouble }
  }

  /// Writes a text to an open file; says whether all of it went out.
  @discardableResult
  static func emit(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = pushsimWrite(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
      return true
    }
  }

  /// Whether a descriptor is a terminal that wants colours.
  static func wantsColour(_ descriptor: Int32) -> Bool {
    guard isatty(descriptor) == 1 else { return false }
    if let value = getenv("NO_COLOR"), value.pointee != 0 { return false }
    guard let terminal = getenv("TERM") else { return false }
    return strcmp(terminal, "dumb") != 0
  }
}

/// `read` of the C library, under a name that no method hides.
private func pushsimRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int)
  -> Int
{
  read(descriptor, bytes, count)
}

/// `write` of the C library, under a name that no method hides.
private func pushsimWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
