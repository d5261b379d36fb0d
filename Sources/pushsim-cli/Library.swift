import PushDomain
import ScenarioLanguage
import Scenarios

/// The scenario files that a call names.
enum Library {
  /// The folder that is meant where a call names nothing.
  static let standardFolder = "scenarios"

  /// Every scenario file behind the paths of a call, in order and without repeats.
  static func files(_ paths: [String]) throws -> [String] {
    var files: [String] = []
    for path in paths.isEmpty ? [standardFolder] : paths {
      switch Files.kind(path) {
      case .file: if !files.contains(path) { files.append(path) }
      case .folder:
        let found = try Files.list(path, suffix: ".push")
        guard !found.isEmpty else {
          throw Arguments.Trouble(sentence: "\(path) holds no scenario: no file ends in .push")
        }
        for file in found where !files.contains(file) { files.append(file) }
      case .nothing:
        let hint =
          paths.isEmpty ? "; name a file or folder, or begin one with pushsim new NAME" : ""
        throw Arguments.Trouble(sentence: "there is no file or folder \(path.shown)\(hint)")
      }
    }
    return files
  }

  /// Reads and compiles one file.
  static func compile(_ file: String, _ options: CompileOptions) -> Compiled {
    do throws(Files.Trouble) {
      let bytes = try Files.read(file, limit: options.limits.fileBytes)
      let compilation = Compilation(
        file: file, bytes: bytes, options: options, loader: loader, zones: SystemZones.resolver)
      return Compiled(file: file, compilation: compilation, trouble: nil)
    } catch {
      return Compiled(file: file, compilation: nil, trouble: error.sentence)
    }
  }

  /// A file with what it says, or why it could not be read.
  struct Compiled: Sendable {
    var file: String
    var compilation: Compilation?
    var trouble: String?

    /// The mistakes as text; empty where there are none.
    var mistakeText: String {
      if let trouble { return "pushsim: \(trouble)\n" }
      guard let compilation, !compilation.mistakes.isEmpty else { return "" }
      return compilation.mistakeText
    }
  }

  /// Included files stand beside the file that includes them.
  static let loader = SourceLoader { path, from, limit in
    var name = path
    if !path.hasPrefix("/"), let slash = from.lastIndex(of: "/") {
      name = String(from[...slash]) + path
    }
    do throws(Files.Trouble) {
      return .found(name: normalized(name), bytes: try Files.read(name, limit: limit))
    } catch {
      return .missing(reason: error.cause)
    }
  }

  /// One name for one file: a circle of includes is seen by it.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: true) {
      if part == "." { continue }
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// Reads a design file.
  static func design(_ path: String) throws -> Design {
    let bytes = try Files.read(path, limit: DesignFile.sizeLimit)
    let file = DesignFile(String(decoding: bytes, as: UTF8.self))
    if let mistake = file.mistakes.first {
      throw Arguments.Trouble(sentence: "\(path):\(mistake.line): \(mistake.sentence)")
    }
    return file.design
  }
}
