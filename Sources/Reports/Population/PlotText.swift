/// A small chart as SVG text: a frame, two axes with labels, and what is drawn into it.
///
/// Whole numbers only, so that the same figures give the same bytes.
struct PlotText {
  private var body = ""
  private let largestX: Int
  private let largestY: UInt64
  /// Each place on the axis is as wide as a bar, and so are the first and the last.
  private let hasBars: Bool
  private var legendPlace = PlotText.top + 6

  private static let width = 720
  private static let height = 400
  private static let left = 84
  private static let right = 160
  private static let top = 44
  private static let bottom = 52

  /// Colours that people who see few colours tell apart as well.
  static let palette = [
    "#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#999999", "#f0e442",
    "#332288", "#882255", "#000000",
  ]

  /// Begins a chart with a title and the words at its axes.
  init(
    _ title: String, x: String, y: String, largestX: Int, largestY: UInt64, hasBars: Bool = false
  ) {
    self.hasBars = hasBars
    self.largestX = max(1, largestX)
    self.largestY = Self.roundedUp(max(1, largestY))
    text(title, Self.left, 24, size: 16, anchor: "start")
    text(x, (Self.left + Self.width - Self.right) / 2, Self.height - 12)
    body +=
      "<text transform=\"translate(16 \((Self.top + Self.height - Self.bottom) / 2)) rotate(-90)\""
      + " font-size=\"12\" text-anchor=\"middle\">\(Self.escaped(y))</text>\n"
    for step in 0...4 {
      let value = self.largestY * UInt64(step) / 4
      let place = placeY(value)
      body +=
        "<line x1=\"\(Self.left)\" x2=\"\(Self.width - Self.right)\" y1=\"\(place)\" y2=\"\(place)\""
        + " stroke=\"#ddd\"/>\n"
      text(Self.short(value), Self.left - 6, place + 4, anchor: "end")
    }
  }

  /// Writes a word under the axis.
  mutating func tick(_ word: String, at x: Int) {
    text(word, placeX(x), Self.height - Self.bottom + 18)
  }

  /// Draws a line through points.
  mutating func line(
    _ name: String, _ points: [(x: Int, y: UInt64)], colour: Int, isDashed: Bool = false
  ) {
    let path = points.map { "\(placeX($0.x)),\(placeY($0.y))" }.joined(separator: " ")
    let paint = Self.palette[colour % Self.palette.count]
    body +=
      "<polyline fill=\"none\" stroke=\"\(paint)\" stroke-width=\"2\""
      + (isDashed ? " stroke-dasharray=\"6 4\"" : "") + " points=\"\(path)\"/>\n"
    legend(name, paint)
  }

  /// Draws one layer of stacked bars: for each place on the axis, from where to where.
  mutating func layer(_ name: String, _ bars: [(x: Int, from: UInt64, to: UInt64)], colour: Int) {
    let paint = Self.palette[colour % Self.palette.count]
    let width = max(1, (Self.width - Self.right - Self.left) / (largestX + 1) - 1)
    for bar in bars where bar.to > bar.from {
      let (high, low) = (placeY(bar.to), placeY(bar.from))
      body +=
        "<rect x=\"\(placeX(bar.x) - width / 2)\" y=\"\(high)\" width=\"\(width)\""
        + " height=\"\(max(1, low - high))\" fill=\"\(paint)\"/>\n"
    }
    legend(name, paint)
  }

  /// The whole picture.
  var svg: String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(Self.width)\" height=\"\(Self.height)\""
      + " viewBox=\"0 0 \(Self.width) \(Self.height)\" font-family=\"sans-serif\">\n"
      + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" + body
      + "<polyline fill=\"none\" stroke=\"#333\" points=\"\(Self.left),\(Self.top)"
      + " \(Self.left),\(Self.height - Self.bottom)"
      + " \(Self.width - Self.right),\(Self.height - Self.bottom)\"/>\n</svg>\n"
  }

  private mutating func legend(_ name: String, _ paint: String) {
    let x = Self.width - Self.right + 14
    body +=
      "<rect x=\"\(x)\" y=\"\(legendPlace)\" width=\"12\" height=\"12\" fill=\"\(paint)\"/>\n"
    text(name, x + 18, legendPlace + 11, anchor: "start")
    legendPlace += 20
  }

  private mutating func text(
    _ words: String, _ x: Int, _ y: Int, size: Int = 12, anchor: String = "middle"
  ) {
    body +=
      "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" text-anchor=\"\(anchor)\">"
      + "\(Self.escaped(words))</text>\n"
  }

  private func placeX(_ x: Int) -> Int {
    let whole = Self.width - Self.right - Self.left
    if hasBars { return Self.left + (2 * x + 1) * whole / (2 * (largestX + 1)) }
    let margin = 12
    let room = whole - 2 * margin
    return Self.left + margin + x * room / largestX
  }

  private func placeY(_ y: UInt64) -> Int {
    let room = UInt64(Self.height - Self.bottom - Self.top)
    return Self.height - Self.bottom - Int(y * room / largestY)
  }

  /// The next number that looks round: one, two or five with noughts, times four quarters.
  private static func roundedUp(_ number: UInt64) -> UInt64 {
    var unit: UInt64 = 1
    while true {
      for factor: UInt64 in [4, 8, 10, 12, 20, 32] where unit * factor >= number {
        return unit * factor
      }
      unit *= 10
    }
  }

  private static func short(_ number: UInt64) -> String {
    func scaled(_ unit: UInt64, _ sign: String) -> String {
      let tenths = number * 10 / unit
      return tenths % 10 == 0 ? "\(tenths / 10)\(sign)" : "\(tenths / 10).\(tenths % 10)\(sign)"
    }
    if number >= 1_000_000 { return scaled(1_000_000, "M") }
    return number >= 1_000 ? scaled(1_000, "k") : "\(number)"
  }

  private static func escaped(_ words: String) -> String {
    var result = ""
    for character in words {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
