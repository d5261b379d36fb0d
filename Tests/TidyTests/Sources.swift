import Foundation

/// The files of the package, as a test reads them.
enum Sources {
  /// One file of the package.
  struct File {
    /// The path below the package's root.
    var path: String
    /// The target that it belongs to.
    var target: String
    /// The lines of its text.
    var lines: [String]
  }

  /// The root of the package: this file stands two folders below it.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every Swift file below a folder of the root, by path.
  static func swift(in folder: String) -> [File] {
    let base = root.appendingPathComponent(folder)
    guard let walk = FileManager.default.enumerator(atPath: base.path) else { return [] }
    let names = walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
    return names.compactMap { name in
      guard
        let text = try? String(contentsOf: base.appendingPathComponent(name), encoding: .utf8)
      else { return nil }
      return File(
        path: folder + "/" + name, target: String(name.prefix { $0 != "/" }),
        lines: text.components(separatedBy: "\n"))
    }
  }
}
