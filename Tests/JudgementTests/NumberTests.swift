import Judgement
import PushDomain
import Rulebook
import SimKernel
import Testing

@Test func `percentiles are right to an eighth`() {
  var histogram = LatencyHistogram()
  for number in 1...1000 { histogram.add(.milliseconds(Int64(number))) }
  for perMille in [1, 500, 950, 990, 1000] {
    let exact = Int64(perMille) * 1000
    let found = histogram.percentile(perMille: perMille)?.microseconds ?? 0
    #expect(found >= exact && found <= exact + exact / 8 + 1)
  }
  #expect(LatencyHistogram().percentile(perMille: 500) == nil)
}

@Test func `two histograms add up to that of all their spans`() {
  var left = LatencyHistogram()
  var right = LatencyHistogram()
  var all = LatencyHistogram()
  for number in 0..<500 {
    let span = SimDuration(microseconds: Int64(number) * Int64(number) * 977)
    if number % 3 == 0 { left.add(span) } else { right.add(span) }
    all.add(span)
  }
  left.add(right)
  #expect(left == all)
}

@Test func `every span has a bucket, and the longest one too`() {
  var histogram = LatencyHistogram()
  for span in [SimDuration(microseconds: -5), .zero, SimDuration(microseconds: .max)] {
    histogram.add(span)
  }
  #expect(histogram.total == 3)
  #expect(histogram.percentile(perMille: 1000) == SimDuration(microseconds: .max))
}

@Test func `a row of the ledger has forty-eight bytes`() {
  #expect(MemoryLayout<LedgerRow>.stride <= 48)
}

@Test func `every cause has a word that stands for it again`() {
  let rules = Rulebook.documented
  let rule = Because.rule(RuleKey("fcm.store.limit").rawValue)
  let examples: [(Fate, Because)] = [
    (.shown, .surface(.inApp)), (.ignored, .defence(.seenTable)),
    (.refused, .code(.quotaExceeded)), (.unsent, .unsent(.noRow)), (.dropped, rule),
    (.pending, .waiting(.handler)), (.synced, rule), (.synced, .defence(.clientUserFilter)),
  ]
  for (fate, because) in examples {
    let word = BecauseWords.word(for: because, in: rules) ?? ""
    #expect(BecauseWords.causes(word, of: fate, in: rules).contains(because), "\(fate) \(word)")
  }
}

@Test func `a word of another fate is not on the list`() {
  let rules = Rulebook.documented
  #expect(BecauseWords.causes("tray", of: .dropped, in: rules).isEmpty)
  #expect(BecauseWords.causes("ok", of: .refused, in: rules).isEmpty)
  #expect(BecauseWords.causes("no.such.rule", of: .dropped, in: rules).isEmpty)
  #expect(BecauseWords.words(of: .handled).isEmpty)
}

@Test func `a fault matches whatever its line`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.note(.lost, message: 0, copy: 0, install: 0, operand: 17)
  let causes = BecauseWords.causes("fault", of: .lost, in: .documented)
  #expect(story.fate(0).map { BecauseWords.matches(causes, $0) } == true)
}
