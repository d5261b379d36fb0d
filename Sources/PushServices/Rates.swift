import PushDomain
import Rulebook
import SimKernel

extension FCMService {
  /// What stands against one message more to a device.
  struct OverRate {
    /// The rule that says so; the raw value of its key.
    var rule: RuleKey
    /// When there is room again.
    var until: SimTime
  }

  /// Counts a message to a device, unless its minute or hour is full.
  @inline(__always)
  func takeDeviceRate(
    _ state: inout FCMState, _ device: DeviceID, at now: SimTime
  ) -> OverRate? {
    guard device.rawValue < state.devices.handleBound else { return nil }
    let hour = SimDuration.hours(1)
    let minute = SimDuration.minutes(1)
    let handle = state.rates.handle(
      in: &state.devices[device.rawValue].rates, none: .max, DeviceRates())
    var row = state.rates[handle]
    if now - row.hourStart >= hour {
      row.hourStart = now
      row.hourCount = 0
      row.minuteOffset = 0
      row.minuteCount = 0
    }
    var minuteStart = row.hourStart + .microseconds(Int64(row.minuteOffset))
    if now - minuteStart >= minute {
      minuteStart = now
      row.minuteOffset = UInt32(clamping: (now - row.hourStart).microseconds)
      row.minuteCount = 0
    }
    var over: OverRate?
    if Int64(row.minuteCount) >= rules.rates.deviceMinute.value {
      over = OverRate(rule: rules.rates.deviceMinute.key, until: minuteStart + minute)
    } else if Int64(row.hourCount) >= rules.rates.deviceHour.value {
      over = OverRate(rule: rules.rates.deviceHour.key, until: row.hourStart + hour)
    } else {
      if row.minuteCount < .max { row.minuteCount += 1 }
      if row.hourCount < .max { row.hourCount += 1 }
    }
    state.rates[handle] = row
    return over
  }

  /// Takes one from the allowance for collapsible messages; nil if there was one, else when.
  func takeAllowance(
    _ state: inout FCMState, _ address: AddressID, at now: SimTime
  ) -> SimTime? {
    let handle = state.habitsHandle(of: address)
    let refill = rules.rates.collapsibleRefill.duration
    let full = max(state.habits[handle].allowanceFull, now)
    let next = full - refill * (rules.rates.collapsibleBurst.value - 1)
    guard next <= now else { return next }
    state.habits[handle].allowanceFull = full + refill
    return nil
  }

  /// Says in a refusal when to come back, in the form that the reading gives.
  func tellWhenToRetry(_ refusal: inout FCMAnswer) {
    switch rules.rates.retryAfter.answer {
    case .absent: return
    case .seconds: break
    case .httpDate: refusal.retryAfterIsDate = true
    }
    refusal.retryAfterSeconds = Int32(
      clamping: rules.rates.retryAfterValue.duration.wholeSeconds)
  }
}
