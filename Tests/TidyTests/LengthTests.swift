import Testing

/// How long files, lines and functions may be.
@Suite struct LengthTests {
  @Test func `no file has more than six hundred lines`() {
    for folder in ["Sources", "Tests"] {
      for file in Sources.swift(in: folder) {
        #expect(file.lines.count <= 601, "\(file.path) has \(file.lines.count) lines: split it")
      }
    }
  }

  @Test func `no function has more than sixty lines`() {
    for file in Sources.swift(in: "Sources") {
      for function in functions(of: file) {
        #expect(
          function.length <= 60,
          "\(file.path):\(function.line) has a function of \(function.length) lines")
      }
    }
  }

  @Test func `every type and every package or public declaration has a summary`() {
    for file in Sources.swift(in: "Sources") {
      var isDocumented = false
      for (index, line) in file.lines.enumerated() {
        let words = line.split(separator: " ").map(String.init)
        guard let first = words.first else {
          isDocumented = false
          continue
        }
        if first.hasPrefix("///") {
          isDocumented = true
          continue
        }
        if words.allSatisfy({ $0.hasPrefix("@") }) { continue }
        if Self.needsSummary(words), !isDocumented {
          Issue.record("\(file.path):\(index + 1) declares something without a summary")
        }
        isDocumented = false
      }
    }
  }

  /// Whether the line declares something that a reader of the interface sees.
  private static func needsSummary(_ words: [String]) -> Bool {
    let modifiers = words.prefix { !declarators.contains($0) }
    guard modifiers.count < words.count, modifiers.count <= 6 else { return false }
    let isVisible = modifiers.contains("package") || modifiers.contains("public")
    guard isVisible, !modifiers.contains("import"), !modifiers.contains("override") else {
      return false
    }
    let rest = words[modifiers.count...].joined(separator: " ")
    // What an option set or an identifier must have says nothing of its own.
    return !rest.contains("rawValue") && !rest.contains("associatedtype")
  }

  private static let declarators = [
    "struct", "enum", "class", "protocol", "func", "var", "let", "init", "typealias", "subscript",
  ]

  private func functions(of file: Sources.File) -> [(line: Int, length: Int)] {
    var found: [(line: Int, length: Int)] = []
    var start: (line: Int, indent: Int)?
    for (index, line) in file.lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      let words = line.split(separator: " ").map(String.init)
      if let open = start {
        if indent == open.indent, words.first == "}" {
          found.append((open.line, index + 1 - open.line + 1))
          start = nil
        } else if indent <= open.indent, !words.isEmpty, words.first != "where",
          !line.hasSuffix("{"), words.first?.hasPrefix(")") == false, words.first != "->"
        {
          start = nil
        }
      } else if words.prefix(5).contains("func"), !line.hasSuffix("}") {
        start = (index + 1, indent)
      }
    }
    return found
  }
}
