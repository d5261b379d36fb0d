package import PushDomain
import Rulebook
package import ScenarioLanguage

/// What the call, not the file, says about a compilation.
package struct CompileOptions: Sendable {
  /// The seed by which populations are drawn.
  package var seed: UInt64 = 1
  /// Wins over the file's design; its design variants collapse.
  package var design: String?
  /// What that design has, where it is neither published nor hardened.
  package var designContent: Design?
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
  package private(set) var scenarios: [CompiledScenario] = []
  /// What is wrong in the file.
  package private(set) var mistakes: MistakeList
  /// The text that the mistakes point into.
  package private(set) var text: SourceText

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
    var designs = Designs(options: options, loader: loader)
    var conditions = ConditionUse()
    var size = 0
    for variant in variants {
      let script = source.script(of: variant, vocabulary, zones: zones)
      var lowering = Lowering(script, file: name, seed: options.seed)
      lowering.result.includedLines.mainCount = UInt32(source.mainLineCount)
      if source.mistakes.isEmpty {
        lowering.lowerAll(vocabulary, Language.words)
        for mistake in lowering.mistakes { source.add(mistake) }
        let varied = source.value(of: "design", in: variant).map {
          DesignName(text: $0.text, place: $0.place, file: source.text.fileName(at: $0.place))
        }
        lowering.choose(designs.find(varied ?? lowering.design, in: &source), options)
        lowering.result.variant = source.label(of: variant).map {
          VariantChoice(axis: $0.axis, value: $0.value)
        }
        lowering.answerReadings()
        lowering.result.source = source.text
        scenarios.append(lowering.result)
        conditions.add(script)
        size += lowering.result.steps.count + lowering.result.devices.count
      }
      if size > options.limits.steps, variants.count > 1 {
        source.add(
          Mistake(
            .tooManySteps, at: script.title,
            "The variants of this file have more than \(options.limits.steps) steps together.",
            expected: "fewer variants, shorter series or fewer devices"))
      }
      if source.mistakes.isFull || size > options.limits.steps { break }
    }
    if source.mistakes.isEmpty { conditions.check(&source) }
    mistakes = source.mistakes
    text = source.text
    if !mistakes.isEmpty { scenarios = [] }
  }

  /// The mistakes as a person reads them.
  package var mistakeText: String { MistakeText(text).render(mistakes) }
}

/// In which variants the conditions of a file's lines are true.
private struct ConditionUse {
  private var lines: [(place: SourceRange, isUsed: Bool)] = []

  /// Looks at one variant; every variant has the same lines in the same order.
  mutating func add(_ script: Script) {
    var at = 0
    for sentence in script.sentences where sentence.isConditional {
      let isUsed = sentence.isJudged || sentence.dependsOnCall
      if at == lines.count { lines.append((sentence.place, false)) }
      lines[at].isUsed = lines[at].isUsed || isUsed
      at += 1
    }
  }

  /// Lists the lines that no variant judges: they would look as if they held.
  func check(_ source: inout Unfolded) {
    for line in lines where !line.isUsed {
      source.add(
        Mistake(
          .neverTrue, at: line.place, "No variant of this file judges this line.",
          expected: "a condition that is true in some variant"))
    }
  }
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
  mutating func choose(_ found: (name: String, design: Design), _ options: CompileOptions) {
    result.designName = found.name
    for defence in options.with {
      result.with = result.with.with(defence)
      result.without = result.without.without(defence)
    }
    for defence in options.without {
      result.without = result.without.with(defence)
      result.with = result.with.without(defence)
    }
    result.design = found.design.union(result.with).subtracting(result.without)
    if options.choosesDesign {
      for index in result.violations.indices where !result.violations[index].hasCondition {
        result.violations[index].isJudged = false
      }
    }
  }
}
