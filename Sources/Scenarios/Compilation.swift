package import PushDomain
import Rulebook
package import ScenarioLanguage

/// What the call, not the file, says about a compilation.
package struct CompileOptions: Sendable {
  /// The seed by which populations are drawn.
  package var seed: UInt64 = 1
  /// Wins over the file's design; its design variants collapse.
  package var design: String?
  /// Defences that the call adds.
  package var with: [Defence] = []
  /// Defences that the call takes away.
  package var without: [Defence] = []
  /// How much a file may ask for.
  package var limits = ReaderLimits()

  package init() {}

  /// Whether the call chose the design, so that unconditional `violates` lines are not judged.
  package var choosesDesign: Bool { design != nil || !with.isEmpty || !without.isEmpty }
}

/// Everything that one file says: its variants, or its mistakes.
package struct Compilation: Sendable {
  /// Empty when there are mistakes.
  package internal(set) var scenarios: [CompiledScenario] = []
  /// What is wrong in the file.
  package internal(set) var mistakes: MistakeList
  /// The text that the mistakes point into.
  package internal(set) var text: SourceText

  /// Reads and compiles a file in all its variants.
  package init(
    file name: String, bytes: [UInt8], options: CompileOptions = CompileOptions(),
    loader: SourceLoader = .none, zones: ZoneResolver = .universal
  ) {
    let vocabulary = Language.vocabulary
    var source = Unfolded(
      name: name, bytes: bytes, vocabulary: vocabulary, loader: loader, limits: options.limits)
    if let design = options.design, source.mistakes.isEmpty { source.fix("design", to: design) }
    let variants = source.mistakes.isEmpty ? source.variants() : [source.firstVariant]
    for variant in variants {
      let script = source.script(of: variant, vocabulary, zones: zones)
      var lowering = Lowering(script, file: name, seed: options.seed)
      lowering.result.includedLines.mainCount = UInt32(source.mainLineCount)
      if source.mistakes.isEmpty {
        lowering.lowerAll(vocabulary, Language.words)
        for mistake in lowering.mistakes { source.add(mistake) }
        lowering.choose(source.value(of: "design", in: variant) ?? "published", options)
        lowering.result.variant = source.label(of: variant).map {
          VariantChoice(axis: $0.axis, value: $0.value)
        }
        lowering.answerReadings()
        lowering.result.source = source.text
        scenarios.append(lowering.result)
      }
      if source.mistakes.isFull { break }
    }
    mistakes = source.mistakes
    text = source.text
    if !mistakes.isEmpty { scenarios = [] }
  }

  /// The mistakes as a person reads them.
  package var mistakeText: String { MistakeText(text).render(mistakes) }
}

extension Lowering {
  /// Gives each reading that runs through all its answers the one of this variant.
  mutating func answerReadings() {
    for choice in result.variant {
      guard let rule = Lists.readings.first(where: { $0.idText == choice.axis }),
        let value = try? rule.value(from: choice.value)
      else { continue }
      result.overrides.append(Override(rule.key, value))
    }
  }

  /// Settles the design under test, and which `violates` lines are judged under it.
  mutating func choose(_ design: String, _ options: CompileOptions) {
    result.designName = design
    switch design {
    case "published": result.design = .published
    case "hardened": result.design = .hardened
    default: result.designFile = design
    }
    for defence in options.with {
      result.with = result.with.with(defence)
      result.without = result.without.without(defence)
    }
    for defence in options.without {
      result.without = result.without.with(defence)
      result.with = result.with.without(defence)
    }
    result.design = result.design.union(result.with).subtracting(result.without)
    if options.choosesDesign {
      for index in result.violations.indices where !result.violations[index].hasCondition {
        result.violations[index].isJudged = false
      }
    }
  }
}
