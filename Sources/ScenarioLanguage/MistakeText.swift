/// Shows mistakes to a person: place, line, caret, what was expected, the nearest known word.
package struct MistakeText {
  private let text: SourceText
  private let width: Int

  package init(_ text: SourceText, width: Int = 80) {
    self.text = text
    self.width = width
  }

  /// All mistakes of one reading, ready for a terminal.
  package func render(_ list: MistakeList) -> String {
    var result = ""
    for mistake in list.all {
      result += render(mistake)
      result += "\n"
    }
    if list.unlisted > 0 { result += "… and \(list.unlisted) more mistakes\n" }
    return result
  }

  /// One mistake in up to six lines.
  package func render(_ mistake: Mistake) -> String {
    let place = text.location(of: mistake.place)
    var result = ""
    let head = "\(escaped(place.file)):\(place.line):\(place.column): mistake \(mistake.code.name)"
    result += wrap("\(head): \(escaped(mistake.sentence))", indent: "  ")
    result += excerpt(of: mistake, number: place.line)
    if !mistake.expected.isEmpty {
      result += wrap("  expected: \(escaped(mistake.expected))", indent: "            ")
    }
    if let nearest = mistake.nearest {
      result += wrap("  did you mean: \(escaped(nearest))", indent: "    ")
    }
    result += chain(mistake.chain)
    return result
  }

  /// The line with a caret under the word; a long line is cut around the word.
  private func excerpt(of mistake: Mistake, number: Int) -> String {
    let line = text.line(around: mistake.place)
    guard !line.isEmpty, line.count <= 8192, text.file(at: mistake.place.start) != nil else {
      return ""
    }
    var begin = Int(line.start)
    if text.bytes[begin...].starts(with: byteOrderMark) { begin += byteOrderMark.count }
    let wordStart = max(begin, Int(mistake.place.start))
    let wordEnd = max(wordStart, min(Int(mistake.place.end), Int(line.end)))
    var before = escaped(SourceRange(begin, wordStart))
    var word = escaped(SourceRange(wordStart, wordEnd))
    var after = escaped(SourceRange(wordEnd, Int(line.end)))
    let gutter = String(repeating: " ", count: max(0, 5 - "\(number)".count)) + "\(number) | "
    let room = max(20, width - gutter.count)
    if word.count > room / 2 { word = String(word.prefix(room / 2)) }
    if before.count + word.count > room - 10 {
      before = "…" + String(before.suffix(max(0, room - 11 - word.count)))
    }
    let left = room - before.count - word.count
    if after.count > left { after = String(after.prefix(max(0, left - 1))) + "…" }
    let blank = String(repeating: " ", count: gutter.count - 2) + "| "
    let carets = String(repeating: "^", count: max(1, word.count))
    return "\(gutter)\(before)\(word)\(after)\n"
      + "\(blank)\(String(repeating: " ", count: before.count))\(carets)\n"
  }

  /// Where the includes came from; the middle of a long chain is left out.
  private func chain(_ links: [SourceRange]) -> String {
    var result = ""
    for (index, link) in links.enumerated() {
      if links.count > 8, index >= 3, index < links.count - 3 {
        if index == 3 { result += "  … \(links.count - 6) more …\n" }
        continue
      }
      let place = text.location(of: link)
      result += "  included from \(escaped(place.file)):\(place.line)\n"
    }
    return result
  }

  private func escaped(_ range: SourceRange) -> String {
    escapedForTerminal(text.bytes[range.bounds])
  }

  private func escaped(_ string: String) -> String {
    escapedForTerminal(Array(string.utf8)[...])
  }

  /// Breaks a sentence at blanks so that it fits the width.
  private func wrap(_ sentence: String, indent: String) -> String {
    wrapped(sentence, width: width, indent: indent)
  }
}

/// Breaks a text at blanks; words longer than the width stand alone.
package func wrapped(_ sentence: String, width: Int, indent: String) -> String {
  var result = ""
  var length = 0
  var isStart = true
  for word in sentence.split(separator: " ", omittingEmptySubsequences: false) {
    if isStart {
      result += word
      length += word.count
      isStart = false
    } else if length + 1 + word.count > width {
      result += "\n" + indent + word
      length = indent.count + word.count
    } else {
      result += " " + word
      length += 1 + word.count
    }
  }
  return result + "\n"
}

/// Bytes as a terminal may safely show them: control and turning characters and broken UTF-8 become visible codes.
package func escapedForTerminal(_ slice: ArraySlice<UInt8>) -> String {
  let bytes = Array(slice)
  var result = ""
  var at = 0
  while at < bytes.count {
    let byte = bytes[at]
    if byte == 0x09 {
      result += " "
      at += 1
    } else if byte < 0x20 || byte == 0x7F {
      result += "\\x" + hexadecimal(UInt32(byte), digits: 2)
      at += 1
    } else if byte < 0x80 {
      result.unicodeScalars.append(Unicode.Scalar(byte))
      at += 1
    } else if let (value, length) = decodeScalar(bytes, at: at, end: bytes.count),
      let scalar = Unicode.Scalar(value)
    {
      if isTreacherous(value) {
        result += "\\u{" + hexadecimal(value, digits: 4) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
      at += length
    } else {
      result += "\\x" + hexadecimal(UInt32(byte), digits: 2)
      at += 1
    }
  }
  return result
}

private func hexadecimal(_ value: UInt32, digits: Int) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
