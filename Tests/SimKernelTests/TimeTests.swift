import SimKernel
import Testing

/// Instants and spans: arithmetic and text.
@Suite struct TimeTests {
  private static let spans: [(SimDuration, String)] = {
    var spans: [(SimDuration, String)] = [(.zero, "0s"), (.seconds(45), "45s")]
    spans.append((.milliseconds(250), "0.25s"))
    spans.append((.microseconds(1), "0.000001s"))
    spans.append((.microseconds(100_000), "0.1s"))
    spans.append((.minutes(5), "5m"))
    spans.append((.days(1) + .hours(3), "1d3h"))
    spans.append((.hours(3) + .milliseconds(200), "3h0m0.2s"))
    spans.append((.days(2) + .seconds(1), "2d0h0m1s"))
    spans.append((.hours(1) + .minutes(5), "1h5m"))
    spans.append((.days(28), "28d"))
    spans.append((.seconds(59) + .microseconds(999_999), "59.999999s"))
    spans.append((.seconds(-90), "-1m30s"))
    spans.append((SimDuration(microseconds: .min), "-106751991d4h0m54.775808s"))
    spans.append((.max, "106751991d4h0m54.775807s"))
    return spans
  }()

  @Test(arguments: spans)
  func `a span is written from its largest unit down`(_ span: SimDuration, _ text: String) {
    #expect(span.description == text)
  }

  @Test func `an instant is written as the span since the start`() {
    #expect((SimTime.zero + .hours(3)).description == "3h")
    #expect(SimTime.zero.description == "0s")
    #expect(SimTime.distantFuture.description == "never")
  }

  @Test func `arithmetic stops at the ends of the range`() {
    #expect(SimDuration.days(.max) == .max)
    #expect(SimDuration.seconds(.min) == SimDuration(microseconds: .min))
    #expect(SimDuration.max + .seconds(1) == .max)
    #expect(SimDuration(microseconds: .min) - .seconds(1) == SimDuration(microseconds: .min))
    #expect(SimDuration.max * 2 == .max)
    #expect(SimDuration.max * -2 == SimDuration(microseconds: .min))
    #expect(-SimDuration(microseconds: .min) == .max)
    #expect(SimDuration(microseconds: .min) / -1 == .max)
    #expect(SimTime.distantFuture + .days(1) == .distantFuture)
    #expect(SimTime.distantFuture - SimTime(microseconds: -1) == .max)
  }

  @Test func `spans divide into counts and remainders`() {
    #expect(SimDuration.hours(25) / .days(1) == 1)
    #expect(SimDuration.hours(25) % .days(1) == .hours(1))
    #expect(SimDuration.hours(1) / 4 == .minutes(15))
    #expect(SimDuration(microseconds: .min) % SimDuration(microseconds: -1) == .zero)
    #expect(SimDuration.days(3).wholeDays == 3)
    #expect(SimDuration.milliseconds(1_999).wholeSeconds == 1)
    #expect(SimDuration.microseconds(1_999).wholeMilliseconds == 1)
  }

  @Test func `instants are ordered and differ by spans`() {
    var time = SimTime.zero
    time += .seconds(2)
    #expect(time > .zero)
    #expect(time - .zero == .seconds(2))
    #expect(time - .seconds(3) < .zero)
    #expect(time.sinceStart == .seconds(2))
  }
}
